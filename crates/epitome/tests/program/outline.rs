//! `epitome outline` and `languages`, through the real program.

use std::fs;
use std::path::Path;

use expect_test::expect;

use crate::kit::{check, epitome, stderr, stdout, tree};

const RING: (&str, &str) = (
    "ring.rs",
    "//! A ring of nodes.\n\n/// The ring.\npub struct Ring {\n    total: u32,\n}\n\nimpl Ring {\n    \
     /// Adds a node. More words.\n    pub fn insert(&mut self) -> u32 {\n        self.total += 1;\n        \
     self.total\n    }\n}\n",
);

#[test]
fn a_file_is_outlined() {
    check(
        &[RING],
        &["outline", "ring.rs"],
        expect![[r#"
            exit 0
            ring.rs (rust, 14 lines)
              A ring of nodes.
              4-6  struct Ring: The ring.
                10-13  method insert: Adds a node.
        "#]],
    );
}

#[test]
fn mistakes_are_told_with_a_remedy() {
    check(
        &[],
        &["outline", "missing.py"],
        expect![[r#"
            exit 1
            error: missing.py: No such file or directory (os error 2); give the path of a file or folder
        "#]],
    );
    check(
        &[("notes.unknown", "x")],
        &["outline", "notes.unknown"],
        expect![[r#"
            exit 1
            error: notes.unknown: its language is not known by its name or first line; `epitome languages` lists those that are
        "#]],
    );
    check(
        &[("big.py", "x = 1\n")],
        &["outline", "big.py", "--max-bytes", "3"],
        expect![[r#"
            exit 1
            error: `big.py` is larger than the limit of 3 bytes; raise the size limit to read it
        "#]],
    );
    check(
        &[],
        &["."],
        expect![[r#"
            exit 3
            No source file in a language that can be outlined; `epitome languages` lists those.
        "#]],
    );
    let output = epitome(&["outline"], Path::new("."));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("<PATH>"));
}

#[test]
fn json_is_one_object_a_file() {
    let folder = tree(&[
        RING,
        ("b.py", "MAX = 3\n\ndef f(a, b=2):\n    \"\"\"Adds.\"\"\"\n    return g(a)\n"),
    ]);
    let output = epitome(&["outline", ".", "--json"], folder.path());
    let files: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(files.len(), 2);
    let python = files.iter().find(|file| file["path"] == "b.py").unwrap();
    let function = &python["symbols"][0];
    assert_eq!(function["id"], "b.py::f");
    assert_eq!(function["parameters"][1]["value"], "2");
    assert_eq!(function["doc"]["text"], "Adds.");
    assert_eq!(function["calls"][0]["name"], "g");
    assert_eq!(function["returns"][0]["text"], "g(a)");
    assert_eq!(python["globals"][0]["name"], "MAX");
    let rust = files.iter().find(|file| file["path"] == "ring.rs").unwrap();
    // G9: ids join the path and the qualified name by `::`.
    assert_eq!(rust["symbols"][1]["id"], "ring.rs::Ring::insert");
    assert_eq!(rust["symbols"][1]["parent"], "ring.rs::Ring");
}

#[test]
fn every_language_is_listed() {
    let output = epitome(&["languages", "--json"], Path::new("."));
    let languages: Vec<serde_json::Value> = serde_json::from_str(&stdout(&output)).unwrap();
    let deep = languages.iter().filter(|l| l["depth"] == "deep").count();
    let plain = languages.iter().filter(|l| l["depth"] == "plain").count();
    assert_eq!((deep, plain), (20, 8));
}

#[test]
fn every_verb_has_help_with_an_example() {
    for verb in [&["--help"][..], &["outline", "--help"], &["languages", "--help"]] {
        let output = epitome(verb, Path::new("."));
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).contains("Example"), "{verb:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    for i in 0..500 {
        fs::write(folder.path().join(format!("f{i}.py")), "def f():\n    return 1\n".repeat(50))
            .unwrap();
    }
    let program = assert_cmd::cargo::cargo_bin("epitome");
    let output = std::process::Command::new("sh")
        .arg("-c")
        .arg(format!("'{}' outline . --json | head -n 1 >/dev/null", program.display()))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(stderr(&output), "");
}

#[test]
fn the_same_tree_gives_the_same_outlines_on_one_thread_and_many() {
    let folder = tree(&[RING]);
    for i in 0..60 {
        let text = format!("def f{i}(x):\n    return g{i}(x)\n").repeat(i + 1);
        fs::write(folder.path().join(format!("m{i}.py")), text).unwrap();
    }
    let mut sorted = Vec::new();
    for threads in ["1", "4"] {
        let output = epitome(&["outline", ".", "--json", "--threads", threads], folder.path());
        let mut lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
        lines.sort();
        sorted.push(lines);
    }
    assert_eq!(sorted[0].len(), 61);
    assert_eq!(sorted[0], sorted[1]);
}
