//! Parts of the graph as JSON.

use epitome_engine::graph::{Hop, Impact, Part};
use epitome_model::graph::{Graph, NodeKind};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct ImpactJson<'a> {
    symbol: NodeJson<'a>,
    called_by: Vec<HopJson<'a>>,
    calls: Vec<HopJson<'a>>,
}

#[derive(Serialize)]
pub(crate) struct PartJson<'a> {
    nodes: Vec<NodeJson<'a>>,
    edges: Vec<EdgeJson<'a>>,
}

#[derive(Serialize)]
struct NodeJson<'a> {
    id: &'a str,
    kind: &'static str,
    path: &'a str,
    start_line: u32,
    end_line: u32,
    test: bool,
}

#[derive(Serialize)]
struct EdgeJson<'a> {
    from: &'a str,
    to: &'a str,
    kind: &'static str,
    confidence: f64,
    reason: &'a str,
    path: &'a str,
    line: u32,
}

#[derive(Serialize)]
struct HopJson<'a> {
    #[serde(flatten)]
    node: NodeJson<'a>,
    depth: u32,
    via: &'a str,
    edge: &'static str,
    confidence: f64,
    reason: &'a str,
    /// Where the call stands.
    call_path: &'a str,
    call_line: u32,
}

impl<'a> ImpactJson<'a> {
    pub(crate) fn new(graph: &'a Graph, node: u32, impact: &'a Impact) -> Self {
        ImpactJson {
            symbol: node_json(graph, node),
            called_by: impact.callers.iter().map(|hop| hop_json(graph, hop, hop.node)).collect(),
            calls: impact.callees.iter().map(|hop| hop_json(graph, hop, hop.via)).collect(),
        }
    }
}

impl<'a> PartJson<'a> {
    pub(crate) fn new(graph: &'a Graph, part: &'a Part) -> Self {
        PartJson {
            nodes: part.nodes.iter().map(|&node| node_json(graph, node)).collect(),
            edges: part
                .edges
                .iter()
                .map(|edge| EdgeJson {
                    from: &graph.nodes[edge.from as usize].id,
                    to: &graph.nodes[edge.to as usize].id,
                    kind: edge.kind.word(),
                    confidence: rounded(edge.confidence),
                    reason: &edge.reason,
                    path: &graph.nodes[edge.from as usize].path,
                    line: edge.line,
                })
                .collect(),
        }
    }
}

fn node_json(graph: &Graph, node: u32) -> NodeJson<'_> {
    let node = &graph.nodes[node as usize];
    NodeJson {
        id: &node.id,
        kind: match node.kind {
            NodeKind::File => "file",
            NodeKind::Class => "class",
            NodeKind::Function => "function",
        },
        path: &node.path,
        start_line: node.span.start_line,
        end_line: node.span.end_line,
        test: node.is_test,
    }
}

fn hop_json<'a>(graph: &'a Graph, hop: &'a Hop, source: u32) -> HopJson<'a> {
    HopJson {
        node: node_json(graph, hop.node),
        depth: hop.depth,
        via: &graph.nodes[hop.via as usize].id,
        edge: hop.kind.word(),
        confidence: rounded(hop.confidence),
        reason: &hop.reason,
        call_path: &graph.nodes[source as usize].path,
        call_line: hop.line,
    }
}

/// 0.95, not 0.949999988079071.
fn rounded(confidence: f32) -> f64 {
    (f64::from(confidence) * 100.0).round() / 100.0
}
