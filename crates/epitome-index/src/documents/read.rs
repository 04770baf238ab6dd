//! Reading documents of a generation, by id, by file, by number.

use std::ops::Range;

use epitome_model::document::{Document, DocumentKind};
use serde::Deserialize;

use super::line::{check, id_hash};
use super::table::{Row, Table};
use crate::error::IndexError;
use crate::generation::Generation;
use crate::layout::{DOCUMENTS, DOCUMENTS_INDEX};
use crate::manifest::Piece;
use crate::map::Map;

/// The documents of a repository in one generation.
#[derive(Debug)]
pub struct Documents {
    pub(super) lines: Map,
    index: Map,
    table: Table,
    /// Where each piece of the lines begins, and its hash.
    pieces: Vec<(u64, Piece)>,
}

/// What is known of a document without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it describes.
    pub kind: DocumentKind,
    /// Whether its words come from a template.
    pub is_placeholder: bool,
    /// Its `graph_hash`; zeros where it has none.
    pub graph_hash: [u8; 20],
}

impl Documents {
    /// Opens the documents in `folder` of a generation; see [`crate::layout::summary_folder`].
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if a file is missing, or the table is not as written.
    pub fn open(generation: &Generation, folder: &str) -> Result<Self, IndexError> {
        let name = format!("{folder}/{DOCUMENTS}");
        let lines = generation.map(&name)?;
        let mut start = 0;
        let pieces = generation.record(&name)?.pieces.iter().map(|piece| {
            let at = start;
            start += piece.length;
            (at, piece.clone())
        });
        let pieces = pieces.collect();
        let index = generation.map_checked(&format!("{folder}/{DOCUMENTS_INDEX}"))?;
        let damaged = |cause: &str| IndexError::damaged(index.path(), cause);
        let table = Table::of(&index).ok_or_else(|| damaged("it is not a table of documents"))?;
        if table.documents_length != lines.len() as u64 {
            return Err(damaged("it is the table of other documents"));
        }
        Ok(Self { lines, index, table, pieces })
    }

    /// How many documents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.documents
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is known of document `at` without reading it.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the table makes no sense.
    pub fn entry(&self, at: usize) -> Result<Entry, IndexError> {
        let Row { kind, is_placeholder, graph_hash, .. } = self.row(at)?;
        Ok(Entry { kind, is_placeholder, graph_hash })
    }

    /// The JSON of document `at`, checked.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if it is not as written.
    pub fn raw(&self, at: usize) -> Result<&[u8], IndexError> {
        let row = self.row(at)?;
        let bytes = self.bytes_of(&row).filter(|bytes| check(bytes) == row.check);
        bytes.ok_or_else(|| {
            let cause = format!("document {at}, at byte {}, is not as written", row.offset);
            IndexError::damaged(self.lines.path(), cause)
        })
    }

    /// Document `at`.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if it is not as written.
    pub fn document(&self, at: usize) -> Result<Document, IndexError> {
        self.parse(at)
    }

