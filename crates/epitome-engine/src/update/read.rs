//! Reading what changed: every file is told apart, and those that are new are outlined and
//! summarised, on all cores.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use epitome_model::document::Provenance;
use epitome_model::id::symbol_ids;
use epitome_model::link::links_alike;
use epitome_model::outline::FileOutline;
use epitome_model::summarize::{FileSummaries, summarize_file};

use super::cited::Lines;
use super::documents::file_input;
use super::{Step, UpdateError};
use crate::config::Reuse;
use crate::database::{Database, FileRow, Made, NewSummary, StoredFile, SummaryRow};
use crate::embed::Embedder;
use crate::graph::is_manifest;
use crate::outline::{OutlineError, TreeOptions, TreeReport, Workers};
use crate::scan::{Body, Entry, Known, RelPath, scan_on_workers};
use crate::search::{DocumentRows, file_rows};
use crate::summarize::{SymbolKey, carried, chosen, provenance, tell};

/// So many files are remembered together. A run that breaks off loses the outlines of fewer than
/// these.
const BATCH: usize = 512;

/// A file whose documents are made anew.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) path: String,
    pub(super) outline: FileOutline,
    pub(super) summaries: FileSummaries,
    /// Marks of the cited lines: the file's own, then each symbol's.
    pub(super) cited: Vec<Vec<String>>,
    /// Rows of the search indexes: the file's own, then each symbol's.
    pub(super) search: Vec<DocumentRows>,
    /// What the file's own summary was made from (G38). Words of a model do not count: with and without
    /// them a file has the same hashes (O55).
    pub(super) input: String,
    /// Who wrote the words of each symbol, where a model did.
    pub(super) written: Vec<Option<Provenance>>,
    pub(super) was: Was,
}

/// What a file was in the last generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Was {
    /// Not in it.
    Absent,
    /// In it, and the same to linking.
    Alike,
    /// In it, with other names or calls.
    Different,
}

/// What reading found.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// Files to make documents of, by path.
    pub(super) drafts: Vec<Draft>,
    /// Files whose documents stay as they are, by path.
    pub(super) kept: Vec<String>,
    /// Files that had documents and have none any more.
    pub(super) removed: Vec<String>,
    /// Whether a file that tells how modules are named is new, changed or gone.
    pub(super) manifests_changed: bool,
    /// Those that are gone.
    pub(super) gone_manifests: Vec<String>,
    /// Counts, skipped files and problems of what was read.
    pub(super) report: TreeReport,
    /// Rows to write when the generation is published.
    pub(super) rows: Rows,
    /// Stored summaries that went along with an edit of layout or comments (D5).
    pub(super) carried: u64,
}

/// What the database is to learn.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) put: Vec<StoredFile>,
    pub(super) touched: Vec<(i64, Known)>,
    pub(super) gone: Vec<i64>,
}

/// What a reading needs.
pub(super) struct Reader<'a> {
    pub(super) root: &'a Path,
    pub(super) options: &'a TreeOptions,
    pub(super) workers: &'a Workers,
    pub(super) database: &'a Mutex<Database>,
    /// What is remembered of each file.
    pub(super) rows: BTreeMap<String, FileRow>,
    /// Whether the documents of unchanged files can be kept. Where not, every file is read again,
    /// but its outline is still taken from the database if its content is the same.
    pub(super) trusted: bool,
    pub(super) embedder: &'a Embedder,
    /// The number of the newest stored summary of each file that has any.
    pub(super) newest: BTreeMap<String, i64>,
    /// Whether an edit of layout or comments asks for new words (D5).
    pub(super) reuse: Reuse,
    pub(super) progress: &'a (dyn Fn(Step) + Sync),
    pub(super) stop: &'a AtomicBool,
    /// How the rows that are written before the end are marked.
    pub(super) unfinished: Made,
}

/// What the threads gather.
#[derive(Default)]
struct Gathered {
    reading: Reading,
    seen: HashSet<String>,
}

