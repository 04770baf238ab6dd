//! Building a word index: new documents and kept ones, row after row.

use super::bag::Bag;
use super::index::SparseIndex;
use super::parameters::Bm25;
use crate::error::IndexError;
use crate::write::GenerationWriter;

/// A document to be indexed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SparseDocument {
    /// Its id.
    pub id: String,
    /// Its length, in whatever unit the counts are weighted.
    pub length: f32,
    /// Its terms.
    pub terms: Bag,
}

/// Where a row of a new index comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum SparseRow {
    /// A row of the old index, as it was. Each may be kept once.
    Keep(u32),
    /// A new document.
    New(SparseDocument),
}

/// What came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SparseSummary {
    /// Rows.
    pub documents: usize,
    /// Columns.
    pub terms: usize,
    /// Entries that are not zero.
    pub postings: usize,
}

/// A word index under way. The files it writes depend on the rows alone: not on which of them were
/// kept, nor on the number of threads.
#[derive(Debug)]
pub struct SparseBuilder<'a> {
    old: Option<&'a SparseIndex>,
    parameters: Bm25,
}

impl<'a> SparseBuilder<'a> {
    /// Begins an index; rows of `old` can be kept.
    #[must_use]
    pub fn new(parameters: Bm25, old: Option<&'a SparseIndex>) -> Self {
        Self { old, parameters }
    }

    /// Adds the next row. `document` is the caller's number for it, given back by
    /// [`SparseIndex::document`]; the row's own number is how many were pushed before.
    ///
    /// # Errors
    /// [`IndexError::Misused`] if a row is kept that the old index does not have, or twice.
    pub fn push(&mut self, document: u32, row: SparseRow) -> Result<(), IndexError> {
        todo!("{document} {row:?} {:?} {:?}", self.old, self.parameters)
    }

    /// Writes the files into `folder` of a generation, such as [`crate::layout::code_folder`] names.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if a kept row is not as written; what the file system refuses.
    pub fn finish(
        self,
        generation: &mut GenerationWriter<'_>,
        folder: &str,
    ) -> Result<SparseSummary, IndexError> {
        todo!("{generation:?} {folder}")
    }
}
