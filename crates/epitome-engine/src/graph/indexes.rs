//! What indexers of others say, written into a linked graph, and what the user is told of it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use epitome_model::graph::Graph;
use epitome_model::reconcile::{Reconciled, reconcile};

use super::build::GraphOptions;
use crate::scan::{Root, ScanError, display_os_path, display_path};
use crate::scip::{FitReport, Left, LoadedIndex, find_indexes, load_index, texts_below};

/// Applies every index, those found in the tree first. An index that is of no use costs a note,
/// never the graph, whether it was found or given: all that is inferred is still there.
pub(crate) fn apply_indexes(
    root: &Path,
    options: &GraphOptions,
    graph: &mut Graph,
) -> Result<Vec<String>, ScanError> {
    let indexes = indexes(root, options);
    let mut notes = Vec::new();
    if indexes.is_empty() {
        return Ok(notes);
    }
    let limit = options.tree.scan.max_bytes;
    let opened = Root::open(root)?;
    let texts = texts_below(&opened, limit);
    for path in indexes {
        match load_index(&opened, &path, limit) {
            Ok(LoadedIndex { index, fit }) => {
                let done = reconcile(graph, &index, &texts);
                let tool = format!("{}@{}", index.tool, index.version);
                let name = display_os_path(path.strip_prefix(root).unwrap_or(&path));
                notes.extend(used(&name, &tool, &fit, done));
            }
            Err(error) => notes.push(format!("error: {error}; the graph is built without it")),
        }
    }
    Ok(notes)
}

/// Each index once, though it may be found and given too.
pub(crate) fn indexes(root: &Path, options: &GraphOptions) -> Vec<PathBuf> {
    let found = if options.ignore_found { Vec::new() } else { find_indexes(root) };
    let mut seen = BTreeSet::new();
    found
        .into_iter()
        .chain(options.scip.iter().cloned())
        .filter(|path| seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())))
        .collect()
}

fn used(name: &str, tool: &str, fit: &FitReport, done: Reconciled) -> Vec<String> {
    let mut notes = vec![format!(
        "scip: {name} by {tool}, {} used: {} added, {} confirmed, {} not confirmed",
        files(fit.used),
        edges(done.added),
        done.confirmed,
        done.unconfirmed
    )];
    let mut left = |left: &Left, what: &str, remedy: &str| {
        if left.count > 0 {
            let all = files(left.count);
            notes.push(format!("scip: {name}: {all} {what} ({}); {remedy}", named(left)));
        }
    };
    left(&fit.stale, "changed since and left out", "run the indexer again, see `epitome scip`");
    left(&fit.missing, "not in this tree", "if that is not meant, check where the indexer ran");
    notes
}

fn named(left: &Left) -> String {
    let mut text = left.first.iter().map(|path| display_path(path)).collect::<Vec<_>>().join(", ");
    if left.count > left.first.len() {
        text.push_str(", …");
    }
    text
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

fn edges(count: usize) -> String {
    if count == 1 { "1 edge".to_owned() } else { format!("{count} edges") }
}
