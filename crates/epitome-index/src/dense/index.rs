//! Reading and asking an index of vectors.

use crate::error::IndexError;
use crate::generation::Generation;
use crate::top::Hit;

/// An index of vectors, mapped.
#[derive(Debug)]
pub struct DenseIndex {}

impl DenseIndex {
    /// Opens the index in `folder` of a generation. Rows are checked when they are first read.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if a file is missing, cut, altered or not ours; [`IndexError::Newer`]
    /// and [`IndexError::Older`] if it is of another format.
    pub fn open(generation: &Generation, folder: &str) -> Result<Self, IndexError> {
        todo!("{generation:?} {folder}")
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        todo!()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many numbers a vector has.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        todo!()
    }

    /// Who made the vectors, as [`super::DenseBuilder::new`] was told.
    #[must_use]
    pub fn embedder(&self) -> &str {
        todo!()
    }

    /// The caller's number of the document in a row; none if there is no such row.
    #[must_use]
    pub fn document(&self, row: usize) -> Option<u32> {
        todo!("{row}")
    }

    /// The id of the document in a row.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if its line is not as written.
    pub fn id(&self, row: usize) -> Result<String, IndexError> {
        todo!("{row}")
    }

    /// The vector of a row, of length one.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if it is not as written.
    pub fn vector(&self, row: usize) -> Result<Vec<f32>, IndexError> {
        todo!("{row}")
    }

    /// The cosine of the query and a row.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the row is not as written; [`IndexError::Misused`] if the query has
    /// another number of dimensions, or there is no such row.
    pub fn score(&self, query: &[f32], row: usize) -> Result<f32, IndexError> {
        todo!("{} {row}", query.len())
    }

    /// The cosine of the query and every row.
    ///
    /// # Errors
    /// As [`DenseIndex::score`].
    pub fn scores_into(&self, query: &[f32], scores: &mut Vec<f32>) -> Result<(), IndexError> {
        todo!("{} {}", query.len(), scores.len())
    }

    /// The `count` rows nearest to the query among those that `filter` lets pass, best first. Exact
    /// up to the size where that takes too long, nearly so above.
    ///
    /// # Errors
    /// As [`DenseIndex::score`].
    pub fn top(
        &self,
        query: &[f32],
        count: usize,
        filter: Option<&(dyn Fn(u32) -> bool + Sync)>,
    ) -> Result<Vec<Hit>, IndexError> {
        todo!("{} {count} {}", query.len(), filter.is_some())
    }

    /// As [`DenseIndex::top`], by comparing with every row whatever the size.
    ///
    /// # Errors
    /// As [`DenseIndex::score`].
    pub fn top_exact(
        &self,
        query: &[f32],
        count: usize,
        filter: Option<&(dyn Fn(u32) -> bool + Sync)>,
    ) -> Result<Vec<Hit>, IndexError> {
        todo!("{} {count} {}", query.len(), filter.is_some())
    }
}
