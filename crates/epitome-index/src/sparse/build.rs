//! Building a word index: new documents and kept ones, row after row.

use std::hash::{BuildHasher as _, RandomState};

use rayon::prelude::*;
use serde::Serialize;

use super::bag::Bag;
use super::chunk::Chunk;
use super::columns::{Columns, OldColumns, Sources};
use super::index::SparseIndex;
use super::parameters::Bm25;
use super::{COUNTS, INDEX, METADATA, ROWS, SPARSE_FORMAT, VOCABULARY, vocabulary};
use crate::archive::{ArchiveWriter, npz};
use crate::error::IndexError;
use crate::rows::{JSON_LINES, RowsBuilder, add_format};
use crate::write::GenerationWriter;

/// A document to be indexed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SparseDocument {
    /// Its id.
    pub id: String,
    /// Its length, in whatever unit the counts are weighted; one below zero counts as zero.
    pub length: f32,
    /// Its terms.
    pub terms: Bag,
}

/// Where a row of a new index comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum SparseRow {
    /// A row of the old index, as it was. Each may be kept once.
    Keep(u32),
    /// A new document.
    New(SparseDocument),
}

/// What came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SparseSummary {
    /// Rows.
    pub documents: usize,
    /// Columns.
    pub terms: usize,
    /// Entries that are not zero.
    pub postings: usize,
}

/// New documents that one thread takes at a time.
const CHUNK: usize = 16_384;
/// No more bytes of terms wait than this and one bag; places in a chunk have 32 bits.
const CHUNK_BYTES: usize = 64 << 20;

/// A word index under way. The files it writes depend on the rows alone: not on which of them were
/// kept, nor on the number of threads.
#[derive(Debug)]
pub struct SparseBuilder<'a> {
    old: Option<&'a SparseIndex>,
    parameters: Bm25,
    rows: RowsBuilder,
    lengths: Vec<f32>,
    /// For each row of the old index the new one, or -1.
    new_rows: Vec<i32>,
    /// New documents that wait until they are worth a chunk for each thread.
    waiting: Vec<(i32, Bag)>,
    waiting_bytes: usize,
    chunks: Vec<Chunk>,
    seed: u64,
}

/// A line of `metadata.jsonl`.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    length: f32,
}

impl<'a> SparseBuilder<'a> {
    /// Begins an index; rows of `old` can be kept.
    #[must_use]
    pub fn new(parameters: Bm25, old: Option<&'a SparseIndex>) -> Self {
        Self {
            old,
            parameters,
            rows: RowsBuilder::new(JSON_LINES),
            lengths: Vec::new(),
            new_rows: vec![-1; old.map_or(0, SparseIndex::len)],
            waiting: Vec::new(),
            waiting_bytes: 0,
            chunks: Vec::new(),
            seed: RandomState::new().hash_one(0),
        }
    }

    /// Adds the next row. `document` is the caller's number for it, given back by
    /// [`SparseIndex::document`]; the row's own number is how many were pushed before.
    ///
    /// # Errors
    /// [`IndexError::Misused`] if a row is kept that the old index does not have, or twice;
    /// [`IndexError::Damaged`] if what is said of a kept row is not as written.
    pub fn push(&mut self, document: u32, row: SparseRow) -> Result<(), IndexError> {
        let Ok(here) = i32::try_from(self.rows.len()) else {
            return Err(IndexError::misused(METADATA, "more rows than an index can have"));
        };
        match row {
            SparseRow::Keep(kept) => {
                let (Some(old), Some(new @ -1)) = (self.old, self.new_rows.get_mut(kept as usize))
                else {
                    let cause = format!("row {kept} is not there to be kept, or was kept before");
                    return Err(IndexError::misused(METADATA, cause));
                };
                *new = here;
                self.rows.push(document, old.line(kept as usize)?);
                self.lengths.push(old.document_length(kept as usize).unwrap_or(0.0));
            }
            SparseRow::New(SparseDocument { id, length, terms }) => {
                let length = if length > 0.0 && length.is_finite() { length } else { 0.0 };
                let line = serde_json::to_vec(&Line { id: &id, length });
                self.rows.push(document, &line.unwrap_or_default());
                self.lengths.push(length);
                self.waiting_bytes += terms.bytes();
                self.waiting.push((here, terms));
                if self.waiting.len() >= CHUNK * rayon::current_num_threads()
                    || self.waiting_bytes >= CHUNK_BYTES
                {
                    self.gather();
                }
            }
        }
        Ok(())
    }

    /// Makes chunks of the documents that wait.
    fn gather(&mut self) {
        let seed = self.seed;
        let share = self.waiting.len().div_ceil(rayon::current_num_threads());
        let chunks = self.waiting.par_chunks(share.clamp(1, CHUNK));
        self.chunks.par_extend(chunks.map(|documents| Chunk::of(documents, seed)));
        self.waiting.clear();
        self.waiting_bytes = 0;
    }

