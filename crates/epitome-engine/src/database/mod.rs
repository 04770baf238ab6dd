//! `state.db`: the one mutable file, in SQLite.
//!
//! What is published stands in write-once generations beside it (`epitome-index`); this file holds
//! what the next run wants to know of the last: which files were read, when, and what was in them. It
//! also holds what models said of symbols and what that cost; losing it costs time and, where a model was
//! paid, money, but never an answer.

mod error;
mod files;
mod meta;
mod migrations;
mod salvage;
mod spend;
mod summaries;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

pub use error::DatabaseError;
pub use files::{FileBatch, FileRow, StoredFile};
pub use meta::Made;
pub(crate) use spend::USED;
pub use spend::{Spend, SpendTotal};
pub use summaries::{NewSummary, SummaryRow};

/// The file's name in `.epitome/`.
pub const DATABASE_FILE: &str = "state.db";

/// How long to wait for another process that is writing. Readers never wait: the file is in WAL
/// mode.
const BUSY: Duration = Duration::from_secs(5);

/// An open `state.db`.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
}

impl Database {
    /// Opens `state.db` in `folder`, makes it where it is missing, and brings it up to date.
    pub fn open(folder: &Path) -> Result<Database, DatabaseError> {
        let path = folder.join(DATABASE_FILE);
        // A link planted in the tree must not lead us to write elsewhere.
        let flags = OpenFlags::default() | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        Database::prepare(path, flags, true)
    }

    /// Opens it only to read; `None` where there is none.
    pub fn open_to_read(folder: &Path) -> Result<Option<Database>, DatabaseError> {
        let path = folder.join(DATABASE_FILE);
        if !path.exists() {
            return Ok(None);
        }
        // Reading in WAL mode may need to write the shared-memory file, so the connection itself is
        // opened for writing where that is allowed.
        let flags = (OpenFlags::default() - OpenFlags::SQLITE_OPEN_CREATE)
            | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        match Database::prepare(path.clone(), flags, false) {
            Err(error) if error.is_read_only() => {
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NOFOLLOW;
                Database::prepare(path, flags, false).map(Some)
            }
            other => other.map(Some),
        }
    }

    fn prepare(path: PathBuf, flags: OpenFlags, write: bool) -> Result<Database, DatabaseError> {
        let opened = (|| {
            // SQLite refuses any link on the way, and the way to the root may hold one.
            let real = match (path.parent().map(Path::canonicalize), path.file_name()) {
                (Some(Ok(folder)), Some(name)) => folder.join(name),
                _ => path.clone(),
            };
            let mut connection = Connection::open_with_flags(&real, flags)?;
            connection.busy_timeout(BUSY)?;
            if write {
                connection.pragma_update(None, "journal_mode", "WAL")?;
                // In WAL mode this keeps the file whole through a crash; the last transactions may
                // be lost, and then their files are read again.
                connection.pragma_update(None, "synchronous", "NORMAL")?;
                migrations::migrate(&mut connection)?;
            }
            migrations::check(&connection)?;
            Ok(connection)
        })();
        match opened {
            Ok(connection) => Ok(Database { connection, path }),
            Err(cause) => Err(DatabaseError::new(&path, cause)),
        }
    }

    /// Whether the file's own structure is sound; the complaints where it is not.
    pub fn integrity(&self) -> Result<Vec<String>, DatabaseError> {
        let complaints = || -> rusqlite::Result<Vec<String>> {
            let mut statement = self.connection.prepare("PRAGMA integrity_check(20)")?;
            let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
            rows.filter(|row| row.as_deref() != Ok("ok")).collect()
        };
        self.named(complaints())
    }

    /// Gives an error the name of the file.
    fn named<T>(&self, result: rusqlite::Result<T>) -> Result<T, DatabaseError> {
        result.map_err(|cause| DatabaseError::new(&self.path, cause.into()))
    }
}

#[cfg(test)]
mod tests;
