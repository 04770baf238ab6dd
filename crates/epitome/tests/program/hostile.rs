//! Files made to break programs, in one tree, through the real program: it ends in good order, and
//! says of each what happened.

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use rustix::fs::{CWD, FileType, Mode, mknodat};

fn index(folder: &Path) -> (serde_json::Value, Duration) {
    let began = Instant::now();
    let output = Command::cargo_bin("epitome")
        .unwrap()
        .args(["index", "--json"])
        .current_dir(folder)
        .timeout(Duration::from_secs(120))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    (serde_json::from_slice(&output.stdout).unwrap(), began.elapsed())
}

fn cause_of(report: &serde_json::Value, path: &str) -> String {
    report["not_outlined"]
        .as_array()
        .unwrap()
        .iter()
        .find(|problem| problem["path"] == path)
        .map(|problem| problem["cause"].as_str().unwrap().to_owned())
        .unwrap_or_default()
}

#[test]
fn a_tree_of_traps_is_indexed() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let put = |name: &str, bytes: &[u8]| fs::write(root.join(name), bytes).unwrap();
    put("good.py", b"def good():\n    return 1\n");
    put("unclosed.py", "(\n".repeat(200_000).as_bytes());
    put("nested.js", format!("{}{}", "[\n".repeat(100_000), "]\n".repeat(100_000)).as_bytes());
    // tree-sitter does not ask its clock while it recovers from this, and eats memory meanwhile: only
    // the death of its process ends it.
    put("templates.cpp", format!("a{}", "<b\n".repeat(300_000)).as_bytes());
    put("negations.py", format!("x = {}y\n", "not \\\n".repeat(100_000)).as_bytes());
    put("references.rs", format!("type T = {}u8;", "&\n".repeat(300_000)).as_bytes());
    put("line.js", &vec![b'a'; 50 << 20]);
    put("nul.c", b"int x;\0\0\0");
    put("bad_utf8.py", b"def caf\xe9():\n    return '\xff'\n");
    put("bom.py", b"\xef\xbb\xbfdef bom():\n    return 1\n");
    let utf16: Vec<u8> =
        "\u{feff}def wide():\n    return 1\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    put("utf16.py", &utf16);
    put("new\nline\u{1b}[31m.py", b"def named():\n    return 1\n");
    fs::write(root.join(std::ffi::OsStr::from_bytes(b"latin\xe9.py")), "def l():\n    pass\n")
        .unwrap();
    symlink(root, root.join("loop")).unwrap();
    symlink("/etc/passwd", root.join("passwd.py")).unwrap();
    symlink("..", root.join("up")).unwrap();
    mknodat(CWD, root.join("fifo.py"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();

    let (report, took) = index(root);
    assert!(cause_of(&report, "unclosed.py").contains("brackets nest 200000 deep"), "{report:#}");
    assert!(cause_of(&report, "nested.js").contains("brackets nest 100000 deep"), "{report:#}");
    let templates = cause_of(&report, "templates.cpp");
    assert!(
        templates.contains("was stopped") || templates.contains("out of stack or memory"),
        "{report:#}"
    );
    let python = &report["languages"]["python"];
    // good, negations, bad_utf8, bom, utf16, the newline name, the latin name, and unclosed.
    assert_eq!(python["files"], 8, "{report:#}");
    assert_eq!(python["functions"], 6, "{report:#}");
    assert_eq!(report["skipped"]["binary"], 1, "{report:#}");
    assert_eq!(report["skipped"]["too large"], 1, "{report:#}");
    // Nobody waits for a parser, a pipe or a loop.
    assert!(took < Duration::from_secs(60), "{took:?}");
}

#[test]
fn no_escape_code_reaches_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("a\u{1b}[31mb\u{202e}.py"),
        "def f():\n    '''\u{1b}[31m red \u{7} bell'''\n    raise E('\u{1b}]0;title\u{7}')\n",
    )
    .unwrap();
    for args in
        [&["outline", "."][..], &["outline", ".", "--facts"], &["outline", ".", "--json"], &["."]]
    {
        let output = Command::cargo_bin("epitome")
            .unwrap()
            .args(args)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let all = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(all).unwrap();
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{args:?}: {text:?}");
    }
}
