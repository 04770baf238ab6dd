//! Chat and embedding backends, pins, replay, retries, budgets, secrets that mask themselves.
//!
//! [`ChatBackend`] answers a [`ChatRequest`] from any provider, from a recording, or not at all;
//! [`SummaryBackend`] is the narrow interface under pins; [`Embeddings`] gives vectors. [`Budget`] holds a
//! cap, [`Prices`] and [`CostEstimate`] say what calls cost before they are made. This crate must not know
//! code, symbols, or what a prompt means; no other library may open a connection.
//!
//! ```
//! use epitome_llm::{
//!     Allowlist, BackendSettings, Budget, ChatBackend, ChatErrorKind, ChatRequest, Money, PromptPin, Vendor,
//! };
//!
//! let template = "Say in one sentence what this function does.";
//! let pin = PromptPin::of(template);
//! let settings = BackendSettings::new(Vendor::named("anthropic").unwrap(), "claude-haiku-4-5");
//! let allow = Allowlist::new().with("claude-haiku-4-5", &pin);
//! let backend = ChatBackend::connect(settings, allow).unwrap();
//!
//! let mut request = ChatRequest::new("claude-haiku-4-5", pin, template, "def f(): pass");
//! // Not even the worst case of one call fits: nothing is sent.
//! request.budget = Some(Budget::capped(Money::from_dollars(0.001).unwrap()));
//! let error = backend.chat(&request).unwrap_err();
//! assert!(matches!(error.kind, ChatErrorKind::Budget(_)) && error.stops_run());
//! assert_eq!(backend.requests_sent(), 0);
//! ```

mod aws;
mod cancel;
mod chat;
mod clock;
mod embeddings;
mod embeddings_error;
mod money;
mod pin;
mod protocol;
pub mod redact;
mod retry;
mod secret;
mod wire;

pub use aws::AwsEnvironment;
pub use cancel::CancelToken;
pub use chat::{
    BackendSettings, CachePoints, ChatBackend, ChatError, ChatErrorKind, ChatFixture,
    ChatFixtureEntry, ChatRequest, ChatResponse, Delta, Echo, FixtureError, Health, Message,
    Output, RecordedRequest, Schema, SchemaError, SetupError, Stage, StopReason, ToolStatus,
    ToolUse, Usage,
};
pub use clock::Clock;
pub use embeddings::{Embeddings, EmbeddingsOptions};
pub use embeddings_error::EmbeddingsError;
pub use money::{
    Budget, CallPlan, CostEstimate, CostRange, ModelRow, Money, OverBudget, Price, Prices,
    Reservation, Spending, estimate_tokens, most_tokens,
};
pub use pin::{
    Allowlist, HostedSummaryBackend, NoopSummaryBackend, PinRefusal, PromptPin, PromptPinError,
    ReplaySummaryBackend, ReplaySummaryFixture, ReplaySummaryFixtureEntry, SUMMARY_DOMAIN,
    SummaryBackend, SummaryError, SummaryRequest, SummaryResponse, TokenUsage,
};
pub use protocol::{Protocol, Structure, VENDORS, Vendor};
pub use retry::{Limiter, Permit, RetryPolicy};
pub use secret::Secret;
