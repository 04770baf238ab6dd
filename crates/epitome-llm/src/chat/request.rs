//! What is asked of a model.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::message::Message;
use super::schema::Schema;
use crate::cancel::CancelToken;
use crate::money::Budget;
use crate::pin::PromptPin;

/// One call. The fields up to `cache` decide the answer and are part of [`ChatRequest::hash`]; the
/// others say how long it may take and what it may cost.
#[derive(Clone, Debug)]
pub struct ChatRequest {
    /// The model's name, sent as it is.
    pub model: String,
    /// Which template made this prompt. Refused before any byte leaves if it is not allowed.
    pub prompt: PromptPin,
    /// The system prompt: the same bytes for all calls of a kind, so that providers can cache it.
    pub system: String,
    /// The conversation. The last turn is what the model answers.
    pub messages: Vec<Message>,
    /// What form the answer must have.
    pub output: Output,
    /// The longest answer.
    pub max_tokens: u32,
    /// Sent only to models that take it.
    pub temperature: Option<f64>,
    /// Where the provider should remember the prompt.
    pub cache: CachePoints,
    /// All of it together: waiting for a turn, tries, and waits between them.
    pub deadline: Duration,
    /// Ends the call from another thread.
    pub cancel: CancelToken,
    /// What may be spent. The worst case of each try is reserved before it is sent.
    pub budget: Option<Budget>,
}

/// The form of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "form", rename_all = "snake_case")]
pub enum Output {
    /// Words.
    Text,
    /// A call of this tool, and nothing else. Where a service has no forced tools, it is asked for JSON
    /// by the same schema, and the answer comes back as a call all the same.
    Tool {
        /// Its name.
        name: String,
        /// What it is for.
        description: String,
        /// What it takes.
        schema: Schema,
    },
    /// JSON text by this schema.
    Json {
        /// A name for the schema.
        name: String,
        /// The schema.
        schema: Schema,
    },
}

impl Output {
    /// The schema, if the form has one.
    pub fn schema(&self) -> Option<&Schema> {
        match self {
            Output::Text => None,
            Output::Tool { schema, .. } | Output::Json { schema, .. } => Some(schema),
        }
    }
}

/// Where a cache point goes, for providers that want to be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CachePoints {
    /// After the system prompt.
    pub system: bool,
    /// After the tool's schema.
    pub tool: bool,
}

impl CachePoints {
    /// After both.
    pub const BOTH: CachePoints = CachePoints { system: true, tool: true };
}

impl ChatRequest {
    /// A question with the usual limits: text, 2,048 tokens, no temperature, no cache, 10 minutes.
    pub fn new(
        model: impl Into<String>,
        prompt: PromptPin,
        system: impl Into<String>,
        user: impl Into<String>,
    ) -> ChatRequest {
        ChatRequest {
            model: model.into(),
            prompt,
            system: system.into(),
            messages: vec![Message::user(user)],
            output: Output::Text,
            max_tokens: 2048,
            temperature: None,
            cache: CachePoints::default(),
            deadline: Duration::from_secs(600),
            cancel: CancelToken::new(),
            budget: None,
        }
    }

    /// BLAKE3 of all that decides the answer; the key of a recorded run.
    pub fn hash(&self) -> String {
        RecordedRequest::of(self).hash()
    }

    /// Characters of the prompt: system, schema and turns.
    pub fn prompt_chars(&self) -> usize {
        let form = match &self.output {
            Output::Text => 0,
            Output::Tool { name, description, schema } => {
                name.len() + description.chars().count() + schema.as_str().chars().count()
            }
            Output::Json { name, schema } => name.len() + schema.as_str().chars().count(),
        };
        form + self.spoken_chars()
    }

    /// Characters of the system prompt and the turns.
    pub(crate) fn spoken_chars(&self) -> usize {
        let turns: usize = self.messages.iter().map(Message::chars).sum();
        self.system.chars().count() + turns
    }
}

/// The part of a request that decides its answer, as it is hashed and recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedRequest {
    domain: String,
    model: String,
    prompt: PromptPin,
    system: String,
    messages: Vec<Message>,
    output: Output,
    max_tokens: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    cache: CachePoints,
}

/// Keeps these hashes apart from those of other payloads.
pub(crate) const CHAT_DOMAIN: &str = "epitome.llm.chat.request.v1";

impl RecordedRequest {
    /// What of a request is recorded: neither its time nor its money.
    pub fn of(request: &ChatRequest) -> RecordedRequest {
        RecordedRequest {
            domain: CHAT_DOMAIN.to_owned(),
            model: request.model.clone(),
            prompt: request.prompt.clone(),
            system: request.system.clone(),
            messages: request.messages.clone(),
            output: request.output.clone(),
            max_tokens: request.max_tokens,
            temperature: request.temperature,
            cache: request.cache,
        }
    }

    /// The key of its answer.
    pub fn hash(&self) -> String {
        // Strings, numbers and lists always serialise; a default would merge unlike requests.
        let bytes = serde_json::to_vec(self);
        let bytes = bytes.unwrap_or_else(|error| format!("{self:?}{error}").into_bytes());
        format!("blake3:{}", blake3::hash(&bytes).to_hex())
    }
}
