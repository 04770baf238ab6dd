//! The outlines of a whole tree, as they come.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use epitome_model::outline::{FileOutline, Problem};

use super::file::OutlineError;
use super::workers::Workers;
use crate::graph::is_manifest;
use crate::scan::{
    Entry, Problems, RelPath, ScanOptions, ScanReport, nothing_known, scan_on_workers,
};

/// How to outline a tree.
#[derive(Debug, Clone, Default)]
pub struct TreeOptions {
    /// How to scan it.
    pub scan: ScanOptions,
}

/// One outlined file.
#[derive(Debug, Clone, PartialEq)]
pub struct OutlinedFile {
    /// Where it is.
    pub path: RelPath,
    /// BLAKE3 of its bytes.
    pub raw_hash: [u8; 32],
    /// Length of its text in bytes.
    pub bytes: usize,
    /// What it says.
    pub outline: FileOutline,
}

/// What was met on the way.
#[derive(Debug, Default)]
pub struct TreeReport {
    /// The files found and skipped.
    pub scan: ScanReport,
    /// Files, lines and symbols by language id.
    pub languages: BTreeMap<String, LanguageCount>,
    /// Text files in no language we know.
    pub unknown: u64,
    /// Files that tell how modules are named, with their texts, sorted by path.
    pub manifests: Vec<(String, String)>,
    /// Files in which some places do not fit the grammar; the rest of them is outlined.
    pub partial: u64,
    /// Files that could not be outlined, or not whole, the first hundred by path.
    pub problems: Problems,
}

/// How much of one language there is.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct LanguageCount {
    /// Files.
    pub files: u64,
    /// Lines.
    pub lines: u64,
    /// Functions and methods.
    pub functions: u64,
    /// Classes and their kin.
    pub classes: u64,
    /// Headings and keys.
    pub sections: u64,
}

/// Outlines every source file below `root` and hands each to `visit`, on several threads and in no
/// particular order. Texts and outlines are let go as soon as `visit` returns, so memory does not
/// grow with the tree.
pub fn outline_tree<V>(
    root: &Path,
    options: &TreeOptions,
    workers: &Workers,
    visit: &V,
) -> Result<TreeReport, OutlineError>
where
    V: Fn(OutlinedFile) -> ControlFlow<()> + Sync,
{
    let tally = Mutex::new(TreeReport::default());
    let failed = Mutex::new(None);
    let scan =
        scan_on_workers(root, &options.scan, &nothing_known, &|entry: Entry| match outline_entry(
            entry, workers, &tally,
        ) {
            Ok(Some(file)) => visit(file),
            Ok(None) => ControlFlow::Continue(()),
            Err(error) => {
                *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                ControlFlow::Break(())
            }
        })?;
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let mut report = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.scan = scan;
    report.manifests.sort();
    Ok(report)
}

fn outline_entry(
    entry: Entry,
    workers: &Workers,
    tally: &Mutex<TreeReport>,
) -> Result<Option<OutlinedFile>, OutlineError> {
    let raw_hash = entry.raw_hash().unwrap_or_default();
    let Some(text) = entry.text() else { return Ok(None) };
    let text = text.text.as_str();
    if is_manifest(entry.path.as_str()) {
        let manifest = (entry.path.as_str().to_owned(), text.to_owned());
        tally.lock().unwrap_or_else(PoisonError::into_inner).manifests.push(manifest);
    }
    let Some(language) = epitome_syntax::detect(entry.path.as_str(), text) else {
        tally.lock().unwrap_or_else(PoisonError::into_inner).unknown += 1;
        return Ok(None);
    };
    let outline = workers.outline(language, text).map_err(OutlineError::Worker)?;
    tally.lock().unwrap_or_else(PoisonError::into_inner).count(&entry.path, &outline);
    let bytes = text.len();
    Ok(Some(OutlinedFile { path: entry.path, raw_hash, bytes, outline }))
}

impl TreeReport {
    pub(crate) fn count(&mut self, path: &RelPath, outline: &FileOutline) {
        let count = self.languages.entry(outline.language.to_string()).or_default();
        count.files += 1;
        count.lines += u64::from(outline.lines);
        let functions = outline.symbols.iter().filter(|s| s.kind.is_function()).count() as u64;
        count.functions += functions;
        count.classes += outline.symbols.len() as u64 - functions;
        count.sections += outline.sections.len() as u64;
        for problem in &outline.problems {
            match problem {
                Problem::SyntaxErrors { .. } => self.partial += 1,
                problem => self.problems.add(crate::scan::Problem {
                    path: path.clone(),
                    cause: problem.to_string().into(),
                }),
            }
        }
    }
}
