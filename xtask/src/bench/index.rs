//! `epitome index` as users run it: from nothing, with nothing changed, and after one edit, beside
//! parsing the same files with tree-sitter alone.
//!
//! The program itself is run, on a copy of the tree. Times are processor times of it and of its
//! workers, so a busy machine hardly moves them; the clock stands beside them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use epitome_engine::outline::{Workers, outline_path};
use epitome_model::outline::FileOutline;

use super::cpu::waited_for;
use super::files::{parse_all, sources};
use super::median;

/// What issue and design allow: cold against parsing, the others against cold.
const MAX_COLD: f64 = 2.5;
const MAX_UNCHANGED: f64 = 0.03;
const MAX_EDIT: f64 = 0.05;
/// A short run is below the grain of the clock, so it is done this many times.
const REPEATS: u32 = 10;

/// One run of the program.
#[derive(Clone, Copy, Default)]
struct Spent {
    processor: f64,
    clock: f64,
    peak_mib: f64,
}

pub(crate) fn run(roots: &[PathBuf], rounds: usize) -> anyhow::Result<()> {
    let program = std::env::current_exe()?.with_file_name("epitome");
    ensure!(program.is_file(), "build the program first: `cargo build --release`");
    println!(
        "{:<16}{:>9}{:>9}{:>8}{:>9}{:>11}{:>12}{:>12}{:>10}",
        "repository",
        "lines",
        "parse s",
        "cold",
        "cold s",
        "unchanged",
        "body edit",
        "call edit",
        "peak MiB"
    );
    for root in roots {
        row(&program, root, rounds).with_context(|| format!("{}", root.display()))?;
    }
    println!(
        "cold: processor time as a ratio to parsing; at most {MAX_COLD}. cold s: by the clock. unchanged, body edit, call edit: processor \
         time as a share of cold; at most {MAX_UNCHANGED} and {MAX_EDIT}. A body edit changes a text \
         in a function; a call edit changes whom it calls, so that everything is linked again. peak \
         MiB: of the program in a cold run, without its workers."
    );
    Ok(())
}

fn row(program: &Path, root: &Path, rounds: usize) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let copy = folder.path().join("tree");
    let copied = Command::new("cp").arg("-r").arg(root).arg(&copy).status()?;
    ensure!(copied.success(), "copying failed");
    let sources = sources(&copy)?;
    let lines: usize = sources.iter().map(|s| s.text.lines().count()).sum();
    let (mut parse, mut cold, mut clock, mut peak) = (vec![], vec![], vec![], 0.0_f64);
    let (mut unchanged, mut body, mut call) = (vec![], vec![], vec![]);
    parse_all(&sources);
    for round in 0..rounds.max(1) {
        let _ = fs::remove_dir_all(copy.join(".epitome"));
        parse.push(parse_all(&sources).as_secs_f64());
        let from_nothing = index(program, &copy)?;
        // A stamp younger than two seconds is not believed, and its file would be read again.
        std::thread::sleep(Duration::from_secs(3));
        index(program, &copy)?;
        cold.push(from_nothing.processor);
        clock.push(from_nothing.clock);
        peak = peak.max(from_nothing.peak_mib);
        let mut total = 0.0;
        for _ in 0..REPEATS {
            total += index(program, &copy)?.processor;
        }
        unchanged.push(total / f64::from(REPEATS) / from_nothing.processor);
        for (kind, shares) in [(Edit::Body, &mut body), (Edit::Call, &mut call)] {
            let mut total = 0.0;
            let edits = 5;
            for n in 0..edits {
                edit(&copy, kind, round * edits + n)?;
                total += index(program, &copy)?.processor;
            }
            shares.push(total / edits as f64 / from_nothing.processor);
        }
    }
    let (parse, cold) = (median(parse), median(cold));
    println!(
        "{:<16}{lines:>9}{parse:>9.2}{:>8.2}{:>9.2}{:>10.1}%{:>11.1}%{:>11.1}%{peak:>10.0}",
        root.file_name().unwrap_or_default().to_string_lossy(),
        cold / parse,
        median(clock),
        100.0 * median(unchanged),
        100.0 * median(body),
        100.0 * median(call),
    );
    Ok(())
}

/// Runs the program once.
fn index(program: &Path, root: &Path) -> anyhow::Result<Spent> {
    let (before, began) = (waited_for(), Instant::now());
    let mut child = Command::new(program).arg("index").arg(root).stdout(Stdio::null()).spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak_mib = 0.0;
    let ended = loop {
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        peak_mib = peak(&status).unwrap_or(peak_mib);
        std::thread::sleep(Duration::from_millis(2));
    };
    ensure!(ended.success(), "`epitome index` failed");
    let processor = (waited_for() - before).as_secs_f64();
    Ok(Spent { processor, clock: began.elapsed().as_secs_f64(), peak_mib })
}

fn peak(status: &str) -> Option<f64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<f64>().ok()? / 1024.0)
}

#[derive(Clone, Copy)]
enum Edit {
    /// A text in a function.
    Body,
    /// The name that a function calls.
    Call,
}

/// Edits the `n`-th file that can be edited so, each time another.
fn edit(root: &Path, kind: Edit, n: usize) -> anyhow::Result<()> {
    let mut files = Vec::new();
    epitome_engine::scan::scan(
        root,
        &epitome_engine::scan::ScanOptions::default(),
        &epitome_engine::scan::nothing_known,
        |entry| {
            let path = entry.path.as_str();
            let deep = entry.text().is_some_and(|text| {
                epitome_syntax::detect(path, &text.text)
                    .is_some_and(epitome_syntax::Builtin::is_deep)
            });
            if deep {
                files.push(path.to_owned());
            }
            std::ops::ControlFlow::Continue(())
        },
    )?;
    files.sort_unstable();
    // Spread over the tree.
    let step = (files.len() / 17).max(1);
    for at in 0..files.len() {
        let path = root.join(&files[(n * step + at) % files.len()]);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let Ok(file) = outline_path(&path, 1 << 20, &Workers::in_process()) else { continue };
        if let Some(edited) = edited(&text, &file.outline, kind, n) {
            return Ok(fs::write(path, edited)?);
        }
    }
    anyhow::bail!("no file can be edited so")
}

fn edited(text: &str, outline: &FileOutline, kind: Edit, n: usize) -> Option<String> {
    let functions = outline.symbols.iter().filter(|symbol| symbol.kind.is_function());
    for facts in functions.map(|symbol| &symbol.facts) {
        let found = match kind {
            Edit::Body => facts
                .literals
                .iter()
                .filter(|l| !l.is_number && l.value.len() > 3)
                .filter(|l| l.value.bytes().all(|b| b.is_ascii_alphabetic()))
                .find_map(|l| {
                    replace(
                        text,
                        l.line,
                        &l.value,
                        &format!("{}{}", l.value, "x".repeat(n % 3 + 1)),
                    )
                }),
            Edit::Call => facts.calls.iter().filter(|c| c.name.len() > 3).find_map(|c| {
                replace(text, c.line, &format!("{}(", c.name), &format!("{}_{n}(", c.name))
            }),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// `text` with the first `from` on a line replaced.
fn replace(text: &str, line: u32, from: &str, to: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let at = (line as usize).checked_sub(1)?;
    let old = *lines.get(at)?;
    let new = old.replacen(from, to, 1);
    if new == old {
        return None;
    }
    lines[at] = &new;
    Some(lines.concat())
}
