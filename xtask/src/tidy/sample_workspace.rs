//! A small, tidy workspace, in which the tests of the rules plant their breaches.

use super::breaches;
use crate::tree::{File, Tree};

const FILES: &[(&str, &str)] = &[
    (
        "ARCHITECTURE.md",
        "# Map\n`epitome-model`, `crates/epitome-syntax/src/registry.rs`, `xtask`\n",
    ),
    ("crates/epitome-model/Cargo.toml", "[dependencies]\nserde.workspace = true\n"),
    (
        "crates/epitome-model/src/lib.rs",
        "//! Data.\n\n#![warn(\n    missing_docs,\n)]\n\npub mod id;\n/// Spans.\nmod span;\n\n\
         pub use span::{\n    Line,\n    Span,\n};\n",
    ),
    ("crates/epitome-model/src/id.rs", "//! Ids.\n"),
    ("crates/epitome-model/src/span.rs", "//! Spans.\n"),
    (
        "crates/epitome-syntax/Cargo.toml",
        "[dependencies]\nepitome-model.workspace = true\ntree-sitter = \"1\"\n\
         tree-sitter-ada.workspace = true\n",
    ),
    (
        "crates/epitome-syntax/src/registry.rs",
        "//! The languages.\n\nconst ALL: &[Entry] = &[\n    deep!(\"ada\", tree_sitter_ada::LANGUAGE),\n    \
         plain!(\"ini\"),\n];\n",
    ),
    (
        "crates/epitome-syntax/languages/ada/language.toml",
        "name = \"Ada\"\ngrammar = \"tree-sitter-ada\"\n",
    ),
    ("crates/epitome-syntax/languages/ada/sample.adb", ""),
    ("crates/epitome-syntax/languages/ada/sample.outline", ""),
    ("crates/epitome-syntax/languages/ini/language.toml", "name = \"INI\"\n"),
    ("crates/epitome-syntax/languages/ini/sample.ini", ""),
    ("crates/epitome-syntax/languages/ini/sample.outline", ""),
    ("xtask/Cargo.toml", "[dependencies]\nanyhow.workspace = true\n"),
    ("xtask/src/main.rs", "//! Chores.\n\nfn main() {}\n"),
];

/// Takes a file out of the sample when given as its text.
pub(super) const GONE: &str = "\0gone";

/// The sample workspace with `changes` made to it has exactly the `expected` breaches, written
/// `path:line: rule`.
#[track_caller]
pub(super) fn check(changes: &[(&str, &str)], expected: &[&str]) {
    let found: Vec<String> = breaches(&changed(changes))
        .iter()
        .map(|breach| format!("{}:{}: {}", breach.path, breach.line, breach.rule))
        .collect();
    assert_eq!(found, expected);
}

/// The one breach that `changes` bring has this message.
#[track_caller]
pub(super) fn check_message(changes: &[(&str, &str)], expected: &str) {
    let found: Vec<String> = breaches(&changed(changes)).into_iter().map(|b| b.message).collect();
    assert_eq!(found, [expected]);
}

/// The rules that the sample workspace breaks with `changes` made to it, one for each breach.
pub(super) fn rules_broken(changes: &[(&str, &str)]) -> Vec<&'static str> {
    breaches(&changed(changes)).iter().map(|breach| breach.rule).collect()
}

fn changed(changes: &[(&str, &str)]) -> Tree {
    let kept = FILES.iter().filter(|(path, _)| changes.iter().all(|(changed, _)| changed != path));
    let made = changes.iter().filter(|(_, text)| *text != GONE);
    let file = |(path, text): &(&str, &str)| File { path: (*path).into(), text: (*text).into() };
    Tree::new(kept.chain(made).map(file).collect())
}
