//! Reading and asking a word index.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::columns::check;
use super::parameters::Bm25;
use super::{COUNTS, INDEX, METADATA, ROWS, SPARSE_FORMAT, VOCABULARY, vocabulary};
use crate::archive::Archive;
use crate::archive::npz::{self, Array};
use crate::error::IndexError;
use crate::generation::Generation;
use crate::map::Map;
use crate::rows::{JSON_LINES, Rows, expect_format};

/// A word index, mapped.
#[derive(Debug)]
pub struct SparseIndex {
    matrix: Archive,
    starts: Array<i64>,
    row_numbers: Array<i32>,
    scores: Array<f32>,
    vocabulary: Map,
    table: Archive,
    rows: Rows,
    lengths: Array<f32>,
    column_checks: Array<u64>,
    parameters: Bm25,
    average_length: f32,
    /// A bit for each column that was compared with its check.
    checked: Vec<AtomicU64>,
    /// For who builds the next index. Mapped at once, as the generation may not stay open.
    counts_file: Archive,
    counts: Array<u16>,
    counts_written: String,
}

/// The documents that have a term.
#[derive(Clone, Copy, Debug)]
pub struct Postings<'a> {
    /// Their rows, ascending.
    pub rows: &'a [i32],
    /// The score of each.
    pub scores: &'a [f32],
}

impl SparseIndex {
    /// Opens the index in `folder` of a generation. Checks what every query needs (vocabulary, column
    /// starts); columns are checked when they are first read.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if a file is missing, cut, altered or not ours; [`IndexError::Newer`]
    /// and [`IndexError::Older`] if it is of another format.
    pub fn open(generation: &Generation, folder: &str) -> Result<Self, IndexError> {
        let name = |name: &str| format!("{folder}/{name}");
        let table = Archive::open(generation.map(&name(ROWS))?)?;
        expect_format(&table, SPARSE_FORMAT)?;
        let rows = Rows::open(generation, &name(METADATA), JSON_LINES, &table)?;
        let column_checks = Array::<u64>::find_list(&table, "column_checks")?;
        let lengths = Array::find(&table, "lengths", &[rows.len()])?;
        let about = Array::<f32>::find(&table, "parameters", &[3])?;
        for member in ["column_checks", "lengths", "parameters"] {
            table.check(&npz::member(member))?;
        }
        let terms = column_checks.slice(&table).len();

        let vocabulary = generation.map(&name(VOCABULARY))?;
        let written = Array::<u64>::find(&table, "vocabulary_check", &[1])?.slice(&table)[0];
        let is_as_written = xxhash_rust::xxh3::xxh3_64(&vocabulary) == written;
        if !is_as_written || vocabulary::body(&vocabulary).is_none() {
            let cause = "its bytes are not those that were written";
            return Err(IndexError::damaged(vocabulary.path(), cause));
        }

        let matrix = Archive::open(generation.map(&name(INDEX))?)?;
        let shape = Array::<i64>::find(&matrix, "shape", &[2])?;
        let starts = Array::<i64>::find(&matrix, "indptr", &[terms + 1])?;
        for member in ["shape", "indptr", "format"] {
            matrix.check(&npz::member(member))?;
        }
        let row_numbers = Array::<i32>::find_list(&matrix, "indices")?;
        let postings = row_numbers.slice(&matrix).len();
        let scores = Array::find(&matrix, "data", &[postings])?;
        let damaged = |cause: &str| IndexError::damaged(matrix.path(), cause);
        if npz::text(&matrix, "format")? != "csc"
            || shape.slice(&matrix) != [rows.len() as i64, terms as i64]
        {
            return Err(damaged("its matrix is of another shape"));
        }
        let bounds = starts.slice(&matrix);
        if !bounds.is_sorted() || bounds[0] != 0 || bounds[terms] != postings as i64 {
            return Err(damaged("its columns make no sense"));
        }
        // The array was found with this shape.
        let [k1, b, average_length] = about.slice(&table).try_into().unwrap_or_default();
        let counts_file = Archive::open(generation.map(&name(COUNTS))?)?;
        let counts_written = generation.record(&name(COUNTS))?.blake3.clone();
        Ok(Self {
            checked: (0..terms.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            counts: Array::find(&counts_file, "counts", &[postings])?,
            counts_file,
            counts_written,
            parameters: Bm25 { k1, b },
            average_length,
            matrix,
            starts,
            row_numbers,
            scores,
            vocabulary,
            table,
            rows,
            lengths,
            column_checks,
        })
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many terms there are.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.column_checks.slice(&self.table).len()
    }

    /// How many entries of the matrix are not zero.
    #[must_use]
    pub fn postings_total(&self) -> usize {
        self.scores.slice(&self.matrix).len()
    }

    /// The parameters its scores were computed with.
    #[must_use]
    pub fn parameters(&self) -> Bm25 {
        self.parameters
    }

    /// The mean length of its documents.
    #[must_use]
    pub fn average_length(&self) -> f32 {
        self.average_length
    }

    /// The caller's number of the document in a row; none if there is no such row.
    #[must_use]
    pub fn document(&self, row: usize) -> Option<u32> {
        self.rows.document(&self.table, row)
    }

    /// The id of the document in a row.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if its line is not as written.
    pub fn id(&self, row: usize) -> Result<String, IndexError> {
        #[derive(serde::Deserialize)]
        struct IdOnly {
            id: String,
        }
        let line: Result<IdOnly, _> = serde_json::from_slice(self.line(row)?);
        line.map(|line| line.id).map_err(|error| {
            IndexError::damaged(self.rows.path(), format!("the line of row {row}: {error}"))
        })
    }

    /// The length of the document in a row; none if there is no such row.
    #[must_use]
    pub fn document_length(&self, row: usize) -> Option<f32> {
        self.lengths.slice(&self.table).get(row).copied()
    }

    /// The column of a term; none if no document has it.
    #[must_use]
    pub fn column(&self, term: &str) -> Option<usize> {
        let body = vocabulary::body(&self.vocabulary)?;
        vocabulary::find(body, term.as_bytes()).filter(|&column| column < self.terms())
    }

    /// How many documents have the term.
    #[must_use]
    pub fn document_frequency(&self, term: &str) -> usize {
        self.column(term).map_or(0, |column| self.column_range(column).len())
    }

    /// What a term weighs by how few documents have it: `ln(1 + (N - df + 0.5) / (df + 0.5))`.
    #[must_use]
    pub fn idf(&self, term: &str) -> f32 {
        super::parameters::idf(self.len(), self.document_frequency(term))
    }

    /// The documents that have a term, with their scores; none if no document has it.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the column is not as written.
    pub fn postings(&self, term: &str) -> Result<Option<Postings<'_>>, IndexError> {
        let Some(column) = self.column(term) else { return Ok(None) };
        self.checked_column(column, term.as_bytes()).map(Some)
    }

