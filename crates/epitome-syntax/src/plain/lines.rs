//! Lines of a text with their places.

use std::ops::Range;

use epitome_model::span::Span;

use super::bytes::line_end;

/// One line, without its end (`\n` or `\r\n`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    /// Its first byte in the text.
    pub(crate) start: usize,
    /// What stands in it.
    pub(crate) text: &'t str,
}

impl<'t> Line<'t> {
    /// One past its last byte in the text.
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether nothing but white space stands in it.
    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim_start().is_empty()
    }

    /// The columns before its first word, a tab reaching to the next multiple of four, and the rest.
    pub(crate) fn indent(&self) -> (usize, &'t str) {
        let mut columns = 0;
        for (at, byte) in self.text.bytes().enumerate() {
            match byte {
                b' ' => columns += 1,
                b'\t' => columns += 4 - columns % 4,
                _ => return (columns, &self.text[at..]),
            }
        }
        (columns, "")
    }
}

/// The lines of a text, from a byte on. A clone looks ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'t> {
    text: &'t str,
    next: usize,
}

impl<'t> Lines<'t> {
    /// The lines from `start` on.
    pub(crate) fn new(text: &'t str, start: usize) -> Lines<'t> {
        Lines { text, next: start }
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        let start = self.next;
        if start >= self.text.len() {
            return None;
        }
        let end = line_end(self.text.as_bytes(), start);
        self.next = end + 1;
        let line = &self.text[start..end];
        let line =
            if end < self.text.len() { line.strip_suffix('\r').unwrap_or(line) } else { line };
        Some(Line { start, text: line })
    }
}

/// The end of the line before `at`, where nothing but white space stands before it on its own line;
/// `at` itself elsewhere.
pub(crate) fn end_before(text: &str, at: usize) -> usize {
    match text[..at].trim_end_matches([' ', '\t']).as_bytes() {
        [head @ .., b'\r', b'\n'] | [head @ .., b'\n'] => head.len(),
        [] => 0,
        _ => at,
    }
}

/// Adds line numbers to byte ranges, before which `offset` bytes without a line end stand.
pub(crate) fn with_lines(text: &str, ranges: &[Range<usize>], offset: usize) -> Vec<Span> {
    let mut spans = vec![Span::default(); ranges.len()];
    let mut places: Vec<(usize, usize, bool)> = Vec::with_capacity(ranges.len() * 2);
    for (n, range) in ranges.iter().enumerate() {
        places.extend([(range.start, n, true), (range.end, n, false)]);
    }
    places.sort_unstable();
    let (mut line, mut at) = (1, 0);
    for (place, n, is_start) in places {
        line += memchr::memchr_iter(b'\n', &text.as_bytes()[at..place]).count() as u32;
        at = place;
        let byte = (place + offset) as u32;
        let span = &mut spans[n];
        if is_start {
            (span.start_line, span.start_byte) = (line, byte);
        } else {
            (span.end_line, span.end_byte) = (line, byte);
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_standard_library() {
        for text in ["", "a", "a\n", "\n", "a\r\nb\r\n", "a\n\n b", "a\r", "\r\n\r"] {
            let ours: Vec<&str> = Lines::new(text, 0).map(|l| l.text).collect();
            assert_eq!(ours, text.lines().collect::<Vec<_>>(), "{text:?}");
        }
    }

    #[test]
    fn finds_the_end_of_the_line_before() {
        assert_eq!(end_before("a\r\n  b", 5), 1);
        assert_eq!(end_before("a\n\nb", 3), 2);
        assert_eq!(end_before("a b", 2), 2);
        assert_eq!(end_before("  a", 2), 0);
    }

    #[test]
    fn counts_columns() {
        let indent = |text| Line { start: 0, text }.indent();
        assert_eq!(indent("  a"), (2, "a"));
        assert_eq!(indent(" \ta"), (4, "a"));
        assert_eq!(indent("   "), (3, ""));
    }
}
