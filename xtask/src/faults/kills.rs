//! F1 and F2: killed at random under load, and killed at every single effect on the disk.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use anyhow::{bail, ensure};

use super::oracle::{Answers, answers, is_tidy};
use super::readers::Readers;
use super::subject::VERSIONS;
use super::{Row, Trial};

const KILLED: Option<i32> = Some(9);
/// Enough for several writes in each file.
const FILES: usize = 12;
/// No publish has this many effects; reaching it means that faults do not strike.
const FAR_TOO_MANY: u64 = 10_000;

/// F2: for k = 1, 2, 3… until a run gets through, with nothing published before and with something.
pub(super) fn at_every_effect(trial: &mut Trial) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (what, is_first) in [
        ("killed before, and in, every effect of a first publish", true),
        ("killed before, and in, every effect of a later publish", false),
    ] {
        let mut row = Row::new("F2", what);
        let (mut old, mut new, mut points) = (0, 0, Vec::new());
        for fault in ["kill-before", "kill-in"] {
            let mut place = trial.place()?;
            let mut version = 1;
            if !is_first {
                trial.subject.complete(&place.tree(), 2, FILES)?;
                trial.subject.complete(&place.tree(), 3, FILES)?;
            }
            for effect in 1.. {
                ensure!(effect < FAR_TOO_MANY, "the planned fault never came");
                if is_first {
                    place = trial.place()?;
                }
                let before = answers(&place.state())?;
                version = version % VERSIONS + 1;
                if before == trial.subject.reference(version, FILES)? {
                    version = version % VERSIONS + 1;
                }
                let fault = format!("{fault}={effect}");
                let output = trial.subject.publish(&place.tree(), version, FILES, Some(&fault))?;
                if output.status.success() {
                    points.push(effect - 1);
                    break;
                }
                let result = after_kill(trial, &place.tree(), &output, &before, version);
                row.check(
                    &fault,
                    result.map(|is_new| *(if is_new { &mut new } else { &mut old }) += 1),
                );
            }
        }
        row.outcome =
            format!("{points:?} points; {old} times the old generation, {new} times the new one");
        rows.push(row);
    }
    Ok(rows)
}

/// Old or new, exactly; and the next run completes and tidies up. Says whether it was new.
fn after_kill(
    trial: &mut Trial,
    tree: &Path,
    output: &Output,
    before: &Answers,
    version: u64,
) -> anyhow::Result<bool> {
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.signal() == KILLED, "not killed but {}: {said}", output.status);
    let is_new = old_or_new(trial, tree, before, version, FILES)?;
    trial.subject.complete(tree, version, FILES)?;
    is_tidy(&tree.join(epitome_index::layout::STATE_FOLDER))?;
    Ok(is_new)
}

fn old_or_new(
    trial: &mut Trial,
    tree: &Path,
    before: &Answers,
    version: u64,
    files: usize,
) -> anyhow::Result<bool> {
    let after = answers(&tree.join(epitome_index::layout::STATE_FOLDER))?;
    if after == *before {
        Ok(false)
    } else if after == trial.subject.reference(version, files)? {
        Ok(true)
    } else {
        bail!("neither old nor new: {after:?} after {before:?}")
    }
}

/// F1: killed at random times, while readers read.
pub(super) fn at_random(trial: &mut Trial) -> anyhow::Result<Vec<Row>> {
    let mut row = Row::new("F1", "killed at random times under query load");
    let (kills, files, readers) = trial.count((25, 60, 2), (300, 60, 4));
    let place = trial.place()?;
    let tree = place.tree();
    trial.subject.complete(&tree, 1, files)?;
    for version in 1..=VERSIONS {
        trial.subject.reference(version, files)?;
    }
    let readers_at_work = Readers::start(&place.state(), readers, 5)?;
    // How long a run takes under this load, for the kills to fall all over it.
    let start = Instant::now();
    trial.subject.complete(&tree, 2, files)?;
    let mut typical = start.elapsed();
    let (mut old, mut new, mut late, mut slowest_open) = (0, 0, 0, Duration::ZERO);
    let mut version = 2;
    let mut before = answers(&place.state())?;
    while row.trials < kills {
        version = version % VERSIONS + 1;
        let mut child = trial.subject.command(&tree, version, files)?.spawn()?;
        let micros = u64::try_from(typical.as_micros())?;
        let wait = Duration::from_micros(trial.chance.below(micros));
        std::thread::sleep(wait);
        child.kill()?;
        let output = child.wait_with_output()?;
        if output.status.success() {
            // It was done before the kill: not a trial. Should most be, the times are too long.
            late += 1;
            if late > row.trials + 10 {
                typical = typical * 9 / 10;
            }
            before = trial.subject.reference(version, files)?;
            continue;
        }
        let start = Instant::now();
        let opened = epitome_index::Generation::open(&place.state());
        slowest_open = slowest_open.max(start.elapsed());
        let result = opened.map_err(anyhow::Error::from).and_then(|opened| {
            drop(opened);
            old_or_new(trial, &tree, &before, version, files)
        });
        if matches!(result, Ok(true)) {
            before = trial.subject.reference(version, files)?;
        }
        row.check(
            format!("killed after {wait:?}"),
            result.map(|is_new| *(if is_new { &mut new } else { &mut old }) += 1),
        );
        if row.trials.is_multiple_of(10) {
            let result = trial.subject.complete(&tree, version, files);
            before = trial.subject.reference(version, files)?;
            if let Err(error) = result.and_then(|()| is_tidy_but_for_readers(&place.state())) {
                row.failures.push(format!("the run after a kill: {error:#}"));
            }
        }
    }
    let seen = readers_at_work.stop()?;
    if let Err(error) = seen.check() {
        row.failures.push(format!("readers: {error:#}"));
    }
    row.outcome = format!(
        "{old} times the old generation, {new} times the new one ({late} kills came too late and do \
         not count); {readers} readers got {} whole answers; slowest opening after a kill {:.1} ms",
        seen.answers,
        slowest_open.as_secs_f64() * 1e3
    );
    Ok(vec![row])
}

/// Readers may hold older generations, so only what is unfinished counts.
fn is_tidy_but_for_readers(state: &Path) -> anyhow::Result<()> {
    match is_tidy(state) {
        Err(error) if error.to_string().starts_with("too many generations") => Ok(()),
        other => other,
    }
}
