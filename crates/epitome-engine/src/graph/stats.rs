//! `graph_index/stats.json` (G28): the standing of every node, for other programs to read.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use epitome_model::graph::Graph;
use epitome_model::rank::Standing;
use serde::Serialize;

/// Why the file was not written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}; check that the folder can be written", path.display())]
pub struct StatsError {
    path: PathBuf,
    cause: io::Error,
}

#[derive(Serialize)]
struct StandingJson {
    in_degree: u32,
    pagerank: f64,
}

/// Writes `graph_index/stats.json` below `folder`, whole or not at all.
pub fn write_stats(
    folder: &Path,
    graph: &Graph,
    standings: &[Standing],
) -> Result<PathBuf, StatsError> {
    let folder = folder.join("graph_index");
    let path = folder.join("stats.json");
    let fail = |cause| StatsError { path: path.clone(), cause };
    let rows: BTreeMap<&str, StandingJson> = graph
        .nodes
        .iter()
        .zip(standings)
        .map(|(node, s)| {
            (node.id.as_str(), StandingJson { in_degree: s.in_degree, pagerank: s.pagerank })
        })
        .collect();
    fs::create_dir_all(&folder).map_err(fail)?;
    let partial = folder.join("stats.json.partial");
    let mut file = fs::File::create(&partial).map_err(fail)?;
    let text = serde_json::to_vec(&rows).map_err(|error| fail(error.into()))?;
    file.write_all(&text).and_then(|()| file.sync_all()).map_err(fail)?;
    fs::rename(&partial, &path).map_err(fail)?;
    Ok(path)
}
