//! One writer at a time, held by the kernel: the lock goes when its holder goes, however it goes.
//!
//! What stands in the lock file is only for the message to those who come second. A lock file that
//! a killed program left behind means nothing and is in nobody's way.

use std::fmt;
use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use crate::error::IndexError;
use crate::folder::{Folder, read_limited};
use crate::{disk, layout};

/// Who holds the lock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// The process.
    pub pid: u32,
    /// Since when, RFC 3339 in UTC.
    pub started: String,
    /// What it does, such as `epitome index`.
    pub what: String,
}

impl Holder {
    /// This process.
    #[must_use]
    pub fn this_process(started: &str, what: &str) -> Self {
        Self { pid: std::process::id(), started: started.to_owned(), what: what.to_owned() }
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { pid: 0, .. } => f.write_str("another process that has only just begun"),
            Self { pid, started, what } => write!(f, "process {pid} ({what}, since {started})"),
        }
    }
}

/// The lock, held until dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
    path: PathBuf,
}

/// How often, and how far apart, to look for the name of a holder who has not written it yet.
const LOOKS: u32 = 20;
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
/// The lock file is one short line; more is not ours to read.
const LONGEST: u64 = 4096;

impl Lock {
    /// Takes the lock or says at once who has it.
    pub(crate) fn take(state: &Folder, holder: &Holder) -> Result<Self, IndexError> {
        let path = state.path.join(layout::LOCK);
        let file = loop {
            let file = disk::open_lock(state, layout::LOCK)?;
            let metadata = file.metadata().map_err(IndexError::io(&path, "look at it"))?;
            if !metadata.is_file() {
                return Err(IndexError::damaged(path, "it is not a plain file"));
            }
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {}
                Err(Errno::WOULDBLOCK) => return Err(taken(state, path)),
                Err(errno) => return Err(IndexError::io(&path, "lock it")(errno)),
            }
            // Whoever cleans removes the file; the lock of a file without a name is worth nothing.
            if state.still_names(layout::LOCK, &file)? {
                break file;
            }
        };
        let mut line = serde_json::to_vec(holder).expect("a number and two texts are JSON");
        line.push(b'\n');
        disk::empty(&file, &path)?;
        disk::write(&file, &line, &path)?;
        Ok(Self { file, path })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Still locked: so that nobody takes us, alive but done, for the next holder.
        let _ = disk::empty(&self.file, &self.path);
        // Closing is not enough: a child that is just being started has the file open until it
        // becomes another program.
        let _ = flock(&self.file, FlockOperation::Unlock);
    }
}

/// The error that names the holder, who writes its name just after it took the lock.
fn taken(state: &Folder, path: PathBuf) -> IndexError {
    let read = || -> Option<Holder> {
        let file = state.file(layout::LOCK).ok()??;
        let bytes = read_limited(file, LONGEST).ok()??;
        serde_json::from_slice(&bytes).ok()
    };
    for _ in 0..LOOKS {
        // The name of a holder before may still stand there: one that is dead is not meant.
        if let Some(holder) = read().filter(|holder| is_alive(holder.pid)) {
            return IndexError::Locked { path, holder };
        }
        std::thread::sleep(BETWEEN_LOOKS);
    }
    let holder = Holder { pid: 0, started: String::new(), what: String::new() };
    IndexError::Locked { path, holder }
}

fn is_alive(pid: u32) -> bool {
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    pid.is_some_and(|pid| !matches!(rustix::process::test_kill_process(pid), Err(Errno::SRCH)))
}
