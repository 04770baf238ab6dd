//! Text to a vector: rows of its tokens, each times its scale, added up and brought to length one.
//!
//! The loop over tokens is inside the loop over blocks of dimensions, so that a block's sums stay in
//! registers; tokens come in groups whose rows fit the nearest cache, so that the second block finds
//! there what the first one fetched. Plain loops over arrays of known length: the compiler makes
//! vector instructions of them.

use crate::model::{BLOCK, Model};
use crate::tokenizer::Scratch;

/// Tokens whose rows are added up together: 16 KiB of rows at 256 dimensions.
const GROUP: usize = 64;

/// Which side of a search a text is on; the two have scales of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What is asked.
    Query,
    /// What is found.
    Document,
}

/// Memory that is used again from one text to the next.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    tokens: Scratch,
    /// Where the row of each token begins, and its scale.
    weighted: Vec<(usize, f32)>,
    /// A vector before it is rounded.
    vector: Vec<f32>,
}

impl Model<'_> {
    /// Fills `out` with the vector of a text; with zeros where it has no token.
    ///
    /// # Panics
    /// If `out` does not hold [`dims`](Model::dims) numbers.
    pub fn embed(&self, side: Side, text: &[u8], workspace: &mut Workspace, out: &mut [f32]) {
        assert_eq!(out.len(), self.dims, "a vector of this model has {} numbers", self.dims);
        let scales = match side {
            Side::Query => self.query_scales,
            Side::Document => self.document_scales,
        };
        workspace.weighted.clear();
        for &(token, times) in self.tokenizer.bag(text, &mut workspace.tokens) {
            let token = usize::from(token);
            if let Some(scale) = scales.get(token) {
                let weight = f32::from_le_bytes(*scale) * self.damping.weight(times);
                workspace.weighted.push((token * self.dims, weight));
            }
        }
        out.fill(0.0);
        let (blocks, _) = out.as_chunks_mut::<BLOCK>();
        for group in workspace.weighted.chunks(GROUP) {
            for (nth, block) in blocks.iter_mut().enumerate() {
                *block = self.add(*block, nth * BLOCK, group);
            }
        }
        normalise(out);
    }

    /// Adds the rows of some tokens to the sums of the dimensions from `offset` on.
    fn add(
        &self,
        mut sums: [f32; BLOCK],
        offset: usize,
        weighted: &[(usize, f32)],
    ) -> [f32; BLOCK] {
        for &(row, scale) in weighted {
            let values = self.rows.get(row + offset..).and_then(|rest| rest.first_chunk::<BLOCK>());
            let Some(values) = values else { continue };
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum += scale * f32::from(value as i8);
            }
        }
        sums
    }

    /// The vectors of many texts, one after the other.
    ///
    /// # Panics
    /// If `out` does not hold [`dims`](Model::dims) numbers for each text.
    pub fn embed_all<T: AsRef<[u8]>>(&self, side: Side, texts: &[T], out: &mut [f32]) {
        assert_eq!(out.len(), texts.len() * self.dims, "one vector a text");
        let mut workspace = Workspace::default();
        for (text, out) in texts.iter().zip(out.chunks_exact_mut(self.dims)) {
            self.embed(side, text.as_ref(), &mut workspace, out);
        }
    }

    /// The vector of a text as small whole numbers; returns what they are to be multiplied by.
    ///
    /// # Panics
    /// If `out` does not hold [`dims`](Model::dims) numbers.
    pub fn embed_small(
        &self,
        side: Side,
        text: &[u8],
        workspace: &mut Workspace,
        out: &mut [i8],
    ) -> f32 {
        let mut vector = std::mem::take(&mut workspace.vector);
        vector.resize(self.dims, 0.0);
        self.embed(side, text, workspace, &mut vector);
        let step = round(&vector, out);
        workspace.vector = vector;
        step
    }
}

/// Brings a vector to length one. What has no length, or none that a number can tell, becomes zero.
fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    let factor = if length.is_normal() { length.recip() } else { 0.0 };
    if factor == 0.0 {
        vector.fill(0.0);
    }
    for value in vector {
        *value *= factor;
    }
}

/// The nearest whole number, halves away from zero. Without the call that `round` is on processors of
/// before 2008, which a program for all of them makes.
#[must_use]
pub fn nearest(value: f32) -> i8 {
    (value + 0.5_f32.copysign(value)) as i8
}

/// Rounds to steps of which 127 make the largest number; returns the step.
fn round(vector: &[f32], out: &mut [i8]) -> f32 {
    assert_eq!(vector.len(), out.len(), "a vector of this model has {} numbers", vector.len());
    let largest = vector.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
    let step = largest / 127.0;
    let per_step = if step > 0.0 { step.recip() } else { 0.0 };
    for (out, value) in out.iter_mut().zip(vector) {
        *out = nearest(value * per_step);
    }
    step
}
