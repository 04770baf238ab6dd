//! Faults made on purpose: die before, in or after the k-th effect on the disk, or have it refused.
//!
//! Safety against kills and full disks cannot be argued for, it has to be tried at every single
//! effect. The shipped program is tried, not a special build: while no fault is planned an effect
//! costs one relaxed load of an atomic. A plan comes from [`plan`] or, for a program that is started
//! by a test, from the environment variable [`VARIABLE`]. `cargo xtask faults` uses it.

use std::io;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use rustix::io::Errno;

/// The environment variable that plans a fault.
pub const VARIABLE: &str = "EPITOME_FAULT";

/// A fault to come. Effects are counted from 1 over the whole process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing fails; effects are counted. `count`
    Count,
    /// Nothing fails; effects are kept for [`recorded`]. `record`
    Record,
    /// The process dies before this effect. `kill-before=K`
    KillBefore(u64),
    /// The process dies in this effect: a write is torn in half, anything else is just done.
    /// `kill-in=K`
    KillIn(u64),
    /// This effect is refused; a write is torn in half. `fail=K:ENOSPC`
    Fail(u64, Refusal),
    /// This effect and all later ones are refused. `fail-from=K:EIO`
    FailFrom(u64, Refusal),
    /// The disk is full once so many bytes were written. `quota=BYTES`
    Quota(u64),
}

/// How the system refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the system")]
pub enum Refusal {
    Enospc,
    Eio,
    Erofs,
}

impl Refusal {
    fn error(self) -> io::Error {
        match self {
            Self::Enospc => Errno::NOSPC,
            Self::Eio => Errno::IO,
            Self::Erofs => Errno::ROFS,
        }
        .into()
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let (number, refusal) = value.split_once(':').unwrap_or((value, ""));
        let number = || number.parse::<u64>().map_err(|error| format!("`{text}`: {error}"));
        let refusal = || match refusal {
            "ENOSPC" => Ok(Refusal::Enospc),
            "EIO" => Ok(Refusal::Eio),
            "EROFS" => Ok(Refusal::Erofs),
            _ => Err(format!("`{text}`: ENOSPC, EIO or EROFS is wanted after the colon")),
        };
        match name {
            "count" => Ok(Self::Count),
            "record" => Ok(Self::Record),
            "kill-before" => Ok(Self::KillBefore(number()?)),
            "kill-in" => Ok(Self::KillIn(number()?)),
            "fail" => Ok(Self::Fail(number()?, refusal()?)),
            "fail-from" => Ok(Self::FailFrom(number()?, refusal()?)),
            "quota" => Ok(Self::Quota(number()?)),
            _ => Err(format!("`{text}`: no such fault")),
        }
    }
}

/// Plans a fault, or none, and starts to count anew.
pub fn plan(fault: Option<Fault>) {
    *hold(&PLANNED) = fault;
    hold(&RECORDED).clear();
    EFFECTS.store(0, Ordering::SeqCst);
    WRITTEN.store(0, Ordering::SeqCst);
    STATE.store(if fault.is_some() { ON } else { OFF }, Ordering::SeqCst);
}

/// An effect that was done, for working out what a power failure could have left of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Effect {
    MakeFolder(PathBuf),
    Create(PathBuf),
    Empty(PathBuf),
    Write(PathBuf, Vec<u8>),
    /// A file's bytes or a folder's entries are on the disk now.
    Sync(PathBuf),
    /// The second path is the new name.
    Rename(PathBuf, PathBuf),
    /// The second path is the new name.
    Link(PathBuf, PathBuf),
    /// A link and what it says.
    Symlink(PathBuf, String),
    /// A file, a link or an empty folder is gone.
    Remove(PathBuf),
}

/// The effects since [`Fault::Record`] was planned.
#[must_use]
pub fn recorded() -> Vec<Effect> {
    hold(&RECORDED).clone()
}

