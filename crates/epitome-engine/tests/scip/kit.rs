//! The samples, as they are and as copies that may be spoilt.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use epitome_engine::graph::{GraphOptions, build_graph};
use epitome_engine::outline::Workers;
use epitome_engine::scan::{DEFAULT_MAX_BYTES, Root};
use epitome_engine::scip::{LoadedIndex, ScipError, load_index, texts_below};
use epitome_model::graph::Graph;
use epitome_model::reconcile::{Reconciled, reconcile};

pub(crate) const SAMPLES: [&str; 2] = ["python", "typescript"];

/// The bytes of a sample's index.
pub(crate) fn index_bytes(sample: &str) -> Vec<u8> {
    fs::read(Path::new("tests/scip").join(sample).join("index.scip")).unwrap()
}

/// A copy of a sample that is removed at the end of the test.
pub(crate) struct Copy {
    _temp: tempfile::TempDir,
    pub(crate) root: PathBuf,
}

impl Copy {
    /// The sample below `folder` of a new root.
    pub(crate) fn new(sample: &str, folder: &str) -> Copy {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("root");
        copy_folder(&Path::new("tests/scip").join(sample), &root.join(folder));
        Copy { _temp: temp, root }
    }

    pub(crate) fn index(&self) -> PathBuf {
        self.root.join("index.scip")
    }

    pub(crate) fn edit(&self, path: &str, from: &str, to: &str) {
        let path = self.root.join(path);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from:?} is not in {}", path.display());
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    }

    pub(crate) fn load(&self, index: &Path) -> Result<LoadedIndex, ScipError> {
        load_index(&Root::open(&self.root).unwrap(), index, DEFAULT_MAX_BYTES)
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            fs::copy(&path, target).unwrap();
        }
    }
}

/// The graph of a folder as if no index were there.
pub(crate) fn inferred(root: &Path) -> Graph {
    let options = GraphOptions { ignore_found: true, ..GraphOptions::default() };
    build_graph(root, &options, &Workers::in_process(), &|| {}).unwrap().graph
}

/// Writes into a graph what an index says of a folder.
pub(crate) fn apply(graph: &mut Graph, root: &Path, loaded: &LoadedIndex) -> Reconciled {
    let root = Root::open(root).unwrap();
    reconcile(graph, &loaded.index, &texts_below(&root, DEFAULT_MAX_BYTES))
}

/// One line for each edge.
pub(crate) fn edges(graph: &Graph) -> String {
    let mut text = String::new();
    for edge in &graph.edges {
        let id = |node: u32| &graph.nodes[node as usize].id;
        let (from, to, kind) = (id(edge.from), id(edge.to), edge.kind.word());
        writeln!(text, "{from}:{} {kind} {to} {} {}", edge.line, edge.confidence, edge.reason)
            .unwrap();
    }
    text
}
