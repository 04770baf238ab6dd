//! Indexes of a part of a repository, and of other machines.

use std::fs;

use crate::kit::Copy;

fn check(folder: &str, expected: &[&str]) {
    let copy = Copy::new("python", folder);
    let index = copy.root.join(folder).join("index.scip");
    let loaded = copy.load(&index).unwrap();
    let paths: Vec<&str> = loaded.index.documents.iter().map(|d| d.path.as_str()).collect();
    assert_eq!(paths, expected);
    assert_eq!(loaded.fit.used, expected.len());
}

#[test]
fn an_index_beside_the_files_it_speaks_of() {
    check("", &["shop/__init__.py", "shop/goods.py", "shop/till.py"]);
    check(
        "parts/x",
        &["parts/x/shop/__init__.py", "parts/x/shop/goods.py", "parts/x/shop/till.py"],
    );
}

#[test]
fn an_index_that_names_the_folder_it_was_made_in() {
    // Both were made in `…/sample`, which is all that another machine has in common with this one.
    let copy = Copy::new("python", "projects/sample");
    let index = copy.root.join(".epitome/scip/python.scip");
    fs::create_dir_all(index.parent().unwrap()).unwrap();
    fs::rename(copy.root.join("projects/sample/index.scip"), &index).unwrap();
    assert_eq!(copy.load(&index).unwrap().fit.missing.count, 3, "there is no folder `sample`");
    fs::rename(copy.root.join("projects/sample"), copy.root.join("sample")).unwrap();
    assert_eq!(copy.load(&index).unwrap().fit.used, 3);
}

#[test]
fn files_outside_the_root_are_not_read() {
    let copy = Copy::new("python", "");
    let mut bytes = fs::read(copy.index()).unwrap();
    let at = bytes.windows(12).position(|w| w == b"shop/till.py").unwrap();
    bytes[at..at + 12].copy_from_slice(b"../../../a.y");
    fs::write(copy.index(), bytes).unwrap();
    let loaded = copy.load(&copy.index()).unwrap();
    assert_eq!(loaded.fit.missing.first, ["../../../a.y"]);
}
