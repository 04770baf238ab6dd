//! A template taken apart: text, and places to fill in.

use thiserror::Error;

use super::kind::{Placeholder, TemplateKind};

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Text(&'a str),
    Place(&'static Placeholder),
}

/// Why a template cannot be rendered (M34).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RenderProblem {
    /// A `{` that nothing closes.
    #[error("line {line}: `{{` is never closed; write `{{{{` for a brace that is meant as text")]
    Unclosed {
        /// 1-based.
        line: usize,
    },
    /// A `}` that nothing opened.
    #[error("line {line}: `}}` closes nothing; write `}}}}` for a brace that is meant as text")]
    Unopened {
        /// 1-based.
        line: usize,
    },
    /// `{}` or `{0}`.
    #[error(
        "line {line}: `{{{found}}}` names nothing; places have names here, {known}, and a brace that is meant as text is doubled"
    )]
    Positional {
        /// 1-based.
        line: usize,
        /// What stood between the braces.
        found: String,
        /// What may stand there.
        known: String,
    },
    /// `{name.part}`, `{name[0]}`, `{name!r}` or `{name:>8}`.
    #[error(
        "line {line}: `{{{found}}}` asks for a part or a format; only the plain name may stand between braces"
    )]
    Formatted {
        /// 1-based.
        line: usize,
        /// What stood between the braces.
        found: String,
    },
    /// A name that this kind does not have.
    #[error("line {line}: `{{{found}}}` is not known in a template of this kind; {known}")]
    Unknown {
        /// 1-based.
        line: usize,
        /// What stood between the braces.
        found: String,
        /// What may stand there.
        known: String,
    },
    /// A placeholder for which there is nothing here.
    #[error("`{{{name}}}` cannot be used here: {meaning}")]
    NoValue {
        /// The placeholder.
        name: &'static str,
        /// What it is for.
        meaning: &'static str,
    },
}

/// Takes a template apart; the first fault ends it.
pub(super) fn pieces(kind: TemplateKind, text: &str) -> Result<Vec<Piece<'_>>, RenderProblem> {
    let mut found = Vec::new();
    let mut rest = text;
    let line = |rest: &str| 1 + text[..text.len() - rest.len()].matches('\n').count();
    while let Some(at) = rest.find(['{', '}']) {
        let brace = &rest[at..];
        // A doubled brace is one brace of text: the text up to the first of the two.
        if brace.starts_with("{{") || brace.starts_with("}}") {
            found.push(Piece::Text(&rest[..=at]));
            rest = &rest[at + 2..];
            continue;
        }
        found.push(Piece::Text(&rest[..at]));
        if brace.starts_with('}') {
            return Err(RenderProblem::Unopened { line: line(brace) });
        }
        let inside = &brace[1..];
        let end = match inside.find(['{', '}', '\n']) {
            Some(end) if inside[end..].starts_with('}') => end,
            _ => return Err(RenderProblem::Unclosed { line: line(brace) }),
        };
        found.push(Piece::Place(place(kind, &inside[..end], line(brace))?));
        rest = &inside[end + 1..];
    }
    found.push(Piece::Text(rest));
    found.retain(|piece| *piece != Piece::Text(""));
    Ok(found)
}

fn place(
    kind: TemplateKind,
    name: &str,
    line: usize,
) -> Result<&'static Placeholder, RenderProblem> {
    if let Some(place) = kind.placeholders().iter().find(|place| place.name == name) {
        return Ok(place);
    }
    let found = name.to_owned();
    if name.trim().chars().all(|c| c.is_ascii_digit()) {
        return Err(RenderProblem::Positional { line, found, known: known(kind) });
    }
    if name.contains(['.', '[', ']', '!', ':']) {
        return Err(RenderProblem::Formatted { line, found });
    }
    Err(RenderProblem::Unknown { line, found, known: known(kind) })
}

/// What may be asked for, in words.
fn known(kind: TemplateKind) -> String {
    let names: Vec<String> =
        kind.placeholders().iter().map(|place| format!("`{{{}}}`", place.name)).collect();
    match names.as_slice() {
        [] => format!("a template of kind {} has none", kind.word()),
        [only] => format!("known is {only}"),
        names => format!("known are {}", names.join(", ")),
    }
}
