//! How well a doc sentence finds its function by the words of the offline summaries alone.
//!
//! The trees are laid out with the functions' own doc comments removed, so that a query cannot be
//! found by its own words. Every function of a repository is ranked by BM25 over `summary` and
//! `business_intent`; beside it name and signature alone, and the whole code with its path.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use epitome_engine::scan::{ScanOptions, nothing_known, scan};
use epitome_model::summarize::summarize_file;

use rustix::time::{ClockId, clock_gettime};

use super::bm25::Bm25;

/// What to rank
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The queries: lines of JSON with `repo`, `commit`, `language`, `query`, `gold_functions`
    #[arg(long, value_name = "FILE")]
    set: PathBuf,
    /// The folder of trees, `docfn-OWNER+NAME@COMMIT` each
    #[arg(long, value_name = "FOLDER")]
    trees: PathBuf,
    /// Only repositories whose name contains this
    #[arg(long)]
    repo: Option<String>,
    /// Print so many queries that the summaries miss but the code finds
    #[arg(long, default_value_t = 0)]
    show: usize,
}

struct Query {
    text: String,
    language: String,
    gold: Vec<(String, u32, u32)>,
}

struct Place {
    path: String,
    start: u32,
    end: u32,
    name: String,
    summary: String,
}

/// Reciprocal ranks of the three ways, for one query.
struct Ranks {
    language: String,
    ours: f64,
    floor: f64,
    code: f64,
}

#[derive(Default)]
struct Spent {
    time: Duration,
    symbols: usize,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let queries = read_set(&args.set)?;
    let mut repos: Vec<(&String, &Vec<Query>)> = queries
        .iter()
        .filter(|(folder, _)| args.repo.as_ref().is_none_or(|part| folder.contains(part.as_str())))
        .collect();
    ensure!(!repos.is_empty(), "no repository of {} is asked for", args.set.display());
    repos.sort_by_key(|(folder, _)| folder.as_str());
    let next = AtomicUsize::new(0);
    let ranks: Mutex<Vec<Ranks>> = Mutex::default();
    let spent: Mutex<Spent> = Mutex::default();
    let failed: Mutex<Option<anyhow::Error>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((folder, queries)) = repos.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    match rank_repo(&args.trees.join(folder), queries, args.show) {
                        Ok((found, time)) => {
                            ranks.lock().expect("no thread panics").extend(found);
                            let mut spent = spent.lock().expect("no thread panics");
                            spent.time += time.time;
                            spent.symbols += time.symbols;
                        }
                        Err(error) => *failed.lock().expect("no thread panics") = Some(error),
                    }
                }
            });
        }
    });
    if let Some(error) = failed.into_inner().expect("no thread panics") {
        return Err(error);
    }
    print(&ranks.into_inner().expect("no thread panics"));
    let spent = spent.into_inner().expect("no thread panics");
    println!(
        "{} symbols summarised, {:.2} µs each",
        spent.symbols,
        spent.time.as_secs_f64() * 1e6 / spent.symbols.max(1) as f64
    );
    Ok(ExitCode::SUCCESS)
}

/// Of this thread alone: a busy machine does not make us slower.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(now.tv_sec).unwrap_or(0), u32::try_from(now.tv_nsec).unwrap_or(0))
}

fn print(ranks: &[Ranks]) {
    let mut groups: BTreeMap<&str, Vec<&Ranks>> = BTreeMap::new();
    for rank in ranks {
        groups.entry(&rank.language).or_default().push(rank);
        groups.entry("all").or_default().push(rank);
    }
    println!(
        "{:<10} {:>8} {:>10} {:>12} {:>12}",
        "MRR@10", "queries", "summaries", "name + sig", "whole code"
    );
    for (language, ranks) in groups {
        let mean = |value: fn(&Ranks) -> f64| {
            ranks.iter().map(|rank| value(rank)).sum::<f64>() / ranks.len() as f64
        };
        println!(
            "{language:<10} {:>8} {:>10.3} {:>12.3} {:>12.3}",
            ranks.len(),
            mean(|r| r.ours),
            mean(|r| r.floor),
            mean(|r| r.code)
        );
    }
}

