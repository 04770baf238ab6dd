//! An index brought up to date step by step equals one made at once.

use std::fs;

use epitome_engine::graph::GraphOptions;
use epitome_engine::outline::TreeOptions;
use epitome_engine::scan::ScanOptions;
use epitome_engine::update::UpdateOptions;
use proptest::prelude::*;

use crate::kit::Repository;

/// Pieces that files are put together from; they call each other by name across files.
const PIECES: [&str; 9] = [
    "def alpha(x):\n    if x:\n        return beta(x)\n    return None\n\n\n",
    "def beta(x):\n    \"\"\"Doubles x.\"\"\"\n    return x * 2\n\n\n",
    "def beta(x):\n    for y in x:\n        gamma(y)\n\n\n",
    "class Gamma:\n    \"\"\"Holds things.\"\"\"\n\n    def put(self, thing):\n        self.things = thing\n        alpha(thing)\n\n\n",
    "def gamma(x):\n    # Counts.\n    g = Gamma()\n    g.put(x)\n    return g\n\n\n",
    "import os\n\n\n",
    "from a import beta, Gamma\n\n\n",
    "LIMIT = 3\n\n\n",
    "def load(path):\n    with open(path) as f:\n        return f.read()\n\n\n",
];
const PATHS: [&str; 5] = ["a.py", "b.py", "pkg/c.py", "pkg/d.py", "README.md"];

#[derive(Debug, Clone)]
enum Edit {
    Write(usize, Vec<usize>),
    Remove(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => (0..PATHS.len(), prop::collection::vec(0..PIECES.len(), 0..4))
            .prop_map(|(path, pieces)| Edit::Write(path, pieces)),
        1 => (0..PATHS.len()).prop_map(Edit::Remove),
    ]
}

fn apply(repository: &Repository, edit: &Edit) {
    match edit {
        Edit::Write(path, pieces) => {
            let text: String = pieces.iter().map(|&piece| PIECES[piece]).collect();
            repository.write(&[(PATHS[*path], &text)]);
        }
        Edit::Remove(path) => {
            let _ = fs::remove_file(repository.root().join(PATHS[*path]));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    // G56
    #[test]
    fn step_by_step_equals_at_once(edits in prop::collection::vec(edit(), 1..7)) {
        let repository = Repository::new(&[("a.py", PIECES[0]), ("b.py", PIECES[1])]);
        repository.update();
        for edit in &edits {
            apply(&repository, edit);
            repository.update();
        }
        let stepwise = repository.timeless();
        let stats = |repository: &Repository| {
            fs::read(repository.root().join(".epitome/graph_index/stats.json")).unwrap()
        };
        let stats_before = stats(&repository);
        fs::remove_dir_all(repository.root().join(".epitome")).unwrap();
        repository.update();
        prop_assert_eq!(&stepwise, &repository.timeless());
        prop_assert_eq!(stats_before, stats(&repository));
    }
}

/// All published bytes but times.
fn published(repository: &Repository) -> Vec<(String, Vec<u8>)> {
    let folder = repository.root().join(".epitome/current");
    let mut files = Vec::new();
    let mut folders = vec![folder.canonicalize().unwrap()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                files.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

// G56: byte for byte, but for times, with one thread and with many.
#[test]
fn two_builds_are_the_same_bytes() {
    let files: Vec<(String, String)> = (0..40)
        .map(|n| {
            let pieces: String = (0..4).map(|m| PIECES[(n + m * 2) % PIECES.len()]).collect();
            (format!("p{}/f{n}.py", n % 5), pieces)
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let repository = Repository::new(&files);
    let build = |threads| {
        let tree = TreeOptions { scan: ScanOptions { threads, ..ScanOptions::default() } };
        let graph = GraphOptions { tree, ..GraphOptions::default() };
        let _ = fs::remove_dir_all(repository.root().join(".epitome"));
        repository.try_update(&UpdateOptions { graph, ..UpdateOptions::default() }).unwrap();
        without_times(published(&repository))
    };
    let one = build(1);
    for threads in [1, 2, 8] {
        assert_eq!(build(threads), one);
    }
}

/// Times, and what is computed over them, blanked.
fn without_times(files: Vec<(String, Vec<u8>)>) -> Vec<(String, String)> {
    files
        .into_iter()
        .filter(|(name, _)| name != "manifest.json" && name != "documents.idx")
        .map(|(name, bytes)| {
            let mut text = String::from_utf8_lossy(&bytes).into_owned();
            while let Some(at) = text.find("\"last_updated\":\"2") {
                let end = at + "\"last_updated\":\"".len();
                text.replace_range(at..end + 20, "\"when\":\"");
            }
            (name, text)
        })
        .collect()
}
