//! Names that languages and their standard libraries bring along. They are nobody's neighbours, so
//! code that calls them may be shown as it is (G11).

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::sync::LazyLock;

use super::lexicon::WordHasher;

/// Whether the name comes with a language. A summary may show code that calls it, unless the file
/// defines it as well; where a repository defines it elsewhere, the neighbour's name is taken out
/// when the document is made.
#[must_use]
pub fn is_standard(name: &str) -> bool {
    static NAMES: LazyLock<HashSet<&str, BuildHasherDefault<WordHasher>>> =
        LazyLock::new(|| STANDARD.iter().copied().collect());
    NAMES.contains(name)
}

#[rustfmt::skip]
const STANDARD: &[&str] = &[
    "Atoi", "Boolean", "Err", "Errorf", "Float", "HasPrefix", "HasSuffix", "Integer", "Itoa",
    "Just", "Left", "Number", "Ok", "Println", "Right", "Some", "Sprintf", "String", "ToLower",
    "ToUpper", "TrimSpace", "abs", "addEventListener", "all", "any", "append", "array_filter",
    "array_keys", "array_map", "array_merge", "array_pop", "array_shift", "array_slice",
    "array_values", "as_bytes", "as_mut", "as_ref", "as_str", "between", "bool", "bytes",
    "calloc", "cap", "ceil", "charAt", "charCodeAt", "chr", "clone", "const_cast", "copy",
    "count_chars", "decltype", "defined", "dict", "downcase", "endsWith", "endswith",
    "enumerate", "explode", "fclose", "float", "floor", "fmap", "fopen", "format", "free",
    "freeze", "fromCharCode", "fromIntegral", "frozenset", "getClass", "getElementById",
    "getOrElse", "getattr", "hasOwnProperty", "hasattr", "hashCode", "implode", "in_array",
    "indexOf", "inspect", "int", "into", "into_iter", "intval", "ipairs", "isArray", "isEmpty",
    "isNaN", "is_a", "is_array", "is_empty", "is_err", "is_int", "is_none", "is_null", "is_ok",
    "is_some", "is_string", "isdigit", "isinstance", "isset", "iter", "json_decode",
    "json_encode", "lcfirst", "len", "list", "lstrip", "make", "malloc", "map_err", "mappend",
    "memcpy", "mempty", "memset", "mkString", "nameof", "nonEmpty", "object", "ord", "padStart",
    "pairs", "panic", "parseFloat", "parseInt", "preg_match", "preventDefault", "printf",
    "println", "querySelector", "range", "reinterpret_cast", "replace", "repr", "respond_to",
    "reversed", "round", "rstrip", "setattr", "setmetatable", "sizeof", "slice", "snprintf",
    "sorted", "splice", "split", "sprintf", "startsWith", "startswith", "static_cast", "str",
    "str_replace", "strcmp", "stringify", "strip", "strlen", "strpos", "strtolower", "substr",
    "substring", "succ", "super", "toFixed", "toLowerCase", "toString", "toUpperCase", "to_i",
    "to_owned", "to_s", "to_string", "to_sym", "to_vec", "tonumber", "tostring", "trim",
    "tuple", "typeof", "ucfirst", "undefined", "unwrap", "unwrap_or", "unwrap_or_default",
    "unwrap_or_else", "upcase", "vec",
];

#[cfg(test)]
mod tests {
    use super::STANDARD;

    #[test]
    fn the_table_is_sorted() {
        assert!(STANDARD.is_sorted());
    }
}
