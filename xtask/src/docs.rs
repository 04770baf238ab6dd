//! `cargo xtask docs`: reference pages written from what the code is, so that they cannot rot.
//!
//! A page is one generator below: a function from the workspace to the page's text.

mod configuration;
mod export;
mod languages;
mod rule_keys;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

use crate::tree::Tree;

/// Options of `cargo xtask docs`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail if a page is not fresh
    #[arg(long)]
    check: bool,
}

type Generator = fn(&Tree) -> anyhow::Result<Option<String>>;

/// Every generated page. A generator gives nothing where its source does not exist yet.
const PAGES: &[(&str, Generator)] = &[
    ("docs/reference/configuration.md", configuration::page),
    ("docs/reference/export.md", export::page),
    ("docs/reference/languages.md", languages::page),
    ("docs/reference/language-toml.md", rule_keys::page),
];

/// Writes or checks the pages.
pub(crate) fn run(root: &Path, args: Args) -> anyhow::Result<ExitCode> {
    let stale = stale(root)?;
    for (path, text) in &stale {
        if args.check {
            println!("{path} is not fresh: run `cargo xtask docs`");
        } else {
            let target = root.join(path);
            if let Some(folder) = target.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(target, text)?;
            println!("{path} written");
        }
    }
    Ok(if args.check && !stale.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The pages whose committed text differs from what is generated now, with the new text.
fn stale(root: &Path) -> anyhow::Result<Vec<(&'static str, String)>> {
    let tree = Tree::load(root)?;
    let mut stale = Vec::new();
    for (path, generate) in PAGES {
        if let Some(text) = generate(&tree)?
            && read(&root.join(path))?.as_ref() != Some(&text)
        {
            stale.push((*path, text));
        }
    }
    Ok(stale)
}

fn read(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_of_this_workspace_are_fresh() {
        let stale = stale(&crate::workspace::root().unwrap()).unwrap();
        let paths: Vec<&str> = stale.iter().map(|(path, _)| *path).collect();
        assert!(paths.is_empty(), "run `cargo xtask docs`; not fresh: {paths:?}");
    }

    #[test]
    fn a_page_is_written_once_and_then_fresh_until_its_source_changes() {
        let root = tempfile::tempdir().unwrap();
        assert!(stale(root.path()).unwrap().is_empty(), "nothing to write from");

        let folder = root.path().join("crates/epitome-syntax/languages/ada");
        fs::create_dir_all(&folder).unwrap();
        let describe = |text: &str| fs::write(folder.join("language.toml"), text).unwrap();
        describe("name = \"Ada\"\n");
        assert_eq!(stale(root.path()).unwrap().len(), 1);
        let check = || run(root.path(), Args { check: true }).unwrap();
        assert_eq!(check(), ExitCode::FAILURE);

        run(root.path(), Args { check: false }).unwrap();
        assert_eq!(check(), ExitCode::SUCCESS);
        describe("name = \"Ada 2022\"\n");
        assert_eq!(check(), ExitCode::FAILURE);
    }
}
