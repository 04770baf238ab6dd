//! Evaluations, as JSON.

use epitome_engine::eval::{Measures, Ranked};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct EvalJson {
    pub(crate) set: String,
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
