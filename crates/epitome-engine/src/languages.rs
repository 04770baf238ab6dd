//! The languages that can be read, as the faces show them, and those of a tree.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::scan::{Entry, ScanError, ScanOptions, nothing_known, scan_on_workers};

/// One language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageInfo {
    /// Its id, such as `python`.
    pub id: String,
    /// Its name, such as `Python`.
    pub name: String,
    /// Whether functions and classes are outlined, or headings and keys only.
    pub is_deep: bool,
    /// File name extensions, without the dot.
    pub extensions: Vec<String>,
    /// Whole file names.
    pub filenames: Vec<String>,
    /// Programs in a `#!` line.
    pub interpreters: Vec<String>,
}

/// All of them, by name.
#[must_use]
pub fn known_languages() -> Vec<LanguageInfo> {
    let mut languages: Vec<LanguageInfo> = epitome_syntax::languages()
        .iter()
        .map(|builtin| {
            let language = builtin.language();
            LanguageInfo {
                id: language.id().to_owned(),
                name: language.name().to_owned(),
                is_deep: language.is_deep(),
                extensions: language.extensions().to_vec(),
                filenames: language.filenames().to_vec(),
                interpreters: language.interpreters().to_vec(),
            }
        })
        .collect();
    languages.sort_by_key(|language| language.name.to_lowercase());
    languages
}

/// How many files of each language, by its id, are below `root`. Nothing is parsed.
pub fn languages_below(
    root: &Path,
    options: &ScanOptions,
) -> Result<BTreeMap<String, u64>, ScanError> {
    let counts = Mutex::new(BTreeMap::new());
    scan_on_workers(root, options, &nothing_known, &|entry: Entry| {
        let text = entry.text().map(|text| text.text.as_str());
        if let Some(language) =
            text.and_then(|text| epitome_syntax::detect(entry.path.as_str(), text))
        {
            let id = language.language().id().to_owned();
            *counts.lock().unwrap_or_else(PoisonError::into_inner).entry(id).or_insert(0) += 1;
        }
        ControlFlow::Continue(())
    })?;
    Ok(counts.into_inner().unwrap_or_else(PoisonError::into_inner))
}
