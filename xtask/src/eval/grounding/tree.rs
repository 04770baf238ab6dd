//! A tree with everything the checker wants to know about it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use epitome_engine::graph::{GraphOptions, RepositoryGraph, build_graph};
use epitome_engine::outline::Workers;
use epitome_engine::scan::{DEFAULT_MAX_BYTES, Root};
use epitome_engine::scip::texts_below;
use epitome_model::graph::{EdgeKind, confidence};
use epitome_model::id::symbol_ids;
use epitome_model::summarize::{FileSummaries, summarize_file};

/// A repository, outlined, linked and summarised.
pub(super) struct Tree {
    pub(super) name: String,
    pub(super) files: Vec<File>,
    /// Names of symbols, files and folders.
    pub(super) names: HashSet<String>,
    /// Lines of each file.
    pub(super) lines: HashMap<String, u32>,
}

/// One file of it.
pub(super) struct File {
    pub(super) path: String,
    pub(super) text: String,
    pub(super) outline: epitome_model::outline::FileOutline,
    pub(super) summaries: FileSummaries,
    /// Callers and callees of each symbol, by id.
    pub(super) neighbours: Vec<Vec<String>>,
}

pub(super) fn load(path: &Path) -> anyhow::Result<Tree> {
    let root = Root::open(path)?;
    let built = build_graph(path, &GraphOptions::default(), &Workers::in_process(), &|| {})?;
    let neighbours = neighbours_by_id(&built);
    let read = texts_below(&root, DEFAULT_MAX_BYTES);
    let mut tree = Tree {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        files: Vec::new(),
        names: HashSet::new(),
        lines: HashMap::new(),
    };
    for file in built.files {
        let path = file.path.as_str().to_owned();
        let Some(text) = read(&path) else { continue };
        take_names(&mut tree.names, &path);
        for symbol in &file.outline.symbols {
            tree.names.insert(symbol.name.to_string());
            tree.names.insert(symbol.qualified_name.to_string());
        }
        tree.lines.insert(path.clone(), text.lines().count().max(1) as u32);
        let summaries = summarize_file(&path, &file.outline, &text);
        let neighbours = symbol_ids(&path, &file.outline.symbols)
            .iter()
            .map(|id| neighbours.get(id).cloned().unwrap_or_default())
            .collect();
        tree.files.push(File { path, text, outline: file.outline, summaries, neighbours });
    }
    Ok(tree)
}

fn take_names(names: &mut HashSet<String>, path: &str) {
    names.insert(path.to_owned());
    for part in path.split('/') {
        names.insert(part.to_owned());
    }
}

/// All of them, not only those that a document keeps: none may be named.
fn neighbours_by_id(built: &RepositoryGraph) -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for edge in &built.graph.edges {
        let counts = edge.kind == EdgeKind::Calls
            && edge.confidence >= confidence::GLOBAL
            && edge.from != edge.to;
        if counts {
            let from = &built.graph.nodes[edge.from as usize].id;
            let to = &built.graph.nodes[edge.to as usize].id;
            all.entry(from.clone()).or_default().push(to.clone());
            all.entry(to.clone()).or_default().push(from.clone());
        }
    }
    all
}
