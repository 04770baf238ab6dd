//! `import` and `export … from` of JavaScript and TypeScript.

use epitome_model::outline::Import;

use super::{as_alias, imported, module, split_outside, without_comments};

pub(super) fn read(text: &str) -> Vec<Import> {
    let text = without_comments(text);
    let text = text.trim().trim_end_matches(';').trim();
    let Some((head, from)) = split_module(text) else { return Vec::new() };
    let mut import = module(from);
    let head = ["import", "export"].iter().find_map(|w| head.strip_prefix(w)).unwrap_or(head);
    let head = head.trim().strip_suffix("from").unwrap_or(head).trim();
    let head = head.strip_prefix("type ").or_else(|| head.strip_prefix("defer ")).unwrap_or(head);
    // TypeScript's `import a = require("m")`.
    if let Some(alias) =
        head.strip_suffix("require(").and_then(|head| head.trim().strip_suffix('='))
    {
        import.alias = Some(alias.trim().into());
        return vec![import];
    }
    for part in split_outside(head, ',') {
        if let Some(names) = part.strip_prefix('{') {
            for item in split_outside(names.trim_end_matches('}'), ',') {
                let (name, alias) = as_alias(item, " as ");
                import.names.push(imported(name.trim_start_matches("type ").trim(), alias));
            }
        } else if let Some(rest) = part.strip_prefix('*') {
            match as_alias(rest, "as ").1 {
                Some(alias) => import.alias = Some(alias.into()),
                None => import.names.push(imported("*", None)),
            }
        } else {
            import.names.push(imported("default", Some(part)));
        }
    }
    vec![import]
}

/// The text before the last quoted string, and the string.
fn split_module(text: &str) -> Option<(&str, &str)> {
    // Import attributes (`with { type: "json" }`) stand behind the module.
    let text = text.find(" with ").or_else(|| text.find(" assert ")).map_or(text, |i| &text[..i]);
    let close = text.rfind(['"', '\''])?;
    let quote = text[close..].chars().next()?;
    let open = text[..close].rfind(quote)?;
    Some((text[..open].trim(), &text[open + 1..close]))
}
