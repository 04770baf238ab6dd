//! Amazon Bedrock's Converse and ConverseStream.
//!
//! Types of our own: the SDK keeps schemas in a hash map, whose order changes between two requests, and
//! with it the bytes that a cache goes by (O12).

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Ask;
use super::answer::{Answer, Emit, Fault, input_object, parse, parse_whole};
use crate::chat::{Message, Output, StopReason, ToolStatus, Usage};
use crate::wire::{EventMessage, EventStream};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    system: Vec<Block<'a>>,
    messages: Vec<Turn<'a>>,
    inference_config: InferenceConfig,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_config: Option<ToolConfig<'a>>,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    content: Vec<Block<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Block<'a> {
    Text(&'a str),
    CachePoint(CachePoint),
    #[serde(rename_all = "camelCase")]
    ToolUse {
        tool_use_id: &'a str,
        name: &'a str,
        input: Box<RawValue>,
    },
    #[serde(rename_all = "camelCase")]
    ToolResult {
        tool_use_id: &'a str,
        content: [Box<Block<'a>>; 1],
        status: &'static str,
    },
}

#[derive(Serialize)]
struct CachePoint {
    r#type: &'static str,
}

const CACHE_POINT: CachePoint = CachePoint { r#type: "default" };

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InferenceConfig {
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolConfig<'a> {
    tools: Vec<Tool<'a>>,
    tool_choice: ToolChoice<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Tool<'a> {
    #[serde(rename_all = "camelCase")]
    ToolSpec {
        name: &'a str,
        description: &'a str,
        input_schema: InputSchema,
    },
    CachePoint(CachePoint),
}

#[derive(Serialize)]
struct InputSchema {
    json: Box<RawValue>,
}

#[derive(Serialize)]
struct ToolChoice<'a> {
    tool: Named<'a>,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
}

/// The request's body. Cache points come after what they keep: the system prompt, and the tool (O17).
pub(super) fn body(ask: &Ask<'_>) -> serde_json::Result<Vec<u8>> {
    let request = ask.request;
    let mut system = Vec::new();
    if !request.system.is_empty() {
        system.push(Block::Text(&request.system));
        system.extend(request.cache.system.then_some(Block::CachePoint(CACHE_POINT)));
    }
    let tool = match &request.output {
        Output::Text => None,
        Output::Tool { name, description, schema } => Some((name, description.as_str(), schema)),
        Output::Json { name, schema } => Some((name, "The answer.", schema)),
    };
    let tool_config = tool.map(|(name, description, schema)| {
        let input_schema = InputSchema { json: schema.raw() };
        let mut tools = vec![Tool::ToolSpec { name, description, input_schema }];
        tools.extend(request.cache.tool.then_some(Tool::CachePoint(CACHE_POINT)));
        ToolConfig { tools, tool_choice: ToolChoice { tool: Named { name } } }
    });
    serde_json::to_vec(&Body {
        system,
        messages: request.messages.iter().map(turn).collect(),
        inference_config: InferenceConfig {
            max_tokens: request.max_tokens,
            temperature: ask.temperature,
        },
        tool_config,
    })
}

fn turn(message: &Message) -> Turn<'_> {
    match message {
        Message::User { text } => Turn { role: "user", content: vec![Block::Text(text)] },
        Message::Assistant { text, tool } => {
            let said = (!text.is_empty()).then_some(Block::Text(text));
            let used = tool.as_ref().map(|tool| Block::ToolUse {
                tool_use_id: &tool.id,
                name: &tool.name,
                input: input_object(&tool.input),
            });
            Turn { role: "assistant", content: said.into_iter().chain(used).collect() }
        }
        Message::ToolResult { id, status, text } => {
            let status = match status {
                ToolStatus::Success => "success",
                ToolStatus::Error => "error",
            };
            let content = [Box::new(Block::Text(text))];
            let result = Block::ToolResult { tool_use_id: id, content, status };
            Turn { role: "user", content: vec![result] }
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Whole {
    output: WholeOutput,
    stop_reason: Option<String>,
    usage: Option<Counted>,
}

#[derive(Deserialize)]
struct WholeOutput {
    message: WholeMessage,
}

#[derive(Deserialize)]
struct WholeMessage {
    content: Vec<Content>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Content {
    text: Option<String>,
    tool_use: Option<Used>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Used {
    tool_use_id: Option<String>,
    name: Option<String>,
    input: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Counted {
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
    cache_write_input_tokens: Option<u64>,
}

impl Counted {
    fn usage(&self) -> Usage {
        Usage {
            input: self.input_tokens.unwrap_or(0),
            output: self.output_tokens.unwrap_or(0),
            cache_read: self.cache_read_input_tokens.unwrap_or(0),
            cache_write: self.cache_write_input_tokens.unwrap_or(0),
        }
    }
}

fn stop(reason: &str) -> StopReason {
    match reason {
        "end_turn" | "stop_sequence" => StopReason::End,
        "tool_use" => StopReason::ToolUse,
        "max_tokens" => StopReason::MaxTokens,
        "model_context_window_exceeded" => StopReason::ContextFull,
        "guardrail_intervened" | "content_filtered" | "refusal" => StopReason::Refusal,
        other => StopReason::Other(other.to_owned()),
    }
}

/// A whole answer. Which model it was is not said.
pub(super) fn whole(body: &[u8]) -> Result<Answer, Fault> {
    let whole: Whole = parse_whole(body)?;
    let mut answer = Answer { ended: true, ..Answer::default() };
    for content in whole.output.message.content {
        answer.push_text(content.text.as_deref().unwrap_or(""), &mut |_| {});
        if let Some(used) = content.tool_use.filter(|_| answer.tool.is_none()) {
            let (id, name) = (used.tool_use_id.unwrap_or_default(), used.name.unwrap_or_default());
            answer.begin_tool(&id, &name);
            answer.push_tool(used.input.as_ref().map_or("", |input| input.get()), &mut |_| {});
        }
    }
    answer.usage = whole.usage.map(|counted| counted.usage()).unwrap_or_default();
    answer.stop = whole.stop_reason.as_deref().map(stop);
    Ok(answer)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Event {
    content_block_index: Option<u32>,
    start: Option<Start>,
    delta: Option<Delta>,
    stop_reason: Option<String>,
    usage: Option<Counted>,
    message: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Start {
    tool_use: Option<Used>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Delta {
    text: Option<String>,
    tool_use: Option<DeltaInput>,
}

#[derive(Deserialize)]
struct DeltaInput {
    input: Option<String>,
}

/// An answer in messages; `messageStop` is its end, and the counts come after it.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    frames: EventStream,
    tool_at: Option<u32>,
}

impl Stream {
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        answer: &mut Answer,
        emit: Emit<'_>,
    ) -> Result<(), Fault> {
        let Stream { frames, tool_at } = self;
        frames.push(bytes, |message| take(&message, tool_at, answer, emit))
    }

    pub(super) fn has_rest(&self) -> bool {
        self.frames.has_rest()
    }
}

fn take(
    message: &EventMessage,
    tool_at: &mut Option<u32>,
    answer: &mut Answer,
    emit: Emit<'_>,
) -> Result<(), Fault> {
    let payload = String::from_utf8_lossy(&message.payload);
    let kind = message.header(":message-type").unwrap_or("event");
    if kind == "error" {
        let said = message.header(":error-message").unwrap_or("no reason given");
        let code = message.header(":error-code").unwrap_or("error");
        return Err(Fault::Provider { status: status(code), said: format!("{code}: {said}") });
    }
    if kind == "exception" {
        let code = message.header(":exception-type").unwrap_or("exception");
        let event: Option<Event> = serde_json::from_str(&payload).ok();
        let said = event.and_then(|event| event.message).unwrap_or_default();
        return Err(Fault::Provider { status: status(code), said: format!("{code}: {said}") });
    }
    let name = message.header(":event-type").unwrap_or("");
    let known = ["contentBlockStart", "contentBlockDelta", "messageStop", "metadata"];
    if !known.contains(&name) {
        return Ok(());
    }
    let event: Event = parse(&payload)?;
    match name {
        "contentBlockStart" => {
            let used = event.start.and_then(|start| start.tool_use);
            if let Some(used) = used.filter(|_| tool_at.is_none()) {
                *tool_at = event.content_block_index;
                let id = used.tool_use_id.unwrap_or_default();
                answer.begin_tool(&id, &used.name.unwrap_or_default());
            }
        }
        "contentBlockDelta" => {
            let Some(delta) = event.delta else { return Ok(()) };
            answer.push_text(delta.text.as_deref().unwrap_or(""), emit);
            let input = delta.tool_use.and_then(|tool| tool.input);
            if *tool_at == event.content_block_index {
                answer.push_tool(input.as_deref().unwrap_or(""), emit);
            }
        }
        "messageStop" => {
            answer.stop = event.stop_reason.as_deref().map(stop);
            answer.ended = true;
        }
        _ => answer.usage = event.usage.map(|counted| counted.usage()).unwrap_or(answer.usage),
    }
    Ok(())
}

/// The status that an exception inside a stream stands for.
fn status(code: &str) -> u16 {
    match code.to_ascii_lowercase().trim_end_matches("exception") {
        "throttling" => 429,
        "validation" => 400,
        "accessdenied" | "expiredtoken" | "unrecognizedclient" => 403,
        "serviceunavailable" => 503,
        "modeltimeout" => 408,
        _ => 500,
    }
}

/// Whether a refusal says that there are no credentials, or that they no longer hold (O39).
pub(super) fn says_no_credentials(text: &str) -> bool {
    const SIGNS: &[&str] = &[
        "credentialsprovidererror",
        "nocredentialserror",
        "expiredtoken",
        "security token included in the request is expired",
        "could not load credentials",
        "unable to locate credentials",
        "token is expired",
        "session has expired",
        "missing authentication token",
    ];
    let text = text.to_ascii_lowercase();
    SIGNS.iter().any(|sign| text.contains(sign))
}
