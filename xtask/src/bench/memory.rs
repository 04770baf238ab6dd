//! How much memory a process and its workers took at their highest.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;

use anyhow::Context as _;
use epitome_engine::outline::{TreeOptions, outline_tree};
use epitome_engine::scan::{ScanOptions, nothing_known, scan_on_workers};

use super::workers;

/// Outlines a tree and keeps every outline, as indexing does.
pub(crate) fn outline(root: &Path) -> anyhow::Result<()> {
    let workers = workers()?;
    let kept = Mutex::new(Vec::new());
    outline_tree(root, &TreeOptions::default(), &workers, &|file| {
        if let Ok(mut kept) = kept.lock() {
            kept.push(file);
        }
        ControlFlow::Continue(())
    })?;
    println!("{:.1}", peak_kib()? / 1024.0);
    drop(kept);
    Ok(())
}

/// Walks a tree and keeps nothing.
pub(crate) fn scan(root: &Path) -> anyhow::Result<()> {
    let report = scan_on_workers(root, &ScanOptions::default(), &nothing_known, &|entry| {
        std::hint::black_box(&entry);
        ControlFlow::Continue(())
    })?;
    println!("{} {:.1}", report.files, peak_kib()? / 1024.0);
    Ok(())
}

/// This process's highest mark and those of its living children, in KiB.
fn peak_kib() -> anyhow::Result<f64> {
    let me = std::process::id();
    let mut sum = high_mark(&format!("/proc/{me}/status")).context("reading /proc")?;
    for entry in fs::read_dir("/proc")?.flatten() {
        let status = entry.path().join("status");
        let Ok(text) = fs::read_to_string(&status) else { continue };
        if field(&text, "PPid:") == Some(f64::from(me)) {
            sum += field(&text, "VmHWM:").unwrap_or(0.0);
        }
    }
    Ok(sum)
}

fn high_mark(path: &str) -> Option<f64> {
    field(&fs::read_to_string(path).ok()?, "VmHWM:")
}

fn field(status: &str, name: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}
