//! A verb that is the whole name, completed by what is around it: `add` on a basket adds *the item
//! to the basket*.

use super::name_grammar::{Around, Phrase};
use super::words::with_the;

/// A verb that stands alone, completed by what is around it.
pub(super) fn completed(verb: &str, around: Around<'_>) -> Phrase {
    let around = Around { subject: around.subject.filter(|words| !is_carried(words)), ..around };
    let owner = around.owner.map(with_the);
    match (around.subject, owner) {
        // What is made is not what it is made from.
        _ if is_making(verb) => match around.made.filter(|made| *made != "true or false") {
            Some(made) => Phrase::new(verb, super::words::with_article(made)),
            None => Phrase { from_name: false, ..Phrase::new("run", format!("the {verb} step")) },
        },
        (Some(subject), _) if is_key(subject) => {
            Phrase::new(verb, format!("by {}", subject.to_owned()))
        }
        // What is looked up is not what it is looked up by.
        (Some(subject), _) if verb == "get" => {
            Phrase::new(verb, format!("a value for {}", with_the(subject)))
        }
        (Some(subject), None) if verb == "call" => {
            Phrase::new("run", format!("with {}", with_the(subject)))
        }
        (Some(subject), Some(owner)) if verb == "call" => {
            Phrase::new("run", format!("{owner} with {}", with_the(subject)))
        }
        (Some(subject), Some(owner)) if matches!(verb, "complete" | "fill") => {
            Phrase::new(verb, format!("{owner} with {}", with_the(subject)))
        }
        (None, Some(owner)) if verb == "get" => Phrase::new(verb, format!("the value of {owner}")),
        _ if matches!(verb, "apply" | "respond" | "reply" | "invoke")
            || verb == "call" && around.owner.is_none() =>
        {
            Phrase { from_name: false, ..Phrase::new("run", format!("the {verb} step")) }
        }
        // `truncate(max_results)`: a measure says how far, not what.
        (Some(subject), Some(owner)) if is_measure(subject) => {
            Phrase::new(verb, format!("{owner}, given {}", with_the(subject)))
        }
        (Some(subject), _)
            if verb == "read" && ends_as(subject, &["reader", "stream", "input"]) =>
        {
            Phrase::new(verb, format!("from {}", with_the(subject)))
        }
        (Some(subject), _)
            if verb == "write" && ends_as(subject, &["writer", "stream", "output"]) =>
        {
            Phrase::new(verb, format!("to {}", with_the(subject)))
        }
        (Some(subject), owner) => {
            let place = match verb {
                "add" | "append" | "insert" | "push" | "put" | "attach" | "prepend" => "to",
                "remove" | "delete" | "pop" | "detach" | "discard" | "evict" => "from",
                "find" | "search" | "store" | "register" | "place" => "in",
                _ => "",
            };
            match owner {
                Some(owner) if !place.is_empty() && !owner.ends_with(subject) => {
                    Phrase::new(verb, format!("{} {place} {owner}", with_the(subject)))
                }
                _ => Phrase::new(verb, with_the(subject)),
            }
        }
        // A parser does not parse itself.
        (None, Some(owner)) if owner.starts_with('`') => {
            Phrase { from_name: false, ..Phrase::new("run", format!("the {verb} step of {owner}")) }
        }
        (None, Some(owner)) => {
            let doer = owner.rsplit(' ').next().unwrap_or("");
            let does_it = verb.len() > 3
                && doer.len() > verb.len()
                && doer.starts_with(&verb[..verb.len() - 1])
                && (doer.ends_with("er") || doer.ends_with("or"));
            let agent = doer.len() > 4 && (doer.ends_with("er") || doer.ends_with("or"));
            if does_it {
                Phrase::new(verb, format!("with {owner}"))
            } else if agent && !is_done_to_agents(verb) {
                Phrase { from_name: false, ..Phrase::new("run", format!("the {verb} step")) }
            } else {
                Phrase::new(verb, owner)
            }
        }
        // "Dies." is no sentence about code.
        (None, None) => {
            Phrase { from_name: false, ..Phrase::new("run", format!("the {verb} step")) }
        }
    }
}

/// What is handed through everything is not what is worked on.
fn is_carried(words: &str) -> bool {
    matches!(
        words,
        "connection"
            | "context"
            | "options"
            | "state"
            | "application"
            | "app"
            | "environment"
            | "config"
            | "configuration"
            | "arguments"
            | "settings"
            | "request"
            | "response"
            | "self value"
    )
}

/// What is done to those who do something: a parser is started, but not parsed.
fn is_done_to_agents(verb: &str) -> bool {
    matches!(
        verb,
        "close"
            | "start"
            | "stop"
            | "open"
            | "reset"
            | "clear"
            | "flush"
            | "update"
            | "destroy"
            | "configure"
            | "initialize"
            | "register"
            | "remove"
            | "delete"
            | "add"
            | "lock"
            | "unlock"
            | "cancel"
            | "pause"
            | "resume"
            | "clone"
            | "copy"
            | "kill"
            | "run"
            | "install"
            | "shutdown"
            | "release"
            | "dispose"
            | "increment"
            | "advance"
            | "move"
    )
}

fn is_making(verb: &str) -> bool {
    matches!(
        verb,
        "create"
            | "make"
            | "build"
            | "generate"
            | "construct"
            | "produce"
            | "compute"
            | "calculate"
            | "provide"
            | "evaluate"
            | "derive"
    )
}

fn is_measure(words: &str) -> bool {
    words.starts_with("maximum ")
        || words.starts_with("minimum ")
        || words.starts_with("number ")
        || ends_as(
            words,
            &["count", "size", "limit", "length", "width", "height", "timeout", "offset"],
        )
}

fn ends_as(words: &str, ends: &[&str]) -> bool {
    ends.iter().any(|end| words.ends_with(end))
}

/// Parameters that say which one is meant rather than what is worked on.
fn is_key(word: &str) -> bool {
    matches!(word.rsplit(' ').next().unwrap_or(word), "key" | "ID" | "index" | "name" | "slug" | "title" | "path" if word.len() < 12 && word != "path" && word != "name" && word != "title")
}

/// Verbs among the nouns that mean the action when something is handed to them.
pub(super) fn acts_alone(word: &str) -> bool {
    matches!(
        word,
        "compact"
            | "complete"
            | "correct"
            | "copy"
            | "duplicate"
            | "export"
            | "format"
            | "free"
            | "hash"
            | "import"
            | "log"
            | "process"
            | "release"
            | "report"
            | "reset"
            | "reverse"
            | "round"
            | "sort"
            | "transform"
            | "upload"
    )
}
