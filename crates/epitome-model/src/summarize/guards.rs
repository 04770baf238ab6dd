//! Conditions in English: `len(rows) == 0` is "the rows are empty".
//!
//! Only shapes that can be said well are said; for anything else the answer is `None` and the
//! sentence goes without its condition.

use crate::outline::Symbol;

use super::words::{is_adjective, is_plural, split, spoken_or_code, with_article, with_the};

/// A condition as a clause that can follow "if".
pub(super) fn clause(condition: &str) -> Option<String> {
    let said = part(condition, 0)?;
    (said.len() <= 140).then_some(said)
}

/// The same for a branch of this symbol. A lone name may be a pattern of a match rather than a
/// question, so it is said only where it is known to be a value.
pub(super) fn clause_in(condition: &str, symbol: &Symbol) -> Option<String> {
    let lone = condition.trim();
    if lone.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.')) {
        let root = lone.split(['.', ':']).next().unwrap_or(lone);
        let is_value = super::receivers::is_self(root)
            || symbol
                .parameters
                .iter()
                .any(|parameter| parameter.name.trim_start_matches(['*', '&', '$', '.']) == root)
            || symbol.facts.bindings.iter().any(|binding| binding.name == root);
        if !is_value {
            return None;
        }
    }
    clause(condition)
}

fn part(text: &str, depth: u8) -> Option<String> {
    if depth > 4 || text.len() > 120 || text.contains(['…', '\n', '{', '|']) && !text.contains("||")
    {
        return None;
    }
    let text = unwrapped(text.trim());
    for (marks, joint) in [(&["||", " or "][..], "or"), (&["&&", " and "][..], "and")] {
        let pieces = split_top(text, marks);
        if pieces.len() > 3 {
            return None;
        }
        if pieces.len() > 1 {
            let said: Option<Vec<String>> =
                pieces.iter().map(|piece| part(piece, depth + 1)).collect();
            return Some(said?.join(&format!(" {joint} ")));
        }
    }
    if let Some(rest) = text.strip_prefix("not ").or_else(|| text.strip_prefix('!')) {
        return negated(unwrapped(rest.trim()));
    }
    comparison(text).or_else(|| truth(text))
}

fn negated(text: &str) -> Option<String> {
    if let Some((left, op, right)) = comparison_parts(text) {
        return compared(left, opposite(op)?, right);
    }
    if let Some(said) = predicate_call(text, true) {
        return Some(said);
    }
    let inner = path_words(text)?;
    Some(if inner.starts_with('`') {
        format!("{inner} is not set")
    } else if is_adjective(&inner) {
        format!("it is not {inner}")
    } else {
        format!("there {} no {inner}", if is_plural(last_word(&inner)) { "are" } else { "is" })
    })
}

fn truth(text: &str) -> Option<String> {
    if let Some(said) = predicate_call(text, false) {
        return Some(said);
    }
    if matches!(text, "true" | "True" | "otherwise" | "default" | "_") {
        return None;
    }
    let words = path_words(text)?;
    if let Some(said) = predicate_words(text, false) {
        return Some(said);
    }
    Some(if is_adjective(&words) {
        format!("it is {words}")
    } else if is_plural(last_word(&words)) {
        format!("there are {words}")
    } else {
        format!("{} is set", with_the(&words))
    })
}

/// `is_ready`, `hasItems`: a name that is a question by itself.
fn predicate_words(path: &str, negated: bool) -> Option<String> {
    let name = path.rsplit(['.', ':', '>']).next()?;
    let words = split(name);
    let (first, rest) = words.split_first()?;
    if rest.is_empty() {
        return None;
    }
    let holder = holder(path);
    let tail = super::words::join(rest);
    let not = if negated { " not" } else { "" };
    Some(match first.as_str() {
        "is" | "are" => {
            let tail = if is_adjective(&rest[rest.len() - 1]) || is_plural(&tail) {
                tail
            } else {
                with_article(&tail)
            };
            format!("{holder} is{not} {tail}")
        }
        "has" => {
            if negated {
                format!("{holder} has no {tail}")
            } else {
                format!("{holder} has {}", with_article(&tail))
            }
        }
        "can" | "should" | "must" => format!("{holder} {first}{not} {tail}"),
        _ => return None,
    })
}

