//! How the providers write an answer down.

use serde_json::{Value, json};

use crate::answer::Answer;
use crate::event_stream::event_message;
use crate::reply::{Ending, Reply};

/// A provider's way of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Chat completions.
    OpenAi,
    /// Messages.
    Anthropic,
    /// `/api/chat`.
    Ollama,
    /// Converse and ConverseStream.
    Bedrock,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Dialect; 4] =
        [Dialect::OpenAi, Dialect::Anthropic, Dialect::Ollama, Dialect::Bedrock];

    /// Whether a request asks for a stream.
    pub fn asks_for_stream(self, path: &str, body: &[u8]) -> bool {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        match self {
            Dialect::Bedrock => path.ends_with("/converse-stream"),
            _ => body["stream"] == true,
        }
    }

    /// The answer as one body.
    pub fn whole(self, answer: &Answer) -> Vec<u8> {
        let prompt = answer.input_tokens + answer.cache_read + answer.cache_write;
        let value = match self {
            Dialect::OpenAi => {
                let mut message = json!({"role": "assistant", "content": answer.text});
                if let Some((name, input)) = &answer.tool {
                    message["content"] = Value::Null;
                    message["tool_calls"] = json!([{"id": "call_abc", "type": "function",
                        "function": {"name": name, "arguments": input}}]);
                }
                json!({"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": answer.model,
                    "choices": [{"index": 0, "message": message, "logprobs": null,
                        "finish_reason": self.stop(&answer.stop)}],
                    "usage": {"prompt_tokens": prompt, "completion_tokens": answer.output_tokens,
                        "total_tokens": prompt + answer.output_tokens,
                        "prompt_tokens_details": {"cached_tokens": answer.cache_read,
                        "cache_write_tokens": answer.cache_write}}})
            }
            Dialect::Anthropic => {
                let mut content = Vec::new();
                if !answer.text.is_empty() {
                    content.push(json!({"type": "text", "text": answer.text}));
                }
                if let Some((name, input)) = &answer.tool {
                    content.push(json!({"type": "tool_use", "id": "toolu_abc", "name": name,
                        "input": parsed(input)}));
                }
                json!({"id": "msg_1", "type": "message", "role": "assistant", "model": answer.model,
                    "content": content, "stop_reason": answer.stop, "stop_sequence": null,
                    "usage": self.usage(answer)})
            }
            Dialect::Ollama => json!({"model": answer.model, "created_at": "2026-01-01T00:00:00Z",
                "message": {"role": "assistant", "content": said(answer)},
                "done": true, "done_reason": self.stop(&answer.stop), "total_duration": 1,
                "prompt_eval_count": prompt, "eval_count": answer.output_tokens}),
            Dialect::Bedrock => {
                let mut content = Vec::new();
                if !answer.text.is_empty() {
                    content.push(json!({"text": answer.text}));
                }
                if let Some((name, input)) = &answer.tool {
                    content.push(json!({"toolUse": {"toolUseId": "tooluse_abc", "name": name,
                        "input": parsed(input)}}));
                }
                json!({"metrics": {"latencyMs": 10}, "output": {"message": {"role": "assistant",
                    "content": content}}, "stopReason": answer.stop, "usage": self.usage(answer)})
            }
        };
        value.to_string().into_bytes()
    }

    /// The answer as the events of a stream, each with its framing; the last is the one without which it
    /// is not whole (for Bedrock, the counts come after that one).
    pub fn events(self, answer: &Answer) -> Vec<Vec<u8>> {
        let prompt = answer.input_tokens + answer.cache_read + answer.cache_write;
        let said = said(answer);
        match self {
            Dialect::OpenAi => {
                let chunk = |delta: Value, finish: Value| {
                    sse(
                        "",
                        &json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1,
                        "model": answer.model,
                        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}),
                    )
                };
                let mut events =
                    vec![chunk(json!({"role": "assistant", "content": ""}), Value::Null)];
                if let Some((name, _)) = &answer.tool {
                    events.push(chunk(
                        json!({"tool_calls": [{"index": 0, "id": "call_abc", "type": "function",
                            "function": {"name": name, "arguments": ""}}]}),
                        Value::Null,
                    ));
                }
                for part in parts(said) {
                    let delta = if answer.tool.is_some() {
                        json!({"tool_calls": [{"index": 0, "function": {"arguments": part}}]})
                    } else {
                        json!({"content": part})
                    };
                    events.push(chunk(delta, Value::Null));
                }
                events.push(chunk(json!({}), json!(self.stop(&answer.stop))));
                events.push(sse(
                    "",
                    &json!({"id": "chatcmpl-1", "object": "chat.completion.chunk",
                    "model": answer.model, "choices": [], "usage": {"prompt_tokens": prompt,
                        "completion_tokens": answer.output_tokens,
                        "prompt_tokens_details": {"cached_tokens": answer.cache_read,
                        "cache_write_tokens": answer.cache_write}}}),
                ));
                events.push(b"data: [DONE]\n\n".to_vec());
                events
            }
            Dialect::Anthropic => {
                let mut usage = self.usage(answer);
                usage["output_tokens"] = json!(1);
                let start = json!({"type": "message_start", "message": {"id": "msg_1", "type": "message",
                    "role": "assistant", "model": answer.model, "content": [], "stop_reason": null,
                    "usage": usage}});
                let block = match &answer.tool {
                    Some((name, _)) => {
                        json!({"type": "tool_use", "id": "toolu_abc", "name": name, "input": {}})
                    }
                    None => json!({"type": "text", "text": ""}),
                };
                let mut events = vec![
                    sse("message_start", &start),
                    sse(
                        "content_block_start",
                        &json!({"type": "content_block_start", "index": 0, "content_block": block}),
                    ),
                    sse("ping", &json!({"type": "ping"})),
                ];
                for part in parts(said) {
                    let delta = if answer.tool.is_some() {
                        json!({"type": "input_json_delta", "partial_json": part})
                    } else {
                        json!({"type": "text_delta", "text": part})
                    };
                    events.push(sse(
                        "content_block_delta",
                        &json!({"type": "content_block_delta", "index": 0, "delta": delta}),
                    ));
                }
                events.push(sse(
                    "content_block_stop",
                    &json!({"type": "content_block_stop", "index": 0}),
                ));
                events.push(sse(
                    "message_delta",
                    &json!({"type": "message_delta",
                    "delta": {"stop_reason": answer.stop, "stop_sequence": null},
                    "usage": {"output_tokens": answer.output_tokens}}),
                ));
                events.push(sse("message_stop", &json!({"type": "message_stop"})));
                events
            }
            Dialect::Ollama => {
                let line = |value: Value| (value.to_string() + "\n").into_bytes();
                let mut events: Vec<Vec<u8>> = parts(said)
                    .map(|part| {
                        line(json!({"model": answer.model,
                        "message": {"role": "assistant", "content": part}, "done": false}))
                    })
                    .collect();
                events.push(line(json!({"model": answer.model,
                    "message": {"role": "assistant", "content": ""}, "done": true,
                    "done_reason": self.stop(&answer.stop), "prompt_eval_count": prompt,
                    "eval_count": answer.output_tokens})));
                events
            }
            Dialect::Bedrock => {
                let event = |name: &str, payload: Value| {
                    event_message(
                        &[
                            (":event-type", name),
                            (":content-type", "application/json"),
                            (":message-type", "event"),
                        ],
                        payload.to_string().as_bytes(),
                    )
                };
                let mut events = vec![event("messageStart", json!({"role": "assistant"}))];
                if let Some((name, _)) = &answer.tool {
                    events.push(event(
                        "contentBlockStart",
                        json!({"contentBlockIndex": 0,
                        "start": {"toolUse": {"toolUseId": "tooluse_abc", "name": name}}}),
                    ));
                }
                for part in parts(said) {
                    let delta = if answer.tool.is_some() {
                        json!({"toolUse": {"input": part}})
                    } else {
                        json!({"text": part})
                    };
                    events.push(event(
                        "contentBlockDelta",
                        json!({"contentBlockIndex": 0, "delta": delta}),
                    ));
                }
                events.push(event("contentBlockStop", json!({"contentBlockIndex": 0})));
                events.push(event(
                    "metadata",
                    json!({"usage": self.usage(answer), "metrics": {"latencyMs": 10}}),
                ));
                events.push(event("messageStop", json!({"stopReason": answer.stop})));
                // On the wire the counts come last.
                let last = events.len() - 1;
                events.swap(last - 1, last);
                events
            }
        }
    }

    /// The answer as a proper stream.
    pub fn stream(self, answer: &Answer) -> Reply {
        Reply::stream(self.content_type(), self.events(answer), Ending::Proper)
    }

    /// The content type of a stream.
    pub fn content_type(self) -> &'static str {
        match self {
            Dialect::OpenAi | Dialect::Anthropic => "text/event-stream",
            Dialect::Ollama => "application/x-ndjson",
            Dialect::Bedrock => "application/vnd.amazon.eventstream",
        }
    }

    /// The answer, whole or as a stream.
    pub fn reply(self, answer: &Answer, stream: bool) -> Reply {
        if stream { self.stream(answer) } else { Reply::json(self.whole(answer)) }
    }

    /// How many events at the end a stream must lose to lack the one without which it is not whole.
    pub(crate) fn tail(self) -> usize {
        if self == Dialect::Bedrock { 2 } else { 1 }
    }

    /// An error inside a stream that began well: too much to do.
    pub(crate) fn error_event(self) -> Vec<u8> {
        match self {
            Dialect::OpenAi => sse(
                "",
                &json!({"error": {"message": "Overloaded",
                "type": "server_error", "code": null}}),
            ),
            Dialect::Anthropic => sse(
                "error",
                &json!({"type": "error",
                "error": {"type": "overloaded_error", "message": "Overloaded"}}),
            ),
            Dialect::Ollama => {
                b"{\"error\":\"an error was encountered while running the model\"}\n".to_vec()
            }
            Dialect::Bedrock => event_message(
                &[
                    (":exception-type", "throttlingException"),
                    (":content-type", "application/json"),
                    (":message-type", "exception"),
                ],
                b"{\"message\":\"Too many requests\"}",
            ),
        }
    }

    /// A refusal's body.
    pub fn error(self, kind: &str, message: &str) -> Vec<u8> {
        let value = match self {
            Dialect::OpenAi => json!({"error": {"message": message, "type": kind, "code": kind}}),
            Dialect::Anthropic => {
                json!({"type": "error", "error": {"type": kind, "message": message}})
            }
            Dialect::Ollama => json!({"error": message}),
            Dialect::Bedrock => json!({"message": message}),
        };
        value.to_string().into_bytes()
    }

    fn stop(self, reason: &str) -> &str {
        let chat = matches!(self, Dialect::OpenAi);
        match reason {
            "end_turn" if matches!(self, Dialect::OpenAi | Dialect::Ollama) => "stop",
            "tool_use" if chat => "tool_calls",
            "tool_use" if self == Dialect::Ollama => "stop",
            "max_tokens" if matches!(self, Dialect::OpenAi | Dialect::Ollama) => "length",
            "refusal" if chat => "content_filter",
            other => other,
        }
    }

    fn usage(self, answer: &Answer) -> Value {
        if self == Dialect::Bedrock {
            return json!({"inputTokens": answer.input_tokens, "outputTokens": answer.output_tokens,
                "totalTokens": answer.input_tokens + answer.output_tokens,
                "cacheReadInputTokens": answer.cache_read, "cacheWriteInputTokens": answer.cache_write});
        }
        json!({"input_tokens": answer.input_tokens, "output_tokens": answer.output_tokens,
            "cache_read_input_tokens": answer.cache_read,
            "cache_creation_input_tokens": answer.cache_write})
    }
}

/// What is said, be it words or the input of a call.
fn said(answer: &Answer) -> &str {
    answer.tool.as_ref().map_or(answer.text.as_str(), |(_, input)| input.as_str())
}

/// In three parts at most, cut between characters.
fn parts(text: &str) -> impl Iterator<Item = String> {
    let characters: Vec<char> = text.chars().collect();
    let size = characters.len().div_ceil(3).max(1);
    characters.chunks(size).map(String::from_iter).collect::<Vec<_>>().into_iter()
}

fn parsed(input: &str) -> Value {
    serde_json::from_str(input).unwrap_or_else(|_| json!(input))
}

fn sse(name: &str, data: &Value) -> Vec<u8> {
    let event = if name.is_empty() { String::new() } else { format!("event: {name}\n") };
    format!("{event}data: {data}\n\n").into_bytes()
}
