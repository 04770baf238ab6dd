//! `lib.rs` is a table of contents: docs, attributes, modules and re-exports, no logic.

use super::Findings;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Findings {
    let mut findings = Findings::new();
    for file in tree.rust().filter(|file| file.name() == "lib.rs") {
        if let Some(line) = first_logic(&file.text) {
            let message = "lib.rs holds docs, attributes, `mod` and `pub use` lines only: move \
                           this to a module of its own";
            findings.push((file.path.clone(), line, message.to_owned()));
        }
    }
    findings
}

/// The 1-based number of the first line that does not belong. Later ones are not told apart: an
/// item's body would repeat the same news on every line.
fn first_logic(text: &str) -> Option<usize> {
    let mut open: Option<Open> = None;
    for (at, line) in text.lines().map(str::trim).enumerate() {
        open = match open {
            Some(open) => open.after(line),
            None if line.is_empty() || line.starts_with("//") => None,
            None if line.starts_with("#[") || line.starts_with("#![") => {
                Open::Attribute(0).after(line)
            }
            None if is_module(line) => None,
            None if is_reexport(line) => Open::Reexport.after(line),
            None => return Some(at + 1),
        };
    }
    None
}

/// Something that may run over several lines.
enum Open {
    /// An attribute, with the count of brackets still open.
    Attribute(usize),
    Reexport,
}

impl Open {
    /// What is still open after `line`.
    fn after(self, line: &str) -> Option<Open> {
        match self {
            Open::Attribute(depth) => {
                let opened = depth + line.matches('[').count();
                let depth = opened.saturating_sub(line.matches(']').count());
                (depth > 0).then_some(Open::Attribute(depth))
            }
            Open::Reexport => (!line.ends_with(';')).then_some(Open::Reexport),
        }
    }
}

fn is_module(line: &str) -> bool {
    let name = without_visibility(line).strip_prefix("mod ").and_then(|l| l.strip_suffix(';'));
    name.is_some_and(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'))
}

/// A private `use` serves logic, so it does not belong either.
fn is_reexport(line: &str) -> bool {
    line.starts_with("pub") && without_visibility(line).starts_with("use ")
}

fn without_visibility(line: &str) -> &str {
    ["pub ", "pub(crate) "].iter().find_map(|pre| line.strip_prefix(pre)).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample_workspace;

    #[test]
    fn logic_in_lib() {
        sample_workspace::check(
            &[("crates/epitome-model/src/lib.rs", "//! Data.\n\nmod id;\n\nfn a() {\n}\n")],
            &["crates/epitome-model/src/lib.rs:5: lib-file"],
        );
    }

    #[test]
    fn what_belongs_and_what_does_not() {
        let check = |text: &str, line: Option<usize>| assert_eq!(first_logic(text), line, "{text}");
        check("//! A.\n#![warn(a)]\n#[cfg(test)]\nmod tests;\npub(crate) mod b;\n", None);
        check("#![expect(\n    a,\n    reason = \"b\"\n)]\npub use a::{\n    b,\n};\n", None);
        check("mod a {\n}\n", Some(1));
        check("use a::b;\n", Some(1));
        check("pub mod a;\npub struct B;\n", Some(2));
        check("pub use a::b;\nconst C: u8 = 1;\n", Some(2));
        check("macro_rules! a {\n", Some(1));
    }
}
