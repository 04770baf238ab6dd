//! The terms of one document with their counts, in two allocations instead of one for each term.

use super::parameters::PER_COUNT;

const MOST_BYTES: usize = 1 << 30;

/// The terms of a document. Any thread can fill one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bag {
    text: String,
    /// Where each term ends in `text`, and its count in sixty-fourths.
    entries: Vec<(u32, u16)>,
}

impl Bag {
    /// An empty bag.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a term. The same term may come again; its counts are summed. Counts are kept in
    /// sixty-fourths, rounded, at least one and at most 1,023; one that is not above zero is passed
    /// over, and so are terms beyond 1 GiB of text.
    pub fn push(&mut self, term: &str, count: f32) {
        self.push_in_field("", term, count);
    }

    /// Makes room for so many more terms of so many bytes together.
    pub fn reserve(&mut self, terms: usize, bytes: usize) {
        self.entries.reserve_exact(terms);
        self.text.reserve_exact(bytes);
    }

    /// Adds a term that has its field's name before it.
    pub fn push_in_field(&mut self, field: &str, term: &str, count: f32) {
        if count.is_nan() || count <= 0.0 {
            return;
        }
        // A cast of a float saturates.
        let parts = ((count * PER_COUNT).round() as u16).max(1);
        if self.text.len() + field.len() + term.len() <= MOST_BYTES {
            self.text.push_str(field);
            self.text.push_str(term);
            self.entries.push((self.text.len() as u32, parts));
        }
    }

    /// How many terms were added, repeated ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether none was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The terms with their counts in sixty-fourths, in the order they were added.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, u16)> {
        let mut start = 0;
        self.entries.iter().map(move |&(end, parts)| {
            let term = &self.text[start..end as usize];
            start = end as usize;
            (term, parts)
        })
    }
}
