//! `epitome outline PATH`: what a file, or each file of a tree, holds.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::sync_channel;
use std::thread;

use epitome_engine::outline::{OutlinedFile, TreeOptions, TreeReport, outline_path, outline_tree};
use epitome_model::outline::{FileOutline, Symbol};
use epitome_model::outline_text::outline_text;

use super::outline_worker::workers;
use crate::arguments::Outline;
use crate::exit::NOTHING_FOUND;
use crate::output::{json, plain, stdout};
use crate::progress;
use crate::wire::outline::FileJson;

pub(crate) fn run(arguments: &Outline) -> anyhow::Result<ExitCode> {
    if arguments.path.is_dir() {
        return tree(arguments);
    }
    let max_bytes = arguments.reading.scan_options(Path::new("."))?.max_bytes;
    let file = outline_path(&arguments.path, max_bytes, &workers()?)?;
    let mut out = stdout();
    print(&mut out, arguments, &file)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Outlines are printed as they come, each whole: a tree may be larger than memory.
fn tree(arguments: &Outline) -> anyhow::Result<ExitCode> {
    let workers = workers()?;
    let options = TreeOptions { scan: arguments.reading.scan_options(&arguments.path)? };
    let bar = progress::counter("outlining");
    let (sender, receiver) = sync_channel::<OutlinedFile>(64);
    let (report, printed) = thread::scope(|scope| {
        let outlining = scope.spawn(|| {
            let sender = sender;
            outline_tree(&arguments.path, &options, &workers, &|file| match sender.send(file) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        });
        let mut out = stdout();
        let mut printed = Ok(0_u64);
        for file in receiver {
            bar.inc(1);
            if let Err(error) = print(&mut out, arguments, &file) {
                printed = Err(error);
                break;
            }
            printed = printed.map(|n| n + 1);
        }
        let flushed = out.flush();
        let report = outlining.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (report, printed.and_then(|n| Ok(flushed.map(|()| n)?)))
    });
    bar.finish_and_clear();
    let report = report?;
    let printed = printed?;
    talk(&report)?;
    Ok(if printed == 0 { ExitCode::from(NOTHING_FOUND) } else { ExitCode::SUCCESS })
}

fn print(out: &mut impl Write, arguments: &Outline, file: &OutlinedFile) -> anyhow::Result<()> {
    if arguments.json {
        return json(out, &FileJson::new(file));
    }
    writeln!(out, "{} ({}, {} lines)", file.path, file.outline.language, file.outline.lines)?;
    if arguments.facts {
        for line in outline_text(&file.outline).lines().skip(1) {
            writeln!(out, "{}{}", indent_of(line), plain(line.trim_start()))?;
        }
    } else {
        brief(out, &file.outline)?;
    }
    Ok(())
}

fn indent_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// Symbols with their lines, and the first sentence that their authors wrote about them.
fn brief(out: &mut impl Write, outline: &FileOutline) -> anyhow::Result<()> {
    for problem in &outline.problems {
        writeln!(out, "  ! {}", plain(&problem.to_string()))?;
    }
    if let Some(doc) = &outline.doc {
        writeln!(out, "  {}", plain(first_sentence(&doc.text)))?;
    }
    for section in &outline.sections {
        let indent = "  ".repeat(usize::from(section.level));
        writeln!(
            out,
            "{indent}{}  {}",
            lines(section.span.start_line, section.span.end_line),
            plain(&section.title)
        )?;
    }
    let mut depths: Vec<usize> = Vec::with_capacity(outline.symbols.len());
    for symbol in &outline.symbols {
        let depth = symbol
            .parent
            .and_then(|parent| depths.get(parent as usize))
            .map_or(1, |depth| depth + 1);
        depths.push(depth);
        let name = if depth == 1 { &symbol.qualified_name } else { &symbol.name };
        writeln!(
            out,
            "{}{}  {} {}{}",
            "  ".repeat(depth),
            lines(symbol.span.start_line, symbol.span.end_line),
            symbol.kind.word(),
            plain(name),
            words(symbol),
        )?;
    }
    Ok(())
}

fn words(symbol: &Symbol) -> String {
    match &symbol.doc {
        Some(doc) => format!(": {}", plain(first_sentence(&doc.text))),
        None => String::new(),
    }
}

fn lines(start: u32, end: u32) -> String {
    if start == end { format!("{start}") } else { format!("{start}-{end}") }
}

fn first_sentence(text: &str) -> &str {
    let paragraph = text.trim_start().split("\n\n").next().unwrap_or("");
    let end =
        paragraph.find(". ").or_else(|| paragraph.find(".\n")).map_or(paragraph.len(), |i| i + 1);
    &paragraph[..end]
}

/// What was left out, and why.
fn talk(report: &TreeReport) -> anyhow::Result<()> {
    let mut err = anstream::stderr();
    for problem in report.problems.named() {
        writeln!(err, "{}: {}", problem.path, plain(&problem.cause))?;
    }
    for problem in report.scan.unreadable.named().chain(report.scan.ignore_problems.named()) {
        writeln!(err, "{}: {}", problem.path, plain(&problem.cause))?;
    }
    Ok(())
}
