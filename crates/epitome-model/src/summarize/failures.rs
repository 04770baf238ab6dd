//! How a function fails: errors with their conditions and messages.

use crate::outline::{RaisedError, Symbol};

use super::bounds::reaches;
use super::guards::clause_in;
use super::neutral::Known;
use super::words::{listed, spoken, with_article};

/// Claims for `side_effects`, each with its line; four at most.
pub(super) fn failure_claims(symbol: &Symbol) -> Vec<(String, u32)> {
    let mut claims: Vec<(String, u32)> = Vec::new();
    for error in &symbol.facts.errors {
        let Some(name) = error_name(error) else { continue };
        let mut claim = format!("raises {name}");
        if error.returned {
            claim.push_str(" by returning it");
        }
        if let Some(message) = message(error) {
            claim.push_str(&format!(" with \"{message}\""));
        }
        if let Some(condition) = error.guard.as_deref().and_then(|guard| clause_in(guard, symbol)) {
            claim.push_str(&format!(" if {condition}"));
        }
        if reaches(&claim, 10) && !claims.iter().any(|(other, _)| *other == claim) {
            claims.push((claim, error.line));
        }
        if claims.len() == 4 {
            break;
        }
    }
    claims
}

/// One sentence for the summary, without identifiers.
pub(super) fn failure_sentence(symbol: &Symbol, known: &Known<'_>) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    for error in &symbol.facts.errors {
        let Some(name) = error_name(error) else { continue };
        let condition = error.guard.as_deref().and_then(|guard| clause_in(guard, symbol));
        let message = message(error).filter(|message| !known.names_called(message));
        let bare = condition.is_none() && message.is_none();
        if bare && (parts.len() > 1 || name == "an error") {
            continue;
        }
        let last = name.rsplit(['.', ':']).next().unwrap_or(&name);
        let words = spoken(
            last.strip_prefix("Err")
                .filter(|rest| rest.starts_with(char::is_uppercase))
                .unwrap_or(last),
        );
        let mut part = if name == "an error"
            || matches!(last, "panic" | "throw" | "error" | "Error")
            || words.is_empty()
            || !words.chars().any(char::is_alphabetic)
        {
            "an error".to_owned()
        } else if ["error", "exception", "failure"].iter().any(|end| words.ends_with(end)) {
            with_article(&words)
        } else if last.chars().all(|c| c.is_uppercase() || c == '_' || c.is_ascii_digit()) {
            format!("the error {}", words.to_uppercase())
        } else {
            with_article(&format!("{words} error"))
        };
        if let Some(message) = message {
            part.push_str(&format!(" (\"{message}\")"));
        }
        if let Some(condition) = condition {
            part.push_str(&format!(" if {condition}"));
        }
        if !parts.contains(&part) {
            parts.push(part);
        }
        if parts.len() == 3 {
            break;
        }
    }
    (!parts.is_empty()).then(|| format!("Fails with {}.", listed(&parts)))
}

fn error_name(error: &RaisedError) -> Option<String> {
    let ty = error.ty.trim();
    let name = ty
        .split(['(', '{', '<', ' '])
        .next()
        .unwrap_or("")
        .trim_end_matches(['!', '.'])
        .trim_start_matches(['@', ':']);
    if name.is_empty() || name.contains('…') {
        return None;
    }
    match name {
        "exit" | "return" | "os.Exit" | "Left" => None,
        "Err"
        | "err"
        | "e"
        | "error"
        | "exc"
        | "ex"
        | "fmt.Errorf"
        | "errors.New"
        | "fail"
        | "die"
        | "raise"
        | "throw"
        | "require"
        | "check"
        | "bail"
        | "anyhow"
        | "ensure"
        | "anyhow::bail"
        | "anyhow::anyhow"
        | "assert"
        | "fatalError"
        | "precondition"
        | "preconditionFailure"
        | "errors.Errorf"
        | "errors.Wrap"
        | "throwError"
        | "abort" => Some("an error".to_owned()),
        "panic" | "unreachable" | "unimplemented" | "todo" => Some("panic".to_owned()),
        _ => Some(name.to_owned()),
    }
}

fn message(error: &RaisedError) -> Option<String> {
    let text = error.message.as_deref()?.trim();
    let fits = text.len() >= 3
        && text.len() <= 90
        && text.chars().any(char::is_alphabetic)
        && !text.contains(['"', '`', '\n', '\\']);
    fits.then(|| text.trim_end_matches(['.', ':', ' ']).to_owned())
}
