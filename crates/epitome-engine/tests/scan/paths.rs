//! Paths as text: unique, reversible, and safe to show.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use epitome_engine::scan::{RelPath, display_path};
use proptest::prelude::*;

fn path(bytes: &[u8]) -> RelPath {
    RelPath::from_os(OsStr::from_bytes(bytes))
}

#[test]
fn spelling() {
    for (bytes, text) in [
        (b"src/a.rs".as_slice(), "src/a.rs"),
        (b"a\xff/b", r"a\xFF/b"),
        (br"a\xFF", r"a\x5CxFF"),
        (br"a\xff", r"a\xff"),
        (br"..\up", r"..\up"),
        (b"\\\xff", r"\\xFF"),
    ] {
        assert_eq!(path(bytes).as_str(), text);
    }
    assert_eq!(path(b"a/b/c.rs").file_name(), "c.rs");
    assert_eq!(path(b"c.rs").file_name(), "c.rs");
}

#[test]
fn ordered_and_found_by_text() {
    let set = std::collections::BTreeSet::from([path(b"b"), path(b"a\xff"), path(b"a")]);
    assert!(set.contains(r"a\xFF"));
    assert_eq!(set.first().unwrap().as_str(), "a");
}

/// Bytes that make trouble: backslashes, hex digits, control bytes, pieces of UTF-8.
fn names() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        any::<u8>().prop_map(|byte| vec![byte]),
        prop::sample::select(vec![
            "\\",
            "\\x",
            "\\xFF",
            "\\x5C",
            "\\u{",
            "\\u{1b}",
            "\\u{5c}",
            "5C",
            "}",
            "\u{1b}",
            "\u{202e}",
            "é",
            "\n",
            "u{a}",
            "\u{e0041}",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// Reads `\u{…}` back: what shows that nothing is lost.
fn unshow(shown: &str) -> String {
    let mut text = String::new();
    let mut rest = shown;
    while let Some(at) = rest.find("\\u{") {
        text.push_str(&rest[..at]);
        let inner = &rest[at + 3..];
        let digits = inner.bytes().take_while(u8::is_ascii_hexdigit).count();
        if (1..=6).contains(&digits) && inner[digits..].starts_with('}') {
            let code = u32::from_str_radix(&inner[..digits], 16).unwrap();
            text.push(char::from_u32(code).unwrap());
            rest = &inner[digits + 1..];
        } else {
            text.push_str("\\u{");
            rest = inner;
        }
    }
    text + rest
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn stored_paths_come_back(name in names()) {
        let first = path(&name);
        prop_assert_eq!(first.as_os_str().as_bytes(), &name);
        let again = RelPath::from_stored(first.as_str());
        prop_assert_eq!(again.as_os_str().as_bytes(), &name);
    }

    #[test]
    fn shown_paths_are_safe_and_distinct(name in names()) {
        let text = String::from_utf8_lossy(&name);
        let shown = display_path(&text);
        let unsafe_to_show = |c: char| c.is_control() || "\u{202e}\u{2066}\u{2028}".contains(c);
        prop_assert!(!shown.contains(unsafe_to_show));
        // What can be read back cannot be the spelling of two names.
        prop_assert_eq!(unshow(&shown), text);
    }

    #[test]
    fn different_names_stay_different(a in names(), b in names()) {
        let shown = |name| path(name).to_string();
        prop_assert_eq!(a == b, shown(&a) == shown(&b));
    }
}
