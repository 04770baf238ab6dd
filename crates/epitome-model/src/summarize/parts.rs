//! What one level hands to the next, small enough to be kept for every file.

use serde::{Deserialize, Serialize};

use crate::summary::Summary;

/// All summaries of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileSummaries {
    /// One for each symbol, in the outline's order.
    pub symbols: Vec<Summary>,
    /// The file's own.
    pub file: Summary,
    /// What the module needs of it.
    pub part: FilePart,
}

/// What a module's summary is made from, one for each of its files (G39). Never source text (G40).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FilePart {
    /// The file's path relative to the root.
    pub path: String,
    /// Its language's id.
    pub language: String,
    /// Its lines.
    pub lines: u32,
    /// The file's summary and what it is for.
    pub summary: String,
    /// What the file is for.
    pub business_intent: String,
    /// Its keywords.
    pub keywords: Vec<String>,
}

/// What the repository's summary is made from, one for each module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModulePart {
    /// The module's path.
    pub path: String,
    /// Its summary.
    pub summary: String,
    /// What it is for.
    pub business_intent: String,
}
