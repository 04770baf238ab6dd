//! How far the tree has moved since it was indexed.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::database::Database;
use crate::scan::{Body, Class, RelPath, ScanOptions, scan_on_workers};
use crate::update::{UpdateError, state_path};

/// Files that differ from what was indexed, by path.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Freshness {
    /// Not indexed yet.
    pub added: Vec<String>,
    /// With other content.
    pub changed: Vec<String>,
    /// Gone.
    pub removed: Vec<String>,
}

impl Freshness {
    /// Whether the index speaks of the tree as it is.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self.count() == 0
    }

    /// How many files differ.
    #[must_use]
    pub fn count(&self) -> usize {
        self.added.len() + self.changed.len() + self.removed.len()
    }

    /// Whether a file differs.
    #[must_use]
    pub fn is_stale(&self, path: &str) -> bool {
        [&self.added, &self.changed, &self.removed]
            .iter()
            .any(|paths| paths.binary_search_by(|p| p.as_str().cmp(path)).is_ok())
    }
}

/// Compares the tree with what `state.db` remembers of it. Only files whose stamp changed are read,
/// and nothing is written. None where nothing is remembered.
pub fn freshness(root: &Path, options: &ScanOptions) -> Result<Option<Freshness>, UpdateError> {
    let Some(database) = Database::open_to_read(&state_path(root))? else { return Ok(None) };
    let rows = database.files()?;
    let found = Mutex::new((Freshness::default(), HashSet::new()));
    let known = |path: &RelPath| rows.get(path.as_str()).map(|row| row.known.clone());
    scan_on_workers(root, options, &known, &|entry| {
        let path = entry.path.as_str();
        let row = rows.get(path);
        let same = matches!(entry.body, Body::Unchanged)
            || row.is_some_and(|row| {
                row.known.class == entry.class && Some(row.known.raw_hash) == entry.raw_hash()
            });
        let is_source = entry.class == Class::Source;
        let was_indexed = row.is_some_and(|row| row.outlined);
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        if is_source && (same || !was_indexed) {
            found.1.insert(path.to_owned());
        }
        let speaks = |text: &str| epitome_syntax::detect(path, text).is_some();
        if !same && is_source && entry.text().is_none_or(|text| speaks(&text.text)) {
            match was_indexed {
                true => found.0.changed.push(path.to_owned()),
                false => found.0.added.push(path.to_owned()),
            }
            found.1.insert(path.to_owned());
        }
        ControlFlow::Continue(())
    })?;
    let (mut fresh, seen) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let gone = rows.iter().filter(|(path, row)| row.outlined && !seen.contains(*path));
    fresh.removed = gone.map(|(path, _)| path.clone()).collect();
    for paths in [&mut fresh.added, &mut fresh.changed, &mut fresh.removed] {
        paths.sort_unstable();
    }
    Ok(Some(fresh))
}
