//! What there is to do, before anybody is asked (O30–O35, O42–O45).

use std::collections::{HashMap, HashSet};
use std::path::Path;

use epitome_llm::redact::{never_sent, redact};
use epitome_model::graph::{EdgeKind, NodeKind};
use epitome_model::hash::source_sha256;
use epitome_model::id::symbol_ids;
use epitome_model::outline::{FileOutline, Symbol, SymbolKind};
use epitome_model::summarize::summarize_file;

use super::error::SummarizeError;
use super::gate::trusted;
use super::key::SymbolKey;
use super::options::SummarizeOptions;
use crate::config::Trust;
use crate::database::{Database, SummaryRow};
use crate::scan::{RelPath, Root};
use crate::template::SymbolMessage;
use crate::update::{Lines, Remembered, remembered};

/// What a run would do.
#[derive(Debug, Default)]
pub struct Plan {
    /// Functions, methods and classes that the index knows.
    pub symbols: u64,
    /// Those that are not asked about, by reason.
    pub skipped: SkippedSymbols,
    /// Those whose summary is stored and current.
    pub cached: u64,
    /// Of those to do, the ones that had a summary before their text changed.
    pub changed: u64,
    /// Secrets taken out of what would be sent.
    pub redacted: u64,
    /// What is to do, by id (O35).
    pub(super) jobs: Vec<Job>,
    /// The files of these.
    pub(super) sources: Vec<Source>,
    /// Names of everything in the repository.
    pub(super) names: HashSet<String>,
    /// Rows of the prompt in use that are older than those of another prompt.
    pub(super) outdone: Vec<i64>,
}

/// Symbols that are not asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SkippedSymbols {
    /// No indexer vouches for them (O30).
    pub untrusted: u64,
    /// Too small to be worth it (G30–G34).
    pub small: u64,
    /// In files that are never sent.
    pub never_sent: u64,
    /// In files that cannot be read, or changed just now (O32).
    pub unreadable: u64,
    /// Longer than a prompt may be.
    pub too_long: u64,
}

impl SkippedSymbols {
    /// All of them.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.untrusted + self.small + self.never_sent + self.unreadable + self.too_long
    }

    /// Counts that are not 0, with the reason in words.
    pub fn reasons(&self) -> impl Iterator<Item = (u64, &'static str)> {
        let all = [
            (self.untrusted, "that no SCIP index vouches for"),
            (self.small, "so small that a pattern describes them"),
            (self.never_sent, "in files that are never sent"),
            (self.unreadable, "in files that cannot be read, or just changed"),
            (self.too_long, "longer than a prompt may be"),
        ];
        all.into_iter().filter(|(count, _)| *count > 0)
    }
}

/// One symbol to ask about.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) id: String,
    /// Which of the sources.
    pub(super) source: usize,
    /// Which symbol of its outline.
    pub(super) at: usize,
    pub(super) first_line: u32,
    pub(super) content_hash: String,
    pub(super) normalized: String,
    pub(super) shape: Vec<u8>,
    /// The message about it.
    pub(super) message: String,
    /// Ids of callers and callees, which must not be named (G11).
    pub(super) neighbours: Vec<String>,
}

/// A file with something to do in it.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) path: String,
    pub(super) text: String,
    pub(super) outline: FileOutline,
}

impl Plan {
    /// How many symbols are to do.
    #[must_use]
    pub fn to_do(&self) -> u64 {
        self.jobs.len() as u64
    }

    /// Files and bytes of source that leave the machine, where the first `count` symbols are asked about.
    #[must_use]
    pub fn leaving(&self, count: u64) -> (u64, u64) {
        let jobs = || self.jobs.iter().take(usize::try_from(count).unwrap_or(usize::MAX));
        let files: HashSet<usize> = jobs().map(|job| job.source).collect();
        (files.len() as u64, jobs().map(|job| job.message.len() as u64).sum())
    }

    /// How many calls a run with this cap makes at least; 0 as a cap means all, for estimates.
    #[must_use]
    pub fn first(&self, cap: u64) -> u64 {
        if cap == 0 { self.to_do() } else { self.to_do().min(cap) }
    }
}

