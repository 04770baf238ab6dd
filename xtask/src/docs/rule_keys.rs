//! The page of keys that a `language.toml` may have, from the structs that read it.

use crate::tree::Tree;

const SOURCE: &str = "crates/epitome-syntax/src/rules/mod.rs";

const INTRODUCTION: &str = "\
<!-- Written by `cargo xtask docs`. Do not edit. -->

# Keys of `language.toml`

A list names node kinds of the grammar unless it says otherwise. A *path* leads from a node to one of
its parts: alternatives are parted by `|` and tried in order, steps by `/`; a step is a field
(`name`), the first child of a kind (`#identifier`), the first or last named child (`#*`, `#-1`), or
the node itself (`.`); see `crates/epitome-syntax/src/rules/path.rs` for the rest.
`cargo xtask language <name> --tree FILE` shows the nodes and fields of a file.
";

/// The page; nothing where the source does not exist yet.
pub(super) fn page(tree: &Tree) -> anyhow::Result<Option<String>> {
    let Some(source) = tree.text(SOURCE) else { return Ok(None) };
    let mut page = INTRODUCTION.to_owned();
    for table in tables(source) {
        page.push_str(&format!(
            "\n## {}\n\n{}\n\n| key | means |\n|---|---|\n",
            table.title, table.doc
        ));
        for (key, doc) in table.keys {
            page.push_str(&format!("| `{key}` | {doc} |\n"));
        }
    }
    Ok(Some(page))
}

struct Table {
    title: String,
    doc: String,
    keys: Vec<(String, String)>,
}

/// The structs of the file with the comments on their fields.
fn tables(source: &str) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut doc = String::new();
    let mut renamed = None;
    for line in source.lines() {
        let line = line.trim();
        if let Some(text) = line.strip_prefix("///") {
            if !doc.is_empty() {
                doc.push(' ');
            }
            doc.push_str(text.trim());
        } else if let Some(name) = line.strip_prefix("#[serde(rename = \"") {
            renamed = name.split('"').next().map(str::to_owned);
        } else if let Some(rest) = line.strip_prefix("pub(crate) struct ") {
            let title = rest.trim_end_matches(" {").to_owned();
            tables.push(Table {
                title: title_of(&title),
                doc: std::mem::take(&mut doc),
                keys: Vec::new(),
            });
        } else if let Some((name, _)) =
            line.strip_prefix("pub(crate) ").and_then(|rest| rest.split_once(':'))
            && let Some(table) = tables.last_mut()
        {
            let key = renamed.take().unwrap_or_else(|| name.to_owned());
            table.keys.push((key, std::mem::take(&mut doc).replace('|', "\\|")));
        } else if !line.starts_with("#[") {
            doc.clear();
        }
    }
    tables
}

fn title_of(name: &str) -> String {
    match name {
        "LanguageFile" => "The file".to_owned(),
        "WhenText" => "`when = { … }`".to_owned(),
        "ValueRuleText" => {
            "`[[return]]`, `[[raise]]`, `[[base]]`, `[[write]]`, `[[guard]]`, `[[loop]]`".to_owned()
        }
        "NamedRuleText" => {
            "`[[binding]]`, `[[field]]`, `[[global]]`, `[[keyed]]`, `[[export]]`".to_owned()
        }
        name => match name.strip_suffix("RuleText") {
            Some(rule) => format!("`[[{}]]`", rule.to_lowercase()),
            None => {
                let table = name.trim_end_matches("Rules").to_lowercase();
                format!("`[{}]`", if table == "comment" { "comments" } else { &table })
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_with_their_comments() {
        let source = "/// A whole file.\n#[derive(Debug)]\npub(crate) struct LanguageFile {\n    /// Its\n    /// name.\n    pub(crate) name: String,\n\n    /// Back.\n    #[serde(rename = \"return\")]\n    pub(crate) returned: Vec<X>,\n}\n";
        let tables = tables(source);
        assert_eq!(tables.len(), 1);
        assert_eq!(
            (tables[0].title.as_str(), tables[0].doc.as_str()),
            ("The file", "A whole file.")
        );
        let keys: Vec<(&str, &str)> =
            tables[0].keys.iter().map(|(k, d)| (k.as_str(), d.as_str())).collect();
        assert_eq!(keys, [("name", "Its name."), ("return", "Back.")]);
    }

    #[test]
    fn every_key_is_explained() {
        let source = include_str!("../../../crates/epitome-syntax/src/rules/mod.rs");
        for table in tables(source) {
            assert!(!table.doc.is_empty(), "{} has no comment", table.title);
            for (key, doc) in table.keys {
                assert!(!doc.is_empty(), "`{key}` of {} has no comment", table.title);
            }
        }
    }
}
