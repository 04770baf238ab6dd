//! Real numpy, scipy and torch open the files, and compute from them what this crate answers.
//!
//! `.ci/python` makes a Python that has them; without one the test says that it was skipped.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use epitome_index::dense::{DenseBuilder, DenseRow};
use epitome_index::sparse::{Bm25, SparseBuilder, SparseRow};
use serde_json::json;

use crate::made::{Chance, EMBEDDER, FOLDER, State, words};

const SCRIPT: &str = include_str!("open_formats.py");
/// More than one block of rows, with sketches.
const ROWS: usize = 1500;
const DIMENSIONS: usize = 100;

/// What G44 and G45 ask of the formats; that the program writes them is for the program to show.
#[test]
fn numpy_scipy_and_torch_open_what_is_written() {
    let Some(python) = std::env::var_os("EPITOME_CI_PYTHON").filter(|python| !python.is_empty())
    else {
        // Not `eprintln`, which the test runner keeps to itself.
        let why = "EPITOME_CI_PYTHON is not set; `.ci/python` installs one and prints its program";
        writeln!(std::io::stderr(), "skipped numpy_scipy_and_torch_open_what_is_written: {why}")
            .unwrap();
        return;
    };
    for rows in [ROWS, 1, 0] {
        let state = State::new();
        let expected = publish(&state, rows);
        let generation = state.open().unwrap();
        let folder = generation.path().join(FOLDER);
        check(Path::new(&python), &folder, &expected.to_string());
    }
}

/// Publishes both indexes, and returns what Python is to find in them.
fn publish(state: &State, rows: usize) -> serde_json::Value {
    let mut chance = Chance(3);
    let ids: Vec<String> = (0..rows).map(|row| format!("ä{row}.py::\"f\"")).collect();
    let text = |chance: &mut Chance| -> String {
        let word = |chance: &mut Chance| format!("w{}é\"\\", chance.below(9) * chance.below(9));
        (0..chance.below(30)).map(|_| word(chance)).collect::<Vec<_>>().join(" ")
    };
    let texts: Vec<String> = (0..rows).map(|_| text(&mut chance)).collect();
    let vectors: Vec<Vec<f32>> = (0..rows).map(|_| chance.vector(DIMENSIONS)).collect();
    let publish = |generation: &mut epitome_index::GenerationWriter<'_>| {
        let mut sparse = SparseBuilder::new(Bm25::default(), None);
        let builder = DenseBuilder::new(DIMENSIONS, EMBEDDER, None);
        let mut dense = builder.with_sketches_from(0);
        for (((id, text), vector), number) in ids.iter().zip(&texts).zip(&vectors).zip(0..) {
            sparse.push(number, SparseRow::New(words(id, text)))?;
            dense.push(number, DenseRow::New { id, vector })?;
        }
        sparse.finish(generation, FOLDER)?;
        dense.finish(generation, FOLDER).map(drop)
    };
    state.publish(publish).unwrap();

    let (sparse, dense) = (state.sparse().unwrap(), state.dense().unwrap());
    let query = [("w0é\"\\", 1.0), ("w12é\"\\", 0.5), ("absent", 1.0)];
    let mut sums = vec![0.0; rows];
    sparse.add_scores(&query, &mut sums).unwrap();
    let vector = chance.vector(DIMENSIONS);
    let mut cosines = Vec::new();
    dense.scores_into(&vector, &mut cosines).unwrap();
    let lengths: Vec<_> = (0..rows).map(|row| sparse.document_length(row)).collect();
    json!({
        "ids": ids, "lengths": lengths, "terms": sparse.terms(), "query": query, "sums": sums,
        "vector": vector, "cosines": cosines,
    })
}

fn check(python: &Path, folder: &Path, expected: &str) {
    let scratch = tempfile::tempdir().unwrap();
    let (script, facts) = (scratch.path().join("open.py"), scratch.path().join("expected.json"));
    fs::write(&script, SCRIPT).unwrap();
    fs::write(&facts, expected).unwrap();
    let run = Command::new(python).arg(&script).arg(folder).arg(&facts).output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}{}", String::from_utf8_lossy(&run.stderr));
    assert!(said.contains("all as expected"), "{said}");
    std::io::stderr().write_all(said.as_bytes()).unwrap();
}
