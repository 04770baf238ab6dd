//! Where secrets stand in a text.

use std::ops::Range;

use super::assignment;
use super::entropy::entropy;
use super::lines::around;
use super::private_key;
use super::randomness::{is_reference, looks_random};
use super::rules::{Reach, Rule, Rules};

/// A stretch that is a secret, and what kind of secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) range: Range<usize>,
    pub(super) kind: &'static str,
}

/// The rule that goes by a name's sound alone; its value must look the part.
const GENERIC: &str = "generic-api-key";

/// So far a stretch reaches back into the one before it, in case that one was cut inside a secret.
const OVERLAP: usize = 512;

/// All secrets, in order, none overlapping another.
pub(super) fn find(path: &str, text: &str) -> Vec<Found> {
    let bytes = text.as_bytes();
    let mut found: Vec<(Range<usize>, &'static str)> = Vec::new();
    found.extend(private_key::find(bytes).into_iter().map(|range| (range, "private-key")));
    if let Some(rules) = Rules::get() {
        by_rules(rules, path, bytes, &mut found);
    }
    joined(text, found)
}

fn by_rules(rules: &Rules, path: &str, text: &[u8], found: &mut Vec<(Range<usize>, &'static str)>) {
    // For each rule the end of the last stretch it was tried on: keywords come in order, so each
    // stretch is tried once.
    let mut tried = vec![0_usize; rules.all.len()];
    let mut assignments = 0;
    for word in rules.words.find_overlapping_iter(text) {
        let at = word.start();
        let mut line = None;
        for &number in &rules.of_word[word.pattern().as_usize()] {
            let rule = &rules.all[usize::from(number)];
            let done = &mut tried[usize::from(number)];
            let window = match rule.reach {
                Reach::Line => line.get_or_insert_with(|| around(text, at, 1, 1)).clone(),
                Reach::Near => around(text, at, 6, 6),
                Reach::Text => 0..text.len(),
            };
            if window.end <= *done || !rule.is_for(path) {
                continue;
            }
            let start = window.start.max(done.saturating_sub(OVERLAP));
            *done = window.end;
            by_rule(rule, text, start..window.end, found);
        }
        if rules.tells_of_names[word.pattern().as_usize()] {
            let window = around(text, at, 0, 0);
            if window.end > assignments {
                assignments = window.end;
                assignment::find(text, window, found);
            }
        }
    }
}

fn by_rule(
    rule: &Rule,
    text: &[u8],
    window: Range<usize>,
    found: &mut Vec<(Range<usize>, &'static str)>,
) {
    let Some(regex) = rule.regex() else { return };
    let mut at = window.start;
    while at <= window.end {
        let Some(groups) = regex.captures_at(&text[..window.end], at) else { break };
        let Some(whole) = groups.get(0) else { break };
        let secret = match rule.group {
            Some(group) => groups.get(group),
            None => {
                (1..groups.len()).find_map(|group| groups.get(group)).filter(|it| !it.is_empty())
            }
        }
        .unwrap_or(whole);
        at = secret.end().max(whole.start() + 1);
        let bytes = secret.as_bytes();
        let Ok(value) = std::str::from_utf8(bytes) else { continue };
        if entropy(bytes) <= rule.entropy && rule.entropy > 0.0
            || is_reference(value)
            || rule.kind == GENERIC && !looks_random(value)
        {
            continue;
        }
        let mut range = secret.range();
        // A line that was cut because it is long goes on with the same secret.
        while range.end >= window.end && text.get(range.end).is_some_and(is_key_byte) {
            range.end += 1;
        }
        found.push((range, rule.kind));
    }
}

fn is_key_byte(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_+/=.".contains(byte)
}

/// One stretch where several overlap. Who names the provider names the kind.
fn joined(text: &str, mut found: Vec<(Range<usize>, &'static str)>) -> Vec<Found> {
    let weight = |kind: &str| match kind {
        "private-key" => 0,
        GENERIC | "password" | "secret-value" => 2,
        _ => 1,
    };
    found.sort_by_key(|(range, kind)| (range.start, weight(kind), std::cmp::Reverse(range.end)));
    let mut joined: Vec<Found> = Vec::new();
    for (mut range, kind) in found {
        // Patterns see bytes; a cut inside a character would break the text.
        while !text.is_char_boundary(range.start) {
            range.start -= 1;
        }
        while !text.is_char_boundary(range.end) {
            range.end += 1;
        }
        match joined.last_mut() {
            Some(last) if range.start < last.range.end => {
                last.range.end = last.range.end.max(range.end);
                if weight(kind) < weight(last.kind) {
                    last.kind = kind;
                }
            }
            _ => joined.push(Found { range, kind }),
        }
    }
    joined
}
