//! Asking an index of vectors.

use std::ops::Range;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::build::sketch_check;
use super::index::{DenseIndex, Sketches};
use super::row::{Query, sketch_words};
use super::{BLOCK, simd};
use crate::error::IndexError;
use crate::top::{Best, Hit};

/// Which rows may be answers.
type Filter<'f> = Option<&'f (dyn Fn(u32) -> bool + Sync)>;

/// One row in so many is a candidate after the sketches, but not less than `FEWEST`.
const ONE_IN: usize = 128;
const FEWEST: usize = 4096;
/// Rows beyond those asked for that are scored once more in full precision.
const SPARE: usize = 16;

impl DenseIndex {
    /// The cosine of the query and a row.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the row is not as written; [`IndexError::Misused`] if the query has
    /// another number of dimensions, or there is no such row.
    pub fn score(&self, query: &[f32], row: usize) -> Result<f32, IndexError> {
        let (numbers, scale, _) = self.checked_row(row)?;
        Ok(self.query(query)?.map_or(0.0, |query| query.cosine(numbers, scale)))
    }

    /// The cosines of the query and some rows.
    ///
    /// # Errors
    /// As [`DenseIndex::score`].
    pub fn scores_of(&self, query: &[f32], rows: &[u32]) -> Result<Vec<f32>, IndexError> {
        let Some(query) = self.query(query)? else { return Ok(vec![0.0; rows.len()]) };
        let score = |row: &u32| {
            let (numbers, scale, _) = self.checked_row(*row as usize)?;
            let mut product = [0];
            simd::products(&query.wide, numbers, &mut product);
            Ok(product[0] as f32 * scale * query.step)
        };
        rows.iter().map(score).collect()
    }

    /// The cosine of the query and every row, to about five digits.
    ///
    /// # Errors
    /// As [`DenseIndex::score`].
    pub fn scores_into(&self, query: &[f32], scores: &mut Vec<f32>) -> Result<(), IndexError> {
        scores.clear();
        scores.resize(self.len(), 0.0);
        let Some(query) = self.query(query)? else { return Ok(()) };
        scores.par_chunks_mut(BLOCK).enumerate().try_for_each(|(block, scores)| {
            let mut products = [0; BLOCK];
            let rows = self.block(block, &query, &mut products)?;
            for ((score, product), scale) in
                scores.iter_mut().zip(products).zip(&self.scales()[rows])
            {
                *score = product as f32 * scale * query.step;
            }
            Ok(())
        })
    }

    /// The `count` rows nearest to the query among those that `filter` lets pass, best first. Exact
    /// up to the size where that takes too long, nearly so above.
    ///
    /// # Errors
    /// As [`DenseIndex::score`].
    pub fn top(
        &self,
        query: &[f32],
        count: usize,
        filter: Filter<'_>,
    ) -> Result<Vec<Hit>, IndexError> {
        let candidates = (self.len() / ONE_IN).max(FEWEST).max(count.saturating_mul(4));
        self.top_of(query, count, candidates, filter)
    }

    /// As [`DenseIndex::top`], with so many candidates; for measurements.
    ///
    /// # Errors
    /// As [`DenseIndex::score`].
    #[doc(hidden)]
    pub fn top_of(
        &self,
        query: &[f32],
        count: usize,
        candidates: usize,
        filter: Filter<'_>,
    ) -> Result<Vec<Hit>, IndexError> {
        let Some(sketches) = self.sketches.as_ref().filter(|_| candidates < self.len()) else {
            return self.top_exact(query, count, filter);
        };
        let Some(query) = self.query(query)? else { return Ok(Vec::new()) };
        let rows = self.candidates(sketches, &query, candidates, filter)?;
        let score = |row: &u32| {
            let (numbers, scale, _) = self.checked_row(*row as usize)?;
            let mut product = [0];
            simd::products(&query.wide, numbers, &mut product);
            Ok(Hit { row: *row, score: product[0] as f32 * scale * query.step })
        };
        let best = rows.par_chunks(BLOCK).map(|rows| {
            let mut best = Best::new(count.saturating_add(SPARE));
            for row in rows {
                best.offer(score(row)?);
            }
            Ok(best)
        });
        let best = best.try_reduce(|| Best::new(count.saturating_add(SPARE)), merge)?;
        Ok(self.score_again(best, &query, count))
    }

