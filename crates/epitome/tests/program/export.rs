//! `export`: every format holds what the index holds, and nothing is overwritten unasked.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::kit::{epitome, json as call_json, stderr, stdout, tree};

/// Names and words that a careless writer breaks on.
const HARD: [(&str, &str); 4] = [
    ("README.md", "# Shop\n\nSells \"lamps\", and more.\n"),
    (
        "shop/cart.py",
        "\"\"\"The cart, with \"quotes\" and commas.\"\"\"\nfrom shop.price import price_of\n\n\nclass Cart:\n    \"\"\"Holds goods, one at a time | or many.\"\"\"\n\n    def total(self, goods: list, limit: int = 10) -> int:\n        \"\"\"Adds up the prices; a\\\\b, \\\"c\\\".\"\"\"\n        if not goods:\n            raise ValueError(\"cart is empty\")\n        total = 0\n        for good in goods:\n            total += price_of(good)\n        return min(total, limit)\n",
    ),
    (
        "shop/price.py",
        "def price_of(good):\n    \"\"\"=SUM(A1) is what a spreadsheet would compute for the price.\"\"\"\n    price = good.price\n    if price < 0:\n        raise ValueError(\"negative\")\n    return price\n\n\ndef tiny():\n    return 1\n",
    ),
    ("größe,x.py", "def größe(x):\n    \"\"\"Misst die Größe – 大きさ.\"\"\"\n    return len(x)\n"),
];

fn indexed() -> tempfile::TempDir {
    let folder = tree(&HARD);
    assert_eq!(epitome(&["index"], folder.path()).status.code(), Some(0));
    folder
}

/// What `export` writes to standard output.
fn exported(args: &[&str], folder: &Path) -> Vec<u8> {
    let output = epitome(&[&["export"], args].concat(), folder);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    output.stdout
}

fn documents(folder: &Path) -> Vec<Value> {
    let lines = String::from_utf8(exported(&["--format", "jsonl"], folder)).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn json_lines_are_those_of_the_index() {
    let folder = indexed();
    let summaries = folder.path().join(".epitome/summary_index_function_level");
    let repository = fs::read_dir(summaries).unwrap().next().unwrap().unwrap().path();
    let lines = fs::read(repository.join("summary.jsonl")).unwrap();
    assert_eq!(exported(&["--format", "jsonl"], folder.path()), lines);
    let some =
        exported(&["--format", "jsonl", "--type", "class", "--type", "module"], folder.path());
    let kinds: Vec<String> = String::from_utf8(some)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["type"].as_str().unwrap().into())
        .collect();
    assert_eq!(kinds, ["class", "module", "module"]);
}

#[test]
fn the_same_index_gives_the_same_bytes() {
    let folder = indexed();
    for format in ["jsonl", "csv", "sqlite", "parquet"] {
        let first = exported(&["--format", format], folder.path());
        assert_eq!(first, exported(&["--format", format], folder.path()), "{format}");
        let args = ["export", "--format", format, "--out", "../same.tmp", "--force"];
        let inside = folder.path().join("shop");
        let output = epitome(&[&args[..], &["--root", ".."]].concat(), &inside);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(first, fs::read(folder.path().join("same.tmp")).unwrap(), "{format}");
        fs::remove_file(folder.path().join("same.tmp")).unwrap();
    }
    for format in ["sqlite", "parquet"] {
        let args = ["--format", format, "--vectors"];
        assert_eq!(exported(&args, folder.path()), exported(&args, folder.path()), "{format}");
    }
}

/// RFC 4180, read strictly: lines end with CR LF, quotes are doubled.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match (quoted, c) {
            (true, '"') if chars.next_if_eq(&'"').is_some() => field.push('"'),
            (true, '"') => quoted = false,
            (true, c) => field.push(c),
            (false, '"') => {
                assert!(field.is_empty(), "a quote inside a field that has none around it");
                quoted = true;
            }
            (false, ',') => row.push(std::mem::take(&mut field)),
            (false, '\r') => {
                assert_eq!(chars.next(), Some('\n'));
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            (false, c) => field.push(c),
        }
    }
    assert!(row.is_empty() && field.is_empty() && !quoted);
    rows
}

