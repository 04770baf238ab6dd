//! What counts as the same code, in every language: edits of the samples that must keep
//! `content_hash`, and edits that must change it.

mod sample_files;

use std::collections::BTreeMap;

use epitome_model::hash::hex;
use epitome_model::id::symbol_ids;
use epitome_model::outline::{DocKind, FileOutline};
use epitome_syntax::{Builtin, languages, outline};
use proptest::prelude::*;
use sample_files::sample_of;

fn deep() -> impl Iterator<Item = &'static Builtin> {
    languages().iter().filter(|builtin| builtin.language().is_deep())
}

fn line_comment(id: &str) -> &'static str {
    match id {
        "python" | "ruby" | "bash" | "elixir" => "#",
        "lua" | "haskell" => "--",
        _ => "//",
    }
}

fn hashes(outline: &FileOutline) -> BTreeMap<String, String> {
    let ids = symbol_ids("f", &outline.symbols);
    ids.into_iter().zip(&outline.symbols).map(|(id, s)| (id, hex(&s.content_hash))).collect()
}

fn hashes_of(builtin: &Builtin, text: &str) -> BTreeMap<String, String> {
    hashes(&outline(builtin.language(), text))
}

/// Lines (1-based) at which a statement of a function body starts.
fn statement_lines(outline: &FileOutline) -> Vec<usize> {
    let mut lines: Vec<usize> = outline
        .symbols
        .iter()
        .filter(|s| s.kind.is_function())
        .flat_map(|s| s.facts.returns.iter().map(|r| r.line).filter(|&line| line > s.name_line + 1))
        .map(|line| line as usize)
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

fn indent_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

fn with_lines_before(text: &str, at: &[usize], new: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for (i, line) in text.split_inclusive('\n').enumerate() {
        if at.contains(&(i + 1)) {
            out.push_str(&new(line));
        }
        out.push_str(line);
    }
    out
}

// G15, G21: comment-only edits keep the hash.
#[test]
fn comment_lines_keep_the_hash_in_every_language() {
    for builtin in deep() {
        let text = sample_of(builtin.id());
        let outline = outline(builtin.language(), &text);
        let lines = statement_lines(&outline);
        assert!(!lines.is_empty(), "{}: the sample has no statement to comment", builtin.id());
        let mark = line_comment(builtin.id());
        let edited = with_lines_before(&text, &lines, |line| {
            format!("{}{mark} a new remark with \"quotes'\n", indent_of(line))
        });
        assert_ne!(text, edited);
        assert_eq!(hashes(&outline), hashes_of(builtin, &edited), "{}", builtin.id());
    }
}

// G17, G21: blank lines keep the hash.
#[test]
fn blank_lines_keep_the_hash_in_every_language() {
    for builtin in deep() {
        let text = sample_of(builtin.id());
        let outline = outline(builtin.language(), &text);
        let edited = with_lines_before(&text, &statement_lines(&outline), |_| "\n  \n".to_owned());
        assert_eq!(hashes(&outline), hashes_of(builtin, &edited), "{}", builtin.id());
    }
}

// G19, G21: line ends and trailing blanks keep the hash.
#[test]
fn line_ends_keep_the_hash_in_every_language() {
    for builtin in deep() {
        let text = sample_of(builtin.id());
        let crlf = text.replace('\n', "\r\n");
        // A carriage return is a word to a shell, so a script with CRLF is another script.
        if builtin.id() != "bash" {
            assert_eq!(hashes_of(builtin, &text), hashes_of(builtin, &crlf), "{}", builtin.id());
        }
    }
}

// G18, G21: the width of a level of indentation keeps the hash.
#[test]
fn wider_indentation_keeps_the_hash_in_every_language() {
    // In Haskell a block may start in the middle of a line, so doubling the blanks before the lines
    // below it is no neutral edit.
    for builtin in deep().filter(|builtin| builtin.id() != "haskell") {
        let text = sample_of(builtin.id());
        let wider: String = text
            .split_inclusive('\n')
            .map(|line| format!("{}{line}", indent_of(line.trim_end_matches('\n'))))
            .collect();
        assert_eq!(hashes_of(builtin, &text), hashes_of(builtin, &wider), "{}", builtin.id());
    }
}

// G16, G21: a docstring edit changes the hash of its symbol, and of no symbol beside it.
#[test]
fn documentation_edits_change_the_hash_in_every_language() {
    for builtin in deep() {
        let text = sample_of(builtin.id());
        let before = outline(builtin.language(), &text);
        let ids = symbol_ids("f", &before.symbols);
        let mut tried = 0;
        for (id, symbol) in ids.iter().zip(&before.symbols) {
            let Some(doc) = symbol.doc.as_ref().filter(|doc| doc.kind != DocKind::Comment) else {
                continue;
            };
            // The first word of the documentation is reworded.
            let raw = &text[doc.span.bytes()];
            let Some(at) = raw.find(|c: char| c.is_ascii_uppercase()) else { continue };
            let mut edited = text.clone();
            edited.insert_str(doc.span.start_byte as usize + at, "Reworded ");
            let after = hashes_of(builtin, &edited);
            let before_hashes = hashes(&before);
            assert_ne!(before_hashes[id], after[id], "{}: {id}", builtin.id());
            for (other, hash) in &before_hashes {
                let apart = !id.starts_with(other.as_str());
                assert!(
                    !apart || after[other] == *hash,
                    "{}: {other} changed with {id}",
                    builtin.id()
                );
            }
            tried += 1;
        }
        let has_doc_comments = builtin.id() != "bash";
        assert!(tried > 0 || !has_doc_comments, "{}: nothing documented", builtin.id());
    }
}

// G12, G20: a changed word of code, or of a string that looks like a comment, changes the hash.
#[test]
fn code_edits_change_the_hash() {
    fn check(id: &str, before: &str, after: &str, same: bool) {
        let builtin = epitome_syntax::language(id).unwrap();
        let (a, b) = (hashes_of(builtin, before), hashes_of(builtin, after));
        assert!(!a.is_empty());
        assert_eq!(a == b, same, "{id}: {before:?} {after:?}");
    }
    check("python", "def f():\n    return '# a'\n", "def f():\n    return '# b'\n", false);
    check("python", "def f():\n    return 1 # a\n", "def f():\n    return 1 # b\n", true);
    check("python", "def f():\n    return 1\n", "def f():\n    return 2\n", false);
    check("javascript", "function f() { return '// a' }", "function f() { return '// b' }", false);
    check(
        "javascript",
        "function f() { return 1 /* a */ }",
        "function f() { return 1 /* b */ }",
        true,
    );
    check(
        "rust",
        "fn f() -> &'static str { \"/* a */\" }",
        "fn f() -> &'static str { \"/* b */\" }",
        false,
    );
    check("c", "int f(void) { return 1; }", "int f(void) { return 1 ; }", false);
    check("bash", "f() {\n  echo \"# a\"\n}\n", "f() {\n  echo \"# b\"\n}\n", false);
    check("lua", "function f() return '-- a' end", "function f() return '-- b' end", false);
}

/// Known normal forms, pinned: if one of these changes, every stored summary is made anew.
// G12
#[test]
fn hashes_are_pinned() {
    fn check(id: &str, text: &str, normal: &str) {
        let builtin = epitome_syntax::language(id).unwrap();
        let outline = outline(builtin.language(), text);
        let expected = hex(&epitome_model::hash::content_hash(normal.as_bytes()));
        assert_eq!(hex(&outline.symbols[0].content_hash), expected, "{id}");
    }
    check(
        "python",
        "# before\n@cache\ndef f( a ):   # why\n    '''Adds.'''\n\n    # inside\n    return a  +  1\n",
        "@cache\ndef f( a ):\n '''Adds.'''\n return a + 1",
    );
    check("rust", "/// Adds.\n// plain\nfn f() {\n    1 // one\n}\n", "fn f() {\n 1\n}");
    check("rust", "// plain\n/// Adds.\nfn f() {\n    1 // one\n}\n", "/// Adds.\nfn f() {\n 1\n}");
    check(
        "go",
        "package p\n\n// F adds.\nfunc F() int {\n\treturn 1 // one\n}\n",
        "// F adds.\nfunc F() int {\n return 1\n}",
    );
}

// Moving a statement out of a block is a change, though only white space changed.
#[test]
fn layout_is_watched_where_indentation_is_grammar() {
    let python = epitome_syntax::language("python").unwrap().language();
    let inside = outline(python, "def f(a):\n    if a:\n        g()\n        h()\n");
    let outside = outline(python, "def f(a):\n    if a:\n        g()\n    h()\n");
    let wider = outline(python, "def f(a):\n  if a:\n     g()\n     h()\n");
    assert_eq!(inside.symbols[0].content_hash, outside.symbols[0].content_hash);
    assert_ne!(inside.symbols[0].layout_hash, outside.symbols[0].layout_hash);
    assert_eq!(inside.symbols[0].layout_hash, wider.symbols[0].layout_hash);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    // G21
    #[test]
    fn mixed_edits_keep_the_hash(
        language in 0usize..20,
        picks in prop::collection::vec(any::<bool>(), 64),
        crlf: bool,
    ) {
        let Some(builtin) = deep().nth(language) else { return Ok(()) };
        let text = sample_of(builtin.id());
        let outline = outline(builtin.language(), &text);
        let lines: Vec<usize> = statement_lines(&outline)
            .into_iter()
            .zip(picks.iter().cycle())
            .filter_map(|(line, &pick)| pick.then_some(line))
            .collect();
        let mark = line_comment(builtin.id());
        let mut edited = with_lines_before(&text, &lines, |line| {
            format!("\n{}{mark} remark\n\n", indent_of(line))
        });
        if crlf && builtin.id() != "bash" {
            edited = edited.replace('\n', "\r\n");
        }
        prop_assert_eq!(hashes(&outline), hashes_of(builtin, &edited), "{}", builtin.id());
    }
}
