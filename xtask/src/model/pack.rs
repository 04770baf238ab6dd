//! Vocabulary and weights to the file that goes into the program.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use epitome_embed::{Damping, Kind, Model, ModelParts, Vocabulary, build_model, build_vocabulary};

use super::npz;
use super::tokens::beside;

/// What training writes, or something in its place.
struct Weights {
    dims: usize,
    rows: Vec<i8>,
    query_scales: Vec<f32>,
    document_scales: Vec<f32>,
}

/// Packs weights, or random rows where there are none yet.
pub(super) fn run(
    vocab: &Path,
    weights: Option<&Path>,
    damping: Damping,
    out: &Path,
) -> anyhow::Result<()> {
    let vocabulary = fs::read(vocab).with_context(|| format!("reading {}", vocab.display()))?;
    let vocabulary = Vocabulary::view(&vocabulary).with_context(|| vocab.display().to_string())?;
    let count = vocabulary.len();
    let vocabulary = laid_out_anew(&vocabulary)?;
    let weights = match weights {
        None => untrained(count),
        Some(path) => {
            let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
            trained(&bytes).with_context(|| path.display().to_string())?
        }
    };
    ensure!(
        weights.rows.len() == count * weights.dims,
        "the vocabulary has {count} tokens, the weights have {} rows: both must be of one training",
        weights.rows.len() / weights.dims.max(1)
    );
    let bytes = build_model(ModelParts {
        vocabulary: &vocabulary,
        dims: weights.dims,
        damping,
        rows: &weights.rows,
        query_scales: &weights.query_scales,
        document_scales: &weights.document_scales,
    })?;
    fs::write(out, &bytes).with_context(|| format!("writing {}", out.display()))?;
    let sum = blake3::hash(&bytes);
    fs::write(beside(out, "blake3"), format!("{sum}\n"))?;
    let fingerprint = Model::view(&bytes)?.fingerprint();
    println!("{count} rows, {} bytes, {fingerprint}, BLAKE3 {sum}", bytes.len());
    Ok(())
}

/// The same tokens under the same numbers, in the layout that this release writes.
fn laid_out_anew(vocabulary: &Vocabulary<'_>) -> anyhow::Result<Vec<u8>> {
    let mut lists = [Vec::new(), Vec::new()];
    for id in 0..u16::try_from(vocabulary.len())? {
        if let Some((kind, text)) = vocabulary.token(id) {
            lists[usize::from(kind == Kind::Piece)].push(str::from_utf8(text)?.to_owned());
        }
    }
    let [words, pieces] = lists;
    Ok(build_vocabulary(&words, &pieces, u32::try_from(vocabulary.buckets())?)?)
}

fn trained(archive: &[u8]) -> anyhow::Result<Weights> {
    let rows = npz::array(archive, "rows")?;
    let scales = |name| npz::array(archive, name)?.numbers("<f4", f32::from_le_bytes);
    Ok(Weights {
        dims: *rows.shape.get(1).context("`rows` has one dimension, not two")?,
        rows: rows.numbers("|i1", i8::from_le_bytes)?,
        query_scales: scales("query_scale")?,
        document_scales: scales("document_scale")?,
    })
}

/// Random rows: a text is near another one if they share tokens, and that is all.
fn untrained(count: usize) -> Weights {
    let dims = 256;
    let mut state: u64 = 1;
    let rows = std::iter::repeat_with(|| {
        // SplitMix64: short, and the same everywhere.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        if mixed >> 63 == 0 { 1 } else { -1 }
    });
    // Tokens are in the order of their frequency: the frequent ones say less.
    let scale = |id: usize| ((id + 10) as f32).ln();
    let scales: Vec<f32> = (0..count).map(scale).collect();
    Weights {
        dims,
        rows: rows.take(count * dims).collect(),
        query_scales: scales.clone(),
        document_scales: scales,
    }
}
