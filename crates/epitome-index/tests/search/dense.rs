//! What the index of vectors answers, and that an edit gives the bytes of a new build.

use epitome_index::IndexError;
use epitome_index::dense::DenseRow;
use proptest::prelude::*;

use crate::made::{Chance, EMBEDDER, State, publish_dense};
use crate::sparse::on_threads;

const NEVER: usize = usize::MAX;

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

fn vectors(count: usize, dimensions: usize) -> Vec<Vec<f32>> {
    let mut chance = Chance(7);
    (0..count).map(|_| chance.vector(dimensions)).collect()
}

fn new_rows<'v>(ids: &'v [String], vectors: &'v [Vec<f32>]) -> Vec<DenseRow<'v>> {
    ids.iter().zip(vectors).map(|(id, vector)| DenseRow::New { id, vector }).collect()
}

fn ids(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("f{at}.py::\"f\"")).collect()
}

/// Compares everything with products in full precision.
fn check(count: usize, dimensions: usize, sketches_from: usize) {
    let (vectors, ids) = (vectors(count, dimensions), ids(count));
    let state = State::new();
    let index =
        publish_dense(&state, None, dimensions, sketches_from, &new_rows(&ids, &vectors)).unwrap();
    assert_eq!((index.len(), index.dimensions(), index.embedder()), (count, dimensions, EMBEDDER));
    assert_eq!(index.has_sketches(), sketches_from != NEVER && dimensions > 0);
    let query = Chance(99).vector(dimensions);
    let mut scores = vec![9.0; 3];
    index.scores_into(&query, &mut scores).unwrap();
    assert_eq!(scores.len(), count);
    for (row, vector) in vectors.iter().enumerate() {
        let expected = cosine(&query, vector);
        assert!((index.score(&query, row).unwrap() - expected).abs() < 0.01, "row {row}");
        assert!((scores[row] - index.score(&query, row).unwrap()).abs() < 1e-4, "row {row}");
        let length: f32 = index.vector(row).unwrap().iter().map(|value| value * value).sum();
        assert!((length - 1.0).abs() < 1e-5);
        assert_eq!(index.id(row).unwrap(), ids[row]);
        assert_eq!(index.document(row), Some(100 + row as u32));
    }
    let exact: Vec<f32> = (0..count).map(|row| index.score(&query, row).unwrap()).collect();
    let best_of = |filter: &dyn Fn(u32) -> bool| {
        let mut rows: Vec<u32> = (0..count as u32).filter(|&row| filter(row)).collect();
        let score = |row: &u32| exact[*row as usize];
        rows.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.cmp(b)));
        rows.truncate(10);
        rows
    };
    let rows = |hits: Vec<epitome_index::Hit>| hits.iter().map(|hit| hit.row).collect::<Vec<_>>();
    assert_eq!(rows(index.top(&query, 10, None).unwrap()), best_of(&|_| true));
    assert_eq!(rows(index.top_exact(&query, 10, None).unwrap()), best_of(&|_| true));
    let odd = |row: u32| row % 2 == 1;
    assert_eq!(rows(index.top(&query, 10, Some(&odd)).unwrap()), best_of(&odd));
    // Through the sketches, with so many candidates that the best cannot be missing.
    let through = index.top_of(&query, 10, count.saturating_sub(1), Some(&odd)).unwrap();
    assert_eq!(rows(through), best_of(&odd));
    state.open().unwrap().verify().unwrap();
}

#[test]
fn answers_are_those_of_full_precision() {
    for (count, dimensions) in [(0, 8), (1, 1), (10, 3), (3000, 64), (1500, 100), (1025, 384)] {
        check(count, dimensions, NEVER);
        check(count, dimensions, 0);
    }
}

#[test]
fn a_vector_without_direction_is_like_nothing() {
    let state = State::new();
    let ids = ids(4);
    let vectors =
        vec![vec![0.0; 4], vec![f32::NAN, 1.0, 0.0, 0.0], vec![1.0; 4], vec![f32::MAX; 4]];
    let index = publish_dense(&state, None, 4, NEVER, &new_rows(&ids, &vectors)).unwrap();
    let mut scores = Vec::new();
    index.scores_into(&[1.0; 4], &mut scores).unwrap();
    assert_eq!(&scores[..2], [0.0, 0.0]);
    assert!((scores[2] - 1.0).abs() < 1e-4);
    assert!(index.top(&[0.0; 4], 3, None).unwrap().is_empty());
    assert!(index.top(&[f32::INFINITY; 4], 3, None).unwrap().is_empty());
}

#[test]
fn what_does_not_fit_is_refused() {
    let state = State::new();
    let (ids, vectors) = (ids(2), vectors(2, 4));
    let old = publish_dense(&state, None, 4, NEVER, &new_rows(&ids, &vectors)).unwrap();
    let refused = |result: Result<_, IndexError>| {
        assert!(matches!(result.map(drop), Err(IndexError::Misused { .. })));
    };
    refused(old.top(&[1.0; 3], 1, None).map(drop));
    refused(old.score(&[1.0; 4], 2).map(drop));
    refused(publish_dense(&State::new(), Some(&old), 4, NEVER, &[DenseRow::Keep(2)]).map(drop));
    let twice = [DenseRow::Keep(1), DenseRow::Keep(1)];
    refused(publish_dense(&State::new(), Some(&old), 4, NEVER, &twice).map(drop));
    // Another size: the old one is not used.
    refused(publish_dense(&State::new(), Some(&old), 5, NEVER, &[DenseRow::Keep(0)]).map(drop));
    refused(publish_dense(&State::new(), None, 5, NEVER, &new_rows(&ids, &vectors)).map(drop));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn an_edit_gives_the_bytes_of_a_new_build(
        count in 0_usize..30,
        dimensions in 1_usize..70,
        has_sketches in any::<bool>(),
        edit in proptest::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..30),
    ) {
        let sketches_from = if has_sketches { 0 } else { NEVER };
        let (vectors, ids) = (vectors(count + edit.len(), dimensions), ids(count + edit.len()));
        let all = new_rows(&ids, &vectors);
        let before = State::new();
        let old = publish_dense(&before, None, dimensions, NEVER, &all[..count]).unwrap();
        let mut kept = vec![false; count];
        let (mut step, mut cold) = (Vec::new(), Vec::new());
        for (number, (at, is_kept)) in edit.iter().enumerate() {
            let at = if count == 0 { 0 } else { at.index(count) };
            if *is_kept && count > 0 && !kept[at] {
                kept[at] = true;
                step.push(DenseRow::Keep(at as u32));
                cold.push(all[at]);
            } else {
                step.push(all[count + number]);
                cold.push(all[count + number]);
            }
        }
        let (one, other) = (State::new(), State::new());
        on_threads(3, || publish_dense(&one, Some(&old), dimensions, sketches_from, &step)).unwrap();
        on_threads(1, || publish_dense(&other, None, dimensions, sketches_from, &cold)).unwrap();
        prop_assert_eq!(one.files(), other.files());
    }
}
