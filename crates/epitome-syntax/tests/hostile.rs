//! Outlining never fails, whatever the text: mutated samples of every language, and texts made to
//! break parsers. What only a killable process survives is tested with the program itself.

mod sample_files;

use std::time::Duration;

use epitome_model::outline::{FileOutline, Problem};
use epitome_syntax::{Limits, Outliner, language, languages, outline};
use proptest::prelude::*;
use sample_files::sample_of;

/// What must hold of any outline of `text`.
fn is_sound(outline: &FileOutline, text: &str) -> Result<(), String> {
    let lines = outline.lines;
    for (i, symbol) in outline.symbols.iter().enumerate() {
        let name = &symbol.qualified_name;
        let span = symbol.full_span();
        if !text.is_char_boundary(span.start_byte as usize) || text.get(span.bytes()).is_none() {
            return Err(format!("{name}: bytes {:?} are not in the text", span.bytes()));
        }
        if span.start_line == 0 || span.start_line > span.end_line || span.end_line > lines.max(1) {
            return Err(format!("{name}: lines {}-{} of {lines}", span.start_line, span.end_line));
        }
        let newlines = text[..span.start_byte as usize].matches('\n').count() as u32;
        if newlines + 1 != span.start_line {
            return Err(format!("{name}: byte and line of its start disagree"));
        }
        if symbol.name.is_empty() || symbol.qualified_name.chars().any(char::is_control) {
            return Err(format!("{name:?}: no name to print"));
        }
        if symbol.parent.is_some_and(|p| p as usize >= outline.symbols.len() || p as usize == i) {
            return Err(format!("{name}: its parent is not there"));
        }
    }
    Ok(())
}

fn check(id: &str, text: &str) -> FileOutline {
    let outline = outline(language(id).unwrap().language(), text);
    is_sound(&outline, text).unwrap_or_else(|why| panic!("{id}: {why}"));
    outline
}

#[test]
fn deep_nesting_is_refused_before_parsing() {
    for (id, text) in [
        ("python", "(".repeat(200_000)),
        ("javascript", format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))),
        ("rust", "{".repeat(100_000)),
        ("kotlin", "val x = \"".to_owned() + &"${\"".repeat(20_000)),
    ] {
        let outline = check(id, &text);
        assert!(
            matches!(outline.problems[..], [Problem::NestsTooDeep { .. }]),
            "{id}: {:?}",
            outline.problems
        );
    }
}

#[test]
fn nesting_without_brackets_is_survived() {
    // A thread with room for the parser's recursion, as the workers have.
    let work = || {
        for (id, text) in [
            ("python", format!("x = {}y\n", "not ".repeat(100_000))),
            ("python", format!("x = {}1\n", "1 + ".repeat(50_000))),
            ("javascript", format!("x = {}y\n", "- ".repeat(100_000))),
            ("lua", format!("{}{}", "do ".repeat(20_000), " end".repeat(20_000))),
            ("ruby", format!("x{}\n", ".a".repeat(50_000))),
            ("typescript", format!("x = {}1", "a => ".repeat(50_000))),
            ("rust", format!("type T = {}u8;", "&".repeat(100_000))),
        ] {
            check(id, &text);
        }
    };
    std::thread::Builder::new().stack_size(64 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn a_parse_that_asks_its_clock_is_stopped() {
    let mut outliner = Outliner::new(Limits { time: Duration::ZERO, ..Limits::default() });
    let text = "def f():\n    return 1\n".repeat(20_000);
    let python = language("python").unwrap().language();
    let stopped = outliner.outline(python, &text);
    assert_eq!(stopped.problems, [Problem::TookTooLong { limit_ms: 0 }]);
    assert_eq!(stopped.lines, 40_000);
}

#[test]
fn odd_texts_are_outlined_in_every_language() {
    let long_line = format!("x = \"{}\"\n", "a".repeat(1 << 20));
    for builtin in languages() {
        for text in [
            "",
            "\n",
            "\r",
            "\0\0\0",
            "\u{feff}",
            "\u{feff}x",
            "é",
            "日本語 = 1\n",
            "\u{202e}\u{1b}[31m",
            "\"",
            "/*",
            "#!/",
            "\u{fffd}\u{fffd}",
            "def \n class \n fn \n function (",
            "```\n---\n===\n",
            long_line.as_str(),
        ] {
            check(builtin.id(), text);
        }
    }
}

#[test]
fn names_keep_their_control_characters_to_themselves() {
    let outline = check("javascript", "const o = { \"a\\u001b\u{1b}[31m\nb\"() { return 1 } }\n");
    for symbol in &outline.symbols {
        assert!(!symbol.name.chars().any(char::is_control), "{:?}", symbol.name);
    }
}

/// Cuts, doublings, swaps and splices of real code: what a half-written file looks like.
fn mutate(text: &str, edits: &[(u8, u16, u16)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for &(what, at, len) in edits {
        if chars.is_empty() {
            break;
        }
        let at = usize::from(at) % chars.len();
        let end = (at + usize::from(len) % 40 + 1).min(chars.len());
        match what % 6 {
            0 => {
                chars.drain(at..end);
            }
            1 => {
                let piece: Vec<char> = chars[at..end].to_vec();
                chars.splice(at..at, piece);
            }
            2 => chars[at..end].reverse(),
            3 => chars.truncate(at),
            4 => {
                let noise =
                    ['(', '{', '[', '"', '\'', '`', '\n', '/', '*', '#', '<', 'é', '\0', '\t'];
                chars.insert(at, noise[usize::from(len) % noise.len()]);
            }
            _ => {
                let to = usize::from(len) % chars.len();
                chars.swap(at, to);
            }
        }
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn mutated_samples_are_outlined_soundly(
        edits in prop::collection::vec((any::<u8>(), any::<u16>(), any::<u16>()), 1..12),
    ) {
        for builtin in languages() {
            let text = mutate(&sample_of(builtin.id()), &edits);
            let outline = outline(builtin.language(), &text);
            prop_assert!(is_sound(&outline, &text).is_ok(), "{}: {:?}", builtin.id(), is_sound(&outline, &text));
        }
    }
}
