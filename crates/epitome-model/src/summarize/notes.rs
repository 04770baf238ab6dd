//! What people wrote for people inside the code: comments and texts.

use crate::outline::Symbol;

use super::author_words::{finished, looks_like_code_line};
use super::doc_words::sentences;
use super::inline_markup::cleaned;
use super::neutral::{Known, neutral};
use super::words::listed;

/// Comments taken into a summary.
const COMMENTS: usize = 3;

/// The telling comments of a body, as sentences.
pub(super) fn note_sentences(symbol: &Symbol, known: &Known<'_>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for comment in symbol.facts.comments.iter().take(12) {
        let text = comment.text.trim();
        let lower = text.get(..12.min(text.len())).unwrap_or("").to_ascii_lowercase();
        let aside = [
            "todo", "fixme", "xxx", "hack", "eslint", "noqa", "pylint", "nolint", "type:", "ts-",
            "prettier", "istanbul", "@", "\\", "!", "^", "pragma", "@ts", "c8 ", "rustfmt",
            "clippy", "http",
        ]
        .iter()
        .any(|start| lower.starts_with(start));
        if aside
            || text.len() < 12
            || text.split(' ').count() < 3
            || looks_like_code_line(text)
            || text.contains(['{', '}', ';'])
            || text.contains(":\n")
            || text.contains(": -")
        {
            continue;
        }
        // A comment that begins with a call is about a line, not about the function.
        if text.split(' ').next().is_some_and(|word| word.contains('(')) {
            continue;
        }
        let Some(first) = sentences(&cleaned(text), 1).into_iter().next() else { continue };
        let first = first.trim_end_matches('…').trim();
        if first.len() > 200 || first.len() < 10 {
            continue;
        }
        let said = neutral(first, known);
        // A comment about a call, or about a formula, tears without it.
        if said.contains("another function") || said.contains("==") || said.contains(">=") {
            continue;
        }
        let sentence = finished(&said);
        if !out.contains(&sentence) {
            out.push(sentence);
        }
        if out.len() == COMMENTS {
            break;
        }
    }
    if let Some(first) = out.first_mut() {
        *first = format!("Comments in it say: {first}");
    }
    out
}

/// Texts in the code that say what it deals with: keys, messages, options.
pub(super) fn literal_sentence(
    symbol: &Symbol,
    known: &Known<'_>,
    said: &[String],
) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    for literal in symbol.facts.literals.iter().filter(|literal| !literal.is_number).take(24) {
        let value = literal.value.trim().trim_end_matches(['.', ':', ',', ' ']);
        let fits = value.len() >= 3
            && value.len() <= 50
            && value.chars().filter(|c| c.is_alphabetic()).count() >= 3
            && !value.contains(['"', '`', '\n', '\\', '…', '{', '}', '<', '>']);
        if !fits
            || known.is_called(value)
            || known.names_called(value)
            || symbol.facts.errors.iter().any(|error| error.message.as_deref() == Some(value))
        {
            continue;
        }
        let quoted = format!("\"{value}\"");
        if !texts.contains(&quoted) && !said.iter().any(|sentence| sentence.contains(value)) {
            texts.push(quoted);
        }
        if texts.len() == 5 {
            break;
        }
    }
    if texts.is_empty() {
        return opening_of_long_text(symbol, known).map(|text| format!("It holds {text}."));
    }
    let word = if texts.len() == 1 { "text" } else { "texts" };
    Some(format!("It holds the {word} {}.", listed(&texts)))
}

/// The first words of a long text, as far as they stand on one line.
fn opening_of_long_text(symbol: &Symbol, known: &Known<'_>) -> Option<String> {
    let long = symbol
        .facts
        .literals
        .iter()
        .find(|literal| !literal.is_number && literal.value.trim().len() > 50)?;
    let line = long.value.trim().lines().next()?;
    let line = line.split(['"', '`', '\\', '{', '}', '<', '>', '…', '(']).next()?;
    let end = line.char_indices().map(|(at, _)| at).take_while(|at| *at <= 60).last()?;
    let line = if line.len() > 61 { &line[..line[..end].rfind(' ')?] } else { line };
    let line = line.trim().trim_end_matches(['.', ':', ',', ' ']);
    let telling =
        line.split(' ').count() > 2
            && line.chars().filter(|c| c.is_alphabetic()).count() > 10
            && !known.names_called(line)
            && !symbol.facts.errors.iter().any(|error| {
                error.message.as_deref().is_some_and(|message| message.contains(line))
            });
    telling.then(|| format!("a text that begins with \"{line}\""))
}
