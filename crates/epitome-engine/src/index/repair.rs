//! Looking after `.epitome`: what is wrong with it, setting damage aside, and removing it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use epitome_index::{Generation, Holder, IndexError, Publisher};

use crate::database::{DATABASE_FILE, Database};
use crate::scan::display_os_path;
use crate::state::StateError;
use crate::update::{UpdateError, state_path};

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at.
    pub what: String,
    /// What is wrong; none where all is well.
    pub trouble: Option<String>,
}

impl Finding {
    fn new(what: &str, trouble: Option<String>) -> Finding {
        Finding { what: what.to_owned(), trouble }
    }
}

/// Looks at everything in `.epitome`, every byte of every file included.
#[must_use]
pub fn examine(root: &Path) -> Vec<Finding> {
    let state = state_path(root);
    if !state.exists() {
        let text = "there is none; run `epitome index`".to_owned();
        return vec![Finding::new("index", Some(text))];
    }
    let mut findings = Vec::new();
    match Generation::open(&state) {
        Ok(generation) => {
            let name = format!("generation {}", generation.number());
            let mut damaged = generation.damages().peekable();
            if damaged.peek().is_none() {
                findings.push(Finding::new(&name, None));
            }
            findings.extend(damaged.map(|error| Finding::new(&name, Some(error.to_string()))));
        }
        Err(error) => findings.push(Finding::new("generation", Some(error.to_string()))),
    }
    findings.push(Finding::new(DATABASE_FILE, database_trouble(&state)));
    findings
}

fn database_trouble(state: &Path) -> Option<String> {
    match Database::open_to_read(state) {
        Ok(None) => Some("it is missing; `epitome index` makes it".to_owned()),
        Ok(Some(database)) => match database.integrity() {
            Ok(complaints) => (!complaints.is_empty()).then(|| complaints.join("; ")),
            Err(error) => Some(error.to_string()),
        },
        Err(error) => Some(error.to_string()),
    }
}

/// Sets a damaged `state.db` aside and begins a new one, with what can still be read of the summaries of
/// models and of what they cost. Where the database is sound, nothing is done. Gives the new place of the
/// damaged file.
pub fn repair(root: &Path, now: &str) -> Result<Option<PathBuf>, UpdateError> {
    let state = state_path(root);
    let _lock = Publisher::lock(&state, &Holder::this_process(now, "doctor --repair"))?;
    let damaged = match Database::open_to_read(&state) {
        Ok(None) => false,
        Ok(Some(database)) => {
            !matches!(database.integrity(), Ok(complaints) if complaints.is_empty())
        }
        Err(error) => error.is_damage(),
    };
    if !damaged {
        return Ok(None);
    }
    let aside = state.join(format!("{DATABASE_FILE}.damaged-{}", now.replace(':', "")));
    for ending in ["", "-wal", "-shm"] {
        let from = state.join(format!("{DATABASE_FILE}{ending}"));
        let to = PathBuf::from(format!("{}{ending}", aside.display()));
        match fs::rename(&from, &to) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                return Err(StateError { path: from, cause }.into());
            }
            _ => {}
        }
    }
    // Outlines cost time; what models said was paid for.
    Database::open(&state)?.salvage(&aside)?;
    Ok(Some(aside))
}

/// Removes `.epitome`; false where there was none. A running update is not disturbed: it holds the
/// lock, and this is then refused.
pub fn clean(root: &Path, now: &str) -> Result<bool, UpdateError> {
    let state = state_path(root);
    let failed = |cause| StateError { path: state.clone(), cause };
    match fs::symlink_metadata(&state) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(cause) => return Err(failed(cause).into()),
        Ok(meta) if !meta.is_dir() => {
            let text = format!("{} is not a folder", display_os_path(&state));
            return Err(failed(io::Error::other(text)).into());
        }
        Ok(_) => {}
    }
    let lock = match Publisher::lock(&state, &Holder::this_process(now, "clean")) {
        Ok(lock) => Some(lock),
        Err(error @ IndexError::Locked { .. }) => return Err(error.into()),
        // What is damaged can still be removed.
        Err(_) => None,
    };
    fs::remove_dir_all(&state).map_err(failed)?;
    drop(lock);
    Ok(true)
}
