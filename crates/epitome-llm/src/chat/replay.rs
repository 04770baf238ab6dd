//! Chat answers from a recording, without a network.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::request::{ChatRequest, RecordedRequest};
use super::response::{ChatResponse, Delta};
use crate::pin::nearest;

/// A recorded run as it lies in a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChatFixture {
    /// Questions and answers, in any order.
    pub entries: Vec<ChatFixtureEntry>,
}

/// One question and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatFixtureEntry {
    /// The question.
    pub request: RecordedRequest,
    /// The answer.
    pub response: ChatResponse,
}

/// Why a recording cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FixtureError {
    /// The file cannot be read or written.
    #[error("the recording {path} is not readable or writable: {cause}")]
    File {
        /// Which file.
        path: String,
        /// Why.
        cause: String,
    },
    /// The file holds something else.
    #[error("the recording {path} did not parse: {cause}; record the run again")]
    Parse {
        /// Which file.
        path: String,
        /// Why.
        cause: String,
    },
    /// A question is there twice.
    #[error(
        "the recording holds a duplicate answer for request_hash={hash}: remove one of the two"
    )]
    Duplicate {
        /// The question's hash.
        hash: String,
    },
    /// An answer is empty.
    #[error("the recording holds an empty answer for request_hash={hash}: record the run again")]
    Empty {
        /// The question's hash.
        hash: String,
    },
}

impl ChatFixture {
    /// Reads a recording.
    pub fn read(path: &Path) -> Result<ChatFixture, FixtureError> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path)
            .map_err(|error| FixtureError::File { path: name.clone(), cause: error.to_string() })?;
        serde_json::from_slice(&bytes)
            .map_err(|error| FixtureError::Parse { path: name, cause: error.to_string() })
    }

    /// Writes a recording, for people to read.
    pub fn write(&self, path: &Path) -> Result<(), FixtureError> {
        let bytes = serde_json::to_vec_pretty(self).map_err(std::io::Error::from);
        bytes.and_then(|bytes| std::fs::write(path, bytes)).map_err(|error| FixtureError::File {
            path: path.display().to_string(),
            cause: error.to_string(),
        })
    }
}

/// Answers by the hash of their question.
#[derive(Debug)]
pub(super) struct ChatReplay {
    by_hash: BTreeMap<String, (Value, ChatResponse)>,
}

impl ChatReplay {
    pub(super) fn new(fixture: ChatFixture) -> Result<ChatReplay, FixtureError> {
        let mut by_hash = BTreeMap::new();
        for ChatFixtureEntry { request, response } in fixture.entries {
            let hash = request.hash();
            if response.text.trim().is_empty() && response.tool.is_none() {
                return Err(FixtureError::Empty { hash });
            }
            let fields = serde_json::to_value(&request).unwrap_or_default();
            if by_hash.insert(hash.clone(), (fields, response)).is_some() {
                return Err(FixtureError::Duplicate { hash });
            }
        }
        Ok(ChatReplay { by_hash })
    }

    /// The answer, given to `each` in one piece; `None`, and a word in the log, if there is none.
    pub(super) fn answer(
        &self,
        request: &ChatRequest,
        each: &mut dyn FnMut(Delta<'_>),
    ) -> Option<ChatResponse> {
        let asked = RecordedRequest::of(request);
        let hash = asked.hash();
        let Some((_, response)) = self.by_hash.get(&hash) else {
            let asked = serde_json::to_value(&asked).unwrap_or_default();
            let known = self.by_hash.iter().map(|(key, (fields, _))| (key.as_str(), fields));
            match nearest(&asked, known) {
                Some((other, fields)) => log::warn!(
                    "no recorded answer for request_hash={hash}; the nearest, {other}, differs in {}",
                    fields.join(", ")
                ),
                None => log::warn!("no recorded answer for {hash}: the recording is empty"),
            }
            return None;
        };
        if !response.text.is_empty() {
            each(Delta::Text(&response.text));
        }
        if let Some(tool) = &response.tool {
            each(Delta::Tool(&tool.input));
        }
        Some(ChatResponse { wall: Duration::ZERO, ..response.clone() })
    }
}
