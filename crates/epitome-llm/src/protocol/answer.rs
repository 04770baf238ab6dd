//! An answer while it is put together, and what can be wrong with it.

use crate::chat::{StopReason, ToolUse, Usage};
use crate::wire::TooLongLine;

/// What has come so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) tool: Option<ToolUse>,
    pub(crate) model: Option<String>,
    pub(crate) usage: Usage,
    pub(crate) stop: Option<StopReason>,
    /// Whether the protocol's last event has come.
    pub(crate) ended: bool,
}

/// A piece on its way to the caller.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece<'a> {
    Text(&'a str),
    Tool(&'a str),
}

pub(crate) type Emit<'a> = &'a mut dyn FnMut(Piece<'_>);

impl Answer {
    pub(crate) fn push_text(&mut self, text: &str, emit: Emit<'_>) {
        if !text.is_empty() {
            self.text.push_str(text);
            emit(Piece::Text(text));
        }
    }

    /// A call begins; only the first one counts, because one was asked for.
    pub(crate) fn begin_tool(&mut self, id: &str, name: &str) {
        if self.tool.is_none() {
            let id = if id.is_empty() { made_up_id(name) } else { id.to_owned() };
            self.tool = Some(ToolUse { id, name: name.to_owned(), input: String::new() });
        }
    }

    pub(crate) fn push_tool(&mut self, input: &str, emit: Emit<'_>) {
        if let Some(tool) = self.tool.as_mut().filter(|_| !input.is_empty()) {
            tool.input.push_str(input);
            emit(Piece::Tool(input));
        }
    }
}

/// An id for a call that has none.
pub(crate) fn made_up_id(name: &str) -> String {
    format!("call_{name}")
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is something else: asking again would not help.
    Shape(String),
    /// It is damaged or not whole: asking again may help.
    Broken(String),
    /// The provider says, inside its answer, that something went wrong; with the status of that meaning.
    Provider { status: u16, said: String },
}

impl From<TooLongLine> for Fault {
    fn from(_: TooLongLine) -> Fault {
        Fault::Broken("a line longer than any event".to_owned())
    }
}

impl From<String> for Fault {
    fn from(cause: String) -> Fault {
        Fault::Broken(cause)
    }
}

/// JSON that must be there; a part of a stream that is none was damaged on its way.
pub(crate) fn parse<'a, T: serde::Deserialize<'a>>(json: &'a str) -> Result<T, Fault> {
    serde_json::from_str(json).map_err(|error| {
        let begin: String = json.chars().take(60).collect();
        Fault::Broken(format!("an event that is not as it should be ({error}): {begin}"))
    })
}

/// A whole answer as JSON; if it is none, something else answered.
pub(crate) fn parse_whole<'a, T: serde::Deserialize<'a>>(json: &'a [u8]) -> Result<T, Fault> {
    serde_json::from_slice(json).map_err(|error| Fault::Shape(error.to_string()))
}

/// The input of a call, as JSON that can be sent back. What the model wrote need not be an object.
pub(crate) fn input_object(input: &str) -> Box<serde_json::value::RawValue> {
    let kept = serde_json::from_str::<Box<serde_json::value::RawValue>>(input);
    let kept = kept.ok().filter(|_| input.trim_start().starts_with('{'));
    kept.unwrap_or_else(|| {
        let wrapped = serde_json::json!({ "unparsed": input }).to_string();
        serde_json::from_str(&wrapped)
            .unwrap_or_else(|_| serde_json::value::RawValue::NULL.to_owned())
    })
}
