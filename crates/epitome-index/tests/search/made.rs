//! Indexes made up for tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use epitome_index::dense::{DenseBuilder, DenseIndex, DenseRow};
use epitome_index::sparse::{Bag, Bm25, SparseBuilder, SparseDocument, SparseIndex, SparseRow};
use epitome_index::{About, Generation, GenerationWriter, Holder, IndexError, Publisher};

/// The folder of the generation that all of these are in.
pub(crate) const FOLDER: &str = "code_index/made";
pub(crate) const EMBEDDER: &str = "made-1";

pub(crate) fn about() -> About {
    About { created: "2026-01-01T00:00:00Z".to_owned(), ..About::default() }
}

pub(crate) fn holder() -> Holder {
    Holder::this_process("2026-01-01T00:00:00Z", "a test")
}

/// A state folder of its own, gone when dropped.
pub(crate) struct State {
    _root: tempfile::TempDir,
    pub(crate) path: PathBuf,
}

impl State {
    pub(crate) fn new() -> Self {
        let root = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let path = root.path().join(".epitome");
        Self { _root: root, path }
    }

    /// Publishes what `write` writes.
    pub(crate) fn publish(
        &self,
        write: impl FnOnce(&mut GenerationWriter<'_>) -> Result<(), IndexError>,
    ) -> Result<u64, IndexError> {
        let publisher = Publisher::lock(&self.path, &holder())?;
        let mut generation = publisher.begin(None)?;
        write(&mut generation)?;
        generation.commit(about())
    }

    pub(crate) fn open(&self) -> Result<Generation, IndexError> {
        Generation::open(&self.path)
    }

    pub(crate) fn sparse(&self) -> Result<SparseIndex, IndexError> {
        SparseIndex::open(&self.open()?, FOLDER)
    }

    pub(crate) fn dense(&self) -> Result<DenseIndex, IndexError> {
        DenseIndex::open(&self.open()?, FOLDER)
    }

    /// All files of the current generation but its manifest.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let generation = self.open().unwrap();
        let read = |path: &Path| fs::read(generation.path().join(path)).unwrap();
        let files = &generation.manifest().files;
        files.iter().map(|file| (file.path.clone(), read(Path::new(&file.path)))).collect()
    }
}

/// A document of words, each as often as it stands there.
pub(crate) fn words(id: &str, text: &str) -> SparseDocument {
    let mut terms = Bag::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        terms.push(word, 1.0);
    }
    SparseDocument { id: id.to_owned(), length: terms.len() as f32, terms }
}

pub(crate) fn publish_sparse(
    state: &State,
    old: Option<&SparseIndex>,
    rows: impl IntoIterator<Item = SparseRow>,
) -> Result<SparseIndex, IndexError> {
    state.publish(|generation| {
        let mut builder = SparseBuilder::new(Bm25::default(), old);
        for (row, number) in rows.into_iter().zip(100..) {
            builder.push(number, row)?;
        }
        builder.finish(generation, FOLDER).map(drop)
    })?;
    state.sparse()
}

pub(crate) fn publish_dense(
    state: &State,
    old: Option<&DenseIndex>,
    dimensions: usize,
    sketches_from: usize,
    rows: &[DenseRow<'_>],
) -> Result<DenseIndex, IndexError> {
    state.publish(|generation| {
        let builder = DenseBuilder::new(dimensions, EMBEDDER, old);
        let mut builder = builder.with_sketches_from(sketches_from);
        for (row, number) in rows.iter().zip(100..) {
            builder.push(number, *row)?;
        }
        builder.finish(generation, FOLDER).map(drop)
    })?;
    state.dense()
}

/// Numbers that look random and are always the same.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    pub(crate) fn vector(&mut self, dimensions: usize) -> Vec<f32> {
        (0..dimensions).map(|_| self.below(2001) as f32 / 1000.0 - 1.0).collect()
    }
}
