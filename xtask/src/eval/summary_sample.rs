//! Summaries drawn at random over all languages, with their source beside them, to be read by a
//! person.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use epitome_engine::scan::{ScanOptions, nothing_known, scan};
use epitome_model::summarize::summarize_file;

/// What to draw from
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Trees to draw from
    #[arg(required = true)]
    trees: Vec<PathBuf>,
    /// How many
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Another seed draws others
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Lines of source printed with each
    #[arg(long, default_value_t = 40)]
    lines: usize,
    /// Only this language
    #[arg(long)]
    language: Option<String>,
    /// Print the grounded fields too
    #[arg(long)]
    fields: bool,
}

struct Drawn {
    draw: u64,
    id: String,
    text: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut by_language: BTreeMap<String, Vec<Drawn>> = BTreeMap::new();
    let mut outliner = epitome_syntax::Outliner::default();
    for tree in &args.trees {
        let name = tree.file_name().unwrap_or_default().to_string_lossy().into_owned();
        scan(tree, &ScanOptions::default(), &nothing_known, |entry| {
            let path = entry.path.as_str().to_owned();
            if let Some(text) = entry.text()
                && let Some(language) = epitome_syntax::detect(&path, &text.text)
                && args.language.as_deref().is_none_or(|only| only == language.id())
            {
                let outline = outliner.outline(language.language(), &text.text);
                let summaries = summarize_file(&path, &outline, &text.text);
                let kept = by_language.entry(language.id().to_owned()).or_default();
                let mut offer = |id: String,
                                 summary: &epitome_model::summary::Summary,
                                 source: &str| {
                    let draw = drawn(&id, args.seed);
                    let source: Vec<&str> = source.lines().take(args.lines).collect();
                    let mut shown = format!(
                        "{}\nintent: {}\nkeywords: {}\n",
                        summary.summary,
                        summary.business_intent,
                        summary.keywords.join(", ")
                    );
                    if args.fields {
                        shown.push_str(&format!("{:#?}\n", summary.grounded));
                    }
                    kept.push(Drawn { draw, id, text: format!("{shown}{}\n", source.join("\n")) });
                    kept.sort_by_key(|one| one.draw);
                    kept.truncate(args.count);
                };
                offer(format!("{name}/{path}"), &summaries.file, &text.text);
                for (symbol, summary) in outline.symbols.iter().zip(&summaries.symbols) {
                    let source = text.text.get(symbol.full_span().bytes()).unwrap_or("");
                    offer(format!("{name}/{path}::{}", symbol.qualified_name), summary, source);
                }
            }
            ControlFlow::Continue(())
        })
        .with_context(|| format!("scanning {}", tree.display()))?;
    }
    // Every language gets its turn until the sample is full.
    let mut left = args.count;
    let mut at = 0;
    while left > 0 && by_language.values().any(|all| all.len() > at) {
        for (language, all) in &by_language {
            if let Some(one) = all.get(at)
                && left > 0
            {
                println!("=== {} [{language}] {}\n{}", args.count - left + 1, one.id, one.text);
                left -= 1;
            }
        }
        at += 1;
    }
    Ok(ExitCode::SUCCESS)
}

/// A number that looks random but is the same for the same name and seed (FNV-1a, finished by a
/// multiplication so that near names are far apart).
fn drawn(id: &str, seed: u64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for byte in id.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}
