//! The model file: what comes out of it, and what damaged bytes do.

use epitome_embed::{
    Damping, FormatError, Model, ModelParts, Scratch, Side, Workspace, build_model,
    build_vocabulary, embedded,
};
use proptest::prelude::*;

const DIMS: usize = 64;
const WORDS: [&str; 5] = ["read", "write", "file", "name", "the"];
const BUCKETS: usize = 8;

fn row(token: usize) -> Vec<i8> {
    (0..DIMS).map(|at| ((token * 31 + at * 17) % 255) as u8 as i8).collect()
}

fn model() -> Vec<u8> {
    model_with(Damping::Log2)
}

fn model_with(damping: Damping) -> Vec<u8> {
    let words: Vec<String> = WORDS.iter().map(|word| (*word).to_owned()).collect();
    let count = WORDS.len() + BUCKETS;
    let scales: Vec<f32> = (0..count).map(|token| 0.01 * (token + 1) as f32).collect();
    build_model(ModelParts {
        vocabulary: &build_vocabulary(&words, &[], BUCKETS as u32).unwrap(),
        dims: DIMS,
        damping,
        rows: &(0..count).flat_map(row).collect::<Vec<_>>(),
        query_scales: &scales,
        document_scales: &vec![1.0; count],
    })
    .unwrap()
}

fn embed(model: &Model<'_>, side: Side, text: &str) -> Vec<f32> {
    let mut out = vec![f32::NAN; model.dims()];
    model.embed(side, text.as_bytes(), &mut Workspace::default(), &mut out);
    out
}

fn length(vector: &[f32]) -> f32 {
    vector.iter().map(|value| value * value).sum::<f32>().sqrt()
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>() / (length(a) * length(b))
}

/// The vector is what the formula says, added up here in another way.
fn check(side: Side, text: &str, tokens: &[(usize, f32)]) {
    check_rule(Damping::Log2, side, text, tokens);
}

fn check_rule(rule: Damping, side: Side, text: &str, tokens: &[(usize, f32)]) {
    let bytes = model_with(rule);
    let model = Model::view(&bytes).unwrap();
    let mut expected = vec![0.0_f64; DIMS];
    for &(token, scale) in tokens {
        for (sum, value) in expected.iter_mut().zip(row(token)) {
            *sum += f64::from(scale) * f64::from(value);
        }
    }
    let expected: Vec<f32> = expected.iter().map(|value| *value as f32).collect();
    let vector = embed(&model, side, text);
    assert!((length(&vector) - 1.0).abs() < 1e-5, "{text:?} has length {}", length(&vector));
    assert!(cosine(&vector, &expected) > 0.999_999, "{text:?}");
}

#[test]
fn a_vector_is_the_sum_of_scaled_rows() {
    check(Side::Document, "read", &[(0, 1.0)]);
    check(Side::Document, "read the file", &[(0, 1.0), (4, 1.0), (2, 1.0)]);
    check(Side::Query, "read the file", &[(0, 0.01), (4, 0.05), (2, 0.03)]);
    check(Side::Document, "file file file name", &[(2, 2.0), (3, 1.0)]);
    check_rule(Damping::Raw, Side::Document, "file file file name", &[(2, 3.0), (3, 1.0)]);
    check_rule(Damping::One, Side::Document, "file file file name", &[(2, 1.0), (3, 1.0)]);
}

#[test]
fn no_token_no_direction() {
    let bytes = model();
    let model = Model::view(&bytes).unwrap();
    for text in ["", " ... ", "7"] {
        assert_eq!(embed(&model, Side::Query, text), [0.0; DIMS]);
    }
}

#[test]
fn one_by_one_and_all_at_once_are_the_same() {
    let model = embedded().unwrap();
    let texts = ["read the file", "", "readFile(path)", "文件 读取", "read the file"];
    let mut all = vec![0.0; texts.len() * model.dims()];
    model.embed_all(Side::Document, &texts, &mut all);
    for (text, vector) in texts.iter().zip(all.chunks(model.dims())) {
        assert_eq!(embed(&model, Side::Document, text), vector, "{text:?}");
    }
    assert_eq!(all[..model.dims()], all[4 * model.dims()..]);
}

