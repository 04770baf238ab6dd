//! The least of a scanner for C: what is a comment, a string, a directive, a word, a mark.

use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, keyword or number.
    Word,
    /// A string or character literal.
    Quoted,
    /// One other character.
    Mark(u8),
    /// A whole `#` line with its continuations.
    Directive,
}

#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) range: Range<usize>,
}

/// Tokens of `bytes` from `at` on; comments and white space are passed over.
pub(super) struct Scanner<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    line_start: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Self {
        Scanner { bytes, at, line_start: at == 0 || bytes.get(at - 1) == Some(&b'\n') }
    }

    fn skip_blank(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match (byte, self.bytes.get(self.at + 1)) {
                (b'\n', _) => {
                    self.line_start = true;
                    self.at += 1;
                }
                (b'/', Some(b'/')) => self.at = line_end(self.bytes, self.at),
                (b'/', Some(b'*')) => self.at = comment_end(self.bytes, self.at),
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }
}

impl Iterator for Scanner<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_blank();
        let start = self.at;
        let byte = *self.bytes.get(start)?;
        let (kind, end) = match byte {
            b'#' if self.line_start => (Kind::Directive, directive_end(self.bytes, start)),
            b'"' | b'\'' => (Kind::Quoted, quoted_end(self.bytes, start)),
            _ if is_word(byte) => {
                let rest = &self.bytes[start..];
                let end = start + rest.iter().position(|b| !is_word(*b)).unwrap_or(rest.len());
                match self.bytes.get(end) {
                    Some(b'"') if self.bytes[start..end].ends_with(b"R") && end - start <= 3 => {
                        (Kind::Quoted, raw_end(self.bytes, end))
                    }
                    // `1'000` is one number.
                    Some(b'\'') if byte.is_ascii_digit() => (Kind::Word, end + 1),
                    _ => (Kind::Word, end),
                }
            }
            _ => (Kind::Mark(byte), start + 1),
        };
        self.line_start = false;
        self.at = end;
        Some(Token { kind, range: start..end })
    }
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |i| at + i)
}

fn comment_end(bytes: &[u8], at: usize) -> usize {
    memchr::memmem::find(&bytes[at + 2..], b"*/").map_or(bytes.len(), |i| at + 2 + i + 2)
}

fn directive_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    loop {
        let stop = memchr::memchr2(b'\n', b'/', &bytes[end..]).map_or(bytes.len(), |i| end + i);
        if bytes[stop..].starts_with(b"/*") {
            end = comment_end(bytes, stop);
        } else if bytes.get(stop) == Some(&b'/') {
            end = stop + 1;
        } else {
            let line = &bytes[at..stop];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if stop < bytes.len() && line.ends_with(b"\\") {
                end = stop + 1;
            } else {
                return stop;
            }
        }
    }
}

/// A literal ends with its quote, or with its line where that is missing.
fn quoted_end(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let mut end = at + 1;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'\\' => end += 2,
            b'\n' => return end,
            _ if byte == quote => return end + 1,
            _ => end += 1,
        }
    }
    bytes.len()
}

/// `R"tag(…)tag"`, from its quote on.
fn raw_end(bytes: &[u8], quote: usize) -> usize {
    let Some(open) = memchr::memchr(b'(', &bytes[quote..]).filter(|&i| i <= 17) else {
        return quoted_end(bytes, quote);
    };
    let mut close = vec![b')'];
    close.extend_from_slice(&bytes[quote + 1..quote + open]);
    close.push(b'"');
    memchr::memmem::find(&bytes[quote..], &close).map_or(bytes.len(), |i| quote + i + close.len())
}
