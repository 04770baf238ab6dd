//! How a document's score for a term is computed.

/// The parameters of BM25.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bm25 {
    /// How soon more of the same term stops counting.
    pub k1: f32,
    /// How much a long document is held against it, from 0 to 1.
    pub b: f32,
}

impl Default for Bm25 {
    fn default() -> Self {
        Self { k1: 1.2, b: 0.75 }
    }
}

/// What a count is divided by, so that a small share can be told from none.
pub(super) const PER_COUNT: f32 = 64.0;

impl Bm25 {
    /// What is added to the count below the line, for a document of this length.
    pub(super) fn norm(self, length: f32, average: f32) -> f32 {
        let relative = if average > 0.0 { length / average } else { 1.0 };
        self.k1 * (1.0 - self.b + self.b * relative)
    }

    /// What the term weighs by how few documents have it, times what does not depend on the document.
    pub(super) fn weight(self, documents: usize, with_term: usize) -> f32 {
        idf(documents, with_term) * (self.k1 + 1.0)
    }
}

/// `ln(1 + (N - df + 0.5) / (df + 0.5))`: rarer is more, and never less than nothing.
pub(super) fn idf(documents: usize, with_term: usize) -> f32 {
    let (all, with) = (documents as f64, with_term as f64);
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln() as f32
}

/// The score of one posting, by the count in sixty-fourths.
#[inline]
pub(super) fn score(weight: f32, parts: u16, norm: f32) -> f32 {
    let count = f32::from(parts) / PER_COUNT;
    weight * count / (count + norm)
}
