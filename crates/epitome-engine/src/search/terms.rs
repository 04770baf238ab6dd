//! Text to terms: what the word indexes count and what a query is looked up by.
//!
//! A run of letters, digits and underscores is an identifier or a word. It is cut where its case
//! changes and at underscores; each part is a term, in lower case and without its English ending. A
//! run of several parts is a term as a whole too, in lower case and without underscores, so that
//! `readFile` finds `read_file` before what has `read` and `file` apart. Chinese, Japanese and Korean
//! text, which has no spaces, is cut into pairs of characters.
//!
//! Most runs of a repository come again and again, so what a run is cut into is remembered.

use std::hash::BuildHasher as _;

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use rust_stemmers::{Algorithm, Stemmer};

/// A run longer than this is no word: a key, a hash, data.
const LONGEST_RUN: usize = 64;
/// So many different runs are remembered before all are forgotten; text by machines has no end of them.
const MOST_RUNS: usize = 200_000;

/// A term of a text and where its run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// Byte offset of the run it is from.
    pub(crate) start: u32,
    /// Number of the term, for [`Splitter::term`].
    pub(crate) term: u32,
}

/// Cuts texts into terms, and numbers these.
pub(crate) struct Splitter {
    stemmer: Stemmer,
    hasher: RandomState,
    /// The runs met, by hash: where the run lies in `text` and its terms in `cut`.
    runs: HashTable<Run>,
    text: String,
    cut: Vec<u32>,
    terms: Vec<Box<str>>,
    by_term: HashTable<u32>,
    part: String,
    whole: String,
}

#[derive(Clone, Copy)]
struct Run {
    text: (u32, u32),
    cut: (u32, u32),
}

impl Default for Splitter {
    fn default() -> Self {
        Self {
            stemmer: Stemmer::create(Algorithm::English),
            hasher: RandomState::default(),
            runs: HashTable::new(),
            text: String::new(),
            cut: Vec::new(),
            terms: Vec::new(),
            by_term: HashTable::new(),
            part: String::new(),
            whole: String::new(),
        }
    }
}

impl Splitter {
    /// The term with this number.
    pub(crate) fn term(&self, number: u32) -> &str {
        self.terms.get(number as usize).map_or("", |term| term)
    }

    /// How many terms have a number.
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    /// Forgets everything if too much is remembered. Numbers given before mean nothing afterwards.
    pub(crate) fn tidy(&mut self) {
        if self.runs.len() > MOST_RUNS {
            *self = Self::default();
        }
    }

    /// Adds the terms of a text to `out`, in order.
    pub(crate) fn split(&mut self, text: &str, out: &mut Vec<Token>) {
        let bytes = text.as_bytes();
        let mut at = 0;
        let mut before: Option<char> = None;
        while let Some(&byte) = bytes.get(at) {
            if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80 {
                let (end, is_plain) = run_end(text, at);
                if end > at {
                    before = None;
                    self.run(&text[at..end], at as u32, is_plain, out);
                    at = end;
                    continue;
                }
                // A character that is in no run: of a script without spaces, or no letter at all.
                let c = text[at..].chars().next().unwrap_or(' ');
                before = self.lone(c, before, &text[at + c.len_utf8()..], at as u32, out);
                at += c.len_utf8();
            } else {
                before = None;
                at += 1;
            }
        }
    }

    /// A character of a script without spaces makes a pair with the one before it.
    fn lone(
        &mut self,
        c: char,
        before: Option<char>,
        rest: &str,
        start: u32,
        out: &mut Vec<Token>,
    ) -> Option<char> {
        if !is_unspaced(c) {
            return None;
        }
        let mut pair = String::new();
        match before {
            Some(before) => pair.push(before),
            None if rest.chars().next().is_some_and(is_unspaced) => return Some(c),
            None => {}
        }
        pair.push(c);
        let term = self.number(&pair);
        out.push(Token { start, term });
        Some(c)
    }

    fn run(&mut self, run: &str, start: u32, is_plain: bool, out: &mut Vec<Token>) {
        if run.len() > LONGEST_RUN {
            return;
        }
        let hash = self.hasher.hash_one(run);
        let same = |known: &Run| &self.text[known.text.0 as usize..known.text.1 as usize] == run;
        let found = self.runs.find(hash, same).copied();
        let known = found.unwrap_or_else(|| self.learn(run, hash, is_plain));
        let cut = &self.cut[known.cut.0 as usize..known.cut.1 as usize];
        out.extend(cut.iter().map(|&term| Token { start, term }));
    }

