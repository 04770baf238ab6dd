//! Files that changed after they were indexed.

use epitome_engine::scip::{FitReport, Left};

use crate::kit::Copy;

/// Edits a copy of the sample in Python, and says which files no longer fit.
fn check(edits: &[(&str, &str, &str)], stale: &[&str]) {
    let copy = Copy::new("python", "");
    for (path, from, to) in edits {
        copy.edit(path, from, to);
    }
    let loaded = copy.load(&copy.index()).unwrap();
    let left: Vec<&str> = loaded.fit.stale.first.iter().map(String::as_str).collect();
    assert_eq!(left, stale, "{edits:?}");
    assert_eq!(loaded.fit.used, 3 - stale.len());
    assert_eq!(loaded.index.documents.len(), loaded.fit.used);
}

#[test]
fn a_file_that_moved_under_the_index_is_left_out() {
    check(&[], &[]);
    check(&[("shop/goods.py", "\n\nclass Item", "\n\n\nclass Item")], &["shop/goods.py"]);
    check(&[("shop/goods.py", "def halve", "def third")], &["shop/goods.py"]);
    check(&[("shop/till.py", "; return half", ";  return half")], &["shop/till.py"]);
    check(
        &[
            ("shop/till.py", "total(items))", "grand_total(items))"),
            ("shop/goods.py", "class ", ""),
        ],
        &["shop/goods.py", "shop/till.py"],
    );
}

#[test]
fn an_edit_that_moves_nothing_keeps_the_file() {
    check(&[("shop/goods.py", "What is sold.", "What is sold here.")], &[]);
    check(&[("shop/goods.py", "cents // 2", "cents // 3")], &[]);
}

#[test]
fn what_is_gone_is_counted_and_named() {
    let copy = Copy::new("python", "");
    std::fs::remove_file(copy.root.join("shop/till.py")).unwrap();
    let loaded = copy.load(&copy.index()).unwrap();
    let missing = Left { count: 1, first: vec!["shop/till.py".to_owned()] };
    assert_eq!(loaded.fit, FitReport { used: 2, stale: Left::default(), missing });
}

#[test]
fn times_do_not_matter() {
    let copy = Copy::new("python", "");
    let file = std::fs::File::options().write(true).open(copy.index()).unwrap();
    file.set_modified(std::time::UNIX_EPOCH).unwrap();
    assert_eq!(copy.load(&copy.index()).unwrap().fit.used, 3);
}