/// What the question is about: the part before the last dot.
fn holder(path: &str) -> String {
    let cut = path.rfind('.').or_else(|| path.rfind("->")).unwrap_or(0);
    match path_words(&path[..cut]) {
        Some(words) => with_the(&words),
        None => "it".to_owned(),
    }
}

/// `x.is_empty()`, `isinstance(x, Y)`, `typeof x === …` and the like.
fn predicate_call(text: &str, negated: bool) -> Option<String> {
    let open = text.find('(')?;
    let inside = text.strip_suffix(')')?.get(open + 1..)?;
    if inside.contains('(') {
        return None;
    }
    let callee = &text[..open];
    let name = callee.rsplit(['.', ':', '>']).next()?;
    let not = if negated { " not" } else { "" };
    match name {
        "isinstance" => {
            let (what, class) = inside.split_once(',')?;
            let class = class.trim();
            if class.starts_with('(') {
                return None;
            }
            let class = spoken_or_code(class.rsplit('.').next()?);
            return Some(format!(
                "{} is{not} {}",
                with_the(&path_words(what)?),
                with_article(&class)
            ));
        }
        "is_empty" | "isEmpty" | "empty" | "IsEmpty" if inside.is_empty() => {
            let words = path_words(&callee[..callee.len() - name.len()])?;
            return Some(format!("{} {}{not} empty", with_the(&words), be(&words)));
        }
        "is_none" | "isNone" if inside.is_empty() => {
            let words = path_words(&callee[..callee.len() - name.len()])?;
            return Some(if negated {
                format!("there is {}", with_article(&words))
            } else {
                format!("there is no {words}")
            });
        }
        "is_some" | "isPresent" | "isDefined" | "nonEmpty" if inside.is_empty() => {
            let words = path_words(&callee[..callee.len() - name.len()])?;
            return Some(if negated {
                format!("there is no {words}")
            } else {
                format!("there is {}", with_article(&words))
            });
        }
        _ => {}
    }
    if inside.is_empty() {
        return predicate_words(callee, negated);
    }
    // `startswith("x")` and friends.
    let verb = match name {
        "startswith" | "startsWith" | "starts_with" | "HasPrefix" | "hasPrefix" => "starts with",
        "endswith" | "endsWith" | "ends_with" | "HasSuffix" | "hasSuffix" => "ends with",
        "contains" | "includes" | "has" | "contains_key" | "containsKey" | "Contains" => "contains",
        _ => return None,
    };
    let (subject, argument) = match inside.split_once(',') {
        Some((subject, argument)) if !callee.contains('.') || callee.starts_with("strings.") => {
            (subject, argument)
        }
        Some(_) => return None,
        None => (&callee[..callee.len() - name.len()], inside),
    };
    let verb = match (negated, verb) {
        (false, verb) => verb,
        (true, "starts with") => "does not start with",
        (true, "ends with") => "does not end with",
        (true, _) => "does not contain",
    };
    Some(format!("{} {verb} {}", with_the(&path_words(subject)?), term(argument)?))
}

fn be(words: &str) -> &'static str {
    if is_plural(last_word(words)) { "are" } else { "is" }
}

fn comparison(text: &str) -> Option<String> {
    let (left, op, right) = comparison_parts(text)?;
    compared(left, op, right)
}

fn comparison_parts(text: &str) -> Option<(&str, &'static str, &str)> {
    const MARKS: [(&str, &str); 14] = [
        (" is not ", "!="),
        (" not in ", "not in"),
        (" is ", "=="),
        (" in ", "in"),
        ("===", "=="),
        ("!==", "!="),
        ("==", "=="),
        ("!=", "!="),
        ("/=", "!="),
        ("~=", "!="),
        ("<=", "<="),
        (">=", ">="),
        ("<", "<"),
        (">", ">"),
    ];
    for (mark, op) in MARKS {
        let pieces = split_top(text, &[mark]);
        if let [left, right] = pieces[..] {
            if right.starts_with(['=', '>', '<']) || left.ends_with(['-', '=', '<', '>']) {
                return None;
            }
            return Some((left.trim(), op, right.trim()));
        }
    }
    None
}

