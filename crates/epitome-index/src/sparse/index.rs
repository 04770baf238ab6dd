//! Reading and asking a word index.

use super::parameters::Bm25;
use crate::error::IndexError;
use crate::generation::Generation;

/// A word index, mapped.
#[derive(Debug)]
pub struct SparseIndex {}

/// The documents that have a term.
#[derive(Clone, Copy, Debug)]
pub struct Postings<'a> {
    /// Their rows, ascending.
    pub rows: &'a [i32],
    /// The score of each.
    pub scores: &'a [f32],
}

impl SparseIndex {
    /// Opens the index in `folder` of a generation. Checks what every query needs (vocabulary, column
    /// starts); columns are checked when they are first read.
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

    /// How many terms there are.
    #[must_use]
    pub fn terms(&self) -> usize {
        todo!()
    }

    /// The parameters its scores were computed with.
    #[must_use]
    pub fn parameters(&self) -> Bm25 {
        todo!()
    }

    /// The mean length of its documents.
    #[must_use]
    pub fn average_length(&self) -> f32 {
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

    /// The length of the document in a row; none if there is no such row.
    #[must_use]
    pub fn document_length(&self, row: usize) -> Option<f32> {
        todo!("{row}")
    }

    /// The column of a term; none if no document has it.
    #[must_use]
    pub fn column(&self, term: &str) -> Option<usize> {
        todo!("{term}")
    }

    /// How many documents have the term. Not checked against the column's bytes: a figure for
    /// weighing terms, or for the reader.
    #[must_use]
    pub fn document_frequency(&self, term: &str) -> usize {
        todo!("{term}")
    }

    /// The documents that have a term, with their scores; none if no document has it.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the column is not as written.
    pub fn postings(&self, term: &str) -> Result<Option<Postings<'_>>, IndexError> {
        todo!("{term}")
    }

    /// Adds to `scores`, which has a place for every row, the score of each document for each term
    /// times the term's weight. Returns how many of the terms any document has.
    ///
    /// ```text
    /// scores.clear(); scores.resize(index.len(), 0.0);
    /// index.add_scores(&[("read", 1.0), ("file", 0.5)], &mut scores)?;
    /// top_k(&scores, 100, |_| true)
    /// ```
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if a column is not as written; [`IndexError::Misused`] if the buffer
    /// has another length.
    pub fn add_scores<T: AsRef<str>>(
        &self,
        query: &[(T, f32)],
        scores: &mut [f32],
    ) -> Result<usize, IndexError> {
        todo!("{} {}", query.len(), scores.len())
    }

    /// What a term adds to the score of a row, at weight one; zero if the document does not have it.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the column is not as written.
    pub fn term_weight(&self, row: usize, term: &str) -> Result<f32, IndexError> {
        todo!("{row} {term}")
    }
}
