//! Folders of files, and calls of the program in them.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use expect_test::Expect;
use serde_json::Value;

/// A folder of files, each `(path, content)`.
pub(crate) fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), files);
    folder
}

/// Writes files below a folder.
pub(crate) fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, content) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

/// Runs the program in a folder.
pub(crate) fn epitome(args: &[&str], folder: &Path) -> Output {
    let mut command = Command::cargo_bin("epitome").unwrap();
    // Whoever runs the tests may have a configuration of their own.
    command.env("XDG_CONFIG_HOME", folder.join(".xdg")).env_remove("EDITOR").env_remove("VISUAL");
    command.args(args).current_dir(folder).env("NO_COLOR", "1").output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The JSON that a successful call prints.
pub(crate) fn json(args: &[&str], folder: &Path) -> Value {
    let output = epitome(args, folder);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Exit code, standard output and standard error of one call in a fresh folder.
pub(crate) fn check(files: &[(&str, &str)], args: &[&str], expected: Expect) {
    check_in(tree(files).path(), args, expected);
}

/// Exit code, standard output and standard error of one call.
pub(crate) fn check_in(folder: &Path, args: &[&str], expected: Expect) {
    let output = epitome(args, folder);
    let code = output.status.code().unwrap();
    expected.assert_eq(&format!("exit {code}\n{}{}", stdout(&output), stderr(&output)));
}
