//! The ways to search that are compared: what each part is worth shows when it is left out.

use crate::search::{List, SearchOptions};

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Configuration {
    /// As `epitome search` does.
    All,
    /// One list alone, by its own scores.
    Alone(List),
    /// All lists, without looking at names, places, kinds and callers.
    WithoutReranking,
    /// Code alone, re-ranked.
    WithoutSummaries,
    /// Words alone, re-ranked.
    WithoutVectors,
    /// Summaries alone, re-ranked.
    SummariesOnly,
}

impl Configuration {
    /// All of them, the product's own first.
    #[must_use]
    pub fn all() -> Vec<Configuration> {
        let mut all = vec![
            Configuration::All,
            Configuration::WithoutSummaries,
            Configuration::WithoutVectors,
            Configuration::SummariesOnly,
            Configuration::WithoutReranking,
        ];
        all.extend(List::ALL.map(Configuration::Alone));
        all
    }

    /// What it is called.
    #[must_use]
    pub fn word(self) -> String {
        match self {
            Configuration::All => "all".to_owned(),
            Configuration::Alone(list) => list.word().to_owned(),
            Configuration::WithoutReranking => "no-reranking".to_owned(),
            Configuration::WithoutSummaries => "no-summaries".to_owned(),
            Configuration::WithoutVectors => "no-vectors".to_owned(),
            Configuration::SummariesOnly => "summaries-only".to_owned(),
        }
    }

    /// How to search so.
    #[must_use]
    pub fn options(self, limit: usize) -> SearchOptions {
        let base = SearchOptions { limit, ..SearchOptions::default() };
        match self {
            Configuration::All => base,
            Configuration::Alone(list) => {
                SearchOptions { lists: vec![list], rerank: false, ..base }
            }
            Configuration::WithoutReranking => SearchOptions { rerank: false, ..base },
            Configuration::WithoutSummaries => {
                SearchOptions { lists: vec![List::CodeWords, List::CodeVectors], ..base }
            }
            Configuration::WithoutVectors => {
                SearchOptions { lists: vec![List::CodeWords, List::SummaryWords], ..base }
            }
            Configuration::SummariesOnly => {
                SearchOptions { lists: vec![List::SummaryWords, List::SummaryVectors], ..base }
            }
        }
    }
}
