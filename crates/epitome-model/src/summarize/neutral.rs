//! Authors' sentences made fit to stand alone: names that the reader cannot see, or that belong to
//! a neighbour (G11), become plain words.

use crate::outline::Symbol;

use super::standard_names::is_standard;
use super::words::spoken;

/// What a sentence may name as code: what stands in the symbol's own source and is not called there.
pub(super) struct Known<'a> {
    /// Functions of the same file, which may be neighbours; sorted.
    functions: &'a [&'a str],
    source: &'a str,
    own_name: &'a str,
    called: Vec<&'a str>,
}

impl<'a> Known<'a> {
    /// The names of one symbol. `source` is its text without the doc comment.
    pub(super) fn new(symbol: &'a Symbol, source: &'a str, functions: &'a [&'a str]) -> Known<'a> {
        let mut called: Vec<&str> = symbol
            .facts
            .calls
            .iter()
            .map(|call| call.name.as_str())
            .filter(|name| !is_standard(name) || functions.binary_search(name).is_ok())
            .collect();
        called.sort_unstable();
        called.dedup();
        Known { functions, source, own_name: &symbol.name, called }
    }

    /// The names of a class: its methods may call anything.
    pub(super) fn of_class(
        symbol: &'a Symbol,
        source: &'a str,
        functions: &'a [&'a str],
    ) -> Known<'a> {
        Known { functions, source, own_name: &symbol.name, called: Vec::new() }
    }

    fn may_stand(&self, name: &str) -> bool {
        let last = name.rsplit(['.', ':', '#', '>']).next().unwrap_or(name);
        if name.split(['.', ':', '#', '>']).any(|part| self.called.binary_search(&part).is_ok()) {
            return false;
        }
        if last != self.own_name
            && looks_like_code(last)
            && self.functions.binary_search(&last).is_ok()
        {
            return false;
        }
        last == self.own_name
            || self.source.contains(name)
            // A name of elsewhere that is neither called here nor defined beside it.
            || looks_like_code(name) && self.functions.binary_search(&last).is_err()
    }

    /// Whether a text, quoted from the code, holds a called name that looks like code.
    pub(super) fn names_called(&self, text: &str) -> bool {
        text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|token| {
            token.len() > 2
                && token.bytes().any(|b| b == b'_' || !b.is_ascii_lowercase())
                && (looks_like_code(token) || token.starts_with(char::is_uppercase))
                && self.is_called(token)
        })
    }

    /// The last look at a text: whatever way a called name came into it, it leaves as words (G11).
    pub(super) fn scrubbed(&self, text: String) -> String {
        // Nearly every text holds no called name; those are left as they are.
        let holds_one = text
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .any(|token| !token.is_empty() && self.is_called(token));
        if !holds_one || !self.names_called(&text) && !text.contains('`') {
            return text;
        }
        let text = self.without_calls(text);
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            if end == 0 {
                let c = rest.chars().next().unwrap_or(' ');
                out.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
            let token = &rest[..end];
            rest = &rest[end..];
            let marked = out.ends_with('`') && rest.starts_with('`');
            if (marked || token.len() > 2 && looks_like_code(token))
                && !self.own_name.contains(token)
                && self.is_called(token)
            {
                if marked {
                    out.pop();
                    rest = &rest[1..];
                }
                let words = super::words::split(token);
                if marked && !super::certainty::is_noun(&words) {
                    out.push_str(if out.ends_with("new ") {
                        "value"
                    } else if out.ends_with("the ") {
                        "object"
                    } else if ["Returns ", "Creates ", "Makes ", "is "]
                        .iter()
                        .any(|w| out.ends_with(w))
                    {
                        "a value"
                    } else {
                        "the object"
                    });
                } else {
                    out.push_str(&plain(token));
                }
            } else {
                out.push_str(token);
            }
        }
        out
    }

    /// Code that holds a called name among others cannot be shown, nor said word by word.
    fn without_calls(&self, text: String) -> String {
        let pieces: Vec<&str> = text.split('`').collect();
        if pieces.len() < 3 || pieces.len().is_multiple_of(2) {
            return text;
        }
        let calls = |code: &str| {
            !self.is_called(code)
                && code.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|token| {
                    token.len() > 2
                        && looks_like_code(token)
                        && !self.own_name.contains(token)
                        && self.is_called(token)
                })
        };
        if !pieces.iter().skip(1).step_by(2).any(|code| calls(code)) {
            return text;
        }
        let mut out = String::with_capacity(text.len());
        for (at, piece) in pieces.iter().enumerate() {
            match at % 2 {
                1 if calls(piece) && out.ends_with("Returns ") => {
                    out.push_str("a value that is worked out here");
                }
                1 if calls(piece) => out.push_str("another value"),
                1 => {
                    out.push('`');
                    out.push_str(piece);
                    out.push('`');
                }
                _ => out.push_str(piece),
            }
        }
        out
    }

    /// Whether a called name is written here as it is.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.called.binary_search(&name).is_ok()
    }
}

