//! From postings in several places to the columns of one matrix, term by term.
//!
//! The old index and each chunk of new documents have their terms sorted. The range of all terms is
//! cut into parts; each is merged, scored and summed by itself, and the parts laid end to end are the
//! matrix. So what comes out depends on neither the chunks nor the parts.

use std::borrow::Cow;
use std::ops::Range;

use rayon::prelude::*;

use super::chunk::{Chunk, prefix};
use super::index::SparseIndex;
use super::parameters::{Bm25, score};
use crate::error::IndexError;

/// What columns are made from.
pub(super) struct Sources<'a> {
    pub(super) old: Option<OldColumns<'a>>,
    pub(super) chunks: &'a [Chunk],
    pub(super) parameters: Bm25,
    /// By row, what is added below the line; see [`Bm25::norm`].
    pub(super) norms: &'a [f32],
}

/// The columns of an old index.
pub(super) struct OldColumns<'a> {
    pub(super) index: &'a SparseIndex,
    pub(super) counts: &'a [u16],
    /// Its terms; the place in the list is the column.
    pub(super) terms: Vec<Cow<'a, [u8]>>,
    /// For each of its rows the new one, or less than zero.
    pub(super) new_rows: &'a [i32],
}

/// Some columns that follow each other.
#[derive(Default)]
pub(super) struct Columns<'a> {
    pub(super) terms: Vec<&'a [u8]>,
    /// How many postings each has.
    pub(super) lengths: Vec<u32>,
    pub(super) rows: Vec<i32>,
    pub(super) scores: Vec<f32>,
    pub(super) counts: Vec<u16>,
    pub(super) checks: Vec<u64>,
}

/// A term of a source.
#[derive(Clone, Copy)]
struct Place<'a> {
    prefix: u64,
    term: &'a [u8],
    source: u32,
    column: u32,
}

/// Parts of the work for each thread, so that an uneven cut does not keep the others waiting.
const PARTS_A_THREAD: usize = 4;

