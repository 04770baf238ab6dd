//! Ranking by words, as plain as it gets: BM25 over split identifiers.

use std::collections::HashMap;

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// An index over short texts.
#[derive(Default)]
pub(crate) struct Bm25 {
    words: HashMap<String, u32>,
    postings: Vec<Vec<(u32, u32)>>,
    lengths: Vec<u32>,
}

impl Bm25 {
    /// Adds the next text.
    pub(crate) fn add(&mut self, text: &str) {
        let doc = self.lengths.len() as u32;
        let mut counts: HashMap<u32, u32> = HashMap::new();
        let mut length = 0;
        tokens(text, |word| {
            let next = self.words.len() as u32;
            let id = match self.words.get(word) {
                Some(id) => *id,
                None => {
                    self.words.insert(word.to_owned(), next);
                    self.postings.push(Vec::new());
                    next
                }
            };
            *counts.entry(id).or_default() += 1;
            length += 1;
        });
        let mut counts: Vec<(u32, u32)> = counts.into_iter().collect();
        counts.sort_unstable();
        for (id, count) in counts {
            self.postings[id as usize].push((doc, count));
        }
        self.lengths.push(length);
    }

    /// The best texts for a query, ties in the order of adding.
    pub(crate) fn best(&self, query: &str, limit: usize) -> Vec<u32> {
        let mut ids: Vec<u32> = Vec::new();
        tokens(query, |word| {
            if let Some(id) = self.words.get(word)
                && !ids.contains(id)
            {
                ids.push(*id);
            }
        });
        let docs = self.lengths.len() as f64;
        let mean = self.lengths.iter().map(|l| f64::from(*l)).sum::<f64>() / docs.max(1.0);
        let mut scores = vec![0.0f64; self.lengths.len()];
        for id in ids {
            let found = &self.postings[id as usize];
            let idf = ((docs - found.len() as f64 + 0.5) / (found.len() as f64 + 0.5) + 1.0).ln();
            for (doc, count) in found {
                let count = f64::from(*count);
                let length = f64::from(self.lengths[*doc as usize]);
                scores[*doc as usize] +=
                    idf * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length / mean));
            }
        }
        let mut ranked: Vec<u32> =
            (0..scores.len() as u32).filter(|doc| scores[*doc as usize] > 0.0).collect();
        ranked.sort_by(|a, b| scores[*b as usize].total_cmp(&scores[*a as usize]).then(a.cmp(b)));
        ranked.truncate(limit);
        ranked
    }
}

/// Words in lower case: identifiers whole and in parts.
fn tokens(text: &str, mut visit: impl FnMut(&str)) {
    for run in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
        if run.is_empty() {
            continue;
        }
        let mut parts: Vec<String> = Vec::new();
        let mut part = String::new();
        let mut previous = '_';
        let mut chars = run.chars().peekable();
        while let Some(c) = chars.next() {
            let next_is_lower = chars.peek().is_some_and(|next| next.is_lowercase());
            let starts = c.is_uppercase()
                && (previous.is_lowercase()
                    || previous.is_ascii_digit()
                    || previous.is_uppercase() && next_is_lower);
            if c == '_' || starts {
                parts.extend((!part.is_empty()).then(|| std::mem::take(&mut part)));
            }
            if c != '_' {
                part.extend(c.to_lowercase());
            }
            previous = c;
        }
        parts.extend((!part.is_empty()).then_some(part));
        if parts.len() > 1 {
            visit(&run.to_lowercase());
        }
        parts.iter().for_each(|part| visit(part));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_split_and_kept() {
        let mut words = Vec::new();
        tokens("readHTTPHeader of snake_case", |word| words.push(word.to_owned()));
        assert_eq!(
            words,
            ["readhttpheader", "read", "http", "header", "of", "snake_case", "snake", "case"]
        );
    }

    #[test]
    fn rare_words_rank_first() {
        let mut index = Bm25::default();
        for text in ["reads the file", "reads the header", "writes the file"] {
            index.add(text);
        }
        assert_eq!(index.best("header of the file", 2), [1, 0]);
    }
}
