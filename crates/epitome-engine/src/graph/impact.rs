//! What a change of a symbol may touch, and what it leans on.

use std::collections::{BTreeMap, VecDeque};

use epitome_model::graph::{Edge, EdgeKind, Graph};

/// One symbol on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct Hop {
    /// Index of the node.
    pub node: u32,
    /// How many steps away it is, from 1.
    pub depth: u32,
    /// The node one step nearer.
    pub via: u32,
    /// How sure the step is.
    pub confidence: f32,
    /// Why it is there.
    pub reason: String,
    /// What the step is.
    pub kind: EdgeKind,
    /// The line that shows it, in the file of the calling side.
    pub line: u32,
}

/// Both directions from one symbol.
#[derive(Debug, Clone, PartialEq)]
pub struct Impact {
    /// Who calls, extends or mentions it, nearest first.
    pub callers: Vec<Hop>,
    /// What it calls, extends or mentions, nearest first.
    pub callees: Vec<Hop>,
}

/// Everything within `depth` steps of `node` along edges at least as sure as `floor`.
#[must_use]
pub fn impact(graph: &Graph, node: u32, depth: u32, floor: f32) -> Impact {
    Impact {
        callers: walk(graph, node, depth, floor, |edge| (edge.to, edge.from)),
        callees: walk(graph, node, depth, floor, |edge| (edge.from, edge.to)),
    }
}

/// Breadth first; `ends` gives the side to leave from and the side to reach.
fn walk(
    graph: &Graph,
    start: u32,
    depth: u32,
    floor: f32,
    ends: impl Fn(&Edge) -> (u32, u32),
) -> Vec<Hop> {
    let mut steps: BTreeMap<u32, Vec<&Edge>> = BTreeMap::new();
    for edge in &graph.edges {
        if edge.kind != EdgeKind::Imports && edge.confidence >= floor {
            steps.entry(ends(edge).0).or_default().push(edge);
        }
    }
    let mut seen = std::collections::BTreeSet::from([start]);
    let mut queue = VecDeque::from([(start, 0_u32)]);
    let mut hops = Vec::new();
    while let Some((at, steps_taken)) = queue.pop_front() {
        if steps_taken == depth {
            continue;
        }
        let mut found: Vec<&Edge> = steps.get(&at).cloned().unwrap_or_default();
        found.sort_by(|a, b| {
            b.confidence
                .total_cmp(&a.confidence)
                .then(ends(a).1.cmp(&ends(b).1))
                .then(a.kind.cmp(&b.kind))
        });
        for edge in found {
            let next = ends(edge).1;
            if seen.insert(next) {
                hops.push(Hop {
                    node: next,
                    depth: steps_taken + 1,
                    via: at,
                    confidence: edge.confidence,
                    reason: edge.reason.to_string(),
                    kind: edge.kind,
                    line: edge.line,
                });
                queue.push_back((next, steps_taken + 1));
            }
        }
    }
    hops
}
