//! How the program ends: its exit codes, and its last words.

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::output::plain;

/// Something went wrong.
const FAILED: u8 = 1;
/// The command line was not understood.
const USAGE: u8 = 2;
/// Nothing was found.
pub(crate) const NOTHING_FOUND: u8 = 3;

/// Help and version go to standard output and are no failure.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    if error.use_stderr() { ExitCode::from(USAGE) } else { ExitCode::SUCCESS }
}

/// A reader that went away (`epitome … | head`) is no failure; anything else is told.
pub(crate) fn failed(error: &anyhow::Error) -> ExitCode {
    let broken_pipe = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe);
    if broken_pipe {
        return ExitCode::SUCCESS;
    }
    let causes: Vec<String> = error.chain().map(ToString::to_string).collect();
    let _ = writeln!(anstream::stderr(), "error: {}", plain(&causes.join(": ")));
    ExitCode::from(FAILED)
}
