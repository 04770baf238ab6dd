//! `epitome index`: makes the index, or brings it up to date.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use epitome_engine::graph::GraphOptions;
use epitome_engine::outline::{TreeOptions, TreeReport};
use epitome_engine::update::{Step, UpdateError, UpdateOptions, UpdateReport, update};
use epitome_model::document::DocumentKind;

use super::outline_worker::workers;
use crate::arguments::{IndexArguments, Reading};
use crate::exit::{INTERRUPTED, NOTHING_FOUND};
use crate::output::{count, json, plain, stdout};
use crate::wire::index::IndexJson;
use crate::{interrupt, progress, settings};

pub(crate) fn run(arguments: &IndexArguments) -> anyhow::Result<ExitCode> {
    let options = UpdateOptions {
        graph: GraphOptions {
            scip: arguments.scip.clone(),
            ..graph_options(&arguments.reading, &arguments.path)?
        },
        full: arguments.full,
        ..UpdateOptions::default()
    };
    let began = Instant::now();
    let report = match refresh(&arguments.path, &options)? {
        Refreshed::Done(report) => report,
        Refreshed::Stopped => return Ok(ExitCode::from(INTERRUPTED)),
    };
    let took = began.elapsed();
    let mut out = stdout();
    if arguments.json {
        json(&mut out, &IndexJson::new(&report, took))?;
    } else {
        text(&mut out, &report, took)?;
    }
    out.flush()?;
    Ok(if report.total() > 1 { ExitCode::SUCCESS } else { ExitCode::from(NOTHING_FOUND) })
}

/// How an update ended.
pub(super) enum Refreshed {
    Done(Box<UpdateReport>),
    /// The user stopped it, and was told what is kept.
    Stopped,
}

/// Brings the index up to date, with a sign of life; Ctrl-C stops it cleanly.
pub(super) fn refresh(root: &Path, options: &UpdateOptions) -> anyhow::Result<Refreshed> {
    let stop = interrupt::flag()?;
    let bar = progress::counter("reading");
    let reuse = settings::load(root, &[])?.settings().reuse;
    let options = UpdateOptions { reuse, ..options.clone() };
    let done = update(
        root,
        &options,
        &workers()?,
        &|step| match step {
            Step::File => bar.inc(1),
            Step::Linking => bar.set_message("linking"),
            Step::Writing => bar.set_message("writing"),
        },
        stop,
    );
    bar.finish_and_clear();
    match done {
        Ok(report) => {
            let mut err = anstream::stderr();
            for note in &report.notes {
                writeln!(err, "{}", plain(note))?;
            }
            for warning in &report.warnings {
                writeln!(err, "warning: {}", plain(warning))?;
            }
            Ok(Refreshed::Done(Box::new(report)))
        }
        Err(error @ UpdateError::Stopped) => {
            writeln!(anstream::stderr(), "{error}")?;
            Ok(Refreshed::Stopped)
        }
        Err(error) => Err(error.into()),
    }
}

/// How a tree is read and linked unless the user says otherwise.
pub(super) fn graph_options(reading: &Reading, root: &Path) -> anyhow::Result<GraphOptions> {
    let tree = TreeOptions { scan: reading.scan_options(root)? };
    Ok(GraphOptions { tree, scip: Vec::new(), ignore_found: false })
}

fn text(
    out: &mut impl Write,
    report: &UpdateReport,
    took: std::time::Duration,
) -> anyhow::Result<()> {
    writeln!(out, "{}", outcome(report, took))?;
    writeln!(out, "{}", holds(report))?;
    for line in left_out(&report.tree) {
        writeln!(out, "{line}")?;
    }
    for problem in report.tree.problems.named().chain(report.tree.scan.unreadable.named()) {
        writeln!(out, "  {}: {}", problem.path, plain(&problem.cause))?;
    }
    Ok(())
}

/// One line on what the update did.
pub(super) fn outcome(report: &UpdateReport, took: std::time::Duration) -> String {
    let seconds = took.as_secs_f64();
    if !report.published {
        return format!(
            "Up to date: {}, nothing changed ({seconds:.2} s).",
            count(report.files.kept, "file")
        );
    }
    let files = &report.files;
    if report.from_nothing {
        let read = files.added + files.changed;
        return format!("Indexed {} in {seconds:.2} s, at no cost.", count(read, "file"));
    }
    let documents = &report.documents;
    format!(
        "Updated in {seconds:.2} s: {} added, {} changed, {} removed; documents: {} added, {} rewritten, {} moved, {} with other neighbours, {} removed, {} kept.",
        count(files.added, "file"),
        files.changed,
        files.removed,
        documents.added,
        documents.changed,
        report.moved,
        report.context_updated,
        documents.removed,
        documents.kept,
    )
}

/// One line on what the index holds.
pub(super) fn holds(report: &UpdateReport) -> String {
    let n = |kind| report.count(kind);
    format!(
        "The index holds {}, {}, {} and {}; {} of them small and told in brief.",
        count(n(DocumentKind::Function), "function"),
        plural(n(DocumentKind::Class), "class", "classes"),
        count(n(DocumentKind::File), "file"),
        count(n(DocumentKind::Module), "module"),
        report.placeholders,
    )
}

fn plural(n: u64, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// What was not read, and why.
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
