//! From outlines to edges, each with how sure it is and why.
//!
//! A name is connected only along a way that the language itself would take: the scope it stands
//! in, the imports of its file, the type of what it is called on. Sharing a name is not enough; only
//! where a language has one scope for all files, or a method's name is the only one of its kind in
//! the repository and not a common word, is a name followed without such a way, at low confidence.
//!
//! ```text
//! outlines ─► Symbols (who is where) ─► Imports (what a module name leads to)
//!                    └─► Scope (what a name means here) ─► Types (what a receiver is) ─► edges
//! ```

mod alike;
mod calls;
mod closures;
mod common_names;
mod expression;
mod family;
mod generics;
mod imports;
mod layout;
mod members;
mod modules;
mod rust_modules;
mod scope;
mod symbols;
mod test_paths;
mod type_text;
mod types;
mod values;
mod wrappers;

use crate::graph::{Edge, EdgeKind, Graph, Node, NodeKind, confidence};
use crate::outline::FileOutline;
use crate::text::Text;

pub use alike::links_alike;
pub use layout::{Layout, NpmPackage, PathAlias, RustCrate};
pub use test_paths::is_test_path;

use imports::Imports;
use scope::Scope;
use symbols::Symbols;
use types::Types;

/// One file to link.
#[derive(Clone, Copy, Debug)]
pub struct LinkFile<'a> {
    /// Its path below the root, with `/`.
    pub path: &'a str,
    /// What it holds.
    pub outline: &'a FileOutline,
}

/// Why an inferred edge is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    SameFile,
    Import,
    Package,
    Receiver,
    GlobalName,
}

impl Why {
    fn word(self) -> &'static str {
        match self {
            Why::SameFile => "same-file",
            Why::Import => "import",
            Why::Package => "package",
            Why::Receiver => "receiver-type",
            Why::GlobalName => "global-name",
        }
    }
}

/// The graph of all files, which must be sorted by path and have distinct paths.
#[must_use]
pub fn link(files: &[LinkFile<'_>], layout: &Layout) -> Graph {
    let symbols = Symbols::new(files);
    let imports = Imports::new(files, layout, &symbols);
    let scope = Scope::new(files, &symbols, &imports);
    let types = Types::new(files, &symbols, &scope);
    let mut edges = EdgeSet::default();
    for file in 0..files.len() {
        imports.edges_of(file, &symbols, &scope, &mut edges);
        calls::edges_of(file, files, &symbols, &scope, &types, &mut edges);
    }
    Graph { nodes: symbols.nodes(files), edges: edges.sorted(&symbols) }
}

/// Edges as they are found.
#[derive(Default)]
struct EdgeSet {
    edges: Vec<Edge>,
}

impl EdgeSet {
    fn add(&mut self, from: u32, to: u32, kind: EdgeKind, why: Why, line: u32) {
        let confidence = match why {
            Why::SameFile => confidence::SAME_FILE,
            Why::Import | Why::Package | Why::Receiver => confidence::IMPORT,
            Why::GlobalName => confidence::GLOBAL,
        };
        let reason = Text::const_new(why.word());
        self.edges.push(Edge { from, to, kind, confidence, reason, line });
    }

    /// Sorted; of several between two nodes the surest stays, at the first line that shows it.
    fn sorted(mut self, symbols: &Symbols<'_>) -> Vec<Edge> {
        for edge in &mut self.edges {
            // An edge within a file needs no import to be sure.
            if edge.confidence >= confidence::IMPORT
                && symbols.file_of(edge.from) == symbols.file_of(edge.to)
            {
                edge.confidence = confidence::SAME_FILE;
            }
        }
        self.edges.sort_by(|a, b| {
            (a.from, a.to, a.kind)
                .cmp(&(b.from, b.to, b.kind))
                .then(b.confidence.total_cmp(&a.confidence))
                .then(a.line.cmp(&b.line))
        });
        self.edges.dedup_by(|later, first| {
            (later.from, later.to, later.kind) == (first.from, first.to, first.kind)
        });
        self.edges
    }
}

fn node_kind(symbol: &crate::outline::Symbol) -> NodeKind {
    if symbol.kind.is_function() { NodeKind::Function } else { NodeKind::Class }
}

fn file_node(path: &str, outline: &FileOutline) -> Node {
    Node {
        id: path.to_owned(),
        path: path.into(),
        name: path.rsplit('/').next().unwrap_or(path).into(),
        kind: NodeKind::File,
        span: crate::span::Span {
            start_line: 1,
            end_line: outline.lines.max(1),
            ..Default::default()
        },
        is_test: is_test_path(path),
    }
}
