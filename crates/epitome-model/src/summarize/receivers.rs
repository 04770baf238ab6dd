//! What a call is made on: `rows.pop()` removes from the rows.

use super::words::with_the;

/// One verb on an object: `rows.pop()` removes from the rows.
pub(super) fn on_receiver(verb: &str, place: &str) -> Option<String> {
    let place = with_the(place);
    Some(match verb {
        "add" | "append" | "push" | "insert" | "put" | "extend" | "unshift" | "prepend"
        | "enqueue" => format!("adds to {place}"),
        "remove" | "delete" | "pop" | "discard" | "shift" | "dequeue" | "erase" => {
            format!("removes from {place}")
        }
        "get" | "lookup" | "find" | "fetch" | "at" => format!("looks into {place}"),
        "init" | "initialize" | "setup" => format!("sets up {place}"),
        "deinit" | "cleanup" | "dispose" => format!("cleans up {place}"),
        "read" => format!("reads from {place}"),
        "write" => format!("writes to {place}"),
        "shutdown" => format!("shuts down {place}"),
        "wait" => format!("waits for {place}"),
        "subscribe" => format!("subscribes to {place}"),
        // What is done to the thing itself, whatever it is.
        "start" | "stop" | "close" | "open" | "lock" | "unlock" | "clear" | "sort" | "flush"
        | "reset" | "reverse" | "cancel" | "abort" | "release" | "acquire" | "trim" | "strip"
        | "clean" | "finish" | "connect" | "disconnect" | "update" | "pause" | "resume"
        | "hide" | "focus" | "blur" | "freeze" => {
            format!("{} {place}", super::words::third_person(verb))
        }
        _ => return None,
    })
}

/// A class or module that a function belongs to: `Files`, `Enum`.
pub(super) fn is_class(path: &str) -> bool {
    path.starts_with(char::is_uppercase)
        && path.chars().any(char::is_lowercase)
        && !path.contains(['(', '['])
}

/// Whether a receiver is the object itself.
pub(super) fn is_self(receiver: &str) -> bool {
    matches!(
        receiver,
        "self" | "this" | "cls" | "super" | "$this" | "super()" | "Self" | "@" | "static" | "base"
    )
}

/// The words of a receiver or argument that is a name or path; `None` for what says nothing.
pub(super) fn object_words(path: &str) -> Option<String> {
    if is_self(path) || path.len() > 60 {
        return None;
    }
    let words = super::guards::path_words(path)?;
    // `s.strip.split`: what was done before is no thing.
    let too_short = super::name_grammar::is_plain_verb(&words)
        || words.starts_with("to ")
        || words.len() < 4 && words.chars().any(char::is_lowercase);
    if too_short
        || matches!(
            words.as_str(),
            "args"
                | "function"
                | "string"
                | "table"
                | "lambda"
                | "async"
                | "await"
                | "typename"
                | "arguments"
                | "value"
                | "result"
                | "object"
                | "data"
                | "item"
                | "true"
                | "false"
                | "none"
                | "null"
                | "nil"
                | "undefined"
        )
    {
        return None;
    }
    Some(words)
}
