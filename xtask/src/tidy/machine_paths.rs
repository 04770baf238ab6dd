//! No path of somebody's machine: it is true nowhere else.

use super::Findings;
use crate::tree::Tree;

/// First folders of paths that name one machine or one person.
///
/// Kept without their slashes, so that this file passes its own rule.
const FOLDERS: &[&str] = &["root", "work", "home", "Users"];

pub(super) fn check(tree: &Tree) -> Findings {
    let mut findings = Findings::new();
    for file in tree.files() {
        for (at, line) in file.text.lines().enumerate() {
            if let Some(folder) = FOLDERS.iter().find(|folder| holds_path(line, folder)) {
                let message = format!(
                    "a path below `/{folder}` is true on one machine only: write it relative to \
                     the workspace"
                );
                findings.push((file.path.clone(), at + 1, message));
            }
        }
    }
    findings
}

fn holds_path(line: &str, folder: &str) -> bool {
    let needle = format!("/{folder}/");
    line.match_indices(&needle).any(|(at, _)| begins_path(&line[..at]))
}

/// Whether a slash after `before` begins an absolute path, and not the next part of another one
/// such as `docs/home/` or `$DIR/root/`.
fn begins_path(before: &str) -> bool {
    before.ends_with("//")
        || before.chars().next_back().is_none_or(|c| {
            !c.is_alphanumeric()
                && !matches!(c, '_' | '-' | '.' | '/' | '}' | ')' | '>' | '*' | '~')
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample_workspace;

    #[test]
    fn a_path_in_each_kind_of_file() {
        let text = |start: &str| format!("{start} A.\n\"/{}/me/x\"\n", "home");
        for (path, start) in [
            ("crates/epitome-model/src/id.rs", "//!"),
            ("docs/guide.md", "#"),
            ("deny.toml", "#"),
            ("scripts/a.sh", "#"),
            (".ci/run", "#"),
        ] {
            let breach = format!("{path}:2: machine-path");
            sample_workspace::check(&[(path, &text(start))], &[&breach]);
        }
    }

    #[test]
    fn where_a_path_begins() {
        for folder in FOLDERS {
            for text in ["/F/a", "see `/F/a`", "X=/F/a", "file:///F/a", "(/F/a)", "a:/F/b"] {
                assert!(holds_path(&text.replace('F', folder), folder), "{text}");
            }
            for text in ["docs/F/a", "$DIR/F/", "{root}/F/a", "../F/", "/Fs/", "https://a.org/F/b"]
            {
                assert!(!holds_path(&text.replace('F', folder), folder), "{text}");
            }
        }
    }
}
