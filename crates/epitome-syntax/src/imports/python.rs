//! `import a.b as c` and `from .a import b as c, d`.

use epitome_model::outline::Import;

use super::{as_alias, imported, module, split_outside, without_comments};

pub(super) fn read(text: &str) -> Vec<Import> {
    let text = without_comments(text);
    let text = text.replace(['\\', '\n', '\r'], " ");
    let text = text.trim();
    if let Some(rest) = text.strip_prefix("from ") {
        let (from, names) = rest.split_once("import").unwrap_or((rest, ""));
        let names = names.trim().trim_start_matches('(').trim_end_matches(')');
        let mut import = module(&from.replace(' ', ""));
        for name in split_outside(names, ',') {
            let (name, alias) = as_alias(name, " as ");
            import.names.push(imported(name, alias));
        }
        return vec![import];
    }
    let rest = text.strip_prefix("import ").unwrap_or("");
    split_outside(rest, ',')
        .into_iter()
        .map(|item| {
            let (name, alias) = as_alias(item, " as ");
            Import { alias: alias.map(Into::into), ..module(name) }
        })
        .collect()
}
