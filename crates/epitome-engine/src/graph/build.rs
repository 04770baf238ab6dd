//! Outlines of a whole tree, linked into one graph.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use epitome_model::graph::Graph;
use epitome_model::link::{LinkFile, link};
use epitome_model::rank::{Standing, rank};

use super::indexes::apply_indexes;
use super::manifests::layout_of;
use crate::outline::{OutlineError, OutlinedFile, TreeOptions, TreeReport, Workers, outline_tree};

/// How to build a graph.
#[derive(Debug, Clone, Default)]
pub struct GraphOptions {
    /// How to outline the tree.
    pub tree: TreeOptions,
    /// SCIP indexes to believe, beside those found in the tree.
    pub scip: Vec<PathBuf>,
    /// Leave alone the indexes found in the tree, to see what is inferred without them.
    pub ignore_found: bool,
}

/// A repository as a graph, with what it was made from.
#[derive(Debug)]
pub struct RepositoryGraph {
    /// The outlined files, sorted by path.
    pub files: Vec<OutlinedFile>,
    /// The edges between them.
    pub graph: Graph,
    /// The standing of every node.
    pub standings: Vec<Standing>,
    /// What was met on the way.
    pub report: TreeReport,
    /// What the user should know: indexes that were used, left out or refused, and why.
    pub notes: Vec<String>,
}

/// Outlines a tree, links it, and believes its indexes. The result is the same for any number of threads.
pub fn build_graph(
    root: &Path,
    options: &GraphOptions,
    workers: &Workers,
    progress: &(dyn Fn() + Sync),
) -> Result<RepositoryGraph, OutlineError> {
    let files = Mutex::new(Vec::new());
    let report = outline_tree(root, &options.tree, workers, &|file| {
        files.lock().unwrap_or_else(PoisonError::into_inner).push(file);
        progress();
        ControlFlow::Continue(())
    })?;
    let mut files: Vec<OutlinedFile> = files.into_inner().unwrap_or_else(PoisonError::into_inner);
    files.sort_by(|a, b| a.path.as_str().cmp(b.path.as_str()));
    let layout = layout_of(&report.manifests);
    let linked: Vec<LinkFile<'_>> = files
        .iter()
        .map(|file| LinkFile { path: file.path.as_str(), outline: &file.outline })
        .collect();
    // The order is fixed (O36). Linking guesses; indexes confirm guesses or lower them; only then is
    // anything counted, so that a guess an indexer rejects lends nobody standing. Summaries come
    // after that, because they choose neighbours by standing.
    let mut graph = link(&linked, &layout);
    let notes = apply_indexes(root, options, &mut graph)?;
    let standings = rank(&graph);
    Ok(RepositoryGraph { files, graph, standings, report, notes })
}
