//! The four lists: what each index says of a query, over all documents.

use std::ops::Range;

use epitome_index::dense::DenseIndex;
use epitome_index::documents::Documents;
use epitome_index::sparse::SparseIndex;
use epitome_index::{Generation, IndexError, layout, top_k};

use super::error::SearchError;
use super::feature::{Asked, Signal};
use super::fields::{CodeField, FieldRule, SummaryField};
use super::query::Query;
use crate::embed::Embedder;

/// The search indexes of a generation.
#[derive(Debug)]
pub(crate) struct Indexes {
    pub(crate) code_words: SparseIndex,
    pub(crate) summary_words: SparseIndex,
    pub(crate) code_vectors: DenseIndex,
    pub(crate) summary_vectors: DenseIndex,
    /// For each document its row among the vectors of summaries; a placeholder has none.
    summary_rows: Vec<u32>,
    documents: usize,
}

const NO_ROW: u32 = u32::MAX;

impl Indexes {
    pub(crate) fn open(generation: &Generation, documents: &Documents) -> Result<Self, IndexError> {
        let repository = &generation.manifest().about.root;
        let summaries = layout::summary_folder(repository);
        let code = layout::code_folder(repository);
        let summary_vectors = DenseIndex::open(generation, &summaries)?;
        let mut summary_rows = vec![NO_ROW; documents.len()];
        for row in 0..summary_vectors.len() {
            let document = summary_vectors.document(row).map_or(usize::MAX, |at| at as usize);
            if let Some(place) = summary_rows.get_mut(document) {
                *place = row as u32;
            }
        }
        Ok(Self {
            code_words: SparseIndex::open(generation, &code)?,
            summary_words: SparseIndex::open(generation, &summaries)?,
            code_vectors: DenseIndex::open(generation, &code)?,
            summary_vectors,
            summary_rows,
            documents: documents.len(),
        })
    }

    /// The row of a document among the vectors of summaries; a placeholder has none.
    pub(crate) fn summary_row(&self, document: usize) -> Option<u32> {
        self.summary_rows.get(document).copied().filter(|&row| row != NO_ROW)
    }

    /// What one signal says of every document, or of those it can tell of.
    pub(crate) fn scores(
        &self,
        signal: Signal,
        asked: Asked,
        query: &Query,
        vector: &[f32],
        filter: &(dyn Fn(u32) -> bool + Sync),
        depth: usize,
    ) -> Result<Scores, SearchError> {
        match signal {
            Signal::CodeVector => self.near(&self.code_vectors, vector, filter, depth, |row| row),
            Signal::SummaryVector => {
                let index = &self.summary_vectors;
                let document = |row: u32| index.document(row as usize).unwrap_or(NO_ROW);
                self.near(index, vector, filter, depth, document)
            }
            signal => {
                let (index, rule) = self.field(signal);
                let terms = weighted(rule, query, asked);
                let mut values = vec![0.0; index.len()];
                index.add_scores(&terms, &mut values)?;
                let best = top_k(&values, depth, filter);
                let top = values.iter().fold(0.0_f32, |top, &value| top.max(value));
                // Modules have no code; they stand behind all others.
                values.resize(self.documents, 0.0);
                let candidates = best.into_iter().filter(|hit| hit.score > 0.0);
                Ok(Scores {
                    top,
                    candidates: candidates.map(|hit| hit.row).collect(),
                    values: Values::All(values),
                })
            }
        }
    }

    fn near(
        &self,
        index: &DenseIndex,
        vector: &[f32],
        filter: &(dyn Fn(u32) -> bool + Sync),
        depth: usize,
        document: impl Fn(u32) -> u32 + Sync,
    ) -> Result<Scores, SearchError> {
        let passes = |row: u32| filter(document(row));
        let hits = index.top(vector, depth, Some(&passes))?;
        let top = match hits.first() {
            Some(hit) => hit.score,
            None => 0.0,
        };
        let candidates = hits.iter().filter(|hit| hit.score > 0.0).map(|hit| document(hit.row));
        let candidates = candidates.collect();
        Ok(Scores { top, candidates, values: Values::OnDemand })
    }

