//! What a claim states that can be looked up: each name, number and quotation.

use std::fmt::Display;

use super::Judge;
use super::claim::{Piece, pieces};
use super::names;
use super::number::{self, Unit};
use super::quotation::is_quoted_from;
use super::reason::Code;
use super::source::{is_name_char, name_end};
use crate::document::DocumentKind;

/// Words before a number that make it a bound.
const BOUNDS: [&str; 22] = [
    "at most",
    "at least",
    "up to",
    "more than",
    "less than",
    "fewer than",
    "no more than",
    "greater than",
    "longer than",
    "shorter than",
    "larger than",
    "smaller than",
    "above",
    "below",
    "over",
    "under",
    "exceeds",
    "exceed",
    "until",
    "through",
    "maximum of",
    "minimum of",
];

/// A sentence.
pub(super) fn check(judge: &mut Judge<'_>, path: impl Display + Copy, text: &str) {
    pieces(text, |piece| match piece {
        Piece::Code(code) => check_code(judge, path, code),
        Piece::Name(name) => names::check(judge, path, name),
        Piece::Quotation(quotation) => check_quotation(judge, path, quotation),
        Piece::Number { text, value: None, .. } => check_quotation(judge, path, text),
        Piece::Number { text, value: Some(value), unit, before, after } => {
            check_number(judge, path, text, value, &Counted { unit, before, after });
        }
    });
}

/// A type: as written in the lines, or made of words that are all known.
pub(super) fn check_type(judge: &mut Judge<'_>, path: impl Display + Copy, text: &str) {
    if !is_quoted_from(judge.evidence.text(), text) {
        check(judge, path, text);
    }
}

/// What stands in backticks is there word for word, or at least each of its names and numbers is.
fn check_code(judge: &mut Judge<'_>, path: impl Display + Copy, code: &str) {
    let evidence = judge.evidence;
    let text = evidence.text();
    let name = code.trim_end_matches("()").trim_start_matches(['@', '.', '&', '*', '#', ':']);
    let is_chain =
        name.chars().all(|c| is_name_char(c) || matches!(c, '.' | ':' | '#' | '?' | '!'));
    if is_chain && !name.starts_with(|c: char| c.is_ascii_digit()) {
        names::check(judge, path, name);
        return;
    }
    if is_quoted_from(text, code)
        || (evidence.repository.has_name)(code)
        || evidence.beside.has(code)
    {
        return;
    }
    if code.starts_with('-') {
        say_unquoted(judge, path, code);
        return;
    }
    let mut unknown = None;
    let mut is_empty = true;
    let mut at = 0;
    while at < code.len() {
        let c = code[at..].chars().next().unwrap_or(' ');
        if c.is_ascii_digit() {
            let found = number::scan(code.as_bytes(), at);
            let shown = found.value.is_none_or(|v| {
                evidence.source.has_number(v, evidence.first_line, evidence.last_line)
            });
            is_empty = false;
            if !shown {
                unknown = unknown.or(Some(&code[at..found.end]));
            }
            at = name_end(code, found.end).max(at + 1);
        } else if is_name_char(c) {
            let end = name_end(code, at);
            is_empty = false;
            if !names::is_known(judge, &code[at..end]) {
                unknown = unknown.or(Some(&code[at..end]));
            }
            at = end;
        } else {
            at += c.len_utf8();
        }
    }
    match unknown {
        Some(digits) if digits.starts_with(|c: char| c.is_ascii_digit()) => {
            say_no_number(judge, path, digits, None);
        }
        Some(name) => names::say_unknown(judge, path, name),
        None if is_empty => say_unquoted(judge, path, code),
        None => {}
    }
}

fn check_quotation(judge: &mut Judge<'_>, path: impl Display, quotation: &str) {
    let evidence = judge.evidence;
    // A file or a module is described by what it holds, and may quote the names of that.
    let holds_names = matches!(evidence.kind, DocumentKind::File | DocumentKind::Module);
    let is_name = || {
        holds_names && (evidence.beside.has(quotation) || (evidence.repository.has_name)(quotation))
    };
    if is_quoted_from(evidence.text(), quotation) || is_name() {
        return;
    }
    say_unquoted(judge, path, quotation);
}

