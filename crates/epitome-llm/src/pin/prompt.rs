//! The identity of a prompt template.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// `blake3:` and the 64 hexadecimal digits of a template's hash (D6).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PromptPin(String);

/// The text is no pin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no pin of a template: it must be `blake3:` and 64 hexadecimal digits")]
pub struct PromptPinError(String);

impl PromptPin {
    /// The pin of a template's text.
    pub fn of(template: &str) -> PromptPin {
        PromptPin(format!("blake3:{}", blake3::hash(template.as_bytes()).to_hex()))
    }

    /// Takes a pin that was written down.
    pub fn parse(text: &str) -> Result<PromptPin, PromptPinError> {
        let digits = text.strip_prefix("blake3:").unwrap_or("");
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if digits.len() == 64 && digits.bytes().all(is_digit) {
            return Ok(PromptPin(text.to_owned()));
        }
        Err(PromptPinError(text.chars().take(100).collect()))
    }

    /// The pin as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PromptPin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for PromptPin {
    type Error = PromptPinError;

    fn try_from(text: String) -> Result<PromptPin, PromptPinError> {
        PromptPin::parse(&text)
    }
}

impl From<PromptPin> for String {
    fn from(pin: PromptPin) -> String {
        pin.0
    }
}
