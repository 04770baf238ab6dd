//! Names: those in a claim must exist, and one that does not gets the nearest that does.

use std::fmt::Display;

use super::Judge;
use super::quotation::is_quoted_from;
use super::reason::Code;
use super::source::{is_name_char, name_end};
use crate::document::DocumentKind;

/// Words that every reader takes for values, whatever the language calls them.
const VALUES: [&str; 12] = [
    "true",
    "false",
    "null",
    "none",
    "nil",
    "undefined",
    "void",
    "self",
    "this",
    "nan",
    "super",
    "unit",
];

/// A name or a chain of names, such as `store.load`.
pub(super) fn check(judge: &mut Judge<'_>, path: impl Display, name: &str) {
    if is_known(judge, name) || is_quoted_from(judge.evidence.text(), name) {
        return;
    }
    say_unknown(judge, path, name);
}

/// An input must be a parameter, or for a pattern at least stand in the lines.
pub(super) fn check_input(judge: &mut Judge<'_>, path: impl Display, name: &str) {
    let evidence = judge.evidence;
    let is_parameter = evidence
        .symbol
        .is_some_and(|symbol| symbol.parameters.iter().any(|parameter| parameter.name == name));
    if is_parameter || is_quoted_from(evidence.text(), name) {
        return;
    }
    judge.say(path, Code::UnknownInput, || {
        let parameters: Vec<&str> = evidence
            .symbol
            .map(|symbol| symbol.parameters.iter().map(|p| p.name.as_str()).collect())
            .unwrap_or_default();
        match parameters.as_slice() {
            [] => format!("`{name}` is no parameter: there are none"),
            _ => format!("`{name}` is no parameter; they are {}", parameters.join(", ")),
        }
    });
}

/// Whether each part of the chain is known.
pub(super) fn is_known(judge: &Judge<'_>, name: &str) -> bool {
    let evidence = judge.evidence;
    (evidence.repository.has_name)(name)
        || name.split(|c: char| !is_name_char(c)).filter(|part| !part.is_empty()).all(|part| {
            part.bytes().all(|byte| byte.is_ascii_digit())
                || evidence.knows(part)
                || part.strip_suffix('s').is_some_and(|one| evidence.knows(one))
                || is_respelled(judge, part)
                || VALUES.iter().any(|value| part.eq_ignore_ascii_case(value))
        })
}

/// A sentence may have raised the first letter of a name that it begins with, and a text about a
/// whole file or module may write a product's name as its makers do: FastAPI for `fastapi`.
fn is_respelled(judge: &Judge<'_>, name: &str) -> bool {
    let evidence = judge.evidence;
    let mut chars = name.chars();
    let lowered: String =
        chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default();
    let is_wide = matches!(evidence.kind, DocumentKind::File | DocumentKind::Module);
    evidence.knows(&lowered) || (is_wide && evidence.knows(&name.to_lowercase()))
}

pub(super) fn say_unknown(judge: &mut Judge<'_>, path: impl Display, name: &str) {
    let evidence = judge.evidence;
    judge.say(path, Code::UnknownName, || {
        let (first, last) = (evidence.first_line, evidence.last_line);
        let nearest = nearest(name, evidence.text())
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default();
        format!("`{name}` is not in lines {first}-{last} and not known around them{nearest}")
    });
}

/// The name in the text with the fewest letters to change, if they are few.
fn nearest<'a>(name: &str, text: &'a str) -> Option<&'a str> {
    // Enough for a long function; a suggestion is not worth reading a whole file for.
    const LOOKED_AT: usize = 1000;
    let end = |name: &str| name.chars().next_back().map(|c| c.to_ascii_lowercase());
    let start = |name: &str| name.chars().next().map(|c| c.to_ascii_lowercase());
    let wanted: Vec<char> = name.chars().take(64).collect();
    let allowed = (wanted.len() / 3).clamp(1, 6);
    let mut best: Option<(usize, &str)> = None;
    for candidate in names_in(text).take(LOOKED_AT) {
        let is_near = candidate.chars().count().abs_diff(wanted.len()) <= allowed
            && (start(candidate) == start(name) || end(candidate) == end(name));
        if !is_near {
            continue;
        }
        let distance = edit_distance(&wanted, candidate);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.find(|c: char| is_name_char(c) && !c.is_ascii_digit())?;
        at = name_end(text, start).max(start + 1);
        text.get(start..at)
    })
}

/// Letters to insert, delete or change.
fn edit_distance(wanted: &[char], candidate: &str) -> usize {
    let mut row: Vec<usize> = (0..=wanted.len()).collect();
    for (i, c) in candidate.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &w) in wanted.iter().enumerate() {
            let change = diagonal + usize::from(w != c);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[wanted.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_offered() {
        let near = |name, text| nearest(name, text);
        assert_eq!(near("load_usr", "def load_user(id): pass"), Some("load_user"));
        assert_eq!(near("loadUser", "load_user"), Some("load_user"));
        assert_eq!(near("store_role", "def load_user(id): pass"), None);
        assert_eq!(near("x1", "é–x2"), Some("x2"));
    }
}
