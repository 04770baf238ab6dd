//! Why an index could not be brought up to date.

use epitome_index::IndexError;

use crate::database::DatabaseError;
use crate::embed::EmbedError;
use crate::outline::OutlineError;
use crate::scan::ScanError;
use crate::state::StateError;

/// Why an index could not be brought up to date. The published generation is as it was.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// The tree cannot be read.
    #[error(transparent)]
    Outline(#[from] OutlineError),
    /// The tree cannot be scanned.
    #[error(transparent)]
    Scan(#[from] ScanError),
    /// The folder `.epitome` cannot be made.
    #[error(transparent)]
    State(#[from] StateError),
    /// `state.db` cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The new generation cannot be written, or another process is writing one.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A text cannot be embedded.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// An outline cannot be stored.
    #[error("an outline could not be stored: {0}; this is a fault of epitome, please report it")]
    Encode(postcard::Error),
    /// The user stopped it.
    #[error("stopped; what was read is kept, and the next run goes on from there")]
    Stopped,
}
