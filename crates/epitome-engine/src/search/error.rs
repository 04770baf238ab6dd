//! What can go wrong in a search.

use epitome_index::IndexError;

use crate::embed::EmbedError;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The index cannot be read.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The query cannot be embedded.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// Vectors of different models must not be compared.
    #[error(
        "the index was made with the embedder `{made_by}`, and the query would be embedded with \
         `{asked}`; ask with the same embedder, or run `epitome index --full` to make the index \
         with this one"
    )]
    OtherEmbedder {
        /// The one of the index.
        made_by: String,
        /// The one of the query.
        asked: String,
    },
    /// A pattern of paths that is none.
    #[error("`{pattern}` is no pattern of paths: {cause}; write one such as `src/**` or `*.py`")]
    Pattern {
        /// What was given.
        pattern: String,
        /// What is wrong with it.
        cause: String,
    },
    /// A language that is none.
    #[error(
        "there is no language `{language}`; `epitome languages` lists the ids of those there are"
    )]
    Language {
        /// What was given.
        language: String,
    },
    /// Nothing was asked.
    #[error(
        "the query is empty; say what you look for, such as `epitome search \"parse the config\"`"
    )]
    Empty,
}
