//! A call to a provider: tries until there is an answer, or no more may be made.

use std::time::Duration;

use super::attempt::Endpoint;
use super::error::{ChatError, ChatErrorKind, SetupError, Stage};
use super::failure::{Failure, Next};
use super::request::ChatRequest;
use super::response::{ChatResponse, Delta, Health, StopReason, Usage};
use super::settings::BackendSettings;
use crate::cancel::CancelToken;
use crate::money::{Price, Reservation, estimate_tokens, most_tokens};
use crate::protocol::Answer;
use crate::retry::{Jitter, Limiter};

/// A longer answer is always asked for as a stream, even where nobody watches: nothing would come for
/// longer than silence is allowed.
const LONG_ANSWER: u32 = 4096;

#[derive(Debug)]
pub(super) struct HttpChat {
    settings: BackendSettings,
    endpoint: Endpoint,
    limiter: Limiter,
    jitter: Jitter,
}

/// One call while it lasts.
struct Call<'a> {
    request: &'a ChatRequest,
    began: Duration,
    attempts: u32,
    lost: Usage,
}

impl HttpChat {
    pub(super) fn new(settings: BackendSettings) -> Result<HttpChat, SetupError> {
        let endpoint = Endpoint::new(&settings)?;
        for warning in endpoint.warnings() {
            log::warn!("{warning}");
        }
        let limiter = Limiter::new(settings.concurrency);
        Ok(HttpChat { settings, endpoint, limiter, jitter: Jitter::new() })
    }

    pub(super) fn settings(&self) -> &BackendSettings {
        &self.settings
    }

    pub(super) fn warnings(&self) -> &[String] {
        self.endpoint.warnings()
    }

    pub(super) fn limiter(&self) -> &Limiter {
        &self.limiter
    }

    pub(super) fn requests_sent(&self) -> u64 {
        self.endpoint.requests_sent()
    }

    pub(super) fn health(&self) -> Result<Health, ChatError> {
        let began = self.settings.clock.elapsed();
        let health = self.endpoint.health(self.settings.timeout, &CancelToken::new());
        health.map_err(|failure| ChatError {
            kind: failure.kind,
            attempts: 1,
            usage: Usage::default(),
            wall: self.settings.clock.elapsed().saturating_sub(began),
        })
    }

    pub(super) fn answer(
        &self,
        request: &ChatRequest,
        mut each: Option<&mut dyn FnMut(Delta<'_>)>,
    ) -> Result<ChatResponse, ChatError> {
        let began = self.settings.clock.elapsed();
        let mut call = Call { request, began, attempts: 0, lost: Usage::default() };
        let price = self.price(request).map_err(|kind| self.failed(&call, kind))?;
        let chars = request.prompt_chars();
        let limit = self.settings.max_prompt_chars;
        if chars > limit {
            return Err(self.failed(&call, ChatErrorKind::TooLong { chars, limit }));
        }
        let stream = each.is_some() || request.max_tokens > LONG_ANSWER;
        loop {
            let left = self.left(&call);
            let permit = self.limiter.acquire(&self.settings.clock, left, &request.cancel);
            let Some(permit) = permit else {
                let cancelled = request.cancel.is_cancelled();
                let kind = if cancelled { ChatErrorKind::Cancelled } else { self.too_slow(&call) };
                return Err(self.failed(&call, kind));
            };
            let left = self.left(&call);
            if left.is_zero() {
                return Err(self.failed(&call, self.too_slow(&call)));
            }
            let reserved = self.reserve(request, price);
            let reserved = reserved.map_err(|kind| self.failed(&call, kind))?;
            call.attempts += 1;
            let mut shown = false;
            let mut show = |delta: Delta<'_>| {
                if let Some(each) = each.as_mut() {
                    shown = true;
                    each(delta);
                }
            };
            let outcome = self.endpoint.attempt(request, stream, left, &mut show);
            drop(permit);
            let mut failure = match outcome {
                Ok(answer) => {
                    self.limiter.grow();
                    settle(reserved, price, &answer.usage);
                    return self.accept(&call, answer);
                }
                Err(failure) => failure,
            };
            self.settle_failure(reserved, price, &failure);
            call.lost += failure.usage;
            if shown {
                failure = self.after_showing(failure);
            }
            self.pause(&call, failure)?;
            if let Some(each) = each.as_mut().filter(|_| shown) {
                each(Delta::Restart);
            }
        }
    }

    /// Waits as long as is right before the next try, or ends the call.
    fn pause(&self, call: &Call<'_>, failure: Failure) -> Result<(), ChatError> {
        let (clock, policy) = (&self.settings.clock, &self.settings.retry);
        if failure.busy {
            self.limiter.shrink(clock);
        }
        let asked = match failure.next {
            Next::Never => return Err(self.failed(call, failure.kind)),
            Next::Again { asked } => asked,
        };
        if let Some(after) = asked {
            let too_long = after > policy.longest_asked;
            if !too_long {
                // Those who come after this call wait as well.
                self.limiter.park(clock, after);
            }
            if too_long || !policy.wait_when_asked {
                let url = self.endpoint.url().to_owned();
                return Err(self.failed(call, ChatErrorKind::RetryLater { url, after }));
            }
        }
        if call.attempts >= policy.attempts {
            return Err(self.failed(call, failure.kind));
        }
        let pause = asked.unwrap_or_else(|| self.jitter.pause(policy.bound(call.attempts)));
        log::info!("try {} failed: {}; again in {pause:?}", call.attempts, failure.kind);
        if pause >= self.left(call) {
            // The next try could not begin in time: what happened says more than that time is up.
            return Err(self.failed(call, failure.kind));
        }
        if asked.is_none() && clock.sleep(pause, &call.request.cancel) {
            return Err(self.failed(call, ChatErrorKind::Cancelled));
        }
        Ok(())
    }

