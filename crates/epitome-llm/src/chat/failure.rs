//! What a try that failed means: whether it may be repeated, after what pause, and whether it may be billed.

use std::time::Duration;

use super::attempt::Endpoint;
use super::error::ChatErrorKind;
use super::response::Usage;
use crate::protocol::Fault;
use crate::retry::pause_asked_for;
use crate::secret::Secret;
use crate::wire::{Incoming, WireError, said};

/// So much of a refusal is read.
const MOST_OF_REFUSAL: usize = 64 << 10;

/// A try that failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) kind: ChatErrorKind,
    pub(super) next: Next,
    /// The provider has too much to do.
    pub(super) busy: bool,
    /// Whether it may be billed all the same.
    pub(super) billed: bool,
    /// What is known to have been used.
    pub(super) usage: Usage,
}

/// What to do after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// It would fail again.
    Never,
    /// Try again, after the pause that the provider asks for, if it does.
    Again { asked: Option<Duration> },
}

impl Failure {
    pub(super) fn final_(kind: ChatErrorKind) -> Failure {
        let usage = Usage::default();
        Failure { kind, next: Next::Never, busy: false, billed: false, usage }
    }
}

impl Endpoint {
    /// What a status other than 200 means.
    pub(super) fn refusal(&self, incoming: &mut Incoming<'_>, secrets: &[&Secret]) -> Failure {
        let body = incoming.read_some(MOST_OF_REFUSAL);
        let mut secrets = secrets.to_vec();
        secrets.extend(&self.key);
        let mut said = said(&body, &secrets);
        if let Some(kind) = &incoming.error_type {
            let kind = kind.split(':').next().unwrap_or("");
            said = format!("{kind}: {said}");
        }
        let asked = pause_asked_for(
            incoming.retry_after_ms.as_deref(),
            incoming.retry_after.as_deref(),
            self.clock.now(),
        );
        // No pause at all is no answer to how long one should wait.
        let asked = asked.filter(|pause| !pause.is_zero());
        let told_not_to = incoming.should_retry.as_deref() == Some("false");
        let text = String::from_utf8_lossy(&body).into_owned();
        let mut failure = self.judge(incoming.status, &text, said);
        if let Next::Again { asked: pause } = &mut failure.next {
            *pause = asked;
            if told_not_to {
                failure.next = Next::Never;
            }
        }
        failure
    }

    /// What a status means, whether it came as such or inside a stream. `text` is all that was said,
    /// `said` what may be shown of it.
    fn judge(&self, status: u16, text: &str, said: String) -> Failure {
        let url = self.url.clone();
        if self.vendor.protocol.says_no_credentials(&said) && (400..=403).contains(&status) {
            if let Some(signer) = &self.signer {
                signer.chain.forget();
            }
            let cause = format!("{url} answered {status}: {said}; sign in again");
            return Failure::final_(ChatErrorKind::NoCredentials { cause });
        }
        // No money left looks like a limit, but waiting does not help.
        let no_money = status == 402 || (status == 429 && text.contains("insufficient_quota"));
        if matches!(status, 401 | 403) || no_money {
            return Failure::final_(ChatErrorKind::Unauthorized { url, status, said });
        }
        let again = matches!(status, 408 | 409 | 429 | 500 | 502..=504 | 506..=599);
        if again {
            return Failure {
                kind: ChatErrorKind::Unavailable { url, status, said },
                next: Next::Again { asked: None },
                busy: matches!(status, 429 | 503 | 529),
                billed: false,
                usage: Usage::default(),
            };
        }
        if matches!(status, 400 | 413 | 422) && says_too_long(text) {
            return Failure::final_(ChatErrorKind::ContextOverflow { url, status, said });
        }
        Failure::final_(ChatErrorKind::Refused { url, status, said })
    }

    pub(super) fn fault(&self, fault: Fault, usage: Usage) -> Failure {
        let url = self.url.clone();
        match fault {
            Fault::Shape(cause) => {
                let protocol = self.vendor.protocol.name();
                let kind = ChatErrorKind::Shape { url, protocol, cause };
                Failure { billed: true, usage, ..Failure::final_(kind) }
            }
            Fault::Broken(cause) => Failure {
                kind: ChatErrorKind::Truncated { url, cause },
                next: Next::Again { asked: None },
                busy: false,
                billed: true,
                usage,
            },
            Fault::Provider { status, said: words } => {
                let keys: Vec<&Secret> = self.key.iter().collect();
                let shown = said(words.as_bytes(), &keys);
                Failure { billed: true, usage, ..self.judge(status, &words, shown) }
            }
        }
    }

    pub(super) fn wire_failure(&self, error: WireError, usage: Usage) -> Failure {
        let url = self.url.clone();
        let again = Next::Again { asked: None };
        let (kind, next, billed) = match error {
            WireError::Cancelled => (ChatErrorKind::Cancelled, Next::Never, true),
            WireError::TooLong => {
                let cause = "more than 64 MiB".to_owned();
                let protocol = self.vendor.protocol.name();
                (ChatErrorKind::Shape { url, protocol, cause }, Next::Never, true)
            }
            WireError::Broken { cause, sent } => {
                let cause = self.key.iter().fold(cause, |cause, key| key.scrubbed_from(&cause));
                // Who cannot prove who they are will not be able to in a second either.
                let impostor = cause.contains("invalid peer certificate");
                let next = if impostor { Next::Never } else { again };
                (ChatErrorKind::Unreachable { url, cause }, next, sent && !impostor)
            }
            WireError::TooSlow { stage, seconds, sent } => {
                (ChatErrorKind::TooSlow { url, stage, seconds }, again, sent)
            }
        };
        Failure { kind, next, busy: false, billed, usage }
    }
}

fn says_too_long(text: &str) -> bool {
    const SIGNS: &[&str] = &[
        "exceed_context_size",
        "context_length_exceeded",
        "maximum context length",
        "context size",
        "context window",
        "prompt is too long",
        "input is too long",
        "too many input tokens",
        "too many total text bytes",
    ];
    let text = text.to_ascii_lowercase();
    SIGNS.iter().any(|sign| text.contains(sign))
}