/// Looks at everything that the index knows. The index must be up to date.
pub fn plan(
    root: &Path,
    options: &SummarizeOptions,
    database: &Database,
) -> Result<Plan, SummarizeError> {
    let Remembered { graph, files } = remembered(root, &options.graph, database)?;
    let root = Root::open(root).map_err(SummarizeError::Scan)?;
    let mut plan = Plan::default();
    let lets = trusted(&graph, options.trust);
    let mut nodes = HashMap::with_capacity(graph.nodes.len());
    for (at, node) in graph.nodes.iter().enumerate() {
        plan.names.insert(node.name.to_string());
        if node.kind != NodeKind::File {
            nodes.insert(node.id.as_str(), at);
        }
    }
    let mut neighbours: HashMap<usize, Vec<&str>> = HashMap::new();
    for edge in graph.edges.iter().filter(|edge| edge.kind == EdgeKind::Calls) {
        let (from, to) = (edge.from as usize, edge.to as usize);
        if from != to {
            neighbours.entry(from).or_default().push(&graph.nodes[to].id);
            neighbours.entry(to).or_default().push(&graph.nodes[from].id);
        }
    }
    let newest = database.newest_summaries()?;
    for (path, outline) in files {
        let ids = symbol_ids(&path, &outline.symbols);
        let mut wanted = Vec::new();
        for (at, (symbol, id)) in outline.symbols.iter().zip(ids).enumerate() {
            if !is_summarised(symbol) {
                continue;
            }
            plan.symbols += 1;
            let node = nodes.get(id.as_str()).copied();
            if node.map_or(options.trust == Trust::Any, |node| lets[node]) {
                wanted.push((at, id, node));
            } else {
                plan.skipped.untrusted += 1;
            }
        }
        if wanted.is_empty() {
            continue;
        }
        if never_sent(&path).is_some() {
            plan.skipped.never_sent += wanted.len() as u64;
            continue;
        }
        let limit = options.graph.tree.scan.max_bytes;
        let Ok(text) = root.read_text(&RelPath::from_stored(&path), limit) else {
            plan.skipped.unreadable += wanted.len() as u64;
            continue;
        };
        let rows = match newest.get(&path) {
            Some(_) => database.summaries_of_file(&path)?,
            None => Vec::new(),
        };
        let wanted = wanted.into_iter().map(|(at, id, node)| {
            let near = node.and_then(|node| neighbours.get(&node));
            let near = near.into_iter().flatten().map(|id| (*id).to_owned()).collect();
            (at, id, near)
        });
        plan.file(path, text.text, outline, &rows, wanted.collect(), options)?;
    }
    plan.jobs.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(plan)
}

/// Functions, methods and classes (O32): what holds code of its own, not what only groups others.
fn is_summarised(symbol: &Symbol) -> bool {
    let groups = [SymbolKind::Module, SymbolKind::Namespace, SymbolKind::Type];
    symbol.full_span().start_line > 0 && !groups.contains(&symbol.kind)
}

impl Plan {
    fn file(
        &mut self,
        path: String,
        text: String,
        outline: FileOutline,
        rows: &[SummaryRow],
        wanted: Vec<(usize, String, Vec<String>)>,
        options: &SummarizeOptions,
    ) -> Result<(), SummarizeError> {
        let version = options.prompt.version();
        let offline = summarize_file(&path, &outline, &text);
        let lines = Lines::new(&text);
        // Of the whole file, since a key may begin before the symbol's first line.
        let clean = redact(&path, &text).text.into_owned();
        let clean_lines = Lines::new(&clean);
        let jobs_before = self.jobs.len();
        for (at, id, neighbours) in wanted {
            let symbol = &outline.symbols[at];
            if offline.symbols.get(at).is_none_or(|summary| summary.is_placeholder) {
                self.skipped.small += 1;
                continue;
            }
            let raw = text.get(symbol.span.bytes()).unwrap_or_default();
            if source_sha256(raw.as_bytes()) != symbol.source_sha256 {
                self.skipped.unreadable += 1;
                continue;
            }
            let key = SymbolKey::new(symbol, &lines);
            let own = || rows.iter().filter(|row| row.said.node == id && !row.said.degraded);
            let exact = || own().filter(|row| row.said.content_hash == key.content_hash);
            if let Some(hit) = exact().find(|row| row.said.prompt_version == version) {
                self.cached += 1;
                if exact().any(|row| row.number > hit.number) {
                    self.outdone.push(hit.number);
                }
                continue;
            }
            let source = clean_lines.slice(key.first_line, key.last_line);
            let source = source.strip_suffix('\n').unwrap_or(source);
            let doc = symbol.doc.as_ref().map(|doc| redact(&path, &doc.text).text.into_owned());
            let owner = symbol.parent.and_then(|parent| outline.symbols.get(parent as usize));
            let message = SymbolMessage {
                path: &path,
                owner: owner.map(|owner| owner.name.as_str()),
                first_line: key.first_line,
                last_line: key.last_line,
                docstring: doc.as_deref(),
                source,
            }
            .render(&options.prompt.user)?;
            let chars = message.chars().count() + options.prompt.system.text.chars().count();
            if chars > options.max_prompt_chars {
                self.skipped.too_long += 1;
                continue;
            }
            self.redacted += marks(source).saturating_sub(marks(key.text));
            self.changed += u64::from(own().any(|row| row.said.content_hash != key.content_hash));
            self.jobs.push(Job {
                source: self.sources.len(),
                at,
                first_line: key.first_line,
                shape: key.shape().to_bytes(),
                content_hash: key.content_hash,
                normalized: key.normalized,
                message,
                neighbours,
                id,
            });
        }
        if self.jobs.len() > jobs_before {
            self.sources.push(Source { path, text, outline });
        }
        Ok(())
    }
}

/// Secrets that were taken out of a text.
fn marks(text: &str) -> u64 {
    text.matches("[REDACTED:").count() as u64
}