impl Reader<'_> {
    pub(super) fn read(self) -> Result<Reading, UpdateError> {
        let gathered = Mutex::new(Gathered::default());
        let failed = Mutex::new(None);
        let known = |path: &RelPath| -> Option<Known> {
            let row = self.trusted.then(|| self.rows.get(path.as_str()))??;
            self.same_words(path.as_str(), row).then(|| row.known.clone())
        };
        let scan = scan_on_workers(self.root, &self.options.scan, &known, &|entry| {
            if self.stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            match self.entry(entry, &gathered) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    ControlFlow::Break(())
                }
            }
        })
        .map_err(OutlineError::Scan)?;
        let mut gathered = gathered.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        if self.stop.load(Ordering::Relaxed) {
            // What was read is kept for the next run.
            let put = std::mem::take(&mut gathered.reading.rows.put);
            self.remember(&put)?;
            return Err(UpdateError::Stopped);
        }
        let mut reading = gathered.reading;
        reading.report.scan = scan;
        self.settle(&mut reading, &gathered.seen);
        Ok(reading)
    }

    /// Finds what is gone, and puts everything into order.
    fn settle(&self, reading: &mut Reading, seen: &HashSet<String>) {
        for (path, row) in &self.rows {
            if !seen.contains(path) {
                reading.rows.gone.push(row.id);
                if is_manifest(path) {
                    reading.gone_manifests.push(path.clone());
                }
            }
        }
        let skipped = reading.rows.put.iter().filter(|file| file.manifest.is_none());
        let skipped = skipped.filter(|file| is_manifest(&file.path));
        reading.gone_manifests.extend(skipped.map(|file| file.path.clone()));
        reading.manifests_changed |= !reading.gone_manifests.is_empty();
        reading.rows.gone.sort_unstable();
        reading.drafts.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        reading.kept.sort_unstable();
        let stays = |path: &String| {
            reading.kept.binary_search(path).is_ok()
                || reading.drafts.binary_search_by(|draft| draft.path.cmp(path)).is_ok()
        };
        let mut removed: Vec<String> = self
            .rows
            .iter()
            .filter(|(path, row)| row.outlined && !stays(path))
            .map(|(path, _)| path.clone())
            .collect();
        removed.sort_unstable();
        reading.removed = removed;
    }

    fn entry(&self, entry: Entry, gathered: &Mutex<Gathered>) -> Result<(), UpdateError> {
        let row = self.rows.get(entry.path.as_str());
        let path = entry.path.as_str().to_owned();
        let Some(known) = entry.known.clone() else { return Ok(()) };
        let same = row.filter(|row| row.known.raw_hash == known.raw_hash);
        match (&entry.body, row, same) {
            (Body::Unchanged, Some(row), _) => {
                let mut all = lock(gathered);
                all.seen.insert(path.clone());
                if row.outlined {
                    all.reading.kept.push(path);
                }
                return Ok(());
            }
            // Written again with the same content.
            (_, _, Some(row))
                if self.trusted
                    && row.known.class == known.class
                    && self.same_words(&path, row) =>
            {
                let mut all = lock(gathered);
                all.seen.insert(path.clone());
                all.reading.rows.touched.push((row.id, known));
                if row.outlined {
                    all.reading.kept.push(path);
                }
                return Ok(());
            }
            _ => {}
        }
        let manifest = entry.text().filter(|_| is_manifest(&path)).map(|text| text.text.clone());
        let mut words = 0;
        let (draft, outline) = match self.draft(&entry, row, same.is_some(), gathered)? {
            Some((draft, outline, newest)) => {
                words = newest;
                let part =
                    postcard::to_stdvec(&draft.summaries.part).map_err(UpdateError::Encode)?;
                (Some(draft), Some((outline, part)))
            }
            None => (None, None),
        };
        let mut all = lock(gathered);
        all.reading.manifests_changed |= is_manifest(&path);
        all.seen.insert(path.clone());
        all.reading.drafts.extend(draft);
        all.reading.rows.put.push(StoredFile { path, known, outline, manifest, words });
        if all.reading.rows.put.len() >= BATCH {
            let put = std::mem::take(&mut all.reading.rows.put);
            drop(all);
            self.remember(&put)?;
        }
        Ok(())
    }

    /// Outlines and summarises a file that was read; nothing where its language is not known. Beside
    /// the draft stands its outline as it is to be stored.
    fn draft(
        &self,
        entry: &Entry,
        row: Option<&FileRow>,
        same: bool,
        gathered: &Mutex<Gathered>,
    ) -> Result<Option<(Draft, Vec<u8>, i64)>, UpdateError> {
        let Some(text) = entry.text() else { return Ok(None) };
        let (path, text) = (entry.path.as_str(), text.text.as_str());
        let Some(language) = epitome_syntax::detect(path, text) else {
            lock(gathered).reading.report.unknown += 1;
            return Ok(None);
        };
        let old = match row.filter(|row| row.outlined) {
            Some(row) => lock(self.database).outline(row.id)?,
            None => None,
        };
        let (outline, bytes, was) = match old {
            Some((old, bytes)) if same => (old, bytes, Was::Alike),
            old => {
                let made = self.workers.outline_and_bytes(language, text);
                let (new, bytes) = made.map_err(OutlineError::Worker)?;
                let was = match old {
                    None => Was::Absent,
                    Some((old, _)) if links_alike(&old, &new) => Was::Alike,
                    Some(_) => Was::Different,
                };
                (new, bytes, was)
            }
        };
        lock(gathered).reading.report.count(&entry.path, &outline);
        (self.progress)(Step::File);
        let mut summaries = summarize_file(path, &outline, text);
        let lines = Lines::new(text);
        let input = file_input(path, &outline, &summaries);
        let (stored, words) = self.stored(path, &outline, &lines, gathered)?;
        for (summary, (symbol, said)) in
            summaries.symbols.iter_mut().zip(outline.symbols.iter().zip(&stored))
        {
            if let Some(said) = said {
                tell(said, symbol.full_span().start_line, summary);
            }
        }
        let cited = std::iter::once(&summaries.file)
            .chain(&summaries.symbols)
            .map(|summary| lines.marks(&summary.grounded.citations))
            .collect();
        let search = file_rows(path, text, &outline, &summaries, &stored, self.embedder)?;
        let written = stored.iter().map(|said| said.as_ref().map(provenance)).collect();
        let mut outline = outline;
        drop_told(&mut outline);
        let path = path.to_owned();
        let draft = Draft { path, outline, summaries, cited, search, input, written, was };
        Ok(Some((draft, bytes, words)))
    }

    /// Whether the documents of a file were made with the summaries that are stored now.
    fn same_words(&self, path: &str, row: &FileRow) -> bool {
        !row.outlined || row.words == self.newest.get(path).copied().unwrap_or(0)
    }

    /// What models said of each symbol, with the number of the newest row of the file. Rows go along with
    /// edits of layout and comments (D5).
    fn stored(
        &self,
        path: &str,
        outline: &FileOutline,
        lines: &Lines<'_>,
        gathered: &Mutex<Gathered>,
    ) -> Result<(Vec<Option<NewSummary>>, i64), UpdateError> {
        let mut stored = vec![None; outline.symbols.len()];
        let Some(&newest) = self.newest.get(path) else { return Ok((stored, 0)) };
        let mut newest = newest;
        let ids = symbol_ids(path, &outline.symbols);
        let mut rows = lock(self.database).summaries_of_file(path)?;
        for ((symbol, id), place) in outline.symbols.iter().zip(&ids).zip(&mut stored) {
            if !rows.iter().any(|row| row.said.node == *id) {
                continue;
            }
            let key = SymbolKey::new(symbol, lines);
            if self.reuse == Reuse::Normalized {
                let carried = carried(&rows, id, &key);
                lock(gathered).reading.carried += u64::from(!carried.is_empty());
                for said in carried {
                    let number = lock(self.database).put_summary(&said)?;
                    newest = newest.max(number);
                    rows.insert(0, SummaryRow { number, said });
                }
            }
            *place = chosen(&rows, id, &key).map(|row| row.said.clone());
        }
        Ok((stored, newest))
    }

    /// Writes rows before the run is done: they serve the next one should this one break off.
    fn remember(&self, put: &[StoredFile]) -> Result<(), UpdateError> {
        let mut database = lock(self.database);
        database.set_made(&self.unfinished)?;
        database.write(|batch| put.iter().try_for_each(|file| batch.put(file)))?;
        Ok(())
    }
}

/// Lets go of what only the summary was made of: linking and documents do not ask for it, and its
/// memory serves the next file.
fn drop_told(outline: &mut FileOutline) {
    let facts = outline.symbols.iter_mut().map(|symbol| &mut symbol.facts);
    for facts in facts.chain([&mut outline.facts]) {
        facts.errors = Vec::new();
        facts.literals = Vec::new();
        facts.loops = Vec::new();
        facts.comments = Vec::new();
    }
    for doc in outline.symbols.iter_mut().filter_map(|symbol| symbol.doc.as_mut()) {
        // Its words alone: where it stands is part of the symbol's span.
        doc.text = Default::default();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
