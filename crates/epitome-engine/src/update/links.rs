//! What documents say of their neighbours, read off the graph.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use epitome_model::context::{Context, TOP_K, contexts};
use epitome_model::document::{Document, Neighbours};
use epitome_model::graph::{EdgeKind, Graph, NodeKind, confidence};
use epitome_model::hash::graph_hash;
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

    fn hash(&self) -> u64 {
        let mut hasher = blake3::Hasher::new();
        let mut list = |ids: &[String]| {
            for id in ids {
                hasher.update(id.as_bytes());
                hasher.update(b"\n");
            }
            hasher.update(b"\0");
        };
        if let Some(Neighbours { called_by, calls }) = &self.context {
            list(called_by);
            list(calls);
        }
        list(&self.dependencies);
        let mut eight = [0; 8];
        eight.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        u64::from_le_bytes(eight)
    }

    /// `sha1` of the normalised context (G13).
    pub(super) fn graph_hash(&self) -> String {
        let context = match &self.context {
            Some(Neighbours { called_by, calls }) => {
                Context { called_by: called_by.clone(), calls: calls.clone() }
            }
            None => Context::default(),
        };
        graph_hash(&context.normalized())
    }
}

/// The neighbours of every document.
pub(super) struct AllLinks<'g> {
    graph: &'g Graph,
    /// In the order of the graph's nodes.
    nodes: Vec<(Links, LinkKey)>,
    /// The nodes of each file: the file's own first, then its symbols in the outline's order.
    files: HashMap<&'g str, Range<usize>>,
    /// Imported modules by importing module (G8).
    modules: BTreeMap<String, BTreeSet<String>>,
}

impl<'g> AllLinks<'g> {
    pub(super) fn new(graph: &'g Graph, standings: &[Standing]) -> AllLinks<'g> {
        let mut used: Vec<Vec<u32>> = vec![Vec::new(); graph.nodes.len()];
        let mut modules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for edge in &graph.edges {
            if edge.confidence < confidence::GLOBAL || edge.from == edge.to {
                continue;
            }
            let (from, to) = (&graph.nodes[edge.from as usize], &graph.nodes[edge.to as usize]);
            let wanted = match from.kind {
                NodeKind::Function => edge.kind == EdgeKind::Calls,
                NodeKind::Class => edge.kind == EdgeKind::Extends,
                NodeKind::File => edge.kind == EdgeKind::Imports,
            };
            if wanted {
                used[edge.from as usize].push(edge.to);
            }
            if edge.kind == EdgeKind::Imports {
                let (here, there) = (module_of(&from.path), module_of(&to.path));
                if here != there {
                    modules.entry(here.to_owned()).or_default().insert(there.to_owned());
                }
            }
        }
        let contexts = contexts(graph, standings, TOP_K);
        let nodes: Vec<(Links, LinkKey)> = graph
            .nodes
            .par_iter()
            .zip(contexts)
            .zip(used)
            .zip(standings)
            .map(|(((node, Context { called_by, calls }), used), standing)| {
                let context =
                    (node.kind != NodeKind::File).then_some(Neighbours { called_by, calls });
                // Nodes are sorted by path and place, which is not the order of their ids.
                let mut dependencies: Vec<String> =
                    used.into_iter().map(|to| graph.nodes[to as usize].id.clone()).collect();
                dependencies.sort_unstable();
                dependencies.dedup();
                let links = Links { context, dependencies };
                let key = LinkKey { hash: links.hash(), callers: standing.in_degree };
                (links, key)
            })
            .collect();
        let mut files = HashMap::new();
        let mut at = 0;
        for file in graph.nodes.chunk_by(|a, b| a.path == b.path) {
            files.insert(file[0].path.as_str(), at..at + file.len());
            at += file.len();
        }
        AllLinks { graph, nodes, files, modules }
    }

    /// The neighbours of a file's documents and their marks: its own first, then its symbols' in
    /// the outline's order.
    pub(super) fn of_file(&self, path: &str) -> &[(Links, LinkKey)] {
        self.files.get(path).map_or(&[], |nodes| &self.nodes[nodes.clone()])
    }

    /// The neighbours of a file or symbol, and their mark.
    pub(super) fn of(&self, path: &str, id: &str) -> Option<&(Links, LinkKey)> {
        let mut nodes = self.files.get(path)?.clone();
        nodes.find(|&node| self.graph.nodes[node].id == id).map(|node| &self.nodes[node])
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
        order.into_iter().map(|at| self.nodes[at].1).collect()
    }

    /// The neighbours of a module.
    pub(super) fn of_module(&self, path: &str) -> Links {
        let dependencies = self.modules.get(path).into_iter().flatten().cloned().collect();
        Links { context: None, dependencies }
    }
}
