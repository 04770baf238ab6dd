//! Whether a name that stands in a text is called there.
//!
//! An index says which symbol a name means, not what is done with it. The text around the name
//! tells, in the same way in all languages that have indexers: a call has a parenthesis behind the
//! name, generics and the like between the two.

use std::ops::Range;

use super::place::is_word;

/// What a text does with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Usage {
    /// It calls it, or makes one of it.
    Called,
    /// It may be an element of markup, `<Name …>`: a call if the name is a function's, else a type.
    Tag,
    /// It names it.
    Named,
}

/// Longest list of type arguments that is looked through for the parenthesis behind it, in bytes.
const LONGEST_ARGUMENTS: usize = 400;

/// What the text does with the name at `name`.
pub(super) fn usage(text: &str, name: &Range<usize>) -> Usage {
    let (before, after) = (&text[..name.start], &text[name.end..]);
    if is_called(after) || follows_new(before) {
        Usage::Called
    } else if opens_tag(before, after) {
        Usage::Tag
    } else {
        Usage::Named
    }
}

fn is_called(after: &str) -> bool {
    // `f(`, `f (`, a tagged template, a macro, an optional call.
    let near = after.trim_start_matches([' ', '\t']);
    if near.starts_with('(') || after.starts_with('`') || after.starts_with("?.(") {
        return true;
    }
    if let Some(rest) = after.strip_prefix('!') {
        return rest.trim_start_matches([' ', '\t']).starts_with(['(', '[', '{']);
    }
    let generic = after.strip_prefix("::").unwrap_or(after);
    generic.starts_with('<') && behind_arguments(generic).is_some_and(|rest| rest.starts_with('('))
}

/// What follows `<…>`, if that reads as a list of types.
fn behind_arguments(text: &str) -> Option<&str> {
    let mut depth = 0_u32;
    let mut last = ' ';
    for (at, c) in text.char_indices().take_while(|&(at, _)| at < LONGEST_ARGUMENTS) {
        match c {
            '<' => depth += 1,
            // An arrow of a function type closes nothing.
            '>' if matches!(last, '=' | '-') => {}
            '>' if depth == 1 => return Some(&text[at + 1..]),
            '>' => depth -= 1,
            ';' if depth == 1 && !text[..at].contains('{') => return None,
            '&' | '|' if last == c => return None,
            _ => {}
        }
        last = c;
    }
    None
}

/// `new Name`, without a parenthesis.
fn follows_new(before: &str) -> bool {
    let trimmed = before.trim_end_matches([' ', '\t']);
    trimmed.len() < before.len()
        && trimmed
            .strip_suffix("new")
            .is_some_and(|rest| !rest.chars().next_back().is_some_and(|c| is_word(c) || c == '.'))
}

/// `<Name`, where the `<` opens no list of type arguments.
fn opens_tag(before: &str, after: &str) -> bool {
    before.strip_suffix('<').is_some_and(|rest| {
        !rest.chars().next_back().is_some_and(|c| is_word(c) || matches!(c, ')' | ':' | '<' | '.'))
    }) && after.starts_with([' ', '\n', '\r', '\t', '/', '>'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_told_by_the_text_around_the_name() {
        // The name is between the brackets 〔 and 〕.
        for (marked, expected) in [
            ("x = 〔f〕(1)", Usage::Called),
            ("x = a.〔f〕 (1)", Usage::Called),
            ("〔f〕<T>(1)", Usage::Called),
            ("〔f〕<Map<string, () => void>>(1)", Usage::Called),
            ("〔f〕<{ a: string; b: number }>(1)", Usage::Called),
            ("〔f〕::<Vec<_>>()", Usage::Called),
            ("〔f〕!(\"{}\", 1)", Usage::Called),
            ("〔f〕![1]", Usage::Called),
            ("〔f〕!.x", Usage::Named),
            ("if 〔f〕 != g", Usage::Named),
            ("a?.〔f〕?.(1)", Usage::Called),
            ("〔sql〕`select`", Usage::Called),
            ("new 〔Foo〕;", Usage::Called),
            ("renew 〔foo〕;", Usage::Named),
            ("return <〔Foo〕 a={1} />", Usage::Tag),
            ("(<〔Foo〕>", Usage::Tag),
            ("Array<〔Foo〕>", Usage::Named),
            ("f::<〔Foo〕>()", Usage::Named),
            ("map(〔f〕)", Usage::Named),
            ("@〔f〕\ndef g()", Usage::Named),
            ("x: 〔Foo〕 = (1)", Usage::Named),
            ("if 〔a〕 < b && c > (d)", Usage::Named),
            ("for (i = 0; 〔i〕 < n; i++) { a > (b) }", Usage::Named),
            ("〔f〕", Usage::Named),
            ("〔f〕<T", Usage::Named),
        ] {
            let start = marked.find('〔').unwrap();
            let end = marked.find('〕').unwrap() - '〔'.len_utf8();
            let text = marked.replace(['〔', '〕'], "");
            assert_eq!(usage(&text, &(start..end)), expected, "{marked}");
        }
    }
}
