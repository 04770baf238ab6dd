//! Summaries from a recording: the same question has the same answer, and no other has any.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::nearest;
use super::summary::{SummaryBackend, SummaryError, SummaryRequest, SummaryResponse};

/// A recording as it lies in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplaySummaryFixture {
    /// Questions and answers, in any order.
    pub entries: Vec<ReplaySummaryFixtureEntry>,
}

/// One question and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplaySummaryFixtureEntry {
    /// The question.
    pub request: SummaryRequest,
    /// The answer.
    pub response: SummaryResponse,
}

/// Answers from a recording.
#[derive(Clone, Debug)]
pub struct ReplaySummaryBackend {
    by_hash: BTreeMap<String, (Value, SummaryResponse)>,
}

impl ReplaySummaryBackend {
    /// Takes a recording. Refused: a question that is there twice, and an answer that no caller would
    /// accept (empty, by another model, too long).
    pub fn from_entries(
        entries: Vec<ReplaySummaryFixtureEntry>,
    ) -> Result<ReplaySummaryBackend, SummaryError> {
        let mut by_hash = BTreeMap::new();
        for ReplaySummaryFixtureEntry { request, response } in entries {
            let key = request.request_hash();
            response.accept(&request).map_err(|error| {
                SummaryError::OutputValidationFailed(format!(
                    "the fixture for request_hash={key} does not hold: {error}"
                ))
            })?;
            let fields = serde_json::to_value(&request).unwrap_or_default();
            if by_hash.insert(key.clone(), (fields, response)).is_some() {
                return Err(SummaryError::CallFailed(format!(
                    "duplicate summary fixture for request_hash={key}: remove one of the two"
                )));
            }
        }
        Ok(ReplaySummaryBackend { by_hash })
    }

    /// Reads a recording from a file.
    pub fn from_fixture_file(path: &Path) -> Result<ReplaySummaryBackend, SummaryError> {
        let name = path.display();
        let bytes = std::fs::read(path).map_err(|error| {
            SummaryError::CallFailed(format!("the fixture `{name}` is not readable: {error}"))
        })?;
        let fixture: ReplaySummaryFixture = serde_json::from_slice(&bytes).map_err(|error| {
            SummaryError::CallFailed(format!("the fixture `{name}` did not parse: {error}"))
        })?;
        ReplaySummaryBackend::from_entries(fixture.entries)
    }

    /// How many answers there are.
    pub fn fixture_count(&self) -> usize {
        self.by_hash.len()
    }
}

impl SummaryBackend for ReplaySummaryBackend {
    fn summarize(&self, request: &SummaryRequest) -> Result<SummaryResponse, SummaryError> {
        let key = request.request_hash();
        if let Some((_, response)) = self.by_hash.get(&key) {
            return Ok(response.clone());
        }
        let asked = serde_json::to_value(request).unwrap_or_default();
        let known = self.by_hash.iter().map(|(key, (fields, _))| (key.as_str(), fields));
        match nearest(&asked, known) {
            Some((other, fields)) => log::warn!(
                "no summary fixture for request_hash={key}; the nearest, {other}, differs in {}",
                fields.join(", ")
            ),
            None => log::warn!("no summary fixture for request_hash={key}: the recording is empty"),
        }
        Err(SummaryError::BackendNotConfigured)
    }
}
