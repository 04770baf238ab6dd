//! `epitome outline-worker`: the process that parses, and may die of it.

use std::path::PathBuf;
use std::process::ExitCode;

use epitome_engine::outline::{WorkerCommand, WorkerLimits, Workers, run_worker};

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    run_worker(WorkerLimits::default())?;
    Ok(ExitCode::SUCCESS)
}

/// Workers that are this very program.
pub(crate) fn workers() -> anyhow::Result<Workers> {
    // A program file that was replaced while it runs is still found under this name.
    let itself = PathBuf::from("/proc/self/exe");
    let program = if itself.exists() { itself } else { std::env::current_exe()? };
    Ok(Workers::new(WorkerCommand {
        program,
        args: vec!["outline-worker".to_owned()],
        // The allocator would set aside a gibibyte of addresses, which is all that a worker may have.
        environment: vec![("MIMALLOC_ARENA_RESERVE".to_owned(), "65536".to_owned())],
        limits: WorkerLimits::default(),
    }))
}
