//! F4: the disk is full, broken or read-only, at every point.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context as _, bail, ensure};

use super::oracle::{Answers, answers, is_tidy};
use super::subject::{Place, VERSIONS};
use super::{Row, Trial};

const FILES: usize = 12;
const FAR_TOO_MANY: u64 = 10_000;

pub(super) fn run(trial: &mut Trial) -> anyhow::Result<Vec<Row>> {
    Ok(vec![by_bytes(trial)?, by_effect(trial)?, small_disk(trial)?, read_only(trial)?])
}

/// A quota on bytes, from nothing until a run gets through.
fn by_bytes(trial: &mut Trial) -> anyhow::Result<Row> {
    let mut row = Row::new("F4", "disk full after so many bytes (quota shim), 0 to success");
    let files = trial.count(FILES, 60);
    let step = 16 << 10;
    let place = trial.place()?;
    trial.subject.complete(&place.tree(), 1, files)?;
    let mut quota = 0;
    loop {
        let before = answers(&place.state())?;
        let fault = format!("quota={quota}");
        let output = trial.subject.publish(&place.tree(), 2, files, Some(&fault))?;
        if output.status.success() {
            break;
        }
        let result = refused(&output, &place.state(), &before, "make room");
        row.check(&fault, result.map(drop));
        quota += step;
    }
    row.check("afterwards", afterwards(trial, &place.tree(), 3, files));
    row.outcome = format!("succeeds at {quota} bytes; {}", last_words(&row));
    Ok(row)
}

/// Each effect refused in turn, and each effect with all after it.
fn by_effect(trial: &mut Trial) -> anyhow::Result<Row> {
    let mut row = Row::new("F4", "ENOSPC, EIO, EROFS at every effect, and from every effect on");
    let (mut got_through, mut points, mut committed) = (0, Vec::new(), 0);
    let refusals = [("fail", "ENOSPC"), ("fail-from", "EIO"), ("fail", "EROFS")];
    let more = [("fail-from", "ENOSPC"), ("fail", "EIO"), ("fail-from", "EROFS")];
    for (kind, errno) in refusals.into_iter().chain(more).take(trial.count(2, 6)) {
        let place = trial.place()?;
        let (tree, state) = (place.tree(), place.state());
        trial.subject.complete(&tree, 1, FILES)?;
        let total = effects(trial, &place)?;
        points.push(total);
        let mut version = 1;
        for effect in 1..=total {
            let before = answers(&state)?;
            version = version % VERSIONS + 1;
            let fault = format!("{kind}={effect}:{errno}");
            let output = trial.subject.publish(&tree, version, FILES, Some(&fault))?;
            let result = if output.status.success() {
                // Only clearing away may fail without the run failing.
                got_through += 1;
                let expected = trial.subject.reference(version, FILES)?;
                answers(&state).and_then(|found| {
                    ensure!(found == expected, "success, but {found:?}");
                    Ok(())
                })
            } else {
                refused_or_committed(trial, &output, &state, &before, (version, FILES))
                    .map(|is_new| committed += u64::from(is_new))
            };
            row.check(&fault, result);
            let after = afterwards(trial, &tree, version, FILES);
            row.check(format!("the run after {fault}"), after);
        }
    }
    row.outcome = format!(
        "{points:?} points; {got_through} runs succeeded all the same (clearing away failed), \
         {committed} had swapped the pointer when the last sync failed"
    );
    Ok(row)
}

/// How many effects an undisturbed later publish has: the last k at which it can be killed.
fn effects(trial: &mut Trial, place: &Place) -> anyhow::Result<u64> {
    let (mut low, mut high) = (0, FAR_TOO_MANY);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        let fault = format!("kill-in={middle}");
        let output =
            trial.subject.publish(&place.tree(), 1 + middle % VERSIONS, FILES, Some(&fault))?;
        if output.status.success() {
            high = middle
        } else {
            low = middle
        }
        trial.subject.complete(&place.tree(), 1, FILES)?;
    }
    Ok(low)
}

/// A row for a machine on which nothing can be mounted.
fn not_tried(mut row: Row) -> Row {
    row.trials = 1;
    row.outcome = "not tried: mounting is not allowed here".to_owned();
    row
}

/// A real file system with too little room.
fn small_disk(trial: &mut Trial) -> anyhow::Result<Row> {
    let mut row = Row::new("F4", "a real file system that is too small (tmpfs), 64 KiB steps");
    let place = trial.place()?;
    // The second generation has to fit beside the first; the first always does.
    let Some(mut disk) = Mounted::new(place.outer(), 16 << 20)? else { return Ok(not_tried(row)) };
    let tree = disk.tree()?;
    let state = tree.join(epitome_index::layout::STATE_FOLDER);
    let files = 100;
    trial.subject.complete(&tree, 1, files)?;
    let used = disk.used()?;
    let mut size = used.next_multiple_of(64 << 10);
    loop {
        disk.remount(&format!("size={size}"))?;
        let before = answers(&state)?;
        let output = trial.subject.publish(&tree, 2, files, None)?;
        if output.status.success() {
            break;
        }
        // A program with more to write after the commit may fail there.
        let result = refused_or_committed(trial, &output, &state, &before, (2, files));
        row.check(format!("{size} bytes"), result.and_then(|_| with_remedy(&output, "make room")));
        size += 64 << 10;
    }
    disk.remount("size=16m")?;
    row.check("afterwards", afterwards(trial, &tree, 3, files));
    row.outcome =
        format!("{used} bytes in use at first, succeeds with {size}; {}", last_words(&row));
    Ok(row)
}

