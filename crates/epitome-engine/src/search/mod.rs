//! Search: from a question to documents, by four lists and what is known of each document.
//!
//! ```text
//! query ─► terms, names, vectors ─► four lists ─► candidates ─► features ─► weights by kind of
//!                                                                          question ─► order
//! ```
//!
//! Words and vectors of the code, words and vectors of the summaries: each list can be asked alone
//! (G62). Scores are shares of the best score for the query, so that lists can be added up. Every
//! score can be explained: it is a sum.

mod error;
mod feature;
mod fields;
mod file_rows;
mod filter;
mod fused;
mod lists;
mod place;
mod query;
mod rank;
mod said;
mod searcher;
mod terms;
mod weights;
mod words;

use epitome_model::document::{Document, DocumentKind};

pub use error::SearchError;
pub use feature::{Asked, Feature, List, Scope, Signal};
pub(crate) use file_rows::{DocumentRows, file_rows, module_rows};
pub use filter::Filter;
pub use fused::{StoredSummary, fused_text, summary_text};
pub(crate) use lists::Indexes;
pub use query::QueryClass;
pub use searcher::Searcher;

use query::Query;
use rank::{Evidence, in_order, signals};
use weights::{crowding, weights};

/// How to search.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// So many results at most.
    pub limit: usize,
    /// Which documents may be results.
    pub filter: Filter,
    /// Which lists to ask; all but for measurements.
    pub lists: Vec<List>,
    /// Whether to re-rank by more than the lists: names, places, callers, kinds.
    pub rerank: bool,
    /// Whether to say what each score is made of.
    pub explain: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            limit: 10,
            filter: Filter::default(),
            lists: List::ALL.to_vec(),
            rerank: true,
            explain: false,
        }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchAnswer {
    /// What kind of question it was taken for.
    pub class: QueryClass,
    /// The results, best first.
    pub results: Vec<SearchResult>,
}

/// A document that was found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The document.
    pub document: Document,
    /// Its score; only the order of scores within one answer means anything.
    pub score: f32,
    /// Words of the query that it has, and where.
    pub matched: Vec<Matched>,
    /// What the score is made of, where that was asked for, largest first.
    pub parts: Vec<ScorePart>,
}

/// Words of the query in one part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matched {
    /// The part.
    pub signal: Signal,
    /// The words, as the query has them, most telling first.
    pub terms: Vec<String>,
}

/// One summand of a score.
#[derive(Clone, Debug)]
pub struct ScorePart {
    /// What counted.
    pub feature: Feature,
    /// How much it was.
    pub value: f32,
    /// How much that counts.
    pub weight: f32,
}

/// A candidate with the values of all features, in the order of [`Feature::all`].
#[derive(Clone, Debug)]
pub struct Featured {
    /// Its file.
    pub path: String,
    /// What it is.
    pub kind: DocumentKind,
    /// First line.
    pub start_line: Option<u32>,
    /// Last line.
    pub end_line: Option<u32>,
    /// The values.
    pub values: Vec<f32>,
}

/// So many words are named as matched in each part.
const NAMED_TERMS: usize = 6;

impl Searcher {
    /// Answers a query.
    pub fn search(&self, text: &str, options: &SearchOptions) -> Result<SearchAnswer, SearchError> {
        if text.trim().is_empty() {
            return Err(SearchError::Empty);
        }
        let query = Query::of(text);
        // A module has no code: whatever is asked, its summary answers.
        let wants_modules = options.filter.kinds == [DocumentKind::Module];
        let class = if wants_modules { QueryClass::Topic } else { query.class };
        let mut weights = self.weights_for(class, options);
        weights.retain(|&(feature, _)| !is_lifted(feature, &query));
        let allowed = options.filter.resolve(self)?;
        let filter = |document: u32| allowed.lets_pass(document);
        let evidence = Evidence::gather(self, &query, &signals(&weights), &filter)?;
        let mut results = Vec::new();
        if evidence.is_supported {
            let score = |candidate| {
                weights
                    .iter()
                    .map(|&(feature, weight)| weight * evidence.value(feature, candidate))
                    .sum()
            };
            let candidates = evidence.candidates.iter().copied();
            let supported = candidates.filter(|&candidate| evidence.supports(candidate));
            let scored = supported.map(|candidate| (candidate, score(candidate)));
            let crowding = if options.rerank { crowding(query.class) } else { 0.0 };
            let order = in_order(scored.collect(), crowding, options.limit);
            let found: Vec<u32> = order.iter().map(|(candidate, _)| candidate.document).collect();
            let matched = self.matched(&query, &found)?;
            for ((candidate, score), matched) in order.into_iter().zip(matched) {
                let document = self.documents().document(candidate.document as usize)?;
                let parts = match options.explain {
                    true => parts_of(&weights, |feature| evidence.value(feature, candidate)),
                    false => Vec::new(),
                };
                results.push(SearchResult { document, score, matched, parts });
            }
        }
        Ok(SearchAnswer { class: query.class, results })
    }

