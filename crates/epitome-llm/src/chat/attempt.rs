//! One try: a request is made, signed and sent, and its answer is read and judged.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::error::{ChatErrorKind, SetupError};
use super::failure::Failure;
use super::request::ChatRequest;
use super::response::{Delta, Health, Usage};
use super::settings::BackendSettings;
use crate::aws::{self, CredentialChain, Credentials, CredentialsError, Signing};
use crate::cancel::CancelToken;
use crate::chat::{StopReason, ToolUse};
use crate::clock::Clock;
use crate::money::Prices;
use crate::protocol::{Answer, Ask, Fault, Piece, Protocol, Turned, Vendor, made_up_id};
use crate::secret::Secret;
use crate::wire::{Address, Incoming, Method, Outgoing, Wire, WireError};

/// Where requests go, and how they prove whose they are.
#[derive(Debug)]
pub(super) struct Endpoint {
    pub(super) vendor: Vendor,
    pub(super) url: String,
    pub(super) key: Option<Secret>,
    pub(super) signer: Option<Signer>,
    window: Option<u32>,
    prices: Prices,
    pub(super) clock: Clock,
    wire: Wire,
    warnings: Vec<String>,
    sent: AtomicU64,
}

#[derive(Debug)]
pub(super) struct Signer {
    pub(super) chain: CredentialChain,
    region: String,
}

