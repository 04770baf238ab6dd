//! Chat and embedding backends, pins, replay, retries, budgets, secrets that mask themselves.
//!
//! Today: embeddings over HTTP ([`Embeddings`]) and [`Secret`]. The rest is planned. This crate must
//! not know code, symbols, or what a prompt means; no other library may open a connection.

mod embeddings;
mod embeddings_error;
pub mod redact;
mod secret;

pub use embeddings::{Embeddings, EmbeddingsOptions};
pub use embeddings_error::EmbeddingsError;
pub use secret::Secret;