/// A document as a row with one text a column; lists as the documentation says.
fn csv_cell(document: &Value, column: &str) -> String {
    let value = match column {
        "backend" | "model" | "prompt" => &document["provenance"][column],
        "called_by" | "calls" => &document["context"][column],
        _ => &document[column],
    };
    let item = |item: &Value| item.as_str().unwrap().replace('\\', "\\\\").replace('|', "\\|");
    match (column, value) {
        ("inputs" | "citations", Value::Null) => "[]".to_owned(),
        (_, Value::Null) => String::new(),
        ("inputs" | "citations" | "returns", json) => json.to_string(),
        (_, Value::Array(list)) => list.iter().map(item).collect::<Vec<_>>().join(" | "),
        (_, Value::String(text)) => text.clone(),
        (_, other) => other.to_string(),
    }
}

#[test]
fn csv_holds_every_field() {
    let folder = indexed();
    let rows = read_csv(&String::from_utf8(exported(&["--format", "csv"], folder.path())).unwrap());
    let documents = documents(folder.path());
    assert_eq!(rows.len(), documents.len() + 1);
    let unordered = |json: &str| serde_json::from_str::<Value>(json).ok();
    for (row, document) in rows[1..].iter().zip(&documents) {
        for (column, cell) in rows[0].iter().zip(row) {
            let expected = csv_cell(document, column);
            match column.as_str() {
                // The order of an object's keys is not what is tried here.
                "inputs" | "citations" | "returns" => {
                    assert_eq!(unordered(cell), unordered(&expected), "{column}");
                }
                _ => assert_eq!(*cell, expected, "{column} of {}", document["id"]),
            }
        }
    }
}

#[test]
fn formulas_are_left_alone_unless_asked() {
    let folder = indexed();
    let column = |args: &[&str]| -> Vec<String> {
        let text =
            String::from_utf8(exported(&[&["--format", "csv"], args].concat(), folder.path()));
        let rows = read_csv(&text.unwrap());
        let at = rows[0].iter().position(|name| name == "summary").unwrap();
        rows.iter().map(|row| row[at].clone()).collect()
    };
    let (plain, escaped) = (column(&[]), column(&["--escape-formulas"]));
    assert!(plain.iter().any(|cell| cell.starts_with("=SUM(A1)")), "{plain:?}");
    assert!(!escaped.iter().any(|cell| cell.starts_with('=')));
    assert!(escaped.iter().any(|cell| cell.starts_with("'=SUM(A1)")));
    let others = |cells: &[String]| -> Vec<String> {
        cells.iter().map(|cell| cell.trim_start_matches('\'').to_owned()).collect()
    };
    assert_eq!(others(&plain), others(&escaped));
}

#[test]
fn a_database_holds_every_field_and_the_vectors() {
    let folder = indexed();
    let told = call_json(
        &["export", "--format", "sqlite", "--vectors", "--out", "index.sqlite", "--json"],
        folder.path(),
    );
    let documents = documents(folder.path());
    assert_eq!(told["documents"], documents.len());
    assert_eq!(told["index"]["fresh"], true);
    let file = folder.path().join("index.sqlite");
    assert_eq!(told["bytes"], fs::metadata(&file).unwrap().len());
    let database = Connection::open(&file).unwrap();
    let mut read = database.prepare("SELECT * FROM documents ORDER BY rowid").unwrap();
    let names: Vec<String> = read.column_names().map(Into::into).collect();
    let rows = read.query_map([], |row| {
        let value = |at: usize| {
            Ok(match row.get_ref(at)? {
                rusqlite::types::ValueRef::Null => Value::Null,
                rusqlite::types::ValueRef::Integer(number) => number.into(),
                other => String::from_utf8(other.as_bytes()?.to_vec()).unwrap().into(),
            })
        };
        (0..names.len()).map(value).collect::<rusqlite::Result<Vec<Value>>>()
    });
    let rows: Vec<Vec<Value>> = rows.unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), documents.len());
    for (row, document) in rows.iter().zip(&documents) {
        let cell = |name: &str| &row[names.iter().position(|other| other == name).unwrap()];
        assert_eq!(*document, restored(document, &cell), "{}", document["id"]);
    }
    let vectors = "SELECT count(*), min(length(vector)), max(length(vector)), max(dimensions) \
                   FROM vectors JOIN documents USING (id)";
    let (count, least, most, dimensions): (i64, i64, i64, i64) = database
        .query_row(vectors, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        .unwrap();
    assert_eq!((least, most), (4 * dimensions, 4 * dimensions));
    // Every document but modules has a vector of its code, every one but placeholders of its summary.
    let is = |document: &&Value, key: &str, what: Value| document[key] == what;
    let modules = documents.iter().filter(|d| is(d, "type", json!("module"))).count();
    let placeholders = documents.iter().filter(|d| is(d, "is_placeholder", json!(true))).count();
    assert!(modules > 0 && placeholders > 0);
    assert_eq!(count as usize, 2 * documents.len() - modules - placeholders);
}

