//! Why there are no vectors.

use epitome_embed::FormatError;
use epitome_llm::EmbeddingsError;
use thiserror::Error;

/// Why texts could not be turned into vectors.
#[derive(Debug, Error)]
pub enum EmbedError {
    /// The model inside the program is damaged.
    #[error(
        "the embedded model: {0}; this program was built from a damaged file, install it again"
    )]
    Embedded(#[from] FormatError),
    /// The endpoint gave none.
    #[error(transparent)]
    Endpoint(#[from] EmbeddingsError),
    /// The endpoint changed its mind about the length of vectors.
    #[error("{url} gave a vector of {found} numbers after one of {expected}: is it one model?")]
    Dims {
        /// The endpoint.
        url: String,
        /// What it gave.
        found: usize,
        /// What it gave before.
        expected: usize,
    },
    /// The local model cannot be used.
    #[cfg(feature = "onnx")]
    #[error("{}: {cause}; a folder with model.onnx and tokenizer.json of a sentence model is needed", .path.display())]
    Onnx {
        /// The file.
        path: std::path::PathBuf,
        /// What is wrong with it.
        cause: String,
    },
}
