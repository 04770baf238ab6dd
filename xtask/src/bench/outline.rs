//! Outlining a tree, beside parsing the same files with tree-sitter alone on the same cores.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use epitome_engine::outline::{TreeOptions, Workers, outline_tree};

use super::cpu::used;
use super::files::{Source, outline_all, parse_all, sources};
use super::{median, workers};

/// What design section 8 allows.
const MAX_RATIO: f64 = 1.5;
const MAX_MIB_A_MILLION_LINES: f64 = 300.0;

pub(crate) fn run(roots: &[PathBuf], rounds: usize) -> anyhow::Result<()> {
    println!(
        "{:<24}{:>8}{:>10}{:>11}{:>13}{:>13}{:>12}{:>14}",
        "repository", "files", "lines", "parse s", "outline", "with scan", "peak MiB", "MiB/Mline"
    );
    for root in roots {
        row(root, rounds).with_context(|| format!("{}", root.display()))?;
    }
    println!(
        "All times are processor times. outline: the same texts outlined in one process, as a ratio to parsing. with scan: the whole \
         way of `epitome outline`, walking, reading, hashing and worker processes included, as a \
         ratio to parsing; at most {MAX_RATIO}. peak MiB: the program and its workers, with every \
         outline kept; at most {MAX_MIB_A_MILLION_LINES} for a million lines."
    );
    Ok(())
}

fn row(root: &Path, rounds: usize) -> anyhow::Result<()> {
    let sources = sources(root)?;
    ensure!(!sources.is_empty(), "no file in a language with a grammar");
    let lines: usize = sources.iter().map(|s| s.text.lines().count()).sum();
    let workers = workers()?;
    // One round to warm caches, workers and tables; it does not count.
    one_round(root, &sources, &workers)?;
    let mut parse = Vec::new();
    let mut outline = Vec::new();
    let mut whole = Vec::new();
    for _ in 0..rounds.max(1) {
        let (p, o, w) = one_round(root, &sources, &workers)?;
        parse.push(p.as_secs_f64());
        outline.push(o.as_secs_f64() / p.as_secs_f64());
        whole.push(w.as_secs_f64() / p.as_secs_f64());
    }
    let files = sources.len();
    drop((workers, sources));
    let mib = peak_mib(root)?;
    println!(
        "{:<24}{files:>8}{lines:>10}{:>11.2}{:>13.2}{:>13.2}{mib:>12.0}{:>14.0}",
        root.file_name().unwrap_or_default().to_string_lossy(),
        median(parse),
        median(outline),
        median(whole),
        mib / (lines as f64 / 1e6),
    );
    Ok(())
}

/// Each round measures all three, so that a slow minute slows them alike.
fn one_round(
    root: &Path,
    sources: &[Source],
    workers: &Workers,
) -> anyhow::Result<(Duration, Duration, Duration)> {
    let parse = parse_all(sources);
    let outline = outline_all(sources);
    let began = used();
    outline_tree(root, &TreeOptions::default(), workers, &|file| {
        std::hint::black_box(&file);
        ControlFlow::Continue(())
    })?;
    Ok((parse, outline, used() - began))
}

/// Memory is measured in a process of its own, which has not read the files before.
fn peak_mib(root: &Path) -> anyhow::Result<f64> {
    let output = Command::new(std::env::current_exe()?)
        .args(["bench", "outline-memory"])
        .arg(root)
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().with_context(|| format!("measuring memory said {text:?}"))
}