/// The document that a row of the database tells of; which fields it has is taken from `like`.
fn restored<'a>(like: &Value, cell: &impl Fn(&str) -> &'a Value) -> Value {
    let mut whole = like.clone();
    for (name, value) in whole.as_object_mut().unwrap() {
        *value = match (name.as_str(), &*value) {
            ("provenance" | "context", parts) => {
                let part = |key: &String| match cell(key) {
                    Value::String(text) if name == "context" => serde_json::from_str(text).unwrap(),
                    other => other.clone(),
                };
                let parts = parts.as_object().unwrap().keys();
                parts.map(|key| (key.clone(), part(key))).collect()
            }
            (_, Value::Array(_) | Value::Object(_)) => {
                serde_json::from_str(cell(name).as_str().unwrap()).unwrap()
            }
            (_, Value::Bool(_)) => json!(*cell(name) == json!(1)),
            _ => cell(name).clone(),
        };
    }
    whole
}

#[test]
fn pyarrow_and_duckdb_read_what_is_written() {
    let Some(python) = std::env::var_os("EPITOME_CI_PARQUET").filter(|python| !python.is_empty())
    else {
        // Not `eprintln`, which the test runner keeps to itself.
        let why =
            "EPITOME_CI_PARQUET is not set; `.ci/parquet` installs one and prints its program";
        writeln!(std::io::stderr(), "skipped pyarrow_and_duckdb_read_what_is_written: {why}")
            .unwrap();
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/open_parquet.py");
    for kinds in [&[][..], &["--type", "class"], &["--type", "module"]] {
        let folder = indexed();
        for (format, file) in [("parquet", "x.parquet"), ("jsonl", "x.lines")] {
            let vectors = if format == "parquet" { &["--vectors"][..] } else { &[] };
            let bytes = exported(&[&["--format", format], kinds, vectors].concat(), folder.path());
            fs::write(folder.path().join(file), bytes).unwrap();
        }
        let output = Command::new(&python)
            .args([script.as_os_str(), "x.parquet".as_ref(), "x.lines".as_ref(), "256".as_ref()])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    }
}

#[test]
fn a_file_that_is_there_is_kept() {
    let folder = indexed();
    let out = folder.path().join("x.csv");
    fs::write(&out, "mine").unwrap();
    let args = ["export", "--format", "csv", "--out", "x.csv"];
    let output = epitome(&args, folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stderr(&output),
        "error: `x.csv` is there already; name another file, or add `--force` to replace it\n"
    );
    assert_eq!(fs::read(&out).unwrap(), b"mine");
    let output = epitome(&[&args[..], &["--force"]].concat(), folder.path());
    assert!(stdout(&output).starts_with("Wrote "), "{}", stderr(&output));
    assert_ne!(fs::read(&out).unwrap(), b"mine");
    let left = |entry: fs::DirEntry| entry.file_name().to_string_lossy().contains("partial");
    assert!(!fs::read_dir(folder.path()).unwrap().any(|entry| left(entry.unwrap())));
}

#[test]
fn what_cannot_be_written_is_told() {
    let folder = indexed();
    let check = |args: &[&str], code: i32, words: &str| {
        let output = epitome(&[&["export"], args].concat(), folder.path());
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{args:?}: {}", stderr(&output));
    };
    check(&["--format", "csv", "--out", "no/x.csv"], 1, "cannot write `no/x.csv`: No such file");
    check(
        &["--format", "sqlite", "--out", "shop", "--force"],
        1,
        "cannot write `shop`: Is a directory",
    );
    check(&["--format", "csv", "--vectors"], 1, "use `--format sqlite` or `parquet`");
    check(&["--format", "jsonl", "--escape-formulas"], 1, "is for `--format csv`");
    check(&["--format", "csv", "--json"], 2, "--out");
    check(&["--format", "xml"], 2, "[possible values: jsonl, parquet, sqlite, csv]");
    check(&["--format", "csv", "--root", "shop"], 4, "there is no index in `shop`");
    fs::write(folder.path().join("shop/new.py"), "def new():\n    return 2\n").unwrap();
    check(&["--format", "csv"], 0, "1 file changed since the index was made");
}
