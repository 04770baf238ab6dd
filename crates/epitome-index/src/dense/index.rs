//! Reading an index of vectors.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use super::build::tensors;
use super::row::{check, sketch_words};
use super::{BLOCK, DENSE_FORMAT, EMBEDDINGS, INDEX_MAP, MOST_DIMENSIONS, ROWS};
use crate::archive::Archive;
use crate::archive::npz::{self, Array};
use crate::archive::pt::{self, Numbers};
use crate::error::IndexError;
use crate::generation::Generation;
use crate::rows::{JSON_LIST, Rows, expect_format};

/// An index of vectors, mapped.
#[derive(Debug)]
pub struct DenseIndex {
    tensors: Archive,
    vectors: Numbers<i8>,
    scales: Numbers<f32>,
    table: Archive,
    rows: Rows,
    row_checks: Array<u32>,
    pub(super) sketches: Option<Sketches>,
    dimensions: usize,
    embedder: String,
    /// For each block of rows whether all of it was compared with its checks.
    pub(super) checked: Vec<AtomicBool>,
    /// Differences of the last query, kept for the next one: fresh memory costs more than the scan.
    pub(super) scratch: Mutex<Vec<u16>>,
}

/// Where the sketches lie.
#[derive(Debug)]
pub(super) struct Sketches {
    bits: Array<u64>,
    checks: Array<u64>,
    pub(super) checked: Vec<AtomicBool>,
}

impl DenseIndex {
    /// Opens the index in `folder` of a generation. Rows are checked when they are first read.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if a file is missing, cut, altered or not ours; [`IndexError::Newer`]
    /// and [`IndexError::Older`] if it is of another format.
    pub fn open(generation: &Generation, folder: &str) -> Result<Self, IndexError> {
        let name = |name: &str| format!("{folder}/{name}");
        let table = Archive::open(generation.map(&name(ROWS))?)?;
        expect_format(&table, DENSE_FORMAT)?;
        let rows = Rows::open(generation, &name(INDEX_MAP), JSON_LIST, &table)?;
        let damaged = |cause: &str| IndexError::damaged(table.path(), cause);
        let about = Array::<i64>::find(&table, "shape", &[3])?;
        for member in ["shape", "embedder", "row_checks"] {
            table.check(&npz::member(member))?;
        }
        let [documents, dimensions, has_sketches] =
            about.slice(&table).try_into().unwrap_or([-1; 3]);
        let dimensions = usize::try_from(dimensions).ok();
        let numbers = dimensions.and_then(|dimensions| dimensions.checked_mul(rows.len()));
        let (Some(dimensions), Some(numbers)) = (dimensions, numbers) else {
            return Err(damaged("its shape makes no sense"));
        };
        if documents != rows.len() as i64
            || (rows.len() > 0 && dimensions == 0)
            || dimensions > MOST_DIMENSIONS
        {
            return Err(damaged("its shape makes no sense"));
        }
        let row_checks = Array::find(&table, "row_checks", &[rows.len()])?;
        let blocks = rows.len().div_ceil(BLOCK);
        let unchecked = || (0..blocks).map(|_| AtomicBool::new(false)).collect::<Vec<_>>();
        let sketches = if has_sketches == 0 {
            None
        } else {
            let shape = [rows.len(), sketch_words(dimensions)];
            let bits = Array::find(&table, "sketches", &shape)?;
            let checks = Array::find(&table, "sketch_checks", &[blocks])?;
            Some(Sketches { bits, checks, checked: unchecked() })
        };
        let archive = Archive::open(generation.map(&name(EMBEDDINGS))?)?;
        pt::expect(&archive, &tensors(rows.len(), dimensions))?;
        Ok(Self {
            vectors: Numbers::find(&archive, 0, numbers)?,
            scales: Numbers::find(&archive, 1, rows.len())?,
            embedder: npz::text(&table, "embedder")?.to_owned(),
            tensors: archive,
            table,
            rows,
            row_checks,
            sketches,
            dimensions,
            checked: unchecked(),
            scratch: Mutex::default(),
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

    /// How many numbers a vector has.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Who made the vectors, as [`super::DenseBuilder::new`] was told.
    #[must_use]
    pub fn embedder(&self) -> &str {
        &self.embedder
    }

    /// Whether [`DenseIndex::top`] goes by sketches first.
    #[must_use]
    pub fn has_sketches(&self) -> bool {
        self.sketches.is_some()
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
        serde_json::from_slice(self.line(row)?).map_err(|error| {
            IndexError::damaged(self.rows.path(), format!("the line of row {row}: {error}"))
        })
    }

    /// The vector of a row, of length one.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if it is not as written.
    pub fn vector(&self, row: usize) -> Result<Vec<f32>, IndexError> {
        let (numbers, scale, _) = self.checked_row(row)?;
        Ok(numbers.iter().map(|&number| f32::from(number) * scale).collect())
    }

    /// A row with its scale and check, compared.
    pub(super) fn checked_row(&self, row: usize) -> Result<(&[i8], f32, u32), IndexError> {
        if row >= self.len() {
            let cause = format!("row {row} was asked for, of {}", self.len());
            return Err(IndexError::misused(self.tensors.path(), cause));
        }
        let numbers = &self.vectors()[row * self.dimensions..(row + 1) * self.dimensions];
        let scale = self.scales()[row];
        let written = self.row_checks.slice(&self.table)[row];
        if check(numbers, scale) == written {
            return Ok((numbers, scale, written));
        }
        let cause = format!("its row {row} is not as written");
        Err(IndexError::damaged(self.tensors.path(), cause))
    }

    pub(super) fn line(&self, row: usize) -> Result<&[u8], IndexError> {
        self.rows.line(&self.table, row)
    }

    /// All rows, end to end, as they lie in the file.
    pub(super) fn vectors(&self) -> &[i8] {
        self.vectors.slice(&self.tensors)
    }

    pub(super) fn scales(&self) -> &[f32] {
        self.scales.slice(&self.tensors)
    }

    /// All sketches, end to end, and the check of each block.
    pub(super) fn sketch_bits(&self, sketches: &Sketches) -> (&[u64], &[u64]) {
        (sketches.bits.slice(&self.table), sketches.checks.slice(&self.table))
    }

    pub(super) fn misused(&self, cause: String) -> IndexError {
        IndexError::misused(self.tensors.path(), cause)
    }

    pub(super) fn damaged_sketches(&self) -> IndexError {
        IndexError::damaged(self.table.path(), "its sketches are not as written")
    }
}
