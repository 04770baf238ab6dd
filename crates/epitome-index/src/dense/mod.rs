//! The index of vectors: one row of int8 numbers for each document, scanned as a whole.
//!
//! ```text
//! dense/embeddings.pt   {"vectors": int8 [n, d], "scales": f32 [n]}: torch.load opens it
//! dense/index_map.json  a list: row -> id of the document, one a line
//! dense/rows.npz        ours: row -> the caller's document, checks, sketches, who made the vectors
//! ```
//!
//! Row `i` is `vectors[i] * scales[i]` and has length one, so a product is a cosine. (A vector without
//! a direction, all zeros, has scale zero and is like nothing.) There is no structure to build or to
//! keep up: a query is compared with every row, by SIMD on all cores. Where that takes too long,
//! sketches of one bit for each dimension choose which rows are worth it.

mod build;
mod index;
mod loops;
mod row;
mod search;
mod simd;

pub use build::{DenseBuilder, DenseRow, DenseSummary};
pub use index::DenseIndex;

/// The format of these files; it goes up when a program of before could not read them.
pub const DENSE_FORMAT: u32 = 1;

pub(crate) const EMBEDDINGS: &str = "dense/embeddings.pt";
pub(crate) const INDEX_MAP: &str = "dense/index_map.json";
pub(crate) const ROWS: &str = "dense/rows.npz";

/// No model has more; and up to here sums of products fit into 32 bits, differences into 16.
const MOST_DIMENSIONS: usize = 1 << 15;

/// Rows that are scanned, and sketches that are checked, in one go.
const BLOCK: usize = 1024;
