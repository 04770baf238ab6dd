//! Why an index is of no use.

use std::io;
use std::path::PathBuf;

use crate::scan::display_os_path;

/// An index cannot be used. The build goes on without it.
#[derive(Debug, thiserror::Error)]
pub enum ScipError {
    /// Nothing is there.
    #[error("there is no index at `{}`; check the path, or run the indexer first", display_os_path(.path))]
    Missing {
        /// The path as given.
        path: PathBuf,
    },
    /// A folder, device or the like.
    #[error("`{}` is not a regular file; give the path of an index.scip", display_os_path(.path))]
    NotAFile {
        /// The path as given.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("cannot read the index `{}`: {cause}; check its permissions", display_os_path(.path))]
    Unreadable {
        /// The path as given.
        path: PathBuf,
        /// The system's own words.
        cause: io::Error,
    },
    /// More than we are willing to read.
    #[error("the index `{}` has more than {limit} bytes; index parts of the repository one by one", display_os_path(.path))]
    TooLarge {
        /// The path as given.
        path: PathBuf,
        /// The limit.
        limit: u64,
    },
    /// It begins like an index and breaks off.
    #[error("the index `{}` breaks off after {bytes} bytes: the indexer was stopped, or the copy is not whole; run the indexer again", display_os_path(.path))]
    Truncated {
        /// The path as given.
        path: PathBuf,
        /// How much there is of it.
        bytes: u64,
    },
    /// It is an index, but a part of it cannot be read.
    #[error("the index `{}` is damaged at byte {at}: {cause}; run the indexer again", display_os_path(.path))]
    Damaged {
        /// The path as given.
        path: PathBuf,
        /// Where the unreadable part begins.
        at: u64,
        /// What is wrong with it.
        cause: String,
    },
    /// Something else altogether.
    #[error("`{}` is no SCIP index: {cause}; give a file that a SCIP indexer wrote", display_os_path(.path))]
    Foreign {
        /// The path as given.
        path: PathBuf,
        /// How one can tell.
        cause: String,
    },
}

impl ScipError {
    pub(super) fn from_io(path: &std::path::Path, cause: io::Error) -> ScipError {
        let path = path.to_owned();
        match cause.kind() {
            io::ErrorKind::NotFound => ScipError::Missing { path },
            _ => ScipError::Unreadable { path, cause },
        }
    }
}
