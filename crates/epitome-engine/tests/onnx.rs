//! A local sentence model, where one is at hand: `EPITOME_ONNX_MODEL` names its folder.

#![cfg(feature = "onnx")]

use std::path::Path;

use epitome_engine::embed::{EmbedError, Embedder};

#[test]
fn a_folder_without_a_model_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error = Embedder::onnx(folder.path()).unwrap_err();
    assert!(matches!(&error, EmbedError::Onnx { path, .. } if path.ends_with("model.onnx")));
    assert!(error.to_string().contains("tokenizer.json"), "{error}");
    std::fs::write(folder.path().join("model.onnx"), "no model").unwrap();
    std::fs::write(folder.path().join("tokenizer.json"), "{}").unwrap();
    let error = Embedder::onnx(folder.path()).unwrap_err().to_string();
    assert!(error.contains("tokenizer.json: "), "{error}");
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test should say so")]
fn meaning_beyond_words() {
    let Some(folder) = std::env::var_os("EPITOME_ONNX_MODEL") else {
        return eprintln!("skipped: EPITOME_ONNX_MODEL names no folder with a sentence model");
    };
    let embedder = Embedder::onnx(Path::new(&folder)).unwrap();
    let texts = ["delete a file", "remove a document from disk", "the weather in spring"];
    let vectors = embedder.embed_documents(&texts).unwrap();
    assert_eq!((vectors.len(), vectors.dims()), (3, embedder.dims()));
    let vectors: Vec<&[f32]> = vectors.iter().collect();
    let cosine =
        |a: usize, b: usize| -> f32 { vectors[a].iter().zip(vectors[b]).map(|(a, b)| a * b).sum() };
    assert!((cosine(0, 0) - 1.0).abs() < 1e-4);
    assert!(cosine(0, 1) > cosine(0, 2) + 0.2, "{} {}", cosine(0, 1), cosine(0, 2));
    assert!(embedder.fingerprint().starts_with("onnx:mean:"));
}
