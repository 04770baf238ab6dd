//! Which folder of the repository an index speaks of.
//!
//! The paths in an index are relative to the folder that the indexer ran in. That may be a part of
//! the repository (`packages/server`), and the absolute path that is written down may be that of
//! another machine. So each folder that it could be is tried, and the one below which most of the
//! indexed files are found is it.

use std::path::Path;

use epitome_model::scip::ScipIndex;
use epitome_model::text::Text;

/// How many paths of an index are tried.
const TRIED: usize = 64;

/// Puts the folder in front of every path. `root` is the repository, `index_file` the index, both
/// without links.
pub(super) fn settle(index: &mut ScipIndex, project_root: &str, root: &Path, index_file: &Path) {
    let step = index.documents.len().div_ceil(TRIED).max(1);
    let found = |folder: &String| {
        let paths = index.documents.iter().step_by(step).map(|document| &document.path);
        paths.filter(|path| root.join(folder).join(path.as_str()).is_file()).count()
    };
    let folders = candidates(project_root, root, index_file);
    // The first of the best: the root itself, unless another is better.
    let best = folders.into_iter().map(|folder| (found(&folder), folder)).rev().max_by_key(|x| x.0);
    let Some((1.., folder)) = best else { return };
    if folder.is_empty() {
        return;
    }
    for document in &mut index.documents {
        document.path = Text::from(format!("{folder}/{}", document.path));
    }
}

/// Folders below the root, the likeliest first.
fn candidates(project_root: &str, root: &Path, index_file: &Path) -> Vec<String> {
    let made_in = project_root.strip_prefix("file://").unwrap_or(project_root);
    let mut folders = vec![String::new()];
    let mut add = |folder: Option<String>| {
        if let Some(folder) = folder
            && !folders.contains(&folder)
        {
            folders.push(folder);
        }
    };
    let below = |path: &Path| Some(path.strip_prefix(root).ok()?.to_str()?.to_owned());
    add(below(Path::new(made_in)));
    add(index_file.parent().and_then(below));
    // On another machine the end of the path is the same: `server`, `packages/server`.
    let parts: Vec<&str> = made_in.split('/').filter(|part| !part.is_empty()).collect();
    if parts.iter().all(|part| !matches!(*part, "." | "..")) {
        for start in (0..parts.len()).rev() {
            add(Some(parts[start..].join("/")));
        }
    }
    folders
}
