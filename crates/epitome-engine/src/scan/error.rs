//! What can go wrong for a whole scan, or for one file that was asked for by name.
//!
//! Trouble with single files during a scan is not an error: it travels in the report.

use std::io;
use std::path::{Path, PathBuf};

use super::path::{RelPath, display_os_path};

/// The root cannot be scanned.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// Nothing is there.
    #[error("there is nothing at `{}`; check the spelling of the path", display_os_path(.path))]
    Missing {
        /// The path as given.
        path: PathBuf,
    },
    /// A file, where a folder is needed.
    #[error("`{}` is not a folder; give the folder that holds it", display_os_path(.path))]
    NotAFolder {
        /// The path as given.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("cannot open the folder `{}`: {cause}; check its permissions", display_os_path(.path))]
    Unreadable {
        /// The path as given.
        path: PathBuf,
        /// The system's own words.
        cause: io::Error,
    },
}

/// One file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is gone, or never was.
    #[error("`{path}` is no longer there; scan again")]
    Missing {
        /// The file.
        path: RelPath,
    },
    /// The path leaves the root, or a link on the way would.
    #[error("`{path}` leads through a link or out of the root; name a regular file below the root")]
    OutOfRoot {
        /// The file.
        path: RelPath,
    },
    /// A FIFO, socket, device or folder.
    #[error("`{path}` is {what}, not a regular file; name a regular file")]
    NotRegular {
        /// The file.
        path: RelPath,
        /// What it is, with its article.
        what: &'static str,
    },
    /// Larger than allowed.
    #[error("`{path}` is larger than the limit of {limit} bytes; raise the size limit to read it")]
    TooLarge {
        /// The file.
        path: RelPath,
        /// The limit that was in force.
        limit: u64,
    },
    /// The system refuses.
    #[error("cannot read `{path}`: {cause}; check its permissions")]
    Unreadable {
        /// The file.
        path: RelPath,
        /// The system's own words.
        cause: io::Error,
    },
}

impl ScanError {
    pub(super) fn from_io(path: &Path, cause: io::Error) -> ScanError {
        let path = path.to_owned();
        match cause.kind() {
            io::ErrorKind::NotFound => ScanError::Missing { path },
            io::ErrorKind::NotADirectory => ScanError::NotAFolder { path },
            _ => ScanError::Unreadable { path, cause },
        }
    }
}
