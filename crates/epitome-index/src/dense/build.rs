//! Building an index of vectors: new ones and kept ones, row after row.

use std::ops::Range;

use rayon::prelude::*;

use super::index::DenseIndex;
use super::row::{check, quantize, sketch_words};
use super::{BLOCK, DENSE_FORMAT, EMBEDDINGS, INDEX_MAP, MOST_DIMENSIONS, ROWS, simd};
use crate::archive::{ArchiveWriter, npz, pt};
use crate::error::IndexError;
use crate::rows::{JSON_LIST, RowsBuilder, add_format};
use crate::write::GenerationWriter;

/// Where a row of a new index comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DenseRow<'v> {
    /// A row of the old index, as it was. Each may be kept once.
    Keep(u32),
    /// A new document.
    New {
        /// Its id.
        id: &'v str,
        /// Its vector; only the direction counts. One without a direction is like nothing.
        vector: &'v [f32],
    },
}

/// What came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DenseSummary {
    /// Rows.
    pub documents: usize,
    /// Numbers in each.
    pub dimensions: usize,
    /// Whether sketches were made.
    pub has_sketches: bool,
}

/// Vectors of so many bytes are scanned in about 10 ms by two cores; where there are more, sketches
/// choose what is scanned.
const SKETCHES_FROM: usize = 96 << 20;

/// An index of vectors under way. The files it writes depend on the rows alone: not on which of them
/// were kept, nor on the number of threads.
#[derive(Debug)]
pub struct DenseBuilder<'a> {
    old: Option<&'a DenseIndex>,
    dimensions: usize,
    embedder: String,
    rows: RowsBuilder,
    kept: Vec<bool>,
    /// The new rows, end to end.
    new: Vec<i8>,
    /// All rows in order, in runs.
    runs: Vec<Run>,
    scales: Vec<f32>,
    checks: Vec<u32>,
    sketches_from: usize,
}

/// Rows that lie end to end, in the old index or among the new ones.
#[derive(Clone, Debug)]
struct Run {
    is_old: bool,
    rows: Range<usize>,
}

impl<'a> DenseBuilder<'a> {
    /// Begins an index of vectors with so many dimensions, made by `embedder`, which is recorded: any
    /// text that tells one model from another. Rows of `old` can be kept if it has the same; one of
    /// another embedder or size is not used, and [`DenseBuilder::can_keep`] says so.
    #[must_use]
    pub fn new(dimensions: usize, embedder: &str, old: Option<&'a DenseIndex>) -> Self {
        let fits = |old: &&DenseIndex| old.embedder() == embedder && old.dimensions() == dimensions;
        let old = old.filter(fits);
        Self {
            old,
            dimensions,
            embedder: embedder.to_owned(),
            rows: RowsBuilder::new(JSON_LIST),
            kept: vec![false; old.map_or(0, DenseIndex::len)],
            new: Vec::new(),
            runs: Vec::new(),
            scales: Vec::new(),
            checks: Vec::new(),
            sketches_from: SKETCHES_FROM,
        }
    }

    /// Makes sketches from another size on, in bytes of vectors; for tests and measurements.
    #[doc(hidden)]
    #[must_use]
    pub fn with_sketches_from(mut self, bytes: usize) -> Self {
        self.sketches_from = bytes;
        self
    }

    /// Whether rows of the old index can be kept.
    #[must_use]
    pub fn can_keep(&self) -> bool {
        self.old.is_some()
    }

