//! What in a sentence can be looked up: code, names, numbers, quotations. The rest is English.

use super::number::{self, Unit};
use super::source::{is_name_char, name_end};
use crate::mention::looks_like_code;

/// A piece of a claim that the source must bear out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Piece<'a> {
    /// What stands in backticks.
    Code(&'a str),
    /// A name by its shape: `load_user`, `loadUser`, `store.load`, `load()`.
    Name(&'a str),
    /// A number with what it counts.
    Number {
        text: &'a str,
        /// None for a version such as `1.2.3`.
        value: Option<f64>,
        unit: Unit,
        /// The text before it, for words such as "at most".
        before: &'a str,
        /// The text after it, for what is counted.
        after: &'a str,
    },
    /// What stands in quotes, and flags and addresses, which are quotations too.
    Quotation(&'a str),
}

/// Calls `found` for each piece in order.
pub(super) fn pieces<'a>(claim: &'a str, mut found: impl FnMut(Piece<'a>)) {
    let bytes = claim.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        at = match bytes[at] {
            b'`' => code(claim, at, &mut found),
            b'"' => quotation(claim, at, 1, "\"", &mut found),
            b'\'' => single_quotation(claim, at, &mut found),
            b'-' => flag(claim, at, &mut found),
            b'0'..=b'9' => digits(claim, at, &mut found),
            byte if byte < 0x80 => {
                if byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' {
                    word(claim, at, &mut found)
                } else {
                    at + 1
                }
            }
            _ => match claim[at..].chars().next() {
                Some('“') => quotation(claim, at, '“'.len_utf8(), "”", &mut found),
                Some(c) if c.is_alphanumeric() => word(claim, at, &mut found),
                Some(c) => at + c.len_utf8(),
                None => at + 1,
            },
        };
    }
}

fn code<'a>(claim: &'a str, at: usize, found: &mut impl FnMut(Piece<'a>)) -> usize {
    let inner = claim[at..].trim_start_matches('`');
    let start = claim.len() - inner.len();
    let Some(length) = inner.find('`') else { return start };
    let content = inner[..length].trim();
    if !content.is_empty() {
        found(Piece::Code(content));
    }
    let rest = inner[length..].trim_start_matches('`');
    claim.len() - rest.len()
}

fn quotation<'a>(
    claim: &'a str,
    at: usize,
    width: usize,
    close: &str,
    found: &mut impl FnMut(Piece<'a>),
) -> usize {
    let inner = &claim[at + width..];
    let Some(length) = inner.find(close) else { return at + width };
    if !inner[..length].trim().is_empty() {
        found(Piece::Quotation(&inner[..length]));
    }
    at + width + length + close.len()
}

/// An apostrophe opens a quotation only after a gap and before a word, and a quotation it opens
/// ends where a word ends: `the users' data isn't 'raw'` quotes one word.
fn single_quotation<'a>(claim: &'a str, at: usize, found: &mut impl FnMut(Piece<'a>)) -> usize {
    let opens = !claim[..at]
        .ends_with(|c: char| is_name_char(c) || matches!(c, ')' | ']' | '&' | '<' | '`' | '"'));
    let inner = &claim[at + 1..];
    if !opens || inner.starts_with(char::is_whitespace) {
        return at + 1;
    }
    let mut from = 0;
    while let Some(length) = inner[from..].find('\'').map(|length| from + length) {
        let closes = !inner[length + 1..].starts_with(is_name_char);
        if closes {
            if length > 0 && !inner[..length].ends_with(char::is_whitespace) {
                found(Piece::Quotation(&inner[..length]));
                return at + length + 2;
            }
            return at + 1;
        }
        from = length + 1;
    }
    at + 1
}

/// `--verbose`.
fn flag<'a>(claim: &'a str, at: usize, found: &mut impl FnMut(Piece<'a>)) -> usize {
    let rest = &claim[at..];
    let opens = rest.starts_with("--")
        && rest[2..].starts_with(|c: char| c.is_ascii_alphabetic())
        && !claim[..at].ends_with(|c: char| is_name_char(c) || c == '-');
    if !opens {
        return at + 1;
    }
    let length = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))
        .unwrap_or(rest.len());
    found(Piece::Quotation(&rest[..length]));
    at + length
}

fn digits<'a>(claim: &'a str, at: usize, found: &mut impl FnMut(Piece<'a>)) -> usize {
    let scanned = number::scan(claim.as_bytes(), at);
    let (text, after) = (&claim[at..scanned.end], &claim[scanned.end..]);
    let suffix = name_end(claim, scanned.end);
    // An ordinal is a number word.
    if !matches!(&claim[scanned.end..suffix], "st" | "nd" | "rd" | "th") {
        let unit = number::unit(after);
        found(Piece::Number { text, value: scanned.value, unit, before: &claim[..at], after });
    }
    suffix
}

