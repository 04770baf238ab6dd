//! No caller and no callee is named (G11): a summary that names them is wrong as soon as they are
//! renamed, and then nothing says so.

use super::Judge;
use super::reason::Code;
use super::source::{is_name_char, name_end};
use super::table::hash;
use crate::mention::{bare_name, mentions};
use crate::summary::Summary;

/// From so many neighbours on the text's words are looked at first.
const MANY: usize = 8;

pub(super) fn check(judge: &mut Judge<'_>, summary: &Summary) {
    let evidence = judge.evidence;
    if evidence.neighbours.is_empty() {
        return;
    }
    for (path, text) in [
        ("summary", &summary.summary),
        ("business_intent", &summary.business_intent),
        ("purpose", &summary.grounded.purpose),
    ] {
        let words = (evidence.neighbours.len() >= MANY).then(|| words_of(text));
        for neighbour in evidence.neighbours {
            let name = bare_name(neighbour);
            let may_be = words.as_ref().is_none_or(|words| may_be_named(words, name));
            if may_be && !evidence.is_own(name) && mentions(text, name) {
                judge.say(path, Code::NamesNeighbour, || {
                    format!("names `{name}`, a caller or callee; say what happens, not who does it")
                });
            }
        }
    }
}

fn words_of(text: &str) -> Vec<u32> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find(is_name_char) {
        let start = at + found;
        at = name_end(text, start);
        words.push(hash(&text.as_bytes()[start..at]));
    }
    words.sort_unstable();
    words
}

/// Names with other signs in them are looked for the long way.
fn may_be_named(words: &[u32], name: &str) -> bool {
    !name.chars().all(is_name_char) || words.binary_search(&hash(name.as_bytes())).is_ok()
}
