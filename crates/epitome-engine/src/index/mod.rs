//! Reading a published index: one generation, opened once and kept.

mod claims;
mod find;
mod freshness;
mod repair;
mod stats;

use std::path::{Path, PathBuf};

use epitome_index::documents::Documents;
use epitome_index::{Generation, layout};
use epitome_model::document::Document;

pub use claims::{Claim, Evidence, EvidenceState};
pub use epitome_index::{IndexError, Manifest};
pub use find::{FindDocumentError, Found};
pub use freshness::{Freshness, freshness};
pub use repair::{Finding, clean, examine, repair};
pub use stats::Standings;

use crate::update::{repository_name, state_path};

/// The index of a repository, as it was published at one moment.
#[derive(Debug)]
pub struct Index {
    root: PathBuf,
    generation: Generation,
    documents: Documents,
}

impl Index {
    /// Opens the index of the repository at `root`; none where there is none.
    pub fn open(root: &Path) -> Result<Option<Index>, IndexError> {
        let generation = match Generation::open(&state_path(root)) {
            Ok(generation) => generation,
            Err(IndexError::Absent { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let folder = layout::summary_folder(&generation.manifest().about.root);
        let documents = Documents::open(&generation, &folder)?;
        Ok(Some(Index { root: root.to_owned(), generation, documents }))
    }

    /// What the generation says of itself.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        self.generation.manifest()
    }

    /// Its number; they grow.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.generation.number()
    }

    pub(crate) fn generation(&self) -> &Generation {
        &self.generation
    }

    /// All documents.
    #[must_use]
    pub fn documents(&self) -> &Documents {
        &self.documents
    }

    /// The document of the whole repository.
    pub fn repository(&self) -> Result<Option<Document>, IndexError> {
        self.documents.get(".")
    }

    /// The documents of modules, by path; the repository's own is the first, since `.` sorts so.
    pub fn modules(&self) -> Result<Vec<Document>, IndexError> {
        self.documents.modules()?.map(|at| self.documents.document(at)).collect()
    }

    /// Where the repository is.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// In-degree and PageRank of every file and symbol.
    pub fn standings(&self) -> Result<Standings, IndexError> {
        Standings::read(&self.generation)
    }

    /// What the repository is called.
    #[must_use]
    pub fn name(&self) -> String {
        repository_name(&self.root)
    }
}
