//! Indexers and indexes as JSON.

use std::path::PathBuf;

use epitome_engine::scip::{Indexer, LoadedIndex, Run, ScipError};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct ScipJson {
    pub(crate) indexers: Vec<IndexerJson>,
    pub(crate) indexes: Vec<IndexJson>,
}

/// An indexer for a language that was found.
#[derive(Serialize)]
pub(crate) struct IndexerJson {
    pub(crate) program: &'static str,
    /// Where it is on `PATH`; null if it is not.
    pub(crate) program_path: Option<String>,
    /// Languages found, of those that it reads.
    pub(crate) languages: Vec<&'static str>,
    pub(crate) files: u64,
    pub(crate) install: &'static str,
    pub(crate) needs: Option<&'static str>,
    /// What to type at the root.
    pub(crate) command: String,
    /// Whether `--run` runs it.
    pub(crate) can_run: bool,
    /// What came of running it; null if it was not run.
    pub(crate) outcome: Option<Outcome>,
}

#[derive(Serialize)]
pub(crate) struct Outcome {
    pub(crate) ok: bool,
    pub(crate) error: Option<String>,
}

/// An index that is there.
#[derive(Serialize)]
pub(crate) struct IndexJson {
    pub(crate) path: String,
    pub(crate) tool: Option<String>,
    pub(crate) version: Option<String>,
    /// Files that it speaks of; the next three add up to it.
    pub(crate) documents: usize,
    pub(crate) fresh: usize,
    pub(crate) stale: usize,
    pub(crate) missing: usize,
    /// Why it cannot be used.
    pub(crate) error: Option<String>,
}

impl IndexerJson {
    pub(crate) fn new(
        indexer: &'static Indexer,
        languages: Vec<&'static str>,
        files: u64,
        program_path: Option<PathBuf>,
    ) -> IndexerJson {
        IndexerJson {
            program: indexer.program,
            program_path: program_path.map(|path| path.to_string_lossy().into_owned()),
            languages,
            files,
            install: indexer.install,
            needs: indexer.needs,
            command: indexer.command(),
            can_run: matches!(indexer.run, Run::Here(_)),
            outcome: None,
        }
    }
}

impl IndexJson {
    pub(crate) fn new(path: String, loaded: Result<LoadedIndex, ScipError>) -> IndexJson {
        let mut json = IndexJson {
            path,
            tool: None,
            version: None,
            documents: 0,
            fresh: 0,
            stale: 0,
            missing: 0,
            error: None,
        };
        match loaded {
            Ok(LoadedIndex { index, fit }) => {
                json.tool = Some(index.tool.to_string());
                json.version = Some(index.version.to_string());
                json.documents = fit.used + fit.stale.count + fit.missing.count;
                json.fresh = fit.used;
                json.stale = fit.stale.count;
                json.missing = fit.missing.count;
            }
            Err(error) => json.error = Some(error.to_string()),
        }
        json
    }
}
