//! The graph of everything that is there now: outlines just made, and those remembered.

use std::path::Path;

use epitome_model::graph::Graph;
use epitome_model::link::{LinkFile, link};
use epitome_model::outline::FileOutline;
use epitome_model::rank::{Standing, rank};
use rayon::prelude::*;

use super::UpdateError;
use super::read::Reading;
use crate::database::Database;
use crate::graph::{GraphOptions, apply_indexes, indexes, layout_of};

/// A linked graph.
pub(super) struct Linked {
    pub(super) graph: Graph,
    pub(super) standings: Vec<Standing>,
    pub(super) notes: Vec<String>,
}

/// Links the whole tree.
pub(super) fn link_all(
    root: &Path,
    options: &GraphOptions,
    database: &Database,
    reading: &Reading,
) -> Result<Linked, UpdateError> {
    let remembered = remembered_outlines(database, reading)?;
    let mut files: Vec<LinkFile<'_>> = reading
        .drafts
        .iter()
        .map(|draft| LinkFile { path: &draft.path, outline: &draft.outline })
        .chain(remembered.iter().map(|(path, outline)| LinkFile { path, outline }))
        .collect();
    files.sort_unstable_by(|a, b| a.path.cmp(b.path));
    let mut graph = link(&files, &layout_of(&manifests(database, reading)?));
    let notes = apply_indexes(root, options, &mut graph)?;
    let standings = rank(&graph);
    Ok(Linked { graph, standings, notes })
}

/// Everything that is remembered of a tree: outlines by path, and the graph they make with its indexes.
pub(crate) struct Remembered {
    pub(crate) graph: Graph,
    pub(crate) files: Vec<(String, FileOutline)>,
}

/// Links what is remembered, without reading a file. Indexes have been believed and guesses lowered when
/// this returns (O36).
pub(crate) fn remembered(
    root: &Path,
    options: &GraphOptions,
    database: &Database,
) -> Result<Remembered, UpdateError> {
    let stored = database.outlines()?;
    let outlined = stored.into_par_iter();
    let files: Vec<(String, FileOutline)> = outlined
        .filter_map(|(path, bytes)| Some((path, postcard::from_bytes(&bytes).ok()?)))
        .collect();
    let mut linked: Vec<LinkFile<'_>> =
        files.iter().map(|(path, outline)| LinkFile { path, outline }).collect();
    linked.sort_unstable_by(|a, b| a.path.cmp(b.path));
    let mut graph = link(&linked, &layout_of(&database.manifests()?));
    apply_indexes(root, options, &mut graph)?;
    Ok(Remembered { graph, files })
}

fn remembered_outlines(
    database: &Database,
    reading: &Reading,
) -> Result<Vec<(String, FileOutline)>, UpdateError> {
    if reading.kept.is_empty() {
        return Ok(Vec::new());
    }
    let stored = database.outlines()?;
    let kept = |path: &String| reading.kept.binary_search(path).is_ok();
    Ok(stored
        .into_par_iter()
        .filter(|(path, _)| kept(path))
        .filter_map(|(path, bytes)| Some((path, postcard::from_bytes(&bytes).ok()?)))
        .collect())
}

/// Manifests as they are now: those remembered, less what is gone, with what was read.
fn manifests(database: &Database, reading: &Reading) -> Result<Vec<(String, String)>, UpdateError> {
    let mut all: std::collections::BTreeMap<String, String> =
        database.manifests()?.into_iter().collect();
    for path in &reading.gone_manifests {
        all.remove(path);
    }
    for file in &reading.rows.put {
        if let Some(text) = &file.manifest {
            all.insert(file.path.clone(), text.clone());
        }
    }
    Ok(all.into_iter().collect())
}

/// What tells that other indexes are believed now: their names, sizes and times.
pub(super) fn scip_fingerprint(root: &Path, options: &GraphOptions) -> String {
    let mut text = String::new();
    for path in indexes(root, options) {
        let (size, time) = match std::fs::metadata(&path) {
            Ok(meta) => (meta.len(), meta.modified().ok()),
            Err(_) => (0, None),
        };
        text.push_str(&format!("{} {size} {time:?}\n", path.display()));
    }
    text
}
