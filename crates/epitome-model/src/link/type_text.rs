//! The class a written type speaks of: `Optional["Foo"]`, `Foo | None`, `&mut Foo<T>`, `*pkg.Foo`.

use super::family::Family;

/// The names that a value of this type may be an instance of; usually one.
pub(super) fn class_names(text: &str, family: Family) -> Vec<&str> {
    let mut todo = vec![text];
    let mut names = Vec::new();
    while let Some(text) = todo.pop() {
        let text = strip(text);
        if text.is_empty() {
            continue;
        }
        let parts = split_union(text);
        if parts.len() > 1 {
            todo.extend(parts.into_iter().rev());
            continue;
        }
        match text.find(['[', '<']) {
            Some(open) if is_see_through(&text[..open], family) => {
                let inner = text[open + 1..].trim_end_matches([']', '>']);
                // Only the first argument of a wrapper is the value: `Annotated[Foo, …]`.
                let parts = split_top(inner, ',');
                let union = text[..open].ends_with("Union");
                todo.extend(parts.into_iter().take(if union { 8 } else { 1 }).rev());
            }
            Some(0) => {}
            Some(open) => names.push(text[..open].trim_end_matches("::")),
            None => names.push(text),
        }
    }
    names.retain(|name| {
        !matches!(
            *name,
            "None" | "null" | "undefined" | "void" | "never" | "any" | "Any" | "unknown" | "()"
        ) && name.starts_with(|c: char| c.is_alphabetic() || c == '_')
    });
    names
}

/// A wrapper whose methods are those of what it holds.
fn is_see_through(name: &str, family: Family) -> bool {
    match family {
        Family::Python => matches!(
            name.rsplit('.').next().unwrap_or(name),
            "Optional"
                | "Union"
                | "Annotated"
                | "Final"
                | "ClassVar"
                | "Type"
                | "type"
                | "Required"
                | "NotRequired"
        ),
        Family::Rust => matches!(
            name,
            "Box"
                | "Arc"
                | "Rc"
                | "Cow"
                | "MutexGuard"
                | "Ref"
                | "RefMut"
                | "RefCell"
                | "Mutex"
                | "RwLock"
                | "std::sync::Arc"
                | "std::rc::Rc"
        ),
        Family::Ecmascript => matches!(name, "Readonly" | "Partial" | "Required" | "NonNullable"),
        Family::Clike => {
            matches!(name, "std::unique_ptr" | "std::shared_ptr" | "unique_ptr" | "shared_ptr")
        }
        _ => false,
    }
}

fn strip(text: &str) -> &str {
    let mut text = text.trim().trim_matches(['"', '\'']).trim_end_matches(['?', '!']);
    loop {
        let before = text;
        text = text.trim_start_matches(['&', '*', '?', ':', ' ', '(']);
        for word in [
            "mut ",
            "const ",
            "dyn ",
            "impl ",
            "ref ",
            "readonly ",
            "struct ",
            "final ",
            "unsigned ",
        ] {
            text = text.strip_prefix(word).unwrap_or(text);
        }
        if let Some(rest) = text.strip_prefix('\'') {
            text = rest.split_once(' ').map_or("", |(_, rest)| rest);
        }
        text = text.trim_end_matches(['*', '&', ' ', ')']);
        if text == before {
            return text;
        }
    }
}

fn split_union(text: &str) -> Vec<&str> {
    split_top(text, '|')
}

pub(super) fn split_top(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0_i32;
    let mut start = 0;
    for (i, c) in text.char_indices() {
        match c {
            '[' | '<' | '(' | '{' => depth += 1,
            // The arrow of a function type closes nothing.
            '>' if text[..i].ends_with('=') => {}
            ']' | '>' | ')' | '}' => depth -= 1,
            c if c == separator && depth == 0 => {
                parts.push(&text[start..i]);
                start = i + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_through_their_wrappers() {
        fn check(text: &str, family: Family, expected: &[&str]) {
            assert_eq!(class_names(text, family), expected, "{text}");
        }
        check("Optional[\"Foo\"]", Family::Python, &["Foo"]);
        check("t.Union[A, b.C, None]", Family::Python, &["A", "b.C"]);
        check("Foo | None", Family::Python, &["Foo"]);
        check("list[Foo]", Family::Python, &["list"]);
        check("&'a mut Foo<T>", Family::Rust, &["Foo"]);
        check("Arc<dyn Foo>", Family::Rust, &["Foo"]);
        check("Option<Foo>", Family::Rust, &["Option"]);
        check("*gin.Context", Family::Go, &["gin.Context"]);
        check("Foo<Bar> | undefined", Family::Ecmascript, &["Foo"]);
        check("[]int", Family::Go, &[]);
        check("", Family::Go, &[]);
    }
}
