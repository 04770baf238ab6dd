//! A part of the graph, small enough to look at.

use std::collections::BTreeSet;

use epitome_model::graph::{Edge, Graph};

use super::impact::impact;

/// Some nodes, and the edges between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Indices of nodes, ascending.
    pub nodes: Vec<u32>,
    /// The edges whose ends are both in it.
    pub edges: Vec<Edge>,
}

/// What lies within `depth` steps of a node; the whole graph where none is given.
#[must_use]
pub fn part_around(graph: &Graph, node: Option<u32>, depth: u32, floor: f32) -> Part {
    let nodes: BTreeSet<u32> = match node {
        Some(node) => {
            let found = impact(graph, node, depth, floor);
            found.callers.iter().chain(&found.callees).map(|hop| hop.node).chain([node]).collect()
        }
        None => graph
            .edges
            .iter()
            .filter(|edge| edge.confidence >= floor)
            .flat_map(|edge| [edge.from, edge.to])
            .collect(),
    };
    let edges = graph
        .edges
        .iter()
        .filter(|e| e.confidence >= floor && nodes.contains(&e.from) && nodes.contains(&e.to))
        .cloned()
        .collect();
    Part { nodes: nodes.into_iter().collect(), edges }
}
