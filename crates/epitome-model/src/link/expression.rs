//! A receiver's text, cut into the names and calls that it is a chain of.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Segment<'t> {
    pub(super) name: &'t str,
    pub(super) called: bool,
}

/// `a.b(c).d` in its parts; `None` for what is not a plain chain of names and calls.
pub(super) fn segments(expression: &str) -> Option<Vec<Segment<'_>>> {
    let mut rest = expression.trim();
    for word in ["await ", "new ", "&mut ", "&", "*", "(await "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$' || c == '@'))
            .unwrap_or(rest.len());
        if end == 0 {
            return None;
        }
        let name = &rest[..end];
        rest = rest[end..].trim_start();
        // Generic arguments: `Foo::<T>`, `Foo<T>(…)`.
        if let Some(open) = rest.strip_prefix("::<").or_else(|| rest.strip_prefix('<')) {
            rest = after_close(open, '<', '>')?;
        }
        let mut called = false;
        if let Some(open) = rest.strip_prefix('(') {
            rest = after_close(open, '(', ')')?;
            called = true;
        }
        rest = rest.trim_start_matches(['?', '!']).trim_start();
        if let Some(close) = rest.strip_prefix(')') {
            rest = close;
        }
        parts.push(Segment { name, called });
        let next = ["::", "->", "."].iter().find_map(|separator| rest.strip_prefix(separator));
        match next {
            Some(next) => rest = next.trim_start(),
            None if rest.is_empty() => break,
            None => return None,
        }
    }
    if parts.is_empty() { None } else { Some(parts) }
}

/// What stands behind the bracket that closes an open one.
fn after_close(text: &str, open: char, close: char) -> Option<&str> {
    let mut depth = 1_u32;
    for (i, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(&text[i + c.len_utf8()..]);
            }
        }
    }
    None
}

/// `(queue as Queue<T>)` is whatever it is said to be.
pub(super) fn cast_type(expression: &str) -> Option<&str> {
    let inner = expression.trim().strip_prefix('(')?.strip_suffix(')')?;
    let (value, ty) = inner.rsplit_once(" as ")?;
    (!value.contains(['(', ')']) && !ty.contains(['(', ')'])).then_some(ty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_cut_into_parts() {
        fn check(expression: &str, expected: Option<&str>) {
            let got = segments(expression).map(|parts| {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|p| format!("{}{}", p.name, if p.called { "()" } else { "" }))
                    .collect();
                parts.join(" ")
            });
            assert_eq!(got.as_deref(), expected, "{expression}");
        }
        check("a", Some("a"));
        check("a.b(c.d(), e).f", Some("a b() f"));
        check("Foo::<T>::new()", Some("Foo new()"));
        check("this.x?.y!.z", Some("this x y z"));
        check("(await foo()).bar", Some("foo() bar"));
        check("new Foo<T>(x)", Some("Foo()"));
        check("a[0].b", None);
        check("a + b", None);
        check("", None);
        check("(x)", None);
    }
}
