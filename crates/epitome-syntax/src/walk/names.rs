//! Names as written, cut into their parts.

use std::borrow::Cow;

use epitome_model::text::Text;

/// Longest name that is kept; a longer one is no name a person wrote.
pub(super) const NAME_CHARS: usize = 120;

/// `std::vector<int>::push` is `["std", "vector", "push"]`, by the language's separators.
pub(super) fn name_parts(text: &str, separators: &[String], silent: &[String]) -> Vec<Text> {
    // `"a.b"` and `[Symbol.iterator]` are one name each.
    if text.starts_with(['"', '\'', '[']) {
        return vec![clean_name(text.trim_matches(['"', '\'']))];
    }
    // A name in backticks is one name, whatever is in it.
    if text.starts_with('`') {
        let quotes_part = separators.iter().any(|separator| separator == "`");
        return vec![clean_name(if quotes_part { text.trim_matches('`') } else { text })];
    }
    // Most names are one word: no part to cut off, nothing to leave out.
    if text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !silent.iter().any(|s| s == text)
    {
        return if text.is_empty() { Vec::new() } else { vec![clean_name(text)] };
    }
    let plain = without_generics(text);
    let mut parts: Vec<&str> = vec![plain.as_ref()];
    for separator in separators {
        parts = parts.iter().flat_map(|part| part.split(separator.as_str())).collect();
    }
    parts
        .into_iter()
        .map(|part| part.trim())
        .filter(|part| !part.is_empty() && !silent.iter().any(|s| s == part))
        .map(clean_name)
        .collect()
}

/// The bare type a method hangs on: `&mut Foo<T>` is `Foo`.
pub(super) fn type_name(text: &str, separators: &[String]) -> Text {
    let plain = without_generics(text);
    let bare = plain
        .trim_start_matches(['&', '*', '(', ' ', '?', '['])
        .trim_start_matches("mut ")
        .trim_start_matches("dyn ")
        .trim_start_matches("const ");
    let bare = bare.split_whitespace().last().unwrap_or(bare);
    let mut last = bare.trim_start_matches(['&', '*', '[', ']']);
    last = last.split('[').next().unwrap_or(last);
    for separator in separators {
        last = last.rsplit(separator.as_str()).next().unwrap_or(last);
    }
    clean_name(last.trim_end_matches([')', ']', '?', '!']))
}

/// Without what stands in `<…>`, operators such as `operator<` left alone.
pub(super) fn without_generics(text: &str) -> Cow<'_, str> {
    // A name such as `=<<` is an operator.
    if !text.contains('<') || !text.contains(char::is_alphanumeric) {
        return Cow::Borrowed(text);
    }
    if let Some(at) = text.find("operator") {
        let head = &text[..at];
        return if head.is_empty() {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(without_generics(head).into_owned() + &text[at..])
        };
    }
    let mut depth = 0_u32;
    let mut out = String::with_capacity(text.len());
    let mut previous = ' ';
    for c in text.chars() {
        match c {
            '<' => depth += 1,
            '>' if previous != '-' && previous != '=' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
        previous = c;
    }
    if out.trim().is_empty() { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

/// One line, no control characters, bounded.
pub(super) fn clean_name(text: &str) -> Text {
    if text.len() <= NAME_CHARS && text.bytes().all(|b| matches!(b, b'!'..=b'~')) {
        return Text::from(text);
    }
    let folded = epitome_model::text::fold(text, NAME_CHARS);
    if folded.chars().any(char::is_control) {
        folded.chars().filter(|c| !c.is_control()).collect()
    } else {
        folded
    }
}

/// Whether a name is ALL CAPS (G42): at least one letter, and no lower-case one.
pub(super) fn is_all_caps(name: &str) -> bool {
    let mut letters = name.chars().filter(|c| c.is_alphabetic()).peekable();
    letters.peek().is_some() && letters.all(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_names_are_cut_into_parts() {
        fn check(text: &str, separators: &[&str], expected: &[&str]) {
            let separators: Vec<String> = separators.iter().map(|s| (*s).to_owned()).collect();
            let silent = vec!["prototype".to_owned()];
            assert_eq!(name_parts(text, &separators, &silent), expected, "{text}");
        }
        check("push", &["::"], &["push"]);
        check("std::vector<a::b>::push", &["::"], &["std", "vector", "push"]);
        check("Foo.prototype.bar", &["."], &["Foo", "bar"]);
        check("M:new", &[".", ":"], &["M", "new"]);
        check("operator<", &["::"], &["operator<"]);
        check("Map<a::b>::operator<", &["::"], &["Map", "operator<"]);
        check("a\nb", &[], &["a b"]);
    }

    #[test]
    fn types_are_bared() {
        fn check(text: &str, expected: &str) {
            let separators = vec!["::".to_owned(), ".".to_owned()];
            assert_eq!(type_name(text, &separators), expected, "{text}");
        }
        check("&mut Foo<T>", "Foo");
        check("*Engine", "Engine");
        check("a::b::C<D>", "C");
        check("*Stack[T]", "Stack");
        check("Foo?", "Foo");
    }

    // G42
    #[test]
    fn all_caps_names() {
        for (name, expected) in [
            ("MAX_SIZE", true),
            ("A1", true),
            ("Max", false),
            ("_", false),
            ("X", true),
            ("ÜBER", true),
        ] {
            assert_eq!(is_all_caps(name), expected, "{name}");
        }
    }
}
