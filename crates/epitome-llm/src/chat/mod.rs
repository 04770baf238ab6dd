//! One way to ask any model: requests, answers, errors, and the backend that turns one into the other.

mod attempt;
mod backend;
mod error;
mod failure;
mod http;
mod message;
mod replay;
mod request;
mod response;
mod schema;
mod settings;

pub use backend::ChatBackend;
pub use error::{ChatError, ChatErrorKind, SetupError, Stage};
pub use message::{Message, ToolStatus, ToolUse};
pub use replay::{ChatFixture, ChatFixtureEntry, FixtureError};
pub use request::{CachePoints, ChatRequest, Output, RecordedRequest};
pub use response::{ChatResponse, Delta, Echo, Health, StopReason, Usage};
pub use schema::{Schema, SchemaError};
pub use settings::BackendSettings;

#[cfg(test)]
pub(crate) use request::CHAT_DOMAIN;
