//! The ways to embed, as one closed choice.

use epitome_embed::{Model, Side, embedded};
use epitome_llm::{Embeddings, EmbeddingsOptions};

use super::error::EmbedError;
#[cfg(feature = "onnx")]
use super::onnx::OnnxEmbedder;
use super::vectors::{Vectors, normalise};

/// What an endpoint is asked first, to learn the length of its vectors.
const PROBE: &str = "text";

/// Who turns texts into vectors.
#[derive(Debug)]
pub enum Embedder {
    /// The model inside the program.
    Embedded(Model<'static>),
    /// A service that speaks OpenAI's `/v1/embeddings`.
    Endpoint(EndpointEmbedder),
    /// A sentence model in a folder, run by this program.
    #[cfg(feature = "onnx")]
    Onnx(Box<OnnxEmbedder>),
}

/// An endpoint that has answered once.
#[derive(Debug)]
pub struct EndpointEmbedder {
    client: Embeddings,
    dims: usize,
}

impl Embedder {
    /// The model inside the program.
    pub fn embedded() -> Result<Embedder, EmbedError> {
        Ok(Embedder::Embedded(embedded()?))
    }

    /// A service. It is asked for one vector, to know how long its vectors are, and that it works.
    pub fn endpoint(options: EmbeddingsOptions) -> Result<Embedder, EmbedError> {
        let client = Embeddings::new(options)?;
        let dims = client.embed(&[PROBE])?.first().map_or(0, Vec::len);
        Ok(Embedder::Endpoint(EndpointEmbedder { client, dims }))
    }

    /// A sentence model: a folder with `model.onnx` and `tokenizer.json`.
    #[cfg(feature = "onnx")]
    pub fn onnx(folder: &std::path::Path) -> Result<Embedder, EmbedError> {
        Ok(Embedder::Onnx(Box::new(OnnxEmbedder::open(folder)?)))
    }

    /// Names the model such that two with the same fingerprint give the same vectors, as far as
    /// that can be known: what an endpoint runs behind a name, only the endpoint knows.
    pub fn fingerprint(&self) -> String {
        match self {
            Embedder::Embedded(model) => model.fingerprint(),
            Embedder::Endpoint(EndpointEmbedder { client, dims }) => {
                format!("endpoint:{}:{dims}:{}", client.base_url(), client.model())
            }
            #[cfg(feature = "onnx")]
            Embedder::Onnx(model) => model.fingerprint(),
        }
    }

    /// How many numbers a vector has.
    pub fn dims(&self) -> usize {
        match self {
            Embedder::Embedded(model) => model.dims(),
            Embedder::Endpoint(endpoint) => endpoint.dims,
            #[cfg(feature = "onnx")]
            Embedder::Onnx(model) => model.dims(),
        }
    }

    /// Vectors of what is asked.
    pub fn embed_queries(&self, texts: &[&str]) -> Result<Vectors, EmbedError> {
        self.embed(Side::Query, texts)
    }

    /// Vectors of what is to be found.
    pub fn embed_documents(&self, texts: &[&str]) -> Result<Vectors, EmbedError> {
        self.embed(Side::Document, texts)
    }

    /// Vectors for one side of a search; only the embedded model tells the sides apart.
    pub fn embed(&self, side: Side, texts: &[&str]) -> Result<Vectors, EmbedError> {
        let mut numbers = Vec::new();
        match self {
            Embedder::Embedded(model) => {
                numbers.resize(texts.len() * model.dims(), 0.0);
                model.embed_all(side, texts, &mut numbers);
            }
            Embedder::Endpoint(endpoint) => {
                for mut vector in endpoint.client.embed(texts)? {
                    if vector.len() != endpoint.dims {
                        return Err(EmbedError::Dims {
                            url: endpoint.client.base_url().to_owned(),
                            found: vector.len(),
                            expected: endpoint.dims,
                        });
                    }
                    normalise(&mut vector);
                    numbers.append(&mut vector);
                }
            }
            #[cfg(feature = "onnx")]
            Embedder::Onnx(model) => {
                for text in texts {
                    numbers.append(&mut model.embed(text)?);
                }
            }
        }
        Ok(Vectors::new(self.dims(), numbers))
    }
}
