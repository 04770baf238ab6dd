//! An index that can be asked: opened once, asked many times.

use std::ops::Range;
use std::sync::Arc;

use epitome_index::IndexError;
use epitome_index::documents::Documents;
use epitome_model::document::DocumentKind;

use super::error::SearchError;
use super::lists::Indexes;
use super::rank::exact;
use crate::embed::Embedder;
use crate::index::Index;
use crate::update::LinkKeys;

/// A published index with its four lists.
#[derive(Debug)]
pub struct Searcher {
    index: Index,
    indexes: Indexes,
    links: LinkKeys,
    embedder: Arc<Embedder>,
    /// The first document of each file, then of each module, then the number of documents.
    starts: Vec<u32>,
    /// How many files there are; numbers from there on are modules.
    files: u32,
    kinds: Vec<DocumentKind>,
}

impl Searcher {
    /// Opens the lists of an index. `embedder` turns queries into vectors; it must be the one that
    /// made the index.
    pub fn open(index: Index, embedder: Arc<Embedder>) -> Result<Self, SearchError> {
        let documents = index.documents();
        let indexes = Indexes::open(index.generation(), documents)?;
        indexes.expect_embedder(&embedder)?;
        let links = LinkKeys::open(index.generation(), documents.len())?;
        let mut starts = Vec::with_capacity(documents.file_count() + 1);
        for file in documents.files() {
            starts.push(file?.1.start as u32);
        }
        let files = starts.len() as u32;
        starts.extend(documents.modules()?.map(|at| at as u32));
        starts.push(documents.len() as u32);
        let kinds = (0..documents.len()).map(|at| Ok(documents.entry(at)?.kind));
        let kinds = kinds.collect::<Result<Vec<_>, IndexError>>()?;
        Ok(Self { indexes, links, embedder, starts, files, kinds, index })
    }

    /// The index that is asked.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    pub(crate) fn documents(&self) -> &Documents {
        self.index.documents()
    }

    pub(crate) fn indexes(&self) -> &Indexes {
        &self.indexes
    }

    pub(crate) fn embedder(&self) -> &Embedder {
        &self.embedder
    }

    /// How many documents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    pub(crate) fn kind(&self, document: u32) -> DocumentKind {
        self.kinds.get(document as usize).copied().unwrap_or(DocumentKind::Module)
    }

    pub(crate) fn is_file(&self, document: u32) -> bool {
        self.kind(document) == DocumentKind::File
    }

    /// The number of the file or module that a document is in, and its path.
    pub(crate) fn file_of(&self, document: u32) -> Result<(u32, &str), IndexError> {
        let file = self.starts.partition_point(|&start| start <= document).saturating_sub(1) as u32;
        let path = if file < self.files { self.documents().file(file as usize)?.0 } else { "" };
        Ok((file, path))
    }

    /// How many files there are.
    pub(crate) fn file_count(&self) -> u32 {
        self.files
    }

    /// The first document of a file, which is its own, or a module's.
    pub(crate) fn first_of(&self, file: u32) -> u32 {
        self.starts.get(file as usize).copied().unwrap_or_default()
    }

    pub(crate) fn documents_of(&self, file: u32) -> Range<usize> {
        let at = |file: u32| self.starts.get(file as usize).copied().unwrap_or_default() as usize;
        at(file)..at(file + 1)
    }

    /// The documents of what is called exactly so.
    pub(crate) fn called(&self, name: &str) -> Result<Vec<u32>, IndexError> {
        let postings = self.indexes.code_words.postings(&exact(name))?;
        Ok(postings
            .map_or_else(Vec::new, |found| found.rows.iter().map(|&row| row as u32).collect()))
    }

    pub(crate) fn callers(&self, document: u32) -> u32 {
        self.links.get(document as usize).callers
    }

    pub(crate) fn lines(&self, document: u32) -> u32 {
        self.indexes.code_words.document_length(document as usize).unwrap_or(1.0) as u32
    }
}
