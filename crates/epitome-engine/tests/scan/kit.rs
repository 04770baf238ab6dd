//! A tree in a few words, and a scan as text.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use epitome_engine::scan::{
    Entry, Known, RelPath, ScanOptions, ScanReport, nothing_known, scan_sorted,
};
use expect_test::Expect;
use rustix::fs::{CWD, FileType, Mode};

/// A folder that is removed at the end of the test.
pub(crate) struct Tree {
    _temp: tempfile::TempDir,
    root: PathBuf,
}

impl Tree {
    /// Each line makes one thing: `path = content`, `path -> target` (a link), `path |` (a FIFO),
    /// `path/` (an empty folder) or `path` (an empty file). Folders on the way are made as needed.
    pub(crate) fn new(lines: &[&str]) -> Tree {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().join("root");
        fs::create_dir(&root).unwrap();
        let tree = Tree { _temp: temp, root };
        for line in lines {
            tree.add(line);
        }
        tree
    }

    pub(crate) fn add(&self, line: &str) {
        if let Some((path, content)) = line.split_once(" = ") {
            self.write(path.as_bytes(), content.as_bytes());
        } else if let Some((path, target)) = line.split_once(" -> ") {
            symlink(target, self.place(path.as_bytes())).unwrap();
        } else if let Some(path) = line.strip_suffix(" |") {
            let (mode, path) = (Mode::from_raw_mode(0o644), self.place(path.as_bytes()));
            rustix::fs::mknodat(CWD, path, FileType::Fifo, mode, 0).unwrap();
        } else if let Some(path) = line.strip_suffix('/') {
            fs::create_dir_all(self.root.join(path)).unwrap();
        } else {
            self.write(line.as_bytes(), b"");
        }
    }

    pub(crate) fn write(&self, path: &[u8], content: &[u8]) {
        fs::write(self.place(path), content).unwrap();
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    fn place(&self, path: &[u8]) -> PathBuf {
        let path = self.root.join(OsStr::from_bytes(path));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }

    pub(crate) fn check(&self, expected: Expect) {
        self.check_with(&ScanOptions::default(), expected);
    }

    /// Scans with one thread and with four, which must agree, and compares with the snapshot.
    pub(crate) fn check_with(&self, options: &ScanOptions, expected: Expect) {
        let scan = |threads| {
            let options = ScanOptions { threads, ..options.clone() };
            let (entries, report) = scan_sorted(&self.root, &options, &nothing_known).unwrap();
            assert_adds_up(&entries, &report);
            (render(&entries, &report), report)
        };
        let (one, four) = (scan(1), scan(4));
        assert_eq!(one, four, "one thread and four disagree");
        expected.assert_eq(&one.0);
    }

    /// Scans with what is known from before.
    pub(crate) fn rescan<K>(&self, known: &K) -> (Vec<Entry>, ScanReport)
    where
        K: Fn(&RelPath) -> Option<Known> + Sync,
    {
        scan_sorted(&self.root, &ScanOptions::default(), known).unwrap()
    }
}

/// The usual test: a tree, and what a scan makes of it.
pub(crate) fn check(lines: &[&str], expected: Expect) {
    Tree::new(lines).check(expected);
}

fn render(entries: &[Entry], report: &ScanReport) -> String {
    let mut text = String::new();
    for entry in entries {
        writeln!(text, "{}: {}", entry.path, entry.class).unwrap();
    }
    writeln!(text, "= {report}").unwrap();
    for problem in report.ignore_problems.named() {
        writeln!(text, "! {problem}").unwrap();
    }
    text
}

/// What must hold for every scan: each file once, with one class, and counted so.
fn assert_adds_up(entries: &[Entry], report: &ScanReport) {
    assert!(entries.is_sorted_by(|a, b| a.path < b.path), "a path was delivered twice");
    assert_eq!(report.files, entries.len() as u64);
    assert_eq!(report.files, report.source + report.skipped_total());
    for entry in entries {
        assert_eq!(entry.text().is_some(), entry.class.skip_reason().is_none(), "{}", entry.path);
    }
}
