//! Building a graph where indexes lie about: which are used, in what order, and what is said.

use std::fs;
use std::path::PathBuf;

use epitome_engine::graph::{GraphOptions, RepositoryGraph, build_graph};
use epitome_engine::outline::Workers;
use epitome_engine::scip::{INDEXERS, RunError, run_indexer};
use epitome_model::graph::Edge;
use epitome_model::rank::rank;
use expect_test::{Expect, expect};

use crate::kit::{Copy, apply, edges, index_bytes, inferred};

fn build(copy: &Copy, scip: &[PathBuf]) -> RepositoryGraph {
    let options = GraphOptions { scip: scip.to_vec(), ..GraphOptions::default() };
    build_graph(&copy.root, &options, &Workers::in_process(), &|| {}).unwrap()
}

/// What the user is told; paths of this test are taken out.
fn check(copy: &Copy, scip: &[PathBuf], expected: Expect) {
    let notes = build(copy, scip).notes.join("\n");
    expected.assert_eq(&notes.replace(&copy.root.display().to_string(), "ROOT"));
}

// G23: an index that is already there is used, wherever it may lie, and without being asked for.
#[test]
fn an_index_that_is_there_is_reused() {
    let copy = Copy::new("python", "");
    let mut expected = inferred(&copy.root);
    let loaded = copy.load(&copy.index()).unwrap();
    apply(&mut expected, &copy.root, &loaded);
    assert!(edges(&expected).contains(" 1 scip:scip-python@0.6.6"));
    assert_eq!(edges(&build(&copy, &[]).graph), edges(&expected));

    let folder = copy.root.join(".epitome/scip");
    fs::create_dir_all(&folder).unwrap();
    fs::rename(copy.index(), folder.join("python.scip")).unwrap();
    assert_eq!(edges(&build(&copy, &[]).graph), edges(&expected));

    let given = copy.root.parent().unwrap().join("given.scip");
    fs::rename(folder.join("python.scip"), &given).unwrap();
    assert_eq!(edges(&build(&copy, &[given]).graph), edges(&expected));
    assert_ne!(edges(&build(&copy, &[]).graph), edges(&expected));
}

#[test]
fn what_an_index_did_is_said_in_a_line() {
    let copy = Copy::new("guess", "");
    check(
        &copy,
        // Found and given is still one index.
        &[copy.index()],
        expect![
            "scip: index.scip by scip-python@0.6.6, 3 files used: 0 edges added, 1 confirmed, 1 not confirmed"
        ],
    );
    let copy = Copy::new("python", "");
    fs::remove_file(copy.index()).unwrap();
    check(&copy, &[], expect![""]);
}

#[test]
fn files_that_no_longer_fit_are_named() {
    let copy = Copy::new("guess", "");
    copy.edit("lights/lamp.py", "class Lamp", "\nclass Lamp");
    fs::remove_file(copy.root.join("lights/stage.py")).unwrap();
    check(
        &copy,
        &[],
        expect![[r#"
            scip: index.scip by scip-python@0.6.6, 1 file used: 0 edges added, 0 confirmed, 0 not confirmed
            scip: index.scip: 1 file changed since and left out (lights/lamp.py); run the indexer again, see `epitome scip`
            scip: index.scip: 1 file not in this tree (lights/stage.py); if that is not meant, check where the indexer ran"#]],
    );
}

#[test]
fn an_index_of_no_use_is_told_and_passed_over() {
    let copy = Copy::new("guess", "");
    let without = edges(&inferred(&copy.root));
    let bytes = index_bytes("guess");
    fs::write(copy.index(), &bytes[..bytes.len() / 2]).unwrap();
    let folder = copy.root.join(".epitome/scip");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("foreign.scip"), "not an index").unwrap();
    let missing = copy.root.join("none.scip");
    assert_eq!(edges(&build(&copy, std::slice::from_ref(&missing)).graph), without);
    check(
        &copy,
        &[missing],
        expect![[r#"
            error: the index `ROOT/index.scip` breaks off after 1002 bytes: the indexer was stopped, or the copy is not whole; run the indexer again; the graph is built without it
            error: `ROOT/.epitome/scip/foreign.scip` is no SCIP index: its first bytes are not those of an index; give a file that a SCIP indexer wrote; the graph is built without it
            error: there is no index at `ROOT/none.scip`; check the path, or run the indexer first; the graph is built without it"#]],
    );
}

// O36: what is counted is counted after indexes have lowered what they do not confirm.
#[test]
fn a_lowered_edge_lends_no_standing() {
    let copy = Copy::new("guess", "");
    let target = |edge: &&Edge, ids: &[String]| {
        ids[edge.from as usize] == "lights/stage.py::rehearse"
            && ids[edge.to as usize] == "lights/lamp.py::Lamp::light_the_room"
    };
    let guessed = inferred(&copy.root);
    let ids: Vec<String> = guessed.nodes.iter().map(|node| node.id.clone()).collect();
    let guess = guessed.edges.iter().find(|edge| target(edge, &ids)).unwrap();
    assert_eq!((guess.confidence, guess.reason.as_str()), (0.5, "global-name"));
    let to = guess.to as usize;
    assert_eq!(rank(&guessed)[to].in_degree, 1, "without the index the guess counts");

    let built = build(&copy, &[]);
    let lowered = built.graph.edges.iter().find(|edge| target(edge, &ids)).unwrap();
    assert_eq!(
        (lowered.confidence, lowered.reason.as_str()),
        (0.2, "global-name+scip-unconfirmed")
    );
    assert_eq!(built.standings[to].in_degree, 0);
    assert_eq!(built.standings, rank(&built.graph));
}

#[test]
fn an_indexer_that_needs_a_build_is_not_run() {
    let copy = Copy::new("python", "");
    let run = |program: &str| {
        let indexer = INDEXERS.iter().find(|indexer| indexer.program == program).unwrap();
        run_indexer(&copy.root, indexer, copy.root.as_os_str(), &|_| {}).unwrap_err()
    };
    assert!(matches!(run("scip-java"), RunError::ByHand { .. }));
    assert!(matches!(run("scip-python"), RunError::NotInstalled { .. }));
    assert!(!copy.root.join(".epitome").exists());
}
