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

    /// Whether there is nothing to hide.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a header can carry it.
    pub(crate) fn is_sendable(&self) -> bool {
        is_sendable(&self.0)
    }

    /// A text without this key, as it is and as JSON and addresses spell it.
    pub(crate) fn scrubbed_from(&self, text: &str) -> String {
        if self.0.is_empty() {
            return text.to_owned();
        }
        let json = serde_json::to_string(&self.0).unwrap_or_default();
        let json = json.trim_start_matches('"');
        let json = json.strip_suffix('"').unwrap_or(json);
        let mut scrubbed = text.to_owned();
        for spelling in [&self.0, json, &json.replace('/', "\\/"), &percent_encoded(&self.0)] {
            scrubbed = scrubbed.replace(spelling, "***");
        }
        scrubbed
    }
}

/// As an address spells it: all but letters, digits and `-._~` as `%XX`.
pub(crate) fn percent_encoded(text: &str) -> String {
    use std::fmt::Write as _;
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
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
