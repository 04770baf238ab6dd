//! What a type parameter must be, as the header that declares it says.

use super::family::Family;

/// The bound of the type parameter `name`: `Trait` of `fn f<T: Trait>()` or of `where T: Trait`,
/// `Base` of `function f<T extends Base>()`.
pub(super) fn bound_of<'t>(signature: &'t str, name: &str, family: Family) -> Option<&'t str> {
    let mark = match family {
        Family::Rust => ":",
        Family::Ecmascript | Family::Jvm => " extends ",
        _ => return None,
    };
    if !name.starts_with(char::is_uppercase) || name.contains([':', '.']) {
        return None;
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    signature.match_indices(name).find_map(|(at, _)| {
        if signature[..at].ends_with(is_word) {
            return None;
        }
        let bound = signature[at + name.len()..].strip_prefix(mark)?;
        // `T::Item` is a path, and `'a` says how long and not what.
        let end = end_of(bound);
        let first = bound[..end]
            .split('+')
            .map(str::trim)
            .find(|part| !part.is_empty() && !part.starts_with(['\'', '?', ':']))?;
        Some(first)
    })
}

fn end_of(text: &str) -> usize {
    let mut depth = 0_u32;
    for (i, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' if depth > 0 => depth -= 1,
            '>' | ')' | ']' | ',' | '{' | '=' if depth == 0 => return i,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_off_headers() {
        fn check(signature: &str, family: Family, expected: Option<&str>) {
            assert_eq!(bound_of(signature, "T", family), expected, "{signature}");
        }
        check("fn f<T: Trait>(x: T)", Family::Rust, Some("Trait"));
        check("fn f<'a, T: 'a + Trait<X> + Send>(x: T)", Family::Rust, Some("Trait<X>"));
        check("fn f<T>(x: T) -> T::Item where T: Trait,", Family::Rust, Some("Trait"));
        check("fn f<T>(x: T) -> T::Item", Family::Rust, None);
        check("fn f<ST: Trait>(x: ST)", Family::Rust, None);
        check("function f<T extends Base<U>>(x: T)", Family::Ecmascript, Some("Base<U>"));
        check("def f(x: T)", Family::Python, None);
    }
}
