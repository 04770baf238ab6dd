//! What a function does on its way, from the calls it makes: "reads the header and checks the
//! signature". The words of a called name are used; the name itself never is (G11).

use crate::outline::{Call, Symbol};

use super::certainty::{is_certain, is_noun};
use super::effects::Effect;
use super::everyday_calls::{is_program, is_trivial, known_step};
use super::file_context::File;
use super::name_grammar::{Around, phrase_of, words_of};
use super::receivers::{is_class, is_self, object_words, on_receiver};
use super::words::{are_words, is_adjective, split, spoken, with_article, with_the};

/// One thing done, and where.
#[derive(Debug)]
pub(super) struct Step {
    /// Third person: "reads the header".
    pub(super) words: String,
    /// Its line.
    pub(super) line: u32,
    weight: u8,
}

/// How many calls of a function are looked at.
const LOOKED_AT: usize = 60;

/// The steps that say most, at most `limit` of them, in source order.
pub(super) fn steps(
    symbol: &Symbol,
    file: &File<'_>,
    owner: Option<&str>,
    limit: usize,
) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    // Everyday calls tell something only where nothing better does.
    for everyday in [false, true] {
        if !found.is_empty() {
            break;
        }
        for call in symbol.facts.calls.iter().take(LOOKED_AT) {
            if let Some(step) = step(call, symbol, file, owner, everyday)
                && !found.iter().any(|other| other.words == step.words)
            {
                found.push(step);
            }
        }
    }
    if found.len() > limit {
        let mut weights: Vec<(u8, usize)> =
            found.iter().enumerate().map(|(at, step)| (u8::MAX - step.weight, at)).collect();
        weights.sort_unstable();
        weights.truncate(limit);
        let mut keep: Vec<usize> = weights.into_iter().map(|(_, at)| at).collect();
        keep.sort_unstable();
        let mut at = 0;
        found.retain(|_| {
            at += 1;
            keep.binary_search(&(at - 1)).is_ok()
        });
    }
    found
}

