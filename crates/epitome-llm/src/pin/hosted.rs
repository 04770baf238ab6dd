//! Summaries by a chat model, under pins.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::allowlist::PinRefusal;
use super::prompt::PromptPin;
use super::replay::{ReplaySummaryFixture, ReplaySummaryFixtureEntry};
use super::summary::{SummaryBackend, SummaryError, SummaryRequest, SummaryResponse, TokenUsage};
use crate::chat::{ChatBackend, ChatErrorKind, ChatRequest, StopReason};

/// Asks a chat model. The template is the system prompt as it stands; the claims follow as a numbered
/// list, in the order of the request.
#[derive(Debug)]
pub struct HostedSummaryBackend {
    chat: ChatBackend,
    template: String,
    pin: PromptPin,
    timeout: Duration,
    recorded: Mutex<Vec<ReplaySummaryFixtureEntry>>,
}

impl HostedSummaryBackend {
    /// Over a chat backend, whose allowlist decides, with one template and a limit for each call.
    pub fn new(
        chat: ChatBackend,
        template: impl Into<String>,
        timeout: Duration,
    ) -> HostedSummaryBackend {
        let template = template.into();
        let pin = PromptPin::of(&template);
        HostedSummaryBackend { chat, template, pin, timeout, recorded: Mutex::default() }
    }

    /// The pin of the template.
    pub fn pin(&self) -> &PromptPin {
        &self.pin
    }

    /// All accepted answers so far, as a recording that [`super::ReplaySummaryBackend`] takes.
    pub fn recorded(&self) -> ReplaySummaryFixture {
        let entries = self.recorded.lock().unwrap_or_else(PoisonError::into_inner).clone();
        ReplaySummaryFixture { entries }
    }

    fn check(&self, request: &SummaryRequest) -> Result<(), SummaryError> {
        let (model, asked) = (&request.model_name, &request.prompt_template_blake3);
        match self.chat.allowlist().check(model, asked) {
            Err(PinRefusal::Model { .. }) => {
                return Err(SummaryError::ModelNotInAllowlist(model.clone()));
            }
            Err(PinRefusal::Template { .. }) => {
                return Err(SummaryError::PromptTemplateMismatch(format!(
                    "{asked} is not allowed for {model}"
                )));
            }
            Ok(()) => {}
        }
        if asked != self.pin.as_str() {
            let own = &self.pin;
            return Err(SummaryError::PromptTemplateMismatch(format!("{asked} is not {own}")));
        }
        Ok(())
    }
}

impl SummaryBackend for HostedSummaryBackend {
    fn summarize(&self, request: &SummaryRequest) -> Result<SummaryResponse, SummaryError> {
        self.check(request)?;
        let mut user = String::new();
        for (at, claim) in request.source_claims.iter().enumerate() {
            user += &format!("{}. {claim}\n", at + 1);
        }
        let mut call =
            ChatRequest::new(&request.model_name, self.pin.clone(), &self.template, user);
        call.deadline = self.timeout;
        let answer = self.chat.chat(&call).map_err(|error| match error.kind {
            ChatErrorKind::NotConfigured => SummaryError::BackendNotConfigured,
            kind => SummaryError::CallFailed(kind.to_string()),
        })?;
        if !matches!(answer.stop, StopReason::End) {
            let why = format!("the answer did not end by itself: {:?}", answer.stop);
            return Err(SummaryError::OutputValidationFailed(why));
        }
        let Some(model_name_echoed) = answer.model_echoed else {
            let why = "the provider does not say which model answered".to_owned();
            return Err(SummaryError::OutputValidationFailed(why));
        };
        let response = SummaryResponse {
            claim: answer.text,
            token_usage: Some(TokenUsage {
                prompt_tokens: answer.usage.prompt(),
                completion_tokens: answer.usage.output,
            }),
            model_name_echoed,
        };
        response.accept(request)?;
        let entry =
            ReplaySummaryFixtureEntry { request: request.clone(), response: response.clone() };
        let mut recorded = self.recorded.lock().unwrap_or_else(PoisonError::into_inner);
        recorded.retain(|old| old.request != entry.request);
        recorded.push(entry);
        Ok(response)
    }
}
