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
    /// What the file is to its folder.
    pub role: FileRole,
    /// The author's first words about it: a README's claim, a manifest's description.
    pub claim: String,
    /// The lines that show the purpose, first and last.
    pub cited: (u32, u32),
    /// Modules from outside the repository that it imports, by their first part; eight at most.
    pub imports: Vec<String>,
}

/// What a file is to its folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileRole {
    /// Code or text like any other.
    #[default]
    Plain,
    /// The folder's README.
    Readme,
    /// Says what a package is: `Cargo.toml`, `package.json`, `pyproject.toml` and the like.
    Manifest,
    /// Where a program or a package begins: `main.rs`, `__main__.py`, `index.ts`.
    Entry,
    /// Tests.
    Test,
    /// Documentation.
    Document,
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
    /// Lines of all its files.
    pub lines: u32,
    /// Whether it holds nothing but tests and documentation.
    pub is_aside: bool,
    /// The file to read first, with the lines that show its purpose.
    pub entry: Option<(String, u32, u32)>,
    /// Whether a program begins in it.
    pub runs: bool,
    /// Modules from outside that its files import, most used first; eight at most.
    pub imports: Vec<(String, u32)>,
}
