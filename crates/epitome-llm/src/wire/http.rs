//! Requests over `ureq`, with a clock for the connection, one for silence and one for the whole.
//!
//! A connection belongs to an agent of its own, so that shutting the agent down ends this call and no
//! other. Agents that ended well are kept, with their open connection. Redirects are not followed: a key
//! goes only where it was meant to go.

use std::io::Read;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ureq::http::Request;
use ureq::{Agent, Timeout};

use crate::cancel::{CancelToken, Watched};
use crate::chat::Stage;

/// Connections kept for later.
const KEPT: usize = 32;
/// No answer is longer.
const MAX_ANSWER: u64 = 64 << 20;

/// How to reach a service.
#[derive(Debug)]
pub(crate) struct Wire {
    connect: Duration,
    idle: Duration,
    no_proxy: bool,
    kept: Mutex<Vec<Agent>>,
}

/// What to send.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing {
    pub(crate) method: Method,
    pub(crate) url: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Get,
    Post,
    Put,
}

impl Method {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
        }
    }
}

/// Why nothing (more) came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WireError {
    /// The connection failed or broke; `sent` if the service may have read the request.
    Broken { cause: String, sent: bool },
    /// A clock ran out.
    TooSlow { stage: Stage, seconds: u64, sent: bool },
    /// The answer is longer than any answer.
    TooLong,
    /// The switch was thrown.
    Cancelled,
}

impl Wire {
    pub(crate) fn new(connect: Duration, idle: Duration, no_proxy: bool) -> Wire {
        Wire { connect, idle, no_proxy, kept: Mutex::default() }
    }

    /// Sends, and waits for the status and the headers.
    pub(crate) fn send(
        &self,
        out: &Outgoing,
        total: Duration,
        cancel: &CancelToken,
    ) -> Result<Incoming<'_>, WireError> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let agent = kept.unwrap_or_else(|| self.agent());
        let watched = cancel.watch(&agent).ok_or(WireError::Cancelled)?;
        let limits = Limits { connect: self.connect, idle: self.idle, total };
        let mut request = Request::builder().method(out.method.name()).uri(&out.url);
        for (name, value) in &out.headers {
            request = request.header(name, value);
        }
        let broken = |cause: String| WireError::Broken { cause, sent: false };
        let response = if out.method == Method::Get {
            let request = request.body(()).map_err(|error| broken(error.to_string()))?;
            let request = agent.configure_request(request).timeout_global(Some(total)).build();
            agent.run(request)
        } else {
            let request = request.body(&out.body[..]).map_err(|error| broken(error.to_string()))?;
            let request = agent.configure_request(request).timeout_global(Some(total)).build();
            agent.run(request)
        };
        let response = response.map_err(|error| limits.explain(error, cancel))?;
        let (parts, body) = response.into_parts();
        let header = |name: &str| {
            let value = parts.headers.get(name)?;
            Some(value.to_str().ok()?.to_owned())
        };
        Ok(Incoming {
            status: parts.status.as_u16(),
            retry_after: header("retry-after"),
            retry_after_ms: header("retry-after-ms"),
            should_retry: header("x-should-retry"),
            error_type: header("x-amzn-errortype"),
            reader: Some(Box::new(body.into_with_config().limit(MAX_ANSWER).reader())),
            keep: true,
            ended: false,
            wire: self,
            agent,
            watched: Some(watched),
            cancel: cancel.clone(),
            limits,
        })
    }

    fn agent(&self) -> Agent {
        let mut config = Agent::config_builder()
            .timeout_connect(Some(self.connect))
            .timeout_resolve(Some(self.connect))
            .timeout_per_read(Some(self.idle))
            .timeout_per_write(Some(self.idle))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("epitome/", env!("CARGO_PKG_VERSION")))
            // Services close idle connections, some after 5 s.
            .max_idle_age(Duration::from_secs(4))
            .max_idle_connections(1)
            .max_idle_connections_per_host(1);
        if self.no_proxy {
            config = config.proxy(None);
        }
        config.build().into()
    }
}

#[derive(Clone, Copy, Debug)]
struct Limits {
    connect: Duration,
    idle: Duration,
    total: Duration,
}

impl Limits {
    fn explain(&self, error: ureq::Error, cancel: &CancelToken) -> WireError {
        if cancel.is_cancelled() {
            return WireError::Cancelled;
        }
        let slow = |stage, limit: Duration, sent| WireError::TooSlow {
            stage,
            seconds: limit.as_secs_f64().ceil() as u64,
            sent,
        };
        match error {
            ureq::Error::Timeout(Timeout::Connect | Timeout::Resolve) => {
                slow(Stage::Connect, self.connect, false)
            }
            ureq::Error::Timeout(Timeout::PerRead | Timeout::PerWrite) => {
                slow(Stage::Idle, self.idle, true)
            }
            ureq::Error::Timeout(_) => slow(Stage::Total, self.total, true),
            ureq::Error::BodyExceedsLimit(_) => WireError::TooLong,
            error => {
                let refused = std::io::ErrorKind::ConnectionRefused;
                let sent = match &error {
                    ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => false,
                    ureq::Error::Io(io) => io.kind() != refused,
                    _ => true,
                };
                WireError::Broken { cause: error.to_string(), sent }
            }
        }
    }
}

/// An answer that is coming in.
pub(crate) struct Incoming<'a> {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<String>,
    pub(crate) retry_after_ms: Option<String>,
    pub(crate) should_retry: Option<String>,
    pub(crate) error_type: Option<String>,
    /// Whether the connection is worth keeping.
    pub(crate) keep: bool,
    reader: Option<Box<dyn Read + Send>>,
    ended: bool,
    wire: &'a Wire,
    agent: Agent,
    watched: Option<Watched>,
    cancel: CancelToken,
    limits: Limits,
}

impl Incoming<'_> {
    /// More bytes; 0 at the end.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, WireError> {
        let Some(reader) = &mut self.reader else { return Ok(0) };
        match reader.read(buffer) {
            // A connection that was shut down may look like the end of an answer without a length.
            Ok(_) if self.cancel.is_cancelled() => Err(WireError::Cancelled),
            Ok(read) => {
                self.ended = read == 0;
                Ok(read)
            }
            Err(error) => Err(self.limits.explain(ureq::Error::from(error), &self.cancel)),
        }
    }

    /// All that is left.
    pub(crate) fn read_all(&mut self) -> Result<Vec<u8>, WireError> {
        let (mut all, mut buffer) = (Vec::new(), vec![0; 16 << 10]);
        loop {
            match self.read(&mut buffer)? {
                0 => return Ok(all),
                read => all.extend_from_slice(&buffer[..read]),
            }
        }
    }

    /// The beginning of what is left, as far as it comes: for refusals, whose status says enough.
    pub(crate) fn read_some(&mut self, most: usize) -> Vec<u8> {
        let (mut some, mut buffer) = (Vec::new(), vec![0; 4 << 10]);
        while some.len() < most {
            match self.read(&mut buffer) {
                Ok(0) | Err(_) => break,
                Ok(read) => some.extend_from_slice(&buffer[..read]),
            }
        }
        some
    }
}

impl Drop for Incoming<'_> {
    fn drop(&mut self) {
        // The reader gives its connection back to the agent, or closes it if it was not read to the end.
        drop(self.reader.take());
        drop(self.watched.take());
        if self.keep && self.ended && !self.cancel.is_cancelled() {
            let mut kept = self.wire.kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() < KEPT {
                kept.push(self.agent.clone());
            }
        }
    }
}
