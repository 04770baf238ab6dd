//! The system prompt of symbol summaries: long enough to be cached, and its examples are true.

use epitome_model::check::{FileEvidence, Repository, StrictGrounded, check, is_sound, render};
use epitome_model::summary::Summary;

use epitome_engine::template::{SymbolMessage, TemplateKind, Templates, numbered_source};

fn prompt() -> String {
    Templates::new(None).load(TemplateKind::SymbolSystem, "default").unwrap().render(&[]).unwrap()
}

/// What stands between "```mark" and "```" in a part of the prompt.
fn block<'a>(part: &'a str, mark: &str) -> &'a str {
    let (_, rest) = part.split_once(&format!("```{mark}\n")).unwrap();
    rest.split_once("\n```").unwrap().0
}

fn example(number: usize) -> String {
    let prompt = prompt();
    let (_, rest) = prompt.split_once(&format!("## Example {number}: ")).unwrap();
    rest.split("\n## ").next().unwrap().split("\n# ").next().unwrap().to_owned()
}

/// Judges an example's call by its own source, as a model's answer would be judged. `before` and
/// `after` make a file of the source; `callees` are what must not be named (G11).
fn check_example(number: usize, symbol: &str, before: &str, after: &str, callees: &[&str]) {
    let example = example(number);
    let field = |name: &str| {
        let line = example.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().to_owned()
    };
    let (path, lines) = (field("File:"), field("Lines:"));
    let (first, last) = lines.split_once('-').unwrap();
    let (first, last): (u32, u32) = (first.parse().unwrap(), last.parse().unwrap());

    // The lines are numbered as `numbered_source` numbers them, without a gap.
    let numbered = block(&example, "source");
    let source: Vec<&str> =
        numbered.lines().map(|line| line[4..].strip_prefix(' ').unwrap_or(&line[4..])).collect();
    assert_eq!(numbered_source(&source.join("\n"), first), numbered);
    assert_eq!(first as usize + source.len() - 1, last as usize);

    let blank = "\n".repeat(first as usize - 1 - before.lines().count());
    let text = format!("{blank}{before}{}\n{after}", source.join("\n"));
    let language = epitome_syntax::detect(&path, &text).unwrap();
    let outline = epitome_syntax::outline(language.language(), &text);
    let at = outline.symbols.iter().position(|found| found.name == symbol).unwrap();
    let span = outline.symbols[at].span;
    assert_eq!((span.start_line, span.end_line), (first, last));

    let strict: StrictGrounded =
        serde_json::from_str(block(&example, "emit_symbol_summary")).unwrap();
    let summary = Summary { grounded: strict.into(), ..Summary::default() };
    let file = FileEvidence::new(&path, &outline, &text);
    let reasons = check(&summary, &file.symbol(at, callees, Repository::UNKNOWN));
    assert!(is_sound(&reasons), "{}", render(&reasons));
    // Not even a doubt: an example teaches.
    assert_eq!(render(&reasons), "", "example {number}");
}

// O18
#[test]
fn the_worked_examples_pass_the_checker() {
    check_example(1, "normalize_path", "", "", &["startswith", "split", "pop", "append", "join"]);
    let bus = "from typing import Callable\nclass EventBus:\n";
    check_example(2, "register_handler", bus, "", &["setdefault", "clear", "append", "write"]);
    let cache = "export class LRUCache<K, V> {\n  private entries: Map<K, V>;\n  private onEvict: (key: K, value: V) => void;\n  hits: number;\n  misses: number;\n";
    check_example(3, "constructor", cache, "}\n", &["isInteger"]);
}

// O18: 4,096 tokens or more, by characters / 4 (D12), braces counted once
#[test]
fn the_prompt_is_long_enough_to_be_cached() {
    let tokens = prompt().chars().count() / 4;
    assert!(tokens > 4_096, "{tokens}");
}

// O18: nothing in it varies from symbol to symbol
#[test]
fn the_prompt_asks_for_nothing() {
    assert!(TemplateKind::SymbolSystem.placeholders().is_empty());
    assert_eq!(prompt(), prompt());
}

// O19
#[test]
fn the_message_about_a_symbol_carries_what_it_must() {
    let template = Templates::new(None).load(TemplateKind::SymbolUser, "default").unwrap();
    let bare = SymbolMessage {
        path: "src/a.py",
        owner: None,
        first_line: 7,
        last_line: 8,
        docstring: None,
        source: "def f():\n    return {path}",
    };
    let full = SymbolMessage { owner: Some("Box"), docstring: Some("Doc {fence}."), ..bare };
    let (bare, full) = (bare.render(&template).unwrap(), full.render(&template).unwrap());
    for part in [
        "File: src/a.py\n",
        "Lines: 7-8\n",
        "  7| def f():\n  8|     return {path}\n",
        "Cite only lines from 7 to 8",
    ] {
        assert!(bare.contains(part) && full.contains(part), "{part}: {full}");
    }
    assert!(bare.contains("Enclosing class: (module level)\n"), "{bare}");
    assert!(bare.contains("Documentation:\n(none)\n"), "{bare}");
    assert!(full.contains("Enclosing class: Box\n"), "{full}");
    assert!(full.contains("Documentation:\nDoc {fence}.\n"), "{full}");
    // The fence is named once, and stands before and after the data.
    let fence = full.split_once("<<<data-").unwrap().1.split_once(">>>").unwrap().0;
    assert_eq!(full.matches(&format!("\n<<<data-{fence}>>> ")).count(), 2, "{full}");
}
