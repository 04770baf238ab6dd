//! The rows of files: what a scan learnt, and the outline of what was read.

use std::collections::BTreeMap;

use epitome_model::outline::FileOutline;
use epitome_model::summarize::FilePart;
use rusqlite::{Row, Transaction, params};

use super::{Database, DatabaseError};
use crate::scan::{Class, Known, SkipReason, Stamp};

/// A file as the last run saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// The row's number.
    pub id: i64,
    /// What the scan learnt.
    pub known: Known,
    /// Whether an outline of it is kept.
    pub outlined: bool,
    /// The newest stored summary that its documents were made with; 0 where none was.
    pub words: i64,
}

/// A file to remember.
#[derive(Clone, Debug)]
pub struct StoredFile {
    /// Its path, as [`crate::scan::RelPath::as_str`] gives it.
    pub path: String,
    /// What the scan learnt.
    pub known: Known,
    /// The outline and what its module needs of it; none for a skipped file or an unknown
    /// language. Serialised where it was made, on many threads.
    pub outline: Option<(Vec<u8>, Vec<u8>)>,
    /// The text of a manifest.
    pub manifest: Option<String>,
    /// The newest stored summary that its documents are made with; 0 where there is none.
    pub words: i64,
}

/// Rows written together.
#[derive(Debug)]
pub struct FileBatch<'a> {
    pub(super) transaction: Transaction<'a>,
}

impl Database {
    /// Every file of the last run by path, without the outlines.
    pub fn files(&self) -> Result<BTreeMap<String, FileRow>, DatabaseError> {
        let rows = || -> rusqlite::Result<BTreeMap<String, FileRow>> {
            let mut statement = self.connection.prepare(
                "SELECT id, path, size, mtime_ns, ctime_ns, inode, seen_ns, raw_hash, class,
                        marker, outlined, words
                 FROM files",
            )?;
            let rows = statement.query_map([], |row| Ok((row.get(1)?, file_row(row)?)))?;
            rows.collect()
        };
        self.named(rows())
    }

    /// A file's outline and the bytes it is stored as; none where there is none, or where it cannot
    /// be read any more.
    pub fn outline(&self, id: i64) -> Result<Option<(FileOutline, Vec<u8>)>, DatabaseError> {
        let bytes = self.blob("SELECT outline FROM outlines WHERE file = ?1", id)?;
        Ok(bytes.and_then(|bytes| Some((postcard::from_bytes(&bytes).ok()?, bytes))))
    }

    /// Every outline, still serialised, with its file's path, ordered by path.
    pub fn outlines(&self) -> Result<Vec<(String, Vec<u8>)>, DatabaseError> {
        let rows = || -> rusqlite::Result<Vec<(String, Vec<u8>)>> {
            let mut statement = self.connection.prepare(
                "SELECT path, outline FROM files JOIN outlines ON file = id ORDER BY path",
            )?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        };
        self.named(rows())
    }

    /// What modules need of each file, with its path, ordered by path. A row that cannot be read is
    /// left out.
    pub fn parts(&self) -> Result<Vec<(String, FilePart)>, DatabaseError> {
        let rows = || -> rusqlite::Result<Vec<(String, FilePart)>> {
            let mut statement = self
                .connection
                .prepare("SELECT path, part FROM files JOIN parts ON file = id ORDER BY path")?;
            let mut rows = statement.query([])?;
            let mut parts = Vec::new();
            while let Some(row) = rows.next()? {
                if let Ok(part) = postcard::from_bytes(row.get_ref(1)?.as_blob()?) {
                    parts.push((row.get(0)?, part));
                }
            }
            Ok(parts)
        };
        self.named(rows())
    }

    /// The files that tell how modules are named, with their texts, ordered by path.
    pub fn manifests(&self) -> Result<Vec<(String, String)>, DatabaseError> {
        let rows = || -> rusqlite::Result<Vec<(String, String)>> {
            let mut statement = self.connection.prepare(
                "SELECT path, text FROM files JOIN manifests ON file = id ORDER BY path",
            )?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        };
        self.named(rows())
    }

