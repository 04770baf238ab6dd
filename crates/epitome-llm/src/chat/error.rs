//! Why there is no answer, and whose turn it is.

use std::time::Duration;

use thiserror::Error;

use super::response::Usage;
use crate::money::OverBudget;
use crate::pin::PinRefusal;

/// A call that failed, with what it took.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{kind}")]
pub struct ChatError {
    /// What went wrong.
    pub kind: ChatErrorKind,
    /// Requests sent.
    pub attempts: u32,
    /// What is known to have been used by them.
    pub usage: Usage,
    /// How long it took, waits included.
    pub wall: Duration,
}

impl ChatError {
    /// Whether any other call would fail for the same reason, so that the run should end now: no or
    /// refused credentials, nothing configured, the switch thrown, the budget used up.
    pub fn stops_run(&self) -> bool {
        matches!(
            self.kind,
            ChatErrorKind::NotConfigured
                | ChatErrorKind::NoCredentials { .. }
                | ChatErrorKind::Unauthorized { .. }
                | ChatErrorKind::Cancelled
                | ChatErrorKind::Budget(_)
                | ChatErrorKind::Price { .. }
        )
    }

    /// Whether the credentials are missing or no longer hold (O37, O38).
    pub fn is_no_credentials(&self) -> bool {
        matches!(self.kind, ChatErrorKind::NoCredentials { .. })
    }
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ChatErrorKind {
    /// There is no backend, or no recorded answer for this request.
    #[error("no language model is set up: name a vendor and a model, or record an answer first")]
    NotConfigured,
    /// The model or the template is not allowed. Nothing was sent.
    #[error(transparent)]
    Pin(#[from] PinRefusal),
    /// The budget does not hold another call. Nothing was sent.
    #[error(transparent)]
    Budget(#[from] OverBudget),
    /// There is a budget, but the model's price is not known. Nothing was sent.
    #[error(
        "the price of {model} is not known, so a budget cannot be kept: give its price, or lift the budget"
    )]
    Price {
        /// The model.
        model: String,
    },
    /// The prompt is longer than the backend takes. Nothing was sent.
    #[error(
        "the prompt has {chars} characters, and at most {limit} are allowed: send less, or raise the limit"
    )]
    TooLong {
        /// Characters of the prompt.
        chars: usize,
        /// What is allowed.
        limit: usize,
    },
    /// No credentials, or expired ones.
    #[error("{cause}")]
    NoCredentials {
        /// What was looked for, and what to do.
        cause: String,
    },
    /// The provider does not accept the key (401, 403).
    #[error("{url} answered {status}: {said}; check the key and what it may do")]
    Unauthorized {
        /// Where the request went.
        url: String,
        /// The HTTP status.
        status: u16,
        /// The beginning of what it said, without the key.
        said: String,
    },
    /// The prompt does not fit the model's window.
    #[error("{url} answered {status}: {said}; the prompt is too long for this model, send less")]
    ContextOverflow {
        /// Where the request went.
        url: String,
        /// The HTTP status.
        status: u16,
        /// The beginning of what it said, without the key.
        said: String,
    },
    /// The provider refuses this request, and would again.
    #[error("{url} answered {status}: {said}; {}", remedy(*status))]
    Refused {
        /// Where the request went.
        url: String,
        /// The HTTP status.
        status: u16,
        /// The beginning of what it said, without the key.
        said: String,
    },
    /// The provider has too much to do or is broken, and was asked as often as is allowed.
    #[error("{url} answered {status}: {said}; the service is busy or at fault, try again later")]
    Unavailable {
        /// Where the request went.
        url: String,
        /// The HTTP status, or that of the same meaning for an error inside a stream.
        status: u16,
        /// The beginning of what it said, without the key.
        said: String,
    },
    /// The provider wants a longer pause than is waited for.
    #[error("{url} asks for a pause of {} s: try again after it", after.as_secs_f64().ceil())]
    RetryLater {
        /// Where the request went.
        url: String,
        /// The pause.
        after: Duration,
    },
    /// Nobody answered, or the connection broke.
    #[error("{url} did not answer: {cause}; is the service running, and reachable from here?")]
    Unreachable {
        /// Where the request went.
        url: String,
        /// What the connection said.
        cause: String,
    },
    /// One of the three clocks ran out.
    #[error(
        "{url} was too slow: {stage} took more than {seconds} s; try again, or allow more time"
    )]
    TooSlow {
        /// Where the request went.
        url: String,
        /// Which clock.
        stage: Stage,
        /// Its limit.
        seconds: u64,
    },
    /// The answer broke off before its end.
    #[error("the answer of {url} broke off: {cause}; try again")]
    Truncated {
        /// Where the request went.
        url: String,
        /// What is missing.
        cause: String,
    },
    /// The answer broke off after some of it was shown; it is not asked for again by itself.
    #[error("the answer of {url} was interrupted: {cause}; ask again")]
    Interrupted {
        /// Where the request went.
        url: String,
        /// What went wrong.
        cause: String,
    },
    /// The service read less of the prompt than was sent.
    #[error(
        "{url} read {read} tokens of a prompt of about {sent}: it cut the prompt off; give the model a larger context window"
    )]
    PromptCut {
        /// Where the request went.
        url: String,
        /// Tokens of the prompt, estimated.
        sent: u64,
        /// Tokens that the service counted.
        read: u64,
    },
    /// There is no word and no call in the answer.
    #[error("the answer of {url} is empty: try again, or allow more tokens")]
    Empty {
        /// Where the request went.
        url: String,
    },
    /// The answer is not what this protocol answers.
    #[error(
        "{url} answered something else than {protocol}: {cause}; check the address and the vendor"
    )]
    Shape {
        /// Where the request went.
        url: String,
        /// What was expected.
        protocol: &'static str,
        /// What is wrong.
        cause: String,
    },
    /// The switch was thrown.
    #[error("the call was cancelled")]
    Cancelled,
}

/// The clocks of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reaching the service.
    Connect,
    /// Waiting for the next byte.
    Idle,
    /// All of it.
    Total,
}

impl std::fmt::Display for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stage::Connect => "the connection",
            Stage::Idle => "waiting for the next byte",
            Stage::Total => "the whole call",
        })
    }
}

/// Why a backend could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The address is none.
    #[error("{url} is no address of a service: write it like https://host/v1, without a password")]
    Address {
        /// What was given, without a password.
        url: String,
    },
    /// No credentials, or expired ones (O37).
    #[error("{cause}")]
    NoCredentials {
        /// What was looked for, and what to do.
        cause: String,
    },
    /// Something else about the setup, such as a profile file that cannot be read.
    #[error("{cause}")]
    Configuration {
        /// What is wrong, where, and what to do.
        cause: String,
    },
}

impl SetupError {
    /// Whether the credentials are missing or no longer hold (O37).
    pub fn is_no_credentials(&self) -> bool {
        matches!(self, SetupError::NoCredentials { .. })
    }
}

fn remedy(status: u16) -> &'static str {
    match status {
        300..=399 => "give the address it points to",
        404 => "check the address and the model's name",
        413 => "send less at once",
        _ => "check the model's name and what it takes",
    }
}
