//! `epitome scip`: which indexers would make the graph certain, and running them when asked.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use epitome_engine::languages::languages_below;
use epitome_engine::scan::{Root, display_os_path};
use epitome_engine::scip::{INDEXERS, find_indexes, load_index, program_on_path, run_indexer};

use crate::arguments::ScipArguments;
use crate::exit::{FAILED, NOTHING_FOUND};
use crate::output::{json, plain, stdout};
use crate::progress;
use crate::wire::scip::{IndexJson, IndexerJson, Outcome, ScipJson};

pub(crate) fn run(arguments: &ScipArguments) -> anyhow::Result<ExitCode> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut indexers = fitting(arguments, &path)?;
    if arguments.run {
        run_installed(&arguments.root, &mut indexers, &path)?;
    }
    let indexes = existing(arguments)?;
    let code = exit_code(arguments.run, &indexers, &indexes);
    let report = ScipJson { indexers, indexes };
    let mut out = stdout();
    if arguments.json {
        json(&mut out, &report)?;
    } else {
        text(&mut out, &report)?;
    }
    out.flush()?;
    Ok(code)
}

/// The indexers for the languages that are in the tree.
fn fitting(arguments: &ScipArguments, path: &OsStr) -> anyhow::Result<Vec<IndexerJson>> {
    let options = arguments.reading.scan_options(&arguments.root)?;
    let bar = progress::counter("looking for languages");
    let counts = languages_below(&arguments.root, &options);
    bar.finish_and_clear();
    let counts = counts?;
    let mut rows = Vec::new();
    for indexer in INDEXERS {
        let found: Vec<&'static str> =
            indexer.languages.iter().copied().filter(|&id| counts.contains_key(id)).collect();
        if !found.is_empty() {
            let files = found.iter().map(|&id| counts[id]).sum();
            let program = program_on_path(indexer.program, path);
            rows.push(IndexerJson::new(indexer, found, files, program));
        }
    }
    Ok(rows)
}

/// Runs what is installed. One that fails does not keep the others from running.
fn run_installed(root: &Path, rows: &mut [IndexerJson], path: &OsStr) -> anyhow::Result<()> {
    let mut err = anstream::stderr();
    for row in rows.iter_mut().filter(|row| row.can_run && row.program_path.is_some()) {
        let Some(indexer) = INDEXERS.iter().find(|indexer| indexer.program == row.program) else {
            continue;
        };
        writeln!(err, "running {}", row.command)?;
        let say = |line: &str| {
            // Nobody listening is no reason to stop the indexer.
            let _ = writeln!(anstream::stderr(), "  {}: {}", indexer.program, plain(line));
        };
        let done = run_indexer(root, indexer, path, &say);
        let error = done.err().map(|error| error.to_string());
        match &error {
            Some(error) => writeln!(err, "error: {}", plain(error))?,
            None => writeln!(err, "wrote {}", indexer.index_path())?,
        }
        row.outcome = Some(Outcome { ok: error.is_none(), error });
    }
    if rows.iter().all(|row| row.outcome.is_none()) {
        writeln!(err, "No indexer was run: none that epitome can run is on PATH.")?;
    }
    Ok(())
}

/// The indexes that the next build will find, checked against the files as they are.
fn existing(arguments: &ScipArguments) -> anyhow::Result<Vec<IndexJson>> {
    let root = Root::open(&arguments.root)?;
    let max_bytes = arguments.reading.scan_options(&arguments.root)?.max_bytes;
    let rows = find_indexes(root.path()).into_iter().map(|index| {
        let name = display_os_path(index.strip_prefix(root.path()).unwrap_or(&index));
        IndexJson::new(name, load_index(&root, &index, max_bytes))
    });
    Ok(rows.collect())
}

fn exit_code(asked_to_run: bool, indexers: &[IndexerJson], indexes: &[IndexJson]) -> ExitCode {
    let mut outcomes = indexers.iter().filter_map(|row| row.outcome.as_ref()).peekable();
    let nothing = if asked_to_run {
        outcomes.peek().is_none()
    } else {
        indexers.is_empty() && indexes.is_empty()
    };
    if nothing {
        ExitCode::from(NOTHING_FOUND)
    } else if outcomes.any(|outcome| !outcome.ok) {
        ExitCode::from(FAILED)
    } else {
        ExitCode::SUCCESS
    }
}

fn text(out: &mut impl Write, report: &ScipJson) -> anyhow::Result<()> {
    if report.indexers.is_empty() {
        writeln!(out, "No file here is in a language that has a SCIP indexer.")?;
    }
    for row in &report.indexers {
        let (languages, files) = (row.languages.join(", "), row.files);
        let noun = if files == 1 { "file" } else { "files" };
        let place = match &row.program_path {
            Some(path) => format!("on PATH as {}", plain(path)),
            None => "not on PATH".to_owned(),
        };
        writeln!(out, "{languages} ({files} {noun}): {}, {place}", row.program)?;
        writeln!(out, "  install  {}", row.install)?;
        writeln!(out, "  run      {}", row.command)?;
        if let Some(needs) = row.needs {
            writeln!(out, "  needs    {needs}")?;
        }
    }
    writeln!(out, "Indexes that are there: {}", report.indexes.len())?;
    for index in &report.indexes {
        writeln!(out, "  {}: {}", index.path, plain(&state(index)))?;
    }
    let mut waiting = report.indexers.iter().filter(|row| row.can_run && row.outcome.is_none());
    if waiting.clone().any(|row| row.program_path.is_some()) {
        writeln!(out, "Next: `epitome scip --run` writes indexes into .epitome/scip/.")?;
    } else if waiting.next().is_some() {
        writeln!(out, "Next: install one, then `epitome scip --run`.")?;
    }
    Ok(())
}

fn state(index: &IndexJson) -> String {
    if let Some(error) = &index.error {
        return format!("not used: {error}");
    }
    let tool = index.tool.as_deref().unwrap_or_default();
    let version = index.version.as_deref().unwrap_or_default();
    let mut text = format!("{tool}@{version}, {} documents, ", index.documents);
    if index.fresh == index.documents {
        text.push_str("all fresh");
    } else {
        let IndexJson { fresh, stale, missing, .. } = index;
        text.push_str(&format!("{fresh} fresh, {stale} stale, {missing} of files not here"));
    }
    text
}
