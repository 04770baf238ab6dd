//! The sample of each language, for the tests that edit or mutate it.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder that holds one folder for each language.
#[allow(dead_code, reason = "each test binary uses its part")]
pub(crate) fn folders() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("languages")
}

/// The text of a language's sample.
#[allow(dead_code, reason = "each test binary uses its part")]
pub(crate) fn sample_of(id: &str) -> String {
    let folder = folders().join(id);
    let sample = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| {
            path.file_stem().is_some_and(|stem| stem == "sample")
                && path.extension().is_some_and(|extension| extension != "outline")
        })
        .unwrap_or_else(|| panic!("{}: no sample", folder.display()));
    fs::read_to_string(sample).unwrap()
}
