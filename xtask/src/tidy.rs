//! `cargo xtask tidy`: the house rules, as a check that plain `cargo test` runs too.
//!
//! Each rule is one file with one function over a [`Tree`]. A rule exists because people forget
//! it, not because a tool could check it; rustfmt and clippy hold the rest.

mod architecture;
mod characters;
mod file_length;
mod language_folders;
mod layering;
mod lib_files;
mod machine_paths;
mod module_docs;
mod names;

#[cfg(test)]
mod sample_workspace;

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::tree::Tree;

/// Options of `cargo xtask tidy`: none.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// One place where a rule is broken.
#[derive(Debug)]
pub(crate) struct Breach {
    path: String,
    /// 1-based; 1 where the whole file is meant.
    line: usize,
    rule: &'static str,
    message: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Breach { path, line, rule, message } = self;
        write!(f, "{path}:{line}: {rule}: {message}")
    }
}

/// What one rule has found: path, 1-based line, and what to do about it.
type Findings = Vec<(String, usize, String)>;

type Check = fn(&Tree) -> Findings;

/// The rules by name.
const RULES: [(&str, Check); 9] = [
    ("architecture", architecture::check),
    ("characters", characters::check),
    ("file-length", file_length::check),
    ("language-folder", language_folders::check),
    ("layering", layering::check),
    ("lib-file", lib_files::check),
    ("machine-path", machine_paths::check),
    ("module-doc", module_docs::check),
    ("name", names::check),
];

/// Prints every breach; the exit code is 1 if there is one.
pub(crate) fn run(root: &Path, Args {}: Args) -> anyhow::Result<ExitCode> {
    let breaches = tidy(root)?;
    for breach in &breaches {
        println!("{breach}");
    }
    Ok(if breaches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The breaches in the workspace at `root`, sorted by place.
pub(crate) fn tidy(root: &Path) -> io::Result<Vec<Breach>> {
    Ok(breaches(&Tree::load(root)?))
}

fn breaches(tree: &Tree) -> Vec<Breach> {
    let mut breaches: Vec<Breach> = RULES
        .into_iter()
        .flat_map(|(rule, check)| {
            let breach = move |(path, line, message)| Breach { path, line, rule, message };
            check(tree).into_iter().map(breach)
        })
        .collect();
    breaches.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    breaches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_workspace_is_tidy() {
        let breaches = tidy(&crate::workspace::root().unwrap()).unwrap();
        let list: Vec<String> = breaches.iter().map(Breach::to_string).collect();
        assert!(list.is_empty(), "cargo xtask tidy finds:\n{}", list.join("\n"));
    }

    #[test]
    fn the_sample_workspace_is_tidy() {
        sample_workspace::check(&[], &[]);
    }

    #[test]
    fn every_rule_fires_alone_on_its_breach() {
        let id = "crates/epitome-model/src/id.rs";
        let machine_path = format!("//! In /{}/me.\n", "home");
        let breaches = [
            ("architecture", "ARCHITECTURE.md", "`epitome-model` `epitome-syntax`\n"),
            ("characters", id, "//! Ids.\n\tx\n"),
            ("file-length", id, &format!("//! Ids.\n{}", "\n".repeat(600))),
            ("language-folder", "crates/epitome-syntax/languages/ini/sample.cfg", ""),
            ("layering", "crates/epitome-model/Cargo.toml", "[dependencies]\nclap = \"4\"\n"),
            ("lib-file", "crates/epitome-model/src/lib.rs", "//! Data.\nfn a() {}\n"),
            ("machine-path", id, &machine_path),
            ("module-doc", id, "fn a() {}\n"),
            ("name", "crates/epitome-model/src/utils.rs", "//! A.\n"),
        ];
        for (rule, path, text) in breaches {
            assert_eq!(sample_workspace::rules_broken(&[(path, text)]), [rule]);
        }
        assert_eq!(breaches.map(|(rule, ..)| rule).as_slice(), RULES.map(|(rule, _)| rule));
    }

    #[test]
    fn breaches_of_several_rules_come_sorted_by_place() {
        sample_workspace::check(
            &[
                ("xtask/src/main.rs", "fn main() {}\t\n"),
                ("crates/epitome-model/src/misc.rs", "//! A.\n"),
            ],
            &[
                "crates/epitome-model/src/misc.rs:1: name",
                "xtask/src/main.rs:1: characters",
                "xtask/src/main.rs:1: characters",
                "xtask/src/main.rs:1: module-doc",
            ],
        );
    }
}
