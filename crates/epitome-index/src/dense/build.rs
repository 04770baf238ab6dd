//! Building an index of vectors: new ones and kept ones, row after row.

use super::index::DenseIndex;
use crate::error::IndexError;
use crate::write::GenerationWriter;

/// Where a row of a new index comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DenseRow<'v> {
    /// A row of the old index, as it was. Each may be kept once.
    Keep(u32),
    /// A new document.
    New {
        /// Its id.
        id: &'v str,
        /// Its vector, of any length but zero; only the direction counts.
        vector: &'v [f32],
    },
}

/// What came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DenseSummary {
    /// Rows.
    pub documents: usize,
    /// Numbers in each.
    pub dimensions: usize,
    /// Whether sketches were made.
    pub has_sketches: bool,
}

/// An index of vectors under way. The files it writes depend on the rows alone: not on which of them
/// were kept, nor on the number of threads.
#[derive(Debug)]
pub struct DenseBuilder<'a> {
    old: Option<&'a DenseIndex>,
    dimensions: usize,
    embedder: String,
}

impl<'a> DenseBuilder<'a> {
    /// Begins an index of vectors with so many dimensions, made by `embedder`, which is recorded: any
    /// text that tells one model from another. Rows of `old` can be kept if it has the same; one of
    /// another embedder or size is not used, and [`DenseBuilder::can_keep`] says so.
    #[must_use]
    pub fn new(dimensions: usize, embedder: &str, old: Option<&'a DenseIndex>) -> Self {
        Self { old, dimensions, embedder: embedder.to_owned() }
    }

    /// Whether rows of the old index can be kept.
    #[must_use]
    pub fn can_keep(&self) -> bool {
        self.old.is_some()
    }

    /// Adds the next row. `document` is the caller's number for it, given back by
    /// [`DenseIndex::document`]; the row's own number is how many were pushed before.
    ///
    /// # Errors
    /// [`IndexError::Misused`] if a row is kept that the old index does not have, or twice, or a
    /// vector has another number of dimensions; [`IndexError::Damaged`] if a kept row is not as
    /// written.
    pub fn push(&mut self, document: u32, row: DenseRow<'_>) -> Result<(), IndexError> {
        todo!("{document} {row:?} {} {}", self.dimensions, self.embedder)
    }

    /// Writes the files into `folder` of a generation.
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn finish(
        self,
        generation: &mut GenerationWriter<'_>,
        folder: &str,
    ) -> Result<DenseSummary, IndexError> {
        todo!("{generation:?} {folder}")
    }
}
