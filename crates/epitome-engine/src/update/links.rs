//! What documents say of their neighbours, read off the graph.

use std::collections::{BTreeMap, BTreeSet, HashMap};

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
pub(super) struct AllLinks {
    by_id: HashMap<String, (Links, LinkKey)>,
    /// The marks of a file's documents, in the order in which documents are written.
    by_file: HashMap<String, Vec<LinkKey>>,
    /// Imported modules by importing module (G8).
    modules: BTreeMap<String, BTreeSet<String>>,
}

impl AllLinks {
    pub(super) fn new(graph: &Graph, standings: &[Standing]) -> AllLinks {
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
        let mut by_file = HashMap::new();
        for file in graph.nodes.chunk_by(|a, b| a.path == b.path).scan(0, |at, file| {
            *at += file.len();
            Some((*at - file.len(), file))
        }) {
            let (first, file) = file;
            let mut order: Vec<usize> = (0..file.len()).collect();
            order.sort_by_key(|&i| {
                let node = &file[i];
                let is_part = node.kind != NodeKind::File;
                (is_part, if is_part { node.span.start_line } else { 0 }, &node.id)
            });
            let keys = order.into_iter().map(|i| nodes[first + i].1).collect();
            by_file.insert(file[0].path.to_string(), keys);
        }
        let ids = graph.nodes.iter().map(|node| node.id.clone());
        AllLinks { by_id: ids.zip(nodes).collect(), by_file, modules }
    }

    /// The neighbours of a file or symbol.
    pub(super) fn of(&self, id: &str) -> Links {
        self.by_id.get(id).map(|(links, _)| links.clone()).unwrap_or_default()
    }

    /// The mark of a file's or symbol's neighbours.
    pub(super) fn key(&self, id: &str) -> LinkKey {
        self.by_id.get(id).map(|(_, key)| *key).unwrap_or_default()
    }

    /// The marks of a file's documents, in the order in which documents are written.
    pub(super) fn keys_of_file(&self, path: &str) -> &[LinkKey] {
        self.by_file.get(path).map_or(&[], Vec::as_slice)
    }

    /// The neighbours of a module.
    pub(super) fn of_module(&self, path: &str) -> Links {
        let dependencies = self.modules.get(path).into_iter().flatten().cloned().collect();
        Links { context: None, dependencies }
    }
}
