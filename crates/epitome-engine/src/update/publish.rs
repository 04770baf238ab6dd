//! Writing the new generation: documents of changed files made, those of the others copied.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use epitome_index::documents::{Documents, DocumentsWriter, Line};
use epitome_index::{Generation, GenerationWriter, Publisher, layout};
use epitome_model::document::{Document, DocumentKind};
use epitome_model::summarize::FilePart;
use rayon::prelude::*;

use super::documents::file_documents;
use super::gather::{Linked, link_all};
use super::link_keys::{LinkKey, LinkKeys};
use super::links::{AllLinks, Links};
use super::modules::{all_parts, module_documents};
use super::read::{Draft, Reading, Rows, Was};
use super::report::{Changed, UpdateReport};
use super::retain::{Fate, retain};
use super::search_writer::SearchWriter;
use super::{Step, UpdateError, UpdateOptions, manifest};
use crate::database::{Database, Made};
use crate::embed::Embedder;
use crate::graph::stats_json;
use crate::search::{DocumentRows, Indexes, module_rows};

/// So many files are made ready together: enough for all cores, few enough for memory.
const CHUNK: usize = 256;

/// One update, after reading.
pub(super) struct Run<'a> {
    pub(super) root: &'a Path,
    pub(super) options: &'a UpdateOptions,
    pub(super) publisher: &'a Publisher,
    pub(super) old: Option<&'a Generation>,
    /// Whether the old documents of unchanged files can be kept.
    pub(super) trusted: bool,
    pub(super) embedder: &'a Embedder,
    /// Whether other SCIP indexes are there than before.
    pub(super) other_scip: bool,
    pub(super) made: Made,
    pub(super) now: &'a str,
    pub(super) progress: &'a (dyn Fn(Step) + Sync),
    pub(super) notes: Vec<String>,
}

/// The old documents, opened.
struct Old {
    documents: Documents,
    keys: LinkKeys,
    search: Option<Indexes>,
}

