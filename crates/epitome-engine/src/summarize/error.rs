//! Why a run could not begin, or had to end.

use epitome_llm::{FixtureError, SchemaError, SetupError};

use super::options::PinError;
use crate::database::DatabaseError;
use crate::scan::ScanError;
use crate::state::StateError;
use crate::template::TemplateError;
use crate::update::UpdateError;

/// Why a run could not begin, or had to end. Summaries that were stored before are kept.
#[derive(Debug, thiserror::Error)]
pub enum SummarizeError {
    /// `state.db` cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The folder `.epitome` cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// What is remembered of the tree cannot be linked.
    #[error(transparent)]
    Update(#[from] UpdateError),
    /// The tree cannot be read.
    #[error(transparent)]
    Scan(#[from] ScanError),
    /// A template cannot be used.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// Pinned mode refuses the model or a template. Nothing was sent.
    #[error(transparent)]
    Pin(#[from] PinError),
    /// The backend cannot be made (O39).
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Another run is under way.
    #[error("another `epitome summarize` is asking about this repository; wait until it is done")]
    Busy,
    /// A recording cannot be used.
    #[error(transparent)]
    Recording(#[from] FixtureError),
    /// The tool's schema is none.
    #[error("{0}; this is a fault of epitome, please report it")]
    Schema(#[from] SchemaError),
}
