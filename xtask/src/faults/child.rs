//! What `faults` starts in processes of their own: a publisher, a reader, a contender for the lock.

use std::io::{BufRead as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use epitome_index::{Generation, Holder, IndexError, Publisher};

use super::{oracle, synthetic};

/// What to do
#[derive(clap::Args)]
pub(crate) struct ChildArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Publish a version and end
    Publish { state: PathBuf, version: u64, files: usize },
    /// Read again and again until standard input ends, then say what was seen
    Read {
        state: PathBuf,
        /// Milliseconds between two answers
        pause: u64,
    },
    /// For each line `try` on standard input, try to take the lock; for `release`, let it go
    Contend { state: PathBuf },
}

pub(crate) fn run(args: &ChildArgs) -> anyhow::Result<ExitCode> {
    match &args.what {
        What::Publish { state, version, files } => {
            let Err(error) = synthetic::publish(state, *version, *files) else {
                return Ok(ExitCode::SUCCESS);
            };
            writeln!(std::io::stderr(), "{error}")?;
            Ok(ExitCode::FAILURE)
        }
        What::Read { state, pause } => read(state, Duration::from_millis(*pause)),
        What::Contend { state } => contend(state),
    }
}

/// What a reader saw, as one line: answers, errors, mixed, median and 95th percentile in µs, and the
/// first error.
fn read(state: &Path, pause: Duration) -> anyhow::Result<ExitCode> {
    static DONE: AtomicBool = AtomicBool::new(false);
    std::thread::spawn(|| {
        let _ = std::io::stdin().lock().read_line(&mut String::new());
        DONE.store(true, Ordering::SeqCst);
    });
    let mut first_error = String::new();
    let (mut errors, mut mixed, mut times) = (0_u64, 0_u64, Vec::new());
    while !DONE.load(Ordering::SeqCst) {
        let start = Instant::now();
        let answer = Generation::open(state)
            .map_err(anyhow::Error::from)
            .and_then(|generation| oracle::skim(&generation));
        if let Err(error) = answer {
            let error = error.to_string();
            *(if error.starts_with("mixed") { &mut mixed } else { &mut errors }) += 1;
            first_error = if first_error.is_empty() { error } else { first_error };
        }
        times.push(start.elapsed().as_micros());
        std::thread::sleep(pause);
    }
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len() * percent / 100).copied().unwrap_or(0);
    println!("{} {errors} {mixed} {} {} {first_error}", times.len(), at(50), at(95));
    Ok(ExitCode::SUCCESS)
}

/// Answers `won`, or `lost`, the milliseconds it took to know, and the message.
fn contend(state: &Path) -> anyhow::Result<ExitCode> {
    let holder = Holder::this_process("2026-01-01T00:00:00Z", "cargo xtask faults");
    let mut held = None;
    for line in std::io::stdin().lock().lines() {
        if line?.as_str() == "release" {
            held = None;
            println!("released");
            continue;
        }
        let start = Instant::now();
        match Publisher::lock(state, &holder) {
            Ok(publisher) => {
                held = Some(publisher);
                println!("won");
            }
            Err(error @ IndexError::Locked { .. }) => {
                println!("lost {} {error}", start.elapsed().as_millis());
            }
            Err(error) => println!("failed {error}"),
        }
    }
    drop(held);
    Ok(ExitCode::SUCCESS)
}
