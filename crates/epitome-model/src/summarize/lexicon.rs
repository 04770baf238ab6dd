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

static LEXICON: LazyLock<HashMap<&'static str, Entry, BuildHasherDefault<Fnv>>> =
    LazyLock::new(|| {
        let mut all: HashMap<&'static str, Entry, BuildHasherDefault<Fnv>> = HashMap::default();
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

/// FNV-1a: short keys, no enemy.
#[derive(Clone, Copy)]
pub(super) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
