//! Pins: which model may be asked with which template, and the narrow summary interface that holds both.

mod allowlist;
mod hosted;
mod nearest;
mod prompt;
mod replay;
mod summary;

pub use allowlist::{Allowlist, PinRefusal};
pub use hosted::HostedSummaryBackend;
pub use prompt::{PromptPin, PromptPinError};
pub use replay::{ReplaySummaryBackend, ReplaySummaryFixture, ReplaySummaryFixtureEntry};
pub use summary::{
    NoopSummaryBackend, SUMMARY_DOMAIN, SummaryBackend, SummaryError, SummaryRequest,
    SummaryResponse, TokenUsage,
};

pub(crate) use nearest::nearest;