fn step(
    call: &Call,
    symbol: &Symbol,
    file: &File<'_>,
    owner: Option<&str>,
    everyday: bool,
) -> Option<Step> {
    let name = call.name.as_str();
    // Functions of Zig's library are named after what they work on or how.
    if file.outline.language == "zig"
        && call.receiver.as_deref().is_some_and(|path| {
            matches!(path.split('.').next(), Some("std" | "mem" | "fmt" | "math"))
        })
    {
        return None;
    }
    // A name in capitals is a macro, which may stand for anything.
    if name.len() < 2 || !name.chars().any(char::is_lowercase) {
        return None;
    }
    if name == symbol.name.as_str() {
        return if everyday { same_name(call, symbol) } else { None };
    }
    // A module that a function is taken from is not what it works on.
    let receiver = call
        .receiver
        .as_deref()
        .filter(|path| {
            !file.is_imported(path) && !is_class(path) && !is_namespace(path, call, file)
        })
        .and_then(object_words);
    let on_something = receiver.is_some()
        && matches!(
            name,
            "add"
                | "append"
                | "push"
                | "insert"
                | "put"
                | "pop"
                | "get"
                | "write"
                | "update"
                | "sort"
                | "replace"
                | "extend"
        )
        || everyday
            && receiver.is_some()
            && matches!(
                name,
                "map"
                    | "filter"
                    | "join"
                    | "reduce"
                    | "reverse"
                    | "concat"
                    | "trim"
                    | "slice"
                    | "set"
                    | "resolve"
                    | "lock"
            );
    let builtin = file.outline.language == "bash"
        && matches!(name, "test" | "read" | "command" | "source" | "shift" | "[");
    if is_trivial(name) && !on_something || builtin {
        return None;
    }
    // Logging and printing are told as effects.
    if matches!(
        super::effects::effect(call, &file.outline.language),
        Some(Effect::Log | Effect::Output | Effect::Exit | Effect::Waits | Effect::Clock)
    ) {
        return None;
    }
    if file.outline.language == "bash" && is_program(name) {
        return Some(Step { words: format!("runs {name}"), line: call.line, weight: 3 });
    }
    if let Some(words) = known_step(name) {
        return Some(Step { words: words.to_owned(), line: call.line, weight: 2 });
    }
    // `exist?` and `respond_to?` ask; bent as verbs they would be nonsense.
    if name.ends_with('?') && !name.starts_with("is_") && !name.starts_with("has_") {
        return None;
    }
    let words = words_of(name);
    if words.last().is_some_and(|word| word.len() == 1) && matches!(words[0].as_str(), "to" | "as")
    {
        return None;
    }
    if name.len() < 3 {
        return None;
    }
    if words.is_empty()
        || words.iter().all(|word| word.len() == 1)
        || !name.starts_with(|c: char| c.is_alphabetic() || c == '_')
    {
        return None;
    }
    let is_error = |name: &str| name.ends_with("Error") || name.ends_with("Exception");
    if is_error(name)
        || symbol.facts.errors.iter().any(|error| {
            error.line == call.line && !error.ty.is_empty() && error.ty.ends_with(name)
        })
    {
        return None;
    }
    let upper =
        name.starts_with(char::is_uppercase) && !name.chars().all(|c| c.is_uppercase() || c == '_');
    if call.constructs || upper && call.receiver.is_none() && file.capital_makes() {
        if matches!(
            name,
            "static"
                | "self"
                | "Left"
                | "Right"
                | "Just"
                | "Object"
                | "Array"
                | "Map"
                | "Set"
                | "Date"
        ) {
            return None;
        }
        // "makes a negotiate" is no English.
        if !is_noun(&words) {
            return None;
        }
        let made = with_article(&spoken(name));
        return Some(Step {
            words: format!("makes {made}"),
            line: call.line,
            weight: 3 + words.len().min(3) as u8,
        });
    }
    let subject = match (&receiver, words.len()) {
        (Some(words), _) => Some(words.clone()),
        (None, _) if call.receiver.as_deref().is_none_or(is_self) => {
            file.source.first_argument(call.line, name).and_then(object_words)
        }
        _ => None,
    };
    let own = call.receiver.as_deref().is_some_and(is_self);
    let around = Around {
        owner: if own { owner } else { None },
        subject: subject.as_deref(),
        returns: true,
        prefixed: file.has_prefixes(),
        asks: true,
        made: None,
    };
    // A collection is added to; it is not what is added.
    let bare_verb = words.len() == 1
        || words.len() == 2 && is_adjective(&words[1]) && super::name_grammar::is_verb(&words[0]);
    if bare_verb && let Some(place) = receiver.as_deref() {
        let words = on_receiver(&words[0], place)?;
        return Some(Step { words, line: call.line, weight: 3 });
    }
    if matches!(words[0].as_str(), "assert" | "expect") {
        return None;
    }
    // A verb without an object, or with nothing but a state, is no step that can be told.
    let lone_verb = super::name_grammar::is_verb(&words[0])
        && (words.len() == 1
            || words[1..].iter().all(|word| is_adjective(word) || word == "non" || word == "null"));
    if lone_verb && (around.subject.is_none() || !super::name_grammar::is_plain_verb(&words[0]))
        || words.get(1).is_some_and(|word| word == "non")
    {
        // Nothing is known of what it is done to.
        return None;
    }
    if matches!(
        words[0].as_str(),
        "from" | "of" | "into" | "matches" | "includes" | "equals" | "exists" | "starts" | "ends"
    ) {
        // A factory of a class: the class says more than the way.
        if words[0] == "from" && words.len() > 1 && receiver.is_some() && are_words(&words) {
            let of = super::words::join(&words[1..]);
            return Some(Step {
                words: format!("makes a value from {}", with_article(&of)),
                line: call.line,
                weight: 4,
            });
        }
        let class = call.receiver.as_deref().filter(|path| {
            path.starts_with(char::is_uppercase)
                && path.chars().all(char::is_alphanumeric)
                && matches!(words[0].as_str(), "from" | "of")
        })?;
        if class.len() < 4 || !is_noun(&split(class)) {
            return None;
        }
        return Some(Step {
            words: format!("makes {}", with_article(&spoken(class))),
            line: call.line,
            weight: 4,
        });
    }
    // `toEqualTypeOf`, `to_have_been_called`: what is expected, not what is converted.
    if words[0] == "to"
        && words.get(1).is_some_and(|word| {
            super::name_grammar::is_verb(word)
                || matches!(word.as_str(), "be" | "equal" | "have" | "strict" | "not" | "raise")
        })
        || words.len() == 2 && words[0] == "make" && words[1].ends_with("ing")
        || super::words::is_determiner(&words[0])
    {
        return None;
    }
    let words = if words[0] == "do" && words.len() > 1 { words[1..].to_vec() } else { words };
    // `nvim_buf_get_lines`: before the verb stands the library.
    let words = match words.iter().take(4).position(|word| super::name_grammar::is_plain_verb(word))
    {
        Some(at) if file.has_prefixes() && at + 1 < words.len() => words[at..].to_vec(),
        _ => words,
    };
    let mut phrase = phrase_of(&words, around)?;
    if phrase.rest.is_empty()
        || phrase.rest == "a new value"
        || super::words::is_determiner(&phrase.rest)
    {
        return None;
    }
    if !phrase.from_name {
        // What is only used says little; it is told where there is nothing else.
        if !everyday
            || file.has_prefixes()
            || words.len() < 2
            || !is_noun(&words)
            || words.last().is_some_and(|word| super::name_grammar::is_verb(word))
            || matches!(words[0].as_str(), "fn" | "func" | "test" | "function")
        {
            return None;
        }
        let thing = super::noun_phrases::object(&words);
        return Some(Step { words: format!("uses {thing}"), line: call.line, weight: 3 });
    }
    if !is_certain(&words, &phrase)
        || words[0] == "new" && file.has_prefixes()
        || matches!(words[0].as_str(), "to" | "as") && receiver.is_some() && !call.args.is_empty()
        || phrase.rest.starts_with("whether it ")
        || phrase.rest.ends_with(" above")
        || phrase.rest.ends_with(" below")
        || (phrase.verb == "tell" || matches!(words[0].as_str(), "to" | "as"))
            && around.subject.is_none()
            && !call.args.is_empty()
        || matches!(
            phrase.verb.as_str(),
            "work" | "provide" | "test" | "run" | "react" | "iterate" | "quit"
        )
    {
        return None;
    }
    if phrase.verb == "tell" {
        phrase.verb = "check".into();
    }
    let weight = 3 + words.len().min(4) as u8;
    Some(Step { words: phrase.third(), line: call.line, weight })
}

