//! `cargo xtask eval redaction`: what would be taken out of real trees, and what that costs.
//!
//! Public trees hold next to no live secrets, so nearly all that is found is an alarm too many: keys
//! made for tests, examples, values that look like keys.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use epitome_engine::scan::{Entry, ScanOptions, nothing_known, scan_sorted};
use epitome_llm::redact::{RedactionCounts, never_sent, redact};

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
        let (mut files, mut lines, mut bytes, mut withheld) = (0_u64, 0_u64, 0_u64, 0_u64);
        let (mut counts, mut spent) = (RedactionCounts::default(), Duration::ZERO);
        for (path, text) in texts(tree)? {
            if never_sent(&path).is_some() {
                withheld += 1;
                continue;
            }
            let began = Instant::now();
            let redacted = redact(&path, &text);
            spent += began.elapsed();
            files += 1;
            lines += text.lines().count() as u64;
            bytes += text.len() as u64;
            counts.merge(&redacted.counts);
            for (kind, _) in redacted.counts.iter() {
                let mark = format!("[REDACTED:{kind}#");
                for (i, line) in
                    redacted.text.lines().enumerate().filter(|(_, line)| line.contains(&mark))
                {
                    let was = text.lines().nth(i).unwrap_or_default();
                    shown.entry(kind).or_default().push(format!(
                        "{path}:{}: {} << {}",
                        i + 1,
                        line.trim(),
                        was.trim()
                    ));
                }
            }
        }
        let mega = bytes as f64 / 1e6;
        println!(
            "| {} | {files} | {lines} | {mega:.1} | {:.0} | {} | {:.2} | {withheld} |",
            tree.file_name().unwrap_or_default().to_string_lossy(),
            mega / spent.as_secs_f64().max(1e-9),
            counts.total(),
            counts.total() as f64 * 1e3 / lines.max(1) as f64,
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
