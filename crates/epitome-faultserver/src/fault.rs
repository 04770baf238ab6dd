//! Every way in which a provider fails.

use std::time::Duration;

use crate::answer::Answer;
use crate::dialect::Dialect;
use crate::reply::{Ending, Reply};

/// One way. Those from `Garbage` to `LongLine` are odd but whole, and must be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A status, with a header if there is one, such as 429 with `retry-after`.
    Status(u16, Option<(&'static str, &'static str)>),
    /// The connection is closed without a word.
    HangUp,
    /// Nothing comes for that long.
    Silence(Duration),
    /// One byte at a time, with that pause between them.
    Trickle(Duration),
    /// 200, some of the answer, then an error inside the stream.
    ErrorInStream,
    /// The stream ends, properly framed, without its last event.
    NoEnd,
    /// The connection breaks in the middle of the stream.
    Cut,
    /// Comments, unknown fields and empty lines between the events.
    Garbage,
    /// Byte by byte, so that every character is split.
    Split,
    /// Lines end in `\r\n`.
    Crlf,
    /// A line of 10 MB.
    LongLine,
    /// The answer is cut off by the limit.
    MaxTokens,
    /// The model refuses.
    Refusal,
    /// The answer is another text than it should be: see [`Fault::TEXTS`].
    Text(&'static str),
    /// Nested ten thousand deep.
    Deep,
    /// A string of 5 MB.
    Huge,
    /// The provider says that another model answered.
    OtherModel,
    /// Nothing is said.
    Empty,
    /// Nothing is counted.
    NoUsage,
    /// Most of the prompt was not read.
    PromptCut,
}

impl Fault {
    /// Texts that are not the JSON that was asked for.
    pub const TEXTS: &'static [&'static str] = &[
        "not JSON at all",
        "{\"purpose\": ",
        "```json\n{\"purpose\":\"x\"}\n```",
        "Sure! Here it is: {\"purpose\":\"x\"}",
        "{\"purpose\":\"x\",\"surplus\":1}",
        "{}",
        "{\"purpose\":\"x\",\"purpose\":\"y\"}",
        "{\"purpose\":\"a\\u0000b\"}",
        "[1]",
        "null",
    ];

    /// All of them, for a run with everything; waits are short.
    pub fn all() -> Vec<Fault> {
        let mut all = vec![
            Fault::Status(429, Some(("retry-after", "1"))),
            Fault::Status(429, Some(("retry-after", "NaN"))),
            Fault::Status(429, Some(("retry-after", "-1"))),
            Fault::Status(429, Some(("retry-after-ms", "20"))),
            Fault::Status(400, None),
            Fault::Status(404, None),
            Fault::Status(413, None),
            Fault::Status(422, None),
            Fault::HangUp,
            Fault::ErrorInStream,
            Fault::NoEnd,
            Fault::Cut,
            Fault::Garbage,
            Fault::Split,
            Fault::Crlf,
            Fault::MaxTokens,
            Fault::Refusal,
            Fault::Deep,
            Fault::OtherModel,
            Fault::Empty,
            Fault::NoUsage,
        ];
        all.extend(
            [408, 409, 429, 500, 502, 503, 504, 529].map(|status| Fault::Status(status, None)),
        );
        all.extend(Fault::TEXTS.iter().map(|text| Fault::Text(text)));
        all
    }

    /// Faults that go away when asked again.
    pub fn passing() -> Vec<Fault> {
        Fault::all()
            .into_iter()
            .filter(|fault| match fault {
                Fault::Status(status, _) => !matches!(status, 400 | 404 | 413 | 422),
                Fault::HangUp | Fault::ErrorInStream | Fault::NoEnd | Fault::Cut => true,
                _ => false,
            })
            .collect()
    }

    /// Whether a provider would bill an answer with this fault, and whether the client learns what it cost.
    pub(crate) fn bill(&self, stream: bool) -> (bool, bool) {
        match self {
            Fault::Status(..) | Fault::HangUp | Fault::Silence(_) => (false, false),
            Fault::ErrorInStream | Fault::NoEnd | Fault::Cut => (stream, false),
            Fault::NoUsage => (true, false),
            _ => (true, true),
        }
    }

    /// The answer with this fault, in a dialect, whole or as a stream. A stream's faults in an answer that
    /// is none: the connection is closed.
    pub fn reply(&self, dialect: Dialect, answer: &Answer, stream: bool) -> Reply {
        let mut answer = answer.clone();
        let mut text = |text: &str| match &mut answer.tool {
            Some((_, input)) => *input = text.to_owned(),
            None => answer.text = text.to_owned(),
        };
        match self {
            Fault::Status(status, header) => {
                let body = dialect.error(kind(*status), "the fault server refuses");
                let reply = Reply::status(*status, body);
                return header
                    .map_or(reply.clone(), |(name, value)| reply.with_header(name, value));
            }
            Fault::HangUp => return Reply::HangUp,
            Fault::Silence(time) => return Reply::Silence(*time),
            Fault::Trickle(pause) => {
                let body =
                    if stream { dialect.events(&answer).concat() } else { dialect.whole(&answer) };
                let kind = if stream { dialect.content_type() } else { "application/json" };
                return Reply::Pieces {
                    status: 200,
                    headers: vec![("content-type".to_owned(), kind.to_owned())],
                    pieces: body.chunks(1).map(<[u8]>::to_vec).collect(),
                    pause: *pause,
                    ending: Ending::Proper,
                };
            }
            Fault::Text(other) => text(other),
            Fault::Deep => text(&("[".repeat(10_000) + &"]".repeat(10_000))),
            Fault::Huge => text(&format!("{{\"purpose\":\"{}\"}}", "x".repeat(5 << 20))),
            Fault::Empty => text(""),
            Fault::MaxTokens => answer.stop = "max_tokens".to_owned(),
            Fault::Refusal => answer.stop = "refusal".to_owned(),
            Fault::OtherModel => answer.model = "another-model".to_owned(),
            Fault::NoUsage => {
                (answer.input_tokens, answer.output_tokens) = (0, 0);
                (answer.cache_read, answer.cache_write) = (0, 0);
            }
            Fault::PromptCut => answer.input_tokens = 7,
            Fault::LongLine => text(&format!("\"{}\"", "y".repeat(10 << 20))),
            Fault::ErrorInStream
            | Fault::NoEnd
            | Fault::Cut
            | Fault::Garbage
            | Fault::Split
            | Fault::Crlf => {}
        }
        if stream { self.stream(dialect, &answer) } else { self.whole(dialect, &answer) }
    }

    fn whole(&self, dialect: Dialect, answer: &Answer) -> Reply {
        match self {
            Fault::ErrorInStream | Fault::NoEnd | Fault::Cut => Reply::HangUp,
            Fault::Split => {
                let pieces = dialect.whole(answer).chunks(1).map(<[u8]>::to_vec).collect();
                Reply::stream("application/json", pieces, Ending::Proper)
            }
            _ => Reply::json(dialect.whole(answer)),
        }
    }

    fn stream(&self, dialect: Dialect, answer: &Answer) -> Reply {
        let mut events = dialect.events(answer);
        let whole = events.len() - dialect.tail();
        let mut ending = Ending::Proper;
        match self {
            Fault::ErrorInStream => {
                events.truncate(whole / 2 + 1);
                events.push(dialect.error_event());
            }
            Fault::NoEnd => {
                events.truncate(whole);
                ending = Ending::Close;
            }
            Fault::Cut => {
                events.truncate(whole / 2 + 1);
                ending = Ending::Cut;
            }
            Fault::Garbage => {
                events = events.into_iter().flat_map(|event| [dialect.garbage(), event]).collect();
            }
            Fault::Split => {
                events = events.concat().chunks(1).map(<[u8]>::to_vec).collect();
            }
            Fault::Crlf if dialect != Dialect::Bedrock => {
                let all = String::from_utf8_lossy(&events.concat()).replace('\n', "\r\n");
                events = all.as_bytes().chunks(7).map(<[u8]>::to_vec).collect();
            }
            _ => {}
        }
        Reply::stream(dialect.content_type(), events, ending)
    }
}

