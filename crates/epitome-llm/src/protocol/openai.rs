//! OpenAI's chat completions, which many others speak (M25).

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::{Answer, Emit, Fault, parse, parse_whole};
use super::vendor::Structure;
use super::{Ask, ServerError};
use crate::chat::{Message, Output, StopReason, ToolStatus, Usage};
use crate::wire::Sse;

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Turn<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<[Tool<'a>; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<Format<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<&'a str>,
    content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_calls: Option<[Call<'a>; 1]>,
}

#[derive(Serialize)]
struct Call<'a> {
    id: &'a str,
    r#type: &'static str,
    function: CalledFunction<'a>,
}

#[derive(Serialize)]
struct CalledFunction<'a> {
    name: &'a str,
    arguments: &'a str,
}

#[derive(Serialize)]
struct Tool<'a> {
    r#type: &'static str,
    function: Function<'a>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<Box<RawValue>>,
}

#[derive(Serialize)]
struct Format<'a> {
    r#type: &'static str,
    json_schema: JsonSchema<'a>,
}

#[derive(Serialize)]
struct JsonSchema<'a> {
    name: &'a str,
    schema: Box<RawValue>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

/// The request's body.
pub(super) fn body(ask: &Ask<'_>, stream: bool) -> serde_json::Result<Vec<u8>> {
    let vendor = ask.vendor;
    let forced = vendor.structure == Structure::Tool;
    let (mut tools, mut tool_choice, mut response_format) = (None, None, None);
    let asked = match &ask.request.output {
        Output::Text => None,
        Output::Tool { name, description, schema } => {
            Some((name, description.as_str(), schema, forced))
        }
        Output::Json { name, schema } => Some((name, "The answer.", schema, !vendor.json_schema)),
    };
    match asked {
        Some((name, description, schema, true)) => {
            let parameters = Some(schema.raw());
            let function = Function { name, description: Some(description), parameters };
            tools = Some([Tool { r#type: "function", function }]);
            let function = Function { name, description: None, parameters: None };
            tool_choice = Some(Tool { r#type: "function", function });
        }
        Some((name, _, schema, false)) => {
            let json_schema = JsonSchema { name, schema: schema.raw() };
            response_format = Some(Format { r#type: "json_schema", json_schema });
        }
        None => {}
    }
    let limit = Some(ask.request.max_tokens);
    let new_field = vendor.max_tokens_field == "max_completion_tokens";
    serde_json::to_vec(&Body {
        model: &ask.request.model,
        messages: turns(ask, forced),
        max_tokens: limit.filter(|_| !new_field),
        max_completion_tokens: limit.filter(|_| new_field),
        temperature: ask.temperature,
        tools,
        tool_choice,
        response_format,
        stream: stream.then_some(true),
        stream_options: (stream && vendor.stream_options)
            .then_some(StreamOptions { include_usage: true }),
    })
}

fn turns<'a>(ask: &Ask<'a>, forced: bool) -> Vec<Turn<'a>> {
    let says = |role, content: String| Turn {
        role,
        tool_call_id: None,
        content: Some(content),
        tool_calls: None,
    };
    let mut turns = Vec::new();
    let mut before = (!ask.request.system.is_empty()).then_some(ask.request.system.as_str());
    if ask.vendor.system_role {
        turns.extend(before.take().map(|system| says("system", system.to_owned())));
    }
    for message in &ask.request.messages {
        turns.push(match message {
            Message::User { text } => {
                let system = before.take().map(|system| format!("{system}\n\n"));
                says("user", system.unwrap_or_default() + text)
            }
            Message::Assistant { text, tool: Some(tool) } if forced => Turn {
                role: "assistant",
                tool_call_id: None,
                content: (!text.is_empty()).then(|| text.clone()),
                tool_calls: Some([Call {
                    id: &tool.id,
                    r#type: "function",
                    function: CalledFunction { name: &tool.name, arguments: &tool.input },
                }]),
            },
            Message::Assistant { text, tool } => {
                says("assistant", tool.as_ref().map_or(text, |tool| &tool.input).clone())
            }
            Message::ToolResult { id, status, text } => {
                // The protocol has no field for the status, so the words must say it.
                let word = if *status == ToolStatus::Error { "error: " } else { "" };
                let content = format!("{word}{text}");
                if forced {
                    Turn {
                        role: "tool",
                        tool_call_id: Some(id),
                        content: Some(content),
                        tool_calls: None,
                    }
                } else {
                    says("user", content)
                }
            }
        });
    }
    turns
}

#[derive(Deserialize)]
struct Completion {
    model: Option<String>,
    choices: Option<Vec<Choice>>,
    usage: Option<Counted>,
    error: Option<ServerError>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(alias = "delta")]
    message: Option<Said>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Said {
    content: Option<String>,
    refusal: Option<String>,
    tool_calls: Option<Vec<SaidCall>>,
}

#[derive(Deserialize)]
struct SaidCall {
    index: Option<u32>,
    id: Option<String>,
    function: Option<SaidFunction>,
}

#[derive(Deserialize)]
struct SaidFunction {
    name: Option<String>,
    arguments: Option<String>,
}

#[derive(Deserialize)]
struct Counted {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
    prompt_tokens_details: Option<Details>,
    /// DeepSeek's name for what came from its cache.
    prompt_cache_hit_tokens: Option<u64>,
}

#[derive(Deserialize)]
struct Details {
    cached_tokens: Option<u64>,
    #[serde(alias = "cache_creation_tokens")]
    cache_write_tokens: Option<u64>,
}

impl Counted {
    fn usage(&self) -> Usage {
        let details = self.prompt_tokens_details.as_ref();
        let read = details.and_then(|details| details.cached_tokens);
        let cache_read = read.or(self.prompt_cache_hit_tokens).unwrap_or(0);
        let cache_write = details.and_then(|details| details.cache_write_tokens).unwrap_or(0);
        let prompt = self.prompt_tokens.unwrap_or(0);
        Usage {
            input: prompt.saturating_sub(cache_read).saturating_sub(cache_write),
            output: self.completion_tokens.unwrap_or(0),
            cache_read,
            cache_write,
        }
    }
}

/// A whole answer.
pub(super) fn whole(body: &[u8]) -> Result<Answer, Fault> {
    let completion: Completion = parse_whole(body)?;
    let mut answer = Answer { ended: true, ..Answer::default() };
    if completion.choices.as_ref().is_none_or(Vec::is_empty) && completion.error.is_none() {
        return Err(Fault::Shape("there are no `choices` in it".to_owned()));
    }
    take(completion, &mut answer, &mut |_| {})?;
    Ok(answer)
}

/// An answer in events; `[DONE]` is its end.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    sse: Sse,
}

impl Stream {
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        answer: &mut Answer,
        emit: Emit<'_>,
    ) -> Result<(), Fault> {
        self.sse.push(bytes, |event| {
            if event.data.trim() == "[DONE]" {
                answer.ended = true;
                return Ok(());
            }
            take(parse(&event.data)?, answer, emit)
        })
    }
}

fn take(completion: Completion, answer: &mut Answer, emit: Emit<'_>) -> Result<(), Fault> {
    if let Some(error) = completion.error {
        return Err(error.fault());
    }
    answer.model = completion.model.filter(|model| !model.is_empty()).or(answer.model.take());
    if let Some(counted) = completion.usage {
        answer.usage = counted.usage();
    }
    let Some(choice) = completion.choices.into_iter().flatten().next() else { return Ok(()) };
    let mut refused = false;
    if let Some(said) = choice.message {
        answer.push_text(said.content.as_deref().unwrap_or(""), emit);
        if let Some(refusal) = said.refusal.filter(|refusal| !refusal.is_empty()) {
            answer.push_text(&refusal, emit);
            refused = true;
        }
        for call in said.tool_calls.into_iter().flatten() {
            // One tool was asked for; a second call is not looked at.
            let Some(function) = call.function.filter(|_| call.index.unwrap_or(0) == 0) else {
                continue;
            };
            if let Some(name) = function.name.filter(|name| !name.is_empty()) {
                if answer.tool.is_some() && call.index.is_none() {
                    break;
                }
                answer.begin_tool(call.id.as_deref().unwrap_or(""), &name);
            }
            answer.push_tool(function.arguments.as_deref().unwrap_or(""), emit);
        }
    }
    if refused || answer.stop == Some(StopReason::Refusal) {
        answer.stop = Some(StopReason::Refusal);
    } else if let Some(reason) = choice.finish_reason {
        answer.stop = Some(match reason.as_str() {
            "stop" if answer.tool.is_some() => StopReason::ToolUse,
            "stop" => StopReason::End,
            "tool_calls" | "function_call" => StopReason::ToolUse,
            "length" => StopReason::MaxTokens,
            "content_filter" => StopReason::Refusal,
            _ => StopReason::Other(reason),
        });
    }
    Ok(())
}

#[derive(Deserialize)]
struct Listed {
    data: Vec<ListedModel>,
}

#[derive(Deserialize)]
struct ListedModel {
    id: String,
}

/// The models of `GET /models`, which Anthropic answers alike.
pub(super) fn models(body: &[u8]) -> Result<Vec<String>, Fault> {
    let listed: Listed = parse_whole(body)?;
    Ok(listed.data.into_iter().map(|model| model.id).collect())
}
