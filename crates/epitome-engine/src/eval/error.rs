//! What can go wrong in an evaluation.

use std::path::PathBuf;

use crate::index::IndexError;
use crate::search::SearchError;

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// The set cannot be read.
    #[error("{}: {cause}; give a file of questions, one JSON object a line", path.display())]
    Unreadable {
        /// The set.
        path: PathBuf,
        /// Why not.
        cause: std::io::Error,
    },
    /// A line of the set is no question.
    #[error("{}, line {line}: {cause}; a question has `query_id`, `repo`, `commit`, `query` and `gold_files`", path.display())]
    Line {
        /// The set.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        cause: serde_json::Error,
    },
    /// None of the trees of the set is there.
    #[error("no tree of the set is below {}; expected folders such as `{example}`", root.display())]
    NoTrees {
        /// Where they were looked for.
        root: PathBuf,
        /// What one would be called.
        example: String,
    },
    /// The index cannot be read.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A question cannot be asked.
    #[error(transparent)]
    Search(#[from] SearchError),
}
