//! `epitome impact` and `epitome graph`, through the real program.

use expect_test::expect;
use serde_json::Value;

use crate::kit::{check, epitome, json, stdout, tree};

const FILES: [(&str, &str); 3] = [
    ("core.py", "def low():\n    return 1\n\ndef middle():\n    return low()\n"),
    ("app.py", "import core\n\ndef top():\n    return core.middle()\n"),
    ("tests/test_core.py", "import core\n\ndef test_low():\n    assert core.low() == 1\n"),
];

#[test]
fn impact_tells_both_directions() {
    check(
        &FILES,
        &["impact", "low"],
        expect![[r#"
            exit 0
            core.py::low  lines 1-2
            Called by: 3 (1 in tests)
              core.py::middle  0.95 calls same-file  core.py:5
              tests/test_core.py::test_low  0.90 calls import  tests/test_core.py:4  [test]
                app.py::top  0.90 calls import  app.py:4
            Calls: nothing that is in this repository
        "#]],
    );
    check(
        &FILES,
        &["impact", "core.py:5", "--depth", "1"],
        expect![[r#"
            exit 0
            core.py::middle  lines 4-5
            Called by: 1 (0 in tests)
              app.py::top  0.90 calls import  app.py:4
            Calls: 1 (0 in tests)
              core.py::low  0.95 calls same-file  core.py:5
        "#]],
    );
}

#[test]
fn impact_in_json_has_the_steps_and_their_reasons() {
    let folder = tree(&FILES);
    let found = json(&["impact", "low", "--json"], folder.path());
    assert_eq!(found["symbol"]["id"], "core.py::low");
    assert_eq!(found["calls"], serde_json::json!([]));
    let callers = found["called_by"].as_array().unwrap();
    let row = |id: &str| callers.iter().find(|row| row["id"] == id).unwrap();
    let middle = row("core.py::middle");
    assert_eq!((&middle["confidence"], &middle["reason"]), (&0.95.into(), &"same-file".into()));
    assert_eq!((&middle["depth"], &middle["call_line"]), (&1.into(), &5.into()));
    let top = row("app.py::top");
    assert_eq!((&top["depth"], &top["via"]), (&2.into(), &"core.py::middle".into()));
    assert_eq!(row("tests/test_core.py::test_low")["test"], true);
    assert_eq!(middle["test"], false);
}

#[test]
fn what_is_not_there_or_not_clear_is_told() {
    check(
        &FILES,
        &["impact", "nowhere"],
        expect![[r#"
        exit 3
        nothing is called `nowhere`; give a name, `Class.method`, `path::Class::method` or `path:line`
    "#]],
    );
    check(
        &FILES,
        &["graph", "--around", "nowhere"],
        expect![[r#"
        exit 3
        nothing is called `nowhere`; give a name, `Class.method`, `path::Class::method` or `path:line`
    "#]],
    );
    let two = [("a.py", "def same(): pass\n"), ("b.py", "def same(): pass\n")];
    check(
        &two,
        &["impact", "same"],
        expect![[r#"
        exit 1
        error: `same` may be any of `a.py::same`, `b.py::same`; give the whole id
    "#]],
    );
    check(
        &FILES,
        &["impact", "low", "--scip", "none.scip", "--depth", "0"],
        expect![[r#"
        exit 0
        core.py::low  lines 1-2
        Called by: nothing that is in this repository
        Calls: nothing that is in this repository
        error: there is no index at `none.scip`; check the path, or run the indexer first; the graph is built without it
    "#]],
    );
}

#[test]
fn a_part_is_drawn() {
    check(
        &FILES,
        &["graph", "--around", "middle", "--format", "dot"],
        expect![[r#"
            exit 0
            digraph epitome {
              rankdir=LR;
              node [shape=box];
              n1 [label="app.py::top"];
              n3 [label="core.py::low"];
              n4 [label="core.py::middle"];
              n1 -> n4 [label="CALLS 0.90"];
              n4 -> n3 [label="CALLS 0.95"];
            }
        "#]],
    );
    check(
        &FILES,
        &["graph", "--around", "middle", "--format", "mermaid"],
        expect![[r#"
            exit 0
            flowchart LR
              n1["app.py::top"]
              n3["core.py::low"]
              n4["core.py::middle"]
              n1 -->|CALLS 0.90| n4
              n4 -->|CALLS 0.95| n3
        "#]],
    );
}

#[test]
fn json_holds_nodes_and_edges_that_fit() {
    let folder = tree(&FILES);
    let graph = json(&["graph"], folder.path());
    assert_eq!(graph, json(&["graph", "--json", "--threads", "1"], folder.path()));
    let ids: Vec<&Value> =
        graph["nodes"].as_array().unwrap().iter().map(|node| &node["id"]).collect();
    let edges = graph["edges"].as_array().unwrap();
    assert!(edges.iter().all(|e| ids.contains(&&e["from"]) && ids.contains(&&e["to"])));
    let call = edges.iter().find(|e| e["from"] == "app.py::top" && e["kind"] == "CALLS").unwrap();
    assert_eq!(
        *call,
        serde_json::json!({
            "from": "app.py::top", "to": "core.py::middle", "kind": "CALLS",
            "confidence": 0.9, "reason": "import", "path": "app.py", "line": 4,
        })
    );
    assert!(edges.iter().any(|e| e["kind"] == "IMPORTS" && e["to"] == "core.py"));
    // Nothing is sure enough.
    let output = epitome(&["graph", "--min-confidence", "1"], folder.path());
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn no_name_breaks_out_of_its_quotes() {
    let name = "a\"]; x -> y [label=\"\\\n\u{1b}[31m#<b>`.py";
    let folder = tree(&[(name, "def f():\n    return g()\n\ndef g():\n    return 1\n")]);
    let lines = |format: &str| {
        let text = stdout(&epitome(&["graph", "--format", format], folder.path()));
        assert!(!text.contains('\u{1b}'), "{text:?}");
        text.lines().map(str::to_owned).collect::<Vec<String>>()
    };
    let dot = lines("dot");
    // Two nodes, one edge, and the four lines around them.
    assert_eq!(dot.len(), 7, "{dot:#?}");
    for line in &dot[3..5] {
        let label = line.split_once("[label=").unwrap().1.strip_suffix("];").unwrap();
        let inner = label.strip_prefix('"').unwrap().strip_suffix('"').unwrap();
        let bare = inner.replace("\\\\", "").replace("\\\"", "");
        assert!(!bare.contains(['"', '\\']), "{line}");
    }
    let mermaid = lines("mermaid");
    assert_eq!(mermaid.len(), 4, "{mermaid:#?}");
    for line in &mermaid[1..3] {
        assert_eq!(line.matches('"').count(), 2, "{line}");
        assert!(!line.contains(['<', '`']), "{line}");
    }
    let graph = json(&["graph"], folder.path());
    assert_eq!(graph["nodes"].as_array().unwrap().len(), 2);
}