fn opposite(op: &str) -> Option<&'static str> {
    Some(match op {
        "==" => "!=",
        "!=" => "==",
        "<" => ">=",
        ">=" => "<",
        ">" => "<=",
        "<=" => ">",
        "in" => "not in",
        "not in" => "in",
        _ => return None,
    })
}

fn compared(left: &str, op: &str, right: &str) -> Option<String> {
    if is_nothing(right) {
        let words = path_words(left)?;
        if words == "error" {
            return None;
        }
        let words = if is_adjective(&words) { format!("`{left}`") } else { words };
        return match op {
            "==" if words.starts_with('`') => Some(format!("{words} is not given")),
            "==" => Some(format!("no {words} is given").replace("no no ", "no ")),
            "!=" => Some(format!("{} is given", with_article(&words))),
            _ => None,
        };
    }
    if let Some(words) = length_of(left) {
        let empty = matches!((op, right), ("==" | "<=", "0") | ("<", "1"));
        let filled = matches!((op, right), ("!=" | ">", "0") | (">=", "1"));
        if empty || filled {
            let not = if filled { " not" } else { "" };
            return Some(format!("{} {}{not} empty", with_the(&words), be(&words)));
        }
    }
    let left = term(left)?;
    let right = term(right)?;
    if left == right {
        return None;
    }
    let are = !left.starts_with("the number of")
        && !left.starts_with("the length of")
        && is_plural(last_word(&left));
    let is = if are { "are" } else { "is" };
    Some(match op {
        "==" => format!("{left} {is} {right}"),
        "!=" => format!("{left} {is} not {right}"),
        "<" => format!("{left} {is} below {right}"),
        "<=" => format!("{left} {is} at most {right}"),
        ">" => format!("{left} {is} above {right}"),
        ">=" => format!("{left} {is} at least {right}"),
        "in" => format!("{left} {is} in {right}"),
        "not in" => format!("{left} {is} not in {right}"),
        _ => return None,
    })
}

fn is_nothing(text: &str) -> bool {
    matches!(text, "None" | "nil" | "null" | "undefined" | "NULL" | "nullptr" | "Nothing" | "0x0")
}

/// A number, a short string, a name or a length, in words.
pub(super) fn term(text: &str) -> Option<String> {
    let text = unwrapped(text.trim().trim_start_matches(['&', '*']));
    if text.is_empty() {
        return None;
    }
    let bytes = text.as_bytes();
    if bytes[0].is_ascii_digit()
        || (bytes[0] == b'-' && bytes.len() > 1 && bytes[1].is_ascii_digit())
    {
        return text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
            .then(|| text.to_owned());
    }
    if let Some(inside) = quoted(text) {
        if inside.is_empty() {
            return Some("empty".to_owned());
        }
        return (inside.len() <= 40 && !inside.contains(['"', '\\', '`']))
            .then(|| format!("\"{inside}\""));
    }
    if is_nothing(text) {
        return Some("nothing".to_owned());
    }
    if matches!(text, "true" | "True" | "false" | "False") {
        return Some(text.to_ascii_lowercase());
    }
    if let Some(words) = length_of(text) {
        let what = if is_plural(last_word(&words)) { "number" } else { "length" };
        return Some(format!("the {what} of {words}"));
    }
    let words = path_words(text)?;
    // "the held is at least": how a thing is cannot be measured.
    if is_adjective(&words) && !words.contains(' ') {
        return (text.len() <= 40).then(|| format!("`{text}`"));
    }
    Some(with_the(&words))
}

/// The text inside one pair of quotes.
pub(super) fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inside.contains(quote)).then_some(inside)
}

/// `len(x)`, `x.length`, `x.size()`: the words of `x`.
fn length_of(text: &str) -> Option<String> {
    for open in ["len(", "count(", "size(", "strlen(", "length(", "#"] {
        if let Some(rest) = text.strip_prefix(open) {
            let inside = if open == "#" { rest } else { rest.strip_suffix(')')? };
            return path_words(inside);
        }
    }
    for end in [
        ".len()",
        ".length()",
        ".size()",
        ".count()",
        ".length",
        ".size",
        ".Length",
        ".Count",
        ".count",
        ".Len()",
    ] {
        if let Some(rest) = text.strip_suffix(end) {
            return path_words(rest);
        }
    }
    None
}

