//! Passwords and keys by the name they are given: `password = "…"`, `API_TOKEN=…`.
//!
//! The rules of others want a long value there, since a false alarm stops somebody's commit. Here it
//! takes a word out of a prompt, so shorter ones are taken too.

use std::ops::Range;
use std::sync::OnceLock;

use regex::bytes::{Regex, RegexBuilder};

use super::entropy::entropy;
use super::randomness::{is_reference, looks_random};

/// `name = "value"`, in the ways of many languages; 1 is the name, 2 to 4 the value by its quotes.
const QUOTED: &str = r#"(?i)([\w.-]{0,60}(?:passw(?:or)?d|passphrase|passwort|pwd|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|account[_-]?key|client[_-]?key|credentials?|creds)[\w-]{0,30})["'\x60\])]{0,3}(?:\s{0,3}:\s{0,3}[\w<>?&\[\]. ]{1,30})?[ \t]{0,10}(?:=|:|=>|:=|\?\?=|\|\|=|,|\()[ \t]{0,10}(?:@|r|b|u|f|new\s\w{1,20}\()?(?:"((?:[^"\\\r\n]|\\.){4,300})"|'((?:[^'\\\r\n]|\\.){4,300})'|\x60([^\x60\r\n]{4,300})\x60)"#;

/// `NAME=value` and `name: value` at the start of a line; 1 is the name, 2 the value.
const BARE: &str = r#"(?i)^[ \t]{0,20}(?:export[ \t]+|set[ \t]+|ENV[ \t]+|ARG[ \t]+|-e[ \t]+|-[ \t]+|-D)?([\w.-]{0,60}(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|account[_-]?key|credentials?)[\w-]{0,30})[ \t]{0,5}[=: ][ \t]{0,5}([^\s"'\x60#;,(){}\[\]<>]{6,300})[ \t]*\r?$"#;

/// Words of a name without which neither pattern needs to be tried.
pub(super) const KEYWORDS: [&str; 8] =
    ["passw", "passphrase", "pwd", "secret", "token", "key", "credential", "creds"];

struct Patterns {
    quoted: Regex,
    bare: Regex,
}

fn patterns() -> Option<&'static Patterns> {
    static PATTERNS: OnceLock<Option<Patterns>> = OnceLock::new();
    let compile =
        |pattern: &str| RegexBuilder::new(pattern).unicode(false).multi_line(true).build().ok();
    PATTERNS
        .get_or_init(|| Some(Patterns { quoted: compile(QUOTED)?, bare: compile(BARE)? }))
        .as_ref()
}

/// Values in `window` that look like secrets, with the kind of each.
pub(super) fn find(
    text: &[u8],
    window: Range<usize>,
    found: &mut Vec<(Range<usize>, &'static str)>,
) {
    let Some(patterns) = patterns() else { return };
    let end = window.end;
    for (regex, is_quoted) in [(&patterns.quoted, true), (&patterns.bare, false)] {
        let mut at = window.start;
        while let Some(groups) = regex.captures_at(&text[..end], at) {
            let Some(whole) = groups.get(0) else { break };
            at = whole.end().max(at + 1);
            let value = (2..groups.len()).find_map(|group| groups.get(group));
            let (Some(name), Some(value)) = (groups.get(1), value) else { continue };
            let (Ok(name), Ok(text)) =
                (std::str::from_utf8(name.as_bytes()), std::str::from_utf8(value.as_bytes()))
            else {
                continue;
            };
            if let Some(kind) = judge(name, text, is_quoted) {
                found.push((value.range(), kind));
            }
        }
    }
}

/// The kind of secret that this value is, if it is one.
fn judge(name: &str, value: &str, is_quoted: bool) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    // `password_field`, `token_type`, `secret_name`: about a secret, not one.
    let about = ABOUT.iter().any(|end| name.ends_with(end));
    if about || is_reference(value) || value.contains("://") && !value.contains('@') {
        return None;
    }
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let has_sign =
        value.bytes().any(|byte| byte.is_ascii_punctuation() && !b"_-./: ,".contains(&byte));
    let is_password = ["passw", "passphrase", "pwd"].iter().any(|word| name.contains(word));
    let is_prose = value.bytes().filter(|byte| *byte == b' ').count() >= 2;
    if is_password {
        let chosen = if is_quoted {
            has_digit || has_sign
        } else {
            has_digit && value.len() >= 8 || has_sign
        };
        let enough = chosen || looks_random(value);
        let code = !is_quoted && value.contains(['(', '.']) && !has_digit;
        return (enough && !is_prose && !code && !value.contains(' ')).then_some("password");
    }
    let random = value.len() >= 8 && looks_random(value) && entropy(value.as_bytes()) > 2.8;
    (random && !value.contains(' ')).then_some("secret-value")
}

const ABOUT: [&str; 30] = [
    "field",
    "type",
    "name",
    "label",
    "title",
    "text",
    "url",
    "uri",
    "path",
    "file",
    "dir",
    "length",
    "count",
    "size",
    "id",
    "hash",
    "error",
    "message",
    "msg",
    "prompt",
    "placeholder",
    "hint",
    "help",
    "format",
    "regex",
    "pattern",
    "header",
    "selector",
    "class",
    "env",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        find(text.as_bytes(), 0..text.len(), &mut found);
        let shown: Vec<&str> = found.into_iter().map(|(range, _)| &text[range]).collect();
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn values_with_telling_names() {
        check("password = \"hunter2\"", &["hunter2"]);
        check("db_password: 'S3cr3t!'", &["S3cr3t!"]);
        check("\"apiToken\": \"8f14e45fceea167a\"", &["8f14e45fceea167a"]);
        check("const char *secret = \"8f14e45fceea167a\";", &["8f14e45fceea167a"]);
        check("private static final String PASSWORD = \"p4ss,word\";", &["p4ss,word"]);
        check("let api_key: &str = \"aB3xK9mQ2pL7\";", &["aB3xK9mQ2pL7"]);
        check("config['token'] = 'aB3xK9mQ2pL7'", &["aB3xK9mQ2pL7"]);
        check("DB_PASSWORD=hunter2hunter2", &["hunter2hunter2"]);
        check("export API_TOKEN=8f14e45fceea167a\n", &["8f14e45fceea167a"]);
        check("  password: correct-horse-7\n", &["correct-horse-7"]);
        check("setPassword(\"tr0ub4dor&3\")", &["tr0ub4dor&3"]);
    }

    #[test]
    fn names_of_secrets_are_not_secrets() {
        check("password = getpass()", &[]);
        check("password = \"password\"", &[]);
        check("token = request.headers[\"Authorization\"]", &[]);
        check("token_type = \"bearer2\"", &[]);
        check("secret_name = \"prod/db-2\"", &[]);
        check("api_key = \"${API_KEY}\"", &[]);
        check("raise ValueError(\"password must have 8 characters\")", &[]);
        check("key = \"user_session_token\"", &[]);
        check("token: str", &[]);
        check("def check_password(password, hashed):", &[]);
    }
}
