//! The graph of a tree: outlines linked, ranked, and asked about.
//!
//! Linking itself is pure and lives in the model; this module brings it the outlines and what the
//! manifests of a repository say about module names, and answers questions about the result.

mod build;
mod find;
mod impact;
mod indexes;
mod jsonc;
mod manifests;
mod part;
mod stats;

pub use build::{GraphOptions, RepositoryGraph, build_graph};
pub use find::{FindError, find_symbol};
pub use impact::{Hop, Impact, impact};
pub(crate) use indexes::{apply_indexes, indexes};
pub use manifests::{is_manifest, layout_of};
pub use part::{Part, part_around};
pub(crate) use stats::stats_json;
