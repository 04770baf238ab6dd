//! What the word index answers, and that an edit gives the bytes of a new build.

use epitome_index::sparse::{Bag, SparseDocument, SparseIndex, SparseRow};
use epitome_index::{Hit, IndexError, top_k};
use proptest::prelude::*;

use crate::made::{State, publish_sparse, words};

const TEXTS: [(&str, &str); 5] = [
    ("a.py", "read the file"),
    ("b.py::write", "write the file the file"),
    ("c \"quoted\"\n", "parse a line"),
    ("d", ""),
    ("e", "größe 日本 \"tab\\\u{1}\" file"),
];

fn made() -> Vec<SparseRow> {
    TEXTS.iter().map(|(id, text)| SparseRow::New(words(id, text))).collect()
}

/// BM25 as the books have it, from the texts, in double precision.
fn by_the_book(row: usize, term: &str) -> f64 {
    let documents: Vec<Vec<&str>> = TEXTS
        .iter()
        .map(|(_, text)| text.split(' ').filter(|word| !word.is_empty()).collect())
        .collect();
    let count = documents.len() as f64;
    let average = documents.iter().map(Vec::len).sum::<usize>() as f64 / count;
    let with = documents.iter().filter(|words| words.contains(&term)).count() as f64;
    let times = documents[row].iter().filter(|word| **word == term).count() as f64;
    let idf = (1.0 + (count - with + 0.5) / (with + 0.5)).ln();
    idf * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * documents[row].len() as f64 / average))
}

fn scores(index: &SparseIndex, query: &[(&str, f32)]) -> Vec<f32> {
    let mut scores = vec![0.0; index.len()];
    index.add_scores(query, &mut scores).unwrap();
    scores
}

#[test]
fn scores_are_those_of_the_book() {
    let state = State::new();
    let index = publish_sparse(&state, None, made()).unwrap();
    assert_eq!((index.len(), index.terms()), (5, 10));
    for term in ["the", "file", "read", "größe", "日本", "\"tab\\\u{1}\"", "line", "absent", ""]
    {
        for row in 0..index.len() {
            let expected = by_the_book(row, term);
            let found = f64::from(index.term_weight(row, term).unwrap());
            let found = if term == "absent" || term.is_empty() { found + expected } else { found };
            assert!((found - expected).abs() < 1e-5, "{term:?} in {row}: {found}, not {expected}");
            let summed = scores(&index, &[(term, 2.0)])[row];
            assert!((f64::from(summed) - 2.0 * expected).abs() < 1e-5 || found == 0.0);
        }
    }
    assert_eq!(index.document_frequency("file"), 3);
    assert_eq!(index.document_frequency("absent"), 0);
    let postings = index.postings("file").unwrap().unwrap();
    assert_eq!(postings.rows, [0, 1, 4]);
    assert!(index.postings("fil").unwrap().is_none());
    let best = top_k(&scores(&index, &[("the", 1.0), ("file", 1.0), ("absent", 1.0)]), 2, |_| true);
    assert_eq!(best.iter().map(|hit| hit.row).collect::<Vec<_>>(), [1, 0]);
    let filtered = top_k(&scores(&index, &[("file", 1.0)]), 9, |row| row != 1);
    assert_eq!(filtered.iter().map(|hit| hit.row).collect::<Vec<_>>(), [0, 4]);
    for (row, (id, text)) in TEXTS.iter().enumerate() {
        assert_eq!(index.id(row).unwrap(), *id);
        assert_eq!(index.document(row), Some(100 + row as u32));
        let words = text.split(' ').filter(|word| !word.is_empty()).count();
        assert_eq!(index.document_length(row), Some(words as f32));
    }
    assert!(matches!(index.id(5), Err(IndexError::Misused { .. })));
    assert_eq!(index.document(5), None);
    state.open().unwrap().verify().unwrap();
}

#[test]
fn no_documents_and_documents_without_terms() {
    for rows in [vec![], vec![SparseRow::New(SparseDocument::default())]] {
        let state = State::new();
        let index = publish_sparse(&state, None, rows.clone()).unwrap();
        assert_eq!((index.len(), index.terms()), (rows.len(), 0));
        assert!(index.postings("x").unwrap().is_none());
        assert_eq!(scores(&index, &[("x", 1.0)]), vec![0.0; rows.len()]);
    }
}

