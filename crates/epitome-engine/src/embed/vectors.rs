//! Vectors of one length, one after the other.

/// What an embedder gives: one vector a text, in the order of the texts, each of length one, or all
/// zeros where the text says nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Vectors {
    dims: usize,
    numbers: Vec<f32>,
}

impl Vectors {
    /// Vectors of `dims` numbers; `numbers` holds a whole number of them.
    pub(super) fn new(dims: usize, numbers: Vec<f32>) -> Vectors {
        Vectors { dims, numbers }
    }

    /// How many numbers each has.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.numbers.len().checked_div(self.dims).unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = &[f32]> {
        self.numbers.chunks_exact(self.dims.max(1))
    }

    /// All numbers in a row.
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }
}

/// Brings a vector to length one; what has no length becomes all zeros.
pub(super) fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length.is_normal() {
        vector.iter_mut().for_each(|value| *value /= length);
    } else {
        vector.fill(0.0);
    }
}
