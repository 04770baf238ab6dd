//! What tells whether a symbol is the one a summary was made of (O42, D5).

use epitome_model::hash::{hex, source_sha256};
use epitome_model::outline::Symbol;

use super::shape::Shape;
use crate::update::Lines;

/// The version of the built-in prompt (O44). A template of the user's has a name with its hash instead.
pub const SUMMARIZER_PROMPT_VERSION: &str = "1";

/// A symbol's lines, and what they are known by.
#[derive(Clone, Debug)]
pub(crate) struct SymbolKey<'a> {
    /// First line.
    pub(crate) first_line: u32,
    /// Last line.
    pub(crate) last_line: u32,
    /// These lines, without the end of the last.
    pub(crate) text: &'a str,
    /// `sha256` of them, in hex (O42).
    pub(crate) content_hash: String,
    /// What layout and comments leave as it is; indentation counts where it is grammar.
    pub(crate) normalized: String,
}

impl<'a> SymbolKey<'a> {
    pub(crate) fn new(symbol: &Symbol, lines: &Lines<'a>) -> SymbolKey<'a> {
        let span = symbol.full_span();
        let (first_line, last_line) = (span.start_line.max(1), span.end_line.max(span.start_line));
        let text = lines.slice(first_line, last_line);
        let text = text.strip_suffix('\n').unwrap_or(text);
        SymbolKey {
            first_line,
            last_line,
            text,
            content_hash: hex(&source_sha256(text.as_bytes())),
            normalized: format!("{}:{:x}", hex(&symbol.content_hash), symbol.layout_hash),
        }
    }

    pub(crate) fn shape(&self) -> Shape {
        Shape::of(self.text)
    }
}
