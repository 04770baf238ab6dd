//! The file of a model, used as it lies: vocabulary, rows, and two scales for each row.
//!
//! Layout, all numbers little-endian, sections at multiples of 64:
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | `EPITOVEC` |
//! | 8..24 | format version, dimensions, rows, rule for repeats (4 bytes each) |
//! | 24..56 | BLAKE3 of everything but these 32 bytes |
//! | 56..88 | start and length of vocabulary, rows (int8), query scales, document scales (float32) |
//!
//! [`Model::view`] looks at the header only, so that a program starts at once; [`Model::verify`]
//! reads everything. Bytes that are damaged in spite of a sound header give other vectors, never a
//! panic: every access is checked.

use crate::bytes::{Section, append, put_u32, u32_at};
use crate::damping::Damping;
use crate::error::FormatError;
use crate::tokenizer::Tokenizer;
use crate::vocabulary::Vocabulary;

const MAGIC: &[u8; 8] = b"EPITOVEC";
const VERSION: u32 = 1;
const HEADER: usize = 128;
const SUM: std::ops::Range<usize> = 24..56;
/// Dimensions come in blocks that the processor adds up together.
pub(crate) const BLOCK: usize = 32;
/// More dimensions than any model of this kind has use for.
const MAX_DIMS: usize = 4096;

/// A view of a model's bytes.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    pub(crate) tokenizer: Tokenizer<'a>,
    pub(crate) dims: usize,
    pub(crate) damping: Damping,
    pub(crate) rows: &'a [u8],
    pub(crate) query_scales: &'a [[u8; 4]],
    pub(crate) document_scales: &'a [[u8; 4]],
    sum: [u8; 32],
    bytes: &'a [u8],
}

impl<'a> Model<'a> {
    /// Looks at the header of `bytes`.
    pub fn view(bytes: &'a [u8]) -> Result<Model<'a>, FormatError> {
        if bytes.get(..8) != Some(MAGIC) {
            return Err(FormatError::Magic { expected: "model" });
        }
        let version = u32_at(bytes, 8)?;
        if version != VERSION {
            return Err(FormatError::Version { found: version, known: VERSION });
        }
        let (dims, count) = (u32_at(bytes, 12)? as usize, u32_at(bytes, 16)? as usize);
        let damping = Damping::from_code(u32_at(bytes, 20)?)?;
        let sum = bytes.get(SUM).and_then(|sum| sum.try_into().ok());
        let sum = sum.ok_or(FormatError::Section { name: "header", length: bytes.len() })?;
        let section = |at, name| Section::at(bytes, at)?.of(bytes, name);
        let vocabulary = Vocabulary::view(section(56, "vocabulary")?)?;
        let rows = section(64, "rows")?;
        let query_scales = section(72, "query scales")?.as_chunks().0;
        let document_scales = section(80, "document scales")?.as_chunks().0;
        let fits = (1..=MAX_DIMS).contains(&dims)
            && dims.is_multiple_of(BLOCK)
            && count == vocabulary.len()
            && rows.len() == count * dims
            && query_scales.len() == count
            && document_scales.len() == count;
        if !fits {
            return Err(FormatError::Counts);
        }
        let tokenizer = Tokenizer::new(vocabulary);
        Ok(Model { tokenizer, dims, damping, rows, query_scales, document_scales, sum, bytes })
    }

    /// Reads everything once and compares it with the sum in the header.
    pub fn verify(&self) -> Result<(), FormatError> {
        if sum_of(self.bytes) == self.sum { Ok(()) } else { Err(FormatError::Sum) }
    }

    /// How many numbers a vector has.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// How much tokens count that come again.
    pub fn damping(&self) -> Damping {
        self.damping
    }

    /// The tokenizer, with its vocabulary.
    pub fn tokenizer(&self) -> Tokenizer<'a> {
        self.tokenizer
    }

    /// How many bytes the model has.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// What an index records, so that vectors of different models are never compared. It is the
    /// sum in the header: another model, another fingerprint.
    pub fn fingerprint(&self) -> String {
        let sum: String = self.sum[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("epitome-vec:{VERSION}:{}:{sum}", self.dims)
    }
}

/// What a model is made of.
#[derive(Clone, Copy, Debug)]
pub struct ModelParts<'a> {
    /// The bytes of a vocabulary.
    pub vocabulary: &'a [u8],
    /// Numbers in a row.
    pub dims: usize,
    /// How much tokens count that come again.
    pub damping: Damping,
    /// One row a token, one after the other.
    pub rows: &'a [i8],
    /// One scale a token, for queries.
    pub query_scales: &'a [f32],
    /// One scale a token, for documents.
    pub document_scales: &'a [f32],
}

/// Lays out a model that [`Model::view`] reads.
pub fn build_model(parts: ModelParts<'_>) -> Result<Vec<u8>, FormatError> {
    let count = Vocabulary::view(parts.vocabulary)?.len();
    let mut bytes = vec![0; HEADER];
    bytes[..8].copy_from_slice(MAGIC);
    put_u32(&mut bytes, 8, VERSION);
    put_u32(&mut bytes, 12, u32::try_from(parts.dims).map_err(|_| FormatError::Counts)?);
    put_u32(&mut bytes, 16, count as u32);
    put_u32(&mut bytes, 20, parts.damping.code());
    append(&mut bytes, 56, parts.vocabulary)?;
    append(&mut bytes, 64, &parts.rows.iter().map(|value| *value as u8).collect::<Vec<_>>())?;
    append(&mut bytes, 72, &scales(parts.query_scales))?;
    append(&mut bytes, 80, &scales(parts.document_scales))?;
    let sum = sum_of(&bytes);
    bytes[SUM].copy_from_slice(&sum);
    Model::view(&bytes)?;
    Ok(bytes)
}

fn scales(scales: &[f32]) -> Vec<u8> {
    scales.iter().flat_map(|scale| scale.to_le_bytes()).collect()
}

/// The sum of all bytes but the sum's own.
fn sum_of(bytes: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&bytes[..SUM.start.min(bytes.len())]);
    hasher.update(bytes.get(SUM.end..).unwrap_or_default());
    hasher.finalize().into()
}
