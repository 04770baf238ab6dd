//! What a function gives back, and when.

use crate::outline::Symbol;
use crate::summary::Returns;

use super::bounds::{clipped, reaches};
use super::certainty::{is_certain, is_noun};
use super::guards::{clause, clause_in, path_words, quoted, term};
use super::name_grammar::{Around, phrase_of, words_of};
use super::standard_names::is_standard;
use super::types::{is_nothing, type_words};
use super::words::{as_noun, split, spoken_or_code, with_article, with_the};

/// What is said of the result.
pub(super) struct Given {
    /// The field.
    pub(super) field: Returns,
    /// "Returns …" for the summary, where there is something to say.
    pub(super) sentence: Option<String>,
    /// Lines that show it.
    pub(super) lines: Vec<u32>,
}

/// Whether the function gives a value back, by its type or its code.
pub(super) fn gives_value(symbol: &Symbol) -> bool {
    // What a shell function returns is a status.
    if symbol.parameters.is_empty()
        && symbol.signature.ends_with("()")
        && symbol.return_type.is_none()
        && symbol.facts.returns.iter().all(|returned| {
            returned.expression.bytes().all(|b| b.is_ascii_digit() || b == b'$' || b == b'?')
        })
        && symbol.facts.returns.iter().any(|returned| !returned.expression.is_empty())
        && symbol.kind == crate::outline::SymbolKind::Function
        && !symbol.signature.contains(' ')
    {
        return false;
    }
    match symbol.return_type.as_deref() {
        Some(ty) => !is_nothing(ty),
        None => symbol.facts.returns.iter().any(|returned| !is_bare(&returned.expression)),
    }
}

fn is_bare(expression: &str) -> bool {
    matches!(
        expression.trim(),
        "" | "None" | "nil" | "null" | "undefined" | "()" | "Ok(())" | "void 0"
    )
}

/// Describes the result. `doc` is what the author said of it; `lead_returns` tells that the first
/// sentence is about the result already.
pub(super) fn given(
    symbol: &Symbol,
    owner: Option<&str>,
    doc: Option<&str>,
    lead_returns: bool,
    capital_makes: bool,
) -> Given {
    let ty = symbol.return_type.as_deref().map(str::trim).filter(|ty| !ty.is_empty());
    let by_type = ty.and_then(type_words);
    if !gives_value(symbol) {
        return nothing(symbol, ty);
    }
    let (value, mut lines) = by_code(symbol, owner, capital_makes);
    if lines.is_empty() {
        lines.push(symbol.name_line);
    }
    let said = doc.map(str::to_owned).or_else(|| value.clone());
    let mut details = match (&said, &by_type) {
        (Some(words), _) => words.clone(),
        (None, Some(words)) => words.clone(),
        (None, None) => "a value that depends on what is passed in".to_owned(),
    };
    if !reaches(&details, 20) {
        match &by_type {
            Some(words) if !details.contains(words.as_str()) => {
                let value = if details.starts_with(|c: char| !c.is_alphabetic()) {
                    "the value "
                } else {
                    ""
                };
                details = format!("{value}{details}, which is {words}")
            }
            _ => details = format!("{details}, as worked out here"),
        }
    }
    if !reaches(&details, 20) {
        details.push_str(", as worked out here");
    }
    let mut kind = by_type.clone().unwrap_or_else(|| "a value worked out here".to_owned());
    if !reaches(&kind, 10) {
        kind = format!("{kind} as a result");
    }
    let asks = by_type.as_deref() == Some("true or false");
    let sentence = match (&value, &by_type) {
        // "Returns the rows. Returns the rows." says nothing twice.
        (Some(value), ty)
            if lead_returns
                && !value.contains(" if ")
                && !value.starts_with("whether ")
                && !value.contains(" or ") =>
        {
            let fixed = value.starts_with(['"', '`'])
                || value.starts_with(|c: char| c.is_ascii_digit())
                || matches!(value.as_str(), "true" | "false");
            match ty {
                _ if fixed => Some(format!("The result is {value}.")),
                Some(words) if words != "a value" && !asks => {
                    Some(format!("The result is {words}."))
                }
                _ => None,
            }
        }
        (Some(value), _) => Some(format!("Returns {value}.")),
        (None, Some(words)) if words == "a value" => None,
        (None, Some(words)) if lead_returns => (!asks).then(|| format!("The result is {words}.")),
        (None, Some(words)) => Some(format!("Returns {words}.")),
        _ => None,
    };
    let field = Returns {
        ty: clipped(ty.unwrap_or("value"), 256),
        type_summary: clipped(&kind, 80),
        details: clipped(&details, 400),
    };
    Given { field, sentence, lines }
}

