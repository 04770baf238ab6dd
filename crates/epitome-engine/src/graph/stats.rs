//! `graph_index/stats.json` (G28): the standing of every node, for other programs to read.

use std::collections::BTreeMap;

use epitome_model::graph::Graph;
use epitome_model::rank::Standing;
use serde::Serialize;

#[derive(Serialize)]
struct StandingJson {
    in_degree: u32,
    pagerank: f64,
}

/// The bytes of `stats.json`, by id.
pub(crate) fn stats_json(graph: &Graph, standings: &[Standing]) -> Vec<u8> {
    let rows: BTreeMap<&str, StandingJson> = graph
        .nodes
        .iter()
        .zip(standings)
        .map(|(node, s)| {
            (node.id.as_str(), StandingJson { in_degree: s.in_degree, pagerank: s.pagerank })
        })
        .collect();
    // Names and numbers are JSON, whatever they are.
    serde_json::to_vec(&rows).unwrap_or_default()
}
