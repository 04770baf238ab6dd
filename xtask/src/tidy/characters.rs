//! No stray blanks at the end of a line or a file, and no tabs or invisible characters in Rust.

use super::Findings;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Findings {
    let mut findings = Findings::new();
    for file in tree.written() {
        let is_rust = file.path.ends_with(".rs");
        let mut add = |line: usize, message: String| {
            findings.push((file.path.clone(), line, message));
        };
        // Split by hand: `lines` would hide a carriage return.
        for (at, line) in file.text.split('\n').enumerate() {
            if let Some(c) = line.chars().find(|c| is_rust && is_unseen(*c)) {
                add(at + 1, format!("character {}: write it as an escape", c.escape_unicode()));
            }
            if line.ends_with(char::is_whitespace) {
                add(at + 1, "whitespace at the end of the line".to_owned());
            }
        }
        if !file.text.is_empty() && !file.text.ends_with('\n') {
            add(file.text.lines().count(), "the last line must end with a newline".to_owned());
        }
    }
    findings
}

/// Characters a reader cannot see, or that reorder the ones that can be seen.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use crate::tidy::sample_workspace::{check, check_message};

    const PATH: &str = "crates/epitome-model/src/id.rs";

    #[test]
    fn each_kind_of_breach() {
        for text in [
            "//! A.\n\tb\n",
            "//! A.\n\u{202e}b\n",
            "//! A.\nb \n",
            "//! A.\nb",
            "//! A.\n\u{85}b\n",
        ] {
            check(&[(PATH, text)], &["crates/epitome-model/src/id.rs:2: characters"]);
        }
    }

    #[test]
    fn messages_name_the_character() {
        check_message(
            &[(PATH, "//! A.\nb\u{200b}c\n")],
            "character \\u{200b}: write it as an escape",
        );
        check_message(&[(PATH, "//! A.\nb \n")], "whitespace at the end of the line");
    }

    #[test]
    fn whitespace_counts_in_every_text_but_data() {
        for path in ["docs/guide.md", "deny.toml", ".ci/run"] {
            check(&[(path, "a\tb \n")], &[&format!("{path}:1: characters")]);
            check(&[(path, "a\tb")], &[&format!("{path}:1: characters")]);
        }
        check(&[("crates/epitome-syntax/languages/ini/sample.ini", "a \r\nb")], &[]);
    }

    #[test]
    fn letters_of_any_script_are_welcome() {
        check(&[(PATH, "//! Äé 漢字 – “quoted” → ½.\n")], &[]);
    }
}
