//! What the rows were made with, and which generation they belong to.

use rusqlite::{Connection, OptionalExtension as _, params};
use serde::{Deserialize, Serialize};

use super::{Database, DatabaseError, FileBatch};

const MADE: &str = "made";

/// Everything beside the files themselves that decides what an index looks like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// The generation that was made from the rows; 0 while a run is under way or after it broke
    /// off, so that the next one trusts outlines but no documents.
    pub generation: u64,
    /// How files were read: another scan or outline makes other rows.
    pub rules: String,
    /// Who wrote the words: another summariser makes other documents.
    pub words: String,
    /// The SCIP indexes that were believed.
    pub scip: String,
}

impl Database {
    /// What the rows were made with; nothing in a new file.
    pub fn made(&self) -> Result<Option<Made>, DatabaseError> {
        let found: Option<Vec<u8>> = self.named(
            self.connection
                .query_row("SELECT value FROM meta WHERE key = ?1", [MADE], |row| row.get(0))
                .optional(),
        )?;
        // What cannot be read is as good as absent: the rows are then made again.
        Ok(found.and_then(|bytes| postcard::from_bytes(&bytes).ok()))
    }

    /// Remembers what the rows are made with.
    pub fn set_made(&self, made: &Made) -> Result<(), DatabaseError> {
        self.named(set_made(&self.connection, made))
    }
}

impl FileBatch<'_> {
    /// Remembers what the rows are made with, together with them.
    pub fn set_made(&self, made: &Made) -> rusqlite::Result<()> {
        set_made(&self.transaction, made)
    }
}

fn set_made(connection: &Connection, made: &Made) -> rusqlite::Result<()> {
    // Texts and a number can always be written.
    let bytes = postcard::to_stdvec(made).unwrap_or_default();
    connection.execute(
        "INSERT INTO meta (key, value) VALUES (?1, ?2)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        params![MADE, bytes],
    )?;
    Ok(())
}