    /// As [`DenseIndex::top`], by comparing with every row whatever the size.
    ///
    /// # Errors
    /// As [`DenseIndex::score`].
    pub fn top_exact(
        &self,
        query: &[f32],
        count: usize,
        filter: Filter<'_>,
    ) -> Result<Vec<Hit>, IndexError> {
        let Some(query) = self.query(query)? else { return Ok(Vec::new()) };
        let new = || Best::new(count.saturating_add(SPARE));
        let blocks = (0..self.len().div_ceil(BLOCK)).into_par_iter();
        let best = blocks.try_fold(new, |mut best, block| {
            let mut products = [0; BLOCK];
            let rows = self.block(block, &query, &mut products)?;
            let scales = &self.scales()[rows.clone()];
            for ((row, product), scale) in rows.zip(products).zip(scales) {
                let (row, score) = (row as u32, product as f32 * scale * query.step);
                if best.wants(score) && filter.is_none_or(|filter| filter(row)) {
                    best.offer(Hit { row, score });
                }
            }
            Ok::<_, IndexError>(best)
        });
        let best = best.try_reduce(new, merge)?;
        Ok(self.score_again(best, &query, count))
    }

    /// The products of the query and a block of rows, compared with their checks the first time.
    fn block(
        &self,
        block: usize,
        query: &Query,
        products: &mut [i32; BLOCK],
    ) -> Result<Range<usize>, IndexError> {
        let rows = block * BLOCK..((block + 1) * BLOCK).min(self.len());
        if !self.checked[block].load(Ordering::Relaxed) {
            for row in rows.clone() {
                self.checked_row(row)?;
            }
            self.checked[block].store(true, Ordering::Relaxed);
        }
        let dimensions = self.dimensions();
        let numbers = &self.vectors()[rows.start * dimensions..rows.end * dimensions];
        simd::products(&query.wide, numbers, products);
        Ok(rows)
    }

    /// The rows whose sketches differ least from the query's: all up to the difference at which there
    /// are `count`.
    fn candidates(
        &self,
        sketches: &Sketches,
        query: &Query,
        count: usize,
        filter: Filter<'_>,
    ) -> Result<Vec<u32>, IndexError> {
        let words = sketch_words(self.dimensions());
        let (bits, checks) = self.sketch_bits(sketches);
        let mut differences =
            std::mem::take(&mut *self.scratch.lock().unwrap_or_else(PoisonError::into_inner));
        differences.resize(self.len(), 0);
        let bins = words * 64 + 1;
        let histogram = differences
            .par_chunks_mut(BLOCK)
            .enumerate()
            .try_fold(
                || vec![0_usize; bins],
                |mut histogram, (block, differences)| {
                    let first = block * BLOCK;
                    let bits = &bits[first * words..(first + differences.len()) * words];
                    if !sketches.checked[block].load(Ordering::Relaxed) {
                        if sketch_check(bits) != checks[block] {
                            return Err(self.damaged_sketches());
                        }
                        sketches.checked[block].store(true, Ordering::Relaxed);
                    }
                    simd::differences(&query.sketch, bits, differences);
                    for (row, difference) in (first as u32..).zip(differences) {
                        if filter.is_none_or(|filter| filter(row)) {
                            histogram[usize::from(*difference)] += 1;
                        } else {
                            *difference = u16::MAX;
                        }
                    }
                    Ok(histogram)
                },
            )
            .try_reduce(
                || vec![0; bins],
                |mut a, b| {
                    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
                    Ok(a)
                },
            )?;
        let mut seen = 0;
        let limit = histogram.iter().position(|&with| {
            seen += with;
            seen >= count
        });
        let limit = limit.unwrap_or(bins) as u16;
        let rows =
            differences.par_chunks(BLOCK).enumerate().flat_map_iter(|(block, differences)| {
                let near = (block as u32 * BLOCK as u32..).zip(differences);
                near.filter(move |(_, difference)| **difference <= limit).map(|(row, _)| row)
            });
        let rows = rows.collect();
        *self.scratch.lock().unwrap_or_else(PoisonError::into_inner) = differences;
        Ok(rows)
    }

    /// The best in full precision.
    fn score_again(&self, best: Best, query: &Query, count: usize) -> Vec<Hit> {
        let mut hits = best.finish();
        for hit in &mut hits {
            let at = hit.row as usize;
            let numbers = &self.vectors()[at * self.dimensions()..(at + 1) * self.dimensions()];
            hit.score = query.cosine(numbers, self.scales()[at]);
        }
        hits.sort_unstable_by(Hit::order);
        hits.truncate(count);
        hits
    }

    /// The query, if it has a direction.
    fn query(&self, query: &[f32]) -> Result<Option<Query>, IndexError> {
        if query.len() == self.dimensions() {
            return Ok(Query::of(query));
        }
        let cause = format!("a query of {} dimensions, not {}", query.len(), self.dimensions());
        Err(self.misused(cause))
    }
}

fn merge(a: Best, b: Best) -> Result<Best, IndexError> {
    Ok(a.merge(b))
}
