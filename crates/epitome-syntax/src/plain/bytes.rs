//! Steps over bytes that several formats share. All of them go forwards only.

use memchr::{memchr, memchr2, memchr3, memmem};

/// Where the line at `at` ends: its line feed, or the end of the text.
pub(crate) fn line_end(bytes: &[u8], at: usize) -> usize {
    let at = at.min(bytes.len());
    memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |n| at + n)
}

/// Where `needle` next stands, at `from` or later.
pub(crate) fn find(bytes: &[u8], from: usize, needle: &[u8]) -> Option<usize> {
    let from = from.min(bytes.len());
    memmem::find(&bytes[from..], needle).map(|n| from + n)
}

/// One past `needle`, or the end of the text where it does not come.
pub(crate) fn past(bytes: &[u8], from: usize, needle: &[u8]) -> usize {
    find(bytes, from, needle).map_or(bytes.len(), |n| n + needle.len())
}

/// One past the string whose opening quote stands at `at`. A backslash takes the next byte with it,
/// a line end too; otherwise a string that does not close ends with its line.
pub(crate) fn string_on_line(bytes: &[u8], at: usize) -> usize {
    let mut next = at + 1;
    loop {
        next = any_of(bytes, next, bytes[at], b'\\', b'\n');
        match bytes.get(next) {
            Some(b'\\') if bytes[next..].starts_with(b"\\\r\n") => next += 3,
            Some(b'\\') => next += 2,
            Some(b'\n') | None => return next,
            Some(_) => return next + 1,
        }
    }
}

/// One past the closing `quote`, over lines, for a string whose content begins at `from`; the end
/// of the text where it does not close.
pub(crate) fn string_over_lines(bytes: &[u8], from: usize, quote: u8, escapes: bool) -> usize {
    let mut next = from.min(bytes.len());
    loop {
        let escape = if escapes { b'\\' } else { quote };
        match memchr2(quote, escape, &bytes[next.min(bytes.len())..]) {
            None => return bytes.len(),
            Some(n) if bytes[next + n] == quote => return next + n + 1,
            Some(n) => next += n + 2,
        }
    }
}

/// The first of three bytes at `from` or later, or the end of the text.
pub(crate) fn any_of(bytes: &[u8], from: usize, a: u8, b: u8, c: u8) -> usize {
    let from = from.min(bytes.len());
    memchr3(a, b, c, &bytes[from..]).map_or(bytes.len(), |n| from + n)
}

/// The first byte at `from` or later that is no ASCII white space.
pub(crate) fn skip_space(bytes: &[u8], from: usize) -> usize {
    let from = from.min(bytes.len());
    bytes[from..].iter().position(|b| !b.is_ascii_whitespace()).map_or(bytes.len(), |n| from + n)
}

/// One past the last byte before `end` that is no ASCII white space, but not before `from`.
pub(crate) fn trim_end(bytes: &[u8], from: usize, end: usize) -> usize {
    bytes[from..end].iter().rposition(|b| !b.is_ascii_whitespace()).map_or(from, |n| from + n + 1)
}

/// Whether `word` stands at `at`, in any case of letters.
pub(crate) fn has_word(bytes: &[u8], at: usize, word: &str) -> bool {
    bytes.get(at..at + word.len()).is_some_and(|b| b.eq_ignore_ascii_case(word.as_bytes()))
}

/// At most the first `limit` bytes of `text`, cut between characters.
pub(crate) fn clip(text: &str, limit: usize) -> &str {
    &text[..text.floor_char_boundary(limit)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_at_their_quote_or_their_line() {
        let check = |text: &str, end| assert_eq!(string_on_line(text.as_bytes(), 0), end, "{text}");
        check(r#""ab" c"#, 4);
        check(r#""a\"b" c"#, 6);
        check("\"ab\nc\"", 3);
        check("\"a\\\nc\"", 6);
        check("\"a\\\r\nc\"", 7);
        check("\"", 1);
        check("\"\\", 2);
    }

    #[test]
    fn long_strings_pass_line_ends() {
        assert_eq!(string_over_lines(b"a\nb'c", 0, b'\'', false), 4);
        assert_eq!(string_over_lines(br"a\'b'c", 0, b'\'', true), 5);
        assert_eq!(string_over_lines(br"a\", 0, b'\'', true), 2);
    }

    #[test]
    fn clips_between_characters() {
        assert_eq!(clip("aé", 2), "a");
        assert_eq!(clip("aé", 3), "aé");
        assert_eq!(clip("aé", 9), "aé");
    }
}
