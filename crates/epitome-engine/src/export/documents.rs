//! The documents that are asked for, one after another, until the user stops it.

use std::sync::atomic::{AtomicBool, Ordering};

use epitome_index::documents::Documents;
use epitome_index::{IndexError, Manifest};
use epitome_model::document::{Document, DocumentKind};

use super::ExportError;

/// The documents to write.
pub(super) struct Chosen<'a> {
    pub(super) documents: &'a Documents,
    pub(super) manifest: &'a Manifest,
    /// All where it is empty.
    pub(super) kinds: &'a [DocumentKind],
    pub(super) stop: &'a AtomicBool,
}

impl<'a> Chosen<'a> {
    /// Their numbers, in the order of the index.
    pub(super) fn numbers(&self) -> impl Iterator<Item = Result<usize, ExportError>> {
        (0..self.documents.len()).filter_map(|at| self.choose(at).transpose())
    }

    /// The number, if that document is asked for.
    fn choose(&self, at: usize) -> Result<Option<usize>, ExportError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(ExportError::Stopped);
        }
        let asked = self.kinds.is_empty() || self.kinds.contains(&self.documents.entry(at)?.kind);
        Ok(asked.then_some(at))
    }

    /// The JSON of a document.
    pub(super) fn raw(&self, at: usize) -> Result<&'a [u8], IndexError> {
        self.documents.raw(at)
    }

    /// A document.
    pub(super) fn document(&self, at: usize) -> Result<Document, IndexError> {
        self.documents.document(at)
    }
}
