//! How the providers want to be asked: one file and one variant for each protocol, one row for each
//! vendor.

mod answer;
mod anthropic;
mod bedrock;
mod ollama;
mod openai;
mod vendor;

use serde::Deserialize;

pub use vendor::{Protocol, Structure, VENDORS, Vendor};

pub(crate) use answer::{Answer, Emit, Fault, Piece, made_up_id};

use crate::chat::{ChatRequest, Output};
use crate::secret::{Secret, percent_encoded};

/// A request, with what is known of its receiver.
#[derive(Clone, Copy)]
pub(crate) struct Ask<'a> {
    pub(crate) request: &'a ChatRequest,
    pub(crate) vendor: &'a Vendor,
    /// Only where the model takes it.
    pub(crate) temperature: Option<f64>,
    /// Ollama's context window.
    pub(crate) window: Option<u32>,
}

impl Protocol {
    /// Where a request goes, after the base address.
    pub(crate) fn path(self, model: &str, stream: bool) -> String {
        match self {
            Protocol::OpenAi => "/chat/completions".to_owned(),
            Protocol::Ollama => "/api/chat".to_owned(),
            Protocol::Anthropic => "/messages".to_owned(),
            Protocol::Bedrock => {
                let verb = if stream { "converse-stream" } else { "converse" };
                format!("/model/{}/{verb}", percent_encoded(model))
            }
        }
    }

    /// Where the models are listed; Bedrock lists them at another service.
    pub(crate) fn models_path(self) -> Option<&'static str> {
        match self {
            Protocol::OpenAi | Protocol::Anthropic => Some("/models"),
            Protocol::Ollama => Some("/api/tags"),
            Protocol::Bedrock => None,
        }
    }

    /// The headers of a request, but for a signature.
    pub(crate) fn headers(self, key: Option<&Secret>) -> Vec<(String, String)> {
        let mut headers = vec![("content-type", "application/json".to_owned())];
        let key = key.filter(|key| !key.is_empty()).map(Secret::reveal);
        match self {
            Protocol::Anthropic => {
                headers.push(("anthropic-version", anthropic::VERSION.to_owned()));
                headers.extend(key.map(|key| ("x-api-key", key.to_owned())));
            }
            _ => headers.extend(key.map(|key| ("authorization", format!("Bearer {key}")))),
        }
        headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    pub(crate) fn body(self, ask: &Ask<'_>, stream: bool) -> serde_json::Result<Vec<u8>> {
        match self {
            Protocol::OpenAi => openai::body(ask, stream),
            Protocol::Ollama => ollama::body(ask, stream),
            Protocol::Anthropic => anthropic::body(ask, stream),
            Protocol::Bedrock => bedrock::body(ask),
        }
    }

    pub(crate) fn whole(self, body: &[u8]) -> Result<Answer, Fault> {
        match self {
            Protocol::OpenAi => openai::whole(body),
            Protocol::Ollama => ollama::whole(body),
            Protocol::Anthropic => anthropic::whole(body),
            Protocol::Bedrock => bedrock::whole(body),
        }
    }

    pub(crate) fn stream(self) -> Stream {
        match self {
            Protocol::OpenAi => Stream::OpenAi(openai::Stream::default()),
            Protocol::Ollama => Stream::Ollama(ollama::Stream::default()),
            Protocol::Anthropic => Stream::Anthropic(anthropic::Stream::default()),
            Protocol::Bedrock => Stream::Bedrock(bedrock::Stream::default()),
        }
    }

    pub(crate) fn models(self, body: &[u8]) -> Result<Vec<String>, Fault> {
        match self {
            Protocol::Ollama => ollama::models(body),
            _ => openai::models(body),
        }
    }

    /// The event without which an answer is not whole.
    pub(crate) fn last_event(self) -> &'static str {
        match self {
            Protocol::OpenAi => "[DONE]",
            Protocol::Ollama => "\"done\":true",
            Protocol::Anthropic => "message_stop",
            Protocol::Bedrock => "messageStop",
        }
    }

    /// Whether the service read less of the prompt than was sent.
    pub(crate) fn was_cut(self, answer: &Answer, sent: u64) -> bool {
        self == Protocol::Ollama && ollama::was_cut(answer, sent)
    }

    /// Whether a refusal is about credentials that are missing or no longer hold.
    pub(crate) fn says_no_credentials(self, text: &str) -> bool {
        self == Protocol::Bedrock && bedrock::says_no_credentials(text)
    }

    /// Whether a schema is held by a forced tool here.
    fn forces_tools(self, vendor: &Vendor) -> bool {
        match self {
            Protocol::OpenAi => vendor.structure == Structure::Tool,
            Protocol::Ollama => false,
            Protocol::Anthropic | Protocol::Bedrock => true,
        }
    }

    /// Whether JSON is asked for by a forced tool here.
    fn asks_by_tool(self, vendor: &Vendor) -> bool {
        match self {
            Protocol::OpenAi => !vendor.json_schema,
            Protocol::Ollama => false,
            Protocol::Anthropic | Protocol::Bedrock => true,
        }
    }

    /// How the answer must be turned to have the form that was asked for.
    pub(crate) fn turned(self, vendor: &Vendor, output: &Output) -> Turned {
        match output {
            Output::Tool { .. } if !self.forces_tools(vendor) => Turned::TextIsTool,
            Output::Json { .. } if self.asks_by_tool(vendor) => Turned::ToolIsText,
            _ => Turned::AsIs,
        }
    }
}

