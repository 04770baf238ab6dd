//! Running an indexer, when the user asks for it.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::error::ScipError;
use super::indexers::{Indexer, Run, program_on_path};
use super::read::read_index;
use crate::scan::{Root, ScanError};
use crate::state::{StateError, clear, partial_name, state_subfolder};

/// How many of an indexer's last lines are repeated when it fails.
const LAST_LINES: usize = 5;
/// A line longer than this is said in pieces.
const LINE_BYTES: u64 = 8 << 10;

/// Why an indexer left no index.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The root cannot be opened.
    #[error(transparent)]
    Root(#[from] ScanError),
    /// There is no place for the index.
    #[error(transparent)]
    State(#[from] StateError),
    /// It is not installed.
    #[error("{program} is not on PATH; install it: {install}")]
    NotInstalled {
        /// Its name.
        program: &'static str,
        /// How to get it.
        install: &'static str,
    },
    /// We do not run it.
    #[error("{program} needs the build of the project; run it by hand: {command}")]
    ByHand {
        /// Its name.
        program: &'static str,
        /// What to type.
        command: &'static str,
    },
    /// The system cannot start it.
    #[error("{program} could not be run: {cause}; try `{program} --version`")]
    NotStarted {
        /// Its name.
        program: &'static str,
        /// The system's own words.
        cause: io::Error,
    },
    /// It gave up.
    #[error("{program} failed with {status}{}{}", said(.last), needed(.needs))]
    Failed {
        /// Its name.
        program: &'static str,
        /// `exit code 1`, or the signal that ended it.
        status: String,
        /// Its last lines.
        last: Vec<String>,
        /// What it needs.
        needs: Option<&'static str>,
    },
    /// It says that all is well, and left nothing that can be read.
    #[error("{program} ended well but left no index: {cause}")]
    NoIndex {
        /// Its name.
        program: &'static str,
        /// What it left.
        cause: ScipError,
    },
}

fn said(last: &[String]) -> String {
    if last.is_empty() { String::new() } else { format!("; it said last: {}", last.join(" / ")) }
}

fn needed(needs: &Option<&'static str>) -> String {
    needs.map(|needs| format!("; it needs {needs}")).unwrap_or_default()
}

/// Runs an indexer in `root` and puts its index into `.epitome/scip/`, where it is found by the next
/// build. The program is looked up on `path`; its arguments are ours. Each line it says, on either
/// output, goes to `say`. An index that was there stays until a new one is whole.
pub fn run_indexer(
    root: &Path,
    indexer: &Indexer,
    path: &OsStr,
    say: &(dyn Fn(&str) + Sync),
) -> Result<PathBuf, RunError> {
    let name = indexer.program;
    let arguments = match indexer.run {
        Run::Here(arguments) => arguments,
        Run::ByHand(command) => return Err(RunError::ByHand { program: name, command }),
    };
    let program = program_on_path(name, path)
        .ok_or(RunError::NotInstalled { program: name, install: indexer.install })?;
    let root = Root::open(root)?;
    state_subfolder(root.path(), "scip")?;
    let index = root.path().join(indexer.index_path());
    let partial = partial_name(&index);
    let not_written = |cause| StateError { path: index.clone(), cause };
    clear(&partial).map_err(not_written)?;
    let mut command = Command::new(program);
    command.args(arguments).arg(&partial).current_dir(root.path());
    let run = run_to_end(command, indexer, say).and_then(|()| {
        read_index(&partial).map_err(|cause| RunError::NoIndex { program: name, cause })
    });
    if let Err(error) = run {
        // What is left is of no use, and hardly anything can be done if it cannot be removed.
        let _ = clear(&partial);
        return Err(error);
    }
    fs::rename(&partial, &index).map_err(not_written)?;
    Ok(index)
}

fn run_to_end(
    mut command: Command,
    indexer: &Indexer,
    say: &(dyn Fn(&str) + Sync),
) -> Result<(), RunError> {
    let program = indexer.program;
    let failed = |cause| RunError::NotStarted { program, cause };
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let last = Mutex::new(VecDeque::new());
    let (output, errors) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        scope.spawn(|| repeat(output, say, &last));
        repeat(errors, say, &last);
    });
    let status = child.wait().map_err(failed)?;
    if status.success() {
        return Ok(());
    }
    let status = match status.code() {
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    };
    let last = last.into_inner().unwrap_or_else(PoisonError::into_inner).into();
    Err(RunError::Failed { program, status, last, needs: indexer.needs })
}

/// Passes on every line until the pipe is closed, and keeps the last ones.
fn repeat(pipe: Option<impl Read>, say: &(dyn Fn(&str) + Sync), last: &Mutex<VecDeque<String>>) {
    let Some(pipe) = pipe else { return };
    let mut reader = BufReader::new(pipe);
    let mut line = Vec::new();
    loop {
        line.clear();
        match reader.by_ref().take(LINE_BYTES).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        say(text);
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        last.push_back(text.to_owned());
        if last.len() > LAST_LINES {
            last.pop_front();
        }
    }
}