fn kind(status: u16) -> &'static str {
    match status {
        401 => "authentication_error",
        403 => "permission_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        529 => "overloaded_error",
        400..=499 => "invalid_request_error",
        _ => "api_error",
    }
}

impl Dialect {
    /// What a reader of its streams must pass over.
    fn garbage(self) -> Vec<u8> {
        match self {
            Dialect::OpenAi | Dialect::Anthropic => {
                b": keep-alive\n\nunknown: field\n\n<!-- a proxy's words -->\n\n".to_vec()
            }
            Dialect::Ollama => b"\n\n".to_vec(),
            Dialect::Bedrock => crate::event_message(
                &[(":event-type", "somethingNew"), (":message-type", "event")],
                b"not even JSON",
            ),
        }
    }
}

/// Which requests meet which fault. The same seed gives the same faults to the same requests.
#[derive(Clone, Debug)]
pub struct FaultPlan {
    seed: u64,
    percent: u64,
    faults: Vec<Fault>,
}

impl FaultPlan {
    /// So many of a hundred requests meet one of `faults`.
    pub fn new(seed: u64, percent: u64, faults: Vec<Fault>) -> FaultPlan {
        FaultPlan { seed, percent, faults }
    }

    /// No faults.
    pub fn none() -> FaultPlan {
        FaultPlan::new(0, 0, Vec::new())
    }

    /// The fault of the request with this number.
    pub fn of(&self, number: usize) -> Option<&Fault> {
        // SplitMix64.
        let mut z =
            self.seed.wrapping_add(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(number as u64 + 1));
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        let chosen = (z >> 32) as usize % self.faults.len().max(1);
        (z % 100 < self.percent).then(|| self.faults.get(chosen)).flatten()
    }
}
