//! Method names that so many types have that sharing one says nothing.

/// Whether a name is too common to be followed without knowing the receiver's type.
pub(super) fn is_common(name: &str) -> bool {
    // One short word is rarely unique in the world, even if it is in the repository.
    if name.len() < 6 || !has_two_words(name) {
        return true;
    }
    COMMON.binary_search(&name).is_ok()
}

/// Whether Rust's standard library has a macro of this name.
pub(super) fn is_standard_macro(name: &str) -> bool {
    matches!(
        name,
        "assert"
            | "assert_eq"
            | "assert_ne"
            | "cfg"
            | "concat"
            | "dbg"
            | "debug_assert"
            | "debug_assert_eq"
            | "debug_assert_ne"
            | "env"
            | "eprint"
            | "eprintln"
            | "format"
            | "format_args"
            | "include_str"
            | "matches"
            | "panic"
            | "print"
            | "println"
            | "stringify"
            | "thread_local"
            | "todo"
            | "unimplemented"
            | "unreachable"
            | "vec"
            | "write"
            | "writeln"
    )
}

/// `read_all`, `readAll`, `ReadAll`.
fn has_two_words(name: &str) -> bool {
    let inner = name.trim_matches('_');
    let inner = inner.strip_suffix(['?', '!']).unwrap_or(inner);
    inner.contains('_')
        || inner.char_indices().skip(1).any(|(_, c)| c.is_uppercase())
            && inner.chars().any(char::is_lowercase)
}

/// Two-word names of the standard libraries. Sorted.
const COMMON: [&str; 96] = [
    "addAll",
    "addEventListener",
    "addListener",
    "add_argument",
    "add_command",
    "appendChild",
    "as_bytes",
    "as_deref",
    "as_mut",
    "as_ref",
    "as_slice",
    "as_str",
    "assertEqual",
    "assertFalse",
    "assertIn",
    "assertIs",
    "assertIsNone",
    "assertRaises",
    "assertTrue",
    "assert_called_once",
    "assert_called_with",
    "charAt",
    "charCodeAt",
    "containsKey",
    "createElement",
    "defineProperty",
    "endsWith",
    "entrySet",
    "fetchall",
    "fetchone",
    "findIndex",
    "flatMap",
    "forEach",
    "fromCharCode",
    "fromEntries",
    "from_iter",
    "from_str",
    "from_utf8",
    "getAttribute",
    "getClass",
    "getElementById",
    "getItem",
    "getMessage",
    "getName",
    "getOwnPropertyNames",
    "getPrototypeOf",
    "getTime",
    "getValue",
    "hasNext",
    "hasOwnProperty",
    "hashCode",
    "indexOf",
    "insertBefore",
    "into_iter",
    "isArray",
    "isEmpty",
    "is_dir",
    "is_empty",
    "is_err",
    "is_file",
    "is_none",
    "is_ok",
    "is_some",
    "iter_mut",
    "keySet",
    "lastIndexOf",
    "localeCompare",
    "map_err",
    "ok_or",
    "or_else",
    "or_insert",
    "padStart",
    "preventDefault",
    "putAll",
    "querySelector",
    "readFile",
    "readFileSync",
    "read_text",
    "read_to_string",
    "removeChild",
    "removeEventListener",
    "replaceAll",
    "setAttribute",
    "setTimeout",
    "splitlines",
    "startsWith",
    "toArray",
    "toFixed",
    "toISOString",
    "toJSON",
    "toLowerCase",
    "toString",
    "toUpperCase",
    "to_dict",
    "to_owned",
    "to_string",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_common_names_are_told() {
        assert!(COMMON.is_sorted());
        for (name, expected) in [
            ("get", true),
            ("execute", true),
            ("to_string", true),
            ("resolve_command", false),
            ("resolveCommand", false),
            ("_private", true),
        ] {
            assert_eq!(is_common(name), expected, "{name}");
        }
    }
}
