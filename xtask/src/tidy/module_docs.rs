//! Every Rust file begins by saying what it is for.

use super::Findings;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Findings {
    tree.rust()
        .filter(|file| !file.text.starts_with("//! "))
        .map(|file| {
            let message = "the first line must be a module doc: `//! What this file holds.`";
            (file.path.clone(), 1, message.to_owned())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::tidy::sample_workspace::check;

    #[test]
    fn a_file_without_module_doc() {
        let path = "crates/epitome-model/src/id.rs";
        for text in ["fn a() {}\n", "// A.\n", "/// A.\nfn a() {}\n", "\n//! Late.\n", "//!\n", ""]
        {
            check(&[(path, text)], &["crates/epitome-model/src/id.rs:1: module-doc"]);
        }
    }

    #[test]
    fn fixtures_need_none() {
        check(&[("crates/epitome-model/tests/fixtures/a.rs", "fn a() {}\n")], &[]);
    }
}
