//! `cargo xtask faults`: kills, full disks, damage and crowds, and what is left of the index.
//!
//! The numbers F1 to F7 are those of the fault plan (`docs/faults.md`). What is tried is a program
//! that publishes, in a process of its own: made-up documents by default, or `epitome index` on a
//! made-up tree with `--program`. Whatever happens to it, the state folder must hold the generation of
//! before or the new one, whole, and the next run must complete.

mod chance;
mod child;
mod crowd;
mod damage;
mod full_disk;
mod kills;
mod oracle;
mod power;
mod readers;
mod subject;
mod synthetic;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

pub(crate) use child::{ChildArgs, run as run_child};

use chance::Chance;
use subject::{Place, Subject};

/// How hard to try
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Fewer trials, done in about a minute
    #[arg(long)]
    quick: bool,
    /// Only these, such as `F2`
    #[arg(long, value_name = "FAULT")]
    only: Vec<String>,
    /// Try `PROGRAM index TREE` instead of made-up documents
    #[arg(long, value_name = "PROGRAM")]
    program: Option<PathBuf>,
    /// What the random times and places start from
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What one fault came to.
pub(crate) struct Row {
    fault: &'static str,
    what: &'static str,
    trials: u64,
    outcome: String,
    failures: Vec<String>,
}

impl Row {
    fn new(fault: &'static str, what: &'static str) -> Self {
        Self { fault, what, trials: 0, outcome: String::new(), failures: Vec::new() }
    }

    /// Notes a failed trial and goes on: all failures are worth knowing.
    fn check(&mut self, trial: impl std::fmt::Display, result: anyhow::Result<()>) {
        self.trials += 1;
        if let Err(error) = result {
            self.failures.push(format!("{trial}: {error:#}"));
        }
    }
}

/// What a fault is tried with.
struct Trial {
    quick: bool,
    subject: Subject,
    chance: Chance,
}

impl Trial {
    /// `full` trials, or `quick` ones.
    fn count<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Where to try: on the disk, or in memory to be quick. A kill is a kill there too.
    fn place(&self) -> anyhow::Result<Place> {
        if self.quick { Place::in_memory() } else { Place::on_disk() }
    }
}

type Fault = (&'static str, fn(&mut Trial) -> anyhow::Result<Vec<Row>>);

const FAULTS: [Fault; 7] = [
    ("F1", kills::at_random),
    ("F2", kills::at_every_effect),
    ("F3", power::run),
    ("F4", full_disk::run),
    ("F5", damage::run),
    ("F6", crowd::run),
    ("F7", readers::run),
];

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let subject = Subject::new(args.program.clone())?;
    let mut trial = Trial { quick: args.quick, subject, chance: Chance::new(args.seed) };
    let mut whole = true;
    println!("| fault | trials | failed | seconds | what | outcome |\n|---|---|---|---|---|---|");
    for (name, run) in FAULTS {
        if !args.only.is_empty() && !args.only.iter().any(|only| only.eq_ignore_ascii_case(name)) {
            continue;
        }
        let start = Instant::now();
        for Row { fault, what, trials, outcome, failures } in run(&mut trial)? {
            let (failed, seconds) = (failures.len(), start.elapsed().as_secs_f64());
            println!("| {fault} | {trials} | {failed} | {seconds:.0} | {what} | {outcome} |");
            for failure in failures.iter().take(5) {
                println!("|  |  |  |  |  | FAILED: {failure} |");
            }
            // A fault that was tried on nothing proves nothing.
            whole &= failures.is_empty() && trials > 0;
        }
    }
    Ok(if whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
