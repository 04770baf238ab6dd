//! What a model would say, before a dialect writes it down.

/// An answer and its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The words.
    pub text: String,
    /// A call: name and input.
    pub tool: Option<(String, String)>,
    /// The model that is said to have answered.
    pub model: String,
    /// Why it ended, in Anthropic's words; other dialects translate.
    pub stop: String,
    /// Prompt tokens at full price.
    pub input_tokens: u64,
    /// Tokens of the answer.
    pub output_tokens: u64,
    /// Prompt tokens read from a cache.
    pub cache_read: u64,
    /// Prompt tokens written to it.
    pub cache_write: u64,
}

impl Answer {
    /// Words.
    pub fn text(model: &str, text: &str) -> Answer {
        Answer {
            text: text.to_owned(),
            tool: None,
            model: model.to_owned(),
            stop: "end_turn".to_owned(),
            input_tokens: 12,
            output_tokens: 5,
            cache_read: 0,
            cache_write: 0,
        }
    }

    /// A call.
    pub fn tool(model: &str, name: &str, input: &str) -> Answer {
        let tool = Some((name.to_owned(), input.to_owned()));
        Answer { tool, stop: "tool_use".to_owned(), ..Answer::text(model, "") }
    }
}
