//! Linking and ranking a tree, beside outlining it.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context as _, anyhow};
use epitome_engine::graph::layout_of;
use epitome_engine::outline::{TreeOptions, outline_tree};
use epitome_model::link::{LinkFile, link};
use epitome_model::rank::rank;

use super::cpu::used;
use super::workers;

pub(crate) fn run(roots: &[PathBuf]) -> anyhow::Result<()> {
    println!(
        "{:<24}{:>10}{:>10}{:>12}{:>10}{:>9}",
        "repository", "symbols", "edges", "outline s", "link s", "ratio"
    );
    for root in roots {
        row(root).with_context(|| format!("{}", root.display()))?;
    }
    println!("Processor times; link s includes PageRank. The ratio is to be at most 0.30.");
    Ok(())
}

fn row(root: &Path) -> anyhow::Result<()> {
    let workers = workers()?;
    let kept = Mutex::new(Vec::new());
    let began = used();
    let report = outline_tree(root, &TreeOptions::default(), &workers, &|file| {
        if let Ok(mut kept) = kept.lock() {
            kept.push(file);
        }
        ControlFlow::Continue(())
    })?;
    let outlining = used() - began;
    let mut files = kept.into_inner().map_err(|_| anyhow!("a thread panicked"))?;
    files.sort_by(|a, b| a.path.as_str().cmp(b.path.as_str()));
    let layout = layout_of(&report.manifests);
    let began = used();
    let linked: Vec<LinkFile<'_>> = files
        .iter()
        .map(|file| LinkFile { path: file.path.as_str(), outline: &file.outline })
        .collect();
    let graph = link(&linked, &layout);
    std::hint::black_box(&rank(&graph));
    let linking = used() - began;
    println!(
        "{:<24}{:>10}{:>10}{:>12.2}{:>10.2}{:>9.2}",
        root.file_name().unwrap_or_default().to_string_lossy(),
        graph.nodes.len() - files.len(),
        graph.edges.len(),
        outlining.as_secs_f64(),
        linking.as_secs_f64(),
        linking.as_secs_f64() / outlining.as_secs_f64(),
    );
    Ok(())
}
