//! The formats on disk: generations published atomically, the documents in them, and the indexes that
//! search asks.
//!
//! ```text
//! .epitome/
//!   lock                         locked by the one writer; says who, since when, what for
//!   current -> generations/12    replaced by one rename: this is the commit
//!   generations/12/manifest.json number, versions, counts, and length and BLAKE3 of every file
//!   generations/12/summary_index_function_level/<repository>/summary.jsonl, documents.idx, manifest.json
//!   generations/12/code_index/<repository>/…
//!   …/bm25/index.npz, vocab.json, metadata.jsonl, rows.npz, counts.npz    see [`sparse`]
//!   …/dense/embeddings.pt, index_map.json, rows.npz                       see [`dense`]
//!   generations/12/graph_index/stats.json
//!   summary_index_function_level -> current/summary_index_function_level
//!   code_index -> current/code_index
//!   graph_index -> current/graph_index
//! ```
//!
//! The three links at the end are made once; through them the open layout stands in the state folder
//! for other programs. Ours never follow a link there: the tree may be a stranger's.
//!
//! - A writer ([`Publisher`]) makes a new generation beside the old one ([`GenerationWriter`]), brings
//!   it to the disk, and swaps the pointer. Killed at any moment, it leaves the old or the new one.
//! - A reader ([`Generation`]) holds what it opened, whole, whatever is published meanwhile.
//! - Nothing that is cut short or altered is taken for what was written; every error says which file,
//!   why, and what to do ([`IndexError`]).
//!
//! It must not know languages or language models, nor what a term is or where vectors come from.

pub mod archive;
mod collect;
pub mod dense;
mod disk;
pub mod documents;
mod error;
pub mod faults;
mod folder;
mod generation;
pub mod layout;
mod lock;
mod manifest;
mod map;
mod publish;
mod rows;
pub mod sparse;
mod summary_manifest;
mod top;
mod write;

pub use error::IndexError;
pub use generation::Generation;
pub use lock::Holder;
pub use manifest::{About, FORMAT_VERSION, FileRecord, Manifest};
pub use map::Map;
pub use publish::{Publisher, clean};
pub use summary_manifest::{HashPolicy, SummaryManifest};
pub use top::{Hit, top_k};
pub use write::{FileWriter, GenerationWriter};
