//! The program as it is run: what it prints and how it exits.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

fn workspace(files: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for (path, text) in files {
        write(root.path(), path, text);
    }
    root
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Runs `cargo xtask` with `args` on `root`: its exit code and what it printed.
#[track_caller]
fn check(root: &TempDir, args: &[&str], code: i32, printed: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(args)
        .arg("--root")
        .arg(root.path())
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), printed, "{stderr}");
    assert_eq!(output.status.code(), Some(code), "{stderr}");
}

#[test]
fn tidy_is_silent_or_names_the_place() {
    let root =
        workspace(&[("ARCHITECTURE.md", "`xtask`\n"), ("xtask/src/main.rs", "//! Chores.\n")]);
    check(&root, &["tidy"], 0, "");
    write(root.path(), "xtask/src/main.rs", "//! Chores.\nfn main() {} \n");
    let breach = "xtask/src/main.rs:2: characters: whitespace at the end of the line\n";
    check(&root, &["tidy"], 1, breach);
}

#[test]
fn lines_are_listed_proven_and_never_lost() {
    let root = workspace(&[("page.md", "- T1 [S] one\n- T2 [U] two\n| U1 | what | three |\n")]);
    let page = root.path().join("page.md");
    let update = ["lines", "--update", "--from", page.to_str().unwrap()];
    let table = |t: u8, all: u8| {
        format!(
            "section  proven   of\nT             {t}    2\nU             0    1\nall           {all}    3\n"
        )
    };

    check(&root, &update, 0, &table(0, 0));
    let list = || fs::read_to_string(root.path().join("docs/requirements.tsv")).unwrap();
    assert_eq!(list(), "id\tstatus\ttext\nT1\topen\tone\nT2\topen\ttwo\nU1\topen\twhat: three\n");

    write(root.path(), "crates/a/tests/a.rs", "//! Tests.\n\n// T1-T2\n");
    let unrecorded = "T1, T2 proven but not recorded: run `cargo xtask lines --update`\n";
    check(&root, &["lines", "--check"], 1, &format!("{}{unrecorded}", table(2, 2)));
    check(&root, &["lines", "--update"], 0, &table(2, 2));
    check(&root, &["lines", "--check", "--open"], 0, &format!("{}U1\twhat: three\n", table(2, 2)));

    let proven = list();
    assert!(proven.contains("T2\tproven\ttwo\n"), "{proven}");
    write(root.path(), "crates/a/tests/a.rs", "//! Tests.\n\n// T1\n");
    let lost = "T2 has lost its test: it was proven, and no test names it now\n";
    check(&root, &["lines", "--check"], 1, &format!("{}{lost}", table(1, 1)));
    check(&root, &["lines", "--update"], 1, &format!("{}{lost}", table(1, 1)));
    assert_eq!(list(), proven, "an update does not forget what was proven");
}

#[test]
fn pages_are_checked_then_written() {
    let description = "name = \"Ada\"\ngrammar = \"tree-sitter-ada\"\nextensions = [\"adb\"]\n";
    let root = workspace(&[("crates/epitome-syntax/languages/ada/language.toml", description)]);
    let stale = "docs/reference/languages.md is not fresh: run `cargo xtask docs`\n";
    check(&root, &["docs", "--check"], 1, stale);
    check(&root, &["docs"], 0, "docs/reference/languages.md written\n");
    check(&root, &["docs", "--check"], 0, "");
    let page = fs::read_to_string(root.path().join("docs/reference/languages.md")).unwrap();
    assert!(page.contains("| Ada | deep | `.adb` |"), "{page}");
}
