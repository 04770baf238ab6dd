//! CSV as RFC 4180 has it: a line of names, fields quoted where they must be, lines ended by CR LF.

use std::borrow::Cow;
use std::io::Write;

use super::ExportError;
use super::columns::{COLUMNS, Cell};
use super::documents::Chosen;

/// Stands between the items of a list. A `|` in an item is written `\|`, and `\` is written `\\`, so
/// the separator is never part of an item.
pub const LIST_SEPARATOR: &str = " | ";

pub(super) fn write(
    chosen: &Chosen<'_>,
    escape_formulas: bool,
    out: &mut dyn Write,
) -> Result<u64, ExportError> {
    let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
    let mut text = names.join(",") + "\r\n";
    let mut count = 0;
    for at in chosen.numbers() {
        out.write_all(text.as_bytes()).map_err(ExportError::Output)?;
        text.clear();
        let document = chosen.document(at?)?;
        for (at, column) in COLUMNS.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            let mut cell = plain((column.cell)(&document));
            if escape_formulas && is_formula(&cell) {
                cell = format!("'{cell}").into();
            }
            push_field(&mut text, &cell);
        }
        text.push_str("\r\n");
        count += 1;
    }
    out.write_all(text.as_bytes()).map_err(ExportError::Output)?;
    Ok(count)
}

/// A cell before quotes.
fn plain(cell: Cell<'_>) -> Cow<'_, str> {
    match cell {
        Cell::Nothing => "".into(),
        Cell::Text(text) => text.into(),
        Cell::Number(number) => number.to_string().into(),
        Cell::Flag(flag) => if flag { "true" } else { "false" }.into(),
        Cell::List(list) => joined(list).into(),
        Cell::Json(json) => json.into(),
    }
}

fn joined(list: &[String]) -> String {
    let item = |item: &String| item.replace('\\', "\\\\").replace('|', "\\|");
    list.iter().map(item).collect::<Vec<_>>().join(LIST_SEPARATOR)
}

/// What spreadsheets take for a formula when they open a file.
fn is_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

fn push_field(line: &mut String, field: &str) {
    let must = |c: char| matches!(c, '"' | ',' | '\r' | '\n');
    if field.contains(must) || field.starts_with(' ') || field.ends_with(' ') {
        line.push('"');
        line.push_str(&field.replace('"', "\"\""));
        line.push('"');
    } else {
        line.push_str(field);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        for (field, expected) in [
            ("", ""),
            ("plain", "plain"),
            ("a,b", "\"a,b\""),
            ("say \"a\"", "\"say \"\"a\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            (" edge", "\" edge\""),
            ("=1+1", "=1+1"),
        ] {
            let mut line = String::new();
            push_field(&mut line, field);
            assert_eq!(line, expected);
        }
    }

    #[test]
    fn formulas_are_known() {
        for (cell, expected) in
            [("=1", true), ("+1", true), ("-x", true), ("@a", true), ("a=1", false), ("", false)]
        {
            assert_eq!(is_formula(cell), expected, "{cell}");
        }
    }

    /// Takes a joined list apart as the documentation says.
    fn taken_apart(cell: &str) -> Vec<String> {
        let unescape = |item: &str| {
            let mut out = String::new();
            let mut chars = item.chars();
            while let Some(c) = chars.next() {
                out.push(if c == '\\' { chars.next().unwrap() } else { c });
            }
            out
        };
        cell.split(LIST_SEPARATOR).map(unescape).collect()
    }

    proptest! {
        #[test]
        fn a_joined_list_can_be_taken_apart(
            list in prop::collection::vec("[a| \\\\\\n]{0,6}", 1..6)
        ) {
            prop_assert_eq!(taken_apart(&joined(&list)), list);
        }
    }
}
