//! Putting a mark in the place of each secret.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::counts::RedactionCounts;
use super::find::find;

/// A text without its secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted<'a> {
    /// The text, with as many lines as before.
    pub text: Cow<'a, str>,
    /// What was taken out.
    pub counts: RedactionCounts,
}

/// Takes secrets out of a text; `path` is the file it comes from, or empty.
///
/// Each becomes `[REDACTED:kind#n]` and the line ends that it held, so that every line keeps its
/// number. `n` counts the different secrets of a kind in this text: the same secret has the same
/// number, and the same text gives the same result whatever was redacted before it.
#[must_use]
pub fn redact<'a>(path: &str, text: &'a str) -> Redacted<'a> {
    let mut counts = RedactionCounts::default();
    let found = find(path, text);
    if found.is_empty() {
        return Redacted { text: Cow::Borrowed(text), counts };
    }
    let mut numbers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for secret in found {
        let value = &text[secret.range.clone()];
        let known = numbers.entry(secret.kind).or_default();
        let number = known.iter().position(|other| *other == value).unwrap_or_else(|| {
            known.push(value);
            known.len() - 1
        });
        out.push_str(&text[copied..secret.range.start]);
        out.push_str(&format!("[REDACTED:{}#{}]", secret.kind, number + 1));
        out.extend(value.chars().filter(|c| *c == '\n'));
        copied = secret.range.end;
        counts.add(secret.kind);
    }
    out.push_str(&text[copied..]);
    Redacted { text: Cow::Owned(out), counts }
}
