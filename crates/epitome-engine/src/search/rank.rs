//! From lists to a ranking: candidates of all lists, what speaks for each, and the order.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use epitome_index::IndexError;
use epitome_model::document::DocumentKind;
use epitome_model::summarize::FileRole;

use super::error::SearchError;
use super::feature::{Asked, Feature, Scope, Signal};
use super::fields::EXACT;
use super::file_rows::last_two;
use super::lists::{Scores, Values};
use super::place::Place;
use super::query::Query;
use super::searcher::Searcher;

/// So many of each list are looked at more closely.
const DEPTH: usize = 150;
/// A name that more than so many things have does not make them candidates.
const COMMON_NAME: usize = 50;
/// Shorter names are in every text.
const SHORTEST_NAME: usize = 3;
/// So many names of a report are looked up.
const MOST_NAMES: usize = 2_000;

/// A document that may be an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// Its number.
    pub(crate) document: u32,
    /// The number of its file.
    pub(crate) file: u32,
    pub(crate) kind: DocumentKind,
}

/// All that is known of the candidates of a query.
pub(crate) struct Evidence<'s> {
    searcher: &'s Searcher,
    pub(crate) candidates: Vec<Candidate>,
    /// What each signal says of the documents of candidates' files, as a share of the best.
    scores: HashMap<(Asked, Signal), HashMap<u32, Vec<f32>>>,
    /// The best score of each signal.
    tops: HashMap<(Asked, Signal), f32>,
    named: HashMap<u32, f32>,
    named_by_word: HashMap<u32, f32>,
    qualified: HashMap<u32, f32>,
    path_named: HashMap<u32, f32>,
    places: BTreeMap<u32, Place>,
    /// Whether any word of the query is in the repository, or anything is near it.
    pub(crate) is_supported: bool,
}

/// What nothing in the repository says by its words may still be near in meaning, if it is this near.
const NEAR: f32 = 0.45;
/// Nonsense comes as near as a third to something; less than this says nothing by itself.
const NEAR_ENOUGH: f32 = 0.35;

impl<'s> Evidence<'s> {
    /// Gathers what the given signals say.
    pub(crate) fn gather(
        searcher: &'s Searcher,
        query: &Query,
        signals: &BTreeSet<(Asked, Signal)>,
        filter: &(dyn Fn(u32) -> bool + Sync),
    ) -> Result<Self, SearchError> {
        let embedder = searcher.embedder();
        let needs = |asked| {
            let vectors = [Signal::CodeVector, Signal::SummaryVector];
            vectors.iter().any(|&signal| signals.contains(&(asked, signal)))
        };
        let mut vectors: BTreeMap<Asked, Vec<f32>> = BTreeMap::new();
        for (asked, text) in [(Asked::Text, &query.text), (Asked::Title, &query.title)] {
            if needs(asked) {
                let vector = embedder.embed_queries(&[text])?.numbers().to_vec();
                vectors.insert(asked, vector);
            }
        }
        let vector = |asked: Asked| vectors.get(&asked).map_or(&[][..], Vec::as_slice);
        let mut lists: Vec<((Asked, Signal), Scores)> = Vec::new();
        for &(asked, signal) in signals {
            let scores =
                searcher.indexes().scores(signal, asked, query, vector(asked), filter, DEPTH)?;
            lists.push(((asked, signal), scores));
        }
        let is_supported = lists.iter().any(|((_, signal), scores)| match signal {
            Signal::CodeVector | Signal::SummaryVector => scores.top >= NEAR,
            _ => !scores.candidates.is_empty(),
        });
        let mut evidence = Self {
            searcher,
            candidates: Vec::new(),
            scores: HashMap::new(),
            tops: HashMap::new(),
            named: HashMap::new(),
            named_by_word: HashMap::new(),
            qualified: HashMap::new(),
            path_named: HashMap::new(),
            places: BTreeMap::new(),
            is_supported,
        };
        let mut rows: BTreeSet<u32> = BTreeSet::new();
        for (_, scores) in &lists {
            rows.extend(scores.candidates.iter().copied());
        }
        evidence.mentions(query, filter, &mut rows)?;
        evidence.take(&rows, filter)?;
        for ((asked, signal), scores) in lists {
            evidence.spread((asked, signal), &scores, vector(asked))?;
        }
        Ok(evidence)
    }