fn rank_repo(root: &Path, queries: &[Query], show: usize) -> anyhow::Result<(Vec<Ranks>, Spent)> {
    let mut places: Vec<Place> = Vec::new();
    let (mut ours, mut floor, mut code) = (Bm25::default(), Bm25::default(), Bm25::default());
    let mut spent = Spent::default();
    let mut outliner = epitome_syntax::Outliner::default();
    scan(root, &ScanOptions::default(), &nothing_known, |entry| {
        let path = entry.path.as_str().to_owned();
        if let Some(text) = entry.text()
            && let Some(language) = epitome_syntax::detect(&path, &text.text)
            && language.language().is_deep()
        {
            let outline = outliner.outline(language.language(), &text.text);
            let start = processor_time();
            let summaries = summarize_file(&path, &outline, &text.text);
            spent.time += processor_time().saturating_sub(start);
            spent.symbols += outline.symbols.len();
            for (symbol, summary) in outline.symbols.iter().zip(summaries.symbols) {
                if !symbol.kind.is_function() {
                    continue;
                }
                let words = format!("{} {}", summary.summary, summary.business_intent);
                ours.add(&words);
                floor.add(&format!("{} {}", symbol.qualified_name, symbol.signature));
                let source = text.text.get(symbol.span.bytes()).unwrap_or("");
                code.add(&format!("{path} {} {source}", symbol.qualified_name));
                places.push(Place {
                    path: path.clone(),
                    start: symbol.span.start_line,
                    end: symbol.span.end_line,
                    name: symbol.qualified_name.to_string(),
                    summary: if show > 0 { words } else { String::new() },
                });
            }
        }
        ControlFlow::Continue(())
    })
    .with_context(|| format!("scanning {}", root.display()))?;
    let mut ranks = Vec::new();
    let mut shown = 0;
    for query in queries {
        let rank =
            |index: &Bm25| reciprocal_rank(&index.best(&query.text, 10), &places, &query.gold);
        let (by_summary, by_code) = (rank(&ours), rank(&code));
        if shown < show && by_summary < by_code {
            shown += 1;
            let gold =
                places.iter().find(|place| query.gold.iter().any(|gold| is_hit(place, gold)));
            println!(
                "? {}\n  {} ({by_summary:.2}, code {by_code:.2})\n  {}\n",
                query.text,
                gold.map_or("not outlined", |place| &place.name),
                gold.map_or("", |place| &place.summary)
            );
        }
        ranks.push(Ranks {
            language: query.language.clone(),
            ours: by_summary,
            floor: rank(&floor),
            code: by_code,
        });
    }
    Ok((ranks, spent))
}

fn reciprocal_rank(ranked: &[u32], places: &[Place], gold: &[(String, u32, u32)]) -> f64 {
    let first =
        ranked.iter().position(|at| gold.iter().any(|gold| is_hit(&places[*at as usize], gold)));
    first.map_or(0.0, |at| 1.0 / (at as f64 + 1.0))
}

/// The same file, and lines that overlap by half.
fn is_hit(place: &Place, (path, start, end): &(String, u32, u32)) -> bool {
    if place.path != *path {
        return false;
    }
    let both = (place.end.min(*end) + 1).saturating_sub(place.start.max(*start));
    let either = (place.end - place.start + 1) + (end - start + 1) - both;
    both * 2 >= either
}

fn read_set(path: &Path) -> anyhow::Result<BTreeMap<String, Vec<Query>>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut queries: BTreeMap<String, Vec<Query>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let row: serde_json::Value =
            serde_json::from_str(line).with_context(|| path.display().to_string())?;
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let commit = text("commit");
        let folder = format!(
            "docfn-{}@{}",
            text("repo").replace('/', "+"),
            commit.get(..12).unwrap_or(&commit)
        );
        let number = |value: &serde_json::Value| value.as_u64().unwrap_or_default() as u32;
        let gold = row["gold_functions"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|gold| {
                (
                    gold["path"].as_str().unwrap_or_default().to_owned(),
                    number(&gold["start"]),
                    number(&gold["end"]),
                )
            })
            .collect();
        queries.entry(folder).or_default().push(Query {
            text: text("query"),
            language: text("language"),
            gold,
        });
    }
    Ok(queries)
}