impl Run<'_> {
    pub(super) fn finish(
        mut self,
        database: &mut Database,
        mut reading: Reading,
    ) -> Result<UpdateReport, UpdateError> {
        let names_changed = !reading.removed.is_empty()
            || reading.manifests_changed
            || reading.drafts.iter().any(|draft| draft.was != Was::Alike);
        // An index fits the texts it was made from, so with one any change may change the graph.
        let fits_changed = !self.made.scip.is_empty() && !reading.drafts.is_empty();
        let old = self.open_old()?;
        let trusted = self.trusted && old.is_some();
        let relink = !trusted || self.other_scip || names_changed || fits_changed;
        let mut report = UpdateReport { from_nothing: !trusted, ..UpdateReport::default() };
        report.files = count_files(&reading);
        report.carried = reading.carried;
        report.tree = std::mem::take(&mut reading.report);
        if let (Some(old), false, true) = (&old, relink, reading.drafts.is_empty()) {
            return self.nothing_changed(database, reading.rows, old, report);
        }
        let linked = match relink {
            true => {
                (self.progress)(Step::Linking);
                Some(link_all(self.root, &self.options.graph, database, &reading)?)
            }
            false => None,
        };
        (self.progress)(Step::Writing);
        report.relinked = relink;
        self.notes.extend(linked.iter().flat_map(|linked| linked.notes.clone()));
        let parts = all_parts(database.parts()?, &reading);
        self.require_room(&parts)?;
        let generation =
            self.write(old.as_ref(), trusted, linked, &mut reading, &parts, &mut report)?;
        self.made.generation = generation;
        save(database, &reading.rows, &self.made)?;
        report.generation = generation;
        report.published = true;
        report.warnings.extend(over_updated(&report));
        report.notes = self.notes;
        Ok(report)
    }

    /// The old documents.
    fn open_old(&self) -> Result<Option<Old>, UpdateError> {
        let Some(generation) = self.old else { return Ok(None) };
        let folder = layout::summary_folder(&generation.manifest().about.root);
        let documents = Documents::open(generation, &folder)?;
        let keys = LinkKeys::open(generation, documents.len())?;
        // Rows are kept only where documents are.
        let search = match self.trusted {
            true => Some(Indexes::open(generation, &documents)?),
            false => None,
        };
        Ok(Some(Old { documents, keys, search }))
    }

    fn nothing_changed(
        self,
        database: &mut Database,
        rows: Rows,
        old: &Old,
        mut report: UpdateReport,
    ) -> Result<UpdateReport, UpdateError> {
        // What is not written again is read at least, so that "up to date" means sound as well.
        if let Some(old) = self.old {
            old.verify()?;
        }
        let generation = self.old.map_or(0, Generation::number);
        if !(rows.put.is_empty() && rows.touched.is_empty() && rows.gone.is_empty()) {
            save(database, &rows, &Made { generation, ..self.made })?;
        }
        for at in 0..old.documents.len() {
            let entry = old.documents.entry(at)?;
            report.by_kind[entry.kind as usize] += 1;
            report.placeholders += u64::from(entry.is_placeholder);
        }
        report.documents.kept = old.documents.len() as u64;
        report.generation = generation;
        report.notes = self.notes;
        Ok(report)
    }

    fn require_room(&self, parts: &BTreeMap<String, FilePart>) -> Result<(), UpdateError> {
        // A document is about as long as the source it describes; the old generation stays until
        // the next one.
        let lines: u64 = parts.values().map(|part| u64::from(part.lines)).sum();
        Ok(self.publisher.require_room(lines.saturating_mul(64))?)
    }

    fn write(
        &self,
        old: Option<&Old>,
        trusted: bool,
        linked: Option<Linked>,
        reading: &mut Reading,
        parts: &BTreeMap<String, FilePart>,
        report: &mut UpdateReport,
    ) -> Result<u64, UpdateError> {
        let mut generation = self.publisher.begin(self.old)?;
        let repository = manifest::repository_name(self.root);
        let folder = layout::summary_folder(&repository);
        let links = linked.as_ref().map(|l| AllLinks::new(&l.graph, &l.standings));
        let drafts = std::mem::take(&mut reading.drafts);
        let mut writer = FileWriter {
            writer: DocumentsWriter::new(&mut generation, &folder)?,
            old,
            trusted,
            links: links.as_ref(),
            keys: LinkKeys::with_room(old.map_or(0, |old| old.documents.len())),
            search: SearchWriter::new(self.embedder, old.and_then(|old| old.search.as_ref())),
            embedder: self.embedder,
            now: self.now,
            report,
        };
        writer.files(drafts, reading)?;
        writer.modules(&repository, parts)?;
        let FileWriter { writer, keys, search, .. } = writer;
        writer.finish()?;
        search.finish(&mut generation, &repository)?;
        keys.write(&mut generation)?;
        match &linked {
            Some(linked) => {
                generation
                    .write(layout::GRAPH_STATS, &stats_json(&linked.graph, &linked.standings))?;
            }
            None => generation.link(layout::GRAPH_STATS)?,
        }
        self.describe(&mut generation, &folder, &repository, parts, report)
            .and_then(|about| Ok(generation.commit(about)?))
    }

    fn describe(
        &self,
        generation: &mut GenerationWriter<'_>,
        folder: &str,
        repository: &str,
        parts: &BTreeMap<String, FilePart>,
        report: &UpdateReport,
    ) -> Result<epitome_index::About, UpdateError> {
        let summary = manifest::summary_manifest(&self.options.graph, parts);
        generation.write(&format!("{folder}/{}", layout::MANIFEST), &summary.to_bytes())?;
        Ok(manifest::about(self.root, repository, self.now, parts, report))
    }
}

/// Writes documents in the order of their files.
struct FileWriter<'a> {
    writer: DocumentsWriter,
    old: Option<&'a Old>,
    trusted: bool,
    links: Option<&'a AllLinks<'a>>,
    keys: LinkKeys,
    search: SearchWriter<'a>,
    embedder: &'a Embedder,
    now: &'a str,
    report: &'a mut UpdateReport,
}

/// A document ready to be written.
struct Ready {
    line: Line,
    kind: DocumentKind,
    is_placeholder: bool,
    key: LinkKey,
    fate: Fate,
    id: String,
    search: SearchRows,
}

/// Where a document's rows in the search indexes come from.
enum SearchRows {
    Kept(usize),
    Made(DocumentRows),
}

