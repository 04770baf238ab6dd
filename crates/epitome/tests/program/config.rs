//! `epitome config`, and settings that commands obey.

use assert_cmd::Command;
use expect_test::expect;

use crate::kit::{check, check_in, epitome, json, stderr, stdout, tree, write};

fn with_variable(name: &str, value: &str, args: &[&str], folder: &std::path::Path) -> String {
    let mut command = Command::cargo_bin("epitome").unwrap();
    command.env("XDG_CONFIG_HOME", folder.join(".xdg")).env(name, value);
    let output = command.args(args).current_dir(folder).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn one_value() {
    check(
        &[],
        &["config", "get", "llm.model"],
        expect![[r#"
        exit 0
        deepseek-ai/DeepSeek-V4-Flash
    "#]],
    );
    check(
        &[],
        &["config", "get", "llm.modle"],
        expect![[r#"
        exit 3
        there is no setting `llm.modle`; did you mean `llm.model`?
    "#]],
    );
}

#[test]
fn every_value_says_where_it_comes_from() {
    let folder = tree(&[
        (".epitome/config.toml", "[scan]\nthreads = 2\n[llm]\nbase_url = \"http://evil\"\n"),
        (".xdg/epitome/config.toml", "llm.model = \"mine\"\n"),
    ]);
    let found = json(&["config", "--json"], folder.path());
    let of = |key: &str| {
        let all = found["settings"].as_array().unwrap();
        all.iter().find(|setting| setting["key"] == key).unwrap().clone()
    };
    assert_eq!(of("scan.threads")["value"], 2);
    assert_eq!(of("scan.threads")["source"]["kind"], "project");
    assert_eq!(of("scan.threads")["source"]["line"], 2);
    assert_eq!(of("llm.model")["source"]["kind"], "user");
    assert_eq!(of("llm.base_url")["source"]["kind"], "default");
    assert_eq!(of("max_cost")["value"], serde_json::Value::Null);
    assert_eq!(of("max_cost")["environment"], "EPITOME_MAX_COST");
    assert_eq!(found["files"].as_array().unwrap().len(), 2);
    assert_eq!(found["notes"].as_array().unwrap().len(), 1);
    let text = stdout(&epitome(&["config"], folder.path()));
    assert!(text.contains("scan.threads = 2  (./.epitome/config.toml:2)\n"), "{text}");
    assert!(text.contains("offline = false  (default)\n"), "{text}");
}

#[test]
fn keys_are_masked() {
    let folder = tree(&[]);
    for args in [&["config"][..], &["config", "--json"], &["config", "get", "llm.api_key"]] {
        let shown = with_variable("EPITOME_LLM_API_KEY", "sesame-open", args, folder.path());
        assert!(shown.contains("***") && !shown.contains("sesame"), "{shown}");
    }
}

#[test]
fn a_wrong_file_is_told_with_its_line() {
    let folder = tree(&[(".epitome/config.toml", "\n[scan]\nmax_byte = 3\n"), ("a.py", "x = 1\n")]);
    check_in(
        folder.path(),
        &["config"],
        expect![[r#"
        exit 1
        error: ./.epitome/config.toml:3: there is no setting `scan.max_byte`; did you mean `scan.max_bytes`?
    "#]],
    );
    // Nobody works with settings that are not what the user thinks.
    assert_eq!(epitome(&["index"], folder.path()).status.code(), Some(1));
}

#[test]
fn commands_obey_the_file_and_flags_stand_above_it() {
    let folder = tree(&[("a.py", "def f():\n    return 1\n"), (".epitome/config.toml", "")]);
    write(folder.path(), &[(".epitome/config.toml", "scan.max_bytes = 4\n")]);
    let outline = |args: &[&str]| {
        let output = epitome(args, folder.path());
        (output.status.code().unwrap(), stdout(&output), stderr(&output))
    };
    assert_eq!(outline(&["outline", "."]).0, 3, "the file is larger than 4 bytes");
    let (code, shown, _) = outline(&["outline", ".", "--max-bytes", "1000"]);
    assert_eq!(code, 0);
    assert!(shown.contains("function f"), "{shown}");
    assert_eq!(
        with_variable("EPITOME_SCAN_MAX_BYTES", "1000", &["outline", "."], folder.path()),
        shown
    );
}

#[test]
fn a_project_cannot_send_texts_away() {
    let file =
        "[embed]\nprovider = \"endpoint\"\nendpoint = \"http://127.0.0.1:1\"\nmodel = \"m\"\n";
    let folder = tree(&[(".epitome/config.toml", file)]);
    let output = epitome(&["embed", "text", "--json"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("`embed.endpoint` does not count"), "{}", stderr(&output));
    // The user's own file is obeyed, and `offline` stands above it.
    let folder = tree(&[(".xdg/epitome/config.toml", file)]);
    let output = epitome(&["embed", "text"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    let folder = tree(&[(".xdg/epitome/config.toml", &format!("offline = true\n{file}"))]);
    check_in(
        folder.path(),
        &["embed", "text"],
        expect![[r#"
        exit 1
        error: `offline` is set, so http://127.0.0.1:1 is not asked; unset it, or use the model inside the program
    "#]],
    );
}
