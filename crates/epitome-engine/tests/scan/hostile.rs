//! Trees made to lead a scan astray.

use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::Path;

use epitome_engine::scan::{
    ReadError, RelPath, Root, ScanError, ScanOptions, nothing_known, scan, scan_on_workers,
};
use expect_test::expect;
use rustix::fs::{CWD, FileType, Mode, makedev};

use crate::kit::{Tree, check};

#[test]
fn links_are_counted_and_never_followed() {
    check(
        &[
            "real/a.py = a = 1\n",
            "loop -> loop",
            "self -> .",
            "up -> ..",
            "passwd -> /etc/passwd",
            "sibling.py -> real/a.py",
            "folder -> real",
            "dangling -> nowhere",
            "real/back -> ../..",
        ],
        expect![[r#"
            dangling: skipped: a symbolic link, and links are not followed
            folder: skipped: a symbolic link, and links are not followed
            loop: skipped: a symbolic link, and links are not followed
            passwd: skipped: a symbolic link, and links are not followed
            real/a.py: source
            real/back: skipped: a symbolic link, and links are not followed
            self: skipped: a symbolic link, and links are not followed
            sibling.py: skipped: a symbolic link, and links are not followed
            up: skipped: a symbolic link, and links are not followed
            = 1 source file, 6 bytes; skipped 8 (8 link)
        "#]],
    );
}

#[test]
fn fifos_sockets_and_devices_are_not_opened() {
    let tree = Tree::new(&["pipe.py |", "a.py"]);
    let _socket = UnixListener::bind(tree.root().join("socket.py")).unwrap();
    tree.check(expect![[r#"
        a.py: source
        pipe.py: skipped: a FIFO, not a regular file
        socket.py: skipped: a socket, not a regular file
        = 1 source file, 0 bytes; skipped 2 (2 not regular)
    "#]]);
    // Making a device takes a privilege that not everybody has.
    let (null, mode) = (tree.root().join("null.py"), Mode::from_raw_mode(0o666));
    if rustix::fs::mknodat(CWD, null, FileType::CharacterDevice, mode, makedev(1, 3)).is_ok() {
        tree.check(expect![[r#"
            a.py: source
            null.py: skipped: a device, not a regular file
            pipe.py: skipped: a FIFO, not a regular file
            socket.py: skipped: a socket, not a regular file
            = 1 source file, 0 bytes; skipped 3 (3 not regular)
        "#]]);
    }
}

#[test]
fn names_are_shown_escaped() {
    let tree = Tree::new(&[
        "two\nlines.py",
        "esc\u{1b}[2J.py",
        "rtl\u{202e}yp.exe",
        "..\\up.py",
        "CON",
        "größe.py",
        "日本語.rs",
        "A.py",
        "a.py",
        "esc\\u{1b}[2J.py",
    ]);
    tree.write(b"latin\xe9.py", b"x = 1\n");
    tree.write(b"latin\\xE9.py", b"x = 2\n");
    tree.write(b"folder\xff/in.py", b"");
    tree.check(expect![[r#"
        ..\up.py: source
        A.py: source
        CON: source
        a.py: source
        esc\u{1b}[2J.py: source
        esc\u{5c}u{1b}[2J.py: source
        folder\xFF/in.py: source
        größe.py: source
        latin\x5CxE9.py: source
        latin\xE9.py: source
        rtl\u{202e}yp.exe: skipped: binary
        two\u{a}lines.py: source
        日本語.rs: source
        = 12 source files, 12 bytes; skipped 1 (1 binary)
    "#]]);
}

#[test]
fn longest_names_and_deep_folders() {
    let tree = Tree::new(&[&format!("{}.py = x = 1\n", "n".repeat(252))]);
    let deep = tree.root().join("d/".repeat(300));
    std::fs::create_dir_all(&deep).unwrap();
    std::fs::write(deep.join("bottom.py"), "x = 1\n").unwrap();
    let (entries, report) = tree.rescan(&nothing_known);
    assert_eq!((report.source, report.folders), (2, 301));
    assert!(entries[0].path.as_str().ends_with("d/bottom.py"));
}

/// Deeper than a path can be written: the folder at the edge is named, and the rest of the tree is
/// scanned.
#[test]
fn folders_deeper_than_any_path() {
    let tree = Tree::new(&["a.py"]);
    let part = "d".repeat(250);
    let mut folder = std::fs::File::open(tree.root()).map(std::os::fd::OwnedFd::from).unwrap();
    let flags = rustix::fs::OFlags::DIRECTORY;
    for _ in 0..20 {
        rustix::fs::mkdirat(&folder, part.as_str(), Mode::from_raw_mode(0o755)).unwrap();
        folder = rustix::fs::openat(&folder, part.as_str(), flags, Mode::empty()).unwrap();
    }
    let (entries, report) = tree.rescan(&nothing_known);
    assert_eq!((report.source, report.unreadable.count()), (1, 1));
    let class = entries[1].class.to_string();
    assert!(class.starts_with("skipped: unreadable: cannot list the folder: "), "{class}");
    assert!(class.ends_with("; nest it less deep, or ignore it"), "{class}");
}

/// Permissions mean nothing to the superuser, under whom this shows nothing.
#[test]
fn unreadable_files_and_folders_are_named() {
    let tree = Tree::new(&["a.py", "closed.py", "shut/b.py"]);
    for path in ["closed.py", "shut"] {
        let path = tree.root().join(path);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    }
    if std::fs::File::open(tree.root().join("closed.py")).is_err() {
        let (entries, report) = tree.rescan(&nothing_known);
        assert_eq!((entries.len(), report.source, report.unreadable.count()), (3, 1, 2));
        let named: Vec<_> = report.unreadable.named().map(|p| p.path.as_str()).collect();
        assert_eq!(named, ["closed.py", "shut"]);
    }
    // So that the tree can be removed.
    let open = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(tree.root().join("shut"), open).unwrap();
}

#[test]
fn a_root_may_be_a_link() {
    let tree = Tree::new(&["real/a.py", "link -> real"]);
    let options = ScanOptions::default();
    let report =
        scan(&tree.root().join("link"), &options, &nothing_known, |_| ControlFlow::Continue(()));
    assert_eq!(report.unwrap().source, 1);
}

#[test]
fn a_root_that_cannot_be_scanned() {
    let tree = Tree::new(&["a.py"]);
    let error = |path: &Path| {
        scan(path, &ScanOptions::default(), &nothing_known, |_| ControlFlow::Continue(()))
            .unwrap_err()
    };
    assert!(matches!(error(&tree.root().join("none")), ScanError::Missing { .. }));
    assert!(matches!(error(&tree.root().join("a.py")), ScanError::NotAFolder { .. }));
    expect!["there is nothing at `a\\u{1b}b`; check the spelling of the path"]
        .assert_eq(&error(Path::new("a\x1bb")).to_string());
}

#[test]
fn reading_one_file_stays_below_the_root() {
    let tree = Tree::new(&[
        "sub/a.py = hello\n",
        "out -> /etc",
        "sub/passwd -> /etc/passwd",
        "pipe |",
        "sub/in -> .",
    ]);
    tree.write(b"odd\xff.py", b"odd\n");
    let root = Root::open(tree.root()).unwrap();
    let read = |path: &str| match root.read_text(&RelPath::from_stored(path), 5) {
        Ok(text) => text.text,
        Err(error) => error.to_string(),
    };
    let asked = [
        "sub/a.py",
        "odd\\xFF.py",
        "out/passwd",
        "sub/passwd",
        "sub/in/a.py",
        "../root/sub/a.py",
        "/etc/passwd",
        "sub//a.py",
        "none.py",
        "sub/none/a.py",
        "sub",
        "pipe",
        "",
    ];
    let answers: Vec<String> = asked.iter().map(|path| read(path)).collect();
    expect![[r#"
        `sub/a.py` is larger than the limit of 5 bytes; raise the size limit to read it
        odd

        `out/passwd` leads through a link or out of the root; name a regular file below the root
        `sub/passwd` leads through a link or out of the root; name a regular file below the root
        `sub/in/a.py` leads through a link or out of the root; name a regular file below the root
        `../root/sub/a.py` leads through a link or out of the root; name a regular file below the root
        `/etc/passwd` leads through a link or out of the root; name a regular file below the root
        `sub//a.py` leads through a link or out of the root; name a regular file below the root
        `none.py` is no longer there; scan again
        `sub/none/a.py` is no longer there; scan again
        `sub` is a folder, not a regular file; name a regular file
        `pipe` is a FIFO, not a regular file; name a regular file
        `` leads through a link or out of the root; name a regular file below the root"#]].assert_eq(&answers.join("\n"));
    let exact = root.read_text(&RelPath::from_stored("sub/a.py"), 6);
    assert_eq!(exact.unwrap().text, "hello\n");
    let none = root.read_text(&RelPath::from_stored("none"), 6);
    assert!(matches!(none, Err(ReadError::Missing { .. })));
}

/// A visitor that panics takes the scan down; it does not hang it.
#[test]
fn a_panicking_visitor_ends_the_scan() {
    let tree = Tree::new(&["a/1.py", "b/2.py", "c/3.py", "d/4.py", "e/5.py"]);
    let options = ScanOptions { threads: 4, ..ScanOptions::default() };
    let here = || scan(tree.root(), &options, &nothing_known, |_| panic!("planted"));
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(here)).is_err());
    let there = || scan_on_workers(tree.root(), &options, &nothing_known, &|_| panic!("planted"));
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(there)).is_err());
}

#[test]
fn a_visitor_may_break_off() {
    let lines: Vec<String> = (0..500).map(|n| format!("{}/{n}.py", n % 7)).collect();
    let tree = Tree::new(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    let mut visited = 0;
    let report = scan(tree.root(), &ScanOptions::default(), &nothing_known, |_| {
        visited += 1;
        if visited == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let report = report.unwrap();
    assert!(report.stopped && report.files < 500);
    assert_eq!(visited, 3);
}
