//! Documents and vectors made up for measuring.

use std::ops::Range;
use std::path::Path;

use anyhow::ensure;
use epitome_embed::{Side, embedded};
use epitome_index::sparse::{Bag, SparseDocument};

use crate::bench::vectors::made;
use crate::model::texts;

/// Terms of a document, and of a query.
const TERMS: usize = 80;
const QUERY_TERMS: usize = 8;
/// Terms there are.
const VOCABULARY: f64 = 500_000.0;
/// Documents and vectors made at a time.
pub(super) const BATCH: usize = 4096;
/// How far a repeated vector is from the real one: their cosine is about .9.
const NOISE: f32 = 0.05;

/// Numbers that look random and are always the same.
struct Chance(u64);

impl Chance {
    fn new(seed: usize) -> Self {
        let mut chance = Self((seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d);
        chance.next();
        chance
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to but without 1.
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The place of a term in the list of the most frequent ones, as Zipf's law has it.
    fn term(&mut self) -> u32 {
        VOCABULARY.powf(self.share()) as u32
    }
}

pub(super) fn id(row: usize) -> String {
    format!("crates/part{}/src/folder/file{}.rs::Type::method{row}", row / 5000, row / 20)
}

fn term(place: u32) -> String {
    // Spread over the alphabet, so that frequent ones do not stand together.
    format!("{:05x}{place}", place.wrapping_mul(0x9e37_79b1) >> 12)
}

/// Terms of a question: as in texts, but for the most frequent, which stop words are.
pub(super) fn query(at: usize) -> Vec<(String, f32)> {
    let mut chance = Chance::new(at ^ 0xabc_def0);
    let mut next = || loop {
        let place = chance.term();
        if place > 20 {
            return (term(place), 1.0);
        }
    };
    (0..QUERY_TERMS).map(|_| next()).collect()
}

/// Documents made one at a time, so that making them takes little of the time and memory.
pub(super) struct Documents {
    terms: Vec<String>,
    size: usize,
    seed: usize,
}

impl Documents {
    pub(super) fn new(size: usize, seed: usize) -> Self {
        let terms = (0..=VOCABULARY as u32).map(term).collect();
        Self { terms, size, seed }
    }

    pub(super) fn len(&self) -> usize {
        self.size
    }

    pub(super) fn document(&self, row: usize) -> SparseDocument {
        let mut chance = Chance::new(row * 2 + self.seed);
        let mut places = Vec::with_capacity(TERMS);
        while places.len() < TERMS {
            let place = chance.term();
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let mut terms = Bag::new();
        for place in places {
            terms.push(&self.terms[place as usize], 1.0 + (chance.next() % 4) as f32 / 2.0);
        }
        SparseDocument { id: id(row), length: 80.0 + (chance.next() % 200) as f32, terms }
    }
}

/// Vectors of real texts.
pub(super) struct Vectors {
    documents: Vec<f32>,
    queries: Vec<f32>,
    dimensions: usize,
}

impl Vectors {
    pub(super) fn of(file: Option<&Path>, document: &str, query: &str) -> anyhow::Result<Self> {
        let model = embedded()?;
        let (mut documents, mut queries) = (Vec::new(), Vec::new());
        match file {
            None => {
                documents = made(60, &model.tokenizer());
                queries = made(8, &model.tokenizer());
            }
            Some(path) => texts::each_object(path, |object| {
                documents.push(texts::field(object, document).to_owned());
                // One in a hundred asks.
                if documents.len().is_multiple_of(100) {
                    queries.push(texts::field(object, query).to_owned());
                }
                Ok(())
            })?,
        }
        let embed = |side, texts: &[String]| {
            let mut out = vec![0.0; texts.len() * model.dims()];
            model.embed_all(side, texts, &mut out);
            out
        };
        ensure!(queries.len() >= super::QUERIES, "too few texts");
        Ok(Self {
            documents: embed(Side::Document, &documents),
            queries: embed(Side::Query, &queries),
            dimensions: model.dims(),
        })
    }

    pub(super) fn len(&self) -> usize {
        self.documents.len() / self.dimensions
    }

    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub(super) fn query(&self, at: usize) -> &[f32] {
        let at = at % (self.queries.len() / self.dimensions);
        &self.queries[at * self.dimensions..(at + 1) * self.dimensions]
    }

    /// The vectors of some rows, end to end: real ones, then the same with noise, of length one.
    pub(super) fn batch(&self, rows: Range<usize>, seed: usize, out: &mut Vec<f32>) {
        out.clear();
        for row in rows {
            let at = (row + seed) % self.len();
            let start = out.len();
            out.extend_from_slice(&self.documents[at * self.dimensions..][..self.dimensions]);
            if row < self.len() {
                continue;
            }
            let mut chance = Chance::new(row * 2 + seed);
            for value in &mut out[start..] {
                *value += (chance.share() as f32 * 2.0 - 1.0) * NOISE;
            }
            let length = out[start..].iter().map(|value| value * value).sum::<f32>().sqrt();
            out[start..].iter_mut().for_each(|value| *value /= length);
        }
    }
}
