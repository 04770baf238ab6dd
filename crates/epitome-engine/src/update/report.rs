//! What an update did.

use epitome_model::document::DocumentKind;

use crate::outline::TreeReport;

/// What an update did, for people and for tests.
#[derive(Debug, Default)]
pub struct UpdateReport {
    /// The generation that now answers.
    pub generation: u64,
    /// Whether it was published by this run.
    pub published: bool,
    /// Whether there was nothing to start from, or nothing that could be trusted.
    pub from_nothing: bool,
    /// Files by what became of them.
    pub files: Changed,
    /// Documents by what became of them.
    pub documents: Changed,
    /// Documents whose words stayed and whose lines or citations moved (D5).
    pub moved: u64,
    /// Stored summaries of models that went along with an edit of layout or comments (D5).
    pub carried: u64,
    /// Documents whose neighbours changed and whose words stayed (G52).
    pub context_updated: u64,
    /// Of those, how many changed beyond the threshold (G53, D4).
    pub beyond_threshold: u64,
    /// Documents by kind, placeholders included.
    pub by_kind: [u64; 4],
    /// Placeholders among them.
    pub placeholders: u64,
    /// Whether the graph was linked again.
    pub relinked: bool,
    /// What was met while reading.
    pub tree: TreeReport,
    /// What the user should know.
    pub notes: Vec<String>,
    /// What the user should worry about (G60).
    pub warnings: Vec<String>,
}

/// Counts of things by what became of them.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Changed {
    /// New ones.
    pub added: u64,
    /// Made again with other content.
    pub changed: u64,
    /// Gone.
    pub removed: u64,
    /// As they were.
    pub kept: u64,
}

impl UpdateReport {
    /// How many documents of a kind there are.
    #[must_use]
    pub fn count(&self, kind: DocumentKind) -> u64 {
        self.by_kind[kind as usize]
    }

    /// How many documents there are.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.by_kind.iter().sum()
    }
}
