//! What a model answered.

use std::ops::AddAssign;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::message::{Message, ToolUse};

/// A whole answer: a stream that broke off is an error, not a short answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatResponse {
    /// The words; empty where the answer is a call alone.
    pub text: String,
    /// The call, where a tool was asked for and the model made one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<ToolUse>,
    /// Which model the provider says it was; `None` if it says nothing. Never what was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model_echoed: Option<String>,
    /// What this answer cost, by the provider's count.
    pub usage: Usage,
    /// What is known to have been used by tries that failed before it.
    #[serde(default)]
    pub lost: Usage,
    /// Why it ended. Look at it before parsing: `MaxTokens` means cut off.
    pub stop: StopReason,
    /// Requests sent, this one included.
    pub attempts: u32,
    /// From the call to the answer, waits included.
    pub wall: Duration,
}

impl ChatResponse {
    /// This answer as a turn of the conversation, to be followed by what is wrong with it.
    pub fn as_turn(&self) -> Message {
        Message::Assistant { text: self.text.clone(), tool: self.tool.clone() }
    }

    /// The turns that ask again: this answer, and what is wrong with it, bound to the call's id where
    /// there was a call.
    pub fn repair(&self, wrong: impl Into<String>) -> [Message; 2] {
        let answer = match &self.tool {
            Some(tool) => Message::tool_error(&tool.id, wrong),
            None => Message::user(wrong),
        };
        [self.as_turn(), answer]
    }
}

impl ChatResponse {
    /// How the model that answered goes with the one that was asked. Where pins are signed only
    /// [`Echo::Same`] will do; elsewhere [`Echo::Other`] is worth a warning.
    pub fn echo(&self, asked: &str) -> Echo {
        let Some(said) = self.model_echoed.as_deref() else { return Echo::Unsaid };
        if said == asked {
            return Echo::Same;
        }
        let family = asked.strip_suffix("-latest").unwrap_or(asked);
        let ending = said.strip_prefix(family).and_then(|rest| rest.strip_prefix(['-', '@']));
        let is_date = |text: &str| {
            let digits = text.bytes().filter(u8::is_ascii_digit).count();
            digits == 8 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
        };
        if ending.is_some_and(is_date) { Echo::Dated } else { Echo::Other }
    }
}

/// How the model that answered goes with the one that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// The same name, byte by byte.
    Same,
    /// A dated release of the name that was asked.
    Dated,
    /// Another model.
    Other,
    /// The provider does not say.
    Unsaid,
}

/// Tokens, by the provider's count. `input` is what was neither read from nor written to a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Prompt tokens at the full price.
    pub input: u64,
    /// Tokens of the answer.
    pub output: u64,
    /// Prompt tokens read from the provider's cache.
    pub cache_read: u64,
    /// Prompt tokens written to it.
    pub cache_write: u64,
}

impl Usage {
    /// All tokens of the prompt.
    pub fn prompt(&self) -> u64 {
        self.input.saturating_add(self.cache_read).saturating_add(self.cache_write)
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        self.input = self.input.saturating_add(other.input);
        self.output = self.output.saturating_add(other.output);
        self.cache_read = self.cache_read.saturating_add(other.cache_read);
        self.cache_write = self.cache_write.saturating_add(other.cache_write);
    }
}

/// Why a model stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// It was done.
    End,
    /// It calls a tool.
    ToolUse,
    /// The limit was reached: the answer is cut off.
    MaxTokens,
    /// The model's window is full: the answer is cut off.
    ContextFull,
    /// It refused, or a filter did. Recorded, never tried again.
    Refusal,
    /// Something else, in the provider's word.
    Other(String),
}

/// A piece of an answer on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delta<'a> {
    /// More words.
    Text(&'a str),
    /// More of the call's input.
    Tool(&'a str),
    /// The answer broke off and is asked for again: forget what came so far.
    Restart,
}

/// What an endpoint says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// Where was asked.
    pub url: String,
    /// The models it lists. A service may know more than it lists, or list what it does not serve.
    pub models: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(asked: &str, said: Option<&str>, expected: Echo) {
        let response = ChatResponse {
            text: "x".to_owned(),
            tool: None,
            model_echoed: said.map(str::to_owned),
            usage: Usage::default(),
            lost: Usage::default(),
            stop: StopReason::End,
            attempts: 1,
            wall: Duration::ZERO,
        };
        assert_eq!(response.echo(asked), expected, "{asked} {said:?}");
    }

    #[test]
    fn a_dated_release_is_not_another_model() {
        check("gpt-4o", Some("gpt-4o"), Echo::Same);
        check("gpt-4o", Some("gpt-4o-2024-08-06"), Echo::Dated);
        check("claude-haiku-4-5", Some("claude-haiku-4-5-20251001"), Echo::Dated);
        check("gpt-5-chat-latest", Some("gpt-5-chat-2025-08-07"), Echo::Dated);
        check("gpt-4o", Some("gpt-4o-mini"), Echo::Other);
        check("gpt-4o", Some("gpt-4o-mini-2024-07-18"), Echo::Other);
        check("gpt-4o-2024-08-06", Some("gpt-4o"), Echo::Other);
        check("gpt-4o", Some(""), Echo::Other);
        check("gpt-4o", None, Echo::Unsaid);
    }
}
