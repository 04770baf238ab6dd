//! One symbol: asked, judged, and asked again with what was wrong (O20–O26).

use std::time::{Duration, Instant};

use epitome_llm::{
    ChatBackend, ChatError, ChatErrorKind, ChatRequest, ChatResponse, Message, StopReason, Usage,
};
use epitome_model::summary::Grounded;

/// A summary that holds, and what it took (O24).
#[derive(Clone, Debug)]
pub struct Answered {
    /// The summary.
    pub grounded: Grounded,
    /// Answers that were asked for.
    pub attempts: u32,
    /// What each took.
    pub usage: Vec<Usage>,
    /// From the first question to the last answer.
    pub wall: Duration,
    /// What was wrong with the answers before the last.
    pub validation_failures: Vec<String>,
}

/// No summary, and what that took (O23).
#[derive(Clone, Debug, thiserror::Error)]
#[error("{cause}")]
pub struct SummarizerError {
    /// Why.
    pub cause: Cause,
    /// Answers that were asked for.
    pub attempts_used: u32,
    /// What each took.
    pub usage: Vec<Usage>,
    /// What was wrong with each answer.
    pub validation_failures: Vec<String>,
}

/// Why there is no summary.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Cause {
    /// No answer held.
    #[error("no answer held after {attempts} tries: {last}")]
    Invalid {
        /// How many were asked for.
        attempts: u32,
        /// What was wrong with the last one.
        last: String,
        /// The last answer, where it was words instead of a call (G36).
        raw: Option<String>,
    },
    /// The model does not want to.
    #[error("the model refused to describe it")]
    Refused,
    /// The call itself failed.
    #[error(transparent)]
    Call(Box<ChatError>),
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    /// The validator's words, for the model (O26).
    pub(super) words: String,
    /// The answer, where nothing of it could be read.
    pub(super) raw: Option<String>,
}

/// What one call came to, for the ledger.
#[derive(Clone, Copy, Debug)]
pub(super) struct Called<'a> {
    pub(super) usage: Usage,
    pub(super) requests: u32,
    pub(super) outcome: &'a str,
}