impl<'a> Sources<'a> {
    /// All columns, in parts that follow each other.
    pub(super) fn columns(&'a self) -> Result<Vec<Columns<'a>>, IndexError> {
        let cuts = self.cuts(rayon::current_num_threads() * PARTS_A_THREAD);
        let bounds: Vec<_> = std::iter::once(None)
            .chain(cuts.into_iter().map(Some))
            .chain(std::iter::once(None))
            .collect();
        let parts = bounds.par_windows(2).map(|bounds| self.part(bounds[0], bounds[1]));
        parts.collect()
    }

    fn count(&self) -> usize {
        1 + self.chunks.len()
    }

    /// How many terms a source has. Source 0 is the old index.
    fn len(&self, source: usize) -> usize {
        match source.checked_sub(1) {
            None => self.old.as_ref().map_or(0, |old| old.terms.len()),
            Some(chunk) => self.chunks[chunk].len(),
        }
    }

    fn term(&self, source: usize, at: usize) -> &[u8] {
        match (source.checked_sub(1), &self.old) {
            (None, Some(old)) => &old.terms[at],
            (None, None) => &[],
            (Some(chunk), _) => self.chunks[chunk].term(at),
        }
    }

    /// Terms that cut the range of all terms into about `parts` parts of like size.
    fn cuts(&self, parts: usize) -> Vec<&[u8]> {
        let mut sample: Vec<&[u8]> = Vec::new();
        for source in 0..self.count() {
            let step = (self.len(source) / (4 * parts)).max(16);
            sample.extend((0..self.len(source)).step_by(step).map(|at| self.term(source, at)));
        }
        sample.sort_unstable();
        let step = sample.len().div_ceil(parts).max(1);
        let mut cuts: Vec<&[u8]> = sample.into_iter().step_by(step).skip(1).collect();
        cuts.dedup();
        cuts
    }

    /// The terms of a source from `from` up to but without `to`.
    fn range(&self, source: usize, from: Option<&[u8]>, to: Option<&[u8]>) -> Range<usize> {
        let first_not_below = |bound: &[u8]| {
            let (mut low, mut high) = (0, self.len(source));
            while low < high {
                let middle = low + (high - low) / 2;
                if self.term(source, middle) < bound { low = middle + 1 } else { high = middle }
            }
            low
        };
        from.map_or(0, first_not_below)..to.map_or(self.len(source), first_not_below)
    }

    fn part(&'a self, from: Option<&[u8]>, to: Option<&[u8]>) -> Result<Columns<'a>, IndexError> {
        let mut places = Vec::new();
        for source in 0..self.count() {
            places.extend(self.range(source, from, to).map(|at| {
                let term = self.term(source, at);
                Place { prefix: prefix(term), term, source: source as u32, column: at as u32 }
            }));
        }
        // Each source is sorted, and this sort merges sorted runs; equal terms stay in the order of
        // their sources.
        places.sort_by(|a, b| a.prefix.cmp(&b.prefix).then_with(|| a.term.cmp(b.term)));
        let mut columns = Columns::default();
        let size = places.iter().map(|&place| self.size(place)).sum();
        columns.rows.reserve_exact(size);
        columns.scores.reserve_exact(size);
        columns.counts.reserve_exact(size);
        for same in places.chunk_by(|a, b| a.term == b.term) {
            self.column(same, &mut columns)?;
        }
        Ok(columns)
    }

    fn size(&self, place: Place<'_>) -> usize {
        match (place.source.checked_sub(1), &self.old) {
            (None, Some(old)) => old.index.column_range(place.column as usize).len(),
            (None, None) => 0,
            (Some(chunk), _) => self.chunks[chunk as usize].postings(place.column as usize).0.len(),
        }
    }

    /// Adds the column of a term, from all places that have it; none if no row is left.
    fn column(&self, same: &[Place<'a>], out: &mut Columns<'a>) -> Result<(), IndexError> {
        let start = out.rows.len();
        for place in same {
            let at = place.column as usize;
            match (place.source.checked_sub(1), &self.old) {
                (None, Some(old)) => old.append(at, out)?,
                (None, None) => {}
                (Some(chunk), _) => {
                    let (rows, counts) = self.chunks[chunk as usize].postings(at);
                    out.rows.extend_from_slice(rows);
                    out.counts.extend_from_slice(counts);
                }
            }
        }
        let length = out.rows.len() - start;
        if length == 0 {
            return Ok(());
        }
        let (rows, counts) = (&mut out.rows[start..], &mut out.counts[start..]);
        if !rows.is_sorted() {
            let mut pairs: Vec<(i32, u16)> =
                rows.iter().copied().zip(counts.iter().copied()).collect();
            pairs.sort_unstable_by_key(|pair| pair.0);
            for (at, (row, count)) in pairs.into_iter().enumerate() {
                (rows[at], counts[at]) = (row, count);
            }
        }
        let weight = self.parameters.weight(self.norms.len(), length);
        let scores = rows
            .iter()
            .zip(&*counts)
            .map(|(&row, &parts)| score(weight, parts, self.norms[row as usize]));
        out.scores.extend(scores);
        let Some(first) = same.first() else { return Ok(()) };
        out.terms.push(first.term);
        out.lengths.push(length as u32);
        out.checks.push(check(first.term, rows, &out.scores[start..]));
        Ok(())
    }
}

impl OldColumns<'_> {
    /// Adds what is kept of an old column.
    fn append(&self, column: usize, out: &mut Columns<'_>) -> Result<(), IndexError> {
        let rows = self.index.checked_column(column, &self.terms[column])?.rows;
        let range = self.index.column_range(column);
        // Both were checked against their sums; only a file made by hand can have rows there are not.
        let counts = self.counts.get(range).unwrap_or_default();
        for (&row, &count) in rows.iter().zip(counts) {
            let new = usize::try_from(row).ok().and_then(|row| self.new_rows.get(row));
            if let Some(&new) = new
                && new >= 0
            {
                out.rows.push(new);
                out.counts.push(count);
            }
        }
        Ok(())
    }
}

/// What tells an altered column, or one that is another term's.
pub(super) fn check(term: &[u8], rows: &[i32], scores: &[f32]) -> u64 {
    use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};
    let seed = xxh3_64_with_seed(bytemuck::cast_slice(rows), xxh3_64(term));
    xxh3_64_with_seed(bytemuck::cast_slice(scores), seed)
}
