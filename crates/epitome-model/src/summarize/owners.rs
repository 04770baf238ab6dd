//! What completes a function's name: the class it belongs to, and what it is given.

use crate::outline::{FileOutline, Symbol, SymbolKind};

use super::inputs::{is_plain, real_parameters};
use super::types::type_noun;
use super::words::{spoken, spoken_or_code};

/// The class a method completes its name with.
pub(super) fn owner(symbol: &Symbol, outline: &FileOutline) -> Option<String> {
    let Some(parent) = symbol.parent.and_then(|at| outline.symbols.get(at as usize)) else {
        // An extension of a type that lives elsewhere: its name stands before the dot.
        let (before, _) = symbol.qualified_name.rsplit_once('.')?;
        let class = before.rsplit('.').next()?;
        let is_type = class.starts_with(char::is_uppercase)
            && class.chars().all(char::is_alphanumeric)
            && symbol.kind == SymbolKind::Method;
        let says = super::certainty::is_noun(&super::words::split(class));
        let words = if says { spoken(class) } else { format!("`{class}`") };
        return is_type.then_some(words).filter(|words| words.len() > 1);
    };
    let holds = !parent.kind.is_function()
        && !matches!(parent.kind, SymbolKind::Module | SymbolKind::Namespace);
    let name = parent.name.as_str();
    let name = name.split(['<', '[', '(']).next().unwrap_or(name);
    let name = name.rsplit("::").next().unwrap_or(name);
    // `IRoutes` is the interface of routes.
    let name = name
        .strip_prefix('I')
        .filter(|rest| {
            rest.len() > 2
                && rest.starts_with(char::is_uppercase)
                && rest.chars().nth(1).is_some_and(char::is_lowercase)
        })
        .unwrap_or(name);
    let mut words = if super::certainty::is_noun(&super::words::split(name)) {
        spoken(name)
    } else {
        format!("`{name}`")
    };
    // "the generate" is no noun.
    if !words.contains(' ')
        && (super::name_grammar::is_verb(&words) && !words.ends_with('e')
            || super::words::is_adjective(&words))
    {
        words.push_str(" object");
    }
    (holds && words.len() > 1).then_some(words)
}

/// A name as the subject of a sentence.
pub(super) fn subject(symbol: &Symbol) -> Option<String> {
    let (parameter, name) = real_parameters(symbol).next().filter(|(_, n)| !n.starts_with('_'))?;
    if name.len() < 3 || super::noun_phrases::is_preposition(name) {
        // `in`, `r`, `xs`: the type says what it is.
        return parameter.ty.as_deref().and_then(type_noun).filter(|noun| {
            let carries = ["file", "stream", "writer", "reader", "context", "logger", "output"];
            noun != "value"
                && !noun.contains(',')
                && !noun.contains(" or ")
                && !carries.iter().any(|end| noun.ends_with(end))
        });
    }
    is_plain(name)
        .then(|| if name.len() < 40 { spoken_or_code(name) } else { spoken(name) })
        .filter(|words| words.len() > 2)
        .map(super::words::as_noun)
}
