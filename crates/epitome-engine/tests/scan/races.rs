//! A tree that changes while it is scanned.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use epitome_engine::scan::{Entry, ScanOptions, nothing_known, scan};
use rustix::fs::{CWD, RenameFlags};

use crate::kit::Tree;

/// Scans again and again while `disturb` runs again and again, for a moment.
fn scan_while(root: &Path, disturb: impl Fn() + Sync, mut check: impl FnMut(&Entry)) {
    let until = Instant::now() + Duration::from_millis(300);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        // Dropped when a check fails, too: the other thread must end in any case.
        let _end = Raise(&done);
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                disturb();
            }
        });
        while Instant::now() < until {
            let options = ScanOptions { threads: 2, max_bytes: 1000 };
            let report = scan(root, &options, &nothing_known, |entry| {
                check(&entry);
                ControlFlow::Continue(())
            });
            report.unwrap();
        }
    });
}

struct Raise<'a>(&'a AtomicBool);

impl Drop for Raise<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn exchange(a: &Path, b: &Path) {
    rustix::fs::renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE).unwrap();
}

/// A folder and a file that keep turning into links out of the root: not one byte from outside is
/// seen, however the moment falls.
#[test]
fn swapped_links_lead_nowhere() {
    let tree = Tree::new(&["swap/in/a.py = inside\n", "file.py = inside\n"]);
    let outside = tree.root().parent().unwrap().join("outside");
    std::fs::create_dir_all(outside.join("in")).unwrap();
    std::fs::write(outside.join("in/a.py"), "outside\n").unwrap();
    std::fs::write(outside.join("file.py"), "outside\n").unwrap();
    let links = tree.root().parent().unwrap().join("links");
    std::fs::create_dir(&links).unwrap();
    std::os::unix::fs::symlink(&outside, links.join("swap")).unwrap();
    std::os::unix::fs::symlink(outside.join("file.py"), links.join("file.py")).unwrap();
    let disturb = || {
        exchange(&tree.root().join("swap"), &links.join("swap"));
        exchange(&tree.root().join("file.py"), &links.join("file.py"));
    };
    scan_while(tree.root(), disturb, |entry| {
        assert!(entry.text().is_none_or(|text| text.text == "inside\n"), "{}", entry.path);
    });
}

/// A file that grows past the limit and shrinks again is never handed over beyond the limit.
#[test]
fn growing_files_are_cut_off() {
    let tree = Tree::new(&["a.py = short\n"]);
    let file = std::fs::File::options().write(true).open(tree.root().join("a.py")).unwrap();
    let disturb = || {
        file.set_len(5000).unwrap();
        file.set_len(5).unwrap();
    };
    scan_while(tree.root(), disturb, |entry| {
        assert!(entry.text().is_none_or(|text| text.text.len() <= 1000), "{}", entry.path);
    });
}

/// Files and folders that vanish after they were listed are no trouble.
#[test]
fn vanishing_files_are_passed_over() {
    let tree = Tree::new(&["stays.py"]);
    let folder = tree.root().join("gone");
    let disturb = || {
        std::fs::create_dir_all(folder.join("deep")).unwrap();
        std::fs::write(folder.join("deep/a.py"), "x\n").unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
    };
    scan_while(tree.root(), disturb, |entry| {
        assert!(entry.class.skip_reason().is_none(), "{}: {}", entry.path, entry.class);
    });
}
