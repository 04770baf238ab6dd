//! What a function does beyond its result: effects, changed fields, failures.

use crate::outline::{Symbol, SymbolKind};
use crate::summary::ClaimField;

use super::bounds::{clipped, reaches};
use super::doc_words::DocWords;
use super::effects::{Effect, effect};
use super::evidence::Evidence;
use super::failures::failure_claims;
use super::file_context::File;
use super::words::listed;

/// The claims with their lines, and the known effects.
pub(super) fn side_effects(
    symbol: &Symbol,
    file: &File<'_>,
    owner: Option<&str>,
    doc: &DocWords,
    evidence: &mut Evidence,
) -> (Vec<String>, Vec<Effect>) {
    let mut claims: Vec<String> = Vec::new();
    let mut effects: Vec<Effect> = Vec::new();
    let language = file.outline.language.as_str();
    for call in &symbol.facts.calls {
        if let Some(effect) = effect(call, language) {
            let at = match effects.iter().position(|known| *known == effect) {
                Some(at) => at,
                None => {
                    effects.push(effect);
                    claims.push(effect.claim().to_owned());
                    effects.len() - 1
                }
            };
            evidence.cite(ClaimField::SideEffects, Some(at), call.line, call.line);
        }
    }
    if let Some((claim, lines)) = super::writes::mutation(symbol, owner) {
        for line in lines {
            evidence.cite(ClaimField::SideEffects, Some(claims.len()), line, line);
        }
        claims.push(clipped(&claim, 200));
    }
    for (claim, line) in failure_claims(symbol) {
        evidence.cite(ClaimField::SideEffects, Some(claims.len()), line, line);
        claims.push(clipped(&claim, 200));
    }
    if let Some(span) = symbol.doc.as_ref().map(|doc| doc.span) {
        for (ty, when) in doc.raises.iter().take(4) {
            let claim = format!("raises {ty}: {when}");
            if !claims.iter().any(|other| other.contains(ty.as_str())) && reaches(&claim, 10) {
                evidence.cite(
                    ClaimField::SideEffects,
                    Some(claims.len()),
                    span.start_line,
                    span.end_line,
                );
                claims.push(clipped(&claim, 200));
            }
        }
    }
    (claims, effects)
}

/// The effects as one sentence.
pub(super) fn effect_sentence(
    effects: &[Effect],
    symbol: &Symbol,
    owner: Option<&str>,
) -> Option<String> {
    let mut parts: Vec<String> =
        effects.iter().take(4).map(|effect| effect.clause().to_owned()).collect();
    if symbol.kind != SymbolKind::Constructor
        && let Some(fields) = super::writes::field_words(symbol, owner)
    {
        parts.push(format!("changes {fields}"));
    }
    (!parts.is_empty()).then(|| format!("It {}.", listed(&parts)))
}
