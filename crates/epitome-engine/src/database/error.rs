//! What can go wrong with `state.db`, and what helps.

use std::path::{Path, PathBuf};

use crate::scan::display_os_path;

/// `state.db` cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}; {}", display_os_path(.path), .cause.remedy())]
pub struct DatabaseError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub cause: DatabaseCause,
}

/// Why `state.db` cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseCause {
    /// SQLite says so.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// A newer program made it.
    #[error("it has version {found}, and this program knows versions up to {known}")]
    Newer {
        /// Its version.
        found: i64,
        /// The newest version that is known.
        known: i64,
    },
    /// Its tables are older than this program, and only a writer may bring them up to date.
    #[error("it has version {found}, made by an older program")]
    Older {
        /// Its version.
        found: i64,
    },
}

impl DatabaseCause {
    fn remedy(&self) -> &'static str {
        use rusqlite::ErrorCode;
        match self {
            DatabaseCause::Newer { .. } => "update epitome, or run `epitome clean` and index again",
            DatabaseCause::Older { .. } => "run `epitome index`",
            DatabaseCause::Sqlite(error) => match error.sqlite_error_code() {
                Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                    "run `epitome doctor --repair`, which sets it aside and reads the files again"
                }
                Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => {
                    "make room on the disk, check that it is sound, and run the command again"
                }
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                    "another process is writing it; try again when it is done"
                }
                Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                    "check that the folder `.epitome` can be written"
                }
                _ => "`epitome doctor` says more",
            },
        }
    }
}

impl DatabaseError {
    pub(super) fn new(path: &Path, cause: DatabaseCause) -> DatabaseError {
        DatabaseError { path: path.to_owned(), cause }
    }

    /// Whether the file's content is damaged, so that setting it aside helps.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        self.code().is_some_and(|code| {
            matches!(code, rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt)
        })
    }

    pub(super) fn is_read_only(&self) -> bool {
        self.code().is_some_and(|code| {
            matches!(code, rusqlite::ErrorCode::ReadOnly | rusqlite::ErrorCode::CannotOpen)
        })
    }

    fn code(&self) -> Option<rusqlite::ErrorCode> {
        match &self.cause {
            DatabaseCause::Sqlite(error) => error.sqlite_error_code(),
            _ => None,
        }
    }
}
