//! What a function is given, as one sentence: names and types as they are written.

use crate::outline::Symbol;

use super::inputs::{is_plain, real_parameters};
use super::neutral::Known;
use super::words::{listed, spoken};

/// Characters of a type that a sentence can carry.
const TYPE: usize = 40;

/// "Takes `url` (`str`) and `timeout`."
pub(super) fn parameter_sentence(symbol: &Symbol, lead: &str, known: &Known<'_>) -> Option<String> {
    let lead = lead.to_lowercase();
    let mut taken: Vec<String> = Vec::new();
    let mut all_said = true;
    for (parameter, name) in real_parameters(symbol).take(6) {
        // `Null` is a pattern of Haskell, no parameter.
        let pattern = parameter.ty.is_none() && name.starts_with(char::is_uppercase);
        if !is_plain(name) || pattern || name.starts_with('_') || known.is_called(name) {
            continue;
        }
        let ty = parameter.ty.as_deref().map(str::trim).filter(|ty| {
            let stripped = ty.trim_start_matches(['&', '*', ' ']);
            stripped.len() > 1
                && ty.len() <= TYPE
                && !ty.contains(['`', '{', '\n', '…', '"'])
                && !stripped.eq_ignore_ascii_case(name)
                && !ty
                    .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .any(|piece| known.is_called(piece))
        });
        let text = match ty {
            Some(ty) => format!("`{name}` (`{ty}`)"),
            None => format!("`{name}`"),
        };
        all_said &= ty.is_none() && lead.contains(&spoken(name).to_lowercase());
        if !taken.contains(&text) {
            taken.push(text);
        }
    }
    (!taken.is_empty() && !all_said).then(|| format!("Takes {}.", listed(&taken)))
}