/// The words of a name, with or without a path before it. One letter says nothing.
pub(super) fn path_words(text: &str) -> Option<String> {
    let text = text
        .trim()
        .trim_end_matches(['.', ':'])
        .trim_end_matches("->")
        .trim_end_matches(['?', '!']);
    let text = text.trim_start_matches(['&', '*', '$', '@', '#']);
    if text.is_empty()
        || !text.chars().all(|c| {
            c.is_alphanumeric()
                || matches!(c, '_' | '.' | ':' | '-' | '>' | '?' | '!' | '#' | '$' | '@')
        })
    {
        return None;
    }
    let name = text.rsplit(['.', ':', '>']).find(|piece| !piece.is_empty())?;
    let name = name.trim_matches(['?', '!', '#', '$', '@', '-']);
    if name.contains('-') || matches!(name, "self" | "this" | "cls" | "it" | "super" | "Self") {
        return None;
    }
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return None;
    }
    let words = split(name);
    if words.iter().map(|word| word.len()).sum::<usize>() < 2
        || words.len() == 1 && super::noun_phrases::is_preposition(&words[0])
    {
        return None;
    }
    // A constant, a type or what is no English is shown as it is written.
    let joins = |word: Option<&crate::text::Text>| {
        word.is_some_and(|word| super::noun_phrases::is_preposition(word))
    };
    let is_name = joins(words.first())
        || joins(words.last())
        || name.len() > 2 && name.starts_with(char::is_uppercase)
        || !super::words::are_words(&words);
    if is_name {
        let shown = text.trim_end_matches(['?', '!', '-', '>', '.']);
        return (shown.len() <= 40).then(|| format!("`{shown}`"));
    }
    Some(super::words::join(&words))
}

fn last_word(words: &str) -> &str {
    words.rsplit(' ').next().unwrap_or(words)
}

/// Without brackets around the whole.
fn unwrapped(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(inside) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let mut depth = 0i32;
        for c in inside.chars() {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            if depth < 0 {
                return text;
            }
        }
        text = inside.trim();
    }
    text
}

/// Pieces between the marks, outside brackets and quotes.
fn split_top<'a>(text: &'a str, marks: &[&str]) -> Vec<&'a str> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let (mut depth, mut start, mut at) = (0i32, 0usize, 0usize);
    let mut quote = 0u8;
    while at < bytes.len() {
        let byte = bytes[at];
        if quote != 0 {
            if byte == quote {
                quote = 0;
            }
        } else {
            match byte {
                b'"' | b'\'' | b'`' => quote = byte,
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                _ if depth == 0 => {
                    if let Some(mark) =
                        marks.iter().find(|mark| bytes[at..].starts_with(mark.as_bytes()))
                    {
                        pieces.push(&text[start..at]);
                        at += mark.len();
                        start = at;
                        continue;
                    }
                }
                _ => {}
            }
        }
        at += 1;
    }
    pieces.push(&text[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::clause;

    fn check(condition: &str, expected: &str) {
        assert_eq!(clause(condition).as_deref().unwrap_or("-"), expected, "{condition}");
    }

    #[test]
    fn conditions_are_said() {
        check("len(terms) == 0", "the terms are empty");
        check("!account && strict", "there is no account and it is strict");
        check("len(self) >= self.limit", "-");
        check("book.isbn in self._books", "`book.isbn` is in the books");
        check("not (days > 0)", "the days are at most 0");
        check("x is None", "-");
        check("name is None", "no name is given");
        check("user != null", "a user is given");
        check("path.is_empty()", "the path is empty");
        check("!self.is_open()", "it is not open");
        check("status === \"busy\"", "the status is \"busy\"");
        check("isinstance(value, HttpResponse)", "the value is an HTTP response");
        check("let Some(x) = y", "-");
        check("err != nil", "-");
        check("a.b(c).d(e)", "-");
        check("name.startswith(\"_\")", "the name starts with \"_\"");
        check("len(terms) > MAX_TERMS", "the number of terms is above `MAX_TERMS`");
    }
}
