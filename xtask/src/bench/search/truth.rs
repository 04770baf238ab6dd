//! The true ten best of each query, in full precision, found while the rows are made.

use super::Query;

const BEST: usize = 10;

/// What each query should find.
pub(super) struct Truth {
    queries: Vec<Vec<f32>>,
    best: Vec<Vec<(f32, u32)>>,
}

impl Truth {
    pub(super) fn new(queries: &[Query]) -> Self {
        let queries: Vec<Vec<f32>> = queries.iter().map(|query| query.vector.clone()).collect();
        Self { best: vec![Vec::new(); queries.len()], queries }
    }

    /// Compares rows, which begin with row `first` and lie end to end, with all queries.
    pub(super) fn learn(&mut self, first: usize, rows: &[f32], dimensions: usize) {
        for (query, best) in self.queries.iter().zip(&mut self.best) {
            for (row, vector) in (first as u32..).zip(rows.chunks_exact(dimensions)) {
                let score = product(query, vector);
                if best.len() == BEST && score <= best[BEST - 1].0 {
                    continue;
                }
                let at = best.partition_point(|(other, _)| *other >= score);
                best.insert(at, (score, row));
                best.truncate(BEST);
            }
        }
    }

    /// How many of the ten best of a query are among `rows`.
    pub(super) fn found(&self, query: usize, rows: &[u32]) -> usize {
        self.best[query].iter().filter(|(_, row)| rows.contains(row)).count()
    }
}

/// In eight sums side by side, which the compiler keeps in one register.
fn product(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for at in 0..8 {
            sums[at] += a[at] * b[at];
        }
    }
    sums.iter().sum()
}
