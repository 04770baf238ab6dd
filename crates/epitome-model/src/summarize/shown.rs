//! Evidence of the last resort: where nothing else is known of a small piece of code, a line of it
//! is shown, or the names that stand in it. Called names are never among them (G11).

use crate::outline::Symbol;

use super::file_context::File;
use super::neutral::Known;
use super::standard_names::is_standard;
use super::words::listed;

/// Characters of code that a sentence can carry.
const SHOWN: usize = 110;

/// The only line of a small function's code, or the whole of a function on one line.
pub(super) fn only_line(symbol: &Symbol, file: &File<'_>, known: &Known<'_>) -> Option<String> {
    let (first, last) = (symbol.name_line, symbol.span.end_line);
    if last > first + 4 || last < first {
        return None;
    }
    let mut body: Option<&str> = None;
    if first == last {
        body = Some(file.source.line(first).trim());
    } else {
        for number in first + 1..=last {
            let line = file.source.line(number).trim();
            let says = line.chars().any(char::is_alphanumeric)
                && !matches!(line, "end" | "fi" | "done")
                && !line.starts_with("//")
                && !line.starts_with('#');
            if !says {
                continue;
            }
            if body.is_some() {
                return None;
            }
            body = Some(line);
        }
    }
    let line = body?.trim_end_matches([';', ',', '\\']).trim_end();
    // Another clause of the same name is not all there is.
    if first != last && line.starts_with("def") && line.contains(symbol.name.as_str()) {
        return None;
    }
    (fits(line) && !names_called(line, symbol, known)).then(|| format!("Its code is `{line}`."))
}

/// Whether a line can stand between two backticks.
pub(super) fn fits(line: &str) -> bool {
    line.len() > 2
        && line.len() <= SHOWN
        && !line.contains(['`', '…'])
        && !line.chars().any(char::is_control)
}

/// Whether a line names what it calls, by the outline's facts or by the brackets after a name.
pub(super) fn names_called(line: &str, symbol: &Symbol, known: &Known<'_>) -> bool {
    let mut rest = line;
    while let Some(at) = rest.find(|c: char| c.is_alphanumeric() || c == '_') {
        rest = &rest[at..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        let brackets = after.starts_with('(')
            || after.starts_with('[')
                && after.find(']').is_some_and(|at| after[at..].starts_with("]("));
        if token.len() > 1
            && token != symbol.name.as_str()
            && (brackets || known.is_called(token))
            && !is_standard(token)
            && !(is_everywhere(token) && (!brackets || is_keyword(token)))
        {
            return true;
        }
        rest = after;
    }
    false
}

/// Words of languages that brackets may follow; `click.echo(` is a call, `echo "x"` a command.
fn is_keyword(token: &str) -> bool {
    matches!(
        token,
        "if" | "while"
            | "typeof"
            | "sizeof"
            | "function"
            | "fn"
            | "func"
            | "fun"
            | "return"
            | "get"
            | "static_cast"
            | "define"
    )
}

/// Commands and operators that belong to the language or the system, not to the neighbours.
fn is_everywhere(token: &str) -> bool {
    matches!(
        token,
        "echo"
            | "printf"
            | "export"
            | "unset"
            | "local"
            | "return"
            | "rm"
            | "cat"
            | "test"
            | "exit"
            | "cd"
            | "mkdir"
            | "true"
            | "false"
            | "print"
            | "len"
            | "str"
            | "int"
            | "sizeof"
            | "assert"
            | "typeof"
            | "if"
            | "while"
            | "get"
            | "define"
            | "static_cast"
            | "function"
            | "fn"
            | "func"
            | "fun"
    )
}

/// Names in the code that look like names: types, constants, fields. Four at most.
pub(super) fn names_in(source: &str, own: &str, known: &Known<'_>) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for line in source.lines().take(40) {
        let line = line.trim_start();
        if ["//", "*", "/*", "# ", "--", "\"\"\"", "@", "#["]
            .iter()
            .any(|mark| line.starts_with(mark))
        {
            continue;
        }
        let mut rest = line;
        while let Some(at) = rest.find(|c: char| c.is_alphanumeric() || c == '_') {
            rest = &rest[at..];
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            let (token, after) = rest.split_at(end);
            rest = after;
            if after.starts_with('(') {
                continue;
            }
            let bytes = token.as_bytes();
            // Functions of other places begin with small letters nearly everywhere.
            let telling = token.len() > 3
                && token.len() <= 40
                && token.is_ascii()
                && bytes[0].is_ascii_uppercase()
                && bytes[1..].iter().any(|b| b.is_ascii_uppercase() || *b == b'_')
                && !matches!(token, "None" | "Self" | "True" | "False" | "String" | "Some");
            if !telling || token == own || known.is_called(token) {
                continue;
            }
            let name = format!("`{token}`");
            if !names.contains(&name) {
                names.push(name);
            }
            if names.len() == 4 {
                break;
            }
        }
        if names.len() == 4 {
            break;
        }
    }
    (!names.is_empty()).then(|| format!("It works with {}.", listed(&names)))
}

