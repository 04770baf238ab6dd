//! Steps over parts of SQL statements.

use super::bytes::clip;
use super::sql_tokens::{Kind, Token, Tokens};

impl Tokens<'_> {
    /// Skips these words; whether there was one.
    pub(crate) fn skip_words(&mut self, words: &[&str]) -> bool {
        let start = self.at;
        while let Some(token) = self.peek()
            && self.is_any(token, words)
        {
            self.at = token.end;
        }
        self.at > start
    }

    /// Whether this keyword comes next.
    pub(crate) fn next_is(&mut self, word: &str) -> bool {
        let next = self.peek();
        next.is_some_and(|token| self.is(token, word))
    }

    /// Takes a dotted name. An index without one is named by its table.
    pub(crate) fn dotted_name(&mut self) -> Option<String> {
        let mut name = String::new();
        loop {
            let token = self.peek().filter(|t| matches!(t.kind, Kind::Word | Kind::Quoted))?;
            self.at = token.end;
            let part = clip(self.name(token), 200);
            name.push_str(part);
            if name.eq_ignore_ascii_case("ON") {
                name.push(' ');
                continue;
            }
            if self.peek().is_none_or(|t| t.kind != Kind::Mark(b'.')) || name.len() > 400 {
                return Some(name);
            }
            self.next();
            name.push('.');
        }
    }

    /// Skips the rest of a statement: where its words end, and where it ends with its `;`.
    pub(crate) fn rest(&mut self, is_routine: bool) -> (usize, usize) {
        let mut blocks = 0usize;
        let mut end = self.at;
        while let Some(token) = self.peek() {
            let is_word = token.kind == Kind::Word;
            let begins_line = is_word && self.begins_line(token);
            if begins_line && self.is(token, "GO") {
                break;
            }
            if begins_line && blocks == 0 && self.is_any(token, &["CREATE", "ALTER"]) {
                break;
            }
            self.at = token.end;
            if token.kind == Kind::End {
                if blocks == 0 {
                    return (end, token.end);
                }
            } else if is_routine && is_word {
                blocks = self.blocks_after(token, blocks);
            }
            end = token.end;
        }
        (end, end)
    }

    /// How many blocks are open after `token`.
    fn blocks_after(&mut self, token: Token, blocks: usize) -> usize {
        if self.is_any(token, &["BEGIN", "CASE"]) {
            return blocks + 1;
        }
        if !self.is(token, "END") {
            return blocks;
        }
        if self.skip_words(&["IF", "LOOP", "WHILE", "REPEAT", "FOR"]) {
            return blocks;
        }
        self.skip_words(&["CASE"]);
        blocks.saturating_sub(1)
    }
}
