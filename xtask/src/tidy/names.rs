//! No drawer for odds and ends: a file is named after the thing it holds.

use super::Findings;
use crate::tree::Tree;

const BANNED: &[&str] = &["utils", "util", "helpers", "helper", "common", "misc"];

/// `string_utils` is the same drawer with a label; `common_prefix` is a thing.
const BANNED_ENDINGS: &[&str] = &["_utils", "_util", "_helpers", "_helper"];

pub(super) fn check(tree: &Tree) -> Findings {
    let mut findings = Findings::new();
    for file in tree.rust() {
        let stem = file.path.trim_end_matches(".rs");
        if let Some(name) = stem.split('/').find(|part| is_banned(part)) {
            findings.push((file.path.clone(), 1, message(name)));
        }
        for (at, line) in file.text.lines().enumerate() {
            if let Some(name) = inline_module(line).filter(|name| is_banned(name)) {
                findings.push((file.path.clone(), at + 1, message(name)));
            }
        }
    }
    findings
}

fn is_banned(name: &str) -> bool {
    BANNED.contains(&name) || BANNED_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// The name in `mod name {`. A `mod name;` is caught by its file.
fn inline_module(line: &str) -> Option<&str> {
    let (before, after) = line.trim().split_once("mod ")?;
    let visibility = before.is_empty() || before.starts_with("pub");
    after.strip_suffix('{').filter(|_| visibility).map(str::trim)
}

fn message(name: &str) -> String {
    format!("`{name}` names no thing: name the file or module after what it holds")
}

#[cfg(test)]
mod tests {
    use crate::tidy::sample_workspace::{check, check_message};

    #[test]
    fn a_banned_file_or_folder() {
        for name in ["utils", "util", "helpers", "helper", "common", "misc", "string_utils"] {
            for path in ["crates/epitome-model/src/NAME.rs", "crates/epitome-model/tests/NAME/a.rs"]
            {
                let path = path.replace("NAME", name);
                check(&[(&path, "//! A.\n")], &[&format!("{path}:1: name")]);
            }
        }
    }

    #[test]
    fn a_banned_inline_module() {
        let text = "//! Ids.\n\npub(crate) mod helpers {\n}\n";
        let change = ("crates/epitome-model/src/id.rs", text);
        check(&[change], &["crates/epitome-model/src/id.rs:3: name"]);
        let message = "`helpers` names no thing: name the file or module after what it holds";
        check_message(&[change], message);
    }

    #[test]
    fn names_that_only_look_like_it() {
        for name in ["common_prefix", "utility_bill", "miscount"] {
            check(&[(&format!("crates/epitome-model/src/{name}.rs"), "//! A.\n")], &[]);
        }
    }
}
