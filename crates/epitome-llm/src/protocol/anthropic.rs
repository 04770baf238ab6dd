//! Anthropic's messages.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::{Answer, Emit, Fault, input_object, parse, parse_whole};
use super::{Ask, ServerError};
use crate::chat::{Message, Output, StopReason, ToolStatus, Usage};
use crate::wire::Sse;

/// Sent as `anthropic-version`.
pub(super) const VERSION: &str = "2023-06-01";

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<[Tool<'a>; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Choice<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<[Block<'a>; 1]>,
    messages: Vec<Turn<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: Box<RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<CacheControl>,
}

#[derive(Serialize)]
struct Choice<'a> {
    r#type: &'static str,
    name: &'a str,
}

#[derive(Serialize)]
struct CacheControl {
    r#type: &'static str,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    content: Vec<Block<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text {
        text: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<CacheControl>,
    },
    ToolUse {
        id: &'a str,
        name: &'a str,
        input: Box<RawValue>,
    },
    ToolResult {
        tool_use_id: &'a str,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
        content: &'a str,
    },
}

/// The request's body.
pub(super) fn body(ask: &Ask<'_>, stream: bool) -> serde_json::Result<Vec<u8>> {
    let request = ask.request;
    let point = |wanted: bool| wanted.then_some(CacheControl { r#type: "ephemeral" });
    let tool = match &request.output {
        Output::Text => None,
        Output::Tool { name, description, schema } => Some((name, description.as_str(), schema)),
        Output::Json { name, schema } => Some((name, "The answer.", schema)),
    };
    let choice = tool.map(|(name, _, _)| Choice { r#type: "tool", name });
    let tools = tool.map(|(name, description, schema)| {
        let cache_control = point(request.cache.tool);
        [Tool { name, description, input_schema: schema.raw(), cache_control }]
    });
    let system = (!request.system.is_empty()).then(|| {
        [Block::Text { text: &request.system, cache_control: point(request.cache.system) }]
    });
    serde_json::to_vec(&Body {
        model: &request.model,
        max_tokens: request.max_tokens,
        temperature: ask.temperature,
        tools,
        tool_choice: choice,
        system,
        messages: request.messages.iter().map(turn).collect(),
        stream: stream.then_some(true),
    })
}

fn turn(message: &Message) -> Turn<'_> {
    match message {
        Message::User { text } => {
            Turn { role: "user", content: vec![Block::Text { text, cache_control: None }] }
        }
        Message::Assistant { text, tool } => {
            let said = (!text.is_empty()).then_some(Block::Text { text, cache_control: None });
            let used = tool.as_ref().map(|tool| Block::ToolUse {
                id: &tool.id,
                name: &tool.name,
                input: input_object(&tool.input),
            });
            Turn { role: "assistant", content: said.into_iter().chain(used).collect() }
        }
        Message::ToolResult { id, status, text } => {
            let is_error = *status == ToolStatus::Error;
            let block = Block::ToolResult { tool_use_id: id, is_error, content: text };
            Turn { role: "user", content: vec![block] }
        }
    }
}

#[derive(Deserialize)]
struct Whole {
    model: Option<String>,
    content: Vec<Content>,
    stop_reason: Option<String>,
    usage: Option<Counted>,
}

#[derive(Deserialize)]
struct Content {
    r#type: String,
    text: Option<String>,
    id: Option<String>,
    name: Option<String>,
    input: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Counted {
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
    cache_creation_input_tokens: Option<u64>,
}

impl Counted {
    /// Counts in a stream are totals so far, and not all of them come each time.
    fn take(&self, usage: &mut Usage) {
        usage.input = self.input_tokens.unwrap_or(usage.input);
        usage.output = self.output_tokens.unwrap_or(usage.output);
        usage.cache_read = self.cache_read_input_tokens.unwrap_or(usage.cache_read);
        usage.cache_write = self.cache_creation_input_tokens.unwrap_or(usage.cache_write);
    }
}

fn stop(reason: &str) -> StopReason {
    match reason {
        "end_turn" | "stop_sequence" => StopReason::End,
        "tool_use" => StopReason::ToolUse,
        "max_tokens" => StopReason::MaxTokens,
        "model_context_window_exceeded" => StopReason::ContextFull,
        "refusal" => StopReason::Refusal,
        other => StopReason::Other(other.to_owned()),
    }
}

/// A whole answer.
pub(super) fn whole(body: &[u8]) -> Result<Answer, Fault> {
    let message: Whole = parse_whole(body)?;
    let mut answer = Answer { ended: true, model: message.model, ..Answer::default() };
    for content in message.content {
        match content.r#type.as_str() {
            "text" => answer.push_text(content.text.as_deref().unwrap_or(""), &mut |_| {}),
            "tool_use" if answer.tool.is_none() => {
                let (id, name) = (content.id.unwrap_or_default(), content.name.unwrap_or_default());
                answer.begin_tool(&id, &name);
                answer
                    .push_tool(content.input.as_ref().map_or("", |input| input.get()), &mut |_| {});
            }
            _ => {}
        }
    }
    if let Some(counted) = message.usage {
        counted.take(&mut answer.usage);
    }
    answer.stop = message.stop_reason.as_deref().map(stop);
    Ok(answer)
}

#[derive(Deserialize)]
struct Event {
    r#type: String,
    index: Option<u32>,
    message: Option<Started>,
    content_block: Option<Content>,
    delta: Option<Delta>,
    usage: Option<Counted>,
    error: Option<ServerError>,
}

#[derive(Deserialize)]
struct Started {
    model: Option<String>,
    usage: Option<Counted>,
}

#[derive(Deserialize)]
struct Delta {
    text: Option<String>,
    partial_json: Option<String>,
    stop_reason: Option<String>,
}

/// An answer in events; `message_stop` is its end.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    sse: Sse,
    /// The block that is the call.
    tool_at: Option<u32>,
}

impl Stream {
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        answer: &mut Answer,
        emit: Emit<'_>,
    ) -> Result<(), Fault> {
        let Stream { sse, tool_at } = self;
        sse.push(bytes, |event| take(parse(&event.data)?, tool_at, answer, emit))
    }
}

fn take(
    event: Event,
    tool_at: &mut Option<u32>,
    answer: &mut Answer,
    emit: Emit<'_>,
) -> Result<(), Fault> {
    if let Some(error) = event.error {
        return Err(error.fault());
    }
    match event.r#type.as_str() {
        "message_start" => {
            let Some(started) = event.message else { return Ok(()) };
            answer.model = started.model;
            if let Some(counted) = started.usage {
                counted.take(&mut answer.usage);
            }
        }
        "content_block_start" => {
            let block = event.content_block.filter(|block| block.r#type == "tool_use");
            if let Some(block) = block.filter(|_| tool_at.is_none()) {
                *tool_at = event.index;
                let (id, name) = (block.id.unwrap_or_default(), block.name.unwrap_or_default());
                answer.begin_tool(&id, &name);
            }
        }
        "content_block_delta" => {
            let Some(delta) = event.delta else { return Ok(()) };
            answer.push_text(delta.text.as_deref().unwrap_or(""), emit);
            if *tool_at == event.index {
                answer.push_tool(delta.partial_json.as_deref().unwrap_or(""), emit);
            }
        }
        "message_delta" => {
            let reason = event.delta.and_then(|delta| delta.stop_reason);
            answer.stop = reason.as_deref().map(stop).or(answer.stop.take());
            if let Some(counted) = event.usage {
                counted.take(&mut answer.usage);
            }
        }
        "message_stop" => answer.ended = true,
        _ => {}
    }
    Ok(())
}
