//! The embedded model: text to tokens to a vector, with nothing but the bytes of one file.
//!
//! A text is a bag of tokens. Its vector is the sum of their rows, each times a scale that training
//! has found for it and damped by [`Damping`] where it comes again, with length one. That is less than a transformer reads out of a text, and a
//! thousand times as fast.
//!
//! - [`split`] cuts text into words and parts of identifiers, [`Tokenizer`] turns them into numbers
//!   of a [`Vocabulary`].
//! - [`Model`] is the file of vocabulary, rows and scales; [`embedded`] is the one in the program.
//! - This crate opens no file and no connection: bytes come from the caller, or from inside the
//!   program.

mod bytes;
mod characters;
mod damping;
mod embedded;
mod embedding;
mod error;
mod model;
mod split;
mod tokenizer;
mod vocabulary;
mod vocabulary_build;

pub use damping::Damping;
pub use embedded::embedded;
pub use embedding::{Side, Workspace, nearest};
pub use error::FormatError;
pub use model::{Model, ModelParts, build_model};
pub use split::{Part, split};
pub use tokenizer::{MAX_TOKENS, Scratch, Tokenizer};
pub use vocabulary::{Kind, MAX_TOKEN_BYTES, Vocabulary};
pub use vocabulary_build::build_vocabulary;