    /// Documents whose names the query gives as they are written.
    fn mentions(
        &mut self,
        query: &Query,
        filter: &(dyn Fn(u32) -> bool + Sync),
        rows: &mut BTreeSet<u32>,
    ) -> Result<(), IndexError> {
        let searcher = self.searcher;
        let documents = (searcher.len() as f32).max(2.0);
        let share = |found: usize| ((documents / found as f32).ln() / documents.ln()).max(0.0);
        let long = |name: &&String| name.len() >= SHORTEST_NAME;
        for name in query.said.code.iter().filter(long).take(MOST_NAMES) {
            let found = searcher.called(name)?;
            for &row in &found {
                let value = if searcher.is_file(row) { 1.0 } else { share(found.len()) };
                self.named.insert(row, value);
            }
            if found.len() <= COMMON_NAME {
                rows.extend(found.iter().filter(|&&row| filter(row)));
            }
        }
        for word in query.said.words.iter().filter(long).take(MOST_NAMES) {
            let mut raised = word.clone();
            if let Some(first) = raised.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            for name in [word.clone(), raised, word.to_uppercase()] {
                let found = searcher.called(&name)?;
                for &row in &found {
                    let value = if searcher.is_file(row) { 1.0 } else { share(found.len()) };
                    self.named_by_word.insert(row, value);
                }
            }
        }
        for chain in query.said.dotted.iter().take(MOST_NAMES) {
            if let Some(tail) = last_two(chain) {
                for row in searcher.called(tail)? {
                    self.qualified.insert(row, 1.0);
                    if filter(row) {
                        rows.insert(row);
                    }
                }
            }
        }
        let parts = query.said.dotted.iter().flat_map(|chain| chain.split('.'));
        let parts: BTreeSet<&str> = parts.take(MOST_NAMES).collect();
        for part in parts {
            for row in searcher.called(part)? {
                if searcher.is_file(row) {
                    let (file, path) = searcher.file_of(row)?;
                    let value = query.said.names_path(path);
                    if value > 0.0 {
                        self.path_named.insert(file, value);
                        if filter(row) {
                            rows.insert(row);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes candidates of documents, and of the files they are in.
    fn take(
        &mut self,
        rows: &BTreeSet<u32>,
        filter: &(dyn Fn(u32) -> bool + Sync),
    ) -> Result<(), IndexError> {
        let mut all = rows.clone();
        for &row in rows {
            let (file, path) = self.searcher.file_of(row)?;
            self.places.entry(file).or_insert_with(|| Place::of(path));
            let first = self.searcher.first_of(file);
            if filter(first) {
                all.insert(first);
            }
        }
        for document in all {
            let kind = self.searcher.kind(document);
            let (file, _) = self.searcher.file_of(document)?;
            self.candidates.push(Candidate { document, file, kind });
        }
        Ok(())
    }

    /// Keeps what a signal says of the files of candidates.
    fn spread(
        &mut self,
        key: (Asked, Signal),
        scores: &Scores,
        vector: &[f32],
    ) -> Result<(), IndexError> {
        let mut files = HashMap::with_capacity(self.places.len());
        let top = scores.top.max(1e-6);
        for &file in self.places.keys() {
            let range = self.searcher.documents_of(file);
            let mut values = match &scores.values {
                Values::All(all) => all.get(range).unwrap_or_default().to_vec(),
                Values::OnDemand => self.searcher.indexes().near_scores(key.1, vector, range)?,
            };
            for value in &mut values {
                *value = (*value / top).max(-0.5);
            }
            files.insert(file, values);
        }
        self.tops.insert(key, scores.top);
        self.scores.insert(key, files);
        Ok(())
    }

    /// Whether anything of the query is in a document or its file, is its name, or is near it. What is
    /// only well known in the repository is no answer.
    pub(crate) fn supports(&self, candidate: Candidate) -> bool {
        let Candidate { document, file, .. } = candidate;
        let first = self.searcher.first_of(file);
        let names = [&self.named, &self.named_by_word, &self.qualified];
        self.path_named.contains_key(&file)
            || [document, first].iter().any(|row| names.iter().any(|map| map.contains_key(row)))
            || self.scores.keys().any(|key| {
                let least = match key.1 {
                    Signal::CodeVector | Signal::SummaryVector => {
                        NEAR_ENOUGH / self.tops.get(key).copied().unwrap_or(1.0).max(1e-6)
                    }
                    _ => f32::MIN_POSITIVE,
                };
                let values = self.scores.get(key).and_then(|files| files.get(&file));
                let at = |row: u32| values.and_then(|v| v.get((row - first) as usize)).copied();
                [document, first].iter().any(|&row| at(row).is_some_and(|value| value >= least))
            })
    }

    /// What a feature is for a candidate.
    pub(crate) fn value(&self, feature: Feature, candidate: Candidate) -> f32 {
        let Candidate { document, file, kind } = candidate;
        let is_file = kind == DocumentKind::File;
        let place = self.places.get(&file).copied().unwrap_or_default();
        let flag = |is: bool| if is { 1.0 } else { 0.0 };
        let of = |map: &HashMap<u32, f32>, scope: Scope| match scope {
            Scope::Itself => map.get(&document).copied().unwrap_or(0.0),
            Scope::Own if is_file => 0.0,
            Scope::Own => map.get(&document).copied().unwrap_or(0.0),
            Scope::File => map.get(&self.searcher.first_of(file)).copied().unwrap_or(0.0),
            Scope::Best => {
                let range = self.searcher.documents_of(file).skip(1);
                let values = range.filter_map(|at| map.get(&(at as u32)).copied());
                values.fold(0.0, f32::max)
            }
        };
        match feature {
            Feature::Score(scope, asked, signal) => {
                let Some(values) =
                    self.scores.get(&(asked, signal)).and_then(|files| files.get(&file))
                else {
                    return 0.0;
                };
                let first = self.searcher.first_of(file);
                match scope {
                    Scope::Own if is_file => 0.0,
                    Scope::Own | Scope::Itself => {
                        values.get((document - first) as usize).copied().unwrap_or_default()
                    }
                    Scope::File => values.first().copied().unwrap_or_default(),
                    Scope::Best => values.iter().skip(1).copied().fold(0.0, f32::max),
                }
            }
            Feature::Named(scope) => of(&self.named, scope),
            Feature::NamedByWord(scope) => of(&self.named_by_word, scope),
            Feature::Qualified(scope) => of(&self.qualified, scope),
            Feature::PathNamed => self.path_named.get(&file).copied().unwrap_or(0.0),
            Feature::Test => flag(place.is_test),
            Feature::Aside => flag(place.is_aside),
            Feature::Document => flag(place.role == FileRole::Document),
            Feature::Readme => flag(place.role == FileRole::Readme),
            Feature::Manifest => flag(place.role == FileRole::Manifest),
            Feature::Entry => flag(place.role == FileRole::Entry),
            Feature::Callers => logarithm(self.searcher.callers(document)),
            Feature::FileCallers => logarithm(self.searcher.callers(self.searcher.first_of(file))),
            Feature::Function => flag(kind == DocumentKind::Function),
            Feature::Class => flag(kind == DocumentKind::Class),
            Feature::Length => logarithm(self.searcher.lines(document)),
            Feature::Depth => place.depth as f32 / 5.0,
        }
    }
}

fn logarithm(count: u32) -> f32 {
    (count as f32).ln_1p() / 5.0
}

/// The signals that some weights look at.
pub(crate) fn signals(weights: &[(Feature, f32)]) -> BTreeSet<(Asked, Signal)> {
    let signal = |&(feature, _): &(Feature, f32)| match feature {
        Feature::Score(_, asked, signal) => Some((asked, signal)),
        _ => None,
    };
    weights.iter().filter_map(signal).collect()
}

/// What stands before an exact name in the index.
pub(crate) fn exact(name: &str) -> String {
    format!("{EXACT}{name}")
}

/// Puts scored candidates into order, best first; each further one of the same file loses
/// `crowding`. Ties are broken by the number, which is the order of paths and lines.
pub(crate) fn in_order(
    mut scored: Vec<(Candidate, f32)>,
    crowding: f32,
    limit: usize,
) -> Vec<(Candidate, f32)> {
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.document.cmp(&b.0.document)));
    let mut taken: HashMap<u32, u32> = HashMap::new();
    let mut waiting = std::collections::BinaryHeap::new();
    for (at, (candidate, score)) in scored.iter().enumerate() {
        waiting.push(Waiting { score: *score, before: 0, at, document: candidate.document });
    }
    let mut order = Vec::with_capacity(limit);
    while let Some(next) = waiting.pop() {
        if order.len() == limit {
            break;
        }
        let (candidate, score) = scored[next.at];
        let before = taken.entry(candidate.file).or_default();
        if next.before < *before {
            let score = score - crowding * *before as f32;
            waiting.push(Waiting { score, before: *before, ..next });
            continue;
        }
        *before += 1;
        order.push((candidate, next.score));
    }
    order
}

#[derive(PartialEq)]
struct Waiting {
    score: f32,
    /// How many of its file were taken when the score was computed.
    before: u32,
    at: usize,
    document: u32,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.score.total_cmp(&other.score).then(other.document.cmp(&self.document))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(scored: &[(u32, u32, f32)], crowding: f32, expected: &[u32]) {
        let kind = DocumentKind::Function;
        let scored = scored
            .iter()
            .map(|&(document, file, score)| (Candidate { document, file, kind }, score));
        let order = in_order(scored.collect(), crowding, 10);
        let order: Vec<u32> = order.iter().map(|(candidate, _)| candidate.document).collect();
        assert_eq!(order, expected);
    }

    #[test]
    fn results_of_one_file_do_not_crowd_the_page() {
        let scored = [(1, 0, 5.0), (2, 0, 4.9), (3, 0, 4.8), (4, 1, 4.0), (5, 2, 3.0)];
        check(&scored, 0.0, &[1, 2, 3, 4, 5]);
        check(&scored, 1.0, &[1, 4, 2, 5, 3]);
        check(&scored, 9.0, &[1, 4, 5, 2, 3]);
        check(&[(7, 0, 1.0), (3, 1, 1.0)], 0.0, &[3, 7]);
    }
}
