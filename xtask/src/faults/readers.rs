//! F7: readers in other processes while one generation after the other is published.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};

use super::subject::VERSIONS;
use super::{Row, Trial};

/// Readers at work, until asked.
pub(super) struct Readers(Vec<Child>);

/// What the readers saw, together.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) answers: u64,
    errors: u64,
    mixed: u64,
    median_us: u64,
    p95_us: u64,
    first_error: String,
}

impl Readers {
    /// Starts readers that rest for `pause` milliseconds after each answer.
    pub(super) fn start(state: &Path, count: usize, pause: u64) -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("finding this program")?;
        let start = || {
            let mut command = Command::new(&program);
            command.args(["faults-child", "read"]).arg(state).arg(pause.to_string());
            command.stdin(Stdio::piped()).stdout(Stdio::piped());
            command.spawn().context("starting a reader")
        };
        Ok(Self((0..count).map(|_| start()).collect::<anyhow::Result<_>>()?))
    }

    /// Stops the readers and asks what they saw. The slowest one's times count.
    pub(super) fn stop(self) -> anyhow::Result<Seen> {
        let mut seen = Seen::default();
        let mut readers = self.0;
        for reader in &mut readers {
            drop(reader.stdin.take());
        }
        for reader in readers {
            let output = reader.wait_with_output().context("waiting for a reader")?;
            ensure!(output.status.success(), "a reader died: {}", output.status);
            let text = String::from_utf8_lossy(&output.stdout);
            let mut words = text.trim_end().splitn(6, ' ');
            let mut number = || words.next().and_then(|word| word.parse::<u64>().ok());
            let mut next = || number().context("a reader said nothing");
            let (answers, errors, mixed) = (next()?, next()?, next()?);
            seen.answers += answers;
            seen.errors += errors;
            seen.mixed += mixed;
            seen.median_us = seen.median_us.max(next()?);
            seen.p95_us = seen.p95_us.max(next()?);
            if let Some(error) = words.next().filter(|_| seen.first_error.is_empty()) {
                seen.first_error = error.to_owned();
            }
        }
        Ok(seen)
    }
}

impl Seen {
    /// Every answer must be whole.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let Self { answers, errors, mixed, first_error, .. } = self;
        ensure!(*answers > 0, "no reader got to read");
        ensure!(
            errors + mixed == 0,
            "{errors} errors and {mixed} mixed of {answers} answers, first: {first_error}"
        );
        Ok(())
    }
}

pub(super) fn run(trial: &mut Trial) -> anyhow::Result<Vec<Row>> {
    let mut row = Row::new("F7", "readers while generations are published and cleared away");
    let (readers, seconds, files) = trial.count((4, 5, 40), (32, 60, 40));
    let place = trial.place()?;
    trial.subject.complete(&place.tree(), 1, files)?;

    let idle = Readers::start(&place.state(), readers, 0)?;
    std::thread::sleep(Duration::from_secs(trial.count(1, 5)));
    let idle = idle.stop()?;

    let busy = Readers::start(&place.state(), readers, 0)?;
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut published = 0;
    while Instant::now() < end {
        published += 1;
        let version = 1 + published % VERSIONS;
        let output = trial.subject.publish(&place.tree(), version, files, None)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            row.failures.push(format!("publishing under readers: {said}"));
        }
    }
    let busy = busy.stop()?;
    for seen in [&idle, &busy] {
        row.check("readers", seen.check());
    }
    row.trials = busy.answers;
    row.outcome = format!(
        "{readers} readers, {published} generations in {seconds} s: {} answers, {} errors, {} mixed; \
         slowest reader p50 {:.1} ms and p95 {:.1} ms, with no writer {:.1} and {:.1}",
        busy.answers,
        busy.errors,
        busy.mixed,
        busy.median_us as f64 / 1e3,
        busy.p95_us as f64 / 1e3,
        idle.median_us as f64 / 1e3,
        idle.p95_us as f64 / 1e3,
    );
    Ok(vec![row])
}
