//! What can go wrong with an index on disk: which file, why, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

/// Why an index could not be read or written. Each message is one line.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// There is no index yet.
    #[error("{}: there is no index here; make one with `epitome index`", .path.display())]
    Absent {
        /// The state folder.
        path: PathBuf,
    },
    /// A file is not what was written: cut short, altered, missing, or put there by somebody else.
    #[error(
        "{}: damaged: {cause}; build the index again with `epitome index`, or remove it first with \
         `epitome clean`",
        .path.display()
    )]
    Damaged {
        /// The file or folder that is wrong.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// The index was written in a format that this program does not know yet.
    #[error(
        "{}: made by a newer version (format {found}, this program knows {known}); update epitome \
         or run `epitome clean` and index again",
        .path.display()
    )]
    Newer {
        /// The file that says so.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The newest format known here.
        known: u32,
    },
    /// The index was written in a format that this program no longer reads.
    #[error(
        "{}: made by an older version (format {found}, this program reads {known}); build it again \
         with `epitome index`",
        .path.display()
    )]
    Older {
        /// The file that says so.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The format read here.
        known: u32,
    },
    /// Somebody else is writing.
    #[error(
        "{}: in use by {holder}; wait until it is done, or stop it",
        .path.display()
    )]
    Locked {
        /// The lock file.
        path: PathBuf,
        /// Who holds it, as far as known.
        holder: crate::lock::Holder,
    },
    /// The disk has too little room, found out before anything was written.
    #[error(
        "{}: {needed} bytes are needed and {free} are free; make room and run again, the index as \
         it was still answers",
        .path.display()
    )]
    NoRoom {
        /// The state folder.
        path: PathBuf,
        /// Bytes that a new generation needs.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// The file system refused.
    #[error("{}: cannot {doing}: {error}; {}", .path.display(), remedy(.error))]
    Io {
        /// The file or folder it was about.
        path: PathBuf,
        /// What was tried.
        doing: &'static str,
        /// What the system answered. Not named `source`: it stands in the message already, before
        /// the remedy, and would be printed twice.
        error: io::Error,
    },
    /// The caller broke a rule of this crate. A defect of the program, not of the disk.
    #[error("{}: {cause}; this is a defect of epitome, please report it", .path.display())]
    Misused {
        /// The file it was about.
        path: PathBuf,
        /// The rule that was broken.
        cause: String,
    },
}

impl IndexError {
    /// A file that is not what was written.
    pub fn damaged(path: impl Into<PathBuf>, cause: impl Into<String>) -> Self {
        Self::Damaged { path: path.into(), cause: cause.into() }
    }

    pub(crate) fn misused(path: impl Into<PathBuf>, cause: impl Into<String>) -> Self {
        Self::Misused { path: path.into(), cause: cause.into() }
    }

    /// For `map_err`.
    pub(crate) fn io<E: Into<io::Error>>(
        path: &Path,
        doing: &'static str,
    ) -> impl FnOnce(E) -> Self {
        move |error| Self::Io { path: path.to_owned(), doing, error: error.into() }
    }

    /// Whether building the index again is the cure.
    #[must_use]
    pub fn is_cured_by_indexing(&self) -> bool {
        matches!(self, Self::Absent { .. } | Self::Damaged { .. } | Self::Older { .. })
    }
}

/// What to do about an answer of the system.
fn remedy(error: &io::Error) -> &'static str {
    match Errno::from_io_error(error) {
        Some(Errno::NOSPC | Errno::DQUOT | Errno::FBIG) => {
            "make room on the disk and run again, the index as it was still answers"
        }
        Some(Errno::ROFS | Errno::ACCESS | Errno::PERM) => {
            "make the folder writable and run again, the index as it was still answers"
        }
        Some(Errno::MFILE | Errno::NFILE) => "raise the limit of open files (`ulimit -n`)",
        _ => "run again, and check the disk if it happens twice",
    }
}