/// `std::forward`: what stands before two colons is a place, not a thing.
fn is_namespace(path: &str, call: &Call, file: &File<'_>) -> bool {
    let line = file.source.line(call.line);
    line.match_indices(path).any(|(at, _)| line[at + path.len()..].starts_with("::"))
}

/// A call of the same name: the work is handed on, or done again for a part.
fn same_name(call: &Call, symbol: &Symbol) -> Option<Step> {
    if call.constructs {
        return None;
    }
    if let ([returned], Some(path)) = (&symbol.facts.returns[..], &call.receiver)
        && returned.expression.len() <= path.len() + call.name.len() + 2
    {
        return None;
    }
    let words = match call.receiver.as_deref() {
        Some("super" | "super()" | "base" | "parent") => {
            "calls the version of its base class".to_owned()
        }
        _ if symbol.signature.starts_with("test") => "runs what it is named after".to_owned(),
        None if symbol.kind == crate::outline::SymbolKind::Constructor => return None,
        Some(path) if path.starts_with(char::is_uppercase) && path.len() < 40 => {
            if !path.chars().all(|c| c.is_alphanumeric() || c == '_') {
                return None;
            }
            format!("hands the same task to `{path}`")
        }
        Some(path) if !is_self(path) => {
            let to = super::guards::path_words(path).filter(|words| words.len() > 1)?;
            if to.starts_with("to ") {
                return None;
            }
            format!("hands the same task to {}", with_the(&to))
        }
        _ => "calls itself or another of the same name".to_owned(),
    };
    Some(Step { words, line: call.line, weight: 2 })
}
