//! Ollama's own chat.
//!
//! Not its OpenAI-compatible endpoint: that one ignores the size of the context window, and a prompt that
//! does not fit is cut without a word.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::{Answer, Emit, Fault, parse, parse_whole};
use super::{Ask, ServerError};
use crate::chat::{Message, StopReason, ToolStatus, Usage};
use crate::wire::Lines;

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Turn<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<Box<RawValue>>,
    stream: bool,
    options: Options,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    content: Cow<'a, str>,
}

#[derive(Serialize)]
struct Options {
    num_ctx: u32,
    num_predict: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
}

/// The request's body. A tool is asked for as JSON by its schema: Ollama has no forced tools.
pub(super) fn body(ask: &Ask<'_>, stream: bool) -> serde_json::Result<Vec<u8>> {
    let request = ask.request;
    let says = |role, content| Turn { role, content: Cow::Borrowed(content) };
    let system = (!request.system.is_empty()).then(|| says("system", request.system.as_str()));
    let turns = request.messages.iter().map(|message| match message {
        Message::User { text } => says("user", text),
        Message::Assistant { text, tool } => {
            says("assistant", tool.as_ref().map_or(text, |tool| &tool.input))
        }
        Message::ToolResult { status: ToolStatus::Success, text, .. } => says("user", text),
        Message::ToolResult { status: ToolStatus::Error, text, .. } => {
            Turn { role: "user", content: Cow::Owned(format!("error: {text}")) }
        }
    });
    serde_json::to_vec(&Body {
        model: &request.model,
        messages: system.into_iter().chain(turns).collect(),
        format: request.output.schema().map(|schema| schema.raw()),
        stream,
        options: Options {
            num_ctx: window(ask),
            num_predict: request.max_tokens,
            temperature: ask.temperature,
        },
    })
}

/// A window that holds the prompt, at two characters a token, and the answer. In powers of two, because
/// Ollama loads the model again for each new size.
pub(super) fn window(ask: &Ask<'_>) -> u32 {
    ask.window.unwrap_or_else(|| {
        let prompt = u32::try_from(ask.request.prompt_chars().div_ceil(2)).unwrap_or(u32::MAX / 4);
        let needed = prompt.saturating_add(ask.request.max_tokens).saturating_add(256);
        needed.min(1 << 30).next_power_of_two().max(8192)
    })
}

#[derive(Deserialize)]
struct Line {
    model: Option<String>,
    message: Option<Said>,
    done: Option<bool>,
    done_reason: Option<String>,
    prompt_eval_count: Option<u64>,
    eval_count: Option<u64>,
    error: Option<ServerError>,
}

#[derive(Deserialize)]
struct Said {
    content: Option<String>,
}

/// A whole answer.
pub(super) fn whole(body: &[u8]) -> Result<Answer, Fault> {
    let line: Line = parse_whole(body)?;
    if line.message.is_none() && line.error.is_none() {
        return Err(Fault::Shape("there is no `message` in it".to_owned()));
    }
    let mut answer = Answer::default();
    take(line, &mut answer, &mut |_| {})?;
    Ok(answer)
}

/// An answer in lines; `"done":true` is its end.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    lines: Lines,
}

impl Stream {
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        answer: &mut Answer,
        emit: Emit<'_>,
    ) -> Result<(), Fault> {
        self.lines.push(bytes, |line| {
            if line.trim().is_empty() { Ok(()) } else { take(parse(line)?, answer, emit) }
        })
    }

    /// The last line may lack its end.
    pub(super) fn finish(&mut self, answer: &mut Answer, emit: Emit<'_>) -> Result<(), Fault> {
        let rest = self.lines.rest();
        if rest.trim().is_empty() { Ok(()) } else { take(parse(&rest)?, answer, emit) }
    }
}

fn take(line: Line, answer: &mut Answer, emit: Emit<'_>) -> Result<(), Fault> {
    if let Some(error) = line.error {
        return Err(error.fault());
    }
    answer.model = line.model.or(answer.model.take());
    let content = line.message.and_then(|message| message.content);
    answer.push_text(content.as_deref().unwrap_or(""), emit);
    if line.done == Some(true) {
        answer.ended = true;
        let (input, output) = (line.prompt_eval_count, line.eval_count);
        let (input, output) = (input.unwrap_or(0), output.unwrap_or(0));
        answer.usage = Usage { input, output, ..Usage::default() };
        answer.stop = Some(match line.done_reason.as_deref() {
            Some("stop") | None => StopReason::End,
            Some("length") => StopReason::MaxTokens,
            Some(other) => StopReason::Other(other.to_owned()),
        });
    }
    Ok(())
}

/// Whether the service read less than was sent. A tokenizer may make fewer tokens than a quarter of the
/// characters, but none makes as few as 6 in 40; a prompt that does not fit is cut to about half of the
/// window. No window is so small that a short prompt is cut.
pub(super) fn was_cut(answer: &Answer, sent: u64) -> bool {
    let read = answer.usage.input;
    sent > 1_000 && read > 0 && read.saturating_mul(10) < sent.saturating_mul(6)
}

#[derive(Deserialize)]
struct Tags {
    models: Vec<Tag>,
}

#[derive(Deserialize)]
struct Tag {
    name: String,
}

/// The models of `GET /api/tags`.
pub(super) fn models(body: &[u8]) -> Result<Vec<String>, Fault> {
    let tags: Tags = parse_whole(body)?;
    Ok(tags.models.into_iter().map(|model| model.name).collect())
}
