//! The page of the formats that `epitome export` writes, from the table of columns.

use epitome_engine::export::{COLUMNS, Column, Kind, LIST_SEPARATOR};

use crate::tree::Tree;

const SOURCE: &str = "crates/epitome-engine/src/export/columns.rs";

const INTRODUCTION: &str = "\
<!-- Written by `cargo xtask docs`. Do not edit. -->

# Formats of `epitome export`

The same index gives the same bytes in every format. Documents stand in the order of the index: files by
path, in a file its own document first, then by line; modules after all files.

- **jsonl**: the lines of `summary.jsonl`, byte for byte.
- **csv**: as RFC 4180 has it, in UTF-8, with a line of names and lines ended by CR LF. Cells are exactly
  what the index says. A spreadsheet may take a cell that begins with `=`, `+`, `-`, `@`, a tab or a return
  for a formula: open files of code you do not trust as text, or let `--escape-formulas` put a `'` before
  such cells, which are then no longer what the index says.
- **sqlite**: a table `documents`, with `id` as its key, and a table `about` (`key`, `value`) that names the
  generation, its time and its commit. With `--vectors` a table `vectors` (`id`, `side`, `dimensions`,
  `vector`), where `side` is `summary` or `code`.
- **parquet**: one flat table, plain values, not compressed; what `about` holds is in the metadata of the
  file. With `--vectors` the columns `summary_vector` and `code_vector`.

A vector is float32 numbers, little end first, of length one: `numpy.frombuffer(vector, \"<f4\")`. Modules
have no vector of code, placeholders none of their summary. The `embedder` in `about` made them; vectors of
different embedders cannot be compared.
";

/// The page; nothing where there is no export.
pub(super) fn page(tree: &Tree) -> anyhow::Result<Option<String>> {
    if tree.text(SOURCE).is_none() {
        return Ok(None);
    }
    let separator = LIST_SEPARATOR;
    let mut page = format!(
        "{INTRODUCTION}\n## Columns\n\nA *list* is a JSON list in SQLite and Parquet. In CSV its items are \
         joined by `{separator}`; a `|` in\nan item is written `\\|`, and `\\` is written `\\\\`. *JSON* is \
         JSON everywhere. Cells of columns marked\n*optional* may be empty: null in SQLite and Parquet.\n\n\
         | column | holds | means |\n|---|---|---|\n"
    );
    for Column { name, kind, optional, about, .. } in &COLUMNS {
        let kind = match kind {
            Kind::Text => "text",
            Kind::Number => "number",
            Kind::Flag => "true or false; 1 or 0 in SQLite",
            Kind::List => "list",
            Kind::Json => "JSON",
        };
        let optional = if *optional { ", optional" } else { "" };
        page.push_str(&format!("| `{name}` | {kind}{optional} | {about} |\n"));
    }
    Ok(Some(page))
}
