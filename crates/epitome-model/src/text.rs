//! Short pieces of text, and how they are cut and folded.

use compact_str::CompactString;

/// A short piece of source text. Up to 24 bytes it needs no allocation, and most names, types and
/// literals are shorter than that: a million lines hold millions of them.
pub type Text = CompactString;

/// Runs of white space become one space, ends are trimmed, and the result is cut at `limit`
/// characters (an ellipsis marks the cut and counts as one of them).
#[must_use]
pub fn fold(text: &str, limit: usize) -> Text {
    let text = text.trim_ascii();
    // Most pieces are short and on one line already: those are copied whole.
    if text.len() <= limit && is_folded(text.as_bytes()) {
        return Text::from(text);
    }
    let room = text.len().min(limit);
    let mut out = if room > INLINE { Text::with_capacity(room) } else { Text::default() };
    let mut chars = 0;
    for word in text.split_whitespace() {
        let gap = usize::from(!out.is_empty());
        let count = if word.is_ascii() { word.len() } else { word.chars().count() };
        if chars + gap + count > limit {
            cut_word(word, gap, chars, limit, &mut out);
            return out;
        }
        if gap == 1 {
            out.push(' ');
        }
        out.push_str(word);
        chars += gap + count;
    }
    out
}

/// So many bytes need no allocation.
const INLINE: usize = 24;

/// As much of the word as there is room for, and the ellipsis.
fn cut_word(word: &str, gap: usize, mut chars: usize, limit: usize, out: &mut Text) {
    let mut gap = gap;
    for c in word.chars() {
        if chars + 1 + gap > limit {
            break;
        }
        if gap == 1 {
            out.push(' ');
        }
        out.push(c);
        chars += 1 + gap;
        gap = 0;
    }
    cut_last_for_ellipsis(out, chars, limit);
}

/// ASCII with single spaces only: nothing to fold.
fn is_folded(bytes: &[u8]) -> bool {
    let mut last = b'x';
    for &byte in bytes {
        let plain = matches!(byte, b'!'..=b'~') || (byte == b' ' && last != b' ');
        if !plain {
            return false;
        }
        last = byte;
    }
    true
}

fn cut_last_for_ellipsis(out: &mut Text, chars: usize, limit: usize) {
    if limit == 0 {
        return;
    }
    if chars == limit {
        out.pop();
    }
    out.push('…');
}

#[cfg(test)]
mod tests {
    use super::fold;

    fn check(input: &str, limit: usize, expected: &str) {
        assert_eq!(fold(input, limit), expected);
    }

    #[test]
    fn folds_and_cuts() {
        check("  a \n\t b  ", 10, "a b");
        check("abc", 3, "abc");
        check("abcd", 3, "ab…");
        check("ab cd", 3, "ab…");
        check("", 0, "");
        check("é é é", 4, "é é…");
        check("ab\ncd ef", 5, "ab c…");
        check("ab\ncd ef", 6, "ab cd…");
        check("ab\ncd ef", 7, "ab cd …");
        check("ab\ncdefgh", 3, "ab…");
        check("\u{a0}a\u{3000}b", 3, "a b");
    }
}
