//! What one instance of a class stands for, by name, kind and bases.

use crate::outline::{Symbol, SymbolKind};
use crate::summary::Summary;

use super::certainty::is_noun;
use super::words::{capitalized, listed, plural, split, spoken, with_article};

/// `Shelf<T>` is a shelf.
pub(super) fn bare_name(name: &str) -> &str {
    name.split(['<', '[', '(']).next().unwrap_or(name)
}

/// The first sentence of a class without words of its author.
pub(super) fn stands_for(symbol: &Symbol, holds: &[(&Symbol, &Summary)]) -> String {
    let bare = bare_name(&symbol.name);
    let words = split(bare);
    let spoken = spoken(bare);
    let kind = symbol.kind.word();
    let name = symbol.name.replace('`', "'");
    let lone_verb = symbol.kind == SymbolKind::Object
        || words.len() == 1 && super::name_grammar::is_verb(&words[0]);
    let lone_verb = lone_verb || matches!(spoken.as_str(), "meta" | "utility" | "base" | "impl");
    let says = is_noun(&words) && !super::words::is_plural(&spoken) && !lone_verb;
    // What Haskell implements stands apart from the type, and may be another's of the same name.
    let base = if symbol.signature.starts_with("data ") || symbol.signature.starts_with("newtype ")
    {
        Vec::new()
    } else {
        shown_bases(symbol, 2)
    };
    let on = if base.is_empty() {
        String::new()
    } else {
        format!(", which builds on {}", listed(&base))
    };
    match symbol.kind {
        SymbolKind::Enum => {
            let values = variants(symbol, 6);
            let more = variants(symbol, usize::MAX).len().saturating_sub(values.len());
            if values.is_empty() {
                return format!("Is the enum `{name}`{on}.");
            }
            let list = if more > 0 {
                format!("{} and {more} more", values.join(", "))
            } else {
                listed(&values)
            };
            if says {
                format!("Lists the kinds of {spoken}: {list}.")
            } else if values.len() == 1 {
                format!("Is the enum `{name}` with the one value {list}.")
            } else {
                format!("Is the enum `{name}` with the values {list}.")
            }
        }
        SymbolKind::Trait | SymbolKind::Interface | SymbolKind::Protocol
            if holds.is_empty() && symbol.fields.is_empty() =>
        {
            format!("Is the {kind} `{name}`{on}.")
        }
        SymbolKind::Interface if holds.is_empty() && says => {
            format!("Describes {}{on}.", with_article(&spoken))
        }
        SymbolKind::Trait
            if says && !holds.is_empty() && holds.iter().all(|(held, _)| !held.is_declaration) =>
        {
            format!("Gives {} to the types that take it up{on}.", plural(&spoken))
        }
        SymbolKind::Trait | SymbolKind::Interface | SymbolKind::Protocol if says => {
            format!("Says what {} must offer{on}.", with_article(&spoken))
        }
        _ if groups_tests(&spoken) => {
            let tested = spoken.trim_end_matches(" tests").trim_end_matches(" test");
            if super::words::are_words(&split(tested)) {
                format!("Groups tests of {tested}{on}.")
            } else {
                format!("Groups tests, as the {kind} `{name}`{on}.")
            }
        }
        SymbolKind::Module | SymbolKind::Namespace => {
            format!("Is the {kind} `{name}`{}.", held(holds))
        }
        SymbolKind::Extension => {
            let with = held(holds);
            match (with.is_empty(), base.is_empty()) {
                (true, true) => format!("Extends `{name}`."),
                (false, true) => format!("Extends `{name}`{with}."),
                (true, false) => format!("Makes `{name}` take up {}.", listed(&base)),
                (false, false) => {
                    format!("Makes `{name}` take up {}, and extends it{with}.", listed(&base))
                }
            }
        }
        SymbolKind::Type => match aliased(symbol) {
            Some(target) if says => {
                format!("{}: another name for `{target}`.", capitalized(&with_article(&spoken)))
            }
            Some(target) => format!("Is another name for `{target}`."),
            None => match made_of(symbol) {
                Some(kind) => format!("The type `{name}`: {kind}."),
                None => format!("Is the type `{name}`{on}."),
            },
        },
        _ if says && spoken.ends_with("error") || spoken.ends_with("exception") => {
            let of = spoken.trim_end_matches("error").trim_end_matches("exception").trim_end();
            if of.is_empty() || !is_noun(&split(&of.replace(' ', "_"))) {
                format!("Is the error `{name}`{on}.")
            } else {
                format!("The error for {of}{on}.")
            }
        }
        _ if says => format!("Stands for {}{on}.", with_article(&spoken)),
        _ => format!("Is the {kind} `{name}`{on}."),
    }
}

/// Whether a class is a group of tests, by its name in words.
pub(super) fn groups_tests(words: &str) -> bool {
    words.ends_with(" tests") || words.ends_with(" test")
}

/// The values of an enum as code; what a constructor keeps beside them is none.
pub(super) fn variants(symbol: &Symbol, limit: usize) -> Vec<String> {
    let capital = |name: &str| name.starts_with(char::is_uppercase);
    let capitals = symbol.fields.iter().any(|field| capital(&field.name));
    let mut out: Vec<String> = Vec::new();
    for field in &symbol.fields {
        if capitals && !capital(&field.name) {
            continue;
        }
        let shown = format!("`{}`", field.name.replace('`', "'"));
        if !out.contains(&shown) {
            out.push(shown);
        }
        if out.len() == limit {
            break;
        }
    }
    out
}

/// Base classes and interfaces as code.
pub(super) fn shown_bases(symbol: &Symbol, limit: usize) -> Vec<String> {
    symbol
        .bases
        .iter()
        .map(|base| bare_name(base.trim()).trim())
        .filter(|base| {
            base.len() > 1
                && *base != bare_name(&symbol.name)
                && base.len() <= 50
                && *base != "object"
                && base.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '\\'))
        })
        .take(limit)
        .map(|base| format!("`{base}`"))
        .collect()
}

/// `type Names []string`: a list of strings.
fn made_of(symbol: &Symbol) -> Option<String> {
    let rest =
        symbol.signature.trim_start_matches("type ").strip_prefix(symbol.name.as_str())?.trim();
    if rest.is_empty() || rest.contains(['{', '=', '<']) {
        return None;
    }
    super::types::type_words(rest)
}

/// The first things in a namespace, as code.
fn held(holds: &[(&Symbol, &Summary)]) -> String {
    let mut names: Vec<String> = Vec::new();
    for (symbol, _) in holds {
        let name = format!("`{}`", bare_name(&symbol.name).replace('`', "'"));
        if name.len() > 3 && !names.contains(&name) {
            names.push(name);
        }
        if names.len() == 4 {
            break;
        }
    }
    if names.is_empty() { String::new() } else { format!(" with {}", listed(&names)) }
}

fn aliased(symbol: &Symbol) -> Option<&str> {
    let (_, target) = symbol.signature.split_once(" = ")?;
    let target = target.trim().trim_end_matches(';');
    (target.len() <= 60 && !target.contains(['`', '…', '{'])).then_some(target)
}
