//! Texts to vectors, whoever computes them.
//!
//! The embedded model is the default: no download, no service, microseconds a text. Where more
//! meaning is worth more time, an endpoint or a local sentence model takes its place. All give
//! vectors of length one, and each has a fingerprint: an index records it, because vectors of
//! different models must never be compared.

mod embedder;
mod error;
mod npy;
#[cfg(feature = "onnx")]
mod onnx;
mod small;
mod vectors;

pub use embedder::{Embedder, EndpointEmbedder};
pub use epitome_embed::Side;
pub use epitome_llm::{EmbeddingsOptions, Secret};
pub use error::EmbedError;
pub use npy::npy_header;
#[cfg(feature = "onnx")]
pub use onnx::OnnxEmbedder;
pub use small::SmallVector;
pub use vectors::Vectors;
