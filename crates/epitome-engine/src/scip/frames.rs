//! The outermost layer of an index: a row of frames, each a number, a length and that many bytes.
//!
//! Reading frame by frame keeps one document in memory instead of all, and tells a file that breaks
//! off (a frame longer than what is left) from one that is damaged (a frame that makes no sense).

use std::io::{self, BufRead, Read as _};

/// What can be wrong with the row of frames.
#[derive(Debug)]
pub(super) enum FrameError {
    Io(io::Error),
    /// The file ends inside a frame.
    Cut,
    /// No such thing can stand in a row of frames.
    Nonsense(String),
}

impl From<io::Error> for FrameError {
    fn from(error: io::Error) -> FrameError {
        FrameError::Io(error)
    }
}

/// Wire types of the protocol buffers' format.
mod wire {
    pub(super) const VARINT: u64 = 0;
    pub(super) const EIGHT_BYTES: u64 = 1;
    pub(super) const BYTES: u64 = 2;
    pub(super) const FOUR_BYTES: u64 = 5;
}

/// Reads frames one after the other.
pub(super) struct Frames<R> {
    reader: R,
    /// Bytes read so far.
    at: u64,
    /// Bytes of the whole file.
    size: u64,
    buffer: Vec<u8>,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(reader: R, size: u64) -> Frames<R> {
        Frames { reader, at: 0, size, buffer: Vec::new() }
    }

    /// Where the next frame begins.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// The next frame of bytes: its field number and content. Numbers between them are passed over,
    /// because a later version of the format may add some.
    pub(super) fn next(&mut self) -> Result<Option<(u64, &[u8])>, FrameError> {
        loop {
            let Some(tag) = self.varint_or_end()? else { return Ok(None) };
            let (field, kind) = (tag >> 3, tag & 7);
            if field == 0 {
                return Err(FrameError::Nonsense("field 0 does not exist".to_owned()));
            }
            match kind {
                wire::VARINT => drop(self.varint()?),
                wire::EIGHT_BYTES => self.fill(8)?,
                wire::FOUR_BYTES => self.fill(4)?,
                wire::BYTES => {
                    let length = self.varint()?;
                    self.fill(length)?;
                    return Ok(Some((field, &self.buffer)));
                }
                other => {
                    return Err(FrameError::Nonsense(format!("wire type {other} is not in use")));
                }
            }
        }
    }

    /// Reads so many bytes into the buffer.
    fn fill(&mut self, length: u64) -> Result<(), FrameError> {
        // Asked before anything is allocated: a length may lie.
        if length > self.size.saturating_sub(self.at) {
            return Err(FrameError::Cut);
        }
        self.buffer.clear();
        let read = (&mut self.reader).take(length).read_to_end(&mut self.buffer)?;
        self.at += read as u64;
        if read as u64 == length { Ok(()) } else { Err(FrameError::Cut) }
    }

    fn varint(&mut self) -> Result<u64, FrameError> {
        self.varint_or_end()?.ok_or(FrameError::Cut)
    }

    /// A number of one to ten bytes; none if the file ends before it.
    fn varint_or_end(&mut self) -> Result<Option<u64>, FrameError> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let Some(&byte) = self.reader.fill_buf()?.first() else {
                return if shift == 0 { Ok(None) } else { Err(FrameError::Cut) };
            };
            self.reader.consume(1);
            self.at += 1;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(Some(value));
            }
        }
        Err(FrameError::Nonsense("a number of more than ten bytes".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: &str) {
        let mut frames = Frames::new(bytes, bytes.len() as u64);
        let mut seen = String::new();
        loop {
            match frames.next() {
                Ok(Some((field, content))) => seen.push_str(&format!("{field}:{content:?} ")),
                Ok(None) => break seen.push_str("end"),
                Err(FrameError::Cut) => break seen.push_str("cut"),
                Err(FrameError::Nonsense(_)) => break seen.push_str("nonsense"),
                Err(FrameError::Io(error)) => panic!("{error}"),
            }
        }
        assert_eq!(seen, expected, "{bytes:?}");
    }

    #[test]
    fn rows_of_frames() {
        check(&[], "end");
        check(&[0x0a, 2, 7, 8, 0x12, 0], "1:[7, 8] 2:[] end");
        check(&[0x0a, 2, 7], "cut");
        check(&[0x0a], "cut");
        check(&[0x0a, 0x80], "cut");
        check(&[0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1], "cut");
        // A number, eight bytes and four bytes are passed over.
        check(&[0x20, 5, 0x29, 1, 2, 3, 4, 5, 6, 7, 8, 0x2d, 1, 2, 3, 4, 0x0a, 1, 9], "1:[9] end");
        check(&[0x0b], "nonsense");
        check(&[0x02, 0], "nonsense");
        check(&[0xff; 11], "nonsense");
    }
}
