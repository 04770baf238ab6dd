//! A key that cannot be printed by accident.

use std::fmt;

use crate::embeddings_error::EmbeddingsError;

/// A text that shows itself to nobody but the request it is for.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes the key from an environment variable; command lines and files are read by others.
    pub fn from_variable(variable: &str) -> Result<Secret, EmbeddingsError> {
        match std::env::var(variable) {
            Ok(key) if is_sendable(&key) => Ok(Secret(key)),
            _ => Err(EmbeddingsError::Key { variable: variable.to_owned() }),
        }
    }

    /// Wraps a key that was read elsewhere.
    pub fn new(key: impl Into<String>) -> Secret {
        Secret(key.into())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

/// What a header can carry.
fn is_sendable(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic())
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(***)")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}
