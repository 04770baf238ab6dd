//! Keeping the index true: reads what changed, links, writes documents, publishes.
//!
//! ```text
//! scan ─► read (outline, summarise what is new) ─► link (only if names or calls changed)
//!      ─► documents (unchanged ones are copied as bytes) ─► a new generation
//! ```
//!
//! Work is in proportion to what changed. Nothing changed: nothing is written. What is kept from
//! the last run is kept only while `state.db` and the published generation agree on which run that
//! was; after a crash between the two, outlines are still believed (by content hash) and every
//! document is made again.

mod cited;
mod documents;
mod error;
mod gather;
mod link_keys;
mod links;
mod manifest;
mod modules;
mod now;
mod publish;
mod read;
mod report;
mod retain;
mod search_writer;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use epitome_index::{Generation, Holder, IndexError, Publisher};
use epitome_model::codec_version::OUTLINE_FORMAT;
use epitome_model::summarize::SUMMARISER_VERSION;

pub(crate) use cited::Lines;
pub use documents::OFFLINE;
pub use error::UpdateError;
pub(crate) use gather::{Remembered, remembered};
pub(crate) use link_keys::LinkKeys;
pub(crate) use manifest::repository_name;
pub use now::now;
pub use report::{Changed, UpdateReport};

use crate::config::Reuse;
use crate::database::{Database, Made};
use crate::embed::Embedder;
use crate::graph::GraphOptions;
use crate::outline::Workers;
use crate::scan::RULES_VERSION;
use crate::state::{STATE_FOLDER, state_folder};

/// How to bring an index up to date.
#[derive(Debug, Clone, Default)]
pub struct UpdateOptions {
    /// How to read and link.
    pub graph: GraphOptions,
    /// Make every document again, whatever is remembered.
    pub full: bool,
    /// Who turns texts into vectors; the embedded model where nothing is said.
    pub embedder: Option<Arc<Embedder>>,
    /// What an edit of layout or comments means for a stored summary (D5).
    pub reuse: Reuse,
}

impl UpdateOptions {
    fn embedder(&self) -> Result<Arc<Embedder>, UpdateError> {
        match &self.embedder {
            Some(embedder) => Ok(Arc::clone(embedder)),
            None => Ok(Arc::new(Embedder::embedded()?)),
        }
    }
}

/// What an update is doing, for a sign of life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A file was read and summarised.
    File,
    /// All files are read; the graph is being linked.
    Linking,
    /// The new generation is being written.
    Writing,
}

/// Brings the index below `root` up to date, or makes it.
///
/// `stop` ends the work soon and cleanly: what was read is kept for the next run, and the published
/// generation stays as it was.
pub fn update(
    root: &Path,
    options: &UpdateOptions,
    workers: &Workers,
    progress: &(dyn Fn(Step) + Sync),
    stop: &AtomicBool,
) -> Result<UpdateReport, UpdateError> {
    match attempt(root, options, workers, progress, stop, None) {
        // Damage in the old generation that only reading it brought to light: do without it.
        Err(UpdateError::Index(error)) if error.is_cured_by_indexing() => {
            attempt(root, options, workers, progress, stop, Some(&error))
        }
        done => done,
    }
}

/// One attempt, without the old generation where that is `damaged`.
fn attempt(
    root: &Path,
    options: &UpdateOptions,
    workers: &Workers,
    progress: &(dyn Fn(Step) + Sync),
    stop: &AtomicBool,
    damaged: Option<&IndexError>,
) -> Result<UpdateReport, UpdateError> {
    // Before anything is made: a root that cannot be read gets no folder.
    crate::scan::Root::open(root)?;
    let state = state_folder(root)?;
    let now = now::now();
    let publisher = Publisher::lock(&state, &Holder::this_process(&now, "index"))?;
    let mut database = Database::open(&state)?;
    let mut notes = Vec::new();
    let old = match damaged {
        Some(error) => {
            notes.push(format!("{error}; every document is made again"));
            None
        }
        None => old_generation(&publisher, &mut notes)?,
    };
    let embedder = options.embedder()?;
    let made = Made {
        generation: 0,
        rules: format!("scan {RULES_VERSION} outline {OUTLINE_FORMAT}"),
        words: format!(
            "offline {SUMMARISER_VERSION} search {} {}",
            search_writer::SEARCH_VERSION,
            embedder.fingerprint()
        ),
        scip: gather::scip_fingerprint(root, &options.graph),
    };
    let before = database.made()?;
    if before.as_ref().is_some_and(|before| before.rules != made.rules) {
        database.forget_files()?;
    }
    let trusted = !options.full
        && before.as_ref().is_some_and(|before| {
            let same = (&before.rules, &before.words) == (&made.rules, &made.words);
            same && old.as_ref().is_some_and(|old| old.number() == before.generation)
        });
    let rows = database.files()?;
    let newest = database.newest_summaries()?;
    let database_lock = Mutex::new(database);
    let reading = read::Reader {
        root,
        options: &options.graph.tree,
        workers,
        database: &database_lock,
        rows,
        trusted,
        embedder: &embedder,
        newest,
        reuse: options.reuse,
        progress,
        stop,
        unfinished: made.clone(),
    }
    .read()?;
    database = database_lock.into_inner().unwrap_or_else(PoisonError::into_inner);
    let same_scip = before.as_ref().is_some_and(|before| before.scip == made.scip);
    let run = publish::Run {
        root,
        options,
        publisher: &publisher,
        old: old.as_ref(),
        trusted,
        embedder: &embedder,
        other_scip: !same_scip,
        made,
        now: &now,
        progress,
        notes,
    };
    run.finish(&mut database, reading)
}

/// The published generation. One that is damaged is not an error here: it is about to be replaced.
fn old_generation(
    publisher: &Publisher,
    notes: &mut Vec<String>,
) -> Result<Option<Generation>, UpdateError> {
    match publisher.current() {
        Ok(old) => Ok(old),
        Err(error) if error.is_cured_by_indexing() => {
            notes.push(format!("{error}; every document is made again"));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// The folder a file is in (D2).
pub(crate) fn module_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(".", |(folder, _)| folder)
}

/// Where the state of the repository at `root` lies, whether or not there is any.
#[must_use]
pub fn state_path(root: &Path) -> std::path::PathBuf {
    root.join(STATE_FOLDER)
}

/// How large `state.db` is, with what is not yet written back into it.
#[must_use]
pub fn database_bytes(state: &Path) -> u64 {
    let file = state.join(crate::database::DATABASE_FILE);
    let wal = state.join(format!("{}-wal", crate::database::DATABASE_FILE));
    [file, wal].iter().filter_map(|path| path.metadata().ok()).map(|meta| meta.len()).sum()
}