    /// The number of the document with this id.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the table or the document is not as written.
    pub fn find(&self, id: &str) -> Result<Option<usize>, IndexError> {
        #[derive(Deserialize)]
        struct IdOnly {
            id: String,
        }
        let found = self.table.with_id_hash(&self.index, id_hash(id));
        for at in found.ok_or_else(|| self.senseless())? {
            if self.parse::<IdOnly>(at)?.id == id {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The document with this id.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the table or the document is not as written.
    pub fn get(&self, id: &str) -> Result<Option<Document>, IndexError> {
        self.find(id)?.map(|at| self.document(at)).transpose()
    }

    /// The numbers of the documents of a file, its own first; empty if it has none.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the table makes no sense.
    pub fn of_file(&self, path: &str) -> Result<Range<usize>, IndexError> {
        let file = self.table.file_at(&self.index, path).ok_or_else(|| self.senseless())?;
        file.map_or(Ok(0..0), |at| Ok(self.file(at)?.1))
    }

    /// How many files have documents.
    #[must_use]
    pub fn file_count(&self) -> usize {
        self.table.files
    }

    /// Path and documents of file `at`; files are in the order of their paths.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the table makes no sense.
    pub fn file(&self, at: usize) -> Result<(&str, Range<usize>), IndexError> {
        self.table.file(&self.index, at).ok_or_else(|| self.senseless())
    }

    /// All files with their documents, in the order of their paths.
    pub fn files(&self) -> impl Iterator<Item = Result<(&str, Range<usize>), IndexError>> {
        (0..self.file_count()).map(|at| self.file(at))
    }

    /// The number of the file with this path, for [`super::DocumentsWriter::copy_files`].
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the table makes no sense.
    pub fn file_number(&self, path: &str) -> Result<Option<usize>, IndexError> {
        self.table.file_at(&self.index, path).ok_or_else(|| self.senseless())
    }

    /// The numbers of the modules' documents, which stand after those of all files.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the table makes no sense.
    pub fn modules(&self) -> Result<Range<usize>, IndexError> {
        let end_of_files = match self.file_count().checked_sub(1) {
            Some(last) => self.file(last)?.1.end,
            None => 0,
        };
        Ok(end_of_files..self.len())
    }

    /// All documents in order.
    pub fn iter(&self) -> impl Iterator<Item = Result<Document, IndexError>> {
        (0..self.len()).map(|at| self.document(at))
    }

    /// The piece that begins at a byte and has this length, if there is one.
    pub(super) fn piece(&self, start: u64, length: usize) -> Option<&Piece> {
        let at = self.pieces.binary_search_by_key(&start, |(start, _)| *start).ok()?;
        Some(&self.pieces[at].1).filter(|piece| piece.length == length as u64)
    }

    /// Refuses documents of which one is not as written.
    pub(super) fn check(&self, rows: &[Row]) -> Result<(), IndexError> {
        let whole = |row: &Row| {
            self.bytes_of(row).is_some_and(|bytes| {
                // The line lies within the map, so its end does too, or just behind.
                let end = row.offset as usize + bytes.len();
                check(bytes) == row.check && self.lines.get(end) == Some(&b'\n')
            })
        };
        if rows.iter().all(whole) { Ok(()) } else { Err(self.altered()) }
    }

    pub(super) fn altered(&self) -> IndexError {
        IndexError::damaged(self.lines.path(), "its bytes are not those that were written")
    }

    /// The lines of documents that stand together, ends of lines included, not yet checked.
    pub(super) fn run(&self, range: Range<usize>) -> Result<(&[u8], Vec<Row>), IndexError> {
        let mut rows = Vec::with_capacity(range.len());
        let mut end = None;
        for at in range {
            let row = self.row(at)?;
            if end.is_some_and(|end| end != row.offset) {
                return Err(self.senseless());
            }
            end = row.offset.checked_add(u64::from(row.length) + 1);
            if end.is_none() {
                return Err(self.senseless());
            }
            rows.push(row);
        }
        let (Some(first), Some(end)) = (rows.first(), end) else { return Ok((&[], rows)) };
        let place = usize::try_from(first.offset).ok().zip(usize::try_from(end).ok());
        let bytes = place.and_then(|(start, end)| self.lines.get(start..end));
        Ok((bytes.ok_or_else(|| self.senseless())?, rows))
    }

    fn row(&self, at: usize) -> Result<Row, IndexError> {
        if at >= self.len() {
            let cause = format!("document {at} was asked for, of {}", self.len());
            return Err(IndexError::misused(self.index.path(), cause));
        }
        self.table.row(&self.index, at).ok_or_else(|| self.senseless())
    }

    fn bytes_of(&self, row: &Row) -> Option<&[u8]> {
        let start = usize::try_from(row.offset).ok()?;
        self.lines.get(start..start.checked_add(row.length as usize)?)
    }

    fn parse<'a, T: Deserialize<'a>>(&'a self, at: usize) -> Result<T, IndexError> {
        serde_json::from_slice(self.raw(at)?).map_err(|error| {
            let cause = format!("document {at} cannot be read: {error}");
            IndexError::damaged(self.lines.path(), cause)
        })
    }

    fn senseless(&self) -> IndexError {
        IndexError::damaged(self.index.path(), "it makes no sense")
    }
}
