//! One document of the index: what `summary.jsonl` holds a line of (G1–G9).

use serde::{Deserialize, Serialize};

use crate::summary::Grounded;

/// A summary with its place, its neighbours and its hashes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// `path::Class::method`, `path` or `module path` (G9, D1).
    pub id: String,
    /// What it describes.
    #[serde(rename = "type")]
    pub kind: DocumentKind,
    /// The file, relative to the root; the module's own path for a module.
    pub file_path: String,
    /// The folder that holds it, `.` at the root (D2).
    pub module_path: String,
    /// Dotted name; functions and classes have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qualified_name: Option<String>,
    /// First line, doc comment included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_line: Option<u32>,
    /// Last line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// The language's id; for a module the one most of its files are in.
    pub language: String,
    /// Whole sentences for a reader who has not seen the code.
    pub summary: String,
    /// What it is for.
    pub business_intent: String,
    /// Words a person would search by.
    pub keywords: Vec<String>,
    /// The claims with their lines.
    #[serde(flatten)]
    pub grounded: Grounded,
    /// A short mark of the lines of each citation, in their order, by which a claim whose lines
    /// changed is known to be stale; empty for lines in other files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub citation_hashes: Vec<String>,
    /// Ids of what it uses: callees of a function, imported files of a file or module.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dependencies: Vec<String>,
    /// Who calls it and whom it calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<Neighbours>,
    /// `sha1` of the normalised source (G12); of the parts' hashes above the function.
    pub content_hash: String,
    /// `sha1` of the normalised context (G13).
    pub graph_hash: String,
    /// `sha1` of prompt and normalised source (G14).
    pub summary_hash: String,
    /// The same as `summary_hash` (G4).
    pub hash: String,
    /// `sha256` of the raw span (D3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_sha256: Option<String>,
    /// When the words were last made, RFC 3339 in UTC.
    pub last_updated: String,
    /// Whether the words come from a template (G34).
    pub is_placeholder: bool,
    /// Who wrote the words.
    pub provenance: Provenance,
}

impl Document {
    /// First and last line of a function or class; a file or module is meant as a whole.
    #[must_use]
    pub fn own_lines(&self) -> Option<(u32, u32)> {
        match self.kind {
            DocumentKind::Function | DocumentKind::Class => self.start_line.zip(self.end_line),
            DocumentKind::File | DocumentKind::Module => None,
        }
    }
}

/// What a document describes (G3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum DocumentKind {
    Function,
    Class,
    File,
    Module,
}

impl DocumentKind {
    /// The lower-case word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            DocumentKind::Function => "function",
            DocumentKind::Class => "class",
            DocumentKind::File => "file",
            DocumentKind::Module => "module",
        }
    }
}

/// Names of neighbours; they stand here and nowhere else in a document (G11).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Neighbours {
    /// Ids of callers, most telling first.
    pub called_by: Vec<String>,
    /// Ids of callees, most telling first.
    pub calls: Vec<String>,
}

/// Who wrote a summary, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// `offline`, or the backend's name.
    pub backend: String,
    /// The model that answered; absent offline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// BLAKE3 of the prompt template, or the offline summariser's version (D6).
    pub prompt: String,
}