#[test]
fn small_numbers_say_the_same() {
    let model = embedded().unwrap();
    let mut small = vec![0; model.dims()];
    for text in ["read the file and return its name", "x", "", "def parse(text): return 1"] {
        let step =
            model.embed_small(Side::Query, text.as_bytes(), &mut Workspace::default(), &mut small);
        let vector = embed(&model, Side::Query, text);
        for (small, exact) in small.iter().zip(&vector) {
            assert!((f32::from(*small) * step - exact).abs() <= step * 0.501, "{text:?}");
        }
    }
}

#[test]
fn the_embedded_model_is_whole() {
    let model = embedded().unwrap();
    model.verify().unwrap();
    assert_eq!(model.dims(), 256);
    assert!(model.size() <= 10_000_000, "the model has {} bytes", model.size());
    let sum = include_str!("../model/epitome.vec.blake3").trim();
    let bytes = include_bytes!("../model/epitome.vec");
    assert_eq!(blake3::hash(bytes).to_string(), sum, "model/epitome.vec is not the recorded one");
}

#[test]
fn another_model_has_another_fingerprint() {
    let (bytes, embedded) = (model(), embedded().unwrap());
    let fingerprint = Model::view(&bytes).unwrap().fingerprint();
    assert_ne!(fingerprint, embedded.fingerprint());
    assert!(fingerprint.starts_with("epitome-vec:1:64:"), "{fingerprint}");
}

#[test]
fn what_is_wrong_is_said() {
    let bytes = model();
    let refused = |bytes: &[u8]| Model::view(bytes).unwrap_err();
    assert_eq!(refused(b""), FormatError::Magic { expected: "model" });
    assert_eq!(refused(b"some other file"), FormatError::Magic { expected: "model" });
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(refused(&newer), FormatError::Version { found: 9, known: 1 });
    let cut = &bytes[..bytes.len() - 1];
    assert_eq!(refused(cut), FormatError::Section { name: "document scales", length: cut.len() });
    let mut flipped = bytes.clone();
    flipped[bytes.len() - 1] ^= 1;
    assert_eq!(Model::view(&flipped).unwrap().verify(), Err(FormatError::Sum));
    let mut narrow = bytes;
    narrow[12] = 32;
    assert_eq!(refused(&narrow), FormatError::Counts);
}

/// What a damaged model must still do: refuse, or give finite numbers.
fn use_all(bytes: &[u8], text: &str) {
    let Ok(model) = Model::view(bytes) else { return };
    let vector = embed(&model, Side::Query, text);
    assert!(vector.iter().all(|value| value.is_finite()));
    for id in 0..64 {
        model.tokenizer().vocabulary().token(id);
    }
    model.tokenizer().tokens(text.as_bytes(), &mut Scratch::default());
}

proptest! {
    #[test]
    fn flipped_bytes_never_panic(
        flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        in_header in any::<bool>(),
        text in "(read|write|file|name|the|unknown| |文){0,20}",
    ) {
        let mut bytes = model();
        // Half of the cases hit header and vocabulary, where the damage is worst.
        let reach = if in_header { 512 } else { bytes.len() };
        for (at, value) in flips {
            bytes[at.index(reach)] = value;
        }
        use_all(&bytes, &text);
    }

    #[test]
    fn cut_bytes_never_panic(keep in any::<prop::sample::Index>(), text in "\\PC{0,40}") {
        let bytes = model();
        use_all(&bytes[..keep.index(bytes.len())], &text);
    }

    #[test]
    fn any_bytes_never_panic(mut bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        use_all(&bytes, "read the file");
        // The same behind a header that looks right.
        let model = model();
        let known = model.len().min(88).min(bytes.len());
        bytes[..known].copy_from_slice(&model[..known]);
        use_all(&bytes, "read the file");
    }

    /// The order of words does not matter to a bag of words.
    #[test]
    fn the_same_words_the_same_direction(words in proptest::collection::vec("[a-z]{2,6}", 1..12)) {
        let model = embedded().unwrap();
        let forward = embed(&model, Side::Document, &words.join(" "));
        let mut reversed = words;
        reversed.reverse();
        let backward = embed(&model, Side::Document, &reversed.join(" "));
        prop_assert_eq!(&backward, &embed(&model, Side::Document, &reversed.join(" ")));
        if length(&forward) > 0.0 {
            prop_assert!(cosine(&forward, &backward) > 0.999_99);
        }
    }
}
