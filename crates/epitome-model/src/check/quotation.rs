//! Whether a quotation stands in a source, white space folded.
//!
//! Authors break long texts over lines, and each line then has its own marks: `//`, ` * `, a closing
//! and an opening quote. Between two words these count as white space, as long as a line ends
//! there. A backslash that only protects the next character is passed over.

/// Whether every piece of the quotation stands in the source. Pieces are what stands between
/// ellipses.
pub(super) fn is_quoted_from(source: &str, quotation: &str) -> bool {
    quotation.split('…').flat_map(|piece| piece.split("...")).all(|piece| {
        let piece = piece.trim();
        piece.is_empty()
            || stands_in(source, piece)
            || stands_in(source, piece.trim_end_matches(['.', ',', ';', ':', '!', '?']))
    })
}

fn stands_in(source: &str, piece: &str) -> bool {
    let anchor_end = piece
        .char_indices()
        .find(|&(_, c)| c.is_whitespace() || matches!(c, '"' | '\'' | '\\'))
        .map_or(piece.len(), |(at, c)| if at == 0 { c.len_utf8() } else { at });
    let anchor = &piece[..anchor_end];
    if anchor.is_empty() {
        return true;
    }
    let mut at = 0;
    while let Some(found) = source[at..].find(anchor) {
        let start = at + found;
        if matches_at(&source[start + anchor.len()..], &piece[anchor.len()..]) {
            return true;
        }
        at = start + anchor.chars().next().map_or(1, char::len_utf8);
    }
    false
}

/// Whether `rest` of a quotation goes on right here.
fn matches_at(mut source: &str, mut rest: &str) -> bool {
    while let Some(wanted) = rest.chars().next() {
        if wanted.is_whitespace() {
            rest = rest.trim_start();
            match skip_gap(source) {
                Some(after) => source = after,
                None => return false,
            }
            continue;
        }
        match source.chars().next() {
            Some(c) if c == wanted => {
                source = &source[c.len_utf8()..];
                rest = &rest[c.len_utf8()..];
            }
            Some('\\') => source = &source[1..],
            _ => return false,
        }
    }
    true
}

/// The source after the white space at its front; none where there is none.
fn skip_gap(source: &str) -> Option<&str> {
    let mut rest = source;
    loop {
        let trimmed = rest.trim_start();
        let blank = &rest[..rest.len() - trimmed.len()];
        if blank.contains('\n') {
            let marks = ['/', '*', '#', '-', ';', '!', '"', '\'', '`', '+', '\\', '.', '|', '%'];
            return Some(
                trimmed.trim_start_matches(|c: char| c.is_whitespace() || marks.contains(&c)),
            );
        }
        // The end of one line's piece of a longer text: `" +\n "`.
        let line = trimmed.split('\n').next().unwrap_or_default().trim_end();
        let is_end = !line.is_empty()
            && line.len() <= 6
            && line
                .chars()
                .all(|c| matches!(c, '"' | '\'' | '+' | '\\' | ' ' | '*' | '/' | ',' | '.'));
        if is_end && trimmed.len() > line.len() {
            rest = &trimmed[line.len()..];
            continue;
        }
        // `\n` and `\t` as written inside a text.
        if let Some(after) = trimmed.strip_prefix("\\n").or_else(|| trimmed.strip_prefix("\\t")) {
            return Some(after.trim_start());
        }
        return (trimmed.len() < source.len()).then_some(trimmed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(source: &str, quotation: &str, expected: bool) {
        assert_eq!(is_quoted_from(source, quotation), expected, "{quotation:?} in {source:?}");
    }

    #[test]
    fn white_space_line_marks_and_escapes_do_not_matter() {
        check("raise E(\"no such user\")", "no such user", true);
        check("raise E(\"no such\n   user\")", "no such user", true);
        check("// no such\n// user", "no such user", true);
        check("/* no such\n * user */", "no such user", true);
        check("f(\"no such \"\n  \"user\")", "no such user", true);
        check("f(\"no such \" +\n  \"user\")", "no such user", true);
        check("say \\\"hi\\\" now", "say \"hi\" now", true);
        check("\"one\\ntwo\"", "one two", true);
        check("no such user", "no such", true);
        check("no such user", "no … user", true);
        check("no such user", "no such user.", true);
        check("no such user", "no such role", false);
        check("nosuch user", "no such user", false);
        check("a no a no such", "no such", true);
        check("", "x", false);
        check("x", "", true);
    }

    proptest! {
        #[test]
        fn a_text_quotes_itself(text in "\\PC{0,60}") {
            prop_assert!(is_quoted_from(&text, &text));
        }

        #[test]
        fn never_panics(source in "[a\\\\\" \n*é]{0,30}", quotation in "[a\\\\\" \n*é]{0,12}") {
            let _ = is_quoted_from(&source, &quotation);
        }
    }
}
