//! Small worlds before and after an index has spoken.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;
use crate::scip::kit::World;

fn apply(world: &mut World) -> Reconciled {
    let texts = |path: &str| world.texts.get(path).cloned();
    reconcile(&mut world.graph, &world.index, &texts)
}

/// Reconciles, twice, and compares the edges.
fn check(mut world: World, expected: Expect) {
    apply(&mut world);
    expected.assert_eq(&world.edges());
    assert_eq!(apply(&mut world), Reconciled::default(), "a second run changed something");
    expected.assert_eq(&world.edges());
}

const A: &str = "def {+f=f()}():\n    {g=g()}(1)\n    map({h=h()})\n";
const B: &str = "def {+g=g()}(): pass\ndef {+h=h()}(): pass\n";
const NODES: &[&str] = &["a.py::f fn 1-3", "b.py::g fn 1-1", "b.py::h fn 2-2"];

fn two_files() -> World {
    World::new(&[("a.py", A), ("b.py", B)], NODES)
}

#[test]
fn what_the_index_says_is_certain() {
    check(
        two_files(),
        expect![[r#"
            a.py::f CALLS b.py::g 1 scip:ind@1 2
            a.py::f REFERENCES b.py::h 1 scip:ind@1 3
        "#]],
    );
    // Top-level code is the file's.
    let top = "{g=g()}()\n";
    check(
        World::new(&[("a.py", top), ("b.py", B)], &["b.py::g fn 1-1", "b.py::h fn 2-2"]),
        expect![[r#"
            a.py CALLS b.py::g 1 scip:ind@1 1
        "#]],
    );
}

#[test]
fn a_confirmed_edge_is_raised_and_keeps_its_line() {
    check(
        two_files().with_edges(&[
            "a.py::f CALLS b.py::g 0.5 global-name 2",
            "a.py::f REFERENCES b.py::h 0.9 import 3",
        ]),
        expect![[r#"
            a.py::f CALLS b.py::g 1 scip:ind@1 2
            a.py::f REFERENCES b.py::h 1 scip:ind@1 3
        "#]],
    );
    // What the parser took for a call is one, whatever stands behind the name.
    check(
        two_files().with_edges(&["a.py::f CALLS b.py::h 0.9 import 3"]),
        expect![[r#"
            a.py::f CALLS b.py::g 1 scip:ind@1 2
            a.py::f CALLS b.py::h 1 scip:ind@1 3
        "#]],
    );
}

#[test]
fn an_unconfirmed_guess_is_kept_as_a_doubt() {
    let world = World::new(
        &[("a.py", "def {+f=f()}():\n    x.h()\n"), ("b.py", B)],
        &["a.py::f fn 1-2", "b.py::g fn 1-1", "b.py::h fn 2-2"],
    );
    check(
        world.clone().with_edges(&[
            "a.py::f CALLS b.py::h 0.5 global-name 2",
            "a.py::f REFERENCES b.py::g 0.5 global-name 2",
            "a.py::f EXTENDS b.py::g 0.5 global-name 2",
        ]),
        expect![[r#"
            a.py::f EXTENDS b.py::g 0.2 global-name+scip-unconfirmed 2
            a.py::f REFERENCES b.py::g 0.2 global-name+scip-unconfirmed 2
            a.py::f CALLS b.py::h 0.2 global-name+scip-unconfirmed 2
        "#]],
    );
    // The index is silent on line 2: what is surer than a guess stays.
    check(
        world.with_edges(&["a.py::f CALLS b.py::h 0.9 receiver-type 2"]),
        expect![[r#"
            a.py::f CALLS b.py::h 0.9 receiver-type 2
        "#]],
    );
}

#[test]
fn a_sure_edge_falls_where_the_index_knows_better() {
    let a = "def {+f=f()}():\n    x.{h=other()}()\n";
    check(
        World::new(
            &[("a.py", a), ("b.py", B)],
            &["a.py::f fn 1-2", "b.py::g fn 1-1", "b.py::h fn 2-2"],
        )
        .with_edges(&["a.py::f CALLS b.py::h 0.9 receiver-type 2"]),
        expect![[r#"
            a.py::f CALLS b.py::h 0.2 receiver-type+scip-unconfirmed 2
        "#]],
    );
}

#[test]
fn imports_and_files_that_the_index_does_not_cover_are_left_alone() {
    let files = [("a.py", A), ("b.py", B), ("c.py", "def k():\n    f()\n")];
    let nodes = [NODES, &["c.py::k fn 1-2"]].concat();
    check(
        World::new(&files, &nodes).with_edges(&[
            "a.py IMPORTS b.py 0.9 import 1",
            "a.py IMPORTS c.py 0.5 global-name 1",
            "a.py::f CALLS c.py::k 0.5 global-name 2",
            "c.py::k CALLS a.py::f 0.5 global-name 2",
        ]),
        expect![[r#"
            a.py IMPORTS b.py 0.9 import 1
            a.py IMPORTS c.py 0.5 global-name 1
            a.py::f CALLS b.py::g 1 scip:ind@1 2
            a.py::f REFERENCES b.py::h 1 scip:ind@1 3
            a.py::f CALLS c.py::k 0.5 global-name 2
            c.py::k CALLS a.py::f 0.5 global-name 2
        "#]],
    );
    // The line of an import names what it imports, which the import says already.
    let a = "from b import {g=g()}\n";
    check(
        World::new(&[("a.py", a), ("b.py", B)], &["b.py::g fn 1-1", "b.py::h fn 2-2"])
            .with_edges(&["a.py IMPORTS b.py::g 0.9 import 1"]),
        expect![[r#"
            a.py IMPORTS b.py::g 0.9 import 1
        "#]],
    );
}

#[test]
fn bases_are_those_a_class_names_itself() {
    let text = "class {+A=A#}: pass\nclass {+B=B#}({A=A#}): pass\nclass {+C=C#}({B=B#}): pass\n";
    let nodes = ["a.py::A class 1-1", "a.py::B class 2-2", "a.py::C class 3-3"];
    let world = World::new(&[("a.py", text)], &nodes);
    let bases = [("B#", "A#"), ("C#", "B#"), ("C#", "A#")];
    check(
        world.clone().with_bases(&bases),
        expect![[r#"
            a.py::B EXTENDS a.py::A 1 scip:ind@1 2
            a.py::C EXTENDS a.py::B 1 scip:ind@1 3
        "#]],
    );
    // An indexer that lists no bases still sees their names.
    check(
        world.with_edges(&[
            "a.py::B EXTENDS a.py::A 0.95 same-file 2",
            "a.py::C EXTENDS a.py::A 0.5 global-name 3",
        ]),
        expect![[r#"
            a.py::B EXTENDS a.py::A 1 scip:ind@1 2
            a.py::C EXTENDS a.py::A 0.2 global-name+scip-unconfirmed 3
            a.py::C REFERENCES a.py::B 1 scip:ind@1 3
        "#]],
    );
}

#[test]
fn overloads_are_one_symbol() {
    // scip-python marks the first `def` as the definition, and the others as uses.
    let b =
        "@overload\ndef {+g=g()}(a): ...\n@overload\ndef {g=g()}(b): ...\ndef {g=g()}(c): pass\n";
    let nodes = ["a.py::f fn 1-2", "b.py::g fn 1-2", "b.py::g~2 fn 3-4", "b.py::g~3 fn 5-5"];
    let world = World::new(&[("a.py", "def {+f=f()}():\n    {g=g()}()\n"), ("b.py", b)], &nodes);
    check(
        world.clone(),
        expect![[r#"
            a.py::f CALLS b.py::g~3 1 scip:ind@1 2
        "#]],
    );
    check(
        world.with_edges(&["a.py::f CALLS b.py::g 0.9 import 2"]),
        expect![[r#"
            a.py::f CALLS b.py::g 1 scip:ind@1 2
        "#]],
    );
}

#[test]
fn making_an_object_is_a_call_of_the_class() {
    let text = "class {+Foo=Foo#}\n  {+constructor=<constructor>()}()\nend\nnew {Foo=<constructor>()}();\n";
    check(
        World::new(&[("a.ts", text)], &["a.ts::Foo class 1-3", "a.ts::Foo::constructor fn 2-2"]),
        expect![[r#"
            a.ts CALLS a.ts::Foo 1 scip:ind@1 4
        "#]],
    );
}

#[test]
fn a_decorator_runs_where_the_function_is_defined() {
    let text = "def {+deco=deco()}(): pass\n@{deco=deco()}()\ndef {+f=f()}():\n    {f=f()}()\n";
    check(
        World::new(&[("a.py", text)], &["a.py::deco fn 1-1", "a.py::f fn 2-4"]),
        expect![[r#"
            a.py CALLS a.py::deco 1 scip:ind@1 2
            a.py::f CALLS a.py::f 1 scip:ind@1 4
        "#]],
    );
}

#[test]
fn a_slip_of_the_indexer_is_not_believed() {
    let b = "class {+g=g#}: pass\nclass {+h=h#}: pass\n";
    let nodes = ["b.py::g class 1-1", "b.py::h class 2-2"];
    // The text has the name of one class, the index says that it is the other.
    check(
        World::new(&[("a.py", "{h=g#}()\n"), ("b.py", b)], &nodes)
            .with_edges(&["a.py CALLS b.py::h 0.9 import 1"]),
        expect![[r#"
            a.py CALLS b.py::h 0.9 import 1
        "#]],
    );
    // An alias explains it.
    check(
        World::new(&[("a.py", "from b import g as h\n{h=g#}()\n"), ("b.py", b)], &nodes)
            .with_edges(&["a.py CALLS b.py::h 0.9 import 2"]),
        expect![[r#"
            a.py CALLS b.py::g 1 scip:ind@1 2
            a.py CALLS b.py::h 0.2 import+scip-unconfirmed 2
        "#]],
    );
}

#[test]
fn a_local_name_inside_a_function_of_that_name_is_not_the_function() {
    let text = "def {+f=f()}():\n    {+f=~1} = 1\n    {f=~1}()\n";
    check(World::new(&[("a.py", text)], &["a.py::f fn 1-3"]), expect![""]);
}

#[test]
fn a_second_index_may_confirm_what_the_first_did_not() {
    let mut world = two_files().with_edges(&["a.py::f CALLS b.py::h 0.5 global-name 9"]);
    let all = std::mem::take(&mut world.index.documents);
    let full = ScipIndex { documents: all.clone(), ..world.index.clone() };
    // The first index covers both files, but has seen no uses.
    world.index.documents =
        all.into_iter().map(|d| crate::scip::ScipDocument { references: vec![], ..d }).collect();
    let doubt = "a.py::f CALLS b.py::h 0.2 global-name+scip-unconfirmed 9\n";
    apply(&mut world);
    assert_eq!(world.edges(), doubt);
    world.index = full;
    world.index.version = "2".into();
    check(
        world,
        expect![[r#"
            a.py::f CALLS b.py::g 1 scip:ind@2 2
            a.py::f CALLS b.py::h 0.2 global-name+scip-unconfirmed 9
            a.py::f REFERENCES b.py::h 1 scip:ind@2 3
        "#]],
    );
}

/// Any graph over a few nodes, and an index whose uses point anywhere.
fn any_world() -> impl Strategy<Value = World> {
    let edge = (0..7_u32, 0..7_u32, 0..4_usize, 0..4_usize, 1..9_u32);
    let shuffle = proptest::collection::vec(0..4_u32, 8);
    (proptest::collection::vec(edge, 0..20), shuffle).prop_map(|(edges, symbols)| {
        let a = "def {+f=f()}():\n    {g=g()}(1)\n    {h=h()}\n    {f=f()}()\nclass {+K=K#}({f=f()}):\n    {g=g()}()\n";
        let b = "def {+g=g()}(): pass\ndef {+h=h()}(): {g=g()}\n{h=h()}\n";
        let nodes = ["a.py::f fn 1-4", "a.py::K class 5-6", "b.py::g fn 1-1", "b.py::h fn 2-2"];
        let mut world = World::new(&[("a.py", a), ("b.py", b), ("c.py", "x")], &nodes);
        let references = world.index.documents.iter_mut().flat_map(|d| &mut d.references);
        for (reference, symbol) in references.zip(symbols) {
            reference.symbol = symbol;
        }
        let kinds = [EdgeKind::Calls, EdgeKind::Imports, EdgeKind::Extends, EdgeKind::References];
        for (from, to, kind, sure, line) in edges {
            world.graph.edges.push(Edge {
                from,
                to,
                kind: kinds[kind],
                confidence: [0.2, 0.5, 0.9, 0.95][sure],
                reason: ["x+scip-unconfirmed", "global-name", "import", "same-file"][sure].into(),
                line,
            });
        }
        world.graph.edges.sort_by_key(|edge| (edge.from, edge.to, edge.kind));
        world.graph.edges.dedup_by_key(|edge| (edge.from, edge.to, edge.kind));
        world
    })
}

proptest! {
    #[test]
    fn reconciling_is_idempotent_and_deletes_nothing(mut world in any_world()) {
        let before = world.graph.edges.clone();
        apply(&mut world);
        let once = world.graph.clone();
        prop_assert_eq!(apply(&mut world), Reconciled::default());
        prop_assert_eq!(&world.graph, &once);
        let key = |edge: &Edge| (edge.from, edge.to, edge.kind);
        prop_assert!(once.edges.is_sorted_by(|a, b| key(a) < key(b)), "sorted, and one of a kind");
        for old in &before {
            let new = once.edges.iter().find(|edge| key(edge) == key(old));
            prop_assert!(new.is_some_and(|new| new.line == old.line), "an edge is gone");
            prop_assert!(old.kind != EdgeKind::Imports || new == Some(old), "an import was touched");
        }
        for edge in &once.edges {
            let certain = edge.reason.starts_with("scip:");
            prop_assert_eq!(certain, edge.confidence == confidence::ORACLE);
            let doubted = edge.reason.ends_with(UNCONFIRMED_MARK);
            prop_assert_eq!(doubted, edge.confidence == confidence::UNCONFIRMED);
        }
    }
}