impl Endpoint {
    pub(super) fn new(settings: &BackendSettings) -> Result<Endpoint, SetupError> {
        let vendor = settings.vendor;
        let mut key = settings.key.clone().filter(|key| !key.is_empty());
        let (mut signer, mut warnings) = (None, Vec::new());
        let mut base = settings.base_url.clone().unwrap_or_else(|| vendor.base_url.to_owned());
        if vendor.protocol == Protocol::Bedrock {
            let variable = vendor.key_variable.and_then(|name| settings.aws.get(name));
            key = key.or_else(|| variable.map(Secret::new));
            let region = match &settings.region {
                Some(region) => region.clone(),
                None => aws::region(&settings.aws).map_err(setup)?.ok_or_else(no_region)?,
            };
            base = base.replace("{region}", &region);
            if key.is_none() {
                let chain = CredentialChain::new(settings.aws.clone(), settings.clock.clone());
                chain.get(&CancelToken::new()).map_err(setup)?;
                signer = Some(Signer { chain, region });
            }
        } else if key.is_none()
            && let Some(variable) = vendor.key_variable
        {
            warnings.push(format!(
                "no key for {}: set {variable}, or every call will be refused",
                vendor.name
            ));
        }
        if key.as_ref().is_some_and(|key| !key.is_sendable()) {
            let cause =
                "the key holds characters that no request can carry: copy it again".to_owned();
            return Err(SetupError::Configuration { cause });
        }
        let address = Address::parse(&base).map_err(|url| SetupError::Address { url })?;
        Ok(Endpoint {
            vendor,
            url: address.url,
            key,
            signer,
            window: settings.context_window,
            prices: settings.prices.clone(),
            clock: settings.clock.clone(),
            wire: Wire::new(settings.connect_timeout, settings.idle_timeout, address.is_local),
            warnings,
            sent: AtomicU64::new(0),
        })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    pub(super) fn requests_sent(&self) -> u64 {
        self.sent.load(Ordering::SeqCst)
    }

    pub(super) fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Whether the service can be reached, and which models it lists.
    pub(super) fn health(&self, limit: Duration, cancel: &CancelToken) -> Result<Health, Failure> {
        let Some(path) = self.vendor.protocol.models_path() else {
            // Credentials that hold are all that can be asked for without paying.
            self.credentials(cancel)?;
            return Ok(Health { url: self.url.clone(), models: Vec::new() });
        };
        let out = Outgoing {
            method: Method::Get,
            url: format!("{}{path}", self.url),
            headers: self.vendor.protocol.headers(self.key.as_ref()),
            body: Vec::new(),
        };
        let incoming = self.wire.send(&out, limit, cancel);
        let mut incoming = incoming.map_err(|error| self.wire_failure(error, Usage::default()))?;
        if incoming.status != 200 {
            return Err(self.refusal(&mut incoming, &[]));
        }
        let body =
            incoming.read_all().map_err(|error| self.wire_failure(error, Usage::default()))?;
        let models = self.vendor.protocol.models(&body);
        let models = models.map_err(|fault| self.fault(fault, Usage::default()))?;
        Ok(Health { url: out.url, models })
    }

    /// Sends a request and reads its answer.
    pub(super) fn attempt(
        &self,
        request: &ChatRequest,
        stream: bool,
        limit: Duration,
        show: &mut dyn FnMut(Delta<'_>),
    ) -> Result<Answer, Failure> {
        let protocol = self.vendor.protocol;
        let temperature = request.temperature;
        let temperature = temperature.filter(|_| self.prices.takes_temperature(&request.model));
        let ask = Ask { request, vendor: &self.vendor, temperature, window: self.window };
        let body = protocol.body(&ask, stream).map_err(|error| {
            let url = self.url.clone();
            let cause = format!("the request cannot be written: {error}");
            Failure::final_(ChatErrorKind::Shape { url, protocol: protocol.name(), cause })
        })?;
        let url = format!("{}{}", self.url, protocol.path(&request.model, stream));
        let mut headers = protocol.headers(self.key.as_ref());
        let credentials = self.credentials(&request.cancel)?;
        if let (Some(credentials), Some(signer)) = (&credentials, &self.signer) {
            let (region, time) = (signer.region.as_str(), self.clock.now());
            let signing = Signing { credentials, region, service: "bedrock", time };
            headers.extend(aws::sign(&signing, "POST", &url, &headers, &body));
        }
        let out = Outgoing { method: Method::Post, url, headers, body };
        self.sent.fetch_add(1, Ordering::SeqCst);
        let incoming = self.wire.send(&out, limit, &request.cancel);
        let mut incoming = incoming.map_err(|error| self.wire_failure(error, Usage::default()))?;
        if incoming.status != 200 {
            let secrets: Vec<&Secret> = credentials
                .iter()
                .flat_map(|found| [Some(&found.secret_key), found.session_token.as_ref()])
                .flatten()
                .collect();
            return Err(self.refusal(&mut incoming, &secrets));
        }
        let turned = protocol.turned(&self.vendor, &request.output);
        let mut emit = |piece: Piece<'_>| match (turned, piece) {
            (Turned::AsIs | Turned::ToolIsText, Piece::Text(text))
            | (Turned::ToolIsText, Piece::Tool(text)) => {
                show(Delta::Text(text));
            }
            (Turned::TextIsTool, Piece::Text(text)) | (_, Piece::Tool(text)) => {
                show(Delta::Tool(text));
            }
        };
        let answer = if stream {
            self.read_stream(&mut incoming, &mut emit)?
        } else {
            let body = incoming.read_all();
            let body = body.map_err(|error| self.wire_failure(error, Usage::default()))?;
            let answer = protocol.whole(&body);
            answer.map_err(|fault| self.fault(fault, Usage::default()))?
        };
        if !answer.ended {
            let cause = format!("it ended without {}", protocol.last_event());
            return Err(self.fault(Fault::Broken(cause), answer.usage));
        }
        Ok(turn(answer, turned, request))
    }

    fn read_stream(
        &self,
        incoming: &mut Incoming<'_>,
        emit: &mut dyn FnMut(Piece<'_>),
    ) -> Result<Answer, Failure> {
        // llama.cpp's server ends the connection after a stream without saying so; the next request would
        // meet a closed door. On one's own machine a new connection costs nothing.
        incoming.keep = !self.vendor.own_machine;
        let (mut stream, mut answer) = (self.vendor.protocol.stream(), Answer::default());
        let mut buffer = vec![0; 16 << 10];
        loop {
            let read = incoming.read(&mut buffer);
            let step = match read {
                Ok(0) => {
                    let ended = stream.finish(&mut answer, emit);
                    ended.map_err(|fault| self.fault(fault, answer.usage))?;
                    return Ok(answer);
                }
                Ok(read) => stream.push(&buffer[..read], &mut answer, emit),
                // All that matters has come; how the connection ends does not.
                Err(WireError::Broken { .. }) if answer.ended => return Ok(answer),
                Err(error) => return Err(self.wire_failure(error, answer.usage)),
            };
            step.map_err(|fault| self.fault(fault, answer.usage))?;
        }
    }

    fn credentials(&self, cancel: &CancelToken) -> Result<Option<Credentials>, Failure> {
        let Some(signer) = &self.signer else { return Ok(None) };
        signer.chain.get(cancel).map(Some).map_err(|error| {
            let (CredentialsError::Missing(cause) | CredentialsError::Broken(cause)) = error;
            Failure::final_(ChatErrorKind::NoCredentials { cause })
        })
    }
}

/// Gives the answer the form that was asked for.
fn turn(mut answer: Answer, turned: Turned, request: &ChatRequest) -> Answer {
    match turned {
        Turned::AsIs => {}
        Turned::TextIsTool => {
            let super::request::Output::Tool { name, .. } = &request.output else { return answer };
            if !answer.text.trim().is_empty() && answer.stop != Some(StopReason::Refusal) {
                let input = std::mem::take(&mut answer.text);
                let id = made_up_id(name);
                answer.tool = Some(ToolUse { id, name: name.clone(), input });
                if answer.stop == Some(StopReason::End) {
                    answer.stop = Some(StopReason::ToolUse);
                }
            }
        }
        Turned::ToolIsText => {
            if let Some(tool) = answer.tool.take() {
                answer.text = tool.input;
                if answer.stop == Some(StopReason::ToolUse) {
                    answer.stop = Some(StopReason::End);
                }
            }
        }
    }
    answer
}

fn setup(error: CredentialsError) -> SetupError {
    match error {
        CredentialsError::Missing(cause) => SetupError::NoCredentials { cause },
        CredentialsError::Broken(cause) => SetupError::Configuration { cause },
    }
}

fn no_region() -> SetupError {
    let cause = "no AWS region: set AWS_REGION, or `region` in the profile".to_owned();
    SetupError::Configuration { cause }
}
