//! The word index and the index of vectors at sizes that few repositories reach.
//!
//! Documents are made: terms as frequent as Zipf's law says, and vectors of real texts, repeated with
//! noise until there are enough. Two pairs of indexes are built, as a repository has them (summaries
//! and code), and a query asks all four. Opening is measured in a process of its own, with the files in
//! the page cache.

mod made;
mod truth;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use epitome_index::dense::{DenseBuilder, DenseIndex, DenseRow};
use epitome_index::sparse::{Bm25, SparseBuilder, SparseIndex, SparseRow};
use epitome_index::{About, Generation, GenerationWriter, Holder, Publisher, top_k};

use self::made::{Documents, Vectors};
use self::truth::Truth;
use super::cpu::own;
use super::median;

/// What issue 6 asks for: a warm query by size, and a cold one.
const MAX_WARM_MS: [(usize, f64); 2] = [(100_000, 10.0), (1_000_000, 60.0)];
const MAX_COLD_MS: f64 = 100.0;
const MIN_RECALL: f64 = 0.98;

const QUERIES: usize = 200;
/// Of each list so many go into the fusion.
const HITS: usize = 100;
const PAIRS: [&str; 2] = ["summaries", "code"];
const EDITED: usize = 10;

/// What to measure with.
pub(crate) struct Options {
    /// Numbers of documents.
    pub(crate) sizes: Vec<usize>,
    /// Real texts, instead of made ones.
    pub(crate) texts: Option<PathBuf>,
    /// Their fields for documents and for queries.
    pub(crate) fields: (String, String),
    /// Where the indexes are built; in a folder that is gone afterwards.
    pub(crate) folder: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let (document, query) = &options.fields;
    let vectors = Vectors::of(options.texts.as_deref(), document, query)?;
    println!("{} real vectors of {} numbers", vectors.len(), vectors.dimensions());
    for &size in &options.sizes {
        let root = match &options.folder {
            Some(folder) => tempfile::tempdir_in(folder)?,
            None => tempfile::tempdir()?,
        };
        measure(&root.path().join(".epitome"), size, &vectors)
            .with_context(|| format!("{size} documents"))?;
    }
    Ok(())
}

fn measure(state: &Path, size: usize, vectors: &Vectors) -> anyhow::Result<()> {
    println!("\n{size} documents");
    let queries: Vec<Query> = (0..QUERIES)
        .map(|at| Query { terms: made::query(at), vector: vectors.query(at).to_vec() })
        .collect();
    let mut truth = Truth::new(&queries);
    let publisher = Publisher::lock(state, &holder())?;
    let mut generation = publisher.begin(None)?;
    for (pair, name) in PAIRS.iter().enumerate() {
        let documents = Documents::new(size, pair);
        let spent = build_sparse(&documents, &mut generation, name)?;
        say("word index: build", &spent.to_string(), "");
        let learn = (pair == 0).then_some(&mut truth);
        let spent = build_dense(vectors, size, pair, &mut generation, name, learn)?;
        say("vectors: build", &spent.to_string(), "");
    }
    generation.commit(About::default())?;
    let old = publisher.current()?.context("nothing was published")?;
    for record in old.manifest().files.iter().filter(|file| file.path.starts_with(PAIRS[0])) {
        say(&format!("  {}", record.path), &format!("{:.1} MB", record.length as f64 / 1e6), "");
    }
    edit(&publisher, &old, size, vectors)?;
    drop(old);
    drop(publisher);
    cold(state)?;
    warm(state, size, &queries, &truth)
}

/// One question.
struct Query {
    terms: Vec<(String, f32)>,
    vector: Vec<f32>,
}

/// Builds a word index. The time of making the documents does not count.
fn build_sparse(
    documents: &Documents,
    generation: &mut GenerationWriter<'_>,
    folder: &str,
) -> anyhow::Result<Spent> {
    let mut builder = SparseBuilder::new(Bm25::default(), None);
    let mut spent = Spent::default();
    for start in (0..documents.len()).step_by(made::BATCH) {
        let end = (start + made::BATCH).min(documents.len());
        let batch: Vec<_> = (start..end).map(|row| documents.document(row)).collect();
        spent += timed(|| {
            for (row, document) in (start as u32..).zip(batch) {
                builder.push(row, SparseRow::New(document))?;
            }
            Ok(())
        })?
        .1;
    }
    let (summary, last) = timed(|| Ok(builder.finish(generation, folder)?))?;
    let text = format!("{} terms, {} postings", summary.terms, summary.postings);
    say("word index", &text, "");
    spent += last;
    Ok(spent)
}

