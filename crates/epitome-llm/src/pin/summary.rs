//! The summary interface: a request that carries its pins, a response that says who answered, errors
//! with stable tokens, and the backend that always refuses.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The domain of [`SummaryRequest::request_hash`].
pub const SUMMARY_DOMAIN: &str = "cortex.llm.summary.request.v1";

/// What is to be summarised, by which model and template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryRequest {
    /// The model. A backend refuses what is not on its allowlist.
    pub model_name: String,
    /// `blake3:` and the hash of the template. A backend refuses what is not its template.
    pub prompt_template_blake3: String,
    /// What to summarise, in the order of the job. A backend may reorder but not drop.
    pub source_claims: Vec<String>,
    /// The longest summary, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_output_bytes: Option<usize>,
    /// The job this is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decay_job_id: Option<String>,
}

impl SummaryRequest {
    /// BLAKE3, in hexadecimal digits, of the request in a fixed form.
    pub fn request_hash(&self) -> String {
        self.hash_in(SUMMARY_DOMAIN)
    }

    fn hash_in(&self, domain: &str) -> String {
        #[derive(Serialize)]
        struct Canonical<'a> {
            domain: &'a str,
            #[serde(flatten)]
            request: &'a SummaryRequest,
        }
        // Strings and numbers always serialise; a default would merge unlike requests.
        let bytes = serde_json::to_vec(&Canonical { domain, request: self });
        blake3::hash(&bytes.unwrap_or_else(|error| format!("{self:?}{error}").into_bytes()))
            .to_hex()
            .to_string()
    }
}

/// Tokens as the provider counted them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenUsage {
    /// Of the prompt.
    pub prompt_tokens: u64,
    /// Of the answer.
    pub completion_tokens: u64,
}

/// A summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryResponse {
    /// The text.
    pub claim: String,
    /// What it took, if the provider says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_usage: Option<TokenUsage>,
    /// Which model the provider says it was, never the one that was asked for.
    pub model_name_echoed: String,
}

impl SummaryResponse {
    /// What every caller checks: there is a text (C9), by the pinned model (C10), in the budget (C11).
    pub fn accept(&self, request: &SummaryRequest) -> Result<(), SummaryError> {
        let refuse = |why: String| Err(SummaryError::OutputValidationFailed(why));
        if self.claim.trim().is_empty() {
            return refuse("the claim is empty".to_owned());
        }
        if self.model_name_echoed != request.model_name {
            let (asked, said) = (&request.model_name, &self.model_name_echoed);
            return refuse(format!(
                "`{asked}` was pinned, but the provider says `{said}` answered"
            ));
        }
        match request.max_output_bytes {
            Some(limit) if self.claim.len() > limit => {
                refuse(format!("the claim has {} bytes, and {limit} are allowed", self.claim.len()))
            }
            _ => Ok(()),
        }
    }
}

/// Why there is no summary. Each begins with a token that scripts may rely on.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum SummaryError {
    /// No backend, or no fixture for this request.
    #[error("summary_backend_not_configured")]
    BackendNotConfigured,
    /// The model is not allowed. Nothing was sent.
    #[error("summary_model_not_in_allowlist: {0}")]
    ModelNotInAllowlist(String),
    /// The template is not the backend's. Nothing was sent.
    #[error("summary_prompt_template_mismatch: {0}")]
    PromptTemplateMismatch(String),
    /// The call failed: no connection, a refusal, a timeout.
    #[error("summary_call_failed: {0}")]
    CallFailed(String),
    /// The answer does not hold.
    #[error("summary_output_validation_failed: {0}")]
    OutputValidationFailed(String),
}

/// Whatever can summarise under pins. The model and the template are checked before anything leaves;
/// bad input is an error, never a panic; a timeout is a [`SummaryError::CallFailed`].
pub trait SummaryBackend: fmt::Debug + Send + Sync {
    /// One summary, or why there is none.
    fn summarize(&self, request: &SummaryRequest) -> Result<SummaryResponse, SummaryError>;
}

/// The backend where none is set up: it refuses everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoopSummaryBackend;

impl SummaryBackend for NoopSummaryBackend {
    fn summarize(&self, _: &SummaryRequest) -> Result<SummaryResponse, SummaryError> {
        Err(SummaryError::BackendNotConfigured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_domain_gives_another_hash() {
        let request = SummaryRequest {
            model_name: "m".to_owned(),
            prompt_template_blake3: "blake3:0".to_owned(),
            source_claims: vec!["a".to_owned()],
            max_output_bytes: None,
            decay_job_id: None,
        };
        // C7
        assert_ne!(request.request_hash(), request.hash_in(crate::chat::CHAT_DOMAIN));
        assert_ne!(request.request_hash(), request.hash_in(""));
        // C4: the bytes that are hashed, written out.
        let bytes = format!(
            r#"{{"domain":"{SUMMARY_DOMAIN}","model_name":"m","prompt_template_blake3":"blake3:0","source_claims":["a"]}}"#
        );
        assert_eq!(request.request_hash(), blake3::hash(bytes.as_bytes()).to_hex().as_str());
        let full = SummaryRequest {
            max_output_bytes: Some(9),
            decay_job_id: Some("dcy_1".to_owned()),
            ..request
        };
        let bytes =
            bytes.replace("[\"a\"]", r#"["a"],"max_output_bytes":9,"decay_job_id":"dcy_1""#);
        assert_eq!(full.request_hash(), blake3::hash(bytes.as_bytes()).to_hex().as_str());
    }
}
