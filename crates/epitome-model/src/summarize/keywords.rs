//! Words a person would search by, most telling first.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::text::Text;

use super::lexicon::{WordHasher, entry};
use super::words::split;

/// Keywords kept for one document.
const KEPT: usize = 12;

/// Counts words by how much they say.
pub(super) struct Keywords {
    /// Only looked up and sorted at the end, so its order does not matter.
    weights: HashMap<Text, (u32, u32), BuildHasherDefault<WordHasher>>,
    seen: u32,
}

impl Default for Keywords {
    fn default() -> Keywords {
        // Few symbols have more words, and growing step by step costs more than the room.
        let weights = HashMap::with_capacity_and_hasher(48, BuildHasherDefault::default());
        Keywords { weights, seen: 0 }
    }
}

impl Keywords {
    /// The words of an identifier.
    pub(super) fn name(&mut self, name: &str, weight: u32) {
        for word in split(name) {
            self.word(&word, weight);
        }
    }

    /// The words of prose.
    pub(super) fn prose(&mut self, text: &str, weight: u32) {
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-') {
            if word.len() >= 3 && word.len() <= 32 {
                self.name(word, weight);
            }
        }
    }

    fn word(&mut self, word: &str, weight: u32) {
        if word.len() < 2 || word.starts_with(|c: char| c.is_ascii_digit()) || word.len() > 40 {
            return;
        }
        let known = entry(word);
        if known.stop {
            return;
        }
        self.seen += 1;
        let seen = self.seen;
        let said = Text::from(known.said.unwrap_or(word));
        self.weights.entry(said).or_insert((0, seen)).0 += weight;
    }

    /// The best, by weight and then by place.
    pub(super) fn best(self) -> Vec<String> {
        let mut words: Vec<(u64, &Text)> = self
            .weights
            .iter()
            .map(|(word, (weight, at))| (u64::from(u32::MAX - weight) << 32 | u64::from(*at), word))
            .collect();
        words.sort_unstable_by_key(|(place, _)| *place);
        words.into_iter().take(KEPT).map(|(_, word)| word.as_str().to_owned()).collect()
    }
}

/// Words that are in every program or every sentence.
#[rustfmt::skip]
pub(super) const STOP: &[&str] = &[
    "a", "about", "after", "all", "also", "an", "and", "any", "are", "arg", "args", "as", "at",
    "be", "because", "been", "before", "but", "by", "call", "called", "can", "cls", "const",
    "could", "def", "default", "do", "does", "done", "each", "else", "end", "false", "fn", "for",
    "from", "func", "function", "get", "given", "had", "has", "have", "here", "how", "if", "impl",
    "in", "init", "int", "into", "is", "it", "its", "itself", "just", "len", "let", "made", "make",
    "makes", "may", "method", "more", "most", "must", "new", "nil", "no", "none", "not", "nothing",
    "null", "obj", "object", "of", "on", "once", "one", "only", "or", "other", "out", "over",
    "param", "params", "pub", "public", "result", "return", "returned", "returns", "same", "self",
    "set", "should", "so", "some", "static", "str", "string", "struct", "such", "take", "takes",
    "text", "than", "that", "the", "their", "them", "then", "there", "these", "they", "thing",
    "this", "to", "true", "two", "type", "up", "use", "used", "uses", "using", "val", "value",
    "values", "var", "void", "was", "we", "what", "when", "where", "whether", "which", "while",
    "who", "whose", "will", "with", "without", "would", "you", "your",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stop_list_is_sorted() {
        let mut sorted = STOP.to_vec();
        sorted.sort_unstable();
        assert_eq!(STOP, sorted);
    }

    #[test]
    fn telling_words_come_first() {
        let mut keywords = Keywords::default();
        keywords.name("parse_http_header", 3);
        keywords.prose("the header of a request", 2);
        assert_eq!(keywords.best(), ["header", "parse", "HTTP", "request"]);
    }
}
