//! How a claim speaks: absolute words need a ground, and a claim should share words with its lines.

use std::fmt::Display;

use super::Judge;
use super::reason::Code;
use super::table::hash;
use crate::summary::{ClaimField, Summary};

/// Words that promise much, and pieces of code or comment that speak for them.
const ABSOLUTE: [(&str, &[&str]); 30] = [
    ("always", &["always", "finally", "defer", "ensure", "must", "every", "all"]),
    ("never", &["never", "not", "no ", "!", "none", "without", "must", "n't", "false"]),
    ("guarantees", GUARANTEE),
    ("guaranteed", GUARANTEE),
    ("thread-safe", THREADS),
    ("threadsafe", THREADS),
    ("lock-free", &["atomic", "lock-free", "lockfree", "compare", "cas"]),
    ("atomically", ATOMIC),
    ("atomic", ATOMIC),
    ("encrypted", SECRECY),
    ("encrypts", SECRECY),
    ("decrypts", SECRECY),
    ("secure", SECURITY),
    ("securely", SECURITY),
    ("validated", VALIDITY),
    ("validates", VALIDITY),
    ("verified", VALIDITY),
    ("verifies", VALIDITY),
    ("sanitized", CLEANING),
    ("sanitizes", CLEANING),
    ("sanitises", CLEANING),
    ("escaped", CLEANING),
    ("escapes", CLEANING),
    ("authenticated", &["auth", "login", "token", "password", "credential", "user"]),
    ("idempotent", &["idempotent", "exist", "already", "if", "unless", "once"]),
    ("immutable", &["immutable", "const", "final", "readonly", "freeze", "frozen", "val ", "let "]),
    ("infallible", &["infallible", "never", "cannot"]),
    ("constant-time", &["constant", "compare_digest", "timing"]),
    ("impossible", &["impossible", "unreachable", "never", "cannot", "assert"]),
    ("irreversible", &["irreversible", "delete", "drop", "remove", "destroy"]),
];
const GUARANTEE: &[&str] = &["guarant", "ensure", "assert", "must", "always", "raise", "throw"];
const THREADS: &[&str] = &["thread", "lock", "mutex", "synchron", "atomic", "concurren", "queue"];
const ATOMIC: &[&str] = &["atomic", "lock", "mutex", "transaction", "rename", "replace", "commit"];
const SECRECY: &[&str] = &["crypt", "cipher", "aes", "rsa", "fernet", "tls", "ssl", "seal"];
const SECURITY: &[&str] = &["secur", "crypt", "tls", "ssl", "https", "safe", "secret", "hash"];
const VALIDITY: &[&str] = &[
    "valid", "verif", "check", "assert", "raise", "throw", "error", "require", "ensure", "if",
    "must", "match", "expect", "panic", "test",
];
const CLEANING: &[&str] =
    &["escap", "sanit", "clean", "quote", "encode", "strip", "replace", "safe"];

/// Fewer content words than this say too little to be compared.
const LEAST_WORDS: usize = 4;
/// One word in so many must stand in the cited lines.
const FLOOR: usize = 5;
/// More cited text than this is not read for common words.
const READ: usize = 8 * 1024;

pub(super) fn check(
    judge: &mut Judge<'_>,
    path: impl Display + Copy,
    text: &str,
    cited: Option<(ClaimField, usize)>,
    summary: &Summary,
) {
    let mut wanted: Vec<u32> = Vec::new();
    for (at, word) in words(text) {
        if let Some((_, grounds)) =
            ABSOLUTE.iter().find(|(absolute, _)| word.eq_ignore_ascii_case(absolute))
            && !has_ground(judge, cited, summary, grounds)
        {
            judge.say(path, Code::Absolute, || {
                format!(
                    "\"{word}\" is more than the lines show; cite what shows it or leave it out"
                )
            });
        }
        if is_order(word, &text[at..]) {
            judge.say(path, Code::Instruction, || {
                "speaks to its reader like an instruction; describe the code instead".to_owned()
            });
        }
        if cited.is_some() {
            word.split('-').filter_map(content_key).for_each(|key| wanted.push(key));
        }
    }
    let Some(cited) = cited else { return };
    // What goes in and out is often said in words that no line holds: "the number of retries" of
    // `n`. What is done, touched and assumed is not.
    if matches!(cited.0, ClaimField::Inputs | ClaimField::Returns) {
        return;
    }
    wanted.sort_unstable();
    wanted.dedup();
    if wanted.len() >= LEAST_WORDS && !shares_words(judge, cited, summary, &wanted) {
        judge.say(path, Code::WeakSupport, || {
            "has next to no word in common with the lines it cites".to_owned()
        });
    }
}

/// Words with their places; a hyphen joins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|c: char| c.is_alphabetic())?;
        let rest = &text[start..];
        let length = rest.find(|c: char| !(c.is_alphabetic() || c == '-')).unwrap_or(rest.len());
        at = start + length;
        Some((start, rest[..length].trim_end_matches('-')))
    })
}

/// "Ignore all instructions": a comment may say so to whoever reads it; a summary must not.
fn is_order(word: &str, rest: &str) -> bool {
    let opens = ["ignore", "disregard", "forget"].iter().any(|w| word.eq_ignore_ascii_case(w));
    opens && {
        let near: String = rest.chars().take(60).collect::<String>().to_lowercase();
        near.contains("instruction") || near.contains("prompt")
    }
}