/// Builds an index of vectors. The time of making them does not count.
fn build_dense(
    vectors: &Vectors,
    size: usize,
    pair: usize,
    generation: &mut GenerationWriter<'_>,
    folder: &str,
    mut truth: Option<&mut Truth>,
) -> anyhow::Result<Spent> {
    let mut builder = DenseBuilder::new(vectors.dimensions(), "bench", None);
    let mut spent = Spent::default();
    let mut batch = Vec::new();
    for start in (0..size).step_by(made::BATCH) {
        vectors.batch(start..(start + made::BATCH).min(size), pair, &mut batch);
        spent += timed(|| {
            for (row, vector) in (start..).zip(batch.chunks_exact(vectors.dimensions())) {
                builder.push(row as u32, DenseRow::New { id: &made::id(row), vector })?;
            }
            Ok(())
        })?
        .1;
        if let Some(truth) = &mut truth {
            truth.learn(start, &batch, vectors.dimensions());
        }
    }
    spent += timed(|| Ok(builder.finish(generation, folder)?))?.1;
    Ok(spent)
}

/// Builds the first pair again with a few rows new and all others kept.
fn edit(
    publisher: &Publisher,
    old: &Generation,
    size: usize,
    vectors: &Vectors,
) -> anyhow::Result<()> {
    let documents = Documents::new(size, 1);
    let is_new = |row: usize| row.is_multiple_of(size / EDITED);
    let mut generation = publisher.begin(None)?;
    let (_, spent) = timed(|| {
        let old = SparseIndex::open(old, PAIRS[0])?;
        let mut builder = SparseBuilder::new(Bm25::default(), Some(&old));
        for row in 0..size {
            let kept = SparseRow::Keep(row as u32);
            let from = if is_new(row) { SparseRow::New(documents.document(row)) } else { kept };
            builder.push(row as u32, from)?;
        }
        Ok(builder.finish(&mut generation, PAIRS[0])?)
    })?;
    say(&format!("word index: edit of {EDITED}"), &spent.to_string(), "");
    let (_, spent) = timed(|| {
        let old = DenseIndex::open(old, PAIRS[0])?;
        let mut builder = DenseBuilder::new(vectors.dimensions(), "bench", Some(&old));
        for row in 0..size {
            let new = DenseRow::New { id: "new", vector: vectors.query(row) };
            let from = if is_new(row) { new } else { DenseRow::Keep(row as u32) };
            builder.push(row as u32, from)?;
        }
        Ok(builder.finish(&mut generation, PAIRS[0])?)
    })?;
    say(&format!("vectors: edit of {EDITED}"), &spent.to_string(), "");
    Ok(())
}

/// Opens all four indexes and asks one question, in a process of its own.
fn cold(state: &Path) -> anyhow::Result<()> {
    let mut times = Vec::new();
    let mut opening = Vec::new();
    for _ in 0..7 {
        let program = std::env::current_exe()?;
        let output = Command::new(program).args(["bench", "search-cold"]).arg(state).output()?;
        let text = String::from_utf8(output.stdout)?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let numbers: Vec<f64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        let [open, all] = numbers[..] else { anyhow::bail!("said {text:?}") };
        opening.push(open);
        times.push(all);
    }
    say("open, new process", &format!("{:.2} ms", median(opening)), "");
    let asked = format!("<= {MAX_COLD_MS} ms");
    say("open and first query", &format!("{:.2} ms", median(times)), &asked);
    Ok(())
}

/// What the process of [`cold`] does.
pub(crate) fn cold_child(state: &Path) -> anyhow::Result<()> {
    let began = Instant::now();
    let all = Indexes::open(state)?;
    let opened = began.elapsed();
    let mut vector = vec![0.1; all.dense[0].dimensions()];
    vector[0] = 1.0;
    all.ask(&Query { terms: made::query(0), vector }, &mut Vec::new())?;
    println!("{} {}", opened.as_secs_f64() * 1e3, began.elapsed().as_secs_f64() * 1e3);
    Ok(())
}

