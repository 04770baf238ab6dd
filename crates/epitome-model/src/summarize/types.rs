//! Types in words: `Result<Vec<Book>, E>` is "a list of books, or an error".

use super::words::{plural, split, with_article};

/// A type as a noun with its article; `None` where it cannot be said well.
pub(super) fn type_words(ty: &str) -> Option<String> {
    said(ty, 0)
}

/// The noun alone: "list of books".
pub(super) fn type_noun(ty: &str) -> Option<String> {
    let words = type_words(ty)?;
    let bare = words.strip_prefix("a ").or_else(|| words.strip_prefix("an ")).unwrap_or(&words);
    Some(bare.to_owned())
}

/// Whether a function with this return type gives nothing back.
pub(super) fn is_nothing(ty: &str) -> bool {
    matches!(
        ty.trim(),
        "" | "None"
            | "void"
            | "()"
            | "Unit"
            | "nil"
            | "undefined"
            | "never"
            | "Nothing"
            | "NoReturn"
            | "!"
            | "Void"
            | "Promise<void>"
            | "Result<()>"
            | "error"
            | "noreturn"
            | "!void"
            | "Task"
            | "IO ()"
            | "ValueTask"
            | "anyerror!void"
            | "unit"
            | "()->()"
    ) || ty.starts_with("Result<(),")
        || ty.starts_with("io::Result<()>")
}