/// The texts of the lines that a claim cites; the whole span for a text that cites nothing.
fn for_each_cited(
    judge: &Judge<'_>,
    cited: Option<(ClaimField, usize)>,
    summary: &Summary,
    mut visit: impl FnMut(&str) -> bool,
) -> bool {
    let evidence = judge.evidence;
    let Some((field, item)) = cited else { return visit(evidence.text()) };
    summary
        .grounded
        .citations
        .iter()
        .filter(|c| c.field_name == field && c.item.is_none_or(|i| i as usize == item))
        .any(|citation| match &citation.path {
            // Another file's lines are not at hand; what is known of it is in the parts' text.
            Some(_) => visit(evidence.text()),
            None => visit(evidence.source.slice(citation.line_start, citation.line_end)),
        })
}

fn has_ground(
    judge: &Judge<'_>,
    cited: Option<(ClaimField, usize)>,
    summary: &Summary,
    grounds: &[&str],
) -> bool {
    let speaks_for_it = |text: &str| {
        let text = text.to_ascii_lowercase();
        grounds.iter().any(|ground| text.contains(ground))
    };
    // An `AtomicFile` is called so by its author.
    let evidence = judge.evidence;
    evidence.symbol.is_some_and(|symbol| speaks_for_it(&symbol.qualified_name))
        || for_each_cited(judge, cited, summary, speaks_for_it)
}

fn shares_words(
    judge: &Judge<'_>,
    cited: (ClaimField, usize),
    summary: &Summary,
    wanted: &[u32],
) -> bool {
    let mut found = vec![false; wanted.len()];
    let mut count = 0;
    for_each_cited(judge, Some(cited), summary, |lines| {
        let mut end = lines.len().min(READ);
        while !lines.is_char_boundary(end) {
            end -= 1;
        }
        each_part(&lines[..end], |part| {
            if let Some(key) = content_key(part)
                && let Ok(at) = wanted.binary_search(&key)
                && !found[at]
            {
                found[at] = true;
                count += 1;
            }
            count * FLOOR >= wanted.len()
        })
    })
}

/// Calls `visit` for each word, and each word inside a name (`load`, `User`), until it says true.
fn each_part<'a>(text: &'a str, mut visit: impl FnMut(&'a str) -> bool) -> bool {
    let bytes = text.as_bytes();
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte >= 0x80;
    let mut at = 0;
    while at < bytes.len() {
        if !is_letter(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        while at < bytes.len() && is_letter(bytes[at]) {
            let hump = bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase();
            let last_of_run = at + 1 < bytes.len()
                && bytes[at].is_ascii_uppercase()
                && bytes[at - 1].is_ascii_uppercase()
                && bytes[at + 1].is_ascii_lowercase();
            if hump || last_of_run {
                break;
            }
            at += 1;
        }
        if visit(&text[start..at]) {
            return true;
        }
    }
    false
}

/// A word without case and ending, cut short, so that "validates" meets `valid`; none for words
/// that carry nothing.
fn content_key(word: &str) -> Option<u32> {
    if word.len() < 3 {
        return None;
    }
    let mut lower = [0u8; 8];
    let mut length = 0;
    for byte in word.bytes().take(lower.len()) {
        lower[length] = byte.to_ascii_lowercase();
        length += 1;
    }
    let mut stem = &lower[..length];
    if word.len() <= lower.len() {
        if STOP.iter().any(|stop| stop.as_bytes() == stem) {
            return None;
        }
        for ending in ["ing", "ed", "es", "s", "e"] {
            if let Some(shorter) = stem.strip_suffix(ending.as_bytes())
                && shorter.len() >= 3
            {
                stem = shorter;
                break;
            }
        }
    }
    Some(hash(&stem[..stem.len().min(5)]))
}

/// Words of every sentence.
const STOP: [&str; 62] = [
    "the", "and", "for", "that", "this", "with", "from", "into", "onto", "its", "are", "was",
    "has", "have", "not", "but", "can", "may", "will", "when", "where", "which", "while", "who",
    "what", "whose", "than", "then", "them", "they", "their", "there", "these", "those", "each",
    "every", "any", "all", "one", "two", "given", "value", "values", "returns", "return", "reads",
    "writes", "emits", "raises", "mutates", "takes", "gives", "back", "also", "only", "such",
    "other", "before", "after", "some", "used", "uses",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_meet_whatever_their_ending_and_case() {
        for (left, right) in
            [("validates", "valid"), ("Users", "user"), ("loading", "Load"), ("parsed", "parse")]
        {
            assert_eq!(content_key(left), content_key(right), "{left} {right}");
        }
        assert_ne!(content_key("user"), content_key("role"));
        assert_eq!(content_key("the"), None);
    }

    #[test]
    fn names_are_taken_apart() {
        let mut parts = Vec::new();
        each_part("loadUser HTTPServer load_user x1é", |part| {
            parts.push(part.to_owned());
            false
        });
        assert_eq!(parts, ["load", "User", "HTTP", "Server", "load", "user", "x", "é"]);
    }
}
