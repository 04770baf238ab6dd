//! One file, named by a path.

use std::io;
use std::path::{Path, PathBuf};

use super::tree::OutlinedFile;
use super::workers::Workers;
use crate::scan::{ReadError, RelPath, Root, ScanError, display_path};

/// Why nothing could be outlined.
#[derive(Debug, thiserror::Error)]
pub enum OutlineError {
    /// The root cannot be scanned.
    #[error(transparent)]
    Scan(#[from] ScanError),
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// No worker process could be started.
    #[error(
        "the outline worker could not be started: {0}; check that the program file still exists and that processes may be started"
    )]
    Worker(io::Error),
    /// The file's language is not known.
    #[error("{}: its language is not known by its name or first line; `epitome languages` lists those that are", display_path(&path.to_string_lossy()))]
    UnknownLanguage {
        /// The file.
        path: PathBuf,
    },
    /// The path names no file.
    #[error("{}: {cause}; give the path of a file or folder", display_path(&path.to_string_lossy()))]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// Why not.
        cause: io::Error,
    },
}

/// Outlines one file, whatever a scan of its folder would think of it: who names a file wants it.
pub fn outline_path(
    path: &Path,
    limit: u64,
    workers: &Workers,
) -> Result<OutlinedFile, OutlineError> {
    let not_a_file = |cause| OutlineError::NotAFile { path: path.to_owned(), cause };
    // A link that the user names is followed; a link that a scan meets is not.
    let real = path.canonicalize().map_err(not_a_file)?;
    let (Some(folder), Some(name)) = (real.parent(), real.file_name()) else {
        return Err(not_a_file(io::ErrorKind::IsADirectory.into()));
    };
    let root = Root::open(folder)?;
    let text = root.read_text(&RelPath::from_os(name), limit)?;
    let shown = RelPath::from_os(path.as_os_str());
    let language = epitome_syntax::detect(shown.as_str(), &text.text)
        .ok_or_else(|| OutlineError::UnknownLanguage { path: path.to_owned() })?;
    let outline = workers.outline(language, &text.text).map_err(OutlineError::Worker)?;
    Ok(OutlinedFile { path: shown, raw_hash: text.raw_hash, bytes: text.text.len(), outline })
}
