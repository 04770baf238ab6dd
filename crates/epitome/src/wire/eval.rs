//! Evaluations, as JSON.

use epitome_engine::eval::{Measures, Ranked};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct EvalJson {
    pub(crate) set: String,
    pub(crate) time: TimeJson,
    pub(crate) groups: Vec<GroupJson>,
}

/// Measures of one group of questions in one configuration.
#[derive(Serialize)]
pub(crate) struct GroupJson {
    pub(crate) group: String,
    pub(crate) configuration: String,
    pub(crate) file_queries: usize,
    pub(crate) files: Option<Measures>,
    pub(crate) function_queries: usize,
    pub(crate) functions: Option<Measures>,
    pub(crate) semble_ndcg_at_10: Option<f64>,
}

/// A line of a run file.
#[derive(Serialize)]
pub(crate) struct RunLineJson<'a> {
    pub(crate) query_id: &'a str,
    pub(crate) ranked: &'a [Ranked],
}

/// How long a question took, searching as `epitome search` does, in an index that is open.
#[derive(Serialize, Clone, Copy)]
pub(crate) struct TimeJson {
    pub(crate) median_ms: f64,
    pub(crate) p95_ms: f64,
}

impl TimeJson {
    /// Of no times, zeros.
    pub(crate) fn of(mut times: Vec<f64>) -> TimeJson {
        times.sort_by(f64::total_cmp);
        let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or(0.0);
        TimeJson { median_ms: at(50), p95_ms: at(95) }
    }
}
