//! Strings and numbers that people wrote for a reason.

use epitome_model::outline::Literal;
use epitome_model::text::{Text, fold};
use tree_sitter::Node;

use super::names::clean_name;
use super::{Walker, line_of};
use crate::comments::unquote;

const LITERAL_CHARS: usize = 200;
/// Distinct literals kept of one symbol.
const MAX_LITERALS: usize = 64;

impl Walker<'_> {
    pub(super) fn string(&mut self, node: Node<'_>, depth: u32) {
        if self.docstring_at == Some(node.start_byte()) || node.end_byte() <= self.import_end {
            return;
        }
        let value = unquote(self.source(node));
        if says_something(value) {
            self.push_literal(fold(value, LITERAL_CHARS), false, node, depth);
        }
    }

    pub(super) fn number(&mut self, node: Node<'_>, depth: u32) {
        let value = self.source(node);
        if !matches!(value, "0" | "1" | "2" | "-1" | "0.0" | "1.0" | "0u" | "1u") {
            self.push_literal(fold(value, 40), true, node, depth);
        }
    }

    fn push_literal(&mut self, value: Text, is_number: bool, node: Node<'_>, depth: u32) {
        // A key is not given to itself.
        let key = self.key_above(depth).filter(|range| range.start != node.start_byte());
        let name =
            key.map(|range| clean_name(self.text[range].trim_matches(['"', '\'', ':', ' '])));
        let line = line_of(node);
        let literals = &mut self.facts().literals;
        if literals.len() < MAX_LITERALS && !literals.iter().any(|l| l.value == value) {
            literals.push(Literal { value, name, is_number, line });
        }
    }
}

/// Whether a string was written for a reason: it has a word, a path, a flag.
fn says_something(value: &str) -> bool {
    value.chars().filter(|c| c.is_alphanumeric()).nth(1).is_some() && !is_expansion(value)
}

/// `"$name"`, `"${name}"` and `"$(command)"` quote a value, not words.
fn is_expansion(value: &str) -> bool {
    let Some(rest) = value.strip_prefix('$') else { return false };
    match rest.as_bytes().first() {
        Some(b'{') => rest.find('}') == Some(rest.len() - 1),
        Some(b'(') => rest.ends_with(')'),
        _ => rest.chars().all(|c| c.is_alphanumeric() || c == '_'),
    }
}

/// The first quoted piece of a text.
pub(super) fn first_quoted(text: &str) -> Option<Text> {
    let open = text.find(['"', '\'', '`'])?;
    let quote = text[open..].chars().next()?;
    let rest = &text[open + 1..];
    let mut escaped = false;
    for (i, c) in rest.char_indices() {
        match c {
            '\\' if !escaped => escaped = true,
            c if c == quote && !escaped => {
                let message = fold(&rest[..i], LITERAL_CHARS);
                return Some(message).filter(|m| !m.is_empty());
            }
            _ => escaped = false,
        }
    }
    None
}
