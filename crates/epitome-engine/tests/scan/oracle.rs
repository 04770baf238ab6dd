//! The layering of ignore files, against a second opinion: the walker of the `ignore` crate, whose
//! patterns we use but not its walk.

use std::collections::BTreeSet;
use std::fs;

use epitome_engine::scan::nothing_known;
use ignore::WalkBuilder;
use proptest::prelude::*;

use crate::kit::Tree;

const NAMES: [&str; 4] = ["a", "b", "x.py", "y.rs"];

fn file_path() -> impl Strategy<Value = String> {
    let folder = prop::sample::select(vec!["p", "q", "a"]);
    (prop::collection::vec(folder, 0..4), prop::sample::select(NAMES.to_vec()))
        .prop_map(|(folders, name)| [folders, vec![name]].concat().join("/"))
}

fn pattern() -> impl Strategy<Value = String> {
    let middle =
        vec!["a", "p", "q/", "*.py", "*.rs", "x.*", "p/q", "**/a", "p/**", "/a", "*", "q/*"];
    (any::<bool>(), prop::sample::select(middle))
        .prop_map(|(back, text)| format!("{}{text}\n", if back { "!" } else { "" }))
}

fn ignore_file() -> impl Strategy<Value = (String, String)> {
    let folder = prop::sample::select(vec!["", "p/", "q/", "p/q/", "a/"]);
    let name = prop::sample::select(vec![".gitignore", ".epitomeignore"]);
    // Deeper repositories are left out: there we stop at the boundary, and the other does not.
    let path = prop_oneof![
        4 => (folder, name).prop_map(|(folder, name)| format!("{folder}{name}")),
        1 => Just(".git/info/exclude".to_owned()),
    ];
    (path, prop::collection::vec(pattern(), 1..4)).prop_map(|(path, lines)| (path, lines.concat()))
}

fn second_opinion(tree: &Tree) -> BTreeSet<String> {
    let mut walk = WalkBuilder::new(tree.root());
    walk.standard_filters(false)
        .git_ignore(true)
        .git_exclude(true)
        .require_git(false)
        .add_custom_ignore_filename(".epitomeignore")
        .filter_entry(|entry| entry.file_name() != ".git");
    walk.build()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().unwrap().is_file())
        .map(|entry| entry.path().strip_prefix(tree.root()).unwrap().to_str().unwrap().to_owned())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_same_files_are_shown(
        files in prop::collection::btree_set(file_path(), 1..15),
        rules in prop::collection::vec(ignore_file(), 0..5),
    ) {
        let tree = Tree::new(&[]);
        for path in &files {
            // A name may be a file here and a folder there; the first one stays.
            let place = tree.root().join(path);
            if fs::create_dir_all(place.parent().unwrap()).is_ok() && !place.exists() {
                fs::write(place, "").unwrap();
            }
        }
        for (path, lines) in &rules {
            let place = tree.root().join(path);
            if fs::create_dir_all(place.parent().unwrap()).is_ok() {
                fs::write(place, lines).unwrap();
            }
        }
        let (entries, _) = tree.rescan(&nothing_known);
        let ours: BTreeSet<String> =
            entries.iter().map(|entry| entry.path.as_str().to_owned()).collect();
        prop_assert_eq!(ours, second_opinion(&tree));
    }
}
