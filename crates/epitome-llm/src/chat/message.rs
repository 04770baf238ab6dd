//! The turns of a conversation.

use serde::{Deserialize, Serialize};

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum Message {
    /// What is asked.
    User {
        /// The text.
        text: String,
    },
    /// What the model said before. A turn that failed stays, with the error as the turn after it.
    Assistant {
        /// Text, empty if the turn was a call alone.
        text: String,
        /// The call, if there was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tool: Option<ToolUse>,
    },
    /// What became of a call.
    ToolResult {
        /// The call's id.
        id: String,
        /// Whether it worked.
        status: ToolStatus,
        /// What it gave, or what was wrong.
        text: String,
    },
}

impl Message {
    /// A user's turn.
    pub fn user(text: impl Into<String>) -> Message {
        Message::User { text: text.into() }
    }

    /// The answer to a call that did not hold: the validator's words, bound to the call's id.
    pub fn tool_error(id: impl Into<String>, text: impl Into<String>) -> Message {
        Message::ToolResult { id: id.into(), status: ToolStatus::Error, text: text.into() }
    }

    /// Characters of all that the turn sends.
    pub(crate) fn chars(&self) -> usize {
        let count = |text: &str| text.chars().count();
        match self {
            Message::User { text } => count(text),
            Message::ToolResult { id, text, .. } => count(id) + count(text),
            Message::Assistant { text, tool } => {
                let tool = tool.as_ref();
                count(text) + tool.map_or(0, |tool| count(&tool.name) + count(&tool.input))
            }
        }
    }
}

/// Whether a call worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolStatus {
    /// It worked.
    Success,
    /// It did not; the text says why.
    Error,
}

/// A call that the model made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolUse {
    /// The provider's id for it; made up from the tool's name where the provider gives none.
    pub id: String,
    /// Which tool.
    pub name: String,
    /// The input as the model wrote it: meant to be JSON, not checked here.
    pub input: String,
}
