//! What of a refusal is passed on.

use crate::secret::Secret;

/// So much of it.
const MAX_SAID: usize = 300;

/// The beginning of a body, on one line. Keys go before it is cut, because a key across the cut would
/// leave a part of itself (M26); control characters go because it is printed.
pub(crate) fn said(body: &[u8], secrets: &[&Secret]) -> String {
    let mut text = String::from_utf8_lossy(body).into_owned();
    for secret in secrets {
        text = secret.scrubbed_from(&text);
    }
    let visible = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let words: String = visible.collect();
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = line.chars().take(MAX_SAID).collect();
    if short.is_empty() { "(nothing)".to_owned() } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_go_before_the_cut() {
        let secret = Secret::new("sk-0123456789/abc+def");
        // M26: the key lies across the 300th character.
        let body = format!("{}sk-0123456789/abc+def and more", "x".repeat(292));
        let text = said(body.as_bytes(), &[&secret]);
        assert_eq!(text, format!("{}*** and", "x".repeat(292)) + " ");
    }

    #[test]
    fn keys_go_in_every_spelling() {
        let secret = Secret::new("sk-1/2\"+x");
        for spelling in ["sk-1/2\"+x", r#"sk-1\/2\"+x"#, r#"sk-1/2\"+x"#, "sk-1%2F2%22%2Bx"] {
            let text = said(format!("no such key: {spelling}!").as_bytes(), &[&secret]);
            assert_eq!(text, "no such key: ***!");
        }
        assert_eq!(said(b"\x1b[31mred\r\n\tx", &[]), "[31mred x");
        assert_eq!(said(b"", &[&Secret::new("")]), "(nothing)");
    }
}