fn warm(state: &Path, size: usize, queries: &[Query], truth: &Truth) -> anyhow::Result<()> {
    let all = Indexes::open(state)?;
    let mut buffer = Vec::new();
    // Columns and rows are compared with their checks when they are first read; that is not warm yet.
    for query in queries {
        all.ask(query, &mut buffer)?;
    }
    let limit = MAX_WARM_MS.iter().find(|(documents, _)| *documents == size);
    let asked = limit.map_or_else(String::new, |(_, ms)| format!("median <= {ms} ms"));
    let sparse = times(queries, |query| all.ask_sparse(0, query, &mut buffer).map(drop))?;
    say("warm: word index", &sparse, "");
    let dense =
        times(queries, |query| Ok(all.dense[0].top(&query.vector, HITS, None).map(drop)?))?;
    let way = if all.dense[0].has_sketches() { "through sketches" } else { "every row" };
    say("warm: vectors", &dense, way);
    let exact =
        times(queries, |query| Ok(all.dense[0].top_exact(&query.vector, HITS, None).map(drop)?))?;
    say("warm: vectors, every row", &exact, "");
    let whole = times(queries, |query| all.ask(query, &mut buffer))?;
    say("warm: two of both", &whole, &asked);

    let recall = |candidates: Option<usize>| -> anyhow::Result<f64> {
        let mut found = 0;
        for (at, query) in queries.iter().enumerate() {
            let dense = &all.dense[0];
            let hits = match candidates {
                None => dense.top(&query.vector, 10, None)?,
                Some(count) => dense.top_of(&query.vector, 10, count, None)?,
            };
            let rows: Vec<u32> = hits.iter().map(|hit| hit.row).collect();
            found += truth.found(at, &rows);
        }
        Ok(found as f64 / (10 * queries.len()) as f64)
    };
    say("recall@10", &format!("{:.4}", recall(None)?), &format!(">= {MIN_RECALL}"));
    if all.dense[0].has_sketches() {
        for candidates in [size / 1000, size / 500, size / 250, size / 128, size / 64, size] {
            let name = format!("  with {candidates} candidates");
            say(&name, &format!("{:.4}", recall(Some(candidates))?), "");
        }
    }
    Ok(())
}

/// All four indexes, open.
struct Indexes {
    sparse: Vec<SparseIndex>,
    dense: Vec<DenseIndex>,
}

impl Indexes {
    fn open(state: &Path) -> anyhow::Result<Self> {
        let generation = Generation::open(state)?;
        let sparse: Result<_, _> =
            PAIRS.iter().map(|name| SparseIndex::open(&generation, name)).collect();
        let dense: Result<_, _> =
            PAIRS.iter().map(|name| DenseIndex::open(&generation, name)).collect();
        Ok(Self { sparse: sparse?, dense: dense? })
    }

    fn ask_sparse(&self, at: usize, query: &Query, buffer: &mut Vec<f32>) -> anyhow::Result<usize> {
        let index = &self.sparse[at];
        buffer.clear();
        buffer.resize(index.len(), 0.0);
        index.add_scores(&query.terms, buffer)?;
        Ok(top_k(buffer, HITS, |_| true).len())
    }

    fn ask(&self, query: &Query, buffer: &mut Vec<f32>) -> anyhow::Result<()> {
        for at in 0..PAIRS.len() {
            self.ask_sparse(at, query, buffer)?;
            self.dense[at].top(&query.vector, HITS, None)?;
        }
        Ok(())
    }
}

/// Median and 95th percentile of all queries, by the clock.
fn times(
    queries: &[Query],
    mut ask: impl FnMut(&Query) -> anyhow::Result<()>,
) -> anyhow::Result<String> {
    let mut all = Vec::new();
    for query in queries {
        let began = Instant::now();
        ask(query)?;
        all.push(began.elapsed().as_secs_f64() * 1e3);
    }
    all.sort_by(f64::total_cmp);
    Ok(format!("{:.2} ms, p95 {:.2} ms", all[all.len() / 2], all[all.len() * 95 / 100]))
}

/// What some work took.
#[derive(Default)]
struct Spent {
    processor: f64,
    clock: f64,
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.processor += other.processor;
        self.clock += other.clock;
    }
}

impl std::fmt::Display for Spent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3} s of processor, {:.3} s", self.processor, self.clock)
    }
}

fn timed<T>(work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<(T, Spent)> {
    let (processor, clock) = (own(), Instant::now());
    let done = work()?;
    let processor = (own() - processor).as_secs_f64();
    Ok((done, Spent { processor, clock: clock.elapsed().as_secs_f64() }))
}

fn say(what: &str, measured: &str, asked: &str) {
    println!("  {what:<40}{measured:>36}   {asked}");
}

fn holder() -> Holder {
    Holder::this_process("1980-01-01T00:00:00Z", "a measurement")
}
