//! One run at a time: two would both pay for what neither has stored yet.

use std::fs::{File, TryLockError};
use std::path::Path;

use rustix::fs::{Mode, OFlags};

use super::error::SummarizeError;
use crate::state::StateError;

const LOCK_FILE: &str = "summarize.lock";

/// Takes the lock, which goes with the file, however its holder ends.
pub(super) fn only_run(state: &Path) -> Result<File, SummarizeError> {
    let path = state.join(LOCK_FILE);
    // A link planted in the tree must not lead us to write elsewhere.
    let flags = OFlags::CREATE | OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = rustix::fs::open(&path, flags, Mode::from_raw_mode(0o644));
    let file = file.map_err(|errno| StateError { path: path.clone(), cause: errno.into() })?;
    let file = File::from(file);
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(SummarizeError::Busy),
        Err(TryLockError::Error(cause)) => Err(StateError { path, cause }.into()),
    }
}