    /// Adds the next row. `document` is the caller's number for it, given back by
    /// [`DenseIndex::document`]; the row's own number is how many were pushed before.
    ///
    /// # Errors
    /// [`IndexError::Misused`] if a row is kept that the old index does not have, or twice, or a
    /// vector has another number of dimensions; [`IndexError::Damaged`] if a kept row is not as
    /// written.
    pub fn push(&mut self, document: u32, row: DenseRow<'_>) -> Result<(), IndexError> {
        if i32::try_from(self.rows.len()).is_err() {
            return Err(IndexError::misused(INDEX_MAP, "more rows than an index can have"));
        }
        let (is_old, at) = match row {
            DenseRow::Keep(kept) => {
                let at = kept as usize;
                let (Some(old), Some(is_kept @ false)) = (self.old, self.kept.get_mut(at)) else {
                    let cause = format!("row {kept} is not there to be kept, or was kept before");
                    return Err(IndexError::misused(INDEX_MAP, cause));
                };
                *is_kept = true;
                let (_, scale, check) = old.checked_row(at)?;
                self.rows.push(document, old.line(at)?);
                self.scales.push(scale);
                self.checks.push(check);
                (true, at)
            }
            DenseRow::New { id, vector } => {
                if vector.len() != self.dimensions || !(1..=MOST_DIMENSIONS).contains(&vector.len())
                {
                    let cause = format!("a vector of {}, not {}", vector.len(), self.dimensions);
                    return Err(IndexError::misused(EMBEDDINGS, cause));
                }
                let start = self.new.len();
                let scale = quantize(vector, &mut self.new);
                let line = serde_json::to_vec(id).unwrap_or_default();
                self.rows.push(document, &line);
                self.scales.push(scale);
                self.checks.push(check(&self.new[start..], scale));
                (false, start / self.dimensions)
            }
        };
        match self.runs.last_mut() {
            Some(run) if run.is_old == is_old && run.rows.end == at => run.rows.end += 1,
            _ => self.runs.push(Run { is_old, rows: at..at + 1 }),
        }
        Ok(())
    }

    /// Writes the files into `folder` of a generation.
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn finish(
        self,
        generation: &mut GenerationWriter<'_>,
        folder: &str,
    ) -> Result<DenseSummary, IndexError> {
        let (documents, dimensions) = (self.rows.len(), self.dimensions);
        let has_sketches = dimensions > 0 && documents * dimensions >= self.sketches_from;
        let name = |name: &str| format!("{folder}/{name}");
        let mut archive = ArchiveWriter::new(generation.file(&name(EMBEDDINGS))?);
        pt::begin(&mut archive, &tensors(documents, dimensions))?;
        pt::add(&mut archive, 0, self.runs.iter().map(|run| self.run(run)))?;
        pt::add(&mut archive, 1, [&*self.scales].into_iter())?;
        pt::finish(archive)?;

        let mut archive = ArchiveWriter::new(generation.file(&name(ROWS))?);
        add_format(&mut archive, DENSE_FORMAT)?;
        let about = [documents as i64, dimensions as i64, i64::from(has_sketches)];
        npz::add(&mut archive, "shape", &[3], [about.as_slice()].into_iter())?;
        npz::add_text(&mut archive, "embedder", &self.embedder)?;
        npz::add(&mut archive, "row_checks", &[documents], [&*self.checks].into_iter())?;
        if has_sketches {
            let (sketches, checks) = self.sketches();
            let shape = [documents, sketch_words(dimensions)];
            npz::add(&mut archive, "sketches", &shape, [&*sketches].into_iter())?;
            npz::add(&mut archive, "sketch_checks", &[checks.len()], [&*checks].into_iter())?;
        }
        self.rows.finish(generation, &name(INDEX_MAP), &mut archive)?;
        archive.finish()?;
        Ok(DenseSummary { documents, dimensions, has_sketches })
    }

    /// The rows of a run, end to end.
    fn run(&self, run: &Run) -> &[i8] {
        let rows =
            if run.is_old { self.old.map_or(&[][..], DenseIndex::vectors) } else { &self.new };
        &rows[run.rows.start * self.dimensions..run.rows.end * self.dimensions]
    }

    /// The sketches of all rows, and a check for each block of them.
    fn sketches(&self) -> (Vec<u64>, Vec<u64>) {
        let words = sketch_words(self.dimensions);
        let mut all = vec![0; self.rows.len() * words];
        let mut rest = &mut *all;
        for run in &self.runs {
            let (here, after) = rest.split_at_mut(run.rows.len() * words);
            here.par_chunks_mut(BLOCK * words)
                .zip(self.run(run).par_chunks(BLOCK * self.dimensions))
                .for_each(|(out, rows)| simd::sketches(self.dimensions, rows, out));
            rest = after;
        }
        let checks = all.par_chunks(BLOCK * words).map(sketch_check).collect();
        (all, checks)
    }
}

/// What tells altered sketches.
pub(super) fn sketch_check(block: &[u64]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytemuck::cast_slice(block))
}

/// What `embeddings.pt` holds.
pub(super) fn tensors(documents: usize, dimensions: usize) -> [pt::Tensor; 2] {
    [
        pt::Tensor::of::<i8>("vectors", &[documents, dimensions]),
        pt::Tensor::of::<f32>("scales", &[documents]),
    ]
}
