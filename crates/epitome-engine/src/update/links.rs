//! What documents say of their neighbours, read off the graph.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use epitome_model::context::{Contexts, TOP_K};
use epitome_model::document::{Document, Neighbours};
use epitome_model::graph::{Edge, EdgeKind, Graph, NodeKind, confidence};
use epitome_model::hash::graph_hash;
use epitome_model::normalize::normalize_context;
use epitome_model::rank::Standing;

use rayon::prelude::*;

use super::link_keys::LinkKey;
use super::module_of;

/// The neighbours of one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Links {
    /// Callers and callees of a function or class.
    pub(super) context: Option<Neighbours>,
    /// What it uses (G6–G8), by id.
    pub(super) dependencies: Vec<String>,
}

impl Links {
    /// Those that a document already names.
    pub(super) fn of_document(document: &Document) -> Links {
        Links { context: document.context.clone(), dependencies: document.dependencies.clone() }
    }

    /// Gives a document these neighbours.
    pub(super) fn put_into(self, document: &mut Document) {
        document.graph_hash = self.graph_hash();
        document.context = self.context;
        document.dependencies = self.dependencies;
    }

    /// `sha1` of the normalised context (G13).
    pub(super) fn graph_hash(&self) -> String {
        let (called_by, calls) = match &self.context {
            Some(Neighbours { called_by, calls }) => (called_by.as_slice(), calls.as_slice()),
            None => Default::default(),
        };
        graph_hash(&normalize_context(called_by, calls))
    }
}

/// The neighbours of every document. They are kept by number: most documents of an update only want
/// to know that theirs are as they were, which their mark tells.
pub(super) struct AllLinks<'g> {
    graph: &'g Graph,
    contexts: Contexts,
    /// The edges of node `n` are `graph.edges[edges[n]..edges[n + 1]]`.
    edges: Vec<usize>,
    /// In the order of the graph's nodes.
    keys: Vec<LinkKey>,
    /// The nodes of each file: the file's own first, then its symbols in the outline's order.
    files: HashMap<&'g str, Range<usize>>,
    /// Imported modules by importing module (G8).
    modules: BTreeMap<&'g str, BTreeSet<&'g str>>,
}