    /// Writes rows, all of them or none.
    pub fn write(
        &mut self,
        rows: impl FnOnce(&FileBatch<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), DatabaseError> {
        let written = (|| {
            let batch = FileBatch { transaction: self.connection.transaction()? };
            rows(&batch)?;
            batch.transaction.commit()
        })();
        self.named(written)
    }

    /// Forgets every file, where the rules by which they were read have changed.
    pub fn forget_files(&self) -> Result<(), DatabaseError> {
        self.named(self.connection.execute_batch("DELETE FROM files"))
    }

    fn blob(&self, query: &str, id: i64) -> Result<Option<Vec<u8>>, DatabaseError> {
        use rusqlite::OptionalExtension as _;
        let found = || -> rusqlite::Result<Option<Vec<u8>>> {
            self.connection.prepare_cached(query)?.query_row([id], |row| row.get(0)).optional()
        };
        self.named(found())
    }
}

impl FileBatch<'_> {
    /// Adds or replaces a file.
    pub fn put(&self, file: &StoredFile) -> rusqlite::Result<()> {
        let (class, marker) = class_code(&file.known.class);
        let stamp = &file.known.stamp;
        let id: i64 = self
            .transaction
            .prepare_cached(
                "INSERT INTO files (path, size, mtime_ns, ctime_ns, inode, seen_ns, raw_hash, class,
                                    marker, outlined, words)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
                 ON CONFLICT (path) DO UPDATE SET
                    size = excluded.size, mtime_ns = excluded.mtime_ns,
                    ctime_ns = excluded.ctime_ns, inode = excluded.inode,
                    seen_ns = excluded.seen_ns, raw_hash = excluded.raw_hash,
                    class = excluded.class, marker = excluded.marker, outlined = excluded.outlined,
                    words = excluded.words
                 RETURNING id",
            )?
            .query_row(
                params![
                    file.path,
                    stamp.size.cast_signed(),
                    stamp.mtime_ns,
                    stamp.ctime_ns,
                    stamp.inode.cast_signed(),
                    file.known.seen_ns,
                    file.known.raw_hash,
                    class,
                    marker,
                    file.outline.is_some(),
                    file.words,
                ],
                |row| row.get(0),
            )?;
        let outline = file.outline.as_ref();
        self.keep("outlines", "outline", id, outline.map(|(outline, _)| outline))?;
        self.keep("parts", "part", id, outline.map(|(_, part)| part))?;
        self.keep("manifests", "text", id, file.manifest.as_ref())
    }

    /// Writes or removes what stands beside a file's row.
    fn keep(
        &self,
        table: &str,
        column: &str,
        id: i64,
        value: Option<impl rusqlite::ToSql>,
    ) -> rusqlite::Result<()> {
        match value {
            Some(value) => self
                .transaction
                .prepare_cached(&format!(
                    "INSERT INTO {table} (file, {column}) VALUES (?1, ?2)
                     ON CONFLICT (file) DO UPDATE SET {column} = excluded.{column}"
                ))?
                .execute(params![id, value])?,
            None => self
                .transaction
                .prepare_cached(&format!("DELETE FROM {table} WHERE file = ?1"))?
                .execute([id])?,
        };
        Ok(())
    }

    /// Remembers a new stamp for a file whose content is what it was.
    pub fn touch(&self, id: i64, known: &Known) -> rusqlite::Result<()> {
        let stamp = &known.stamp;
        self.transaction
            .prepare_cached(
                "UPDATE files SET size = ?2, mtime_ns = ?3, ctime_ns = ?4, inode = ?5, seen_ns = ?6
                 WHERE id = ?1",
            )?
            .execute(params![
                id,
                stamp.size.cast_signed(),
                stamp.mtime_ns,
                stamp.ctime_ns,
                stamp.inode.cast_signed(),
                known.seen_ns
            ])?;
        Ok(())
    }

    /// Forgets a file.
    pub fn remove(&self, id: i64) -> rusqlite::Result<()> {
        self.transaction.prepare_cached("DELETE FROM files WHERE id = ?1")?.execute([id])?;
        Ok(())
    }
}

fn file_row(row: &Row<'_>) -> rusqlite::Result<FileRow> {
    let class: i64 = row.get(8)?;
    let marker: Option<String> = row.get(9)?;
    let stamp = Stamp {
        size: row.get::<_, i64>(2)?.cast_unsigned(),
        mtime_ns: row.get(3)?,
        ctime_ns: row.get(4)?,
        inode: row.get::<_, i64>(5)?.cast_unsigned(),
    };
    let known = Known {
        stamp,
        seen_ns: row.get(6)?,
        raw_hash: row.get(7)?,
        class: class_of(class, marker),
    };
    Ok(FileRow { id: row.get(0)?, known, outlined: row.get(10)?, words: row.get(11)? })
}

/// Only what the content tells is ever remembered; see [`Entry::known`](crate::scan::Entry::known).
fn class_code(class: &Class) -> (i64, Option<&str>) {
    match class {
        Class::Skipped(SkipReason::Minified) => (1, None),
        Class::Skipped(SkipReason::Generated { marker }) => (2, Some(marker)),
        Class::Skipped(SkipReason::Binary) => (3, None),
        _ => (0, None),
    }
}

fn class_of(code: i64, marker: Option<String>) -> Class {
    match code {
        1 => Class::Skipped(SkipReason::Minified),
        2 => Class::Skipped(SkipReason::Generated { marker: marker.unwrap_or_default().into() }),
        3 => Class::Skipped(SkipReason::Binary),
        _ => Class::Source,
    }
}
