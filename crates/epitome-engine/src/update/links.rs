//! What documents say of their neighbours, read off the graph.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use epitome_model::context::{Context, TOP_K, contexts};
use epitome_model::document::Neighbours;
use epitome_model::graph::{EdgeKind, Graph, NodeKind, confidence};
use epitome_model::hash::graph_hash;
use epitome_model::rank::Standing;

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
    by_id: HashMap<String, Links>,
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
        let by_id = graph
            .nodes
            .iter()
            .zip(contexts)
            .zip(&mut used)
            .map(|((node, Context { called_by, calls }), used)| {
                let context =
                    (node.kind != NodeKind::File).then_some(Neighbours { called_by, calls });
                // Nodes are sorted by path and place, which is not the order of their ids.
                let mut dependencies: Vec<String> =
                    used.drain(..).map(|to| graph.nodes[to as usize].id.clone()).collect();
                dependencies.sort_unstable();
                dependencies.dedup();
                (node.id.clone(), Links { context, dependencies })
            })
            .collect();
        AllLinks { by_id, modules }
    }

    /// The neighbours of a file or symbol.
    pub(super) fn of(&self, id: &str) -> Links {
        self.by_id.get(id).cloned().unwrap_or_default()
    }

    /// The neighbours of a module.
    pub(super) fn of_module(&self, path: &str) -> Links {
        let dependencies = self.modules.get(path).into_iter().flatten().cloned().collect();
        Links { context: None, dependencies }
    }
}
