//! What can go wrong with an embeddings endpoint, and whose turn it is.

use thiserror::Error;

/// Why there are no vectors.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EmbeddingsError {
    /// No key where one was promised.
    #[error("the environment variable {variable} holds no usable key: set it, or name another one")]
    Key {
        /// The variable.
        variable: String,
    },
    /// The address is none.
    #[error("{url} is no address of an endpoint: write it like https://host/v1")]
    Address {
        /// What was given.
        url: String,
    },
    /// Nobody answered, or the connection broke.
    #[error("{url} did not answer: {cause}; is the service running, and reachable from here?")]
    Unreachable {
        /// Where the request went.
        url: String,
        /// What the connection said.
        cause: String,
    },
    /// Nobody answered in time.
    #[error("{url} did not answer within {seconds} seconds: try again, or allow more time")]
    TooSlow {
        /// Where the request went.
        url: String,
        /// How long was waited.
        seconds: u64,
    },
    /// The service refused.
    #[error("{url} answered {status}: {said}; {}", remedy(*status))]
    Refused {
        /// Where the request went.
        url: String,
        /// The HTTP status.
        status: u16,
        /// The beginning of what it said.
        said: String,
    },
    /// The answer is not what an embeddings endpoint answers.
    #[error(
        "{url} answered something else than embeddings: {cause}; does it speak OpenAI's /v1/embeddings?"
    )]
    Answer {
        /// Where the request went.
        url: String,
        /// What is wrong with it.
        cause: String,
    },
}

fn remedy(status: u16) -> &'static str {
    match status {
        300..=399 => "give the address it points to",
        401 | 403 => "check the key",
        404 => "check the address and the model's name",
        413 => "send fewer texts at once",
        429 => "wait a while, or ask for a higher limit",
        500.. => "the service is at fault, try again later",
        _ => "check the model's name and its limits",
    }
}
