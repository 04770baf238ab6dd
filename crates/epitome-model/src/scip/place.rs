//! Places in a text, by line and column, and the bytes they mean.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A stretch of one line.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Place {
    /// The line, 1-based.
    pub line: u32,
    /// The first column, 0-based.
    pub column: u32,
    /// One past the last column.
    pub end_column: u32,
}

/// What a column counts.
///
/// It matters only behind a character that is not ASCII, where a wrong guess shifts the rest of the
/// line: such an occurrence then stands on no whole identifier and is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ColumnUnit {
    /// Bytes of UTF-8.
    Utf8,
    /// Units of UTF-16. The default, because the indexers that do not say are written in
    /// JavaScript.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

/// A text whose lines can be found.
pub struct Lines<'t> {
    text: &'t str,
    /// The first byte of each line.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Finds the lines of a text.
    #[must_use]
    pub fn new(text: &'t str) -> Lines<'t> {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The bytes of a place; none if the text has no such place.
    #[must_use]
    pub fn bytes(&self, place: Place, unit: ColumnUnit) -> Option<Range<usize>> {
        let index = usize::try_from(place.line.checked_sub(1)?).ok()?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).copied().unwrap_or(self.text.len());
        let line = &self.text[start..end];
        let first = start + byte_of(line, place.column, unit)?;
        let last = start + byte_of(line, place.end_column, unit)?;
        (first <= last).then_some(first..last)
    }

    /// The identifier that stands exactly at a place: not empty, and not a part of a longer one. Of
    /// `name as alias`, which scip-python takes for one place, the name.
    #[must_use]
    pub fn identifier(&self, place: Place, unit: ColumnUnit) -> Option<(Range<usize>, &'t str)> {
        let mut bytes = self.bytes(place, unit)?;
        if let Some(name) = self.text[bytes.clone()].find(" as ") {
            bytes.end = bytes.start + name;
        }
        let word = &self.text[bytes.clone()];
        let inner = unquoted(word);
        let whole = !inner.is_empty()
            && inner.chars().all(|c| is_word(c) || matches!(c, '#' | '-' | '?' | '!'))
            && self.cuts_no_word(&bytes);
        whole.then_some((bytes, inner))
    }

    /// Whether a place is in the text and neither begins nor ends inside a word.
    #[must_use]
    pub fn is_whole(&self, place: Place, unit: ColumnUnit) -> bool {
        self.bytes(place, unit).is_some_and(|bytes| self.cuts_no_word(&bytes))
    }

    fn cuts_no_word(&self, bytes: &Range<usize>) -> bool {
        [bytes.start, bytes.end].into_iter().all(|at| {
            let (before, after) = self.text.split_at(at);
            !(before.ends_with(is_word) && after.starts_with(is_word))
        })
    }
}

/// Whether a character may be part of a name.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// A name may be written as a string, or escaped because it is a keyword.
fn unquoted(word: &str) -> &str {
    let word = word.strip_prefix("r#").unwrap_or(word);
    for quote in ['"', '\'', '`'] {
        if let Some(inner) = word.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return inner;
        }
    }
    word
}

/// The byte at which a column of one line begins.
fn byte_of(line: &str, column: u32, unit: ColumnUnit) -> Option<usize> {
    let column = usize::try_from(column).ok()?;
    let before = &line.as_bytes()[..column.min(line.len())];
    if unit == ColumnUnit::Utf8 || before.is_ascii() {
        return line.is_char_boundary(column).then_some(column);
    }
    let mut count = 0;
    for (at, c) in line.char_indices() {
        if count >= column {
            return (count == column).then_some(at);
        }
        count += if unit == ColumnUnit::Utf16 { c.len_utf16() } else { 1 };
    }
    (count == column).then_some(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, (line, column, end_column): (u32, u32, u32), expected: [Option<&str>; 3]) {
        let lines = Lines::new(text);
        let place = Place { line, column, end_column };
        let units = [ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32];
        let found = units.map(|unit| lines.bytes(place, unit).map(|bytes| &text[bytes]));
        assert_eq!(found, expected, "{text:?} {place:?}");
    }

    #[test]
    fn columns_are_counted_in_the_unit_of_the_index() {
        check("ab\ncd ef\n", (2, 3, 5), [Some("ef"); 3]);
        check("ab\ncd ef", (2, 0, 5), [Some("cd ef"); 3]);
        check("é ef", (1, 2, 4), [Some(" e"), Some("ef"), Some("ef")]);
        check("😀 ef", (1, 3, 5), [None, Some("ef"), None]);
        check("😀 ef", (1, 5, 7), [Some("ef"), None, None]);
        check("é", (1, 0, 1), [None, Some("é"), Some("é")]);
    }

    #[test]
    fn places_outside_the_text_are_none() {
        for place in
            [(0, 0, 1), (3, 0, 1), (1, 0, 9), (1, 2, 1), (u32::MAX, 0, 0), (1, u32::MAX, u32::MAX)]
        {
            check("ab\ncd", place, [None; 3]);
        }
    }

    #[test]
    fn an_identifier_is_whole() {
        let lines = Lines::new("let foo_bar = 'baz'; r#type a as b");
        for (column, end_column, expected) in [
            (4, 11, Some("foo_bar")),
            (4, 7, None),
            (8, 11, None),
            (3, 11, None),
            (12, 13, None),
            (14, 19, Some("baz")),
            (21, 27, Some("type")),
            (4, 4, None),
            (28, 34, Some("a")),
        ] {
            let place = Place { line: 1, column, end_column };
            let found = lines.identifier(place, ColumnUnit::Utf16).map(|(_, name)| name);
            assert_eq!(found, expected, "{place:?}");
        }
    }
}
