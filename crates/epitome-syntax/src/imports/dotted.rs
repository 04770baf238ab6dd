//! Styles whose module is a path of names: Java, Kotlin, Scala, C#, PHP.

use epitome_model::outline::Import;

use super::{as_alias, imported, module, split_outside, without_comments};

/// `import static a.b.C.*;`, `import a.{b, c => d}`, `import a.b as c`.
pub(super) fn read(text: &str) -> Vec<Import> {
    let text = without_comments(text);
    let text = text.trim().trim_end_matches(';').trim();
    let Some(rest) = text.strip_prefix("import ") else { return Vec::new() };
    let rest = rest.trim().strip_prefix("static ").unwrap_or(rest);
    split_outside(rest, ',').into_iter().flat_map(|path| read_path(path, ".")).collect()
}

/// `using static A.B;`, `using X = A.B;`
pub(super) fn read_csharp(text: &str) -> Vec<Import> {
    let text = text.trim().trim_end_matches(';').trim();
    let text = text.strip_prefix("global ").unwrap_or(text).trim();
    let Some(rest) = text.strip_prefix("using ") else { return Vec::new() };
    let rest = rest.trim();
    if let Some(path) = rest.strip_prefix("static ") {
        return vec![Import { names: vec![imported("*", None)], ..module(path.trim()) }];
    }
    match rest.split_once('=') {
        Some((alias, path)) => {
            vec![Import { alias: Some(alias.trim().into()), ..module(path.trim()) }]
        }
        None => vec![module(rest)],
    }
}

/// `use A\B\{C, D as E};`
pub(super) fn read_php(text: &str) -> Vec<Import> {
    let text = text.trim().trim_end_matches(';').trim();
    let Some(rest) = text.strip_prefix("use ") else { return Vec::new() };
    let rest = rest.trim();
    let rest = ["function ", "const "].iter().find_map(|w| rest.strip_prefix(w)).unwrap_or(rest);
    split_outside(rest, ',').into_iter().flat_map(|path| read_path(path, "\\")).collect()
}

fn read_path(path: &str, separator: &str) -> Vec<Import> {
    if let Some((from, inner)) = path.split_once('{') {
        let from = from.trim().trim_end_matches(separator);
        let mut whole = module(from);
        let mut deeper = Vec::new();
        for item in split_outside(inner.trim_end().trim_end_matches('}'), ',') {
            let (name, alias) = alias_of(item);
            if name.contains(separator) {
                deeper.extend(read_path(&format!("{from}{separator}{item}"), separator));
            } else {
                whole.names.push(imported(star(name), alias));
            }
        }
        if !whole.names.is_empty() {
            deeper.insert(0, whole);
        }
        return deeper;
    }
    let (path, alias) = alias_of(path);
    let path = path.trim_start_matches(separator);
    match path.rsplit_once(separator) {
        Some((from, name)) => {
            vec![Import { names: vec![imported(star(name), alias)], ..module(from) }]
        }
        None => vec![Import { alias: alias.map(Into::into), ..module(path) }],
    }
}

fn alias_of(item: &str) -> (&str, Option<&str>) {
    let (name, alias) = as_alias(item, " as ");
    if alias.is_some() { (name, alias) } else { as_alias(item, "=>") }
}

fn star(name: &str) -> &str {
    if matches!(name, "*" | "_" | "given") { "*" } else { name }
}
