//! Keeping every field within its bounds (O1, O4–O7), at a word's end.

/// Bounds are counted in UTF-16 units at the top, which is the strictest way of counting.
fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// At most `limit` units, cut after a word, with an ellipsis where something is missing.
pub(super) fn clipped(text: &str, limit: usize) -> String {
    if text.len() <= limit || units(text) <= limit {
        return text.to_owned();
    }
    let mut end = 0;
    let mut used = 0;
    let mut word_end = 0;
    for (at, c) in text.char_indices() {
        if used + c.len_utf16() > limit.saturating_sub(1) {
            break;
        }
        if c.is_whitespace() {
            word_end = at;
        }
        used += c.len_utf16();
        end = at + c.len_utf8();
    }
    let end = if word_end * 2 > end { word_end } else { end };
    let kept = text[..end].trim_end_matches([' ', ',', ';', ':', '-', '(']);
    let open_code = kept.matches('`').count() % 2 == 1;
    let kept =
        if open_code { kept.rfind('`').map_or(kept, |at| kept[..at].trim_end()) } else { kept };
    format!("{kept}…")
}

/// Whether the text is long enough.
pub(super) fn reaches(text: &str, least: usize) -> bool {
    text.chars().count() >= least
}

/// Whole sentences of `sentences` that fit into `limit` together; the first is cut if it must be.
pub(super) fn fitting<'a>(sentences: impl IntoIterator<Item = &'a str>, limit: usize) -> String {
    let mut out = String::new();
    for sentence in sentences {
        if out.is_empty() {
            out = clipped(sentence, limit);
        } else if out.len() + 1 + sentence.len() <= limit
            || units(&out) + 1 + units(sentence) <= limit
        {
            out.push(' ');
            out.push_str(sentence);
        } else {
            break;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_at_words() {
        let check =
            |text: &str, limit: usize, expected: &str| assert_eq!(clipped(text, limit), expected);
        check("one two three", 100, "one two three");
        check("one two three", 9, "one two…");
        check("abcdefghij", 5, "abcd…");
        check("see `one two` three", 10, "see…");
        check("😀😀😀😀", 5, "😀😀…");
    }

    #[test]
    fn keeps_whole_sentences() {
        assert_eq!(fitting(["One.", "Two is long.", "Three."], 12), "One.");
        assert_eq!(fitting(["One.", "Two."], 12), "One. Two.");
    }
}
