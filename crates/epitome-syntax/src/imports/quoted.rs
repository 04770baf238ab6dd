//! Styles whose module is the first quoted string: `require("m")`, Go specs, `#include`.

use epitome_model::outline::Import;

use super::{as_alias, imported, module, split_outside};

pub(super) fn read(text: &str, bound_to: Option<&str>) -> Vec<Import> {
    let name = quoted(text).or_else(|| text.split_whitespace().nth(1)).unwrap_or("");
    if name.is_empty() {
        return Vec::new();
    }
    let name = name.trim_matches(['"', '\'', '(', ')', ';']);
    let mut import = module(name);
    // Ruby says with the verb that the path is relative.
    if text.starts_with("require_relative") && !name.starts_with('.') {
        import.module = format!("./{name}").into();
    }
    // `require __DIR__ . "/a.php"`.
    if name.starts_with('/') && (text.contains("__DIR__") || text.contains("__dirname")) {
        import.module = format!(".{name}").into();
    }
    // `const b = require("m").a`.
    if let Some((_, member)) = text.rsplit_once(").") {
        let alias = bound_to.map(str::trim).filter(|alias| *alias != member && is_name(alias));
        import.names.push(imported(member, alias));
        return vec![import];
    }
    match bound_to.map(str::trim) {
        // `const { a, b: c } = require("m")`.
        Some(pattern) if pattern.starts_with('{') => {
            let inner = pattern.trim_start_matches('{').trim_end_matches('}');
            for item in split_outside(inner, ',') {
                let (name, alias) = as_alias(item, ":");
                import.names.push(imported(name, alias));
            }
        }
        // `exports.x = require("m")` binds no name here.
        Some(alias) if is_name(alias) => import.alias = Some(alias.into()),
        _ => {}
    }
    vec![import]
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.contains(['.', '[', '{', '>'])
}

pub(super) fn read_go(text: &str) -> Vec<Import> {
    let Some(path) = quoted(text) else { return Vec::new() };
    let alias = text.split(['"', '`']).next().unwrap_or("").trim();
    let mut import = module(path);
    if alias == "." {
        import.names.push(imported("*", None));
    } else if !alias.is_empty() {
        import.alias = Some(alias.into());
    }
    vec![import]
}

pub(super) fn read_include(text: &str) -> Vec<Import> {
    let line = text.lines().next().unwrap_or("");
    if let (Some(open), Some(close)) = (line.find('<'), line.find('>'))
        && open < close
    {
        return vec![module(&line[open..=close])];
    }
    quoted(line).map(module).into_iter().collect()
}

fn quoted(text: &str) -> Option<&str> {
    let open = text.find(['"', '\'', '`'])?;
    let quote = text[open..].chars().next()?;
    let rest = &text[open + 1..];
    rest.find(quote).map(|close| &rest[..close])
}
