//! `epitome` alone: what is in this repository.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::process::ExitCode;

use epitome_engine::outline::{TreeOptions, TreeReport, outline_tree};

use super::outline_worker::workers;
use crate::arguments::Survey;
use crate::exit::NOTHING_FOUND;
use crate::output::{json, plain, stdout};
use crate::progress;
use crate::wire::survey::SurveyJson;

pub(crate) fn run(arguments: &Survey) -> anyhow::Result<ExitCode> {
    let root = &arguments.path;
    let options = TreeOptions { scan: arguments.reading.scan_options() };
    let bar = progress::counter("outlining");
    let report = outline_tree(root, &options, &workers()?, &|_| {
        bar.inc(1);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let report = report?;
    let found = !report.languages.is_empty();
    let mut out = stdout();
    if arguments.json {
        json(&mut out, &SurveyJson::from(&report))?;
    } else {
        text(&mut out, &report)?;
    }
    out.flush()?;
    Ok(if found { ExitCode::SUCCESS } else { ExitCode::from(NOTHING_FOUND) })
}

fn text(out: &mut impl std::io::Write, report: &TreeReport) -> anyhow::Result<()> {
    let mut rows: Vec<_> = report.languages.iter().collect();
    rows.sort_by_key(|(id, count)| (std::cmp::Reverse(count.lines), id.as_str()));
    if rows.is_empty() {
        writeln!(
            out,
            "No source file in a language that can be outlined; `epitome languages` lists those."
        )?;
    } else {
        writeln!(
            out,
            "{:<14}{:>9}{:>11}{:>11}{:>10}{:>10}",
            "language", "files", "lines", "functions", "classes", "sections"
        )?;
    }
    for (id, n) in rows {
        writeln!(
            out,
            "{id:<14}{:>9}{:>11}{:>11}{:>10}{:>10}",
            n.files, n.lines, n.functions, n.classes, n.sections
        )?;
    }
    for line in left_out(report) {
        writeln!(out, "{line}")?;
    }
    for problem in report.problems.named().chain(report.scan.unreadable.named()) {
        writeln!(out, "  {}: {}", problem.path, plain(&problem.cause))?;
    }
    writeln!(out, "Next: `epitome outline PATH` shows what a file or folder holds.")?;
    Ok(())
}

fn left_out(report: &TreeReport) -> Vec<String> {
    let mut lines = Vec::new();
    let skipped: Vec<String> =
        report.scan.skipped.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
    if !skipped.is_empty() {
        lines.push(format!("Skipped: {}.", skipped.join(", ")));
    }
    if report.unknown > 0 {
        lines.push(format!("In no known language: {}.", count(report.unknown, "text file")));
    }
    if report.partial > 0 {
        lines.push(format!(
            "Outlined in part, some lines do not fit the grammar: {}.",
            count(report.partial, "file")
        ));
    }
    if report.problems.count() > 0 {
        lines.push(format!("Not outlined: {}.", count(report.problems.count(), "file")));
    }
    lines
}

fn count(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
