//! What a run may do.

use std::time::Duration;

use epitome_llm::{Allowlist, Money, Price, Prices};

use super::prompt::Prompt;
use crate::config::Trust;
use crate::graph::GraphOptions;
use crate::template::TemplateError;

/// The model where nothing else is said and the service is Bedrock (O13).
pub const DEFAULT_MODEL_ID: &str = "global.anthropic.claude-haiku-4-5-20251001-v1:0";
/// Answers asked for one symbol, corrections included (O14).
pub const DEFAULT_MAX_ATTEMPTS: u32 = 3;
/// The longest answer (O16).
pub const DEFAULT_MAX_TOKENS: u32 = 2048;
/// Nothing is left to chance (O16).
pub(super) const TEMPERATURE: f64 = 0.0;

/// How to summarise.
#[derive(Clone, Debug)]
pub struct SummarizeOptions {
    /// Send nothing (O27).
    pub offline: bool,
    /// Whether models may be asked at all (O28).
    pub summaries: bool,
    /// Which symbols (O30).
    pub trust: Trust,
    /// How many; 0 only counts (O33).
    pub cap: u64,
    /// The most that the run may cost.
    pub max_cost: Option<Money>,
    /// The model to ask (O47).
    pub model: String,
    /// Who is asked, for rows and the ledger.
    pub backend: String,
    /// Whether the model runs on this machine and costs nothing.
    pub is_free: bool,
    /// Whether answers come from a recording; then nothing is spent, and an answer that was not recorded
    /// is one symbol's failure.
    pub is_replay: bool,
    /// The templates.
    pub prompt: Prompt,
    /// Refuse templates and models that are not listed (D6).
    pub pinned: bool,
    /// Models allowed then.
    pub allowed_models: Vec<String>,
    /// Templates allowed then.
    pub allowed_templates: Vec<String>,
    /// How the tree is read and linked.
    pub graph: GraphOptions,
    /// Answers for one symbol at most (O25).
    pub max_attempts: u32,
    /// The longest answer (O25).
    pub max_tokens: u32,
    /// The longest prompt in characters.
    pub max_prompt_chars: usize,
    /// How long one call may take, waits and tries included.
    pub deadline: Duration,
    /// Calls at once.
    pub concurrency: usize,
    /// What models cost.
    pub prices: Prices,
}

/// The model is not listed, and pinned mode is on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the model `{model}` is not in `allow.models`, and `pinned` is set: list it, or ask one that is listed"
)]
pub struct ModelNotPinned {
    /// The model.
    pub model: String,
}

/// What pinned mode refuses.
#[derive(Debug, thiserror::Error)]
pub enum PinError {
    /// A template.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The model.
    #[error(transparent)]
    Model(#[from] ModelNotPinned),
}

impl SummarizeOptions {
    /// What the backend may be asked: this model with this prompt, where pinned mode has nothing against
    /// it (D6).
    pub fn allowlist(&self) -> Result<Allowlist, PinError> {
        self.prompt.check_pins(self.pinned, &self.allowed_templates)?;
        if self.pinned && !self.allowed_models.contains(&self.model) {
            return Err(ModelNotPinned { model: self.model.clone() }.into());
        }
        Ok(Allowlist::new().with(&self.model, &self.prompt.pin()))
    }

    /// What a token costs; none where that is not known.
    #[must_use]
    pub fn price(&self) -> Option<Price> {
        if self.is_free || self.is_replay {
            return Some(Price::FREE);
        }
        self.prices.of(&self.model).and_then(|row| row.price)
    }
}
