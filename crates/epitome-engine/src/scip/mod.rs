//! Indexes that others made: found, read, and checked against the files as they are now.
//!
//! ```text
//! root ─► find ─► read ─► settle ─► fit ─► ScipIndex + FitReport
//!         paths   frames  whose     which files
//!                 → data  folder?   still fit?
//! ```
//!
//! An index is a guest: it comes from another program, perhaps from another machine and another
//! day. So nothing in it is believed that can be checked. A file that is cut off, damaged or no
//! index at all is one clear [`ScipError`]; a document about a file that has changed since is left
//! out and counted. The format ends here: what leaves this module are the plain types of
//! [`epitome_model::scip`].

mod convert;
mod error;
mod find;
mod fit;
mod frames;
mod indexers;
mod load;
mod read;
mod run;
mod settle;
mod symbol;

pub use error::ScipError;
pub use find::find_indexes;
pub use fit::{FitReport, Left, fit};
pub use indexers::{INDEXERS, Indexer, Run, program_on_path};
pub use load::{LoadedIndex, load_index, texts_below};
pub use read::{ReadIndex, read_index};
pub use run::{RunError, run_indexer};