/// Values that the code gives to names: `kind: "max"`, `timeout=10`. Four at most.
pub(super) fn settings(source: &str, known: &Known<'_>) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    for line in source.lines().skip(1).take(40) {
        let line = line.trim();
        if ["//", "*", "/*", "# ", "--"].iter().any(|mark| line.starts_with(mark)) {
            continue;
        }
        for piece in line.split([',', '(', ')', '{', '}', ';']) {
            let piece = piece.trim();
            let Some(at) = piece.find([':', '=']) else { continue };
            let name = piece[..at].trim_end();
            let value = piece[at + 1..].trim();
            let named = name.len() > 1
                && name.chars().all(|c| c.is_alphanumeric() || c == '_')
                && name.starts_with(char::is_alphabetic)
                && !known.is_called(name);
            let text = super::guards::quoted(value).is_some_and(|inside| inside.len() > 1);
            let number = !value.is_empty()
                && value.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                && value.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'));
            let truth = matches!(value, "true" | "false" | "True" | "False");
            if !named || !(text || number || truth) || !fits(piece) {
                continue;
            }
            let shown = format!("`{piece}`");
            if !found.contains(&shown) && !known.names_called(piece) {
                found.push(shown);
            }
            if found.len() == 4 {
                break;
            }
        }
        if found.len() == 4 {
            break;
        }
    }
    (!found.is_empty()).then(|| format!("It sets {}.", listed(&found)))
}

/// Parts of what it is given, or of its own object, that the code reads: `slot->thread`. Four at most.
pub(super) fn parts_read(symbol: &Symbol, source: &str, known: &Known<'_>) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    for line in source.lines().skip(1).take(60) {
        for piece in line.split(|c: char| !(is_name(c) || matches!(c, '.' | '-' | '>' | '$'))) {
            let joint = if piece.contains("->") { "->" } else { "." };
            let Some((root, field)) = piece.split_once(joint) else { continue };
            let bare = root.trim_start_matches('$');
            let given = matches!(bare, "self" | "this")
                || symbol
                    .parameters
                    .iter()
                    .any(|p| p.name.trim_start_matches(['$', '*', '&']) == bare);
            let after = line.find(piece).map_or("", |at| &line[at + piece.len()..]);
            let plain = field.len() > 1
                && field.chars().all(is_name)
                && field.starts_with(char::is_alphabetic)
                && !after.starts_with('(')
                && !known.is_called(field);
            let shown = format!("`{piece}`");
            if given && plain && !found.contains(&shown) {
                found.push(shown);
            }
            if found.len() == 4 {
                return Some(format!("It works with {}.", listed(&found)));
            }
        }
    }
    (!found.is_empty()).then(|| format!("It works with {}.", listed(&found)))
}

/// Whether there is no code between the braces.
pub(super) fn empty_body(symbol: &Symbol, source: &str) -> Option<String> {
    let facts = &symbol.facts;
    if !facts.calls.is_empty() || !facts.returns.is_empty() || !facts.writes.is_empty() {
        return None;
    }
    let inside = &source[source.find('{')? + 1..source.rfind('}')?];
    let empty = inside.lines().all(|line| {
        let line = line.trim();
        line.starts_with("//") || !line.chars().any(char::is_alphanumeric)
    });
    empty.then(|| "Its body is empty.".to_owned())
}

/// What the calls are made on, where these are plain names: `quoteEscaper`. Three at most.
pub(super) fn works_through(symbol: &Symbol, known: &Known<'_>) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for call in &symbol.facts.calls {
        let Some(path) = call.receiver.as_deref() else { continue };
        let plain = path.len() > 2
            && path.len() <= 40
            && path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$'))
            && !super::receivers::is_self(path)
            && !path.split('.').any(|piece| known.is_called(piece));
        let shown = format!("`{path}`");
        if plain && !names.contains(&shown) {
            names.push(shown);
        }
        if names.len() == 3 {
            break;
        }
    }
    (!names.is_empty()).then(|| format!("It works through {}.", listed(&names)))
}

/// What is assigned, by name. Four at most.
pub(super) fn assigned(symbol: &Symbol, known: &Known<'_>) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for write in &symbol.facts.writes {
        let name = write.target.trim();
        let shown = format!("`{name}`");
        if name.len() > 1 && fits(name) && !known.is_called(name) && !names.contains(&shown) {
            names.push(shown);
        }
        if names.len() == 4 {
            break;
        }
    }
    (!names.is_empty()).then(|| format!("It sets {}.", listed(&names)))
}

/// The values that the code keeps on its way, by name. Four at most.
pub(super) fn local_values(symbol: &Symbol, known: &Known<'_>) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for binding in &symbol.facts.bindings {
        let name = binding.name.as_str();
        let own = symbol.parameters.iter().any(|parameter| parameter.name.contains(name));
        let telling = name.len() > 2
            && name.len() <= 30
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !known.is_called(name)
            && !own;
        let shown = format!("`{name}`");
        if telling && !names.contains(&shown) {
            names.push(shown);
        }
        if names.len() == 4 {
            break;
        }
    }
    (!names.is_empty()).then(|| format!("It works out {}.", listed(&names)))
}

