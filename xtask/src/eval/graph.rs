//! The calls we infer beside those that an indexer knows.
//!
//! The graph is built without the index; then each inferred call is looked up in it, and each call
//! the index knows of is looked up in the graph. An index is silent where its type checker does not
//! know a receiver's type: a call there is neither right nor wrong, and is counted apart.

mod judge;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use epitome_engine::graph::{GraphOptions, build_graph};
use epitome_engine::outline::Workers;
use epitome_engine::scan::{DEFAULT_MAX_BYTES, Root};
use epitome_engine::scip::{FitReport, load_index, texts_below};
use epitome_model::reconcile::reconcile;

use judge::{GraphScore, Tally, judge};

/// What issue and design ask for, in per cent.
const SURE: f64 = 97.0;
const ALL: f64 = 90.0;
const RECALL: f64 = 80.0;

pub(crate) fn run(tree: &Path, index: &Path, show: usize) -> anyhow::Result<ExitCode> {
    let root = Root::open(tree)?;
    let loaded = load_index(&root, index, DEFAULT_MAX_BYTES)?;
    ensure!(loaded.fit.used > 0, "no file of {} fits {}", index.display(), tree.display());
    let without = GraphOptions { ignore_found: true, ..GraphOptions::default() };
    let mut built = build_graph(tree, &without, &Workers::in_process(), &|| {})
        .with_context(|| format!("{}", tree.display()))?;
    let texts = texts_below(&root, DEFAULT_MAX_BYTES);
    let score = judge(&built.graph, &loaded.index, &texts);
    let name = tree.file_name().unwrap_or_default().to_string_lossy();
    println!("{name}: {}, {}", loaded.index.reason(), fit_text(&loaded.fit));
    print_score(&score);
    for (title, rows) in
        [("wrong", &score.wrong), ("missed", &score.missed), ("unjudged", &score.unjudged)]
    {
        spread(rows, show).for_each(|row| println!("  {title} {row}"));
    }
    let done = reconcile(&mut built.graph, &loaded.index, &texts);
    println!(
        "  reconciled: {} edges confirmed, {} added, {} left unconfirmed",
        done.confirmed, done.added, done.unconfirmed
    );
    Ok(ExitCode::SUCCESS)
}

fn print_score(score: &GraphScore) {
    let row = |title: &str, tally: &Tally, goal: f64| {
        println!(
            "  {title:<24}{:>7} judged, {:>6.2}% right (goal {goal}%), {} unjudged",
            tally.right + tally.wrong,
            tally.percent(),
            tally.unjudged,
        );
    };
    row("calls of 0.9 and more", &score.sure, SURE);
    row("calls of 0.5 and more", &score.all, ALL);
    println!(
        "  {:<24}{:>7} known to the index, {:>6.2}% found (goal {RECALL}%)",
        "recall",
        score.known,
        percent(score.found, score.known),
    );
}

fn fit_text(fit: &FitReport) -> String {
    let mut text = format!("{} files used", fit.used);
    for (left, what) in [(&fit.stale, "changed since"), (&fit.missing, "not there")] {
        if left.count > 0 {
            text.push_str(&format!(", {} {what} ({}, …)", left.count, left.first.join(", ")));
        }
    }
    text
}

/// Rows from all over the list, because neighbours fail alike.
fn spread(rows: &[String], show: usize) -> impl Iterator<Item = &String> {
    rows.iter().step_by(rows.len().div_ceil(show.max(1)).max(1)).take(show)
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}
