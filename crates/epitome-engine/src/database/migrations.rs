//! The tables, and how they came to be: each step is run once, in order, and never edited.

use rusqlite::Connection;

use super::error::DatabaseCause;

/// Step by step; the number of steps taken is SQLite's `user_version`.
const STEPS: &[&str] = &[
    "
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

-- One row for every file that had to be opened to be told apart.
CREATE TABLE files (
    id       INTEGER PRIMARY KEY,
    path     TEXT NOT NULL UNIQUE,
    size     INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    ctime_ns INTEGER NOT NULL,
    inode    INTEGER NOT NULL,
    seen_ns  INTEGER NOT NULL,
    raw_hash BLOB NOT NULL,
    class    INTEGER NOT NULL,
    marker   TEXT,
    outlined INTEGER NOT NULL
);

-- Apart from the rows above, which every run reads: these are large and seldom wanted.
CREATE TABLE outlines (
    file    INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
    outline BLOB NOT NULL
);

-- What a module's summary needs of each file; small, and wanted whenever anything changed.
CREATE TABLE parts (
    file INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
    part BLOB NOT NULL
);

-- Texts of the files that tell how modules are named.
CREATE TABLE manifests (
    file INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
    text TEXT NOT NULL
);
",
    "
-- What a model said of a symbol (O41, O42). Rows of other prompts stay beside each other (O44).
CREATE TABLE summaries (
    -- Grows with every write, so that the newest of several is known without comparing texts.
    number         INTEGER PRIMARY KEY AUTOINCREMENT,
    node           TEXT NOT NULL,
    -- The part of `node` that is the file's path.
    path           TEXT NOT NULL,
    content_hash   TEXT NOT NULL,
    prompt_version TEXT NOT NULL,
    -- What layout and comments do not change (D5).
    normalized     TEXT NOT NULL,
    model          TEXT NOT NULL,
    backend        TEXT NOT NULL,
    -- BLAKE3 of the template (D6).
    template       TEXT NOT NULL,
    text           TEXT NOT NULL,
    signature      TEXT,
    returns        TEXT,
    grounded       TEXT NOT NULL,
    -- The lines the words were made from, so that citations can move with them.
    first_line     INTEGER NOT NULL,
    shape          BLOB NOT NULL,
    -- The answer was no JSON: never shown or embedded, asked for again (D7).
    degraded       INTEGER NOT NULL,
    created        TEXT NOT NULL,
    UNIQUE (node, content_hash, prompt_version)
);
CREATE INDEX summaries_of_file ON summaries (path, number);

-- One row for every call that was made, whatever became of it.
CREATE TABLE spend (
    number      INTEGER PRIMARY KEY,
    at          TEXT NOT NULL,
    backend     TEXT NOT NULL,
    model       TEXT NOT NULL,
    node        TEXT NOT NULL,
    requests    INTEGER NOT NULL,
    input       INTEGER NOT NULL,
    output      INTEGER NOT NULL,
    cache_read  INTEGER NOT NULL,
    cache_write INTEGER NOT NULL,
    -- In millionths of a millionth of a dollar; none where the price is not known.
    cost        INTEGER,
    outcome     TEXT NOT NULL
);

-- The newest of a file's summaries that its documents were made with; 0 where none was.
ALTER TABLE files ADD COLUMN words INTEGER NOT NULL DEFAULT 0;
",
];

/// Takes the steps that were not taken yet, all of them or none.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), DatabaseCause> {
    connection.pragma_update(None, "foreign_keys", true)?;
    if version(connection)? >= STEPS.len() as i64 {
        return Ok(());
    }
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    // Another process may have been quicker.
    let taken = usize::try_from(version(&transaction)?).unwrap_or(0);
    for step in STEPS.iter().skip(taken) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", STEPS.len().max(taken) as i64)?;
    transaction.commit()?;
    Ok(())
}

/// Refuses tables of another version.
pub(super) fn check(connection: &Connection) -> Result<(), DatabaseCause> {
    let (found, known) = (version(connection)?, STEPS.len() as i64);
    match found.cmp(&known) {
        std::cmp::Ordering::Greater => Err(DatabaseCause::Newer { found, known }),
        std::cmp::Ordering::Less => Err(DatabaseCause::Older { found }),
        std::cmp::Ordering::Equal => Ok(()),
    }
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
