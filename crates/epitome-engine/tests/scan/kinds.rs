//! Source, or skipped and why.

use epitome_engine::scan::{ScanOptions, nothing_known, scan_sorted};
use expect_test::expect;

use crate::kit::{Tree, check};

#[test]
fn vendored_by_folder() {
    check(
        &[
            "src/a.py",
            "node_modules/left-pad/index.js",
            "src/vendor/x.go",
            "third_party/y.c",
            "lib/python3/site-packages/z.py",
            "pip/_vendor/rich.py",
            ".venv/pyvenv.cfg",
            "vendored.py",
            "vendors/a.py",
            "node_modules.py",
        ],
        expect![[r#"
            .venv/pyvenv.cfg: skipped: vendored code
            lib/python3/site-packages/z.py: skipped: vendored code
            node_modules.py: source
            node_modules/left-pad/index.js: skipped: vendored code
            pip/_vendor/rich.py: skipped: vendored code
            src/a.py: source
            src/vendor/x.go: skipped: vendored code
            third_party/y.c: skipped: vendored code
            vendored.py: source
            vendors/a.py: source
            = 4 source files, 0 bytes; skipped 6 (6 vendored)
        "#]],
    );
}

/// Names that ordinary code has too need proof.
#[test]
fn vendored_by_proof() {
    check(
        &[
            "Lib/venv/__init__.py",
            "venv/pyvenv.cfg",
            "venv/lib/a.py",
            "ui/Pods/List.tsx",
            "ios/Podfile",
            "ios/Pods/AF/a.m",
            "deps/a.ex",
            "app/mix.exs",
            "app/deps/cowboy/a.erl",
        ],
        expect![[r#"
            Lib/venv/__init__.py: source
            app/deps/cowboy/a.erl: skipped: vendored code
            app/mix.exs: source
            deps/a.ex: source
            ios/Podfile: source
            ios/Pods/AF/a.m: skipped: vendored code
            ui/Pods/List.tsx: source
            venv/lib/a.py: skipped: vendored code
            venv/pyvenv.cfg: skipped: vendored code
            = 5 source files, 0 bytes; skipped 4 (4 vendored)
        "#]],
    );
}

/// Bringing back a vendored folder by name says that it is ours.
#[test]
fn vendored_taken_back_by_name() {
    check(
        &[
            ".epitomeignore = !vendor/ours/\n!*.py\n",
            "vendor/theirs/a.py",
            "vendor/ours/b.py",
            "vendor/ours/deep/c.py",
            "vendor/ours/node_modules/d.js",
        ],
        expect![[r#"
            .epitomeignore: source
            vendor/ours/b.py: source
            vendor/ours/deep/c.py: source
            vendor/ours/node_modules/d.js: skipped: vendored code
            vendor/theirs/a.py: skipped: vendored code
            = 3 source files, 20 bytes; skipped 2 (2 vendored)
        "#]],
    );
}

#[test]
fn minified_by_content() {
    let long = format!("var a={};", "x+".repeat(2000));
    let short = "v".repeat(2000);
    let normal = "let x = 1;\n".repeat(500);
    let prose = format!("{}\n", "word ".repeat(1000));
    check(
        &[
            &format!("a.js = {long}"),
            &format!("b.js = {short}"),
            &format!("c.js = {normal}"),
            &format!("d.md = {prose}"),
            &format!("e.sql = {long}"),
        ],
        expect![[r#"
            a.js: skipped: minified
            b.js: source
            c.js: source
            d.md: source
            e.sql: skipped: minified
            = 3 source files, 12501 bytes; skipped 2 (2 minified)
        "#]],
    );
}

#[test]
fn binary_by_name_and_by_content() {
    let tree = Tree::new(&["a.png = text, but who would know", "b.ts = export {}\n"]);
    tree.write(b"nul.py", b"x = 1\0\n");
    tree.write(b"utf16.cs", b"\xff\xfea\0\n\0");
    tree.write(b"utf32.cs", b"\xff\xfe\0\0a\0\0\0");
    tree.write(
        b"latin1.c",
        "/* caf\u{e9} */\n".chars().map(|c| c as u8).collect::<Vec<_>>().as_slice(),
    );
    // Bytes of every value but NUL, as compressed data has them.
    let noise: Vec<u8> = (0..4096u32).map(|n| (n * 197 % 255 + 1) as u8).collect();
    tree.write(b"noise.dat", &noise);
    tree.check(expect![[r#"
        a.png: skipped: binary
        b.ts: source
        latin1.c: source
        noise.dat: skipped: binary
        nul.py: skipped: binary
        utf16.cs: source
        utf32.cs: skipped: binary
        = 3 source files, 27 bytes; skipped 4 (4 binary)
    "#]]);
}

#[test]
fn large_files_are_not_read() {
    let tree = Tree::new(&["small.py = 12345", "exact.py = 1234567890", "large.py = 12345678901"]);
    // A hole of two gigabytes takes no room, and would take a while to read.
    let sparse = std::fs::File::create(tree.root().join("huge.py")).unwrap();
    sparse.set_len(2 << 30).unwrap();
    let options = ScanOptions { max_bytes: 10, ..ScanOptions::default() };
    tree.check_with(
        &options,
        expect![[r#"
        exact.py: source
        huge.py: skipped: too large (2147483648 bytes, the limit is 10)
        large.py: skipped: too large (11 bytes, the limit is 10)
        small.py: source
        = 2 source files, 15 bytes; skipped 2 (2 too large)
    "#]],
    );
    let (_, report) = scan_sorted(tree.root(), &options, &nothing_known).unwrap();
    assert_eq!(report.opened, 2);
}

/// What can be told by folder, name or size is told without opening.
#[test]
fn names_decide_without_reading() {
    let tree =
        Tree::new(&["a.png", "node_modules/a.js", "a.min.js", "Cargo.lock", "link -> a.png"]);
    let (_, report) = tree.rescan(&nothing_known);
    assert_eq!((report.files, report.opened), (5, 0));
}
