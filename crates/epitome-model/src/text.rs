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
    let mut out = Text::default();
    let mut chars = 0;
    let mut gap = false;
    for c in text.chars() {
        if c.is_whitespace() {
            gap = !out.is_empty();
            continue;
        }
        let need = 1 + usize::from(gap);
        if chars + need > limit {
            cut_last_for_ellipsis(&mut out, chars, limit);
            return out;
        }
        if gap {
            out.push(' ');
            gap = false;
        }
        out.push(c);
        chars += need;
    }
    out
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
    }
}
