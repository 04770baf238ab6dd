//! Styles read word by word: Elixir, Haskell, Swift.

use epitome_model::outline::Import;

use super::{imported, module, split_outside};

/// `alias A.B, as: C`, `alias A.{B, C}`, `import A, only: […]`, `use A`, `require A`.
pub(super) fn read_elixir(text: &str) -> Vec<Import> {
    let Some((verb, rest)) = text.trim().split_once([' ', '(']) else { return Vec::new() };
    let rest = rest.trim().trim_end_matches(')');
    let parts = split_outside(rest, ',');
    let Some(&path) = parts.first() else { return Vec::new() };
    if let Some((from, inner)) = path.split_once(".{") {
        return split_outside(inner.trim_end_matches('}'), ',')
            .into_iter()
            .map(|name| module(&format!("{from}.{name}")))
            .collect();
    }
    let mut import = module(path);
    import.alias =
        parts.iter().find_map(|p| p.strip_prefix("as:")).map(|alias| alias.trim().into());
    if matches!(verb, "import" | "use") {
        import.names.push(imported("*", None));
    }
    vec![import]
}

/// `import qualified A.B as C (d, e)`, `import A hiding (b)`.
pub(super) fn read_haskell(text: &str) -> Vec<Import> {
    let (head, list) = match text.split_once('(') {
        Some((head, list)) => (head, Some(list.trim().trim_end_matches(')'))),
        None => (text, None),
    };
    let mut words = head.split_whitespace().filter(|word| {
        !matches!(*word, "import" | "qualified" | "safe") && !word.starts_with(['"', '{', '#'])
    });
    let Some(name) = words.next() else { return Vec::new() };
    let mut import = module(name);
    let mut hiding = false;
    while let Some(word) = words.next() {
        match word {
            "as" => import.alias = words.next().map(Into::into),
            "hiding" => hiding = true,
            _ => {}
        }
    }
    match list {
        Some(list) if !hiding => {
            for item in split_outside(list, ',') {
                let item = item.strip_prefix("type ").unwrap_or(item);
                let name = if item.starts_with('(') {
                    item
                } else {
                    item.split('(').next().unwrap_or(item)
                };
                import.names.push(imported(name.trim(), None));
            }
        }
        _ => import.names.push(imported("*", None)),
    }
    vec![import]
}

/// `@testable import struct A.B`.
pub(super) fn read_swift(text: &str) -> Vec<Import> {
    const KINDS: [&str; 8] =
        ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"];
    let mut words = text.split_whitespace().skip_while(|word| *word != "import").skip(1).peekable();
    let narrow = words.peek().is_some_and(|word| KINDS.contains(word));
    if narrow {
        words.next();
    }
    let Some(path) = words.next() else { return Vec::new() };
    match path.rsplit_once('.') {
        Some((from, name)) if narrow => {
            vec![Import { names: vec![imported(name, None)], ..module(from) }]
        }
        _ => vec![module(path)],
    }
}
