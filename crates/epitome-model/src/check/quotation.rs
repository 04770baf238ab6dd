//! Whether a quotation stands in a source, white space folded.
//!
//! Authors break long texts over lines, and each line then has its own marks: `//`, ` * `, a closing
//! and an opening quote. Between two words these count as white space, as long as a line ends
//! there. A backslash that only protects the next character is passed over, and so are the marks of
//! Markdown; all kinds of quotes are one.

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

/// How many characters are compared at one place before it is given up: no quotation is longer, and
/// a text made to confuse must not keep the checker busy.
const PATIENCE: u32 = 4096;

/// Whether `rest` of a quotation goes on right here.
fn matches_at(source: &str, rest: &str) -> bool {
    goes_on(source, rest, &mut { PATIENCE })
}

fn goes_on(mut source: &str, mut rest: &str, patience: &mut u32) -> bool {
    while let Some(wanted) = rest.chars().next() {
        if *patience == 0 {
            return false;
        }
        *patience -= 1;
        if wanted.is_whitespace() {
            rest = rest.trim_start();
            return [white_space(source), line_break(source), escape(source)]
                .into_iter()
                .flatten()
                .any(|after| goes_on(after, rest, patience));
        }
        match source.chars().next() {
            Some(c) if c == wanted || (is_quote(c) && is_quote(wanted)) => {
                source = &source[c.len_utf8()..];
                rest = &rest[wanted.len_utf8()..];
            }
            // Escapes, and the marks of Markdown and its kin.
            Some('\\' | '`' | '*') => source = &source[1..],
            _ => return false,
        }
    }
    true
}

/// One kind of quotes inside another is written with the other kind.
fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '“' | '”' | '‘' | '’')
}

/// The source after plain white space, and the marks that may close before it.
fn white_space(source: &str) -> Option<&str> {
    let marked = source.trim_start_matches(['`', '*']);
    let after = marked.trim_start();
    (after.len() < marked.len()).then_some(after)
}

/// The source after the end of a line and the marks on both sides of it: `" +⏎ "`, `⏎ * `.
fn line_break(source: &str) -> Option<&str> {
    let (end, next) = source.split_once('\n')?;
    let end = end.trim();
    let is_mark =
        |c: char| matches!(c, '"' | '\'' | '`' | '+' | '\\' | ' ' | '*' | '/' | ',' | '.' | '\r');
    let opens = |c: char| {
        c.is_whitespace() || is_mark(c) || matches!(c, '#' | '-' | ';' | '!' | '|' | '%' | '>')
    };
    (end.len() <= 6 && end.chars().all(is_mark)).then(|| next.trim_start_matches(opens))
}

/// The source after a `\n` or `\t` as written inside a text.
fn escape(source: &str) -> Option<&str> {
    let text = source.trim_start();
    text.strip_prefix("\\n").or_else(|| text.strip_prefix("\\t")).map(str::trim_start)
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
        check("pad = \" \",\n  x", "\" \"", true);
        check("Using ``async`` and *await*", "Using async and await", true);
        check("What does \"micro\" mean?", "What does 'micro' mean?", true);
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