fn said(ty: &str, depth: u8) -> Option<String> {
    if depth > 3 || ty.len() > 120 || ty.contains('…') {
        return None;
    }
    if ty.starts_with("fn ") || ty.starts_with("fn(") {
        return Some("a function".to_owned());
    }
    if ty.contains("void") && ty.contains('*') {
        return Some("a pointer".to_owned());
    }
    let pointer_to_char = ty.contains("char") && ty.contains('*')
        || ty.contains("[]const u8")
        || ty.contains("[:0]const u8");
    if pointer_to_char && !ty.contains("**") {
        return Some("a string".to_owned());
    }
    let ty = bare(ty);
    if let Some(inside) = ty.strip_suffix('?').filter(|t| !t.is_empty()) {
        return Some(format!("{} or nothing", said(inside, depth + 1)?));
    }
    if let Some((value, none)) = ty.rsplit_once('|').map(|(a, b)| (a.trim(), b.trim()))
        && matches!(none, "None" | "null" | "undefined" | "nil")
    {
        return Some(format!("{} or nothing", said(value, depth + 1)?));
    }
    if ty.contains(" | ") {
        let parts: Option<Vec<String>> =
            ty.split('|').take(4).map(|part| said(part, depth + 1)).collect();
        return Some(parts?.join(" or "));
    }
    if ty.starts_with('(') && (ty.contains(") ->") || ty.contains(")->") || ty.contains(") =>")) {
        return Some("a function".to_owned());
    }
    // Go: `(*Station, error)` and slices and maps.
    if let Some(inside) = ty.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        let parts = arguments(inside);
        return match parts[..] {
            [] => Some("nothing".to_owned()),
            [one] => said(last_token(one), depth + 1),
            [value, error] if last_token(error) == "error" => {
                Some(format!("{}, or an error", said(last_token(value), depth + 1)?))
            }
            [a, b] => Some(format!(
                "{} and {}",
                said(last_token(a), depth + 1)?,
                said(last_token(b), depth + 1)?
            )),
            _ => None,
        };
    }
    if let Some(item) = ty.strip_prefix("[]").or_else(|| ty.strip_suffix("[]")) {
        if matches!(item, "byte" | "u8") {
            return Some("bytes".to_owned());
        }
        return Some(format!("a list of {}", items(item, depth)));
    }
    if let Some(rest) = ty.strip_prefix("map[") {
        let (key, value) = rest.split_once(']')?;
        return Some(format!("a mapping from {} to {}", items(key, depth), items(value, depth)));
    }
    if let Some(inside) = ty.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        let inside = inside.split(';').next().unwrap_or(inside);
        if inside.trim() == "u8" {
            return Some("bytes".to_owned());
        }
        if let Some((key, value)) = inside.split_once(':') {
            return Some(format!(
                "a mapping from {} to {}",
                items(key, depth),
                items(value, depth)
            ));
        }
        return Some(format!("a list of {}", items(inside, depth)));
    }
    // `Either String Day`: what is written without brackets is shown.
    if ty.contains(' ') && ty.starts_with(char::is_uppercase) && !ty.contains(['<', '[', '(', '-'])
    {
        return (ty.len() <= 40 && !ty.contains('`')).then(|| format!("`{ty}`"));
    }
    let (head, parameters) = generic(ty);
    let name = head.rsplit(['.', ':', '\\', ' ']).find(|part| !part.is_empty())?;
    let first = parameters.first().copied();
    let of = |noun: &str| match first {
        Some(item) => format!("{noun} of {}", items(item, depth)),
        None => noun.to_owned(),
    };
    Some(match name {
        "str" | "String" | "string" | "AnyStr" | "Text" | "CharSequence" | "std::string"
        | "ByteString" | "CompactString" | "StringBuilder" => "a string".to_owned(),
        "int" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64"
        | "u128" | "usize" | "long" | "short" | "Int" | "Integer" | "Long" | "int64" | "int32"
        | "uint" | "uint32" | "uint64" | "uint8" | "uint16" | "int8" | "int16" | "size_t"
        | "Int64" | "Int32" | "UInt" | "BigInteger" | "ssize_t" => "an integer".to_owned(),
        "float" | "double" | "f32" | "f64" | "Float" | "Double" | "number" | "float64"
        | "float32" | "Number" | "Decimal" | "BigDecimal" | "decimal" => "a number".to_owned(),
        "bool" | "Bool" | "boolean" | "Boolean" | "_Bool" => "true or false".to_owned(),
        "None" | "void" | "Unit" | "nil" | "Void" | "never" | "undefined" => "nothing".to_owned(),
        "any" | "Any" | "Object" | "object" | "unknown" | "interface{}" | "mixed" | "T"
        | "auto" | "var" | "dyn" | "AnyObject" | "Self" | "self" | "static" | "this" => {
            "a value".to_owned()
        }
        "byte" => "a byte".to_owned(),
        "bytes" | "Bytes" | "bytearray" | "Buffer" => "bytes".to_owned(),
        "error" => "an error".to_owned(),
        "char" | "rune" | "Char" | "Character" => "a character".to_owned(),
        "Optional" | "Option" | "Maybe" => format!(
            "{} or nothing",
            first.and_then(|t| said(t, depth + 1)).unwrap_or_else(|| "a value".to_owned())
        ),
        "Result" | "Either" | "Try" if parameters.is_empty() && !head.contains("fmt") => {
            return plain(name);
        }
        "Result" | "Either" | "Try" => {
            let value = if name == "Either" { parameters.last().copied() } else { first };
            match value.and_then(|t| said(t, depth + 1)) {
                Some(value) if value == "nothing" => "success or an error".to_owned(),
                Some(value) => format!("{value}, or an error"),
                None => "a result or an error".to_owned(),
            }
        }
        "list" | "List" | "Vec" | "Array" | "ArrayList" | "Sequence" | "Collection" | "Seq"
        | "array" | "vector" | "Slice" | "IEnumerable" | "IList" | "ReadonlyArray"
        | "IReadOnlyList" | "LinkedList" | "MutableList" | "SmallVec" | "VecDeque" | "Deque"
        | "deque" => {
            if first.is_some_and(|t| t.trim() == "u8") {
                "bytes".to_owned()
            } else {
                of("a list")
            }
        }
        "set" | "Set" | "HashSet" | "BTreeSet" | "frozenset" | "FrozenSet" | "MutableSet" => {
            of("a set")
        }
        "dict" | "Dict" | "Map" | "HashMap" | "BTreeMap" | "Mapping" | "Record"
        | "MutableMapping" | "MutableMap" | "IDictionary" | "Dictionary" | "FxHashMap"
        | "OrderedDict" | "TreeMap" | "LinkedHashMap" => match parameters[..] {
            [key, value] => {
                format!("a mapping from {} to {}", items(key, depth), items(value, depth))
            }
            _ => "a mapping".to_owned(),
        },
        "Iterator" | "Iterable" | "Generator" | "AsyncIterator" | "AsyncGenerator"
        | "AsyncIterable" | "IntoIterator" | "Iter" | "IEnumerator" => match first {
            Some(item) => {
                format!("an iterator over {}", items(item.trim_start_matches("Item ="), depth))
            }
            None => "an iterator".to_owned(),
        },
        "Promise" | "Future" | "Task" | "Awaitable" | "Coroutine" | "CompletableFuture"
        | "ValueTask" | "Deferred" | "IO" => {
            let value = if name == "Coroutine" { parameters.last().copied() } else { first };
            match value.and_then(|t| said(t, depth + 1)) {
                Some(value) if value == "nothing" => {
                    "a promise that ends without a value".to_owned()
                }
                Some(value) => format!("a promise of {value}"),
                None => "a promise".to_owned(),
            }
        }
        "Box" | "Arc" | "Rc" | "Ref" | "RefMut" | "Cow" | "shared_ptr" | "unique_ptr" | "Pin"
        | "Lazy" | "Readonly" | "Final" | "ClassVar" | "Annotated" | "Mutex" | "RwLock"
        | "RefCell" | "Cell" | "AtomicReference" => {
            let inner = parameters.iter().rev().find(|p| !p.starts_with('\'')).copied();
            return match inner {
                Some(inner) => said(inner, depth + 1),
                None => plain(name),
            };
        }
        "tuple" | "Tuple" => "a tuple".to_owned(),
        "Callable" | "Function" | "Fn" | "FnMut" | "FnOnce" | "func" | "Func" => {
            "a function".to_owned()
        }
        _ if ty.contains("=>") || ty.contains("->") || ty.starts_with("func(") => {
            "a function".to_owned()
        }
        _ => return plain(name),
    })
}

