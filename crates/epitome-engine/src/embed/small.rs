//! Vectors as small whole numbers, a quarter of the memory: an index keeps them so anyway.

use std::cell::RefCell;

use epitome_embed::{Side, Workspace, nearest};

use super::embedder::Embedder;
use super::error::EmbedError;

/// A vector in steps of which 127 make its largest number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SmallVector {
    numbers: Box<[i8]>,
    step: f32,
}

impl SmallVector {
    /// Rounds a vector.
    #[must_use]
    pub fn of(vector: &[f32]) -> Self {
        let largest = vector.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        let step = largest / 127.0;
        let per_step = if step > 0.0 { step.recip() } else { 0.0 };
        let numbers = vector.iter().map(|value| nearest(value * per_step)).collect();
        Self { numbers, step }
    }

    /// Writes the vector into `out`, as numbers again.
    pub fn expand(&self, out: &mut Vec<f32>) {
        out.clear();
        out.extend(self.numbers.iter().map(|&number| f32::from(number) * self.step));
    }
}

thread_local! {
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

impl Embedder {
    /// Vectors of what is to be found, rounded.
    pub fn embed_small(&self, texts: &[&str]) -> Result<Vec<SmallVector>, EmbedError> {
        let Embedder::Embedded(model) = self else {
            return Ok(self.embed_documents(texts)?.iter().map(SmallVector::of).collect());
        };
        let mut numbers = vec![0; model.dims()];
        Ok(WORKSPACE.with_borrow_mut(|workspace| {
            let small = |text: &&str| {
                let step =
                    model.embed_small(Side::Document, text.as_bytes(), workspace, &mut numbers);
                SmallVector { numbers: numbers.as_slice().into(), step }
            };
            texts.iter().map(small).collect()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_twice_changes_nothing() {
        let first = SmallVector::of(&[0.5, -0.25, 0.1, 0.0]);
        let mut numbers = Vec::new();
        first.expand(&mut numbers);
        assert_eq!(SmallVector::of(&numbers).numbers, first.numbers);
        let nothing = SmallVector::of(&[0.0; 4]);
        nothing.expand(&mut numbers);
        assert_eq!(numbers, [0.0; 4]);
    }

    #[test]
    fn the_same_as_rounding_what_is_embedded() {
        let embedder = Embedder::embedded().unwrap();
        let texts = ["read a file", "", "HTTP session with retries"];
        let plain: Vec<SmallVector> =
            embedder.embed_documents(&texts).unwrap().iter().map(SmallVector::of).collect();
        assert_eq!(embedder.embed_small(&texts).unwrap(), plain);
    }
}
