//! Parameters: what each is, by the author's words or by how the code uses it.

use crate::outline::{Parameter, Symbol};
use crate::summary::Input;

use super::bounds::{clipped, reaches};
use super::doc_words::DocWords;
use super::receivers::is_self;
use super::types::type_words;
use super::words::{is_plural, spoken};

/// Parameters that are not receivers, with their bare names.
pub(super) fn real_parameters(symbol: &Symbol) -> impl Iterator<Item = (&Parameter, &str)> {
    symbol.parameters.iter().filter_map(|parameter| {
        let name = bare_name(&parameter.name);
        let receiver = is_self(name)
            || is_self(
                parameter.name.trim_start_matches(['&', ' ']).trim_start_matches("mut ").trim(),
            );
        let useful = name.chars().any(char::is_alphanumeric) && name.len() <= 128;
        (!receiver && useful).then_some((parameter, name))
    })
}

/// `**extra`, `...amounts`, `&mut x`, `$id`: the name alone.
fn bare_name(name: &str) -> &str {
    let name = name.trim_start_matches(['*', '.', '&', '$', ' ']);
    name.strip_prefix("mut ").unwrap_or(name).trim_end_matches(['?', '!'])
}

/// Whether the name is a plain word and no pattern.
pub(super) fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_')
        && name.chars().any(char::is_alphabetic)
        && !matches!(name, "nil" | "true" | "false" | "null" | "None")
}

/// All parameters as fields.
pub(super) fn inputs(symbol: &Symbol, doc: &DocWords, owner: Option<&str>) -> Vec<Input> {
    real_parameters(symbol)
        .take(24)
        .map(|(parameter, name)| {
            let said =
                doc.parameters.iter().find(|(of, _)| of.split(',').any(|one| one.trim() == name));
            let mut description = match said {
                Some((_, words)) => words.clone(),
                None => described(parameter, name, symbol, owner),
            };
            if let Some(default) = &parameter.default
                && !description.contains("default")
                && default.len() <= 30
                && !default.contains('`')
            {
                description.push_str(&format!(", `{}` by default", default.trim()));
            }
            if !reaches(&description, 20) {
                description.push_str(", given by the caller");
            }
            let ty =
                parameter.ty.as_deref().map(str::trim).filter(|ty| !ty.is_empty()).unwrap_or("any");
            Input {
                name: clipped(name, 128),
                ty: clipped(ty, 256),
                description: clipped(&description, 200),
            }
        })
        .collect()
}

fn described(parameter: &Parameter, name: &str, symbol: &Symbol, owner: Option<&str>) -> String {
    let words =
        if is_plain(name) { spoken(name) } else { "a value taken apart by a pattern".to_owned() };
    let rest = parameter.name.starts_with('*') || parameter.name.starts_with("...");
    let mut out = if !is_plain(name) {
        words
    } else if rest {
        format!("any number of further {}", super::words::plural(&words))
    } else if words.len() < 2 {
        match parameter.ty.as_deref().and_then(type_words) {
            Some(kind) => format!("{kind} to work with"),
            None => "a value to work with".to_owned(),
        }
    } else {
        let kind = parameter.ty.as_deref().and_then(type_words);
        match kind {
            Some(kind) if !kind.ends_with(words.as_str()) && kind != "a value" => {
                format!("the {words}, {kind}")
            }
            _ => format!("the {words}"),
        }
    };
    if let Some(how) = usage(name, symbol, owner) {
        out.push_str("; ");
        out.push_str(&how);
    }
    out
}

/// How the code uses it, where that is plain.
fn usage(name: &str, symbol: &Symbol, owner: Option<&str>) -> Option<String> {
    if name.len() < 2 {
        return None;
    }
    let facts = &symbol.facts;
    if facts
        .loops
        .iter()
        .any(|run| is_name_in(&run.over, name) && run.over.len() <= name.len() + 12)
    {
        let them = if is_plural(&spoken(name)) { "they are" } else { "it is" };
        return Some(format!("{them} gone through one by one"));
    }
    if facts.writes.iter().any(|write| {
        write
            .target
            .rsplit(['.', '>'])
            .next()
            .is_some_and(|last| last.trim_start_matches('_') == name)
    }) {
        return Some(match owner {
            Some(owner) => format!("kept in the {owner}"),
            None => "kept for later".to_owned(),
        });
    }
    if facts
        .errors
        .iter()
        .any(|error| error.guard.as_deref().is_some_and(|guard| is_name_in(guard, name)))
    {
        return Some("checked before use".to_owned());
    }
    if facts.calls.iter().any(|call| call.name.as_str() == name && call.receiver.is_none()) {
        return Some("called on the way".to_owned());
    }
    None
}

/// Whether `name` stands in `text` as a whole word.
pub(super) fn is_name_in(text: &str, name: &str) -> bool {
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|rest| rest.find(name)) {
        let start = from + found;
        let end = start + name.len();
        let before = text[..start]
            .chars()
            .next_back()
            .is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '.');
        let after = text[end..].chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '_');
        if before && after {
            return true;
        }
        from = end;
    }
    false
}
