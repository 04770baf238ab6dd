//! Whether the checker can be trusted: it must pass true summaries and find planted errors.
//!
//! Every symbol, file and module of the given trees is summarised offline and judged. A summary
//! that was made from the lines it cites counts as true, so every refusal is a false alarm of the
//! checker or an error of the summariser: both are counted, and `--show` prints them. Then errors
//! are planted into summaries that passed, one each, and the checker has to name the error by its
//! own rule.

mod judged;
mod plant;
mod sentences;
mod tree;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use epitome_model::check::{Code, Severity};

use judged::Tally;
use plant::{Kind, Planted};

/// What the issue asks for, in per cent.
const GOAL_RESOLVED: f64 = 100.0;
const GOAL_ALARMS: f64 = 3.0;
const GOAL_FOUND: f64 = 95.0;

pub(crate) fn run(
    trees: &[PathBuf],
    errors: usize,
    seed: u64,
    show: usize,
) -> anyhow::Result<ExitCode> {
    ensure!(!trees.is_empty(), "name at least one tree");
    let mut all = Tally::default();
    let mut planted = Planted::default();
    println!(
        "{:<20}{:>7}{:>10}{:>11}{:>11}{:>9}{:>9}{:>10}",
        "tree", "files", "summaries", "citations", "resolved", "refused", "doubted", "µs each"
    );
    for (i, path) in trees.iter().enumerate() {
        // Each tree gives its share, and the remainder goes to the first ones.
        let share = errors / trees.len() + usize::from(i < errors % trees.len());
        let tree = tree::load(path).with_context(|| format!("{}", path.display()))?;
        let tally = judged::judge(&tree, show);
        print_row(&tree.name, &tally);
        plant::plant(&tree, share, i, seed, show, &mut planted);
        all.add(&tally);
    }
    print_row("all", &all);
    print_codes(&all);
    print_planted(&planted);
    let good = all.resolved_percent() >= GOAL_RESOLVED
        && all.refused_percent() <= GOAL_ALARMS
        && planted.found_percent() >= GOAL_FOUND;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_row(name: &str, tally: &Tally) {
    println!(
        "{name:<20}{:>7}{:>10}{:>11}{:>10.2}%{:>8.2}%{:>8.2}%{:>10.1}",
        tally.files,
        tally.summaries,
        tally.citations,
        tally.resolved_percent(),
        tally.refused_percent(),
        tally.doubted_percent(),
        tally.micros_each(),
    );
}

fn print_codes(tally: &Tally) {
    println!("\nSummaries with a reason, by rule:");
    for code in Code::ALL {
        let count = tally.by_code.get(&code).copied().unwrap_or_default();
        if count > 0 {
            let word = match code.severity() {
                Severity::Refuse => "refused",
                Severity::Doubt => "doubted",
            };
            let share = percent(count, tally.summaries);
            println!("  {:<18}{word:<9}{count:>8}{share:>8.2}%", code.word());
        }
    }
    println!(
        "Slowest summary {:.0} µs ({}); preparing files took {:.1} ms for {:.1} MB; \
         goals: {GOAL_RESOLVED}% resolved, at most {GOAL_ALARMS}% refused.",
        tally.slowest.as_secs_f64() * 1e6,
        tally.slowest_place,
        tally.preparing.as_secs_f64() * 1e3,
        tally.bytes as f64 / 1e6,
    );
}

fn print_planted(planted: &Planted) {
    println!(
        "\n{:<24}{:>8}{:>8}{:>9}{:>9}",
        "planted error", "planted", "found", "share", "doubted"
    );
    for kind in Kind::ALL {
        let score = planted.of(kind);
        println!(
            "{:<24}{:>8}{:>8}{:>8.1}%{:>9}",
            kind.word(),
            score.planted,
            score.found,
            percent(score.found, score.planted),
            score.doubted,
        );
    }
    println!(
        "{:<24}{:>8}{:>8}{:>8.1}%  (goal {GOAL_FOUND}%)",
        "all",
        planted.total(),
        planted.found(),
        planted.found_percent(),
    );
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}
