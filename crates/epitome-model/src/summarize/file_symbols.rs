//! What the symbols of a file say of it: which carry it, and what they touch.

use crate::outline::{FileOutline, Symbol, SymbolKind, Visibility};
use crate::summary::{ClaimField, Summary};

use super::effects::Effect;
use super::words::{listed, plural};

/// The symbols that carry the file: public, documented, large, branching.
pub(super) fn main_symbols<'a>(
    all: impl Iterator<Item = (&'a Symbol, &'a Summary)>,
) -> Vec<(&'a Symbol, &'a Summary)> {
    let mut top: Vec<(u32, u32, &Symbol, &Summary)> = all
        .filter(|(symbol, _)| symbol.parent.is_none())
        .map(|(symbol, summary)| {
            let public = u32::from(symbol.visibility == Visibility::Public) * 30;
            let class = u32::from(!symbol.kind.is_function() && symbol.span.lines() > 4) * 15;
            let documented = u32::from(symbol.doc.is_some()) * 10;
            let real = u32::from(!summary.is_placeholder) * 10;
            let score = public
                + class
                + documented
                + real
                + symbol.span.lines().min(60) / 2
                + symbol.complexity.min(10);
            (u32::MAX - score, symbol.span.start_line, symbol, summary)
        })
        .collect();
    top.sort_by_key(|(score, line, ..)| (*score, *line));
    top.into_iter().take(6).map(|(_, _, symbol, summary)| (symbol, summary)).collect()
}

/// What stands in a module that is all of a file, by name. Four at most.
fn inner_names(outline: &FileOutline) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for symbol in outline.symbols.iter().filter(|symbol| symbol.parent.is_some()) {
        let name = format!("`{}`", symbol.name.replace('`', ""));
        if !symbol.kind.is_function() && !names.contains(&name) {
            names.push(name);
        }
        if names.len() == 4 {
            break;
        }
    }
    names
}

/// What the file defines: one thing by its kind, or counts and the names that matter most.
pub(super) fn contents(main: &[(&Symbol, &Summary)], outline: &FileOutline) -> Option<String> {
    let top = || outline.symbols.iter().filter(|symbol| symbol.parent.is_none());
    let functions = top().filter(|symbol| symbol.kind.is_function()).count();
    let types = top().count() - functions;
    let mut names: Vec<String> = Vec::new();
    for (symbol, _) in main {
        let name = format!("`{}`", symbol.name.replace('`', ""));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let (first, _) = main.first()?;
    if functions + types == 1 {
        let inner = inner_names(outline);
        let holds = if inner.is_empty()
            || !matches!(first.kind, SymbolKind::Module | SymbolKind::Namespace)
        {
            String::new()
        } else {
            format!(", which holds {}", listed(&inner))
        };
        return Some(format!("Defines the {} {}{holds}.", first.kind.word(), names[0]));
    }
    if functions + types <= 3 && names.len() == functions + types {
        return Some(format!("Defines {}.", listed(&names)));
    }
    let count = |count: usize, one: &str| match count {
        0 => None,
        1 => Some(format!("one {one}")),
        _ => Some(format!("{count} {}", plural(one))),
    };
    let parts: Vec<String> =
        [count(types, "type"), count(functions, "function")].into_iter().flatten().collect();
    names.truncate(4);
    Some(format!("Defines {}, above all {}.", listed(&parts), listed(&names)))
}

/// What the types of a file keep and let you do, from their own summaries.
pub(super) fn abilities(main: &[(&Symbol, &Summary)]) -> Option<String> {
    for (symbol, summary) in main.iter().filter(|(symbol, _)| !symbol.kind.is_function()) {
        for start in ["It lets you ", "Its fields are ", "Its methods are ", "Its values are "] {
            let told = summary.summary.split_inclusive(". ").find_map(|s| s.strip_prefix(start));
            let Some(told) = told else { continue };
            let told = told.trim_end().trim_end_matches('.');
            let name = symbol.name.replace('`', "");
            return Some(match start {
                "It lets you " => format!("With `{name}` you can {told}."),
                "Its fields are " => format!("The fields of `{name}` are {told}."),
                "Its methods are " => format!("The methods of `{name}` are {told}."),
                _ => format!("The values of `{name}` are {told}."),
            });
        }
    }
    None
}

/// The clause of a known effect.
pub(super) fn clause_of(claim: &str) -> Option<&'static str> {
    use Effect as E;
    [
        E::ReadsFiles,
        E::WritesFiles,
        E::OpensFiles,
        E::Network,
        E::Database,
        E::Process,
        E::Log,
        E::Output,
        E::Input,
        E::Environment,
        E::Clock,
        E::Random,
        E::Lock,
        E::Waits,
        E::Exit,
        E::Event,
    ]
    .into_iter()
    .find(|effect| effect.claim() == claim)
    .map(Effect::clause)
}

/// Known effects of the symbols, with their lines.
pub(super) fn effects<'a>(
    all: impl Iterator<Item = (&'a Symbol, &'a Summary)>,
) -> Vec<(String, (u32, u32))> {
    let mut found: Vec<(String, (u32, u32))> = Vec::new();
    for (_, summary) in all {
        for (at, claim) in summary.grounded.side_effects.iter().enumerate() {
            if clause_of(claim).is_some() && !found.iter().any(|(known, _)| known == claim) {
                let place =
                    summary.grounded.citations.iter().find(|c| {
                        c.field_name == ClaimField::SideEffects && c.item == Some(at as u32)
                    });
                if let Some(place) = place {
                    found.push((claim.clone(), (place.line_start, place.line_end)));
                }
            }
        }
        if found.len() >= 6 {
            break;
        }
    }
    found
}