fn nothing(symbol: &Symbol, ty: Option<&str>) -> Given {
    let fails = ty.is_some_and(|ty| ty.contains("Result") || ty == "error" || ty.contains("!void"));
    let (summary, details) = if fails {
        ("nothing, or an error", "nothing where all goes well, and an error where it does not")
    } else if symbol.facts.returns.is_empty() && symbol.is_declaration {
        ("nothing is given back", "nothing is given back by what is declared here")
    } else {
        ("nothing is given back", "nothing is given back; what it does lies in its effects")
    };
    Given {
        field: Returns {
            ty: clipped(ty.unwrap_or("nothing"), 256),
            type_summary: summary.to_owned(),
            details: details.to_owned(),
        },
        sentence: None,
        lines: vec![symbol.name_line],
    }
}

/// The values of the return statements with their conditions, two at most.
fn by_code(
    symbol: &Symbol,
    owner: Option<&str>,
    capital_makes: bool,
) -> (Option<String>, Vec<u32>) {
    let returns = &symbol.facts.returns;
    let errors = &symbol.facts.errors;
    // Equations of Haskell are alternatives by pattern; one of them is not the result.
    if symbol.signature.contains(" :: ") && returns.len() > 1 {
        return (None, Vec::new());
    }
    if let Some(one_of) = one_of_literals(symbol) {
        return one_of;
    }
    let mut parts: Vec<(String, Option<String>, u32)> = Vec::new();
    // The last one is the main path; an early one may be the case worth naming.
    for returned in returns.iter().rev().take(6) {
        if errors.iter().any(|error| error.returned && error.line == returned.line) {
            continue;
        }
        let words = match value_words(&returned.expression, owner, capital_makes) {
            // Where calls need no brackets, an expression may name what it calls (G11).
            Some(words)
                if words.starts_with('`')
                    && words.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|token| {
                        !is_standard(token)
                            && symbol.facts.calls.iter().any(|call| call.name == token)
                    }) =>
            {
                continue;
            }
            Some(words) => words,
            // What it is cannot be said, but when it comes can.
            None if returns.len() == 1 && returned.guard.is_some() => "a result".to_owned(),
            None => continue,
        };
        if parts.iter().any(|(other, ..)| *other == words) {
            continue;
        }
        let condition = returned.guard.as_deref().and_then(|guard| clause_in(guard, symbol));
        // A fixed value out of several says nothing without its condition.
        if condition.is_none()
            && returns.len() > 1
            && is_fixed(&returned.expression)
            && parts.is_empty()
            && returned.guard.is_some()
        {
            continue;
        }
        if !parts.is_empty() && condition.is_none() {
            continue;
        }
        parts.push((words, condition, returned.line));
        if parts.len() == 2 {
            break;
        }
    }
    // One of several results, with no word of when, must not pass for the result.
    let others = returns
        .iter()
        .filter(|returned| {
            !errors.iter().any(|error| error.returned && error.line == returned.line)
        })
        .count();
    if let [(_, None, _)] = &parts[..]
        && others > 1
    {
        return (None, Vec::new());
    }
    let lines = parts.iter().map(|part| part.2).collect();
    let value = match &parts[..] {
        [] => None,
        [(value, None, _)] => (value != "a result").then(|| value.clone()),
        [(value, Some(condition), _)] if returns.len() > 1 || value == "a result" => {
            Some(format!("{value} if {condition}"))
        }
        [(value, Some(_), _)] => Some(value.clone()),
        [(main, None, _), (early, Some(condition), _)] => {
            Some(format!("{main}, or {early} if {condition}"))
        }
        [(main, Some(condition), _), (early, Some(other), _)] => {
            Some(format!("{early} if {other}, or {main} if {condition}"))
        }
        [(main, ..), ..] => Some(main.clone()),
    };
    (value, lines)
}