/// Where a provider holds a schema by other means than was asked for, its answer is turned back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turned {
    AsIs,
    TextIsTool,
    ToolIsText,
}

/// An answer that comes in pieces.
#[derive(Debug)]
pub(crate) enum Stream {
    OpenAi(openai::Stream),
    Ollama(ollama::Stream),
    Anthropic(anthropic::Stream),
    Bedrock(bedrock::Stream),
}

impl Stream {
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        answer: &mut Answer,
        emit: Emit<'_>,
    ) -> Result<(), Fault> {
        match self {
            Stream::OpenAi(stream) => stream.push(bytes, answer, emit),
            Stream::Ollama(stream) => stream.push(bytes, answer, emit),
            Stream::Anthropic(stream) => stream.push(bytes, answer, emit),
            Stream::Bedrock(stream) => stream.push(bytes, answer, emit),
        }
    }

    /// The bytes have ended.
    pub(crate) fn finish(&mut self, answer: &mut Answer, emit: Emit<'_>) -> Result<(), Fault> {
        match self {
            Stream::Ollama(stream) => stream.finish(answer, emit),
            Stream::Bedrock(stream) if stream.has_rest() => {
                Err(Fault::Broken("it ends inside a message".to_owned()))
            }
            _ => Ok(()),
        }
    }
}

/// An error inside an answer, in any of the forms in use.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum ServerError {
    Text(String),
    Object { r#type: Option<String>, message: Option<String>, code: Option<serde_json::Value> },
}

impl ServerError {
    fn fault(self) -> Fault {
        let (kind, code, said) = match self {
            ServerError::Text(said) => (String::new(), None, said),
            ServerError::Object { r#type, message, code } => {
                let number = code.as_ref().and_then(serde_json::Value::as_u64);
                let kind = r#type.or(code.and_then(|code| code.as_str().map(str::to_owned)));
                (kind.unwrap_or_default(), number, message.unwrap_or_default())
            }
        };
        let number = code.and_then(|code| u16::try_from(code).ok());
        let number = number.filter(|code| (400..600).contains(code));
        let status = number.unwrap_or(match kind.as_str() {
            "overloaded_error" => 529,
            "rate_limit_error" | "rate_limit_exceeded" | "insufficient_quota" => 429,
            "authentication_error" | "invalid_api_key" => 401,
            "permission_error" => 403,
            "not_found_error" => 404,
            "request_too_large" => 413,
            "invalid_request_error" | "context_length_exceeded" | "exceed_context_size_error" => {
                400
            }
            "timeout_error" => 408,
            _ => 500,
        });
        let said = if kind.is_empty() { said } else { format!("{kind}: {said}") };
        Fault::Provider { status, said }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALL: [Protocol; 4] =
        [Protocol::OpenAi, Protocol::Ollama, Protocol::Anthropic, Protocol::Bedrock];

    /// Bytes that look a little like an answer.
    fn almost() -> impl Strategy<Value = Vec<u8>> {
        let words = prop::sample::select(vec![
            "data: ",
            "event: error\n",
            "\n\n",
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"choices\"",
            "\"delta\"",
            "\"content\"",
            "\"type\"",
            "\"message_start\"",
            "\"error\"",
            "\"message\"",
            "null",
            "1",
            "\"a\"",
            "[DONE]",
            "\"usage\"",
            "\"done\":true",
            "\r",
            "é",
            "\u{0}",
            "\"tool_calls\"",
            "\"input\"",
            "-1",
            "1e999",
            "\"index\"",
            "\"output\"",
            "\"stopReason\"",
        ]);
        let noise = prop::collection::vec(any::<u8>(), 0..40);
        let text =
            prop::collection::vec(words, 0..40).prop_map(|words| words.concat().into_bytes());
        prop_oneof![noise, text]
    }

    proptest! {
        #[test]
        fn no_answer_makes_it_panic(bytes in almost(), size in 1_usize..20) {
            for protocol in ALL {
                let _ = protocol.whole(&bytes);
                let _ = protocol.models(&bytes);
                let (mut stream, mut answer) = (protocol.stream(), Answer::default());
                for piece in bytes.chunks(size) {
                    if stream.push(piece, &mut answer, &mut |_| {}).is_err() {
                        break;
                    }
                }
                let _ = stream.finish(&mut answer, &mut |_| {});
            }
        }
    }
}
