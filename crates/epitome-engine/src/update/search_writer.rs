//! The search indexes of a new generation: rows of changed documents made, all others kept.

use epitome_index::dense::{DenseBuilder, DenseRow};
use epitome_index::sparse::{Bm25, SparseBuilder, SparseDocument, SparseRow};
use epitome_index::{GenerationWriter, IndexError, layout};

use crate::embed::Embedder;
use crate::search::{DocumentRows, Indexes};

/// Raised whenever terms, fields or embedded texts change, so that all rows are made again.
pub(crate) const SEARCH_VERSION: u32 = 2;

/// Lengths count when the rows are made, against fixed ones (see the fields), and not here.
const WORDS: Bm25 = Bm25 { k1: 1.2, b: 0.0 };

/// The four indexes under way. A row of words, and a row of code vectors, has the number of its
/// document; only placeholders have no vector of a summary (G34, G45), and only modules no code.
pub(super) struct SearchWriter<'a> {
    old: Option<&'a Indexes>,
    code_words: SparseBuilder<'a>,
    summary_words: SparseBuilder<'a>,
    code_vectors: DenseBuilder<'a>,
    summary_vectors: DenseBuilder<'a>,
    documents: u32,
    vector: Vec<f32>,
}

impl<'a> SearchWriter<'a> {
    pub(super) fn new(embedder: &Embedder, old: Option<&'a Indexes>) -> Self {
        let (dimensions, made_by) = (embedder.dims(), embedder.fingerprint());
        let dense = |old| DenseBuilder::new(dimensions, &made_by, old);
        Self {
            old,
            code_words: SparseBuilder::new(WORDS, old.map(|old| &old.code_words)),
            summary_words: SparseBuilder::new(WORDS, old.map(|old| &old.summary_words)),
            code_vectors: dense(old.map(|old| &old.code_vectors)),
            summary_vectors: dense(old.map(|old| &old.summary_vectors)),
            documents: 0,
            vector: Vec::new(),
        }
    }

    /// The next document is one of the old generation, as far as its words and code go.
    pub(super) fn keep(&mut self, old_document: usize) -> Result<(), IndexError> {
        let (document, row) = (self.documents, old_document as u32);
        self.documents += 1;
        // Without an old index this is refused.
        self.summary_words.push(document, SparseRow::Keep(row))?;
        let Some(old) = self.old else { return Ok(()) };
        if old_document < old.code_words.len() {
            self.code_words.push(document, SparseRow::Keep(row))?;
            self.code_vectors.push(document, DenseRow::Keep(row))?;
        }
        if let Some(row) = old.summary_row(old_document) {
            self.summary_vectors.push(document, DenseRow::Keep(row))?;
        }
        Ok(())
    }

    /// The next document is new, or has other words.
    pub(super) fn push(&mut self, id: &str, rows: DocumentRows) -> Result<(), IndexError> {
        let document = self.documents;
        self.documents += 1;
        let words =
            |terms, length| SparseRow::New(SparseDocument { id: id.to_owned(), length, terms });
        let lines = rows.lines as f32;
        self.summary_words.push(document, words(rows.summary, lines))?;
        if let Some(code) = rows.code {
            self.code_words.push(document, words(code, lines))?;
        }
        let mut vector = std::mem::take(&mut self.vector);
        if let Some(small) = rows.code_vector {
            small.expand(&mut vector);
            self.code_vectors.push(document, DenseRow::New { id, vector: &vector })?;
        }
        if let Some(small) = rows.summary_vector {
            small.expand(&mut vector);
            self.summary_vectors.push(document, DenseRow::New { id, vector: &vector })?;
        }
        self.vector = vector;
        Ok(())
    }

    /// Writes the files of all four.
    pub(super) fn finish(
        self,
        generation: &mut GenerationWriter<'_>,
        repository: &str,
    ) -> Result<(), IndexError> {
        let (summaries, code) =
            (layout::summary_folder(repository), layout::code_folder(repository));
        self.code_words.finish(generation, &code)?;
        self.code_vectors.finish(generation, &code)?;
        self.summary_words.finish(generation, &summaries)?;
        self.summary_vectors.finish(generation, &summaries)?;
        Ok(())
    }
}
