//! Writing documents: new ones serialised, those of unchanged files copied as they are.

use std::ops::Range;
use std::path::PathBuf;

use epitome_model::document::Document;

use super::line::{Key, Line};
use super::read::Documents;
use super::table::{self, FileRow, Row};
use crate::error::IndexError;
use crate::layout::{DOCUMENTS, DOCUMENTS_INDEX};
use crate::write::{FileWriter, GenerationWriter};

/// Writes the documents of a repository into a generation, in their order.
#[derive(Debug)]
#[must_use = "documents that are not finished fail the commit"]
pub struct DocumentsWriter {
    lines: FileWriter,
    index: FileWriter,
    rows: Vec<Row>,
    files: Vec<FileRow>,
    last: Option<Key>,
}

impl DocumentsWriter {
    /// Begins the documents in `folder` of a generation; see [`crate::layout::summary_folder`].
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn new(generation: &mut GenerationWriter<'_>, folder: &str) -> Result<Self, IndexError> {
        let lines = generation.file(&format!("{folder}/{DOCUMENTS}"))?;
        let index = generation.file(&format!("{folder}/{DOCUMENTS_INDEX}"))?;
        Ok(Self { lines, index, rows: Vec::new(), files: Vec::new(), last: None })
    }

    /// Adds a document.
    ///
    /// # Errors
    /// [`IndexError::Misused`] if it does not come after the last one, by [`Line::order`].
    pub fn push(&mut self, document: &Document) -> Result<(), IndexError> {
        self.push_line(Line::new(document))
    }

    /// Adds a document that was made ready elsewhere.
    ///
    /// # Errors
    /// [`IndexError::Misused`] if it does not come after the last one, by [`Line::order`].
    pub fn push_line(&mut self, line: Line) -> Result<(), IndexError> {
        self.follow(&line.key)?;
        let at = self.rows.len();
        let (is_first, is_module) = (self.is_first(&line.key), line.key.is_module());
        if is_first && (is_module || starts_piece(&line.key.file_path)) {
            self.lines.cut()?;
        }
        if !is_module {
            self.extend_file(&line.key.file_path, at..at + 1);
        }
        self.rows.push(Row { offset: self.lines.length(), ..line.row });
        self.lines.put(&line.bytes)?;
        self.lines.put(b"\n")?;
        self.last = Some(line.key);
        Ok(())
    }

    /// Adds all documents of some neighbouring files of an older generation, as they are. They are
    /// checked on the way: damage is not carried on. What is a whole piece keeps its hash. Since every
    /// byte is looked at anyway, they are then written from memory; `copy_file_range` takes as long
    /// on ext4.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if any old one is not as written; [`IndexError::Misused`] if the files
    /// do not come after the last document.
    pub fn copy_files(&mut self, old: &Documents, files: Range<usize>) -> Result<(), IndexError> {
        let Some(last) = files.clone().last() else { return Ok(()) };
        self.follow(&Key::start_of_file(old.file(files.start)?.0))?;
        let first_document = old.file(files.start)?.1.start;
        let (last_path, last_documents) = old.file(last)?;
        let (bytes, rows) = old.run(first_document..last_documents.end)?;
        if self.rows.is_empty() {
            self.rows.reserve(old.len());
        }
        let here = self.rows.len();
        let mut next = first_document;
        // Where pieces begin, counted in documents of the run.
        let mut cuts = Vec::new();
        for at in files {
            let (path, documents) = old.file(at)?;
            if documents.start != next {
                return Err(IndexError::damaged(old.lines.path(), "its files overlap"));
            }
            if starts_piece(path) {
                cuts.push(documents.start - first_document);
            }
            next = documents.end;
            let start = here + documents.start - first_document;
            self.extend_file(path, start..start + documents.len());
        }
        let Some(first) = rows.first() else { return Ok(()) };
        let (old_start, new_start) = (first.offset, self.lines.length());
        let moved =
            rows.iter().map(|row| Row { offset: row.offset - old_start + new_start, ..*row });
        self.rows.extend(moved);
        let mut from = 0;
        for to in cuts {
            self.copy_piece(old, &rows[from..to], bytes, old_start)?;
            self.lines.cut()?;
            from = to;
        }
        // What comes next decides where the last piece ends.
        let (rest, last) = (&rows[from..], &bytes[place(rows.get(from), old_start, bytes.len())..]);
        old.check(rest)?;
        self.lines.put(last)?;
        self.last = Some(Key::end_of_file(last_path));
        Ok(())
    }

    /// Copies documents up to the next cut. `run` begins at byte `run_start` of the old lines.
    fn copy_piece(
        &mut self,
        old: &Documents,
        rows: &[Row],
        run: &[u8],
        run_start: u64,
    ) -> Result<(), IndexError> {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(()) };
        let start = place(Some(first), run_start, run.len());
        let bytes = &run[start..place(Some(last), run_start, run.len()) + last.length as usize + 1];
        if self.lines.is_cut()
            && let Some(piece) = old.piece(first.offset, bytes.len())
        {
            let is_whole = self.lines.put_piece(bytes, piece)?;
            return if is_whole { Ok(()) } else { Err(old.altered()) };
        }
        old.check(rows)?;
        self.lines.put(bytes)
    }

    /// Whether this is the first document of its file, or of the modules.
    fn is_first(&self, key: &Key) -> bool {
        match &self.last {
            Some(last) if last.is_module() => false,
            Some(last) => key.is_module() || last.file_path != key.file_path,
            None => true,
        }
    }

    /// How many documents were added.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether none was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Writes the table and ends both files.
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn finish(mut self) -> Result<(), IndexError> {
        let table = table::write(&self.rows, &self.files, self.lines.length());
        let table = table.ok_or_else(|| {
            IndexError::misused(self.index.path(), "more documents than fit into the table")
        })?;
        self.lines.finish()?;
        self.index.put(&table)?;
        self.index.finish()
    }

    fn follow(&self, key: &Key) -> Result<(), IndexError> {
        match &self.last {
            Some(last) if last >= key => {
                let cause = format!("documents are not in order: {key:?} after {last:?}");
                Err(IndexError::misused(PathBuf::from(self.lines.path()), cause))
            }
            _ => Ok(()),
        }
    }

    fn extend_file(&mut self, path: &str, documents: Range<usize>) {
        match self.files.last_mut() {
            Some(file) if file.path == path => file.documents.end = documents.end,
            _ => self.files.push(FileRow { path: path.to_owned(), documents }),
        }
    }
}

/// Where a row's document lies in a run of lines, or the run's end where there is no row. The run is
/// in memory and made of such rows, so places in it fit.
fn place(row: Option<&Row>, run_start: u64, run_length: usize) -> usize {
    row.map_or(run_length, |row| (row.offset - run_start) as usize)
}

/// Whether the documents of a file begin a piece of the lines. It depends on the path alone, so that
/// pieces stay what they are when other files come and go, and a cold build makes the same ones.
fn starts_piece(path: &str) -> bool {
    const FILES_IN_A_PIECE: u64 = 32;
    xxhash_rust::xxh3::xxh3_64(path.as_bytes()).is_multiple_of(FILES_IN_A_PIECE)
}
