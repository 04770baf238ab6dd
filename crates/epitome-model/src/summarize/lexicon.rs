//! What is known of single words, behind one lookup.
//!
//! Every word of every name is looked up, several times; binary searches through five tables were a
//! fifth of all the time a summary takes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use super::keywords::STOP;
use super::verbs::{NOUNS_SECOND, NOUNS_TOO, VERBS};
use super::word_tables::{ABBREVIATIONS, ACRONYMS, ADJECTIVES, DOUBLED, MASS, UNINFLECTED};

/// What is known of a word.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    /// How it is written in a sentence, where that differs.
    pub(super) said: Option<&'static str>,
    /// It may lead a function's name and say what is done.
    pub(super) verb: bool,
    /// A verb that is as often a noun.
    pub(super) noun_too: bool,
    /// A verb that is mostly a noun in second place.
    pub(super) noun_second: bool,
    pub(super) adjective: bool,
    /// Takes no article.
    pub(super) mass: bool,
    /// Ends like a plural and is none.
    pub(super) uninflected: bool,
    /// Doubles its last letter: getting.
    pub(super) doubled: bool,
    /// Too common to search by.
    pub(super) stop: bool,
    /// Stands in people's prose, so that a sentence may hold it.
    pub(super) english: bool,
}

/// The word's entry; all false for an unknown word.
pub(super) fn entry(word: &str) -> Entry {
    LEXICON.get(word).copied().unwrap_or_default()
}

/// English words in lower case that were found in the prose or the names of a hundred repositories,
/// without short forms and without plurals. A word that is not among them is a name, and is shown as
/// one.
const ENGLISH: &str = include_str!("english.txt");

static LEXICON: LazyLock<HashMap<&'static str, Entry, BuildHasherDefault<WordHasher>>> =
    LazyLock::new(|| {
        let mut all: HashMap<&'static str, Entry, BuildHasherDefault<WordHasher>> =
            HashMap::default();
        for (short, long) in ABBREVIATIONS.iter().chain(ACRONYMS) {
            all.entry(short).or_default().said = Some(long);
        }
        for word in ENGLISH.split_ascii_whitespace() {
            all.entry(word).or_default().english = true;
        }
        let mut mark = |words: &'static [&'static str], set: fn(&mut Entry)| {
            for word in words {
                set(all.entry(word).or_default());
            }
        };
        mark(VERBS, |entry| entry.verb = true);
        mark(NOUNS_TOO, |entry| entry.noun_too = true);
        mark(NOUNS_SECOND, |entry| entry.noun_second = true);
        mark(ADJECTIVES, |entry| entry.adjective = true);
        mark(MASS, |entry| entry.mass = true);
        mark(UNINFLECTED, |entry| entry.uninflected = true);
        mark(DOUBLED, |entry| entry.doubled = true);
        mark(STOP, |entry| entry.stop = true);
        all
    });

/// A hash for short words, eight bytes at a time: no enemy chooses them to collide.
#[derive(Clone, Copy, Default)]
pub(super) struct WordHasher(u64);

impl WordHasher {
    fn mix(&mut self, eight: u64) {
        let wide = u128::from(self.0 ^ eight ^ 0x9e37_79b9_7f4a_7c15) * 0xa076_1d64_78bd_642f;
        self.0 = (wide as u64) ^ ((wide >> 64) as u64);
    }
}

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((eight, after)) = rest.split_first_chunk::<8>() {
            self.mix(u64::from_le_bytes(*eight));
            rest = after;
        }
        let tail = rest.iter().rev().fold(0, |tail, byte| tail << 8 | u64::from(*byte));
        self.mix(tail ^ (bytes.len() as u64) << 56);
    }

    /// What ends a text; its length is mixed in already.
    fn write_u8(&mut self, _: u8) {}
}