/// A folder that cannot be written.
fn read_only(trial: &mut Trial) -> anyhow::Result<Row> {
    let mut row = Row::new("F4", "a read-only file system");
    let place = trial.place()?;
    let Some(mut disk) = Mounted::new(place.outer(), 16 << 20)? else { return Ok(not_tried(row)) };
    let tree = disk.tree()?;
    trial.subject.complete(&tree, 1, FILES)?;
    let before = answers(&tree.join(epitome_index::layout::STATE_FOLDER))?;
    let command = trial.subject.command(&tree, 2, FILES)?;
    disk.remount("ro")?;
    let output = { command }.output().context("starting the program to try")?;
    let state = tree.join(epitome_index::layout::STATE_FOLDER);
    row.check("read-only", refused(&output, &state, &before, "make the folder writable").map(drop));
    disk.remount("rw")?;
    row.check("afterwards", afterwards(trial, &tree, 3, FILES));
    row.outcome =
        String::from_utf8_lossy(&output.stderr).trim().replace(&tree.display().to_string(), "TREE");
    Ok(row)
}

/// The run failed with one line that says what to do, and the old index answers as before.
fn refused(output: &Output, state: &Path, before: &Answers, remedy: &str) -> anyhow::Result<()> {
    one_line(output)?;
    with_remedy(output, remedy)?;
    let after = answers(state)?;
    ensure!(after == *before, "the old index answers {after:?} instead of {before:?}");
    Ok(())
}

fn with_remedy(output: &Output, remedy: &str) -> anyhow::Result<()> {
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(said.contains(remedy), "no remedy: {}", said.trim());
    Ok(())
}

/// As [`refused`], but the failure may have come after the commit, in bringing it to the disk.
fn refused_or_committed(
    trial: &mut Trial,
    output: &Output,
    state: &Path,
    before: &Answers,
    (version, files): (u64, usize),
) -> anyhow::Result<bool> {
    one_line(output)?;
    let after = answers(state)?;
    if after == *before {
        return Ok(false);
    }
    let new = trial.subject.reference(version, files)?;
    ensure!(after == new, "neither old nor new: {after:?}");
    Ok(true)
}

fn one_line(output: &Output) -> anyhow::Result<()> {
    let said = String::from_utf8_lossy(&output.stderr);
    let Some(code) = output.status.code() else { bail!("died of {}: {said}", output.status) };
    ensure!(code != 0 && code != 101, "ended with {code}: {said}");
    ensure!(said.trim().lines().count() == 1, "not one line: {said}");
    let remedies = ["make room", "make the folder writable", "run again", "build the index again"];
    ensure!(remedies.iter().any(|remedy| said.contains(remedy)), "no remedy: {said}");
    Ok(())
}

/// The next run completes and leaves nothing lying about.
fn afterwards(trial: &mut Trial, tree: &Path, version: u64, files: usize) -> anyhow::Result<()> {
    trial.subject.complete(tree, version, files)?;
    is_tidy(&tree.join(epitome_index::layout::STATE_FOLDER))
}

fn last_words(row: &Row) -> &'static str {
    if row.failures.is_empty() { "the old index answered each time" } else { "see below" }
}

/// A small file system of its own, unmounted when dropped.
struct Mounted {
    at: std::path::PathBuf,
}

impl Mounted {
    /// None where mounting is not allowed.
    fn new(parent: &Path, size: u64) -> anyhow::Result<Option<Self>> {
        let at = parent.join("disk");
        std::fs::create_dir(&at)?;
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(&at)
            .output();
        Ok(mount.is_ok_and(|output| output.status.success()).then_some(Self { at }))
    }

    fn tree(&self) -> anyhow::Result<std::path::PathBuf> {
        let tree = self.at.join(super::synthetic::REPOSITORY);
        std::fs::create_dir(&tree)?;
        Ok(tree)
    }

    fn used(&self) -> anyhow::Result<u64> {
        let disk = rustix::fs::statvfs(&self.at)?;
        Ok((disk.f_blocks - disk.f_bfree) * disk.f_frsize)
    }

    fn remount(&mut self, options: &str) -> anyhow::Result<()> {
        let options = format!("remount,{options}");
        let status = Command::new("mount").args(["-o", &options]).arg(&self.at).status()?;
        ensure!(status.success(), "mount -o {options} failed");
        Ok(())
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.at).status();
    }
}