    /// All features of all candidates of a query: what weights are fitted on.
    pub fn features(&self, text: &str) -> Result<(QueryClass, Vec<Featured>), SearchError> {
        let query = Query::of(text);
        let all = Feature::all();
        let columns: Vec<(Feature, f32)> = all.iter().map(|&feature| (feature, 1.0)).collect();
        let mut signals = signals(&columns);
        if query.class != QueryClass::Issue {
            signals.retain(|(asked, _)| *asked == Asked::Text);
        }
        let allowed = Filter::default().resolve(self)?;
        let evidence =
            Evidence::gather(self, &query, &signals, &|document| allowed.lets_pass(document))?;
        let mut rows = Vec::with_capacity(evidence.candidates.len());
        for &candidate in &evidence.candidates {
            let values = all.iter().map(|&feature| evidence.value(feature, candidate)).collect();
            let document = self.documents().document(candidate.document as usize)?;
            rows.push(Featured {
                path: document.file_path,
                kind: document.kind,
                start_line: document.start_line,
                end_line: document.end_line,
                values,
            });
        }
        Ok((query.class, rows))
    }

    /// The weights of a kind of question, as far as they speak of the lists that are asked. A list
    /// that is asked alone counts by its own scores.
    fn weights_for(&self, class: QueryClass, options: &SearchOptions) -> Vec<(Feature, f32)> {
        let asked = |feature: Feature| match feature.list() {
            Some(list) => options.lists.contains(&list),
            None => options.rerank,
        };
        let kept: Vec<(Feature, f32)> =
            weights(class).iter().copied().filter(|&(feature, _)| asked(feature)).collect();
        let own = |(feature, _): &(Feature, f32)| matches!(feature, Feature::Score(Scope::Own, ..));
        if kept.iter().any(own) && (options.rerank || options.lists.len() > 1) {
            return kept;
        }
        let signals =
            Signal::ALL.into_iter().filter(|signal| options.lists.contains(&signal.list()));
        let plain = signals.map(|signal| (Feature::Score(Scope::Itself, Asked::Text, signal), 1.0));
        plain.chain(kept.into_iter().filter(|(feature, _)| feature.list().is_none())).collect()
    }

    /// Which words of the query each document has, by part.
    fn matched(&self, query: &Query, found: &[u32]) -> Result<Vec<Vec<Matched>>, SearchError> {
        let mut all: Vec<Vec<Matched>> = vec![Vec::new(); found.len()];
        for signal in [Signal::Name, Signal::Path, Signal::Summary, Signal::Doc, Signal::Body] {
            let by_document = self.indexes().matched(signal, query, found)?;
            for (matched, mut terms) in all.iter_mut().zip(by_document) {
                terms.truncate(NAMED_TERMS);
                if !terms.is_empty() {
                    matched.push(Matched { signal, terms });
                }
            }
        }
        Ok(all)
    }
}

/// Whether what counts against a document is what the query asks for.
fn is_lifted(feature: Feature, query: &Query) -> bool {
    match feature {
        Feature::Test => query.asks_for(&["test", "spec", "fixtur"]),
        Feature::Aside => {
            query.asks_for(&["exampl", "sampl", "demo", "benchmark", "legaci", "vendor"])
        }
        Feature::Document | Feature::Readme => {
            query.asks_for(&["readm", "changelog", "document", "guid"])
        }
        Feature::Manifest => query.asks_for(&["manifest", "packag", "depend", "version"]),
        _ => false,
    }
}

fn parts_of(weights: &[(Feature, f32)], value: impl Fn(Feature) -> f32) -> Vec<ScorePart> {
    let part =
        |&(feature, weight): &(Feature, f32)| ScorePart { feature, value: value(feature), weight };
    let mut parts: Vec<ScorePart> =
        weights.iter().map(part).filter(|part| part.value != 0.0).collect();
    parts.sort_by(|a, b| (b.value * b.weight).abs().total_cmp(&(a.value * a.weight).abs()));
    parts
}
