//! State that a function changes: the fields it assigns and the collections it fills.

use crate::outline::Symbol;

use super::receivers::is_self;
use super::words::{listed, spoken_or_code, with_the};

/// The claim for `side_effects` with its lines.
pub(super) fn mutation(symbol: &Symbol, owner: Option<&str>) -> Option<(String, Vec<u32>)> {
    let (own, lines) = own_fields(symbol);
    if own.is_empty() {
        return None;
    }
    let names: Vec<String> = own.iter().take(5).map(|name| format!("`{name}`")).collect();
    let of = owner.map_or_else(|| "the object".to_owned(), |owner| format!("the {owner}"));
    let more = if own.len() > 5 { " and other fields" } else { "" };
    Some((format!("mutates {}{more} of {of}", listed(&names)), lines))
}

/// The changed fields in words: "the total and the rows of the cart".
pub(super) fn field_words(symbol: &Symbol, owner: Option<&str>) -> Option<String> {
    let (own, _) = own_fields(symbol);
    let words: Vec<String> = own
        .iter()
        .take(4)
        .map(|name| {
            if super::certainty::is_noun(&super::words::split(name)) {
                spoken_or_code(name)
            } else {
                format!("`{name}`")
            }
        })
        .filter(|words| words.len() > 1)
        .map(|words| with_the(&super::words::as_noun(words)))
        .collect();
    if words.is_empty() {
        return None;
    }
    Some(match owner {
        Some(owner) => format!("{} of the {owner}", listed(&words)),
        None => listed(&words),
    })
}

/// Fields of the object itself that are assigned or, being collections, filled or emptied.
fn own_fields(symbol: &Symbol) -> (Vec<String>, Vec<u32>) {
    let mut names: Vec<String> = Vec::new();
    let mut lines: Vec<u32> = Vec::new();
    let mut add = |name: &str, line: u32| {
        let name = name.trim_start_matches(['#', '@', '$']);
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if is_name && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
            lines.push(line);
        }
    };
    // A Go receiver has a name of its own; it stands in the signature before the method's name.
    let receiver = go_receiver(&symbol.signature);
    for write in &symbol.facts.writes {
        if let Some(field) = field_of_self(&write.target, receiver) {
            add(field, write.line);
        }
    }
    for call in &symbol.facts.calls {
        let fills = matches!(
            call.name.as_str(),
            "append"
                | "push"
                | "insert"
                | "add"
                | "extend"
                | "pop"
                | "remove"
                | "clear"
                | "delete"
                | "push_back"
                | "put"
                | "discard"
                | "update"
                | "setdefault"
                | "push_str"
                | "pop_front"
                | "drain"
                | "retain"
        );
        if fills
            && let Some(path) = call.receiver.as_deref()
            && let Some(field) = field_of_self(path, receiver)
            && path.matches(['.', '>']).count() == 1
        {
            add(field, call.line);
        }
    }
    (names, lines)
}

fn go_receiver(signature: &str) -> Option<&str> {
    let rest = signature.strip_prefix("func (")?;
    rest.split([' ', ')']).next()
}

fn field_of_self<'a>(target: &'a str, receiver: Option<&str>) -> Option<&'a str> {
    if let Some(field) = target.strip_prefix('@') {
        return field.split(['.', '[']).next();
    }
    let (head, rest) = target.split_once("->").or_else(|| target.split_once('.'))?;
    let own = is_self(head) || receiver == Some(head);
    own.then(|| rest.split(['.', '[', '-']).next()).flatten()
}