    /// Which index and field a signal of words is read from.
    fn field(&self, signal: Signal) -> (&SparseIndex, FieldRule) {
        let code = |field: CodeField| (&self.code_words, field.rule());
        match signal {
            Signal::Body | Signal::CodeVector => code(CodeField::Body),
            Signal::Name => code(CodeField::Name),
            Signal::Path => code(CodeField::Path),
            Signal::Doc => code(CodeField::Doc),
            Signal::Members => code(CodeField::Members),
            Signal::Summary | Signal::SummaryVector => {
                (&self.summary_words, SummaryField::Text.rule())
            }
            Signal::Keywords => (&self.summary_words, SummaryField::Keywords.rule()),
        }
    }

    /// Scores of neighbouring documents for a signal of vectors; nothing for words.
    pub(crate) fn near_scores(
        &self,
        signal: Signal,
        vector: &[f32],
        documents: Range<usize>,
    ) -> Result<Vec<f32>, IndexError> {
        match signal {
            Signal::CodeVector => {
                // Modules stand behind all others, and have no code.
                let end = documents.end.min(self.code_vectors.len());
                let rows: Vec<u32> = (documents.start as u32..end as u32).collect();
                let mut scores = self.code_vectors.scores_of(vector, &rows)?;
                scores.resize(documents.len(), 0.0);
                Ok(scores)
            }
            Signal::SummaryVector => {
                let rows = self.summary_rows.get(documents).unwrap_or_default();
                let there: Vec<u32> = rows.iter().copied().filter(|&row| row != NO_ROW).collect();
                let mut scores = self.summary_vectors.scores_of(vector, &there)?.into_iter();
                let score = |&row: &u32| match row {
                    NO_ROW => 0.0,
                    _ => scores.next().unwrap_or(0.0),
                };
                Ok(rows.iter().map(score).collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Which words of the query each of some documents has in the field of a signal, most telling
    /// first.
    pub(crate) fn matched(
        &self,
        signal: Signal,
        query: &Query,
        documents: &[u32],
    ) -> Result<Vec<Vec<String>>, IndexError> {
        let (index, rule) = self.field(signal);
        let mut found: Vec<Vec<(f32, &str)>> = vec![Vec::new(); documents.len()];
        for term in &query.terms {
            // Looked up once for all of them.
            let Some(postings) = index.postings(&format!("{}{}", rule.prefix, term.term))? else {
                continue;
            };
            for (document, found) in documents.iter().zip(&mut found) {
                if let Ok(at) = postings.rows.binary_search(&(*document as i32)) {
                    found.push((postings.scores[at], &term.word));
                }
            }
        }
        let in_order = |mut found: Vec<(f32, &str)>| {
            found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
            let mut seen = std::collections::BTreeSet::new();
            found.retain(|(_, word)| seen.insert(*word));
            found.into_iter().map(|(_, word)| word.to_owned()).collect()
        };
        Ok(found.into_iter().map(in_order).collect())
    }

    /// The embedder both indexes of vectors were made by.
    pub(crate) fn expect_embedder(&self, embedder: &Embedder) -> Result<(), SearchError> {
        let asked = embedder.fingerprint();
        for index in [&self.code_vectors, &self.summary_vectors] {
            if index.embedder() != asked && !index.is_empty() {
                let made_by = index.embedder().to_owned();
                return Err(SearchError::OtherEmbedder { made_by, asked });
            }
        }
        Ok(())
    }
}

/// What a signal says.
#[derive(Debug)]
pub(crate) struct Scores {
    /// The best score of any document.
    pub(crate) top: f32,
    /// The best documents that the filter lets pass.
    pub(crate) candidates: Vec<u32>,
    pub(crate) values: Values,
}

/// Scores of all documents, or such as are computed where they are needed.
#[derive(Debug)]
pub(crate) enum Values {
    All(Vec<f32>),
    OnDemand,
}

fn weighted(rule: FieldRule, query: &Query, asked: Asked) -> Vec<(String, f32)> {
    let weight = |term: &super::query::QueryTerm| match asked {
        Asked::Text => term.in_text,
        Asked::Title => term.in_title,
    };
    let terms = query.terms.iter().filter(|term| weight(term) > 0.0);
    terms.map(|term| (format!("{}{}", rule.prefix, term.term), weight(term))).collect()
}
