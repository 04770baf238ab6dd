//! A client for any endpoint that speaks OpenAI's `/v1/embeddings`.
//!
//! Synchronous, one connection, no runtime: embedding is one request after the other, and a caller
//! that wants more at once has threads. Redirects are not followed, so that a key goes only where it
//! was meant to go.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use ureq::Agent;

use crate::embeddings_error::EmbeddingsError;
use crate::secret::Secret;
use crate::wire::{Address, said};

/// No answer is longer than this: 256 vectors of 4,096 numbers, written out.
const MAX_ANSWER: u64 = 64 << 20;

/// Where and how to ask.
#[derive(Clone, Debug)]
pub struct EmbeddingsOptions {
    /// The address up to and with the version, such as `https://host/v1`.
    pub base_url: String,
    /// The model's name, as the service knows it.
    pub model: String,
    /// Sent as a bearer token.
    pub key: Option<Secret>,
    /// Texts in one request.
    pub batch: usize,
    /// How long one request may take.
    pub timeout: Duration,
}

impl EmbeddingsOptions {
    /// The usual values for a service and a model.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> EmbeddingsOptions {
        EmbeddingsOptions {
            base_url: base_url.into(),
            model: model.into(),
            key: None,
            batch: 64,
            timeout: Duration::from_secs(60),
        }
    }
}

/// A client of one endpoint and model.
#[derive(Clone, Debug)]
pub struct Embeddings {
    options: EmbeddingsOptions,
    url: String,
    agent: Agent,
}

/// The order of the fields is the order of the bytes sent.
#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: &'a [&'a str],
    encoding_format: &'static str,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    index: usize,
    embedding: Vec<f32>,
}

impl Embeddings {
    /// Prepares requests; nothing is sent yet.
    pub fn new(options: EmbeddingsOptions) -> Result<Embeddings, EmbeddingsError> {
        let address =
            Address::parse(&options.base_url).map_err(|url| EmbeddingsError::Address { url })?;
        let url = format!("{}/embeddings", address.url);
        let mut config = Agent::config_builder()
            .timeout_global(Some(options.timeout))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false);
        if address.is_local {
            config = config.proxy(None);
        }
        Ok(Embeddings { agent: config.build().into(), url, options })
    }

    /// Where requests go.
    pub fn base_url(&self) -> &str {
        &self.options.base_url
    }

    /// The model's name.
    pub fn model(&self) -> &str {
        &self.options.model
    }

    /// One vector a text, as the service gives them, in the order of the texts.
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbeddingsError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(self.options.batch.max(1)) {
            vectors.extend(self.request(batch)?);
        }
        Ok(vectors)
    }

    fn request(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbeddingsError> {
        let request =
            Request { model: &self.options.model, input: texts, encoding_format: "float" };
        let body = serde_json::to_vec(&request).map_err(|error| self.answer(error))?;
        let mut post = self.agent.post(&self.url).content_type("application/json");
        if let Some(key) = &self.options.key {
            post = post.header("authorization", format!("Bearer {}", key.reveal()));
        }
        let mut response = post.send(&body[..]).map_err(|error| self.broken(error))?;
        let status = response.status().as_u16();
        let body = response.body_mut().with_config().limit(MAX_ANSWER).read_to_vec();
        let body = body.map_err(|error| self.broken(error))?;
        if status != 200 {
            let keys: Vec<&Secret> = self.options.key.iter().collect();
            let said = said(&body, &keys);
            return Err(EmbeddingsError::Refused { url: self.url.clone(), status, said });
        }
        let answer: Answer = serde_json::from_slice(&body).map_err(|error| self.answer(error))?;
        self.in_order(answer.data, texts.len())
    }

    /// The service may answer in any order, but for each text once.
    fn in_order(&self, items: Vec<Item>, count: usize) -> Result<Vec<Vec<f32>>, EmbeddingsError> {
        if items.len() != count {
            return Err(self.answer(format!("{} vectors for {count} texts", items.len())));
        }
        let mut vectors = vec![Vec::new(); count];
        for item in items {
            match vectors.get_mut(item.index) {
                Some(place) if place.is_empty() && !item.embedding.is_empty() => {
                    *place = item.embedding;
                }
                _ => return Err(self.answer(format!("no proper vector number {}", item.index))),
            }
        }
        Ok(vectors)
    }

    fn answer(&self, cause: impl ToString) -> EmbeddingsError {
        EmbeddingsError::Answer { url: self.url.clone(), cause: cause.to_string() }
    }

    fn broken(&self, error: ureq::Error) -> EmbeddingsError {
        let url = self.url.clone();
        match error {
            ureq::Error::Timeout(_) => {
                EmbeddingsError::TooSlow { url, seconds: self.options.timeout.as_secs() }
            }
            ureq::Error::BodyExceedsLimit(limit) => {
                EmbeddingsError::Answer { url, cause: format!("more than {limit} bytes") }
            }
            error => EmbeddingsError::Unreachable { url, cause: error.to_string() },
        }
    }
}