/// An expression as a noun.
fn value_words(expression: &str, owner: Option<&str>, capital_makes: bool) -> Option<String> {
    let mut text = expression.trim().trim_end_matches(';');
    for lead in ["await ", "yield ", "return ", "&mut ", "&", "*", "new "] {
        text = text.strip_prefix(lead).unwrap_or(text).trim();
    }
    if text.len() > 120 || text.contains('…') {
        return None;
    }
    for wrap in ["Ok(", "Some(", "Right(", "Just ", "Promise.resolve(", "Optional.of("] {
        if let Some(inside) = text.strip_prefix(wrap) {
            return value_words(inside.strip_suffix(')').unwrap_or(inside), owner, capital_makes);
        }
    }
    // Go gives value and error side by side.
    if let Some(value) = text.strip_suffix(", nil") {
        return value_words(value, owner, capital_makes);
    }
    match text {
        "" => return None,
        "self" | "this" | "$this" | "Self" => {
            return Some(owner.map_or_else(
                || "the object itself".to_owned(),
                |owner| format!("the {owner} itself"),
            ));
        }
        "None" | "nil" | "null" | "undefined" | "Nothing" | "NULL" | "nullptr" => {
            return Some("nothing".to_owned());
        }
        "()" => return None,
        "[]" | "{}" | "vec![]" | "\"\"" | "''" => return Some("an empty value".to_owned()),
        "true" | "True" => return Some("true".to_owned()),
        "false" | "False" => return Some("false".to_owned()),
        "0" | "1" | "-1" => return Some(text.to_owned()),
        _ => {}
    }
    if quoted(text).is_some_and(|inside| {
        inside.contains("${") || inside.contains("#{") || inside.contains("\\(")
    }) {
        return Some("a text put together here".to_owned());
    }
    if quoted(text).is_some() || text.as_bytes()[0].is_ascii_digit() {
        return term(text);
    }
    if let Some(words) = path_words(text) {
        if let Some(holder) = holder_words(text) {
            return Some(format!("the {words} of {}", with_the(&holder)));
        }
        if matches!(
            words.as_str(),
            "result"
                | "value"
                | "return value"
                | "output"
                | "error"
                | "response value"
                | "out"
                | "res"
                | "ret"
                | "self"
        ) {
            return None;
        }
        let name = text.rsplit(['.', ':', '>']).next().unwrap_or(text);
        if !words.starts_with('`') && !is_noun(&split(name)) {
            return Some(format!("`{text}`"));
        }
        return Some(with_the(&as_noun(words)));
    }
    if let Some(open) = text.find(['(', '{']) {
        let callee = text[..open].trim_end_matches(['!', ' ']);
        let whole = text.ends_with([')', '}']) && balanced(&text[open..]);
        let plain = !callee.is_empty()
            && callee.chars().all(|c| {
                c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '$' | '>' | '-' | '@')
            });
        if whole && plain {
            if callee.starts_with('.') {
                return None;
            }
            let name = callee.rsplit(['.', ':', '>']).next().unwrap_or(callee);
            if name == "new" || name == "create" {
                let class = callee.trim_end_matches(name).trim_end_matches(['.', ':']);
                let class = class.rsplit(['.', ':']).next().unwrap_or("");
                if class == "Self" || class.is_empty() || class == "self" {
                    return owner.map(|owner| format!("a new {owner}"));
                }
                return Some(format!("a new {}", spoken_or_code(class)));
            }
            if name == "Self" {
                return owner.map(|owner| format!("a new {owner}"));
            }
            let makes = capital_makes
                || expression.trim_start().starts_with("new ")
                || text.as_bytes()[open] == b'{';
            if name.starts_with(char::is_uppercase) && makes && expression_makes(text, open) {
                return Some(with_article(&format!("new {}", spoken_or_code(name))));
            }
            let class = callee.trim_end_matches(name).trim_end_matches(['.', ':']);
            if (name.starts_with("from") || name.starts_with("From"))
                && class.starts_with(char::is_uppercase)
                && class.chars().all(char::is_alphanumeric)
            {
                return Some(format!("a new {}", spoken_or_code(class)));
            }
            if let Some(code) = short_code(text) {
                return Some(code);
            }
            let words = words_of(name);
            let made =
                phrase_of(&words, Around { returns: true, asks: true, ..Around::default() })?;
            if !is_certain(&words, &made) || made.verb == "test" {
                return None;
            }
            if made.from_name
                && !made.rest.is_empty()
                && made.verb != "tell"
                && !super::words::is_determiner(&made.rest)
            {
                return Some(format!("the result of {}", made.going()));
            }
            if made.verb == "tell" {
                return (!made.rest.starts_with("whether it ")).then_some(made.rest);
            }
            return None;
        }
    }
    clause_of_truth(text).or_else(|| short_code(text))
}