/// The sentence with foreign and called names turned into words.
pub(super) fn neutral(sentence: &str, known: &Known<'_>) -> String {
    let mut out = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('`')
            && let Some(end) = after.find('`')
        {
            code(&after[..end], known, &mut out);
            rest = &after[end + 1..];
            continue;
        }
        let end = rest.find(|c: char| !is_name_char(c)).unwrap_or(rest.len());
        if end == 0 {
            let c = rest.chars().next().unwrap_or(' ');
            if c != '`' {
                out.push(c);
            }
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let token = &rest[..end];
        let bare = token.trim_end_matches(['.', ':']);
        let tail = &token[bare.len()..];
        let called = rest[end..].starts_with("()");
        if looks_like_code(bare) && !known.may_stand(bare)
            || called && !(looks_like_code(bare) && known.may_stand(bare))
            || known.is_called(bare) && bare.starts_with(char::is_uppercase)
        {
            let after = &rest[end..];
            // Words that took a name's place are no quotation and take no arguments.
            if last_piece(bare).starts_with(|c: char| c.is_lowercase() || c == '_')
                || bare.contains('.')
                    && (known.is_called(last_piece(bare)) || after.starts_with('('))
            {
                stand_in(&mut out);
                rest = match after.strip_prefix('(').and_then(|inside| inside.find(')')) {
                    Some(close) => &after[close + 2..],
                    None => after,
                };
                out.push_str(tail);
                continue;
            }
            let quote = out.chars().last().filter(|c| matches!(c, '"' | '\''));
            if tail.is_empty() && quote.is_some_and(|quote| after.starts_with(quote)) {
                out.pop();
                out.push_str(&plain(bare));
                rest = &after[1..];
                continue;
            }
            out.push_str(&plain(bare));
            if !called
                && tail.is_empty()
                && after.starts_with('(')
                && let Some(close) = after.find(')')
            {
                rest = &after[close + 1..];
                continue;
            }
        } else if called {
            out.push('`');
            out.push_str(bare);
            out.push('`');
        } else {
            out.push_str(bare);
        }
        out.push_str(tail);
        rest = &rest[end + if called { 2 } else { 0 }..];
    }
    out
}

fn code(body: &str, known: &Known<'_>, out: &mut String) {
    let name = body.trim_end_matches("()");
    let is_name = name.chars().all(is_name_char);
    if is_name && !name.is_empty() {
        if known.may_stand(name) && !body.ends_with("()") {
            out.push('`');
            out.push_str(name);
            out.push('`');
        } else if matches!(
            name,
            "None" | "null" | "true" | "false" | "True" | "False" | "undefined" | "nil" | "NULL"
        ) {
            out.push_str(name);
        } else if last_piece(name).starts_with(|c: char| c.is_lowercase() || c == '_')
            && (known.is_called(last_piece(name)) || looks_like_code(name))
        {
            stand_in(out);
        } else {
            out.push_str(&plain(name));
        }
        return;
    }
    let names_called = body
        .split(|c: char| !is_name_char(c))
        .any(|piece| !piece.is_empty() && known.is_called(piece));
    if known.source.contains(body) && !names_called {
        out.push('`');
        out.push_str(body);
        out.push('`');
    } else {
        // Plain words in code marks are words; an expression that is not here cannot be shown.
        if body.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | ',' | '\'' | '/')) {
            out.push_str(body);
        } else {
            // `Router#use()`: the words of the last name.
            if let Some(head) = body.strip_suffix("()")
                && head.chars().all(|c| is_name_char(c) || c == '#')
            {
                out.push_str(&plain(head));
                return;
            }
            for article in ["a ", "an ", "the "] {
                if out.ends_with(&format!(" {article}")) || out == article {
                    out.truncate(out.len() - article.len());
                    break;
                }
            }
            out.push_str("an expression");
        }
    }
}