fn plain(name: &str) -> Option<String> {
    let ok = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !ok {
        return None;
    }
    // `IRoutes` of Go, C# and TypeScript is the interface of routes.
    let whole = name;
    let name = name
        .strip_prefix('I')
        .filter(|rest| {
            rest.len() > 2
                && rest.starts_with(char::is_uppercase)
                && rest.chars().nth(1).is_some_and(char::is_lowercase)
        })
        .unwrap_or(name);
    let words = split(name);
    if words.len() == 1 && words[0].len() == 1 {
        return Some("a value".to_owned());
    }
    if !super::certainty::is_noun(&words) {
        return Some(format!("`{whole}`"));
    }
    Some(with_article(&super::words::join(&words)))
}

fn items(ty: &str, depth: u8) -> String {
    let words = said(ty, depth + 1).unwrap_or_else(|| "values".to_owned());
    let noun = words.strip_prefix("a ").or_else(|| words.strip_prefix("an ")).unwrap_or(&words);
    match noun {
        "true or false" => "booleans".to_owned(),
        _ if noun.contains(" or ") || noun.contains(',') || noun.contains(" to ") => {
            "values".to_owned()
        }
        _ => match noun.split_once(" of ") {
            Some((head, tail)) => format!("{} of {tail}", plural(head)),
            None => plural(noun),
        },
    }
}

/// Without references, qualifiers and lifetimes.
fn bare(ty: &str) -> &str {
    let mut ty = ty.trim().trim_matches(['"', '\'']);
    loop {
        let before = ty;
        for lead in [
            "&",
            "*",
            "?",
            "mut ",
            "const ",
            "dyn ",
            "impl ",
            "readonly ",
            "final ",
            "static ",
            "inline ",
            "unsigned ",
            "struct ",
            "...",
            "<-chan ",
            "chan ",
            "in ",
            "out ",
            "ref ",
            "some ",
            "any ",
            "async ",
            "pub ",
            "extern ",
            "-> ",
            ": ",
            "@escaping ",
        ] {
            ty = ty.strip_prefix(lead).unwrap_or(ty).trim_start();
        }
        if let Some(rest) = ty.strip_prefix('\'') {
            ty = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
        }
        ty = ty.trim_end_matches(['&', '*', ' ']);
        if ty == before {
            return ty;
        }
    }
}

fn last_token(text: &str) -> &str {
    let text = text.trim();
    match text.split_once(' ') {
        Some((name, rest))
            if name.chars().all(char::is_alphanumeric) && name != "map" && name != "chan" =>
        {
            rest
        }
        _ => text,
    }
}

/// `Map<K, V>` as `Map` and its parameters.
fn generic(ty: &str) -> (&str, Vec<&str>) {
    let Some(open) = ty.find(['<', '[']) else { return (ty, Vec::new()) };
    let inside = ty[open + 1..].strip_suffix(['>', ']']).unwrap_or("");
    (ty[..open].trim_end_matches(':'), arguments(inside))
}

fn arguments(inside: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (at, c) in inside.char_indices() {
        match c {
            '<' | '[' | '(' | '{' => depth += 1,
            '>' | ']' | ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(inside[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inside[start..].trim().is_empty() {
        parts.push(inside[start..].trim());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::type_words;

    fn check(ty: &str, expected: &str) {
        assert_eq!(type_words(ty).as_deref().unwrap_or("-"), expected, "{ty}");
    }

    #[test]
    fn types_are_said() {
        check("&'a str", "a string");
        check("Result<Vec<Book>, LoanError>", "a list of books, or an error");
        check("Book | None", "a book or nothing");
        check("Optional[int]", "an integer or nothing");
        check("(*Station, error)", "a station, or an error");
        check("Promise<Account>", "a promise of an account");
        check("map[string]int", "a mapping from strings to integers");
        check("Iterator[Book]", "an iterator over books");
        check("HttpResponse", "an HTTP response");
        check("Dict[str, List[int]]", "a mapping from strings to lists of integers");
        check("T", "a value");
        check("Account[]", "a list of accounts");
    }
}
