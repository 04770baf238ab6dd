//! Where indexes are looked for.

use std::fs;
use std::path::{Path, PathBuf};

/// The file that every indexer writes unless told otherwise.
const USUAL_NAME: &str = "index.scip";
/// For repositories that need more than one, below the root.
const FOLDER: &str = ".epitome/scip";

/// The indexes of a repository: `index.scip` at its root, then `.epitome/scip/*.scip` by name.
#[must_use]
pub fn find_indexes(root: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = match fs::read_dir(root.join(FOLDER)) {
        Ok(entries) => entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|e| e == "scip") && path.is_file())
            .collect(),
        Err(_) => Vec::new(),
    };
    found.sort();
    let usual = root.join(USUAL_NAME);
    if usual.is_file() {
        found.insert(0, usual);
    }
    found
}
