//! `epitome template`, through the real program.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use expect_test::expect;

use crate::kit::{check_in, epitome, json, stderr, stdout, tree, write};

/// Calls the program with standard input and an editor that runs `script` with the file as `$1`.
fn call(args: &[&str], input: &str, script: &str, folder: &Path) -> Output {
    let editor = folder.join("editor");
    fs::write(&editor, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::cargo_bin("epitome").unwrap();
    command.env("XDG_CONFIG_HOME", folder.join(".xdg")).env("NO_COLOR", "1").env_remove("VISUAL");
    command.env("EDITOR", "./editor").env("TMPDIR", folder);
    command.args(args).current_dir(folder).write_stdin(input).output().unwrap()
}

fn saved(folder: &Path) -> String {
    fs::read_to_string(folder.join(".xdg/epitome/prompts/system/mine.md")).unwrap_or_default()
}

#[test]
fn a_template_is_saved_shown_renamed_and_deleted() {
    let folder = tree(&[]);
    let at = folder.path();
    let output =
        call(&["template", "save", "system", "mine"], "Write {language}.\n\t{{x}}", "", at);
    assert_eq!(stdout(&output), "saved template `mine` of kind system\n", "{}", stderr(&output));
    assert_eq!(saved(at), "Write {language}.\n\t{{x}}");
    assert_eq!(stdout(&epitome(&["template", "show", "system", "mine"], at)), saved(at));
    let listed = epitome(&["template", "list", "system"], at);
    assert!(stderr(&listed).ends_with("/.xdg/epitome/prompts\n"), "{}", stderr(&listed));
    expect![[r#"
        system: system prompt of digests; {language} {history}
          default  built in, version 1  blake3:7cef6921a7707707
          mine  blake3:98ef23c7d5bd6ad4
    "#]]
    .assert_eq(&stdout(&listed));
    check_in(
        at,
        &["template", "rename", "system", "mine", "other"],
        expect![[r#"
        exit 0
        renamed template `other` of kind system
    "#]],
    );
    check_in(
        at,
        &["template", "show", "system", "mine"],
        expect![[r#"
        exit 3
        there is no template `mine` of kind system; `epitome template list` names those there are
    "#]],
    );
    check_in(
        at,
        &["template", "delete", "system", "other", "--json"],
        expect![[r#"
        exit 0
        {"kind":"system","name":"other","done":"deleted"}
    "#]],
    );
    check_in(
        at,
        &["template", "delete", "system", "other"],
        expect![[r#"
        exit 3
        there is no template `other` of kind system; `epitome template list` names those there are
    "#]],
    );
}

#[test]
fn every_kind_is_listed_and_can_be_used() {
    let folder = tree(&[]);
    let listed = stdout(&epitome(&["template", "list", "--json"], folder.path()));
    let kinds: Vec<serde_json::Value> =
        listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(kinds.len(), 8);
    for kind in &kinds {
        let template = &kind["templates"][0];
        assert_eq!(template["name"], "default");
        assert_eq!(template["built_in"], true);
        assert_eq!(template["blake3"].as_str().unwrap().len(), "blake3:".len() + 64);
    }
    assert_eq!(epitome(&["template", "check"], folder.path()).status.code(), Some(0));
    let shown = json(&["template", "show", "class", "--json"], folder.path());
    assert!(shown["text"].as_str().unwrap().contains("{methods}"));
}

#[test]
fn what_is_broken_is_found() {
    let folder = tree(&[]);
    write(folder.path(), &[(".xdg/epitome/prompts/class/bad.md", "{name.x}")]);
    check_in(
        folder.path(),
        &["template", "check", "class"],
        expect![[r#"
        exit 1
        class default: can be used
        class bad: template `bad` of kind class: line 1: `{name.x}` asks for a part or a format; only the plain name may stand between braces
    "#]],
    );
    check_in(
        folder.path(),
        &["template", "check", "class", "bad"],
        expect![[r#"
            exit 1
            error: template `bad` of kind class: line 1: `{name.x}` asks for a part or a format; only the plain name may stand between braces
        "#]],
    );
    let output = call(&["template", "save", "class", "mine"], "{", "", folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("`{` is never closed"), "{}", stderr(&output));
    check_in(
        folder.path(),
        &["template", "delete", "class", "default"],
        expect![[r#"
        exit 1
        error: `default` is inside the program and cannot be changed, removed or replaced; save your text under another name
    "#]],
    );
    check_in(
        folder.path(),
        &["template", "delete", "class", "../x"],
        expect![[r#"
        exit 1
        error: `../x` cannot be a template's name: it has a slash or a backslash; use letters, digits, blanks, `-` and `_`
    "#]],
    );
}

#[test]
fn the_configuration_names_the_folder() {
    let folder = tree(&[(".epitome/config.toml", "prompts_dir = \"words\"\n")]);
    call(&["template", "save", "system", "mine"], "text", "", folder.path());
    assert_eq!(fs::read_to_string(folder.path().join("words/system/mine.md")).unwrap(), "text");
}

#[test]
fn an_edit_starts_from_what_is_there() {
    let folder = tree(&[]);
    let at = folder.path();
    let edit = |script: &str| call(&["template", "edit", "system", "mine"], "", script, at);
    // A new one starts from the built-in one.
    let output = edit("grep -q '{language}' \"$1\" && echo 'In {language}' > \"$1\"");
    assert_eq!(stdout(&output), "saved template `mine` of kind system\n", "{}", stderr(&output));
    assert_eq!(saved(at), "In {language}\n");
    assert_eq!(stdout(&edit("true")), "unchanged template `mine` of kind system\n");
    edit("echo more >> \"$1\"");
    assert_eq!(saved(at), "In {language}\nmore\n");
    let left = fs::read_dir(at).unwrap().flatten();
    let left = left.filter(|entry| entry.file_name().to_string_lossy().starts_with("epitome-"));
    assert_eq!(left.count(), 0, "temporary files are removed");
}

#[test]
fn a_broken_edit_is_kept_and_its_place_is_told() {
    let folder = tree(&[]);
    let at = folder.path();
    for (script, message) in [
        ("echo '{lang}' > \"$1\"", "`{lang}` is not known"),
        ("echo '{lang}' > \"$1\"; exit 3", "the editor `./editor` failed"),
    ] {
        let output = call(&["template", "edit", "system", "mine"], "", script, at);
        assert_eq!(output.status.code(), Some(1));
        let told = stderr(&output);
        assert!(told.contains(message), "{told}");
        let (_, rest) = told.split_once("your text is in ").unwrap();
        let end = rest.find(".md").unwrap() + 3;
        assert_eq!(fs::read_to_string(&rest[..end]).unwrap(), "{lang}\n");
        assert_eq!(saved(at), "");
    }
    check_in(
        at,
        &["template", "edit", "system", "mine"],
        expect![[r#"
        exit 1
        error: no editor is known; set EDITOR, or pipe the text into `epitome template save KIND NAME`
    "#]],
    );
    check_in(
        at,
        &["template", "edit", "system", "default"],
        expect![[r#"
        exit 1
        error: `default` is inside the program and cannot be changed, removed or replaced; save your text under another name
    "#]],
    );
}