impl<'g> AllLinks<'g> {
    pub(super) fn new(graph: &'g Graph, standings: &[Standing]) -> AllLinks<'g> {
        let count = graph.nodes.len();
        let mut edges = vec![0; count + 1];
        for edge in &graph.edges {
            edges[edge.from as usize + 1] += 1;
        }
        for node in 0..count {
            edges[node + 1] += edges[node];
        }
        let contexts = Contexts::new(graph, standings, TOP_K);
        let files = files_of(graph);
        let mut links =
            AllLinks { graph, contexts, edges, keys: Vec::new(), files, modules: imports(graph) };
        let ids: Vec<u64> =
            graph.nodes.par_iter().map(|node| short(&blake3::hash(node.id.as_bytes()))).collect();
        links.keys = (0..count)
            .into_par_iter()
            .map(|node| LinkKey {
                hash: links.mark(node, &ids),
                callers: standings[node].in_degree,
            })
            .collect();
        links
    }

    /// What a node uses (G6–G8).
    fn used(&self, node: usize) -> impl Iterator<Item = usize> {
        let wanted = match self.graph.nodes[node].kind {
            NodeKind::Function => EdgeKind::Calls,
            NodeKind::Class => EdgeKind::Extends,
            NodeKind::File => EdgeKind::Imports,
        };
        let edges = &self.graph.edges[self.edges[node]..self.edges[node + 1]];
        edges.iter().filter(move |e| counts(e) && e.kind == wanted).map(|e| e.to as usize)
    }

    /// A mark of a node's neighbours that depends on their ids alone.
    fn mark(&self, node: usize, ids: &[u64]) -> u64 {
        let mut hasher = blake3::Hasher::new();
        let mut list = |ids: &[u64]| {
            hasher.update(&(ids.len() as u64).to_le_bytes());
            for id in ids {
                hasher.update(&id.to_le_bytes());
            }
        };
        let named =
            |nodes: &[u32]| -> Vec<u64> { nodes.iter().map(|&n| ids[n as usize]).collect() };
        if self.graph.nodes[node].kind != NodeKind::File {
            list(&named(self.contexts.callers(node)));
            list(&named(self.contexts.callees(node)));
        }
        let mut used: Vec<u64> = self.used(node).map(|to| ids[to]).collect();
        used.sort_unstable();
        list(&used);
        short(&hasher.finalize())
    }

    fn of_node(&self, node: usize) -> Links {
        let id = |node: usize| self.graph.nodes[node].id.clone();
        let ids = |nodes: &[u32]| nodes.iter().map(|&node| id(node as usize)).collect();
        let context = (self.graph.nodes[node].kind != NodeKind::File).then(|| Neighbours {
            called_by: ids(self.contexts.callers(node)),
            calls: ids(self.contexts.callees(node)),
        });
        // Nodes are sorted by path and place, which is not the order of their ids.
        let mut dependencies: Vec<String> = self.used(node).map(id).collect();
        dependencies.sort_unstable();
        dependencies.dedup();
        Links { context, dependencies }
    }

    /// The neighbours of a file's document `at`, and their mark: its own is the first, then its
    /// symbols' in the outline's order.
    pub(super) fn of_file(&self, path: &str, at: usize) -> Option<(Links, LinkKey)> {
        let node = self.files.get(path)?.clone().nth(at)?;
        Some((self.of_node(node), self.keys[node]))
    }

    /// The neighbours of a file or symbol, and their mark.
    pub(super) fn of(&self, path: &str, id: &str) -> Option<(Links, LinkKey)> {
        let mut nodes = self.files.get(path)?.clone();
        let node = nodes.find(|&node| self.graph.nodes[node].id == id)?;
        Some((self.of_node(node), self.keys[node]))
    }

    /// The marks of a file's documents, in the order in which documents are written.
    pub(super) fn keys_of_file(&self, path: &str) -> Vec<LinkKey> {
        let Some(nodes) = self.files.get(path) else { return Vec::new() };
        let mut order: Vec<usize> = nodes.clone().collect();
        order.sort_by_key(|&at| {
            let node = &self.graph.nodes[at];
            let is_part = node.kind != NodeKind::File;
            (is_part, if is_part { node.span.start_line } else { 0 }, &node.id)
        });
        order.into_iter().map(|at| self.keys[at]).collect()
    }

    /// The neighbours of a module.
    pub(super) fn of_module(&self, path: &str) -> Links {
        let modules = self.modules.get(path).into_iter().flatten();
        Links { context: None, dependencies: modules.map(|&module| module.to_owned()).collect() }
    }
}

/// Whether an edge is sure enough to be told.
fn counts(edge: &Edge) -> bool {
    edge.confidence >= confidence::GLOBAL && edge.from != edge.to
}

fn files_of(graph: &Graph) -> HashMap<&str, Range<usize>> {
    let mut files = HashMap::new();
    let mut at = 0;
    for file in graph.nodes.chunk_by(|a, b| a.path == b.path) {
        files.insert(file[0].path.as_str(), at..at + file.len());
        at += file.len();
    }
    files
}

fn imports(graph: &Graph) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut modules: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for edge in graph.edges.iter().filter(|e| counts(e) && e.kind == EdgeKind::Imports) {
        let (from, to) = (&graph.nodes[edge.from as usize], &graph.nodes[edge.to as usize]);
        let (here, there) = (module_of(&from.path), module_of(&to.path));
        if here != there {
            modules.entry(here).or_default().insert(there);
        }
    }
    modules
}

fn short(hash: &blake3::Hash) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_le_bytes(eight)
}
