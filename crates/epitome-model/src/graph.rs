//! The graph of a repository: what calls, imports, extends and mentions what, and how sure that is.

use serde::{Deserialize, Serialize};

use crate::span::Span;
use crate::text::Text;

/// Nodes and edges, both in an order that depends on the repository alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Graph {
    /// Sorted by path; in one file the file first, then its symbols in source order.
    pub nodes: Vec<Node>,
    /// Sorted by source, target and kind; at most one of a kind between two nodes.
    pub edges: Vec<Edge>,
}

/// A file or a symbol in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// The document id (D1): a path, or a path and a qualified name.
    pub id: String,
    /// The file it is in.
    pub path: Text,
    /// Its name without qualifiers; the file name for a file.
    pub name: Text,
    /// What it is.
    pub kind: NodeKind,
    /// Its lines and bytes, documentation included.
    pub span: Span,
    /// Whether it belongs to the tests (G25).
    pub is_test: bool,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum NodeKind {
    /// A whole file; its edges are those of its top-level code.
    File,
    /// A class or its kin.
    Class,
    /// A function, method, constructor or macro.
    Function,
}

/// What one node does to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EdgeKind {
    /// It calls it, or makes one of it.
    Calls,
    /// One file imports another.
    Imports,
    /// It is based on it.
    Extends,
    /// It mentions it, as a type or a value.
    References,
}

impl EdgeKind {
    /// The upper-case word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            EdgeKind::Calls => "CALLS",
            EdgeKind::Imports => "IMPORTS",
            EdgeKind::Extends => "EXTENDS",
            EdgeKind::References => "REFERENCES",
        }
    }
}

/// One edge, with how sure it is and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// Index of the source in [`Graph::nodes`].
    pub from: u32,
    /// Index of the target.
    pub to: u32,
    /// What the source does to the target.
    pub kind: EdgeKind,
    /// 1.0 for what an indexer says; below that for what we infer.
    pub confidence: f32,
    /// Why: `same-file`, `import`, `receiver-type`, `global-name`, `scip:<indexer>@<version>`; with
    /// `+scip-unconfirmed` where an indexer that covers the file does not say so.
    pub reason: Text,
    /// The first line that shows it, in the source's file.
    pub line: u32,
}

/// How sure an inferred edge is.
pub mod confidence {
    /// An indexer says so.
    pub const ORACLE: f32 = 1.0;
    /// Defined in the same file, by a name that is in scope.
    pub const SAME_FILE: f32 = 0.95;
    /// Reached through an import, a package, or the type of the receiver.
    pub const IMPORT: f32 = 0.9;
    /// The only one of that name in the repository.
    pub const GLOBAL: f32 = 0.5;
    /// Inferred, and an indexer that covers the file does not say so.
    pub const UNCONFIRMED: f32 = 0.2;
}

/// Appended once to the reason of an edge that an indexer does not confirm.
pub const UNCONFIRMED_MARK: &str = "+scip-unconfirmed";
