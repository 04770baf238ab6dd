//! What a function assumes or keeps true, where its lines show it.

use crate::outline::Symbol;

use super::bounds::{clipped, reaches};
use super::guards::clause_in;

/// Claims with their lines; three at most.
pub(super) fn invariants(symbol: &Symbol) -> Vec<(String, u32)> {
    let mut claims: Vec<(String, u32)> = Vec::new();
    // A guard that ends in an error, before the main work, is a precondition.
    for error in &symbol.facts.errors {
        let Some(condition) = error.guard.as_deref().and_then(|guard| clause_in(guard, symbol))
        else {
            continue;
        };
        let claim = format!("goes on only where it is not so that {condition}");
        if reaches(&claim, 10) && !claims.iter().any(|(other, _)| *other == claim) {
            claims.push((clipped(&claim, 300), error.line));
        }
        if claims.len() == 3 {
            break;
        }
    }
    claims
}
