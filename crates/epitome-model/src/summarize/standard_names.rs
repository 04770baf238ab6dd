//! Names that languages and their standard libraries bring along. They are nobody's neighbours, so
//! code that calls them may be shown as it is (G11).

/// Whether the name comes with the language.
pub(super) fn is_standard(name: &str) -> bool {
    STANDARD.binary_search(&name).is_ok()
}

#[rustfmt::skip]
const STANDARD: &[&str] = &[
    "Atoi", "Boolean", "Err", "Errorf", "Float", "HasPrefix", "HasSuffix", "Integer", "Itoa",
    "Just", "Left", "Number", "Ok", "Println", "Right", "Some", "Sprintf", "String", "ToLower",
    "ToUpper", "TrimSpace", "abs", "addEventListener", "append", "array_filter", "array_keys",
    "array_map", "array_merge", "as_bytes", "as_mut", "as_ref", "as_str", "between", "bool",
    "bytes", "calloc", "cap", "ceil", "charCodeAt", "chr", "clone", "const_cast", "copy",
    "decltype", "defined", "downcase", "endsWith", "endswith", "enumerate", "explode", "fclose",
    "float", "floor", "fmap", "fopen", "format", "free", "freeze", "fromCharCode",
    "fromIntegral", "frozenset", "getClass", "getElementById", "getOrElse", "getattr",
    "hasOwnProperty", "hasattr", "hashCode", "implode", "in_array", "indexOf", "inspect", "int",
    "into", "into_iter", "ipairs", "isArray", "isEmpty", "isNaN", "is_a", "is_array",
    "is_empty", "is_err", "is_none", "is_ok", "is_some", "is_string", "isinstance", "isset",
    "len", "lstrip", "make", "malloc", "map_err", "mappend", "memcpy", "mempty", "memset",
    "mkString", "nameof", "nonEmpty", "ord", "padStart", "pairs", "panic", "parseFloat",
    "parseInt", "preg_match", "preventDefault", "printf", "println", "querySelector", "range",
    "reinterpret_cast", "repr", "respond_to", "rstrip", "setattr", "setmetatable", "sizeof",
    "snprintf", "sorted", "sprintf", "startsWith", "startswith", "static_cast", "str",
    "str_replace", "strcmp", "stringify", "strip", "strlen", "strtolower", "substr", "succ",
    "super", "toFixed", "toLowerCase", "toString", "toUpperCase", "to_i", "to_owned", "to_s",
    "to_string", "to_sym", "to_vec", "tonumber", "tostring", "trim", "tuple", "typeof",
    "undefined", "unwrap", "unwrap_or", "unwrap_or_default", "unwrap_or_else", "upcase", "vec",
];

#[cfg(test)]
mod tests {
    use super::STANDARD;

    #[test]
    fn the_table_is_sorted() {
        assert!(STANDARD.is_sorted());
    }
}
