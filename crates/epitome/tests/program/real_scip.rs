//! The whole path with a real indexer, where one is to be had: `.ci/scip` installs it and sets
//! `EPITOME_SCIP_BIN` to the folder it is in. Without that variable the test says so and passes.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

const FILES: [(&str, &str); 4] = [
    ("package.json", "{ \"name\": \"tiny\", \"version\": \"1.0.0\" }\n"),
    (
        "tsconfig.json",
        "{ \"compilerOptions\": { \"target\": \"es2022\" }, \"include\": [\"src\"] }\n",
    ),
    ("src/shape.ts", "export class Square {\n  area(): number {\n    return 4\n  }\n}\n"),
    (
        "src/main.ts",
        // Only a type checker knows what comes out of the list.
        "import { Square } from './shape'\n\nexport function total(all: Map<string, Square[]>): number {\n  \
         return [...all.values()].flat().map(one => one.area()).length\n}\n",
    ),
];

fn epitome(args: &[&str], root: &Path, path: &str) -> Output {
    let mut command = Command::cargo_bin("epitome").unwrap();
    let output = command.args(args).current_dir(root).env("PATH", path).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

// G23: a graph that a real indexer made is reused.
#[test]
fn a_real_indexer_makes_edges_certain() {
    let Some(programs) = std::env::var_os("EPITOME_SCIP_BIN") else {
        // Not `eprintln`, which the test runner keeps to itself.
        let why =
            "EPITOME_SCIP_BIN is not set; `.ci/scip` installs an indexer and prints its folder";
        writeln!(std::io::stderr(), "skipped a_real_indexer_makes_edges_certain: {why}").unwrap();
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in FILES {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let others = std::env::var("PATH").unwrap();
    let path = format!("{}:{others}", programs.to_str().unwrap());
    let epitome = |args: &[&str]| -> Value {
        serde_json::from_slice(&epitome(args, folder.path(), &path).stdout).unwrap()
    };

    let report = epitome(&["scip", "--run", "--json"]);
    let index = &report["indexes"][0];
    assert_eq!(index["path"], ".epitome/scip/typescript.scip", "{report:#}");
    assert_eq!((&index["tool"], &index["fresh"]), (&"scip-typescript".into(), &2.into()));

    let impact = epitome(&["impact", "Square.area", "--json"]);
    let callers = impact["called_by"].as_array().unwrap();
    let caller = callers.iter().find(|row| row["id"] == "src/main.ts::total");
    let caller = caller.unwrap_or_else(|| panic!("{impact:#}"));
    assert_eq!((&caller["confidence"], &caller["edge"]), (&1.0.into(), &"CALLS".into()));
    let reason = caller["reason"].as_str().unwrap();
    assert!(reason.starts_with("scip:scip-typescript@"), "{reason}");
    assert_eq!((&caller["call_path"], &caller["call_line"]), (&"src/main.ts".into(), &4.into()));
}
