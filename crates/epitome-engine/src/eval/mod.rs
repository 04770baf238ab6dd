//! Measuring search against questions with known answers (G61, G62).
//!
//! A set is lines of JSON: a query, the repository and commit it is about, and the files and
//! functions that answer it. Each question is asked of the published index, by each list alone and
//! by all together, so that what summaries, vectors and re-ranking are worth can be told.

mod configuration;
mod error;
mod metrics;
mod run;
mod set;

pub use configuration::Configuration;
pub use error::EvalError;
pub use metrics::{Measures, Ranked, file_measures, function_measures, semble_ndcg};
pub use run::{Asked, Tree, ask, trees};
pub use set::{Gold, Question, Target, read_set};