    /// Adds to `scores`, which has a place for every row, the score of each document for each term
    /// times the term's weight. Returns how many of the terms any document has.
    ///
    /// ```text
    /// scores.clear(); scores.resize(index.len(), 0.0);
    /// index.add_scores(&[("read", 1.0), ("file", 0.5)], &mut scores)?;
    /// top_k(&scores, 100, |_| true)
    /// ```
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if a column is not as written; [`IndexError::Misused`] if the buffer
    /// has another length.
    pub fn add_scores<T: AsRef<str>>(
        &self,
        query: &[(T, f32)],
        scores: &mut [f32],
    ) -> Result<usize, IndexError> {
        if scores.len() != self.len() {
            let cause = format!("a buffer of {} for {} rows", scores.len(), self.len());
            return Err(IndexError::misused(self.matrix.path(), cause));
        }
        let mut found = 0;
        for (term, weight) in query {
            let Some(postings) = self.postings(term.as_ref())? else { continue };
            found += 1;
            for (&row, &score) in postings.rows.iter().zip(postings.scores) {
                // Rows that there are not stand only in a file made by hand.
                if let Some(sum) = scores.get_mut(row as usize) {
                    *sum += score * weight;
                }
            }
        }
        Ok(found)
    }

    /// What a term adds to the score of a row, at weight one; zero if the document does not have it.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the column is not as written.
    pub fn term_weight(&self, row: usize, term: &str) -> Result<f32, IndexError> {
        let Some(postings) = self.postings(term)? else { return Ok(0.0) };
        let Ok(row) = i32::try_from(row) else { return Ok(0.0) };
        Ok(postings.rows.binary_search(&row).map_or(0.0, |at| postings.scores[at]))
    }

    /// Where the postings of a column lie.
    pub(super) fn column_range(&self, column: usize) -> Range<usize> {
        // Sorted, from zero to the number of postings: seen to when it was opened.
        let starts = self.starts.slice(&self.matrix);
        starts[column] as usize..starts[column + 1] as usize
    }

    /// A column, compared with its check the first time.
    pub(super) fn checked_column(
        &self,
        column: usize,
        term: &[u8],
    ) -> Result<Postings<'_>, IndexError> {
        let range = self.column_range(column);
        let rows = &self.row_numbers.slice(&self.matrix)[range.clone()];
        let scores = &self.scores.slice(&self.matrix)[range];
        let (word, bit) = (&self.checked[column / 64], 1 << (column % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            if check(term, rows, scores) != self.column_checks.slice(&self.table)[column] {
                let term = String::from_utf8_lossy(term);
                let cause = format!("its column {column}, of the term {term:?}, is not as written");
                return Err(IndexError::damaged(self.matrix.path(), cause));
            }
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(Postings { rows, scores })
    }

    pub(super) fn line(&self, row: usize) -> Result<&[u8], IndexError> {
        self.rows.line(&self.table, row)
    }

    /// All terms, each at its column.
    pub(super) fn all_terms(&self) -> Result<Vec<Cow<'_, [u8]>>, IndexError> {
        let body = vocabulary::body(&self.vocabulary).unwrap_or_default();
        let mut terms: Vec<Cow<'_, [u8]>> = Vec::with_capacity(self.terms().min(body.len()));
        for line in vocabulary::all(body) {
            match line {
                Some((term, column))
                    if column == terms.len() && terms.last().is_none_or(|last| *last < term) =>
                {
                    terms.push(term);
                }
                _ => return Err(self.senseless_vocabulary()),
            }
        }
        if terms.len() == self.terms() { Ok(terms) } else { Err(self.senseless_vocabulary()) }
    }

    /// The counts behind the scores, compared with the manifest's sum as a whole.
    pub(super) fn counts(&self) -> Result<&[u16], IndexError> {
        if blake3::hash(self.counts_file.bytes()).to_hex().as_str() != self.counts_written {
            let cause = "its bytes are not those that were written";
            return Err(IndexError::damaged(self.counts_file.path(), cause));
        }
        Ok(self.counts.slice(&self.counts_file))
    }

    fn senseless_vocabulary(&self) -> IndexError {
        IndexError::damaged(self.vocabulary.path(), "its terms make no sense")
    }
}
