//! Plain data and pure algorithms that every other crate stands on: spans, outlines, ids,
//! normalising and hashing.
//!
//! What is absent: no file is opened here, no grammar is known, nothing is sent anywhere. Every
//! function takes values and returns values, so every rule of this crate can be tested with text.

pub mod check;
pub mod codec_version;
pub mod context;
pub mod document;
pub mod graph;
pub mod hash;
pub mod id;
pub mod link;
pub mod mention;
pub mod normalize;
pub mod outline;
pub mod outline_text;
pub mod rank;
pub mod reconcile;
pub mod scip;
pub mod span;
pub mod summarize;
pub mod summary;
pub mod text;
