//! What can be wrong with the bytes of a model or a vocabulary.

use thiserror::Error;

/// Why bytes are no usable model or vocabulary.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// The first bytes are not ours.
    #[error("not an Epitome {expected}: the first bytes are others; is this the right file?")]
    Magic {
        /// What it should have been.
        expected: &'static str,
    },
    /// Written by another release.
    #[error("format version {found}, but this program reads version {known}: pack the model again")]
    Version {
        /// The version in the file.
        found: u32,
        /// The version this program reads.
        known: u32,
    },
    /// A section reaches beyond the end.
    #[error(
        "the {name} does not fit into the {length} bytes there are: the file was cut or damaged"
    )]
    Section {
        /// Which section.
        name: &'static str,
        /// How many bytes there are.
        length: usize,
    },
    /// The numbers in the header contradict each other or the limits.
    #[error("the counts in the header do not fit each other: the file is damaged, pack it again")]
    Counts,
    /// The body is not what the header says it was.
    #[error("the content does not match its BLAKE3 sum: the file is damaged, pack it again")]
    Sum,
    /// A string that cannot be a token.
    #[error("`{token}` cannot be a token: empty, too long or there twice")]
    Token {
        /// The string.
        token: String,
    },
}
