//! Calls that every program makes: those that say nothing, and those whose meaning everybody knows.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::sync::LazyLock;

use super::lexicon::WordHasher;

/// Programs that scripts run and everybody knows.
pub(super) fn is_program(name: &str) -> bool {
    matches!(
        name,
        "cat"
            | "grep"
            | "sed"
            | "awk"
            | "curl"
            | "wget"
            | "tar"
            | "rm"
            | "mkdir"
            | "cp"
            | "mv"
            | "find"
            | "sort"
            | "head"
            | "tail"
            | "git"
            | "npm"
            | "node"
            | "make"
            | "chmod"
            | "ln"
            | "tr"
            | "cut"
            | "wc"
            | "uname"
            | "ps"
            | "kill"
            | "ssh"
            | "touch"
            | "tee"
            | "xargs"
            | "gzip"
            | "openssl"
            | "docker"
            | "python"
            | "python3"
            | "cargo"
    )
}

/// Calls that every program makes and that say nothing of what it is about.
pub(super) fn is_trivial(name: &str) -> bool {
    static NAMES: LazyLock<HashSet<&str, BuildHasherDefault<WordHasher>>> =
        LazyLock::new(|| TRIVIAL.iter().copied().collect());
    NAMES.contains(name)
}

#[rustfmt::skip]
const TRIVIAL: &[&str] = &[
    "Err", "Error", "Errorf", "Fprintf", "Ok", "Printf", "Println", "Some", "Sprint", "Sprintf",
    "String", "ToString", "__init__", "add", "addAndGet", "all", "and_then", "any", "append",
    "apply", "array", "as_bytes", "as_deref", "as_mut", "as_ref", "as_slice", "as_str",
    "assert", "assertEqual", "assertEquals", "assertTrue", "assert_eq", "assert_ne", "begin",
    "bind", "bool", "borrow", "borrow_mut", "builtin", "bytes", "c_str", "call", "cast",
    "catch", "cd", "chain", "chars", "clone", "cloned", "collect", "compareAndSet", "concat",
    "copied", "copy", "data", "dbg", "debug", "debug_assert", "declare", "decrementAndGet",
    "deepcopy", "defined", "deref", "dict", "each", "echo", "empty", "end", "enumerate", "eq",
    "equals", "err", "error", "eval", "every", "exit", "expect", "export", "extend", "fail",
    "false", "filter", "filter_map", "finally", "first", "flat_map", "float", "fold", "foldl",
    "foldr", "forEach", "for_each", "format", "format_args", "freeze", "from", "frozenset",
    "get", "getAndIncrement", "getAndSet", "getOrElse", "get_mut", "getattr", "has",
    "hasOwnProperty", "has_key", "hasattr", "hash", "id", "idx", "includes", "incrementAndGet",
    "indexOf", "info", "inner", "insert", "int", "into", "into_iter", "isEmpty", "is_a",
    "is_empty", "is_err", "is_none", "is_ok", "is_some", "isinstance", "issubclass", "items",
    "iter", "iter_mut", "join", "keys", "last", "len", "length", "list", "local", "lock", "log",
    "make", "map", "map_err", "map_or", "map_or_else", "matches", "max", "maybe", "min", "must",
    "name", "new", "next", "not", "now", "nth", "object", "of", "ok", "ok_or", "ok_or_else",
    "option", "or", "or_else", "panic", "peek", "pop", "print", "printf", "println", "ptr",
    "push", "put", "puts", "raise", "range", "ref", "replace", "repr", "require", "resolve",
    "return", "reverse", "reversed", "round", "self", "set", "setattr", "shift", "size",
    "size_of", "sizeof", "slice", "some", "sort", "sorted", "splice", "sprintf", "startsWith",
    "starts_with", "startswith", "static_cast", "std", "str", "string", "sum", "super", "take",
    "then", "this", "throw", "to", "toString", "to_owned", "to_s", "to_string", "to_vec",
    "todo", "transform", "trap", "trim", "true", "tuple", "type", "typeof", "typeset",
    "unreachable", "unset", "unwrap", "unwrap_or", "unwrap_or_default", "unwrap_or_else",
    "update", "use", "val", "value", "values", "vec", "warn", "with_capacity", "write",
    "writeln", "zip",
];

/// What functions of standard libraries do, where their names are no English.
pub(super) fn known_step(name: &str) -> Option<&'static str> {
    Some(match name {
        "strlen" | "wcslen" | "mb_strlen" => "measures text",
        "snprintf" | "sprintf" | "vsnprintf" | "msnprintf" | "vsprintf" | "strftime" => {
            "formats text"
        }
        "memcpy" | "memmove" => "copies memory",
        "memset" => "fills memory",
        "strcmp" | "strncmp" | "strcasecmp" | "strncasecmp" | "memcmp" => "compares texts",
        "strchr" | "strrchr" | "strstr" | "strpos" | "strrpos" | "indexOf" | "lastIndexOf" => {
            "searches in text"
        }
        "strcpy" | "strncpy" | "strdup" | "strndup" => "copies text",
        "strcat" | "strncat" | "implode" => "joins texts",
        "explode" | "splitlines" | "strtok" | "preg_split" => "splits text",
        "str_replace" | "preg_replace" | "gsub" | "replaceAll" => "replaces in text",
        "preg_match" | "preg_match_all" => "matches text against a pattern",
        "strtolower" | "toLowerCase" | "to_lowercase" | "lowercased" | "ToLower" | "downcase" => {
            "turns text to lower case"
        }
        "strtoupper" | "toUpperCase" | "to_uppercase" | "uppercased" | "ToUpper" | "upcase" => {
            "turns text to upper case"
        }
        "malloc" | "calloc" => "allocates memory",
        "realloc" => "resizes memory",
        "strtol" | "strtoul" | "strtoll" | "atoi" | "atol" | "parseInt" | "parseFloat"
        | "intval" | "floatval" | "Atoi" | "ParseInt" | "ParseFloat" => "turns text into a number",
        "Itoa" | "FormatInt" => "turns a number into text",
        "isdigit" | "isalpha" | "isspace" | "isalnum" | "isupper" | "islower" => {
            "checks the kind of a character"
        }
        "push_back" | "emplace_back" | "push_front" => "adds an item",
        "pop_back" | "pop_front" => "removes an item",
        "ServeHTTP" => "answers an HTTP request",
        "qsort" | "usort" | "ksort" | "uasort" => "sorts an array",
        "fopen" | "fdopen" => "opens a file",
        "fclose" => "closes a file",
        "fseek" | "rewind" => "moves in a file",
        "setTimeout" | "setInterval" => "sets a timer",
        "clearTimeout" | "clearInterval" => "stops a timer",
        "querySelector" | "querySelectorAll" | "getElementById" => "looks up parts of the page",
        "encodeURIComponent" | "encodeURI" | "urlencode" => "escapes text for a URL",
        "decodeURIComponent" | "decodeURI" | "urldecode" => "reads text escaped for a URL",
        "htmlspecialchars" => "escapes text for HTML",
        "array_merge" | "array_merge_recursive" => "merges arrays",
        "array_filter" => "filters an array",
        "array_map" => "maps an array",
        "in_array" | "array_key_exists" => "looks into an array",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::TRIVIAL;

    #[test]
    fn the_table_is_sorted() {
        let mut sorted = TRIVIAL.to_vec();
        sorted.sort_unstable();
        assert_eq!(TRIVIAL, sorted);
    }
}