#[test]
fn equal_scores_are_ordered_by_row() {
    let hits = top_k(&[1.0, 3.0, 0.0, 3.0, 2.0, f32::NAN, -1.0], 3, |_| true);
    let expected = [(1, 3.0), (3, 3.0), (4, 2.0)].map(|(row, score)| Hit { row, score });
    assert_eq!(hits, expected);
    let many: Vec<f32> = (0..10_000).map(|at| (at % 100) as f32).collect();
    let rows: Vec<u32> = top_k(&many, 3, |_| true).iter().map(|hit| hit.row).collect();
    assert_eq!(rows, [99, 199, 299]);
    assert!(top_k(&many, 0, |_| true).is_empty());
}

#[test]
fn what_is_kept_must_be_there_and_only_once() {
    let state = State::new();
    let old = publish_sparse(&state, None, made()).unwrap();
    for rows in [vec![5], vec![0, 0]] {
        let rows = rows.into_iter().map(SparseRow::Keep);
        let refused = publish_sparse(&State::new(), Some(&old), rows);
        assert!(matches!(refused, Err(IndexError::Misused { .. })));
    }
    let refused = publish_sparse(&State::new(), None, [SparseRow::Keep(0)]);
    assert!(matches!(refused, Err(IndexError::Misused { .. })));
    let short = old.add_scores(&[("file", 1.0)], &mut [0.0; 3]);
    assert!(matches!(short, Err(IndexError::Misused { .. })));
}

fn a_document() -> impl Strategy<Value = SparseDocument> {
    let term = prop_oneof!["[a-e]{1,2}", "[a-c\"\\\\é\u{1}]{0,9}", Just("common".to_owned())];
    let terms = proptest::collection::vec((term, 0_u16..40), 0..12);
    ("[a-z/\"é]{0,8}", 0_u16..100, terms).prop_map(|(id, length, terms)| {
        let mut bag = Bag::new();
        for (term, quarters) in terms {
            bag.push(&term, f32::from(quarters) / 4.0);
        }
        SparseDocument { id, length: f32::from(length) / 4.0, terms: bag }
    })
}

/// Runs with so many threads.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// An index made step by step is the index made at once, on one thread and on several.
    #[test]
    fn an_edit_gives_the_bytes_of_a_new_build(
        old in proptest::collection::vec(a_document(), 0..40),
        edit in proptest::collection::vec((any::<prop::sample::Index>(), any::<bool>(), a_document()), 0..40),
        in_order in any::<bool>(),
    ) {
        let before = State::new();
        let rows = || old.iter().cloned().map(SparseRow::New);
        let old_index = on_threads(1, || publish_sparse(&before, None, rows())).unwrap();
        // Kept rows, each once, and new ones between them.
        let mut kept = vec![false; old.len()];
        let mut plan: Vec<(SparseRow, SparseDocument)> = Vec::new();
        for (at, is_kept, new) in edit {
            let at = if old.is_empty() { 0 } else { at.index(old.len()) };
            if is_kept && !old.is_empty() && !kept[at] {
                kept[at] = true;
                plan.push((SparseRow::Keep(at as u32), old[at].clone()));
            } else {
                plan.push((SparseRow::New(new.clone()), new));
            }
        }
        if in_order {
            plan.sort_by_key(|(row, _)| match row { SparseRow::Keep(at) => *at, SparseRow::New(_) => 7 });
        }
        let (after, cold) = (State::new(), State::new());
        let rows: Vec<SparseRow> = plan.iter().map(|(row, _)| row.clone()).collect();
        on_threads(3, || publish_sparse(&after, Some(&old_index), rows)).unwrap();
        let rows: Vec<SparseRow> = plan.iter().map(|(_, new)| SparseRow::New(new.clone())).collect();
        let index = on_threads(1, || publish_sparse(&cold, None, rows)).unwrap();
        prop_assert_eq!(after.files(), cold.files());
        // And it answers what adding up by hand does.
        let mut sums = vec![0.0; index.len()];
        index.add_scores(&[("common", 1.0), ("a", 0.5)], &mut sums).unwrap();
        for (row, sum) in sums.iter().enumerate() {
            let by_hand = index.term_weight(row, "common").unwrap()
                + 0.5 * index.term_weight(row, "a").unwrap();
            prop_assert!((sum - by_hand).abs() < 1e-6);
        }
    }
}
