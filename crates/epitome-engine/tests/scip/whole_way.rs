//! From files and a real index to a graph.

use std::path::Path;

use epitome_engine::scip::find_indexes;
use epitome_model::reconcile::Reconciled;
use expect_test::{Expect, expect};

use crate::kit::{Copy, apply, edges, inferred};

fn check(sample: &str, expected: Expect) {
    let copy = Copy::new(sample, "");
    let mut graph = inferred(&copy.root);
    let loaded = copy.load(&copy.index()).unwrap();
    assert_eq!(loaded.fit.stale.count + loaded.fit.missing.count, 0, "{:?}", loaded.fit);
    apply(&mut graph, &copy.root, &loaded);
    expected.assert_eq(&edges(&graph));
    assert_eq!(apply(&mut graph, &copy.root, &loaded), Reconciled::default());
}

#[test]
fn an_index_of_scip_python() {
    check(
        "python",
        expect![[r#"
            shop/goods.py::Discounted:13 EXTENDS shop/goods.py::Item 1 scip:scip-python@0.6.6
            shop/goods.py::Discounted::price:15 CALLS shop/goods.py::Item::price 1 scip:scip-python@0.6.6
            shop/goods.py::Discounted::price:15 CALLS shop/goods.py::halve 1 scip:scip-python@0.6.6
            shop/till.py:3 IMPORTS shop/goods.py 0.9 import
            shop/till.py:24 CALLS shop/goods.py::Item 1 scip:scip-python@0.6.6
            shop/till.py:3 REFERENCES shop/goods.py::Item 1 scip:scip-python@0.6.6
            shop/till.py:4 REFERENCES shop/goods.py::halve 1 scip:scip-python@0.6.6
            shop/till.py:24 CALLS shop/till.py::total 1 scip:scip-python@0.6.6
            shop/till.py::total:12 REFERENCES shop/goods.py::Item 1 scip:scip-python@0.6.6
            shop/till.py::total:13 CALLS shop/goods.py::Item::price 1 scip:scip-python@0.6.6
            shop/till.py::total:11 REFERENCES shop/till.py::logged 1 scip:scip-python@0.6.6
            shop/till.py::bargain:16 REFERENCES shop/goods.py::Item 1 scip:scip-python@0.6.6
            shop/till.py::bargain:17 CALLS shop/goods.py::halve 1 scip:scip-python@0.6.6
            shop/till.py::bargain:17 CALLS shop/till.py::total 1 scip:scip-python@0.6.6
        "#]],
    );
}

#[test]
fn an_index_of_scip_typescript() {
    check(
        "typescript",
        expect![[r#"
        src/main.ts:8 CALLS src/main.ts::largest 1 scip:scip-typescript@0.4.0
        src/main.ts:1 IMPORTS src/shape.ts 0.9 import
        src/main.ts:1 REFERENCES src/shape.ts::Shape 1 scip:scip-typescript@0.4.0
        src/main.ts:8 CALLS src/shape.ts::Square 1 scip:scip-typescript@0.4.0
        src/main.ts:1 REFERENCES src/shape.ts::Square 1 scip:scip-typescript@0.4.0
        src/main.ts:1 REFERENCES src/shape.ts::first 1 scip:scip-typescript@0.4.0
        src/main.ts::largest:3 REFERENCES src/shape.ts::Shape 1 scip:scip-typescript@0.4.0
        src/main.ts::largest:5 CALLS src/shape.ts::Shape::area 1 scip:scip-typescript@0.4.0
        src/main.ts::largest:4 CALLS src/shape.ts::first 1 scip:scip-typescript@0.4.0
        src/shape.ts::Square:5 EXTENDS src/shape.ts::Shape 1 scip:scip-typescript@0.4.0
        src/shape.ts::Square::area:9 CALLS src/shape.ts::square 1 scip:scip-typescript@0.4.0
    "#]],
    );
}

#[test]
fn indexes_are_found_at_the_root_and_in_their_folder() {
    let copy = Copy::new("python", "");
    let folder = copy.root.join(".epitome/scip");
    std::fs::create_dir_all(folder.join("folder.scip")).unwrap();
    for name in ["b.scip", "a.scip", "a.txt"] {
        std::fs::copy(copy.index(), folder.join(name)).unwrap();
    }
    let found = find_indexes(&copy.root);
    let names: Vec<&Path> = found.iter().map(|p| p.strip_prefix(&copy.root).unwrap()).collect();
    let expected = ["index.scip", ".epitome/scip/a.scip", ".epitome/scip/b.scip"];
    assert_eq!(names, expected.map(Path::new));
    // None is no error.
    assert_eq!(find_indexes(Path::new("src")), Vec::<std::path::PathBuf>::new());
}