    /// Writes the files into `folder` of a generation, such as [`crate::layout::code_folder`] names.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if a kept row is not as written; what the file system refuses.
    pub fn finish(
        mut self,
        generation: &mut GenerationWriter<'_>,
        folder: &str,
    ) -> Result<SparseSummary, IndexError> {
        self.gather();
        let is_kept = self.new_rows.iter().any(|&new| new >= 0);
        let counts = self.old.filter(|_| is_kept).map(SparseIndex::counts).transpose()?;
        let old = match (self.old, counts) {
            (Some(index), Some(counts)) => Some(OldColumns {
                index,
                counts,
                terms: index.all_terms()?,
                new_rows: &self.new_rows,
            }),
            _ => None,
        };
        let total: f64 = self.lengths.iter().map(|&length| f64::from(length)).sum();
        let average = if self.lengths.is_empty() { 0.0 } else { total / self.lengths.len() as f64 };
        let norm = |&length: &f32| self.parameters.norm(length, average as f32);
        let norms: Vec<f32> = self.lengths.iter().map(norm).collect();
        let sources =
            Sources { old, chunks: &self.chunks, parameters: self.parameters, norms: &norms };
        let columns = sources.columns()?;

        let summary = SparseSummary {
            documents: self.lengths.len(),
            terms: columns.iter().map(|part| part.terms.len()).sum(),
            postings: columns.iter().map(|part| part.rows.len()).sum(),
        };
        let name = |name: &str| format!("{folder}/{name}");
        let mut vocabulary = generation.file(&name(VOCABULARY))?;
        let mut vocabulary_hash = xxhash_rust::xxh3::Xxh3::new();
        for part in vocabulary::frame(&vocabulary_lines(&columns)) {
            vocabulary_hash.update(part);
            vocabulary.put(part)?;
        }
        vocabulary.finish()?;
        write_index(ArchiveWriter::new(generation.file(&name(INDEX))?), &columns, summary)?;
        let mut archive = ArchiveWriter::new(generation.file(&name(COUNTS))?);
        let counts = columns.iter().map(|part| &*part.counts);
        npz::add(&mut archive, "counts", &[summary.postings], counts)?;
        archive.finish()?;

        let mut archive = ArchiveWriter::new(generation.file(&name(ROWS))?);
        add_format(&mut archive, SPARSE_FORMAT)?;
        let Bm25 { k1, b } = self.parameters;
        let about = [k1, b, average as f32];
        npz::add(&mut archive, "parameters", &[3], [about.as_slice()].into_iter())?;
        let hash = [vocabulary_hash.digest()];
        npz::add(&mut archive, "vocabulary_check", &[1], [hash.as_slice()].into_iter())?;
        let checks = columns.iter().map(|part| &*part.checks);
        npz::add(&mut archive, "column_checks", &[summary.terms], checks)?;
        npz::add(&mut archive, "lengths", &[summary.documents], [&*self.lengths].into_iter())?;
        self.rows.finish(generation, &name(METADATA), &mut archive)?;
        archive.finish()?;
        Ok(summary)
    }
}

/// The matrix, as `scipy.sparse.save_npz` lays it out.
fn write_index(
    mut archive: ArchiveWriter,
    columns: &[Columns<'_>],
    summary: SparseSummary,
) -> Result<(), IndexError> {
    let mut starts: Vec<i64> = Vec::with_capacity(summary.terms + 1);
    let mut end = 0;
    starts.push(end);
    for length in columns.iter().flat_map(|part| &part.lengths) {
        end += i64::from(*length);
        starts.push(end);
    }
    let shape = [summary.documents as i64, summary.terms as i64];
    let rows = columns.iter().map(|part| &*part.rows);
    let scores = columns.iter().map(|part| &*part.scores);
    npz::add(&mut archive, "indices", &[summary.postings], rows)?;
    npz::add(&mut archive, "indptr", &[starts.len()], [&*starts].into_iter())?;
    npz::add_text(&mut archive, "format", "csc")?;
    npz::add(&mut archive, "shape", &[2], [shape.as_slice()].into_iter())?;
    npz::add(&mut archive, "data", &[summary.postings], scores)?;
    archive.finish()
}

fn vocabulary_lines(columns: &[Columns<'_>]) -> Vec<Vec<u8>> {
    let firsts = columns.iter().scan(0, |next, part| {
        let first = *next;
        *next += part.terms.len();
        Some(first)
    });
    let firsts: Vec<usize> = firsts.collect();
    columns
        .par_iter()
        .zip(firsts)
        .map(|(part, first)| vocabulary::lines(part.terms.iter().copied(), first))
        .collect()
}
