//! Lines out of bytes that come in pieces, cut anywhere.

/// No line is longer: an event of a stream that is longer than this is no event.
const MAX_LINE: usize = 32 << 20;

/// Collects bytes until a line is complete. Ends of lines are `\n`, `\r\n` and `\r`.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    line: Vec<u8>,
    after_return: bool,
}

/// A line is too long to be one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooLongLine;

impl Lines {
    /// Gives each line that the bytes complete to `each`, decoded as a whole: a character cut in two by
    /// the network is whole here. What is no UTF-8 is replaced.
    pub(crate) fn push<E: From<TooLongLine>>(
        &mut self,
        mut bytes: &[u8],
        mut each: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        while !bytes.is_empty() {
            if std::mem::take(&mut self.after_return) && bytes[0] == b'\n' {
                bytes = &bytes[1..];
                continue;
            }
            let end = memchr::memchr2(b'\n', b'\r', bytes);
            let part = &bytes[..end.unwrap_or(bytes.len())];
            if self.line.len() + part.len() > MAX_LINE {
                return Err(TooLongLine.into());
            }
            self.line.extend_from_slice(part);
            let Some(end) = end else { return Ok(()) };
            self.after_return = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            let line = std::mem::take(&mut self.line);
            each(&String::from_utf8_lossy(&line))?;
        }
        Ok(())
    }

    /// What came after the last end of a line.
    pub(crate) fn rest(&self) -> String {
        String::from_utf8_lossy(&self.line).into_owned()
    }
}
