//! What holds for every format and every text, however broken.

use std::fmt::Write as _;
use std::path::Path;

use epitome_model::outline::FileOutline;
use epitome_model::outline_text::outline_text;
use epitome_model::span::Span;
use expect_test::expect_file;
use proptest::prelude::*;

use super::sections::MAX_SECTIONS;
use super::{PlainFormat, outline_plain};

/// Language folder, sample, and its text.
const SAMPLES: [(&str, &str, &str); 8] = [
    ("css", "sample.css", include_str!("../../languages/css/sample.css")),
    ("html", "sample.html", include_str!("../../languages/html/sample.html")),
    ("json", "sample.json", include_str!("../../languages/json/sample.json")),
    ("markdown", "sample.md", include_str!("../../languages/markdown/sample.md")),
    ("rst", "sample.rst", include_str!("../../languages/rst/sample.rst")),
    ("sql", "sample.sql", include_str!("../../languages/sql/sample.sql")),
    ("toml", "sample.toml", include_str!("../../languages/toml/sample.toml")),
    ("yaml", "sample.yaml", include_str!("../../languages/yaml/sample.yaml")),
];

/// Pieces that mean something to one format or another.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "# ", "## ", "===\n", "---\n", "```\n", "~~~\n", "<!--", "-->", "<div>\n", "<pre>", "- ", "> ",
    "    ", "\t", "[", "](", "]", "(", ")", "{", "}", "\"", "'", "\"\"\"", "'''", "\\", "`", "*",
    "_", "!", "&amp;", "&#", ";", ":", ": ", ":\n", ",", ".", "=", " = ", "#{", "@", "@media ", "$",
    "$$", "$a$", "/*", "*/", "//", "--", "<", ">", "</", "<h1>", "</h1>", "<h2", "<section id=a>",
    "</section>", "<template>", "<script>", "</script>", "<title>", "name: ", "- name: x\n", "|\n",
    "kind: a\n", "CREATE TABLE ", "BEGIN ", "END", "INSERT INTO ", "DELIMITER ", "COPY FROM STDIN;",
    "\n\\.\n", "GO\n", "[[", "]]\n", ".. ", "::\n", "~~~~\n", "====  ==\n", "\n", "\r\n", "\r",
    "\u{feff}", "\0", "é", "漢字", "a", "word ", "1", ":root{", "--x:", "url(", "...\n", "%",
];

/// Text repeated until it is long; none of it may take more than linear time.
#[rustfmt::skip]
const HOSTILE: &[&str] = &[
    "[", "{", "(", "[{(\n", "{\"a\":", "\"a\":[", "]", "}", "<", "<a ", "<a \"", "<h1>", "<h1>\n",
    "<h1\n", "<section id=a>", "</section>", "<template><section>", "<!--", "</", "<title>", "- ",
    "- \n", "- a: ", "a: {\n", "a: \"\n", " a:\n", "# a\n", "# [a](\n", "# `a\n", "#", "a\n=\n",
    "=\n", "===\n", "a\n", "> ", "```\n", "`", "*", "_", "[a](", "![", "<div>\n", "$a$ ", "$a$b$",
    "/*", "//", "--", "'", "\"", "\\", "\"\"\"", "'''", "[a]\n", "[a.", "a.", "a=[\n", "a='",
    "a=\"\"\"", "CREATE ", "CREATE TABLE a (", "CREATE TRIGGER a BEGIN ", "COPY a FROM STDIN;\n",
    "INSERT INTO a", "END ", "a{", "a{b:c}", "url(", "#{", "@a ", "@{", ";", ",", " ", "\n", "\t",
    "é", "&", "&#x", "---\n", "...\n", "== ==\n", "..", ".. a\n", "    a\n", "- name: a\n",
    "--- \na: b\n",
];

fn outline(word: &str, text: &str) -> FileOutline {
    let mut outline = FileOutline {
        language: word.into(),
        lines: text.lines().count() as u32,
        ..FileOutline::default()
    };
    let format = PlainFormat::from_word(word).expect("a format of that name");
    outline_plain(format, text, &mut outline);
    outline
}