impl FileWriter<'_> {
    /// Documents of all files, by path.
    fn files(&mut self, drafts: Vec<Draft>, reading: &Reading) -> Result<(), UpdateError> {
        let mut drafts = drafts.into_iter().peekable();
        let mut kept = reading.kept.as_slice();
        loop {
            // A run of unchanged files, up to the next changed one.
            let run = match drafts.peek() {
                Some(draft) => kept.partition_point(|path| *path < draft.path),
                None => kept.len(),
            };
            let (unchanged, rest) = kept.split_at(run);
            kept = rest;
            self.unchanged(unchanged)?;
            // Some changed files, up to the next unchanged one.
            let next = |draft: &Draft| kept.first().is_none_or(|path| draft.path < *path);
            let mut chunk = Vec::new();
            while let Some(draft) = drafts.next_if(next) {
                chunk.push(draft);
                if chunk.len() == CHUNK {
                    break;
                }
            }
            if chunk.is_empty() {
                break;
            }
            let made: Vec<_> = chunk.into_par_iter().map(|draft| self.make(draft)).collect();
            for ready in made {
                self.push(ready?)?;
            }
        }
        for path in &reading.removed {
            if let Some(old) = self.old {
                self.report.documents.removed += old.documents.of_file(path)?.len() as u64;
            }
        }
        Ok(())
    }

    /// The documents of a changed file, each with what it takes over from the one before it.
    fn make(&self, draft: Draft) -> Result<(Vec<Ready>, u64), UpdateError> {
        let mut before: HashMap<String, (usize, Document)> = HashMap::new();
        if let Some(old) = self.old {
            for at in old.documents.of_file(&draft.path)? {
                let document = old.documents.document(at)?;
                before.insert(document.id.clone(), (at, document));
            }
        }
        let mut keys = Vec::new();
        let path = draft.path.clone();
        let mut draft = draft;
        let search = std::mem::take(&mut draft.search);
        let documents = file_documents(draft, self.now, &mut |at, id| {
            let old = before.get(id);
            let (links, key) = match self.links {
                Some(links) => links.of_file(&path, at).unwrap_or_default(),
                None => old
                    .map(|(at, old)| (Links::of_document(old), self.old_key(*at)))
                    .unwrap_or_default(),
            };
            keys.push(key);
            links
        });
        let mut ready = Vec::with_capacity(documents.len());
        for ((mut document, key), rows) in documents.into_iter().zip(keys).zip(search) {
            let old = before.remove(&document.id);
            let new_callers = key.new_callers(old.as_ref().map(|(at, _)| self.old_key(*at)));
            let fate = retain(old.as_ref().map(|(_, old)| old), &mut document, new_callers);
            ready.push(Ready::new(&document, key, fate, SearchRows::Made(rows)));
        }
        ready.sort_by(|a, b| a.line.order(&b.line));
        Ok((ready, before.len() as u64))
    }

    fn old_key(&self, at: usize) -> LinkKey {
        self.old.map(|old| old.keys.get(at)).unwrap_or_default()
    }

    fn push(&mut self, (ready, removed): (Vec<Ready>, u64)) -> Result<(), UpdateError> {
        self.report.documents.removed += removed;
        for ready in ready {
            self.push_one(ready)?;
        }
        Ok(())
    }

    fn push_one(&mut self, ready: Ready) -> Result<(), UpdateError> {
        self.count(ready.kind, ready.is_placeholder, ready.fate);
        self.keys.push(ready.key);
        match ready.search {
            SearchRows::Kept(at) => self.search.keep(at)?,
            SearchRows::Made(rows) => self.search.push(&ready.id, rows)?,
        }
        Ok(self.writer.push_line(ready.line)?)
    }

    fn count(&mut self, kind: DocumentKind, is_placeholder: bool, fate: Fate) {
        self.report.by_kind[kind as usize] += 1;
        self.report.placeholders += u64::from(is_placeholder);
        let documents: &mut Changed = &mut self.report.documents;
        match fate {
            Fate::Added => documents.added += 1,
            Fate::Redone => documents.changed += 1,
            Fate::Moved => self.report.moved += 1,
            Fate::ContextUpdated { far } => {
                self.report.context_updated += 1;
                self.report.beyond_threshold += u64::from(far);
            }
            Fate::Kept => documents.kept += 1,
        }
    }

    /// The documents of files that did not change: copied, but for new neighbours.
    fn unchanged(&mut self, paths: &[String]) -> Result<(), UpdateError> {
        let Some(old) = self.old.filter(|_| self.trusted) else { return Ok(()) };
        let mut run: Option<std::ops::Range<usize>> = None;
        for path in paths {
            let Some(number) = old.documents.file_number(path)? else { continue };
            let documents = old.documents.file(number)?.1;
            let keys = self.links.map(|links| links.keys_of_file(path));
            let same = keys.is_none_or(|keys| {
                keys.len() == documents.len()
                    && documents.clone().zip(keys).all(|(at, key)| old.keys.get(at) == key)
            });
            if same {
                for at in documents {
                    let entry = old.documents.entry(at)?;
                    self.count(entry.kind, entry.is_placeholder, Fate::Kept);
                    self.keys.push(old.keys.get(at));
                }
                match &mut run {
                    Some(run) if run.end == number => run.end += 1,
                    _ => {
                        self.copy(old, run.take())?;
                        run = Some(number..number + 1);
                    }
                }
            } else {
                self.copy(old, run.take())?;
                for at in documents {
                    self.relinked(old, at)?;
                }
            }
        }
        self.copy(old, run)
    }

    fn copy(&mut self, old: &Old, run: Option<std::ops::Range<usize>>) -> Result<(), UpdateError> {
        match run {
            Some(run) => {
                for file in run.clone() {
                    old.documents.file(file)?.1.try_for_each(|at| self.search.keep(at))?;
                }
                Ok(self.writer.copy_files(&old.documents, run)?)
            }
            None => Ok(()),
        }
    }

    /// A document of an unchanged file in a graph that changed (G52).
    fn relinked(&mut self, old: &Old, at: usize) -> Result<(), UpdateError> {
        let before = old.documents.document(at)?;
        let mut document = before.clone();
        let (mut key, old_key) = (old.keys.get(at), old.keys.get(at));
        if let Some((links, new)) =
            self.links.and_then(|links| links.of(&document.file_path, &document.id))
        {
            links.put_into(&mut document);
            key = new;
        }
        let fate = retain(Some(&before), &mut document, key.new_callers(Some(old_key)));
        self.push_one(Ready::new(&document, key, fate, SearchRows::Kept(at)))
    }

    /// Documents of modules; those that come out as they were count as kept.
    fn modules(
        &mut self,
        repository: &str,
        parts: &BTreeMap<String, FilePart>,
    ) -> Result<(), UpdateError> {
        let mut before: HashMap<String, Document> = HashMap::new();
        if let Some(old) = self.old {
            for at in old.documents.modules()? {
                let document = old.documents.document(at)?;
                before.insert(document.id.clone(), document);
            }
        }
        let links_of = |path: &str| match (self.links, before.get(path)) {
            (Some(links), _) => links.of_module(path),
            (None, Some(old)) => Links::of_document(old),
            (None, None) => Links::default(),
        };
        let documents = module_documents(repository, parts, &links_of, self.now);
        for mut document in documents {
            let fate = retain(before.remove(&document.id).as_ref(), &mut document, 0);
            let rows = module_rows(&document, self.embedder)?;
            let key = LinkKey::default();
            self.push_one(Ready::new(&document, key, fate, SearchRows::Made(rows)))?;
        }
        self.report.documents.removed += before.len() as u64;
        Ok(())
    }
}