/// How many effects there were since a fault was planned.
#[must_use]
pub fn effects() -> u64 {
    EFFECTS.load(Ordering::SeqCst)
}

/// How many bytes were written since a fault was planned.
#[must_use]
pub fn bytes_written() -> u64 {
    WRITTEN.load(Ordering::SeqCst)
}

const UNKNOWN: u8 = 0;
const OFF: u8 = 1;
const ON: u8 = 2;
static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
static PLANNED: Mutex<Option<Fault>> = Mutex::new(None);
static RECORDED: Mutex<Vec<Effect>> = Mutex::new(Vec::new());
static EFFECTS: AtomicU64 = AtomicU64::new(0);
static WRITTEN: AtomicU64 = AtomicU64::new(0);

fn hold<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

pub(crate) fn record(effect: Effect) {
    hold(&RECORDED).push(effect);
}

/// What becomes of an effect.
pub(crate) enum Course {
    /// It is done.
    Go,
    /// It is done, and then recorded.
    Record,
    /// It is done, then the process dies.
    Last,
    /// So many bytes are written, then the process dies.
    Torn(usize),
    /// So many bytes are written, then it is refused.
    Refused(usize, io::Error),
}

/// Counts an effect that writes `bytes` bytes (0 for all but writes) and says what becomes of it.
pub(crate) fn next(bytes: usize) -> Course {
    if STATE.load(Ordering::Relaxed) == OFF { Course::Go } else { next_planned(bytes) }
}

#[cold]
fn next_planned(bytes: usize) -> Course {
    if STATE.load(Ordering::SeqCst) == UNKNOWN {
        // A plan that cannot be read must not look like a test that passed: die.
        let fault = std::env::var(VARIABLE).ok().map(|text| text.parse::<Fault>());
        match fault.transpose() {
            Ok(fault) => plan(fault),
            Err(_) => die(),
        }
    }
    let planned = *hold(&PLANNED);
    let effect = EFFECTS.fetch_add(1, Ordering::SeqCst) + 1;
    let before = WRITTEN.fetch_add(bytes as u64, Ordering::SeqCst);
    match planned {
        Some(Fault::Record) => Course::Record,
        Some(Fault::KillBefore(at)) if at == effect => die(),
        Some(Fault::KillIn(at)) if at == effect && bytes > 0 => Course::Torn(bytes / 2),
        Some(Fault::KillIn(at)) if at == effect => Course::Last,
        Some(Fault::Fail(at, refusal)) if at == effect => {
            Course::Refused(bytes / 2, refusal.error())
        }
        Some(Fault::FailFrom(at, refusal)) if at <= effect => {
            Course::Refused(if at == effect { bytes / 2 } else { 0 }, refusal.error())
        }
        Some(Fault::Quota(quota)) if before + bytes as u64 > quota => {
            let fits = usize::try_from(quota.saturating_sub(before)).unwrap_or(bytes);
            Course::Refused(fits, Refusal::Enospc.error())
        }
        _ => Course::Go,
    }
}

/// Ends the process the way the kernel would: nothing is flushed, no destructor runs.
pub(crate) fn die() -> ! {
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    std::process::abort()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_as_text() {
        for (text, expected) in [
            ("count", Ok(Fault::Count)),
            ("record", Ok(Fault::Record)),
            ("kill-before=3", Ok(Fault::KillBefore(3))),
            ("kill-in=12", Ok(Fault::KillIn(12))),
            ("fail=1:EIO", Ok(Fault::Fail(1, Refusal::Eio))),
            ("fail-from=7:EROFS", Ok(Fault::FailFrom(7, Refusal::Erofs))),
            ("quota=65536", Ok(Fault::Quota(65536))),
            ("fail=1", Err(())),
            ("fail=x:EIO", Err(())),
            ("kill", Err(())),
        ] {
            assert_eq!(text.parse::<Fault>().map_err(drop), expected, "{text}");
        }
    }
}
