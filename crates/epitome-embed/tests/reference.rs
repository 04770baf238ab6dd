//! Rust and the training program give the same vectors: 1,000 texts, embedded by numpy from what
//! training wrote (`models/fixture.py`), even ones as queries, odd ones as documents.

use epitome_embed::{Side, Workspace, embedded};

const TEXTS: &str = include_str!("reference/texts.jsonl");
const VECTORS: &[u8] = include_bytes!("reference/vectors.npy");

/// The numbers of the array, which has one row of int16 a text.
fn reference() -> Vec<f32> {
    let header = 10 + usize::from(VECTORS[8]) + 256 * usize::from(VECTORS[9]);
    let line = String::from_utf8_lossy(&VECTORS[10..header]);
    assert!(line.contains("'<i2'") && line.contains("(1000, 256)"), "{line}");
    let (numbers, _) = VECTORS[header..].as_chunks::<2>();
    numbers.iter().map(|number| f32::from(i16::from_le_bytes(*number)) / 32767.0).collect()
}

#[test]
fn a_thousand_texts_have_the_vectors_of_training() {
    let model = embedded().unwrap();
    let (mut workspace, mut vector) = (Workspace::default(), vec![0.0; model.dims()]);
    let (reference, mut empty) = (reference(), 0);
    assert_eq!(TEXTS.lines().count(), 1000);
    for (number, (line, expected)) in TEXTS.lines().zip(reference.chunks(model.dims())).enumerate()
    {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = object["text"].as_str().unwrap();
        let side = if number % 2 == 0 { Side::Query } else { Side::Document };
        model.embed(side, text.as_bytes(), &mut workspace, &mut vector);
        let length = expected.iter().map(|value| value * value).sum::<f32>().sqrt();
        if length == 0.0 {
            assert!(vector.iter().all(|value| *value == 0.0), "{text:?} has no token in training");
            empty += 1;
            continue;
        }
        let cosine = vector.iter().zip(expected).map(|(a, b)| a * b).sum::<f32>() / length;
        assert!(cosine >= 0.9999, "{text:?}: cosine {cosine}");
    }
    assert!(empty < 20, "{empty} texts have no vector to compare");
}
