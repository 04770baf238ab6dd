//! The outside of the worker processes: a handful of them, replaced when they die.

use std::io::{self, BufReader, BufWriter};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};

use epitome_model::outline::{FileOutline, Problem};
use epitome_syntax::{Builtin, Outliner, languages};

use super::protocol::{read_answer, read_greeting, write_request};
use super::worker::{EXIT_TOOK_TOO_LONG, WorkerLimits};

/// How to start a worker: a program that calls [`super::run_worker`].
#[derive(Debug, Clone)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// What its environment has besides that of this process.
    pub environment: Vec<(String, String)>,
    /// The limits it was told of, for messages.
    pub limits: WorkerLimits,
}

/// Outlines texts in other processes, or in this one.
pub struct Workers {
    command: Option<WorkerCommand>,
    idle: Mutex<Vec<Worker>>,
}

struct Worker {
    child: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Workers {
    /// Workers started by `command` when they are needed.
    #[must_use]
    pub fn new(command: WorkerCommand) -> Workers {
        Workers { command: Some(command), idle: Mutex::new(Vec::new()) }
    }

    /// No workers: everything happens in this process. Hostile input can then stop it for longer
    /// than any limit, so this is for tests and for sources one trusts.
    #[must_use]
    pub fn in_process() -> Workers {
        Workers { command: None, idle: Mutex::new(Vec::new()) }
    }

    /// The outline of a text. An error means that no worker could be started at all; what a file
    /// does to a worker is a problem in its outline.
    pub fn outline(&self, language: &'static Builtin, text: &str) -> io::Result<FileOutline> {
        Ok(self.outline_and_bytes(language, text)?.0)
    }

    /// The outline of a text, and the same serialised by `postcard`, for who wants to store it: a
    /// worker's answer is that already.
    pub fn outline_and_bytes(
        &self,
        language: &'static Builtin,
        text: &str,
    ) -> io::Result<(FileOutline, Vec<u8>)> {
        let Some(command) = &self.command else {
            return with_bytes(Outliner::default().outline(language.language(), text));
        };
        let mut worker = match self.take_idle() {
            Some(worker) => worker,
            None => Worker::start(command)?,
        };
        match worker.outline(language, text) {
            Ok(answer) => {
                self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                Ok(answer)
            }
            Err(_) => with_bytes(unread(language, text, worker.end(command.limits))),
        }
    }

    fn take_idle(&self) -> Option<Worker> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        for Worker { mut child, input, .. } in idle {
            // The end of its input ends an idle worker.
            drop(input);
            let _ = child.wait();
        }
    }
}

impl Worker {
    fn start(command: &WorkerCommand) -> io::Result<Worker> {
        let mut child = Command::new(&command.program)
            .args(&command.args)
            .envs(command.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // A dying parser's last words are not for the user: the problem says what happened.
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("a worker without pipes"));
        };
        let mut worker = Worker {
            child,
            input: BufWriter::with_capacity(1 << 16, input),
            output: BufReader::with_capacity(1 << 16, output),
        };
        match read_greeting(&mut worker.output) {
            Ok(()) => Ok(worker),
            Err(error) => {
                let _ = worker.child.kill();
                let ended = worker.child.wait().map_or_else(|e| e.to_string(), how_it_ended);
                Err(io::Error::new(error.kind(), format!("it did not greet ({ended})")))
            }
        }
    }

    fn outline(
        &mut self,
        language: &'static Builtin,
        text: &str,
    ) -> io::Result<(FileOutline, Vec<u8>)> {
        let index = languages()
            .iter()
            .position(|builtin| builtin.id() == language.id())
            .and_then(|index| u32::try_from(index).ok())
            .ok_or_else(|| io::Error::other("a language that is not in the registry"))?;
        write_request(&mut self.input, index, text)?;
        read_answer(&mut self.output)
    }

    /// Why a worker that gave no answer is gone.
    fn end(mut self, limits: WorkerLimits) -> Problem {
        // It may still be running, if it was its answer that could not be read.
        let _ = self.child.kill();
        match self.child.wait() {
            Ok(status) if status.code() == Some(EXIT_TOOK_TOO_LONG) => Problem::TookTooLong {
                limit_ms: u32::try_from(limits.cpu.as_millis()).unwrap_or(u32::MAX),
            },
            Ok(status) => Problem::ParserDied { how: how_it_ended(status) },
            Err(error) => Problem::ParserDied { how: error.to_string() },
        }
    }
}

fn how_it_ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match signal {
            6 | 11 => format!("out of stack or memory, signal {signal}"),
            signal => format!("signal {signal}"),
        };
    }
    status.to_string()
}

fn with_bytes(outline: FileOutline) -> io::Result<(FileOutline, Vec<u8>)> {
    let bytes = postcard::to_stdvec(&outline).map_err(io::Error::other)?;
    Ok((outline, bytes))
}

fn unread(language: &'static Builtin, text: &str, problem: Problem) -> FileOutline {
    FileOutline {
        language: language.id().into(),
        lines: u32::try_from(text.lines().count()).unwrap_or(u32::MAX),
        problems: vec![problem],
        ..FileOutline::default()
    }
}
