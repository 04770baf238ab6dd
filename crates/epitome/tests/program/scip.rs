//! `epitome scip`: what it says without an indexer, and what it does with one, through the real
//! program. The indexers here are scripts that copy an index which a real one made.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use expect_test::expect;
use serde_json::Value;

/// A repository in Python without an index, and a folder of programs.
struct World {
    _temp: tempfile::TempDir,
    root: PathBuf,
    programs: PathBuf,
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../epitome-engine/tests/scip/python")
}

impl World {
    fn new() -> World {
        let temp = tempfile::tempdir().unwrap();
        let (root, programs) = (temp.path().join("root"), temp.path().join("programs"));
        fs::create_dir_all(root.join("shop")).unwrap();
        fs::create_dir(&programs).unwrap();
        for name in ["__init__.py", "goods.py", "till.py"] {
            fs::copy(sample().join("shop").join(name), root.join("shop").join(name)).unwrap();
        }
        World { _temp: temp, root, programs }
    }

    /// Puts a script on the `PATH`; `$out` is where it shall write.
    fn install(&self, name: &str, script: &str) {
        let path = self.programs.join(name);
        fs::write(&path, format!("#!/bin/sh\nfor out; do :; done\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn install_good(&self) {
        let index = sample().join("index.scip");
        self.install(
            "scip-python",
            &format!("echo working in $PWD; cp '{}' $out", index.display()),
        );
    }

    fn epitome(&self, args: &[&str]) -> Output {
        // Scripts need `cp`; the folder of ours comes first.
        let path = format!("{}:/usr/bin:/bin", self.programs.display());
        self.epitome_with(args, &path)
    }

    fn epitome_with(&self, args: &[&str], path: &str) -> Output {
        let mut command = Command::cargo_bin("epitome").unwrap();
        command.args(args).current_dir(&self.root).env("PATH", path).env("NO_COLOR", "1");
        command.output().unwrap()
    }

    fn index(&self) -> PathBuf {
        self.root.join(".epitome/scip/python.scip")
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn without_an_indexer_it_says_how_to_get_one() {
    let world = World::new();
    fs::write(world.root.join("main.go"), "package main\n").unwrap();
    let nowhere = world.programs.to_str().unwrap();
    let output = world.epitome_with(&["scip"], nowhere);
    assert_eq!(output.status.code(), Some(0));
    expect![[r#"
        python (3 files): scip-python, not on PATH
          install  npm install --global @sourcegraph/scip-python
          run      scip-python index . --project-name project --project-version 0 --output .epitome/scip/python.scip
          needs    pip, and the environment of the project active, to know what it imports
        go (1 file): scip-go, not on PATH
          install  go install github.com/sourcegraph/scip-go/cmd/scip-go@latest
          run      scip-go
        Indexes that are there: 0
        Next: install one, then `epitome scip --run`.
    "#]].assert_eq(&stdout(&output));
    let output = world.epitome_with(&["scip", "--run"], nowhere);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("No indexer was run"), "{}", stderr(&output));
    assert!(!world.root.join(".epitome").exists(), "nothing is written for nothing");
}

#[test]
fn a_tree_without_such_a_language_is_told() {
    let world = World::new();
    fs::remove_dir_all(world.root.join("shop")).unwrap();
    fs::write(world.root.join("a.md"), "# A\n").unwrap();
    let output = world.epitome(&["scip"]);
    assert_eq!(output.status.code(), Some(3));
    expect![[r#"
        No file here is in a language that has a SCIP indexer.
        Indexes that are there: 0
    "#]]
    .assert_eq(&stdout(&output));
}

#[test]
fn nothing_is_run_without_the_flag() {
    let world = World::new();
    world.install("scip-python", "touch ran");
    let report = json(&world.epitome(&["scip", "--json"]));
    let row = &report["indexers"][0];
    assert_eq!(row["program_path"], world.programs.join("scip-python").to_str().unwrap());
    assert_eq!((&row["can_run"], &row["outcome"]), (&true.into(), &Value::Null));
    assert!(!world.root.join("ran").exists());
    // A program of the repository is none on the PATH, whatever the PATH says.
    fs::copy(world.programs.join("scip-python"), world.root.join("scip-python")).unwrap();
    let output = world.epitome_with(&["scip", "--run"], ".::");
    assert_eq!(output.status.code(), Some(3));
    assert!(!world.root.join("ran").exists());
}

// G23: an index is made once and used by every build after that.
#[test]
fn an_installed_indexer_is_run_and_its_index_used() {
    let world = World::new();
    world.install_good();
    let output = world.epitome(&["scip", "--run", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // What the indexer says on standard output is talk, and data is only ours.
    let said = format!("scip-python: working in {}", world.root.canonicalize().unwrap().display());
    assert!(stderr(&output).contains(&said), "{}", stderr(&output));
    let report = json(&output);
    assert_eq!(report["indexers"][0]["outcome"]["ok"], true);
    assert_eq!(
        report["indexes"],
        serde_json::json!([{
            "path": ".epitome/scip/python.scip", "tool": "scip-python", "version": "0.6.6",
            "documents": 3, "fresh": 3, "stale": 0, "missing": 0, "error": null,
        }])
    );
    assert_eq!(fs::read_to_string(world.root.join(".epitome/.gitignore")).unwrap(), "*\n");
    assert_eq!(fs::read_dir(world.root.join(".epitome/scip")).unwrap().count(), 1);

    let output = world.epitome(&["impact", "halve", "--json"]);
    assert!(stderr(&output).starts_with("scip: .epitome/scip/python.scip by scip-python@0.6.6"));
    let caller = &json(&output)["called_by"][0];
    assert_eq!(
        (&caller["confidence"], &caller["reason"]),
        (&1.0.into(), &"scip:scip-python@0.6.6".into())
    );
}

#[test]
fn a_stale_index_is_told() {
    let world = World::new();
    world.install_good();
    world.epitome(&["scip", "--run"]);
    let goods = world.root.join("shop/goods.py");
    fs::write(&goods, format!("\n{}", fs::read_to_string(&goods).unwrap())).unwrap();
    fs::write(world.root.join("index.scip"), "nonsense").unwrap();
    let text = stdout(&world.epitome(&["scip"]));
    assert!(
        text.contains("python.scip: scip-python@0.6.6, 3 documents, 2 fresh, 1 stale"),
        "{text}"
    );
    assert!(text.contains("index.scip: not used: "), "{text}");
}

/// Runs a script that does not do its work over an index that was there.
fn fails(script: &str, expected: &[&str]) {
    let world = World::new();
    world.install_good();
    world.epitome(&["scip", "--run"]);
    let before = fs::read(world.index()).unwrap();
    world.install("scip-python", script);
    let output = world.epitome(&["scip", "--run"]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    for part in expected {
        assert!(told.contains(part), "{part:?} is not in {told}");
    }
    assert!(!told.contains('\u{1b}'), "{told:?}");
    assert_eq!(fs::read(world.index()).unwrap(), before, "the old index stays");
    assert_eq!(fs::read_dir(world.root.join(".epitome/scip")).unwrap().count(), 1);
}

#[test]
fn a_failing_indexer_is_told_with_its_last_words() {
    fails(
        "echo half > $out; echo one; printf '\\033[31mno environment\\n' >&2; exit 7",
        &[
            "error: scip-python failed with exit code 7; it said last: ",
            "no environment",
            "it needs pip",
        ],
    );
    fails("kill -9 $$", &["error: scip-python failed with signal: 9"]);
    fails("exit 0", &["error: scip-python ended well but left no index: there is no index at"]);
    fails("echo text > $out", &["ended well but left no index: ", "is no SCIP index"]);
}