    fn learn(&mut self, run: &str, hash: u64, is_plain: bool) -> Run {
        let first = self.cut.len() as u32;
        let mut part = std::mem::take(&mut self.part);
        let mut whole = std::mem::take(&mut self.whole);
        part.clear();
        whole.clear();
        let mut parts = 0;
        let mut end_part = |this: &mut Self, part: &mut String, whole: &mut String| {
            if !part.is_empty() {
                parts += 1;
                whole.push_str(part);
                let term = this.stem(part, is_plain);
                this.cut.push(term);
                part.clear();
            }
        };
        let mut before = '_';
        let mut characters = run.chars().peekable();
        while let Some(c) = characters.next() {
            let begins_word = characters.peek().is_some_and(|next| next.is_lowercase());
            let begins = c.is_uppercase()
                && (before.is_lowercase()
                    || before.is_ascii_digit()
                    || before.is_uppercase() && begins_word);
            if c == '_' || begins {
                end_part(self, &mut part, &mut whole);
            }
            if c != '_' {
                part.extend(c.to_lowercase());
            }
            before = c;
        }
        end_part(self, &mut part, &mut whole);
        if parts > 1 {
            let term = self.number(&whole);
            self.cut.push(term);
        }
        (self.part, self.whole) = (part, whole);
        let text = (self.text.len() as u32, (self.text.len() + run.len()) as u32);
        self.text.push_str(run);
        let known = Run { text, cut: (first, self.cut.len() as u32) };
        let (hasher, all) = (&self.hasher, &self.text);
        self.runs.insert_unique(hash, known, |known| {
            hasher.hash_one(&all[known.text.0 as usize..known.text.1 as usize])
        });
        known
    }

    /// The term of a part. Only words of plain letters have English endings.
    fn stem(&mut self, part: &str, is_plain: bool) -> u32 {
        if is_plain && part.len() > 3 && !part.bytes().any(|byte| byte.is_ascii_digit()) {
            let stem = self.stemmer.stem(part).into_owned();
            return self.number(&stem);
        }
        self.number(part)
    }

    fn number(&mut self, term: &str) -> u32 {
        let hash = self.hasher.hash_one(term);
        let terms = &self.terms;
        if let Some(&number) = self.by_term.find(hash, |&at| &*terms[at as usize] == term) {
            return number;
        }
        let number = self.terms.len() as u32;
        self.terms.push(term.into());
        let (hasher, terms) = (&self.hasher, &self.terms);
        self.by_term.insert_unique(hash, number, |&at| hasher.hash_one(&*terms[at as usize]));
        number
    }
}

/// Where the run at `start` ends, and whether it is of ASCII alone. It ends where it begins if there
/// is none.
fn run_end(text: &str, start: usize) -> (usize, bool) {
    let bytes = text.as_bytes();
    let mut at = start;
    let mut is_plain = true;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            at += 1;
        } else if byte >= 0x80 {
            let c = text[at..].chars().next().unwrap_or(' ');
            if !c.is_alphanumeric() || is_unspaced(c) {
                break;
            }
            is_plain = false;
            at += c.len_utf8();
        } else {
            break;
        }
    }
    (at, is_plain)
}

/// Whether it belongs to a script that writes words without spaces between them.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xac00..=0xd7af | 0x2_0000..=0x3_134f)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn terms(text: &str) -> Vec<String> {
        let (mut splitter, mut tokens) = (Splitter::default(), Vec::new());
        splitter.split(text, &mut tokens);
        tokens.iter().map(|token| splitter.term(token.term).to_owned()).collect()
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(terms(text).join(" "), expected, "{text}");
    }

    #[test]
    fn identifiers_are_split_and_kept_whole() {
        check("readFile", "read file readfile");
        check("read_file", "read file readfile");
        check("READ_FILE", "read file readfile");
        check("HTTPServer2Config", "http server2 config httpserver2config");
        check("__init__", "init");
        check("base64 sha256 utf8", "base64 sha256 utf8");
        check("x", "x");
        check("", "");
    }

    #[test]
    fn endings_do_not_matter() {
        check("parses parsed parsing parse", "pars pars pars pars");
        check("queries query", "queri queri");
        check("class", "class");
    }

    #[test]
    fn scripts_without_spaces_are_cut_into_pairs() {
        check("解析配置文件", "解析 析配 配置 置文 文件");
        check("解 x 析", "解 x 析");
        check("設定を読む read_file", "設定 定を を読 読む read file readfile");
        check("über Größe", "über größe");
    }

    #[test]
    fn what_is_no_word_is_left_out() {
        check(&"a".repeat(65), "");
        check("… → ½", "½");
        check("🙂 ok", "ok");
    }

    #[test]
    fn tokens_say_where_their_run_begins() {
        let (mut splitter, mut tokens) = (Splitter::default(), Vec::new());
        splitter.split("a readFile", &mut tokens);
        let starts: Vec<u32> = tokens.iter().map(|token| token.start).collect();
        assert_eq!(starts, [0, 2, 2, 2]);
    }

    proptest! {
        #[test]
        fn what_is_remembered_changes_nothing(texts in prop::collection::vec("\\PC{0,40}", 1..8)) {
            let (mut splitter, mut tokens) = (Splitter::default(), Vec::new());
            for text in texts.iter().chain(&texts) {
                tokens.clear();
                splitter.split(text, &mut tokens);
                let found: Vec<String> =
                    tokens.iter().map(|token| splitter.term(token.term).to_owned()).collect();
                prop_assert_eq!(found, terms(text));
            }
        }
    }
}
