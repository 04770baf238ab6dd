//! The whole way from a file to an index that can be believed.

use std::path::Path;

use epitome_model::scip::ScipIndex;

use super::error::ScipError;
use super::fit::{FitReport, fit};
use super::read::read_index;
use super::settle::settle;
use crate::scan::{RelPath, Root};

/// An index whose every document speaks of a file as it is now.
#[derive(Debug)]
pub struct LoadedIndex {
    /// What it says; paths are below the root.
    pub index: ScipIndex,
    /// What of it was left out.
    pub fit: FitReport,
}

/// Reads the index `path` for the repository at `root`, and leaves out what does not fit its files.
/// Files of more than `limit` bytes count as missing.
pub fn load_index(root: &Root, path: &Path, limit: u64) -> Result<LoadedIndex, ScipError> {
    let read = read_index(path)?;
    let mut index = read.index;
    let real = path.canonicalize().map_err(|cause| ScipError::from_io(path, cause))?;
    settle(&mut index, &read.project_root, root.path(), &real);
    let fit = fit(&mut index, &texts_below(root, limit));
    Ok(LoadedIndex { index, fit })
}

/// The current texts of the files below `root`, as linking and reconciling ask for them. Nothing
/// outside the root is read, whatever an index names.
pub fn texts_below(root: &Root, limit: u64) -> impl Fn(&str) -> Option<String> + '_ {
    move |path| root.read_text(&RelPath::from_stored(path), limit).ok().map(|text| text.text)
}
