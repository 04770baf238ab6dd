//! What rows of an index stand for: a file with one line for each, and a table of where they lie.
//!
//! The word index and the index of vectors both have it: `metadata.jsonl` and `index_map.json` are for
//! everybody, the table in `rows.npz` is ours. Each line has a check, compared when it is read.

use crate::archive::npz::{self, Array};
use crate::archive::{Archive, ArchiveWriter};
use crate::error::IndexError;
use crate::generation::Generation;
use crate::map::Map;
use crate::write::GenerationWriter;

/// How the lines of a file are put together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) before: &'static str,
    pub(crate) between: &'static str,
    pub(crate) after: &'static str,
    pub(crate) when_empty: &'static str,
}

/// A JSON value a line.
pub(crate) const JSON_LINES: Shape =
    Shape { before: "", between: "\n", after: "\n", when_empty: "" };
/// A JSON list, a value a line.
pub(crate) const JSON_LIST: Shape =
    Shape { before: "[\n", between: ",\n", after: "\n]\n", when_empty: "[]\n" };

/// Rows under way.
#[derive(Debug)]
pub(crate) struct RowsBuilder {
    shape: Shape,
    text: Vec<u8>,
    /// Where each line begins, and where one more would.
    starts: Vec<i64>,
    checks: Vec<u32>,
    documents: Vec<u32>,
}

impl RowsBuilder {
    pub(crate) fn new(shape: Shape) -> Self {
        let text = shape.before.as_bytes().to_vec();
        let starts = vec![text.len() as i64];
        Self { shape, text, starts, checks: Vec::new(), documents: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.documents.len()
    }

    /// Adds a row by its line.
    pub(crate) fn push(&mut self, document: u32, line: &[u8]) {
        self.text.extend_from_slice(line);
        self.text.extend_from_slice(self.shape.between.as_bytes());
        self.starts.push(self.text.len() as i64);
        self.checks.push(check(line));
        self.documents.push(document);
    }

    /// Writes the file of lines, and adds the table to the archive.
    pub(crate) fn finish(
        mut self,
        generation: &mut GenerationWriter<'_>,
        name: &str,
        archive: &mut ArchiveWriter,
    ) -> Result<(), IndexError> {
        if self.len() == 0 {
            self.text = self.shape.when_empty.as_bytes().to_vec();
        } else {
            self.text.truncate(self.text.len() - self.shape.between.len());
            self.text.extend_from_slice(self.shape.after.as_bytes());
        }
        generation.write(name, &self.text)?;
        let list = |list: usize| [list];
        npz::add(archive, "documents", &list(self.len()), [&*self.documents].into_iter())?;
        npz::add(archive, "line_starts", &list(self.starts.len()), [&*self.starts].into_iter())?;
        npz::add(archive, "line_checks", &list(self.checks.len()), [&*self.checks].into_iter())
    }
}

/// The rows of an index.
#[derive(Debug)]
pub(crate) struct Rows {
    shape: Shape,
    lines: Map,
    starts: Array<i64>,
    checks: Array<u32>,
    documents: Array<u32>,
    len: usize,
}

impl Rows {
    /// Finds the rows; `archive` holds their table, and is given to every call.
    pub(crate) fn open(
        generation: &Generation,
        name: &str,
        shape: Shape,
        archive: &Archive,
    ) -> Result<Self, IndexError> {
        let documents = Array::<u32>::find_list(archive, "documents")?;
        // What every answer goes through; it is small.
        archive.check(&npz::member("documents"))?;
        let len = documents.slice(archive).len();
        if i32::try_from(len).is_err() {
            return Err(IndexError::damaged(archive.path(), "it has more rows than there can be"));
        }
        let rows = Self {
            shape,
            lines: generation.map(name)?,
            starts: Array::find(archive, "line_starts", &[len + 1])?,
            checks: Array::find(archive, "line_checks", &[len])?,
            documents,
            len,
        };
        let text = &rows.lines;
        let framed = if len == 0 {
            **text == *shape.when_empty.as_bytes()
        } else {
            text.starts_with(shape.before.as_bytes()) && text.ends_with(shape.after.as_bytes())
        };
        if framed {
            Ok(rows)
        } else {
            Err(IndexError::damaged(text.path(), "it is not what epitome writes there"))
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn document(&self, archive: &Archive, row: usize) -> Option<u32> {
        self.documents.slice(archive).get(row).copied()
    }

    /// The line of a row, checked.
    pub(crate) fn line(&self, archive: &Archive, row: usize) -> Result<&[u8], IndexError> {
        if row >= self.len {
            let cause = format!("row {row} was asked for, of {}", self.len);
            return Err(IndexError::misused(self.lines.path(), cause));
        }
        let starts = self.starts.slice(archive);
        let start = usize::try_from(starts[row]).ok();
        let end = usize::try_from(starts[row + 1]).ok();
        let end = end.and_then(|end| end.checked_sub(self.shape.between.len()));
        let line = start.zip(end).and_then(|(start, end)| self.lines.get(start..end));
        line.filter(|line| check(line) == self.checks.slice(archive)[row]).ok_or_else(|| {
            IndexError::damaged(
                self.lines.path(),
                format!("the line of row {row} is not as written"),
            )
        })
    }

    pub(crate) fn path(&self) -> &std::path::Path {
        self.lines.path()
    }
}

/// What tells an altered line: against accidents, so half of a quick hash will do.
fn check(bytes: &[u8]) -> u32 {
    xxhash_rust::xxh3::xxh3_64(bytes) as u32
}

/// Records the format of an index in its archive.
pub(crate) fn add_format(archive: &mut ArchiveWriter, format: u32) -> Result<(), IndexError> {
    npz::add(archive, "epitome_format", &[1], [[i64::from(format)].as_slice()].into_iter())
}

/// Refuses an archive of another format.
pub(crate) fn expect_format(archive: &Archive, known: u32) -> Result<(), IndexError> {
    let found = Array::<i64>::find(archive, "epitome_format", &[1])?.slice(archive)[0];
    archive.check(&npz::member("epitome_format"))?;
    let path = archive.path().to_owned();
    match u32::try_from(found) {
        Ok(found) if found == known => Ok(()),
        Ok(found) if found > known => Err(IndexError::Newer { path, found, known }),
        Ok(found) => Err(IndexError::Older { path, found, known }),
        Err(_) => Err(IndexError::damaged(path, "its format is no number of ours")),
    }
}
