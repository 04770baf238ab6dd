//! `ARCHITECTURE.md` does not rot: its paths exist, and every crate is on the map.

use super::Findings;
use crate::tree::Tree;

const MAP: &str = "ARCHITECTURE.md";

/// Quoted text that begins so is taken for a path of this workspace.
const ROOTS: &[&str] = &["crates/", "xtask/", "docs/", ".ci/", "models/"];

pub(super) fn check(tree: &Tree) -> Findings {
    let Some(text) = tree.text(MAP) else {
        return vec![(MAP.to_owned(), 1, "there must be a map of the workspace".to_owned())];
    };
    let mut findings = Findings::new();
    let quoted = quoted(text);
    for (line, quote) in &quoted {
        if ROOTS.iter().any(|root| quote.starts_with(root)) && !tree.holds(fixed_part(quote)) {
            findings.push((MAP.to_owned(), *line, format!("`{quote}` does not exist")));
        }
    }
    let crates = tree.folders_in("crates").into_iter().chain(["xtask"]);
    for name in crates {
        if !quoted.iter().any(|(_, quote)| quote.split('/').any(|part| part == name)) {
            findings.push((MAP.to_owned(), 1, format!("the crate `{name}` is not on the map")));
        }
    }
    findings
}

/// The path up to its first placeholder, such as `<name>` or `*`.
fn fixed_part(path: &str) -> &str {
    let end = path.find(['<', '*', '{']).unwrap_or(path.len());
    if end == path.len() {
        path
    } else {
        path[..end].rsplit_once('/').map_or("", |(fixed, _)| fixed)
    }
}

/// What stands in single backticks outside fenced blocks, with its 1-based line.
fn quoted(text: &str) -> Vec<(usize, &str)> {
    let mut quoted = Vec::new();
    let mut fenced = false;
    for (at, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            // Pieces at odd places lie between backticks; the last piece is never closed.
            let pieces: Vec<&str> = line.split('`').collect();
            let closed = pieces.len() - 1;
            quoted.extend(pieces[..closed].iter().skip(1).step_by(2).map(|quote| (at + 1, *quote)));
        }
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample_workspace::{GONE, check, check_message};

    const NAMES: &str = "`epitome-model` `epitome-syntax` `xtask`\n";

    #[test]
    fn a_path_that_is_gone() {
        let map = format!("{NAMES}\nSee `crates/epitome-model/src/gone.rs`.\n");
        check(&[(MAP, &map)], &["ARCHITECTURE.md:3: architecture"]);
        check_message(&[(MAP, &map)], "`crates/epitome-model/src/gone.rs` does not exist");
    }

    #[test]
    fn a_crate_that_is_not_on_the_map() {
        for name in ["epitome-model", "epitome-syntax", "xtask"] {
            let map = NAMES.replace(name, "elsewhere");
            check_message(&[(MAP, &map)], &format!("the crate `{name}` is not on the map"));
        }
        check(
            &[(MAP, "`crates/epitome-model/` `crates/epitome-syntax/src` `xtask/src/main.rs`\n")],
            &[],
        );
    }

    #[test]
    fn no_map_at_all() {
        check(&[(MAP, GONE)], &["ARCHITECTURE.md:1: architecture"]);
    }

    #[test]
    fn placeholders_are_checked_up_to_where_they_begin() {
        let map = |path: &str| format!("{NAMES}`crates/epitome-syntax/{path}`\n");
        check(&[(MAP, &map("languages/<name>/language.toml"))], &[]);
        check(&[(MAP, &map("lang-<name>/language.toml"))], &[]);
        check(&[(MAP, &map("grammars/<name>/x"))], &["ARCHITECTURE.md:2: architecture"]);
    }

    #[test]
    fn what_is_quoted() {
        let text = "a `b` c `d`\n```\n`e`\n```\nunclosed ` f\n`g` `h\n";
        assert_eq!(quoted(text), [(1, "b"), (1, "d"), (6, "g")]);
    }
}