/// What is handed to the one call that a function returns or consists of: its arguments are shown,
/// the called name is not.
pub(super) fn passed_on(symbol: &Symbol, file: &File<'_>, known: &Known<'_>) -> Option<String> {
    let text = match &symbol.facts.returns[..] {
        [.., returned] => returned.expression.as_str(),
        [] if symbol.kind == crate::outline::SymbolKind::Macro => {
            return expansion(symbol, file, known);
        }
        [] if symbol.facts.calls.len() == 1 => file.source.line(symbol.facts.calls[0].line).trim(),
        _ => return None,
    };
    let text = text.trim_end_matches([';', ',', ' ']);
    // Haskell puts arguments after a space.
    if file.outline.language == "haskell"
        && let Some((_, inside)) = text.split_once(' ')
        && fits(inside)
        && inside.starts_with(|c: char| c.is_alphabetic() || c == '(')
        && !names_called(inside, symbol, known)
    {
        return Some(format!("It passes on `{inside}`."));
    }
    let (_, inside) = text.split_once('(')?;
    let inside = match inside.rsplit_once(") as ") {
        Some((inside, _)) => inside,
        None => inside.strip_suffix(')')?,
    };
    let whole = inside.trim();
    // One call and nothing before or after it.
    let mut depth = 0i32;
    let closed_early = whole.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    if closed_early {
        return None;
    }
    if fits(whole) && !names_called(whole, symbol, known) && !whole.contains(") ") {
        return Some(format!("It passes on `{whole}`."));
    }
    let mut names: Vec<String> = Vec::new();
    for piece in whole.split(',') {
        let name = piece.trim().split([':', '=']).next().unwrap_or("").trim();
        let plain = name.len() > 1
            && name.len() < piece.trim().len()
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !known.is_called(name);
        let shown = format!("`{name}`");
        if plain && !names.contains(&shown) {
            names.push(shown);
        }
    }
    names.truncate(5);
    (names.len() > 1).then(|| format!("It passes on {}.", listed(&names)))
}

/// What a macro hands on to another: the words between the brackets of its last line.
fn expansion(symbol: &Symbol, file: &File<'_>, known: &Known<'_>) -> Option<String> {
    let source = file.source.span(symbol.span);
    let body = source.split_once(')').map_or(source, |(_, body)| body);
    let last = body
        .lines()
        .map(|line| line.trim().trim_end_matches('\\').trim_end())
        .rfind(|line| line.chars().any(char::is_alphanumeric))?;
    let (_, inside) = last.split_once('(')?;
    let inside = inside.trim_end_matches([';', ' ']).strip_suffix(')')?.trim();
    (fits(inside) && !names_called(inside, symbol, known))
        .then(|| format!("It passes on `{inside}`."))
}

/// A line of the code that calls nothing of others, where there is nothing else to tell.
pub(super) fn one_line(symbol: &Symbol, file: &File<'_>, known: &Known<'_>) -> Option<String> {
    let mut best: Option<&str> = None;
    let last = symbol.span.end_line.min(symbol.name_line + 30);
    let is_type = !symbol.kind.is_function();
    for number in symbol.name_line + 1..=last {
        let line = file.source.line(number).trim().trim_end_matches([';', ',', '\\']).trim_end();
        let letters = line.chars().filter(|c| c.is_alphanumeric()).count();
        let comment = ["//", "*", "/*", "# ", "--", "\"\"\"", "@", "#["];
        if letters < 6
            || !fits(line)
            || line.ends_with('{')
            || line.ends_with('(')
            || line.matches('(').count() != line.matches(')').count()
            || comment.iter().any(|mark| line.starts_with(mark))
            || !is_type && names_called(line, symbol, known)
        {
            continue;
        }
        if best.is_none_or(|best| best.len() < line.len()) {
            best = Some(line);
        }
    }
    best.map(|line| format!("Among its lines is `{line}`."))
}

/// What a test asserts, where nothing else of it can be told.
pub(super) fn assertion(symbol: &Symbol) -> Option<String> {
    let mut compares = false;
    for call in &symbol.facts.calls {
        let lower = call.name.to_ascii_lowercase();
        if ["throws", "raises", "throw", "rejects", "error", "fails"]
            .iter()
            .any(|word| lower.contains(word))
            && ["assert", "expect", "to", "should", "require", "rejects"]
                .iter()
                .any(|word| lower.starts_with(word))
        {
            return Some("It expects a failure.".to_owned());
        }
        compares |= lower.starts_with("assert")
            || lower.starts_with("expect")
            || lower.starts_with("should")
            || lower.starts_with("require");
    }
    compares.then(|| "It compares what comes out with what is expected.".to_owned())
}
