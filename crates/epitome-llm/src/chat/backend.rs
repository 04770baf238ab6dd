//! The one thing to ask: a provider, a recording, or nothing.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::error::{ChatError, ChatErrorKind, SetupError};
use super::http::HttpChat;
use super::replay::{ChatFixture, ChatFixtureEntry, ChatReplay, FixtureError};
use super::request::{ChatRequest, RecordedRequest};
use super::response::{ChatResponse, Delta, Health, Usage};
use super::settings::BackendSettings;
use crate::pin::{Allowlist, PromptPin};
use crate::retry::Limiter;

/// Answers chat requests, from any number of threads at once.
#[derive(Debug)]
pub struct ChatBackend {
    kind: Kind,
    allow: Allowlist,
    recorder: Option<Mutex<Vec<ChatFixtureEntry>>>,
}

#[derive(Debug)]
enum Kind {
    None,
    Replay(ChatReplay),
    Http(Box<HttpChat>),
}

impl ChatBackend {
    /// No backend: every call is refused with [`ChatErrorKind::NotConfigured`].
    pub fn none() -> ChatBackend {
        ChatBackend::of(Kind::None, Allowlist::new())
    }

    /// A provider. Nothing is sent yet, except that Bedrock's credentials are looked for, which may ask
    /// the metadata service of the machine.
    pub fn connect(settings: BackendSettings, allow: Allowlist) -> Result<ChatBackend, SetupError> {
        let http = HttpChat::new(settings)?;
        Ok(ChatBackend::of(Kind::Http(Box::new(http)), allow))
    }

    /// A recorded run: no network, and only what was recorded is answered.
    pub fn replay(fixture: ChatFixture, allow: Allowlist) -> Result<ChatBackend, FixtureError> {
        Ok(ChatBackend::of(Kind::Replay(ChatReplay::new(fixture)?), allow))
    }

    fn of(kind: Kind, allow: Allowlist) -> ChatBackend {
        ChatBackend { kind, allow, recorder: None }
    }

    /// This backend, keeping all its answers for [`ChatBackend::recorded`].
    pub fn recording(mut self) -> ChatBackend {
        self.recorder.get_or_insert_default();
        self
    }

    /// The answers since [`ChatBackend::recording`]; the last one where a question came twice.
    pub fn recorded(&self) -> ChatFixture {
        let entries = self
            .recorder
            .as_ref()
            .map(|recorder| recorder.lock().unwrap_or_else(PoisonError::into_inner).clone());
        ChatFixture { entries: entries.unwrap_or_default() }
    }

    /// Asks and waits for the whole answer.
    pub fn chat(&self, request: &ChatRequest) -> Result<ChatResponse, ChatError> {
        self.answer(request, None)
    }

    /// Asks and hands over the answer piece by piece; the whole of it comes back in the end.
    pub fn stream(
        &self,
        request: &ChatRequest,
        each: &mut dyn FnMut(Delta<'_>),
    ) -> Result<ChatResponse, ChatError> {
        self.answer(request, Some(each))
    }

    /// Asks the configured model for text, with the configured time (M24). The template is `system`.
    pub fn summarize(
        &self,
        prompt: &str,
        system: &str,
        template: &PromptPin,
    ) -> Result<String, ChatError> {
        let Kind::Http(http) = &self.kind else { return Err(failed(ChatErrorKind::NotConfigured)) };
        let settings = http.settings();
        let mut request = ChatRequest::new(&settings.model, template.clone(), system, prompt);
        request.deadline = settings.timeout;
        self.chat(&request).map(|response| response.text)
    }

    /// Whether the provider can be reached, and what it lists (M27). Says nothing about the model.
    pub fn health(&self) -> Result<Health, ChatError> {
        match &self.kind {
            Kind::Http(http) => http.health(),
            _ => Err(failed(ChatErrorKind::NotConfigured)),
        }
    }

    /// The longest prompt in characters, system prompt included (M24).
    pub fn max_prompt_chars(&self) -> usize {
        match &self.kind {
            Kind::Http(http) => http.settings().max_prompt_chars,
            _ => usize::MAX,
        }
    }

    /// What is odd about the setup, such as a missing key (M28); for the log.
    pub fn warnings(&self) -> &[String] {
        match &self.kind {
            Kind::Http(http) => http.warnings(),
            _ => &[],
        }
    }

    /// Requests that left for the provider so far, tries counted one by one.
    pub fn requests_sent(&self) -> u64 {
        match &self.kind {
            Kind::Http(http) => http.requests_sent(),
            _ => 0,
        }
    }

    /// How many calls may run at once now; `None` without a provider.
    pub fn limiter(&self) -> Option<&Limiter> {
        match &self.kind {
            Kind::Http(http) => Some(http.limiter()),
            _ => None,
        }
    }

    /// What may be asked.
    pub fn allowlist(&self) -> &Allowlist {
        &self.allow
    }

    fn answer(
        &self,
        request: &ChatRequest,
        each: Option<&mut dyn FnMut(Delta<'_>)>,
    ) -> Result<ChatResponse, ChatError> {
        if matches!(self.kind, Kind::None) {
            return Err(failed(ChatErrorKind::NotConfigured));
        }
        let pins = self.allow.check(&request.model, request.prompt.as_str());
        pins.map_err(|refusal| failed(refusal.into()))?;
        let response = match &self.kind {
            Kind::None => Err(failed(ChatErrorKind::NotConfigured)),
            Kind::Replay(replay) => {
                let mut nobody = |_: Delta<'_>| {};
                let answer = replay.answer(request, each.unwrap_or(&mut nobody));
                answer.ok_or_else(|| failed(ChatErrorKind::NotConfigured))
            }
            Kind::Http(http) => http.answer(request, each),
        }?;
        if let Some(recorder) = &self.recorder {
            let request = RecordedRequest::of(request);
            let mut entries = recorder.lock().unwrap_or_else(PoisonError::into_inner);
            entries.retain(|entry| entry.request != request);
            entries.push(ChatFixtureEntry { request, response: response.clone() });
        }
        Ok(response)
    }
}

fn failed(kind: ChatErrorKind) -> ChatError {
    ChatError { kind, attempts: 0, usage: Usage::default(), wall: Duration::ZERO }
}
