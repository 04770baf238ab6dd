//! Calls inside bare tokens: what a Rust macro is given is not parsed, but its calls are real.

use epitome_model::outline::Call;
use tree_sitter::Node;

use super::{MAX_FACTS, Walker, byte, line_of};

impl Walker<'_> {
    /// Reads `name(` off the text of a token tree, strings skipped.
    pub(super) fn token_tree(&mut self, node: Node<'_>) {
        // The trees inside were read with the outermost one.
        if node.start_byte() < self.tokens_until {
            return;
        }
        self.tokens_until = node.end_byte();
        let first_line = line_of(node);
        let found = calls_in(self.source(node), first_line);
        let calls = &mut self.facts().calls;
        let room = MAX_FACTS.saturating_sub(calls.len());
        calls.extend(found.into_iter().take(room));
    }
}

fn calls_in(text: &str, first_line: u32) -> Vec<Call> {
    let bytes = text.as_bytes();
    let mut calls = Vec::new();
    let mut line = first_line;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => line += 1,
            b'"' => {
                let end = string_end(bytes, at);
                line += byte(memchr::memchr_iter(b'\n', &bytes[at..end]).count());
                at = end;
                continue;
            }
            c if is_name_start(c) => {
                let start = at;
                while at < bytes.len() && is_name(bytes[at]) {
                    at += 1;
                }
                let is_macro = bytes.get(at) == Some(&b'!')
                    && matches!(bytes.get(at + 1), Some(b'(' | b'[' | b'{'));
                if is_macro || bytes.get(at) == Some(&b'(') && !is_keyword(&text[start..at]) {
                    calls.push(Call {
                        name: text[start..at].into(),
                        receiver: receiver_before(text, start),
                        line,
                        ..Call::default()
                    });
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    calls
}

fn string_end(bytes: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The name path right before `.name(` or `::name(`.
fn receiver_before(text: &str, start: usize) -> Option<epitome_model::text::Text> {
    let before = &text[..start];
    let before = before.strip_suffix('.').or_else(|| before.strip_suffix("::"))?;
    let from = before
        .rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | ':')))
        .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
    let receiver = before[from..].trim_start_matches(['.', ':']);
    Some(if receiver.is_empty() { "…".into() } else { receiver.into() })
}

fn is_name_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_' || c >= 0x80
}

fn is_name(c: u8) -> bool {
    is_name_start(c) || c.is_ascii_digit()
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "match"
            | "while"
            | "for"
            | "return"
            | "in"
            | "let"
            | "fn"
            | "as"
            | "Some"
            | "Ok"
            | "Err"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read_off_tokens() {
        let calls = calls_in(
            "(f(x),\n \"g(\\\"(\", self.a.b(1), A::new(), if (x) {}, 日本(1), m![a != b])",
            5,
        );
        let got: Vec<String> = calls
            .iter()
            .map(|c| {
                format!(
                    "{}:{}{}",
                    c.line,
                    c.receiver.as_ref().map_or(String::new(), |r| format!("{r}.")),
                    c.name
                )
            })
            .collect();
        assert_eq!(got, ["5:f", "6:self.a.b", "6:A.new", "6:日本", "6:m"]);
    }
}