    /// What was shown cannot be taken back where somebody reads it.
    fn after_showing(&self, failure: Failure) -> Failure {
        let again = matches!(failure.next, Next::Again { .. });
        if self.settings.retry.restart_shown || !again {
            return failure;
        }
        let (url, cause) = (self.endpoint.url().to_owned(), failure.kind.to_string());
        let kind = ChatErrorKind::Interrupted { url, cause };
        Failure { kind, next: Next::Never, ..failure }
    }

    fn accept(&self, call: &Call<'_>, answer: Answer) -> Result<ChatResponse, ChatError> {
        let url = || self.endpoint.url().to_owned();
        // Without the schema, which a service may hold the answer to without reading it.
        let sent = estimate_tokens(call.request.spoken_chars());
        if self.settings.vendor.protocol.was_cut(&answer, sent) {
            let read = answer.usage.input;
            let kind = ChatErrorKind::PromptCut { url: url(), sent, read };
            return Err(self.failed_after(call, kind, answer.usage));
        }
        let stop = answer.stop.unwrap_or(StopReason::End);
        let is_cut = matches!(stop, StopReason::MaxTokens | StopReason::ContextFull);
        let is_empty = answer.text.trim().is_empty()
            && answer.tool.as_ref().is_none_or(|tool| tool.input.trim().is_empty());
        if is_empty && !is_cut && stop != StopReason::Refusal {
            let kind = ChatErrorKind::Empty { url: url() };
            return Err(self.failed_after(call, kind, answer.usage));
        }
        Ok(ChatResponse {
            text: answer.text,
            tool: answer.tool,
            model_echoed: answer.model,
            usage: answer.usage,
            lost: call.lost,
            stop,
            attempts: call.attempts,
            wall: self.settings.clock.elapsed().saturating_sub(call.began),
        })
    }

    /// The price, where there is a budget to hold.
    fn price(&self, request: &ChatRequest) -> Result<Option<Price>, ChatErrorKind> {
        if self.settings.vendor.own_machine {
            return Ok(Some(Price::FREE));
        }
        let price = self.settings.prices.of(&request.model).and_then(|row| row.price);
        let capped = request.budget.as_ref().is_some_and(|budget| budget.cap().is_some());
        match price {
            None if capped => Err(ChatErrorKind::Price { model: request.model.clone() }),
            price => Ok(price),
        }
    }

    /// Puts aside the most that one try can cost.
    fn reserve(
        &self,
        request: &ChatRequest,
        price: Option<Price>,
    ) -> Result<Option<Reservation>, ChatErrorKind> {
        let (Some(budget), Some(price)) = (&request.budget, price) else { return Ok(None) };
        let prompt = most_tokens(request);
        let plain = Usage { input: prompt, output: request.max_tokens.into(), ..Usage::default() };
        let cached = Usage { input: 0, cache_write: prompt, ..plain };
        Ok(Some(budget.reserve(price.of(&plain).max(price.of(&cached)))?))
    }

    fn settle_failure(
        &self,
        reserved: Option<Reservation>,
        price: Option<Price>,
        failure: &Failure,
    ) {
        let (Some(reserved), Some(price)) = (reserved, price) else { return };
        if failure.billed {
            reserved.settle_at_least(price.of(&failure.usage));
        } else {
            reserved.release();
        }
    }

    fn left(&self, call: &Call<'_>) -> Duration {
        let taken = self.settings.clock.elapsed().saturating_sub(call.began);
        call.request.deadline.saturating_sub(taken)
    }

    fn too_slow(&self, call: &Call<'_>) -> ChatErrorKind {
        let seconds = call.request.deadline.as_secs_f64().ceil() as u64;
        ChatErrorKind::TooSlow { url: self.endpoint.url().to_owned(), stage: Stage::Total, seconds }
    }

    fn failed(&self, call: &Call<'_>, kind: ChatErrorKind) -> ChatError {
        self.failed_after(call, kind, Usage::default())
    }

    fn failed_after(&self, call: &Call<'_>, kind: ChatErrorKind, usage: Usage) -> ChatError {
        let mut used = call.lost;
        used += usage;
        let wall = self.settings.clock.elapsed().saturating_sub(call.began);
        ChatError { kind, attempts: call.attempts, usage: used, wall }
    }
}

/// A provider that counts nothing may still send a bill.
fn settle(reserved: Option<Reservation>, price: Option<Price>, usage: &Usage) {
    let (Some(reserved), Some(price)) = (reserved, price) else { return };
    if *usage == Usage::default() {
        reserved.settle_at_least(price.of(usage));
    } else {
        reserved.settle(price.of(usage));
    }
}
