//! Words and marks of SQL, with comments stepped over and strings in one piece.

use memchr::memchr;

use super::bytes::{find, line_end, past, string_over_lines};

/// A piece of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A keyword, a name or a number.
    Word,
    /// A name in quotes or brackets.
    Quoted,
    /// A string, in quotes or dollars.
    String,
    /// A single byte of punctuation.
    Mark(u8),
    /// The end of a statement.
    End,
}

/// A piece and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A place in the text, and how to read on from there.
pub(crate) struct Tokens<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: usize,
    /// What ends a statement.
    pub(crate) delimiter: &'t str,
    /// Whether a backslash in a string takes the next byte with it, as MySQL has it.
    has_escapes: bool,
    /// Cleared once a dollar quote did not close: no later one is looked for.
    has_dollars: bool,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(text: &'t str) -> Tokens<'t> {
        let has_escapes = memchr(b'`', text.as_bytes()).is_some();
        Tokens { text, at: 0, delimiter: ";", has_escapes, has_dollars: true }
    }

    /// The token that comes next, which stays next.
    pub(crate) fn peek(&mut self) -> Option<Token> {
        let at = self.at;
        let token = self.next();
        self.at = at;
        token
    }

    /// Whether the token is this keyword.
    pub(crate) fn is(&self, token: Token, word: &str) -> bool {
        token.kind == Kind::Word && self.text[token.start..token.end].eq_ignore_ascii_case(word)
    }

    /// Whether the token is one of these keywords.
    pub(crate) fn is_any(&self, token: Token, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(token, word))
    }

    /// Whether the token begins its line.
    pub(crate) fn begins_line(&self, token: Token) -> bool {
        token.start == 0 || self.text.as_bytes()[token.start - 1] == b'\n'
    }

    /// The name that the token gives, without quotes.
    pub(crate) fn name(&self, token: Token) -> &'t str {
        match token.kind {
            Kind::Quoted => self.text[token.start + 1..token.end].trim_end_matches(['"', '`', ']']),
            _ => &self.text[token.start..token.end],
        }
    }

    /// One past the string, name or mark that begins at `at`, and what it is.
    fn piece(&mut self, at: usize, byte: u8) -> (Kind, usize) {
        let bytes = self.text.as_bytes();
        match byte {
            b'\'' => {
                let is_e =
                    at > 0 && bytes[at - 1] | 0x20 == b'e' && (at < 2 || !is_word(bytes[at - 2]));
                (Kind::String, string_over_lines(bytes, at + 1, b'\'', self.has_escapes || is_e))
            }
            b'"' | b'`' => (Kind::Quoted, string_over_lines(bytes, at + 1, byte, false)),
            b'[' if bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic) => {
                let len = bytes[at..].iter().take(200).position(|b| *b == b']' || *b == b'\n');
                match len.filter(|n| bytes[at + n] == b']') {
                    Some(n) => (Kind::Quoted, at + n + 1),
                    None => (Kind::Mark(byte), at + 1),
                }
            }
            b'$' if self.has_dollars => match self.dollars(at) {
                Some(end) => (Kind::String, end),
                None => (Kind::Mark(byte), at + 1),
            },
            _ if is_word(byte) => {
                let len = bytes[at..].iter().take_while(|b| is_word(**b)).count();
                (Kind::Word, at + len)
            }
            _ => (Kind::Mark(byte), at + 1),
        }
    }

    /// One past the string `$tag$ … $tag$` at `at`.
    fn dollars(&mut self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let tag = bytes[at + 1..].iter().take(64).position(|b| !is_word(*b) || *b == b'$')?;
        let is_tag = bytes[at + 1 + tag] == b'$' && !bytes[at + 1].is_ascii_digit();
        let opening = &bytes[at..at + tag + 2];
        let end = is_tag.then(|| find(bytes, at + opening.len(), opening))?;
        self.has_dollars = end.is_some();
        end.map(|end| end + opening.len())
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_$@".contains(&byte) || byte >= 0x80
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.at;
            let byte = *bytes.get(start)?;
            let next = bytes.get(start + 1).copied().unwrap_or(0);
            let is_line_start = start == 0 || bytes[start - 1] == b'\n';
            if bytes[start..].starts_with(self.delimiter.as_bytes()) {
                self.at = start + self.delimiter.len();
                return Some(Token { kind: Kind::End, start, end: self.at });
            }
            self.at = match byte {
                b if b.is_ascii_whitespace() => start + 1,
                b'-' if next == b'-' => line_end(bytes, start),
                b'#' | b'\\' if is_line_start => line_end(bytes, start),
                b'/' if next == b'*' => past(bytes, start + 2, b"*/"),
                _ => {
                    let (kind, end) = self.piece(start, byte);
                    self.at = end;
                    return Some(Token { kind, start, end });
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = Tokens::new(text).map(|t| &text[t.start..t.end]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn pieces() {
        check("a.\"b c\" -- x\n;'it''s';", &["a", ".", "\"b c\"", ";", "'it'", "'s'", ";"]);
        check("$$;$$ $f$ $$ $f$ $1 a$b", &["$$;$$", "$f$ $$ $f$", "$", "1", "a$b"]);
        check(
            "/* ; */ E'\\'' '\\' [x y] i[1]",
            &["E", "'\\''", "'\\'", "[x y]", "i", "[", "1", "]"],
        );
        check("`a` 'it\\'s'", &["`a`", "'it\\'s'"]);
        check("$open$ ; é", &["$", "open$", ";", "é"]);
        check("'open ;", &["'open ;"]);
    }
}
