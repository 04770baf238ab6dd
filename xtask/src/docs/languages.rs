//! The page of languages, from the `language.toml` of each language's folder.

use anyhow::Context;
use toml::{Table, Value};

use crate::tree::Tree;

const FOLDERS: &str = "crates/epitome-syntax/languages";

const INTRODUCTION: &str = "\
<!-- Written by `cargo xtask docs`. Do not edit. -->

# Languages

*Deep*: functions, classes, calls, effects and comments, from a syntax tree. *Plain*: headings,
sections and keys. A function's complexity is one, plus one for each of its branches: the nodes
of the syntax tree listed here and, with `()`, calls of these names.
";

/// The page; nothing where there are no languages yet.
pub(super) fn page(tree: &Tree) -> anyhow::Result<Option<String>> {
    let mut rows = Vec::new();
    for folder in tree.folders_in(FOLDERS) {
        let path = format!("{FOLDERS}/{folder}/language.toml");
        if let Some(text) = tree.text(&path) {
            rows.push(row(folder, &text.parse().with_context(|| path.clone())?));
        }
    }
    if rows.is_empty() {
        return Ok(None);
    }
    rows.sort_by_key(|(name, _)| name.to_lowercase());
    let deep = rows.iter().filter(|(_, row)| row.contains("| deep |")).count();
    let mut page = format!("{INTRODUCTION}\n{deep} deep, {} plain.\n\n", rows.len() - deep);
    page.push_str("| language | depth | files | branches |\n|---|---|---|---|\n");
    for (_, row) in rows {
        page.push_str(&row);
    }
    Ok(Some(page))
}

/// The language's name and its row. A key that is missing leaves its cell empty: whether it is
/// needed is for the crate that loads the file to say.
fn row(folder: &str, table: &Table) -> (String, String) {
    let name = table.get("name").and_then(Value::as_str).unwrap_or(folder);
    let depth = if table.contains_key("grammar") { "deep" } else { "plain" };
    let endings = strings(table, "extensions").map(|ending| format!("`.{ending}`"));
    let names = strings(table, "filenames").map(|name| format!("`{name}`"));
    let files = endings.chain(names).collect::<Vec<_>>().join(" ");
    let nodes = strings(table, "branches").map(str::to_owned);
    let calls = strings(table, "branch_calls").map(|call| format!("{call}()"));
    let branches = nodes.chain(calls).map(|branch| format!("`{}`", branch.replace('|', "\\|")));
    let branches = branches.collect::<Vec<_>>().join(" ");
    (name.to_owned(), format!("| {name} | {depth} | {files} | {branches} |\n"))
}

fn strings<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = &'a str> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::File;

    #[test]
    fn a_row_for_each_folder_sorted_by_name() {
        let file = |folder: &str, text: &str| File {
            path: format!("{FOLDERS}/{folder}/language.toml"),
            text: text.to_owned(),
        };
        let tree = Tree::new(vec![
            file("zed", "name = \"Alpha\"\nextensions = [\"al\"]\nfilenames = [\"Alphafile\"]\n"),
            file(
                "ada",
                "name = \"beta\"\ngrammar = \"g\"\nextensions = [\"b\", \"bb\"]\nbranches = [\"if\", \"||\"]\n\
                 branch_calls = [\"cond\"]\n",
            ),
            file("odd", "extensions = 3\n"),
        ]);
        let page = page(&tree).unwrap().unwrap();
        let table = page.split_once("1 deep, 2 plain.\n\n").unwrap().1;
        assert_eq!(
            table,
            "| language | depth | files | branches |\n|---|---|---|---|\n\
             | Alpha | plain | `.al` `Alphafile` |  |\n\
             | beta | deep | `.b` `.bb` | `if` `\\|\\|` `cond()` |\n\
             | odd | plain |  |  |\n"
        );
    }

    #[test]
    fn a_broken_description_names_its_file() {
        let path = format!("{FOLDERS}/ada/language.toml");
        let error = page(&Tree::new(vec![File { path: path.clone(), text: "name =".into() }]));
        assert_eq!(error.unwrap_err().to_string(), path);
    }
}
