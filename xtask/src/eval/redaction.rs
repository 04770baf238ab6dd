//! `cargo xtask eval redaction`: what would be taken out of real trees, and what that costs.
//!
//! Public trees hold next to no live secrets, so nearly all that is found is an alarm too many: keys
//! made for tests, examples, values that look like keys.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use epitome_engine::scan::{Entry, ScanOptions, nothing_known, scan_sorted};
use epitome_llm::redact::{Redacted, RedactionCounts, never_sent, redact};

use crate::bench::cpu::used;

/// Prints a row for each tree.
pub(crate) fn run(trees: &[PathBuf], show: usize) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let _ = redact("", "password");
    println!("made ready in {:.1} ms", began.elapsed().as_secs_f64() * 1e3);
    println!("| tree | files | lines | MB | MB/s | redacted | of 1,000 lines | files never sent |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut all = RedactionCounts::default();
    let mut shown: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for tree in trees {
        let (sent, withheld): (Vec<_>, Vec<_>) =
            texts(tree)?.into_iter().partition(|(path, _)| never_sent(path).is_none());
        let began = used();
        let redacted: Vec<Redacted<'_>> =
            sent.iter().map(|(path, text)| redact(path, text)).collect();
        let spent = used() - began;
        let bytes: usize = sent.iter().map(|(_, text)| text.len()).sum();
        let lines: usize = sent.iter().map(|(_, text)| text.lines().count()).sum();
        let mut counts = RedactionCounts::default();
        for ((path, text), redacted) in sent.iter().zip(&redacted) {
            counts.merge(&redacted.counts);
            for (kind, _) in redacted.counts.iter() {
                let mark = format!("[REDACTED:{kind}#");
                let lines = redacted.text.lines().zip(text.lines()).enumerate();
                for (i, (_, was)) in lines.filter(|(_, (now, _))| now.contains(&mark)) {
                    let line = format!("{path}:{}: {}", i + 1, was.trim());
                    shown.entry(kind).or_default().push(line);
                }
            }
        }
        let mega = bytes as f64 / 1e6;
        println!(
            "| {} | {} | {lines} | {mega:.1} | {:.0} | {} | {:.2} | {} |",
            tree.file_name().unwrap_or_default().to_string_lossy(),
            sent.len(),
            mega / spent.as_secs_f64().max(1e-9),
            counts.total(),
            counts.total() as f64 * 1e3 / lines.max(1) as f64,
            withheld.len(),
        );
        all.merge(&counts);
    }
    println!("\n{all}");
    for (kind, lines) in shown.iter().filter(|_| show > 0) {
        println!("\n{kind}");
        lines
            .iter()
            .take(show)
            .for_each(|line| println!("  {}", line.chars().take(200).collect::<String>()));
    }
    Ok(ExitCode::SUCCESS)
}

/// The texts of a tree that could be sent, by path.
fn texts(tree: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let (entries, _) = scan_sorted(tree, &ScanOptions::default(), &nothing_known)
        .with_context(|| format!("scanning {}", tree.display()))?;
    let text = |entry: &Entry| Some((entry.path.as_str().to_owned(), entry.text()?.text.clone()));
    Ok(entries.iter().filter_map(text).collect())
}
