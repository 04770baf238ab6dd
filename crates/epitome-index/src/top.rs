//! The best of many scores.

use std::cmp::Ordering;

/// A row and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The row.
    pub row: u32,
    /// Its score.
    pub score: f32,
}

impl Hit {
    /// Better first: by score, and among equals by row, so that the order is always the same.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then(self.row.cmp(&other.row))
    }
}

/// The `count` best rows with a score above zero that `filter` lets pass, best first.
#[must_use]
pub fn top_k(scores: &[f32], count: usize, filter: impl Fn(u32) -> bool) -> Vec<Hit> {
    let mut best = Best::new(count);
    for (row, &score) in (0..).zip(scores) {
        if score > 0.0 && best.wants(score) && filter(row) {
            best.offer(Hit { row, score });
        }
    }
    best.finish()
}

/// Gathers the best of what it is offered. Offers come in any order; the outcome does not depend on it.
#[derive(Debug)]
pub(crate) struct Best {
    count: usize,
    hits: Vec<Hit>,
    /// Scores below this one cannot be among the best any more.
    floor: f32,
}

/// No caller needs a larger first page, and none may make us reserve more than there is.
const RESERVED: usize = 1 << 12;

impl Best {
    pub(crate) fn new(count: usize) -> Self {
        let hits = Vec::with_capacity(count.saturating_mul(2).min(RESERVED));
        Self { count, hits, floor: f32::NEG_INFINITY }
    }

    /// Whether a score could be among the best; cheap, to be asked before anything else.
    #[inline]
    pub(crate) fn wants(&self, score: f32) -> bool {
        score >= self.floor && self.count > 0
    }

    #[inline]
    pub(crate) fn offer(&mut self, hit: Hit) {
        if !self.wants(hit.score) {
            return;
        }
        self.hits.push(hit);
        // Sorting out at twice the number costs a constant for each offer.
        if self.hits.len() >= self.count.saturating_mul(2).max(16) {
            self.sort_out();
        }
    }

    fn sort_out(&mut self) {
        if self.hits.len() > self.count {
            self.hits.select_nth_unstable_by(self.count - 1, Hit::order);
            self.hits.truncate(self.count);
            self.floor = self.hits[self.count - 1].score;
        }
    }

    pub(crate) fn merge(mut self, other: Self) -> Self {
        for hit in other.hits {
            self.offer(hit);
        }
        self
    }

    pub(crate) fn finish(mut self) -> Vec<Hit> {
        self.hits.sort_unstable_by(Hit::order);
        self.hits.truncate(self.count);
        self.hits
    }
}