/// A short expression that calls nothing may stand as it is.
fn short_code(text: &str) -> Option<String> {
    let fits = text.len() <= 70
        && text.len() > 2
        && !text.contains(['`', '{', '\n', '…'])
        && !calls(text)
        && text.chars().any(char::is_alphabetic)
        && text.contains([' ', '.', '[', '(']);
    fits.then(|| format!("`{text}`"))
}

/// Whether brackets follow a name that no standard library brings, with or without types between.
fn calls(text: &str) -> bool {
    if text.contains("](") || text.contains(">(") {
        return true;
    }
    text.match_indices('(').any(|(at, _)| {
        let before = &text[..at];
        let name = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let name = &before[name..];
        !name.is_empty() && !is_standard(name)
    })
}

/// `lastPage.next`: the next *of the last page*.
fn holder_words(path: &str) -> Option<String> {
    let cut = path.rfind('.')?;
    let holder = &path[..cut];
    let root = holder.split(['.', '-']).next()?;
    if super::receivers::is_self(root)
        || root.starts_with(char::is_uppercase)
        || holder.contains('(')
    {
        return None;
    }
    path_words(holder).filter(|words| words.len() > 2 && !words.starts_with("to "))
}

/// Whether the expression is a number, a text, a truth or nothing.
fn is_fixed(expression: &str) -> bool {
    let text = expression.trim();
    quoted(text).is_some()
        || text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        || matches!(
            text,
            "true" | "false" | "True" | "False" | "None" | "nil" | "null" | "undefined" | "NULL"
        )
}

/// Several returns, all of them fixed values: the values are the answer.
fn one_of_literals(symbol: &Symbol) -> Option<(Option<String>, Vec<u32>)> {
    let returns = &symbol.facts.returns;
    if returns.len() < 2 || !returns.iter().all(|returned| is_fixed(&returned.expression)) {
        return None;
    }
    let mut values: Vec<String> = Vec::new();
    for returned in returns {
        let Some(value) = value_words(&returned.expression, None, false) else { continue };
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let lines = returns.iter().take(4).map(|returned| returned.line).collect();
    let said = match &values[..] {
        [] => None,
        [one] => Some(one.clone()),
        _ if values.len() <= 4 => Some(values.join(" or ")),
        _ => Some(format!("one of several fixed values such as {} and {}", values[0], values[1])),
    };
    Some((said, lines))
}

/// Whether brackets right after a capitalised name make an object rather than call a function.
fn expression_makes(text: &str, open: usize) -> bool {
    text.as_bytes()[open] == b'{' || !text[..open].contains('.')
}

fn balanced(text: &str) -> bool {
    let mut depth = 0i32;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && at + 1 < text.len() {
            return false;
        }
    }
    depth == 0
}

/// A comparison is a question whose answer is given back.
fn clause_of_truth(text: &str) -> Option<String> {
    let asks = ["==", "!=", "<", ">", " in ", " is ", "&&", "||", " and ", " not ", "!"]
        .iter()
        .any(|mark| text.contains(mark))
        || text.starts_with("not ");
    if !asks || text.contains("=>") || text.contains("->") || text.contains('?') {
        return None;
    }
    clause(text).map(|words| format!("whether {words}"))
}

#[cfg(test)]
mod tests {
    use super::value_words;

    fn check(expression: &str, expected: &str) {
        assert_eq!(
            value_words(expression, Some("shelf"), true).as_deref().unwrap_or("-"),
            expected,
            "{expression}"
        );
    }

    #[test]
    fn values_are_said() {
        check("due", "`due`");
        check("self", "the shelf itself");
        check("Ok(until)", "-");
        check("s.total, nil", "`s.total`");
        check("Shelf(rows)", "a new shelf");
        check("BTreeMap::new()", "a new `BTreeMap`");
        check(
            "direction !== Direction.Unknown",
            "whether the direction is not `Direction.Unknown`",
        );
        check("read_header(file)", "the result of reading the header");
        check("a + b * c", "`a + b * c`");
        check("\"busy\"", "\"busy\"");
    }
}
