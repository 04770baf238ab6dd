//! How the program ends: its exit codes, and its last words.

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::output::plain;

/// Something went wrong.
pub(crate) const FAILED: u8 = 1;
/// The command line was not understood.
const USAGE: u8 = 2;
/// Nothing was found.
pub(crate) const NOTHING_FOUND: u8 = 3;
/// There is no index.
pub(crate) const NO_INDEX: u8 = 4;
/// The index is stale or damaged, or a gate is not met.
pub(crate) const STALE: u8 = 5;
/// The user stopped it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Help and version go to standard output and are no failure.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    if error.use_stderr() { ExitCode::from(USAGE) } else { ExitCode::SUCCESS }
}

/// A reader that went away (`epitome … | head`) is no failure; anything else is told.
pub(crate) fn failed(error: &anyhow::Error) -> ExitCode {
    // What goes wrong while JSON is written is wrapped, and serde_json does not name it as a source.
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        io.or_else(|| cause.downcast_ref::<serde_json::Error>()?.io_error_kind())
    };
    let broken_pipe = error.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe));
    if broken_pipe {
        return ExitCode::SUCCESS;
    }
    let causes: Vec<String> = error.chain().map(ToString::to_string).collect();
    let _ = writeln!(anstream::stderr(), "error: {}", plain(&causes.join(": ")));
    ExitCode::from(FAILED)
}