fn word<'a>(claim: &'a str, at: usize, found: &mut impl FnMut(Piece<'a>)) -> usize {
    let end = chain_end(claim, at);
    let text = &claim[at..end];
    let rest = &claim[end..];
    if rest.starts_with("://") {
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let address = claim[at..end + length]
            .trim_end_matches(['.', ',', ';', ':', ')', '>', '"', '\'', '`', ']']);
        found(Piece::Quotation(address));
        return end + length;
    }
    // Big-O says how the work grows, it calls nothing.
    if matches!(text, "O" | "Θ" | "Ω") && rest.starts_with('(') {
        return end + rest.find(')').map_or(1, |close| close + 1);
    }
    if is_name(text, rest) {
        found(Piece::Name(text));
    }
    end
}

/// One past a name and what is joined to it: `a.b`, `A::b`, `a->b`, `A#b`.
fn chain_end(claim: &str, at: usize) -> usize {
    let mut end = name_end(claim, at);
    loop {
        let rest = &claim[end..];
        let Some(mark) = ["::", "->", ".", "#"].into_iter().find(|mark| rest.starts_with(mark))
        else {
            return end;
        };
        let next = end + mark.len();
        let starts = |c: char| c.is_alphabetic() || c == '_' || c == '$';
        if !claim[next..].starts_with(starts) {
            return end;
        }
        end = name_end(claim, next);
    }
}

fn is_name(text: &str, rest: &str) -> bool {
    let called = rest.starts_with('(')
        && !["(s)", "(es)", "(ies)", "(ren)", "(d)", "(ed)", "(r)", "(n)"]
            .iter()
            .any(|plural| rest.starts_with(plural));
    let parts = || text.split(['.', ':', '#', '>', '-']).filter(|part| !part.is_empty());
    if parts().nth(1).is_some() {
        // "e.g.", "i.e.", "U.S."
        return parts().any(|part| part.chars().nth(1).is_some()) && !WELL_KNOWN.contains(&text);
    }
    (called || looks_like_code(text)) && !WELL_KNOWN.contains(&text)
}

/// Proper names that are written like code. In no order: the list is short.
const WELL_KNOWN: [&str; 64] = [
    "GitHub",
    "GitLab",
    "BitBucket",
    "JavaScript",
    "TypeScript",
    "CoffeeScript",
    "PostgreSQL",
    "MySQL",
    "SQLite",
    "NoSQL",
    "MongoDB",
    "DynamoDB",
    "MariaDB",
    "OAuth",
    "OpenID",
    "OpenAPI",
    "OpenSSL",
    "GraphQL",
    "WebSocket",
    "WebSockets",
    "WebAssembly",
    "YouTube",
    "LaTeX",
    "TeX",
    "macOS",
    "iOS",
    "iPhone",
    "iPad",
    "FreeBSD",
    "OpenBSD",
    "NetBSD",
    "LibreSSL",
    "PowerShell",
    "IPv4",
    "IPv6",
    "PhD",
    "NumPy",
    "PyPI",
    "DevOps",
    "JUnit",
    "HttpOnly",
    "SameSite",
    "NaN",
    "CommonJS",
    "StackOverflow",
    "LinkedIn",
    "reStructuredText",
    "Next.js",
    "Node.js",
    "Vue.js",
    "Nuxt.js",
    "ASP.NET",
    "Vert.x",
    "SwiftNIO",
    "NestJS",
    "FastAPI",
    "PyTorch",
    "TensorFlow",
    "SQLAlchemy",
    "RSpec",
    "PHPUnit",
    "AngularJS",
    "jQuery",
    "AsciiDoc",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(claim: &str, expected: &[&str]) {
        let mut seen = Vec::new();
        pieces(claim, |piece| {
            seen.push(match piece {
                Piece::Code(text) => format!("code {text}"),
                Piece::Name(text) => format!("name {text}"),
                Piece::Number { text, unit, .. } => format!("number {text} {unit:?}"),
                Piece::Quotation(text) => format!("quotation {text}"),
            });
        });
        assert_eq!(seen, expected, "{claim:?}");
    }

    #[test]
    fn what_can_be_looked_up_is_found_and_english_is_left_alone() {
        check("Loads the user, e.g. by mail and/or name.", &[]);
        check("The users' data isn't 'raw' here.", &["quotation raw"]);
        check("Uses `load_user` or ``x + 1``.", &["code load_user", "code x + 1"]);
        check(
            "Uses load_user, loadUser and store.load.",
            &["name load_user", "name loadUser", "name store.load"],
        );
        check("Calls load() on the file(s).", &["name load"]);
        check("Fails with \"no user\" or “no role”.", &["quotation no user", "quotation no role"]);
        check(
            "Waits 30 seconds, 5ms, 20 % or 1,000 bytes.",
            &["number 30 Time", "number 5 Time", "number 20 Percent", "number 1,000 Size"],
        );
        check("The 2nd of sha256 in O(1) on GitHub for APIs of Next.js.", &[]);
        check(
            "Takes --dry-run - or https://a.b/c?d=1.",
            &["quotation --dry-run", "quotation https://a.b/c?d=1"],
        );
        check("Needs 1.2.3", &["number 1.2.3 None"]);
        check("an open ` tick, an open \" quote", &[]);
    }
}
