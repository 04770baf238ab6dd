//! A call to a provider: pins are checked, then tries until there is an answer or no more may be made.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::error::{ChatError, ChatErrorKind, SetupError};
use super::request::ChatRequest;
use super::response::{ChatResponse, Delta, Health, Usage};
use super::settings::BackendSettings;
use crate::retry::Limiter;

#[derive(Debug)]
pub(super) struct HttpChat {
    settings: BackendSettings,
    warnings: Vec<String>,
    limiter: Limiter,
    sent: AtomicU64,
}

impl HttpChat {
    pub(super) fn new(settings: BackendSettings) -> Result<HttpChat, SetupError> {
        let limiter = Limiter::new(settings.concurrency);
        Ok(HttpChat { settings, warnings: Vec::new(), limiter, sent: AtomicU64::new(0) })
    }

    pub(super) fn settings(&self) -> &BackendSettings {
        &self.settings
    }

    pub(super) fn warnings(&self) -> &[String] {
        &self.warnings
    }

    pub(super) fn limiter(&self) -> &Limiter {
        &self.limiter
    }

    pub(super) fn requests_sent(&self) -> u64 {
        self.sent.load(Ordering::SeqCst)
    }

    pub(super) fn health(&self) -> Result<Health, ChatError> {
        Err(not_yet())
    }

    pub(super) fn answer(
        &self,
        _request: &ChatRequest,
        _each: Option<&mut dyn FnMut(Delta<'_>)>,
    ) -> Result<ChatResponse, ChatError> {
        Err(not_yet())
    }
}

fn not_yet() -> ChatError {
    let (kind, usage) = (ChatErrorKind::NotConfigured, Usage::default());
    ChatError { kind, attempts: 0, usage, wall: Duration::ZERO }
}
