//! Lengths, openings and verbs: the schema's own rules (O1–O7).

use std::fmt::Display;

use super::Judge;
use super::reason::Code;
use crate::document::DocumentKind;
use crate::summary::Grounded;

/// Openings that say nothing (O2).
const EMPTY_OPENINGS: [&str; 3] = ["this function", "this method", "this class"];
/// One of these must stand in a side effect (O6).
const VERBS: [&str; 5] = ["reads", "writes", "emits", "raises", "mutates"];

pub(super) fn check(judge: &mut Judge<'_>, grounded: &Grounded) {
    length(judge, "purpose", &grounded.purpose, 30, 400);
    let opening = grounded.purpose.trim_start();
    if EMPTY_OPENINGS.iter().any(|empty| starts_with_ignoring_case(opening, empty)) {
        judge.say("purpose", Code::EmptyOpening, || {
            "opens with \"This function\", \"This method\" or \"This class\"; begin with the verb"
                .to_owned()
        });
    }
    for (i, input) in grounded.inputs.iter().enumerate() {
        length(judge, format_args!("inputs.{i}.name"), &input.name, 1, 128);
        length(judge, format_args!("inputs.{i}.type"), &input.ty, 1, 256);
        length(judge, format_args!("inputs.{i}.description"), &input.description, 20, 200);
    }
    match &grounded.returns {
        Some(returns) => {
            length(judge, "returns.type", &returns.ty, 1, 256);
            length(judge, "returns.type_summary", &returns.type_summary, 10, 80);
            length(judge, "returns.details", &returns.details, 20, 400);
        }
        None if judge.evidence.kind == DocumentKind::Function => {
            judge.say("returns", Code::Missing, || {
                "a function needs returns, also where it gives back nothing".to_owned()
            });
        }
        None => {}
    }
    for (i, effect) in grounded.side_effects.iter().enumerate() {
        length(judge, format_args!("side_effects.{i}"), effect, 10, 200);
        if !has_verb(effect) {
            judge.say(format_args!("side_effects.{i}"), Code::NoVerb, || {
                format!("needs one of the words {}", VERBS.join(", "))
            });
        }
    }
    for (i, invariant) in grounded.invariants.iter().enumerate() {
        length(judge, format_args!("invariants.{i}"), invariant, 10, 300);
    }
}

fn length(judge: &mut Judge<'_>, path: impl Display, text: &str, least: usize, most: usize) {
    // A character is at most four bytes and at least one, so most texts need no counting.
    if text.len() >= least * 4 && text.len() <= most {
        return;
    }
    let count = text.chars().count();
    if count < least {
        judge.say(path, Code::TooShort, || {
            format!("has {count} characters, must have at least {least}")
        });
    } else if count > most {
        judge.say(path, Code::TooLong, || {
            format!("has {count} characters, may have at most {most}")
        });
    }
}

fn starts_with_ignoring_case(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Whole words only: "spreads" does not read.
fn has_verb(effect: &str) -> bool {
    effect
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .any(|word| VERBS.iter().any(|verb| word.eq_ignore_ascii_case(verb)))
}