fn say_unquoted(judge: &mut Judge<'_>, path: impl Display, quotation: &str) {
    let (first, last) = (judge.evidence.first_line, judge.evidence.last_line);
    judge.say(path, Code::UnknownLiteral, || {
        format!("\"{quotation}\" does not stand in lines {first}-{last}")
    });
}

/// What stands around a number.
struct Counted<'a> {
    unit: Unit,
    before: &'a str,
    after: &'a str,
}

fn check_number(
    judge: &mut Judge<'_>,
    path: impl Display,
    text: &str,
    value: f64,
    around: &Counted<'_>,
) {
    let evidence = judge.evidence;
    let (first, last) = (evidence.first_line, evidence.last_line);
    let shown = |value: f64| evidence.source.has_number(value, first, last);
    if shown(value)
        || (around.unit == Unit::Percent && shown(value / 100.0))
        || (around.after.starts_with(['k', 'K']) && shown(value * 1000.0))
        || is_count(judge, value, around.after)
        || evidence.beside.has(text)
        || evidence.owner.is_some_and(|owner| has_digits(owner, text))
        || is_line(value, first, last, around.before)
    {
        return;
    }
    let is_bound =
        BOUNDS.iter().any(|bound| ends_with_ignoring_case(around.before.trim_end(), bound));
    let source =
        number::one_step_away(value, around.unit, is_bound).into_iter().find(|&v| shown(v));
    match source {
        Some(source) => judge.say(path, Code::DerivedNumber, || {
            format!("{text} does not stand in lines {first}-{last}; it may come from {source}")
        }),
        None => say_no_number(judge, path, text, Some(value)),
    }
}

fn say_no_number(judge: &mut Judge<'_>, path: impl Display, text: &str, value: Option<f64>) {
    let evidence = judge.evidence;
    let (first, last) = (evidence.first_line, evidence.last_line);
    judge.say(path, Code::UnknownNumber, || {
        let elsewhere = value
            .and_then(|value| evidence.source.line_of_number(value))
            .map(|line| format!("; it stands in line {line}, outside"))
            .unwrap_or_default();
        format!("the number {text} does not stand in lines {first}-{last}{elsewhere}")
    });
}

/// "3 arguments" or "8 functions", where there are so many; "5 more", where there are more than that.
fn is_count(judge: &Judge<'_>, value: f64, after: &str) -> bool {
    let evidence = judge.evidence;
    let noun = after.trim_start().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    if matches!(noun, "parameter" | "parameters" | "argument" | "arguments" | "inputs" | "values") {
        return evidence.symbol.is_some_and(|symbol| {
            let all = symbol.parameters.len() as f64;
            value == all || (value + 1.0 == all && evidence.owner.is_some())
        });
    }
    if noun == "more" {
        return evidence.counts.iter().any(|&count| value < f64::from(count));
    }
    PARTS.contains(&noun) && evidence.counts.iter().any(|&count| f64::from(count) == value)
}

/// What a class, a file or a module is made of.
const PARTS: [&str; 28] = [
    "type",
    "types",
    "class",
    "classes",
    "function",
    "functions",
    "method",
    "methods",
    "field",
    "fields",
    "member",
    "members",
    "variant",
    "variants",
    "constant",
    "constants",
    "import",
    "imports",
    "section",
    "sections",
    "file",
    "files",
    "line",
    "lines",
    "module",
    "modules",
    "tests",
    "of",
];

/// The class around it may be spoken of by its name: "UTF-8" of `Utf8Reader`.
fn has_digits(name: &str, digits: &str) -> bool {
    name.split(|c: char| !c.is_ascii_digit()).any(|run| run == digits)
}

/// "line 12", inside the lines.
fn is_line(value: f64, first: u32, last: u32, before: &str) -> bool {
    let before = before.trim_end_matches(|c: char| c.is_ascii_digit() || " -–,and".contains(c));
    (ends_with_ignoring_case(before, "line") || ends_with_ignoring_case(before, "lines"))
        && f64::from(first) <= value
        && value <= f64::from(last)
}

fn ends_with_ignoring_case(text: &str, end: &str) -> bool {
    text.len()
        .checked_sub(end.len())
        .and_then(|start| text.get(start..))
        .is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}
