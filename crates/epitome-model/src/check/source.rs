//! A text prepared so that questions about its lines are cheap: which names, which numbers, which
//! quotations stand where.

use super::number;
use super::table::{Table, hash};

/// A text with its lines, names and numbers.
#[derive(Debug)]
pub struct SourceText<'a> {
    text: &'a str,
    /// Where each line begins.
    starts: Vec<usize>,
    names: Table,
    numbers: Table,
}

impl<'a> SourceText<'a> {
    /// Reads the text once.
    #[must_use]
    pub fn new(text: &'a str) -> SourceText<'a> {
        let mut source = SourceText {
            text,
            starts: vec![0],
            names: Table::default(),
            numbers: Table::default(),
        };
        source.read();
        source.names.finish();
        source.numbers.finish();
        source
    }

    /// Number of lines; a line break at the end begins no new one.
    #[must_use]
    pub fn lines(&self) -> u32 {
        let open_end = self.starts.last().is_some_and(|&start| start < self.text.len());
        (self.starts.len() - usize::from(!open_end)) as u32
    }

    /// The text of the lines, which may lie outside.
    #[must_use]
    pub fn slice(&self, first: u32, last: u32) -> &'a str {
        let place = |line: u32| self.starts.get(line as usize).copied().unwrap_or(self.text.len());
        let start = place(first.max(1) - 1);
        self.text.get(start..place(last)).unwrap_or_default()
    }

    pub(super) fn has_name(&self, name: &str, first: u32, last: u32) -> bool {
        self.names.has(hash(name.as_bytes()), first, last)
    }

    pub(super) fn has_number(&self, value: f64, first: u32, last: u32) -> bool {
        self.numbers.has(number::key(value), first, last)
    }

    pub(super) fn line_of_number(&self, value: f64) -> Option<u32> {
        self.numbers.line_from(number::key(value), 1)
    }

    fn read(&mut self) {
        let bytes = self.text.as_bytes();
        let mut line = 1;
        let mut at = 0;
        while at < bytes.len() {
            match bytes[at] {
                b'\n' => {
                    at += 1;
                    line += 1;
                    self.starts.push(at);
                }
                b'0'..=b'9' => at = self.read_number(at, line),
                byte if starts_name(byte) => at = self.read_name(at, line),
                _ => at += 1,
            }
        }
    }

    fn read_name(&mut self, start: usize, line: u32) -> usize {
        let text = self.text;
        let end = name_end(text, start);
        if end == start {
            // A character that is no letter, such as a dash or an arrow.
            return start + text[start..].chars().next().map_or(1, char::len_utf8);
        }
        let name = &text[start..end];
        self.names.push(hash(name.as_bytes()), line);
        if name.bytes().any(|byte| byte.is_ascii_digit()) {
            self.take_digits(name, line);
        }
        end
    }

    /// `u64` speaks of 64 and `sha256` of 256.
    fn take_digits(&mut self, name: &str, line: u32) {
        for digits in name.split(|c: char| !c.is_ascii_digit()) {
            if let Ok(value) = digits.parse::<u32>() {
                self.numbers.push(number::key(f64::from(value)), line);
            }
        }
    }

    fn read_number(&mut self, start: usize, line: u32) -> usize {
        let bytes = self.text.as_bytes();
        let found = number::scan(bytes, start);
        let Some(value) = found.value else {
            self.take_digits(&self.text[start..found.end], line);
            return found.end;
        };
        self.numbers.push(number::key(value), line);
        if bytes[start..found.end].contains(&b',') {
            // `f(1,000)` is two arguments after all.
            self.take_digits(&self.text[start..found.end], line);
        }
        self.take_product(value, found.end, line);
        // A suffix such as `u8` or `ms` is no name.
        let mut end = found.end;
        while bytes.get(end).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
            end += 1;
        }
        end
    }

    /// `60 * 60` says 3600 and `1 << 20` says 1,048,576: what is written out is written.
    fn take_product(&mut self, first: f64, mut at: usize, line: u32) {
        let bytes = self.text.as_bytes();
        let mut value = first;
        for _ in 0..6 {
            let rest = self.text[at..].trim_start_matches([' ', '_']);
            let (operator, width) = match rest.as_bytes() {
                [b'*', b'*', ..] | [b'<', b'<', ..] => (rest.as_bytes()[0], 2),
                [b'*', ..] => (b'x', 1),
                _ => return,
            };
            let right = rest[width..].trim_start_matches(' ');
            if !right.starts_with(|c: char| c.is_ascii_digit()) {
                return;
            }
            let found = number::scan(bytes, self.text.len() - right.len());
            let Some(factor) = found.value else { return };
            value = match operator {
                b'*' => value.powf(factor.min(64.0)),
                b'<' => value * 2f64.powf(factor.min(64.0)),
                _ => value * factor,
            };
            self.numbers.push(number::key(value), line);
            at = found.end;
        }
    }
}

/// Whether a name may begin with this byte; bytes above ASCII are looked at again.
fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// Whether a character can stand in a name.
pub(super) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// One past the name that begins at `start`.
pub(super) fn name_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        if byte < 0x80 {
            if !(byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$') {
                break;
            }
            at += 1;
        } else {
            match text[at..].chars().next() {
                Some(c) if c.is_alphanumeric() => at += c.len_utf8(),
                _ => break,
            }
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_as_editors_do() {
        let lines = |text| SourceText::new(text).lines();
        assert_eq!(
            (lines(""), lines("a"), lines("a\n"), lines("a\n\n"), lines("a\nb")),
            (0, 1, 1, 2, 2)
        );
        assert_eq!(SourceText::new("a\nb\nc").slice(2, 2), "b\n");
        assert_eq!(SourceText::new("a\nb\nc").slice(2, 9), "b\nc");
        assert_eq!(SourceText::new("a\nb\nc").slice(0, 1), "a\n");
        assert_eq!(SourceText::new("a").slice(7, 3), "");
    }

    fn check_number(text: &str, value: f64, expected: bool) {
        assert_eq!(SourceText::new(text).has_number(value, 1, 1), expected, "{value} in {text:?}");
    }

    #[test]
    fn numbers_are_found_in_every_notation() {
        check_number("limit = 1_000", 1000.0, true);
        check_number("limit = 0x3E8;", 1000.0, true);
        check_number("// at most 1,000 users", 1000.0, true);
        check_number("f(1,000)", 1.0, true);
        check_number("day = 60 * 60 * 24", 86_400.0, true);
        check_number("day = 60 * 60 * 24", 3600.0, true);
        check_number("1 << 20", 1_048_576.0, true);
        check_number("2 ** 10", 1024.0, true);
        check_number("let x: u64", 64.0, true);
        check_number("5 * x", 10.0, false);
        check_number("x = 12", 2.0, false);
        check_number("wait(30ms)", 30.0, true);
    }

    #[test]
    fn names_are_whole() {
        let source = SourceText::new("naïve_plan – x1\nload_user()");
        assert!(source.has_name("naïve_plan", 1, 1) && source.has_name("x1", 1, 1));
        assert!(source.has_name("load_user", 2, 2) && !source.has_name("load_user", 1, 1));
        assert!(!source.has_name("load", 1, 2));
    }
}
