//! Summaries of symbols by a language model (O1–O55).
//!
//! ```text
//! gates (offline, flag, trust, cap) ─► plan: what is not stored ─► calls on a few threads
//!     ─► form, checker, again with their words ─► a row at once ─► the next update takes it over
//! ```
//!
//! Nothing is sent unless every gate is open, and a run without a cap only counts. What is sent has its
//! secrets taken out, and the most that a call can cost is put aside before it. A row is stored when its
//! answer holds, so that a killed run has paid only for what was in flight. Rows are joined to documents
//! when an index is made (`update`), and never when it is asked (O52).

mod ask;
mod connect;
mod error;
mod estimate;
mod fuse;
mod gate;
mod judge;
mod key;
mod lock;
mod options;
mod plan;
mod prompt;
mod row;
mod run;
mod session;
mod shape;
mod tool;

pub use epitome_llm::{CostEstimate, CostRange, Money, Spending, Usage};

pub use ask::{Answered, Cause, SummarizerError};
pub use connect::{backend_settings, deadline, model_of, vendor_of};
pub use error::SummarizeError;
pub use estimate::estimate;
pub(crate) use fuse::{carried, chosen, provenance, tell};
pub use gate::{SkippedReason, closed, trusted};
pub use key::SUMMARIZER_PROMPT_VERSION;
pub(crate) use key::SymbolKey;
pub use options::{
    DEFAULT_MAX_ATTEMPTS, DEFAULT_MAX_TOKENS, DEFAULT_MODEL_ID, ModelNotPinned, PinError,
    SummarizeOptions,
};
pub use plan::{Plan, SkippedSymbols, plan};
pub use prompt::Prompt;
pub use row::signature_summary;
pub use run::{Connect, Progress, SummarizeReport, summarize};
pub use session::{Answerer, ModelState, model_state};
pub use shape::Shape;
pub use tool::{TOOL_NAME, tool};
