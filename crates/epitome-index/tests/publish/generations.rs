//! Generations: what stands on the disk, who keeps what, and what is refused.

use std::fs;
use std::os::unix::fs::symlink;

use epitome_index::{Generation, IndexError, Manifest, Publisher};

use crate::made::{State, about, file, holder};

fn generations(state: &State) -> Vec<String> {
    let entries = fs::read_dir(state.path.join("generations")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_open_layout_stands_in_the_state_folder() {
    let state = State::new();
    state.publish(&file("a.py", 2)).unwrap();
    let folder = state.path.join("summary_index_function_level/made");
    assert!(
        fs::read_to_string(folder.join("summary.jsonl")).unwrap().starts_with("{\"id\":\"a.py\"")
    );
    assert_eq!(fs::read_to_string(state.path.join("graph_index/stats.json")).unwrap(), "{}\n");
    assert_eq!(fs::read_to_string(state.path.join(".gitignore")).unwrap(), "*\n");
}

#[test]
fn the_last_two_are_kept_and_those_that_are_read() {
    let state = State::new();
    state.publish(&file("a.py", 1)).unwrap();
    let reader = state.open().unwrap();
    for _ in 0..3 {
        state.publish(&file("b.py", 1)).unwrap();
    }
    assert_eq!(generations(&state), ["1", "3", "4"]);
    assert_eq!(reader.number(), 1);
    reader.verify().unwrap();
    drop(reader);
    state.publish(&file("c.py", 1)).unwrap();
    assert_eq!(generations(&state), ["4", "5"]);
}

#[test]
fn a_writer_that_gives_up_leaves_nothing() {
    let state = State::new();
    state.publish(&file("a.py", 1)).unwrap();
    let publisher = Publisher::lock(&state.path, &holder()).unwrap();
    let mut generation = publisher.begin(None).unwrap();
    generation.write("x/y", b"bytes").unwrap();
    drop(generation);
    assert_eq!(generations(&state), ["1"]);
    let mut generation = publisher.begin(None).unwrap();
    let unfinished = generation.file("x").unwrap();
    let refused = generation.commit(about());
    assert!(matches!(refused, Err(IndexError::Misused { .. })), "{refused:?}");
    drop(unfinished);
    assert_eq!(state.open().unwrap().number(), 1);
}

#[test]
fn a_second_writer_is_told_who_holds_the_lock() {
    let state = State::new();
    let _first = Publisher::lock(&state.path, &holder()).unwrap();
    let refused = Publisher::lock(&state.path, &holder()).unwrap_err().to_string();
    let pid = std::process::id();
    let expected = format!("in use by process {pid} (a test, since 2026-01-01T00:00:00Z)");
    assert!(refused.contains(&expected), "{refused}");
}

#[test]
fn no_index_is_not_damage() {
    let state = State::new();
    assert!(matches!(state.open(), Err(IndexError::Absent { .. })));
    drop(Publisher::lock(&state.path, &holder()).unwrap());
    assert!(matches!(state.open(), Err(IndexError::Absent { .. })));
}

/// A published state, changed by `change`, must be refused as damaged, by reader and words.
fn check_refused(change: impl Fn(&State), words: &str) {
    let state = State::new();
    state.publish(&file("a.py", 2)).unwrap();
    change(&state);
    let refused = state.open().unwrap_err();
    assert!(matches!(refused, IndexError::Damaged { .. }), "{refused:?}");
    assert!(refused.to_string().contains(words), "{refused}");
}

#[test]
fn links_that_lead_elsewhere_are_not_followed() {
    let relink = |state: &State, name: &str, text: &str| {
        let path = state.path.join(name);
        fs::rename(&path, state.path.join("aside")).unwrap();
        symlink(text, path).unwrap();
    };
    check_refused(|state| relink(state, "current", "generations/../generations/1"), "not ours");
    check_refused(|state| relink(state, "current", "/etc"), "not ours");
    check_refused(|state| relink(state, "current", "generations/7"), "not there");
    check_refused(|state| relink(state, "generations", "aside"), "not a folder");
    check_refused(|state| relink(state, "generations/1", "../aside"), "not a folder");
    let graph = "generations/1/graph_index";
    check_refused(|state| relink(state, graph, "../../aside"), "not a folder");
    let stats = "generations/1/graph_index/stats.json";
    check_refused(|state| relink(state, stats, "../../../aside"), "a link");
    check_refused(
        |state| {
            fs::remove_file(state.path.join("current")).unwrap();
            fs::create_dir(state.path.join("current")).unwrap();
        },
        "not a link",
    );
    let state = State::new();
    let elsewhere = tempfile::tempdir().unwrap();
    symlink(elsewhere.path(), &state.path).unwrap();
    assert!(matches!(state.open(), Err(IndexError::Damaged { .. })));
    assert!(matches!(Publisher::lock(&state.path, &holder()), Err(IndexError::Damaged { .. })));
}

#[test]
fn names_that_lead_outside_are_refused() {
    let state = State::new();
    let publisher = Publisher::lock(&state.path, &holder()).unwrap();
    let mut generation = publisher.begin(None).unwrap();
    for name in ["", "/x", "x/", "../x", "x/../y", "./x", "a//b", "a\0b", "manifest.json"] {
        let refused = generation.write(name, b"");
        assert!(matches!(refused, Err(IndexError::Misused { .. })), "{name:?}: {refused:?}");
    }
}

/// Writes another manifest, with a check that fits.
fn with_manifest(state: &State, change: impl Fn(String) -> String) {
    let path = state.path.join("generations/1/manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    let (said, _) = text.rsplit_once(",\n  \"check\"").unwrap();
    let said = change(said.to_owned());
    let check = blake3::hash(said.as_bytes()).to_hex();
    fs::write(&path, format!("{said},\n  \"check\": \"{check}\"\n}}\n")).unwrap();
}

#[test]
fn another_format_is_named_as_such() {
    let check = |version: &str, words: &str| {
        let state = State::new();
        state.publish(&file("a.py", 1)).unwrap();
        let version = format!("\"format_version\": {version}");
        with_manifest(&state, |text| text.replace("\"format_version\": 2", &version));
        let refused = state.open().unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    };
    check("3", "made by a newer version");
    check("3", "update epitome or run `epitome clean` and index again");
    check("1", "made by an older version");
    check("\"x\"", "damaged");
    check("-1", "damaged");
}

#[test]
fn a_manifest_made_by_hand_is_not_believed() {
    let check = |change: fn(String) -> String, words: &str| {
        check_refused(|state| with_manifest(state, change), words);
    };
    check(|text| text.replace("graph_index/stats.json", "../../lock"), "outside its generation");
    check(|text| text.replace("graph_index/stats.json", "zzz"), "not in order");
    check(|text| text.replace("graph_index/stats.json", "graph_index/other"), "missing");
    check(|text| text.replace("\"number\": 1", "\"number\": 2"), "another generation");
    check(|text| text.replace("\"files\"", "\"fils\""), "missing field");
    check(|_| "[".repeat(100_000), "damaged");
}

#[test]
fn a_manifest_reads_as_it_was_written() {
    let state = State::new();
    state.publish(&file("a.py", 1)).unwrap();
    let manifest: Manifest = Generation::open(&state.path).unwrap().manifest().clone();
    assert_eq!(manifest.number, 1);
    assert_eq!(manifest.about, about());
    let names: Vec<&str> = manifest.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        names,
        [
            "graph_index/stats.json",
            "summary_index_function_level/made/documents.idx",
            "summary_index_function_level/made/summary.jsonl",
        ]
    );
}
