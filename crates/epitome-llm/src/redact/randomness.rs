//! Names and references are not secrets: what a value looks like where only its place speaks for it.

use super::entropy::entropy;

/// Whether the text stands for a value that lies elsewhere, or for none: `${TOKEN}`, `{{ token }}`,
/// `<token>`, `%s`, `os.environ`, `xxxx`, `changeme`.
pub(super) fn is_reference(text: &str) -> bool {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let framed = [
        ("${", "}"),
        ("{", "}"),
        ("<", ">"),
        ("%", "%"),
        ("[", "]"),
        ("$(", ")"),
        ("@", "@"),
        ("#{", "}"),
    ];
    framed.iter().any(|(open, close)| text.starts_with(open) && text.ends_with(close))
        || lower.starts_with('$')
            && lower[1..].bytes().all(|b| b.is_ascii_alphabetic() || b == b'_')
        || text.starts_with('%') && text.len() <= 3
        || lower.contains("redacted")
        || same_letters(&lower)
        || is_word_for_password(&lower)
        || PLACEHOLDERS.iter().any(|placeholder| lower.contains(placeholder))
        || NOTHING.contains(&lower.as_str())
        || [
            "process.env",
            "os.environ",
            "os.getenv",
            "system.getenv",
            "config.",
            "settings.",
            "self.",
            "this.",
            "env.",
        ]
        .iter()
        .any(|start| lower.starts_with(start))
}

const PLACEHOLDERS: [&str; 10] = [
    "changeme",
    "change_me",
    "change-me",
    "your_",
    "your-",
    "placeholder",
    "example",
    "xxxxx",
    "*****",
    "....",
];

const NOTHING: [&str; 16] = [
    "true",
    "false",
    "null",
    "none",
    "nil",
    "undefined",
    "password",
    "passwd",
    "secret",
    "token",
    "string",
    "str",
    "required",
    "optional",
    "hidden",
    "bearer",
];

/// `password1` and `new_password2` are fields of forms.
fn is_word_for_password(lower: &str) -> bool {
    let stem = lower.strip_suffix(|c: char| c.is_ascii_digit()).unwrap_or(lower);
    ["password", "passwd"].iter().any(|word| stem.ends_with(word))
        && stem.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

fn same_letters(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_none_or(|first| bytes.all(|byte| byte == first))
}

/// Whether a text looks made by chance rather than by a person who names things: letters, digits and
/// cases follow each other without the pattern of words.
pub(super) fn looks_random(text: &str) -> bool {
    let mut random = 0;
    let mut total = 0;
    for part in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()) {
        total += part.len();
        if is_random_part(part) {
            random += part.len();
        }
    }
    random >= 6 && random * 2 >= total
}

fn is_random_part(part: &str) -> bool {
    let digits = part.bytes().filter(u8::is_ascii_digit).count();
    let letters = part.len() - digits;
    if part.len() < 5 || letters == 0 && part.len() < 12 {
        return false;
    }
    if letters == 0 {
        return true;
    }
    // `sha256`, `utf8`, `v2`: a word with its number.
    let stem = part.trim_end_matches(|c: char| c.is_ascii_digit());
    if digits <= 4
        && stem.bytes().all(|byte| byte.is_ascii_alphabetic())
        && changes(stem) * 4 <= stem.len() + 1
    {
        return false;
    }
    changes(part) * 4 >= part.len() || digits * 4 >= part.len() || is_even(part)
}

/// Long, of all classes, and spread as words are not.
fn is_even(part: &str) -> bool {
    let bytes = part.as_bytes();
    part.len() >= 20
        && bytes.iter().any(u8::is_ascii_digit)
        && bytes.iter().any(u8::is_ascii_uppercase)
        && bytes.iter().any(u8::is_ascii_lowercase)
        && entropy(bytes) > 4.05
}

/// How often the class of the letter changes; from one capital to small letters is how words begin.
fn changes(part: &str) -> usize {
    let class = |byte: u8| match byte {
        b'0'..=b'9' => 0,
        b'A'..=b'Z' => 1,
        _ => 2,
    };
    let bytes = part.as_bytes();
    bytes
        .windows(2)
        .filter(|pair| {
            class(pair[0]) != class(pair[1]) && (class(pair[0]), class(pair[1])) != (1, 2)
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_not_random() {
        for text in [
            "get_token_from_request",
            "MySecretValueProvider",
            "sha256_hash",
            "access-token-v2",
            "application/json",
            "user.session.token",
            "HTTP_AUTHORIZATION",
            "utf8",
            "2024-01-31",
            "base64EncodedKey",
            "aes-256-gcm",
            "kubernetes.io/tls",
            "X-Api-Key",
            "oauth2_provider",
        ] {
            assert!(!looks_random(text), "{text}");
        }
        for text in [
            "8f14e45fceea167a5a36dedd4bea2543",
            "wJalrXUtnFEMIK7MDENGbPxRfiCYzzzz",
            "d41d8cd9-8f00-b204-e980-0998ecf8427e",
            "aB3xK9mQ2pL7",
            "s3cr3tV4lu3x9",
            "Zm9vYmFyYmF6cXV4MTIzNDU2",
        ] {
            assert!(looks_random(text), "{text}");
        }
    }

    #[test]
    fn references_are_not_secrets() {
        for text in [
            "${TOKEN}",
            "$TOKEN",
            "{{ token }}",
            "<token>",
            "%s",
            "",
            "xxxxxxxx",
            "changeme",
            "your_api_key",
            "new_password2",
            "None",
        ] {
            assert!(is_reference(text), "{text}");
        }
        for text in ["hunter2", "$ecret99", "p%40ss"] {
            assert!(!is_reference(text), "{text}");
        }
    }
}
