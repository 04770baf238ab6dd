//! `graph_index/stats.json` (G28): the standing of every node, for other programs to read.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use epitome_model::graph::Graph;
use epitome_model::rank::Standing;
use serde::Serialize;

use crate::state::{StateError, state_folder, write_state_file};

#[derive(Serialize)]
struct StandingJson {
    in_degree: u32,
    pagerank: f64,
}

/// Writes `.epitome/graph_index/stats.json` below `root`, whole or not at all.
pub fn write_stats(
    root: &Path,
    graph: &Graph,
    standings: &[Standing],
) -> Result<PathBuf, StateError> {
    let rows: BTreeMap<&str, StandingJson> = graph
        .nodes
        .iter()
        .zip(standings)
        .map(|(node, s)| {
            (node.id.as_str(), StandingJson { in_degree: s.in_degree, pagerank: s.pagerank })
        })
        .collect();
    let path = state_folder(root, "graph_index")?.join("stats.json");
    let text = serde_json::to_vec(&rows)
        .map_err(|cause| StateError { path: path.clone(), cause: io::Error::from(cause) })?;
    write_state_file(&path, &text)?;
    Ok(path)
}