/// Asks until an answer holds, `attempts` times at most.
pub(super) fn ask(
    backend: &ChatBackend,
    mut request: ChatRequest,
    attempts: u32,
    judge: &dyn Fn(&ChatResponse) -> Result<Grounded, Wrong>,
    ledger: &dyn Fn(Called<'_>),
) -> Result<Answered, SummarizerError> {
    let began = Instant::now();
    let (mut usage, mut failures) = (Vec::new(), Vec::new());
    let mut raw = None;
    for attempt in 1..=attempts.max(1) {
        let wrong = match backend.chat(&request) {
            Ok(response) => {
                let mut took = response.usage;
                took += response.lost;
                usage.push(took);
                let note = |outcome: &str| {
                    ledger(Called { usage: took, requests: response.attempts, outcome });
                };
                let verdict = match response.stop {
                    StopReason::Refusal => {
                        note("refused");
                        return Err(SummarizerError {
                            cause: Cause::Refused,
                            attempts_used: attempt,
                            usage,
                            validation_failures: failures,
                        });
                    }
                    StopReason::MaxTokens => Err(cut_off(&mut request)),
                    _ => judge(&response),
                };
                match verdict {
                    Ok(grounded) => {
                        note(crate::database::USED);
                        return Ok(Answered {
                            grounded,
                            attempts: attempt,
                            usage,
                            wall: began.elapsed(),
                            validation_failures: failures,
                        });
                    }
                    Err(wrong) => {
                        note("invalid");
                        request.messages.extend(response.repair(&wrong.words));
                        wrong
                    }
                }
            }
            Err(error) => {
                usage.push(error.usage);
                if error.attempts > 0 {
                    let (requests, outcome) = (error.attempts, "failed");
                    ledger(Called { usage: error.usage, requests, outcome });
                }
                if !matches!(error.kind, ChatErrorKind::Empty { .. }) {
                    return Err(SummarizerError {
                        cause: Cause::Call(Box::new(error)),
                        attempts_used: attempt,
                        usage,
                        validation_failures: failures,
                    });
                }
                // O22: nothing at all is an answer that does not hold.
                let words = empty_words();
                request.messages.push(Message::user(&words));
                Wrong { words, raw: None }
            }
        };
        raw = wrong.raw;
        failures.push(wrong.words);
    }
    let last = failures.last().cloned().unwrap_or_default();
    Err(SummarizerError {
        cause: Cause::Invalid { attempts, last: one_line(&last), raw },
        attempts_used: attempts.max(1),
        usage,
        validation_failures: failures,
    })
}

/// An answer that was cut off may be longer the next time, once.
fn cut_off(request: &mut ChatRequest) -> Wrong {
    let limit = request.max_tokens;
    if limit <= super::options::DEFAULT_MAX_TOKENS {
        request.max_tokens = limit.saturating_mul(2);
    }
    let words =
        format!("- <root>: the answer was cut off at {limit} tokens; be brief (too_long)\n");
    Wrong { words, raw: None }
}

fn empty_words() -> String {
    format!("- <root>: the answer was empty; call `{}` once (missing)\n", super::tool::TOOL_NAME)
}

/// The first lines of a text as one, for a message.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.lines().take(3).map(|line| line.trim_start_matches("- ")).collect();
    words.join("; ")
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use epitome_llm::{Allowlist, ChatFixture, ChatFixtureEntry, PromptPin, RecordedRequest};

    use super::*;

    fn request() -> ChatRequest {
        ChatRequest::new("m", PromptPin::of("s"), "s", "describe f")
    }

    fn answer(text: &str, input: u64) -> ChatResponse {
        ChatResponse {
            text: text.to_owned(),
            tool: None,
            model_echoed: None,
            usage: Usage { input, ..Usage::default() },
            lost: Usage::default(),
            stop: StopReason::End,
            attempts: 1,
            wall: Duration::ZERO,
        }
    }

    /// A recording of a conversation: each answer but the last is told that it is wrong.
    fn recording(answers: &[&str]) -> ChatBackend {
        let mut asked = request();
        let mut entries = Vec::new();
        for (at, text) in answers.iter().enumerate() {
            let response = answer(text, at as u64 + 1);
            entries.push(ChatFixtureEntry {
                request: RecordedRequest::of(&asked),
                response: response.clone(),
            });
            asked.messages.extend(response.repair(format!("not {text}")));
        }
        let allow = Allowlist::new().with("m", &PromptPin::of("s"));
        ChatBackend::replay(ChatFixture { entries }, allow).unwrap()
    }

    fn judge(response: &ChatResponse) -> Result<Grounded, Wrong> {
        match response.text.as_str() {
            "good" => Ok(Grounded { purpose: "good".to_owned(), ..Grounded::default() }),
            text => Err(Wrong { words: format!("not {text}"), raw: Some(text.to_owned()) }),
        }
    }

    fn told(answers: &[&str], attempts: u32) -> (Result<Answered, SummarizerError>, Vec<String>) {
        let ledger = RefCell::new(Vec::new());
        let write = |called: Called<'_>| {
            ledger.borrow_mut().push(format!("{} {}", called.usage.input, called.outcome));
        };
        let result = ask(&recording(answers), request(), attempts, &judge, &write);
        (result, ledger.into_inner())
    }

    // O20, O24
    #[test]
    fn a_success_says_what_it_took() {
        let (result, ledger) = told(&["bad", "worse", "good"], 3);
        let answered = result.unwrap();
        assert_eq!((answered.grounded.purpose.as_str(), answered.attempts), ("good", 3));
        assert_eq!(answered.validation_failures, ["not bad", "not worse"]);
        assert_eq!(answered.usage.iter().map(|usage| usage.input).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(answered.wall < Duration::from_secs(60));
        assert_eq!(ledger, ["1 invalid", "2 invalid", "3 used"]);
        let (result, _) = told(&["good"], 3);
        let answered = result.unwrap();
        assert_eq!((answered.attempts, answered.validation_failures.len()), (1, 0));
    }

    // O23
    #[test]
    fn a_failure_says_what_it_took() {
        let (result, ledger) = told(&["bad", "worse", "good"], 2);
        let error = result.unwrap_err();
        assert_eq!((error.attempts_used, error.usage.len()), (2, 2));
        assert_eq!(error.validation_failures, ["not bad", "not worse"]);
        assert_eq!(error.to_string(), "no answer held after 2 tries: not worse");
        assert!(matches!(error.cause, Cause::Invalid { raw: Some(raw), .. } if raw == "worse"));
        assert_eq!(ledger.len(), 2);
    }
}
