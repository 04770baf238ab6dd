//! Many files.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::sync::Mutex;

use epitome_engine::scan::{ScanOptions, nothing_known, scan, scan_on_workers};

use crate::kit::Tree;

/// 20,000 files, half of them in one folder: each is delivered exactly once, whatever the number of
/// threads and whoever visits. They are names of one file, which are quicker to make than files.
#[test]
fn every_file_is_delivered_once() {
    let tree = Tree::new(&["0.py = x = 1\n"]);
    for n in 1..20_000 {
        let folder = if n % 2 == 0 { "flat".to_owned() } else { format!("{}/{}", n % 97, n % 13) };
        let folder = tree.root().join(folder);
        if n < 3_000 {
            fs::create_dir_all(&folder).unwrap();
        }
        fs::hard_link(tree.root().join("0.py"), folder.join(format!("{n}.py"))).unwrap();
    }
    let scan_here = |threads| {
        let options = ScanOptions { threads, ..ScanOptions::default() };
        let mut seen = HashSet::new();
        let report = scan(tree.root(), &options, &nothing_known, |entry| {
            assert!(seen.insert(entry.path.clone()), "{} came twice", entry.path);
            ControlFlow::Continue(())
        });
        (seen.len(), report.unwrap())
    };
    let (one, four) = (scan_here(1), scan_here(4));
    let seen = Mutex::new(HashSet::new());
    let options = ScanOptions::default();
    let report = scan_on_workers(tree.root(), &options, &nothing_known, &|entry| {
        assert!(seen.lock().unwrap().insert(entry.path.clone()), "{} came twice", entry.path);
        ControlFlow::Continue(())
    });
    let on_workers = (seen.into_inner().unwrap().len(), report.unwrap());
    assert_eq!((one.0, one.1.source, one.1.opened), (20_000, 20_000, 20_000));
    assert_eq!(one, four);
    assert_eq!(one, on_workers);
}
