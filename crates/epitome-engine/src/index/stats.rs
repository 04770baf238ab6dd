//! The standing of every node, as `graph_index/stats.json` has it (G28).

use std::collections::BTreeMap;

use epitome_index::{Generation, IndexError, layout};
use serde::Deserialize;

/// In-degree and PageRank by id.
#[derive(Debug, Default)]
pub struct Standings {
    by_id: BTreeMap<String, Row>,
}

#[derive(Debug, Deserialize)]
struct Row {
    in_degree: u32,
    pagerank: f64,
}

impl Standings {
    pub(super) fn read(generation: &Generation) -> Result<Standings, IndexError> {
        let map = generation.map_checked(layout::GRAPH_STATS)?;
        let by_id = serde_json::from_slice(&map)
            .map_err(|error| IndexError::damaged(map.path(), error.to_string()))?;
        Ok(Standings { by_id })
    }

    /// How many call it or make one of it.
    #[must_use]
    pub fn in_degree(&self, id: &str) -> u32 {
        self.by_id.get(id).map_or(0, |row| row.in_degree)
    }

    /// The files with the most weight in the graph, heaviest first: a file weighs what its symbols
    /// weigh. Tests are left out.
    #[must_use]
    pub fn heaviest_files(&self, count: usize) -> Vec<String> {
        let mut weights: BTreeMap<&str, f64> = BTreeMap::new();
        for (id, row) in &self.by_id {
            let path = id.split_once("::").map_or(id.as_str(), |(path, _)| path);
            *weights.entry(path).or_default() += row.pagerank;
        }
        let mut files: Vec<(&str, f64)> = weights
            .into_iter()
            .filter(|(path, _)| !epitome_model::link::is_test_path(path))
            .collect();
        files.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        files.into_iter().take(count).map(|(path, _)| path.to_owned()).collect()
    }

    /// The weight of every module in the graph: what its files weigh.
    #[must_use]
    pub fn module_weights(&self) -> BTreeMap<&str, f64> {
        let mut weights: BTreeMap<&str, f64> = BTreeMap::new();
        for (id, row) in &self.by_id {
            let path = id.split_once("::").map_or(id.as_str(), |(path, _)| path);
            *weights.entry(crate::update::module_of(path)).or_default() += row.pagerank;
        }
        weights
    }
}
