//! A sentence model from a folder, run by this program: slower than the embedded model by far, and
//! better at what needs more than words.
//!
//! Behind the feature `onnx`. The folder holds `model.onnx`, of the BERT family, and the
//! `tokenizer.json` that belongs to it. Texts go one by one, so that nothing is padded; the vectors
//! of a text's tokens are averaged, as sentence models of this family want it.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use rten::{Model, NodeId, Value};
use tokenizers::{Tokenizer, TruncationParams};

use super::error::EmbedError;
use super::vectors::normalise;

/// Tokens read of a text, which is what small sentence models were trained with.
const MAX_TOKENS: usize = 256;

/// A loaded model and its tokenizer.
pub struct OnnxEmbedder {
    path: PathBuf,
    model: Model,
    tokenizer: Tokenizer,
    inputs: Vec<(Input, NodeId)>,
    sum: blake3::Hash,
    dims: usize,
}

/// What such models are given.
#[derive(Clone, Copy, Debug)]
enum Input {
    Ids,
    Mask,
    Types,
}

impl OnnxEmbedder {
    /// Loads a model and embeds one text, to know that it works.
    pub(super) fn open(folder: &Path) -> Result<OnnxEmbedder, EmbedError> {
        let (path, tokenizer_path) = (folder.join("model.onnx"), folder.join("tokenizer.json"));
        let refuse = |path: &Path, cause: String| EmbedError::Onnx { path: path.into(), cause };
        let read = |path: &Path| fs::read(path).map_err(|error| refuse(path, error.to_string()));
        let (bytes, tokenizer_bytes) = (read(&path)?, read(&tokenizer_path)?);
        let mut hasher = blake3::Hasher::new();
        hasher.update(&bytes).update(&tokenizer_bytes);
        let sum = hasher.finalize();
        let mut tokenizer = Tokenizer::from_bytes(tokenizer_bytes)
            .map_err(|error| refuse(&tokenizer_path, error.to_string()))?;
        tokenizer.with_padding(None);
        tokenizer
            .with_truncation(Some(TruncationParams {
                max_length: MAX_TOKENS,
                ..Default::default()
            }))
            .map_err(|error| refuse(&tokenizer_path, error.to_string()))?;
        let model = Model::load(bytes).map_err(|error| refuse(&path, error.to_string()))?;
        let inputs = inputs(&model).map_err(|cause| refuse(&path, cause))?;
        let mut embedder = OnnxEmbedder { path, model, tokenizer, inputs, sum, dims: 0 };
        embedder.dims = embedder.embed("text")?.len();
        Ok(embedder)
    }

    pub(super) fn fingerprint(&self) -> String {
        format!("onnx:mean:{}:{}", self.dims, &self.sum.to_hex()[..16])
    }

    pub(super) fn dims(&self) -> usize {
        self.dims
    }

    pub(super) fn embed(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        let refuse = |cause: String| EmbedError::Onnx { path: self.path.clone(), cause };
        let encoded =
            self.tokenizer.encode(text, true).map_err(|error| refuse(error.to_string()))?;
        let mut values = Vec::new();
        for (input, node) in &self.inputs {
            let numbers = match input {
                Input::Ids => encoded.get_ids(),
                Input::Mask => encoded.get_attention_mask(),
                Input::Types => encoded.get_type_ids(),
            };
            let numbers: Vec<i32> = numbers.iter().map(|number| *number as i32).collect();
            let value = Value::from_shape([1, numbers.len()].as_slice(), numbers);
            values.push((*node, value.map_err(|error| refuse(error.to_string()))?.into()));
        }
        let outputs: Vec<NodeId> = self.model.output_ids().iter().take(1).copied().collect();
        let mut results =
            self.model.run(values, &outputs, None).map_err(|error| refuse(error.to_string()))?;
        let result = results.pop().ok_or_else(|| refuse("it has no output".to_owned()))?;
        let mut vector = pooled(&result).map_err(refuse)?;
        normalise(&mut vector);
        Ok(vector)
    }
}

/// Which of the known inputs the model has; one that is unknown cannot be filled.
fn inputs(model: &Model) -> Result<Vec<(Input, NodeId)>, String> {
    let named = |id: &NodeId| model.node_info(*id).and_then(|info| info.name());
    let known = |id: &NodeId| match named(id) {
        Some("input_ids") => Ok((Input::Ids, *id)),
        Some("attention_mask") => Ok((Input::Mask, *id)),
        Some("token_type_ids") => Ok((Input::Types, *id)),
        other => Err(format!("it wants an input `{}`", other.unwrap_or("without a name"))),
    };
    model.input_ids().iter().map(known).collect()
}

/// One vector: the mean over the tokens, or what the model has pooled itself.
fn pooled(result: &Value) -> Result<Vec<f32>, String> {
    if let Ok(([1, _], numbers)) = result.as_view().to_owned().into_shape_vec::<f32, 2>() {
        return Ok(numbers);
    }
    let ([_, tokens, dims], numbers) = result
        .as_view()
        .to_owned()
        .into_shape_vec::<f32, 3>()
        .map_err(|error| format!("its output is neither a vector nor one a token: {error}"))?;
    let mut mean = vec![0.0; dims];
    for row in numbers.chunks_exact(dims.max(1)) {
        mean.iter_mut().zip(row).for_each(|(sum, value)| *sum += value / tokens as f32);
    }
    Ok(mean)
}

impl fmt::Debug for OnnxEmbedder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnnxEmbedder").field("path", &self.path).finish_non_exhaustive()
    }
}