impl Ready {
    fn new(document: &Document, key: LinkKey, fate: Fate, search: SearchRows) -> Ready {
        let (line, id) = (Line::new(document), document.id.clone());
        Ready {
            line,
            kind: document.kind,
            is_placeholder: document.is_placeholder,
            key,
            fate,
            id,
            search,
        }
    }
}

/// Remembers what was read, together with the generation that was made from it.
fn save(database: &mut Database, rows: &Rows, made: &Made) -> Result<(), UpdateError> {
    database.write(|batch| {
        rows.put.iter().try_for_each(|file| batch.put(file))?;
        rows.touched.iter().try_for_each(|(id, known)| batch.touch(*id, known))?;
        rows.gone.iter().try_for_each(|&id| batch.remove(id))?;
        batch.set_made(made)
    })?;
    Ok(())
}

fn count_files(reading: &Reading) -> Changed {
    let added = reading.drafts.iter().filter(|draft| draft.was == Was::Absent).count() as u64;
    Changed {
        added,
        changed: reading.drafts.len() as u64 - added,
        removed: reading.removed.len() as u64,
        kept: reading.kept.len() as u64,
    }
}

/// More is updated than an edit explains (G60).
fn over_updated(report: &UpdateReport) -> Option<String> {
    let files = report.files.added + report.files.changed + report.files.removed;
    let touched = report.documents.changed + report.context_updated;
    let (all_files, all) = (files + report.files.kept, report.total());
    let over = !report.from_nothing && touched > 200 && touched * 2 > all && files * 10 < all_files;
    over.then(|| {
        format!(
            "{touched} of {all} documents were updated though only {files} of {all_files} files \
             changed; a name that is used everywhere may have been added or removed"
        )
    })
}