fn check_span(text: &str, newlines: &[usize], span: Span) {
    let line_at = |byte| 1 + newlines.partition_point(|at| *at < byte as usize) as u32;
    assert!(span.start_byte <= span.end_byte, "{span:?}");
    assert!(text.get(span.bytes()).is_some(), "{span:?} is not in the text");
    assert_eq!(span.start_line, line_at(span.start_byte), "{span:?}");
    assert_eq!(span.end_line, line_at(span.end_byte), "{span:?}");
    let lines = newlines.len() + usize::from(!text.ends_with('\n'));
    assert!(span.end_line as usize <= lines, "{span:?} ends below the text");
}

/// Everything that must hold for the outline of `text`.
fn check(word: &str, text: &str) {
    let outline = outline(word, text);
    let newlines: Vec<usize> = memchr::memchr_iter(b'\n', text.as_bytes()).collect();
    assert!(outline.sections.len() <= MAX_SECTIONS);
    if let Some(doc) = &outline.doc {
        check_span(text, &newlines, doc.span);
        assert!(!doc.text.trim().is_empty() && doc.text.chars().count() <= 401);
    }
    let mut around: Vec<Span> = Vec::new();
    let mut last = 0;
    for section in &outline.sections {
        let span = section.span;
        check_span(text, &newlines, span);
        assert!(section.level >= 1 && !section.title.is_empty(), "{section:?}");
        assert!(section.title.chars().count() <= 120 && section.excerpt.chars().count() <= 160);
        assert!(span.start_byte >= last, "{section:?} is out of order");
        last = span.start_byte;
        while around.pop_if(|outer| outer.end_byte <= span.start_byte).is_some() {}
        let is_inside = around.last().is_none_or(|outer| span.end_byte <= outer.end_byte);
        assert!(is_inside, "{section:?} reaches out of {around:?}");
        around.push(span);
    }
}

#[test]
fn samples_give_the_outlines_beside_them() {
    for (word, _, text) in SAMPLES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("languages").join(word);
        expect_file![folder.join("sample.outline")].assert_eq(&outline_text(&outline(word, text)));
        check(word, text);
    }
}

#[test]
fn line_ends_and_a_byte_order_mark_change_no_section() {
    for (word, _, text) in SAMPLES {
        let plain = outline_text(&outline(word, text));
        let dressed = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(outline_text(&outline(word, &dressed)), plain);
        check(word, &dressed);
    }
}

#[test]
fn hostile_texts_pass_in_linear_time() {
    for (word, _) in PlainFormat::ALL {
        for piece in HOSTILE {
            let text = piece.repeat(200_000 / piece.len());
            check(word, &text);
        }
    }
}

#[test]
fn many_sections_are_capped() {
    for (word, piece) in
        [("markdown", "# a\n"), ("yaml", "a: 1\n"), ("css", "a{b:c}\n"), ("toml", "a=1\n")]
    {
        let outline = outline(word, &piece.repeat(MAX_SECTIONS + 1));
        assert_eq!((outline.sections.len(), outline.problems.len()), (MAX_SECTIONS, 1), "{word}");
    }
}

/// A sample with pieces cut out of it, repeated, and put into it.
fn mutated() -> impl Strategy<Value = (&'static str, String)> {
    let cuts = prop::collection::vec((any::<prop::sample::Index>(), 0..40usize, 0..4u8), 1..8);
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 8);
    (prop::sample::select(&SAMPLES[..]), cuts, pieces).prop_map(
        |((word, _, text), cuts, pieces)| {
            let mut text = text.to_owned();
            for ((index, len, what), piece) in cuts.into_iter().zip(pieces) {
                let start = text.floor_char_boundary(index.index(text.len() + 1));
                let end = text.floor_char_boundary(start + len);
                let taken = text[start..end].to_owned();
                match what {
                    0 => text.replace_range(start..end, ""),
                    1 => text.insert_str(start, &taken.repeat(3)),
                    2 => text.insert_str(start, piece),
                    _ => text.truncate(start),
                }
            }
            (word, text)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        for (word, _) in PlainFormat::ALL {
            check(word, &text);
        }
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
        let mut text = String::new();
        for piece in pieces {
            let _ = write!(text, "{piece}");
        }
        for (word, _) in PlainFormat::ALL {
            check(word, &text);
        }
    }

    #[test]
    fn any_change_of_a_sample((word, text) in mutated()) {
        check(word, &text);
    }
}
