//! The word index: which documents have which terms, with the score of each computed beforehand.
//!
//! ```text
//! bm25/index.npz       documents × terms, compressed by columns, f32 scores: scipy.sparse.load_npz opens it
//! bm25/vocab.json      {"term": column, …}, one a line, sorted by bytes, searched where it lies
//! bm25/metadata.jsonl  one line a row: id and length of the document
//! bm25/rows.npz        ours: row -> the caller's document, lengths, where lines lie, checks
//! bm25/counts.npz      ours: the counts behind the scores, in sixty-fourths, for the next edit
//! ```
//!
//! A score depends on how many documents there are, how long they are and how many have the term, so
//! an edit changes nearly all of them. What does not change are the counts, and they are kept: an
//! edit is one pass over the old postings, column by column, with the rows it touched merged in.
//!
//! A query reads a few columns and adds them up. Each has a check, compared when it is first read,
//! so an altered one is refused without reading the rest of the file.

mod bag;
mod build;
mod chunk;
mod columns;
mod index;
mod parameters;
mod vocabulary;

pub use bag::Bag;
pub use build::{SparseBuilder, SparseDocument, SparseRow, SparseSummary};
pub use index::{Postings, SparseIndex};
pub use parameters::Bm25;

/// The format of these files; it goes up when a program of before could not read them.
pub const SPARSE_FORMAT: u32 = 1;

pub(crate) const INDEX: &str = "bm25/index.npz";
pub(crate) const VOCABULARY: &str = "bm25/vocab.json";
pub(crate) const METADATA: &str = "bm25/metadata.jsonl";
pub(crate) const ROWS: &str = "bm25/rows.npz";
pub(crate) const COUNTS: &str = "bm25/counts.npz";