/// What stands for a called function, which is not named (G11).
fn stand_in(out: &mut String) {
    for article in ["the ", "a ", "an "] {
        if out.ends_with(&format!(" {article}")) || out == article {
            out.truncate(out.len() - article.len());
            break;
        }
    }
    out.push_str("another function");
}

fn last_piece(name: &str) -> &str {
    name.rsplit(['.', ':', '#']).next().unwrap_or(name)
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '$')
}

fn plain(name: &str) -> String {
    let last = name.rsplit(['.', ':', '$', '#']).find(|piece| !piece.is_empty()).unwrap_or(name);
    // A word of all capitals is its own name; splitting it changes nothing.
    if last.chars().all(|c| c.is_uppercase() || c.is_ascii_digit()) {
        return last.to_owned();
    }
    // `console.error` needs both of its words; of a longer path the end is enough.
    match name.split_once('.') {
        Some((head, tail))
            if tail == last && head.chars().all(char::is_alphanumeric) && !head.is_empty() =>
        {
            format!("{} {}", spoken(head), spoken(last))
        }
        _ => spoken(last),
    }
}

/// Whether no English word looks like this: `snake_case`, `camelCase`, `a.b`, `A::b`.
fn looks_like_code(word: &str) -> bool {
    let word = word.trim_matches(['.', ':']);
    if word.contains('_') && word.len() > 1 || word.contains("::") || word.contains('$') {
        return true;
    }
    let bytes = word.as_bytes();
    let dotted = bytes
        .windows(3)
        .any(|w| w[1] == b'.' && w[0].is_ascii_alphabetic() && w[2].is_ascii_alphabetic());
    if dotted
        && !matches!(word, "e.g" | "i.e")
        && !word.ends_with(".js")
        && !word.ends_with(".com")
        && !word.ends_with(".org")
    {
        return true;
    }
    let humps = bytes.windows(2).any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase());
    humps
        && !matches!(
            word,
            "JavaScript"
                | "TypeScript"
                | "GitHub"
                | "GitLab"
                | "PostgreSQL"
                | "MySQL"
                | "SQLite"
                | "YouTube"
                | "WebSocket"
                | "macOS"
                | "iOS"
                | "OAuth"
                | "GraphQL"
                | "IDs"
                | "URLs"
                | "APIs"
                | "OpenAPI"
                | "LaTeX"
                | "DevTools"
                | "WebAssembly"
                | "NumPy"
                | "McKenna"
                | "WebGL"
                | "OpenGL"
                | "MongoDB"
                | "BigQuery"
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::Call;

    fn check(sentence: &str, expected: &str) {
        let mut symbol = Symbol { name: "load".into(), ..Symbol::default() };
        symbol.facts.calls.push(Call { name: "read_rows".into(), ..Call::default() });
        symbol.facts.calls.push(Call { name: "Shelf".into(), ..Call::default() });
        let known = Known::new(
            &symbol,
            "def load(file_name): return Shelf(read_rows(file_name))",
            &["handle_request"],
        );
        assert_eq!(neutral(sentence, &known), expected);
    }

    // G11
    #[test]
    fn neighbours_become_words() {
        check(
            "Opens `file_name` and runs read_rows() on it.",
            "Opens `file_name` and runs another function on it.",
        );
        check(
            "Called by handle_request, like `os.path.join`.",
            "Called by another function, like `os.path.join`.",
        );
        check("Makes a Shelf of `read_rows`.", "Makes a shelf of another function.");
        check("Uses JavaScript, e.g. `None`.", "Uses JavaScript, e.g. None.");
    }
}
