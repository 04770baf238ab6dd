//! Keeping an index fresh while people work: what changes is noticed, and after a moment of quiet one
//! update reads it.
//!
//! ```text
//! file events ─► is it a file that a scan looks at? ─► inbox ─► quiet for a moment ─► one update
//! or a look every few seconds ─────────────────────────────────────────────────────────┘
//! ```
//!
//! **Work is bounded.** Events are not kept, only that there were some; a burst is one update; there is
//! never more than one at a time. Only folders that a scan enters are watched, so what is ignored wakes
//! nobody and needs nothing of the system. Whoever waits sleeps.
//!
//! **Nothing is missed.** A folder is watched before it is listed, and an update follows. Where folders
//! come or go, an ignore file changes, or the system lost events, all folders are watched anew, and the
//! update looks at every file as each does.

mod events;
mod inbox;
mod remote;
mod timing;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use inbox::Inbox;

use crate::scan::{Root, ScanError};
use crate::update::UpdateReport;
use events::FileEvents;
use inbox::{Wanted, Woken};
use timing::{look_pause, retry_pause};

/// How to watch.
#[derive(Clone, Copy, Debug)]
pub struct WatchOptions {
    /// Changes have settled when nothing happened for so long.
    pub quiet: Duration,
    /// An update is not put off for longer than this.
    pub longest: Duration,
    /// Look every so often instead of being told by the system.
    pub poll: Option<Duration>,
}

impl Default for WatchOptions {
    fn default() -> WatchOptions {
        WatchOptions {
            quiet: Duration::from_millis(200),
            longest: Duration::from_secs(2),
            poll: None,
        }
    }
}

/// How often to look where the system does not tell of changes and the user did not say.
pub const LOOK_EVERY: Duration = Duration::from_secs(2);

/// How changes are noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Means {
    /// The system tells of changes in so many folders.
    Events {
        /// How many.
        folders: usize,
    },
    /// By looking at every file's time and size.
    Looking {
        /// This often, and less often where a look takes long.
        every: Duration,
        /// Why.
        because: String,
    },
}

/// What happened, for people and programs to see.
#[derive(Debug)]
pub enum WatchEvent<'a> {
    /// It is being watched, by these means; told again where they change.
    Watching(&'a Means),
    /// An update published something, or was the first one or the first after failures.
    Updated {
        /// What it did.
        report: &'a UpdateReport,
        /// How long it took.
        took: Duration,
    },
    /// An update failed and is tried again.
    Failed {
        /// Why.
        cause: &'a str,
        /// After so long.
        pause: Duration,
    },
}

/// What the watcher asks of its caller.
#[expect(missing_debug_implementations, reason = "closures")]
pub struct Callbacks<'a> {
    /// Brings the index up to date; none where the user stopped it.
    pub update: &'a mut dyn FnMut() -> Result<Option<UpdateReport>, String>,
    /// Whether the tree is as it was indexed; asked where the system does not tell of changes.
    pub is_fresh: &'a dyn Fn() -> bool,
    /// Takes what happened. An error ends the watch.
    pub tell: &'a mut dyn FnMut(&WatchEvent<'_>) -> std::io::Result<()>,
}

/// Why a watch ended before it was stopped.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    /// The root cannot be opened.
    #[error(transparent)]
    Root(#[from] ScanError),
    /// What happened could not be told.
    #[error("the output cannot be written")]
    Output(#[from] std::io::Error),
}

/// Keeps an index fresh until `stop` is raised and the inbox is rung.
///
/// # Errors
/// A root that cannot be opened at the start, and what `tell` returns. An update that fails is told
/// and tried again.
pub fn watch(
    root: &Path,
    options: &WatchOptions,
    inbox: &Arc<Inbox>,
    stop: &AtomicBool,
    callbacks: &mut Callbacks<'_>,
) -> Result<(), WatchError> {
    let path = Root::open(root)?.path().to_owned();
    let mut eyes = Eyes::open(&path, options, inbox);
    (callbacks.tell)(&WatchEvent::Watching(&eyes.means))?;
    let (mut first, mut failures, mut due) = (true, 0, true);
    loop {
        let began = Instant::now();
        let mut wanted = Wanted::default();
        if due || !(callbacks.is_fresh)() {
            match (callbacks.update)() {
                Ok(None) => return Ok(()),
                Ok(Some(report)) => {
                    if report.published || first || failures > 0 {
                        let took = began.elapsed();
                        (callbacks.tell)(&WatchEvent::Updated { report: &report, took })?;
                    }
                    (first, failures) = (false, 0);
                }
                Err(_) if stop.load(Ordering::Relaxed) => return Ok(()),
                Err(cause) => {
                    failures += 1;
                    let pause = retry_pause(failures);
                    (callbacks.tell)(&WatchEvent::Failed { cause: &cause, pause })?;
                    // Changes meanwhile do not shorten the pause.
                    wanted.not_before = Some(Instant::now() + pause);
                    wanted.at_latest = wanted.not_before;
                }
            }
        }
        if let (0, Means::Looking { every, .. }) = (failures, &eyes.means) {
            wanted.at_latest = Some(Instant::now() + look_pause(*every, began.elapsed()));
        }
        let refresh = match inbox.wait(stop, options, wanted) {
            Woken::Stopped => return Ok(()),
            Woken::Changed { folders } => {
                due = true;
                folders || failures > 0
            }
            Woken::Late => {
                due = failures > 0;
                failures > 0
            }
        };
        if refresh {
            let before = eyes.means.clone();
            eyes = Eyes::open(&path, options, inbox);
            if !eyes.means.is_like(&before) {
                (callbacks.tell)(&WatchEvent::Watching(&eyes.means))?;
            }
        }
    }
}

impl Means {
    /// Whether they are the same but for numbers.
    fn is_like(&self, other: &Means) -> bool {
        match (self, other) {
            (Means::Events { .. }, Means::Events { .. }) => true,
            (Means::Looking { because: a, .. }, Means::Looking { because: b, .. }) => a == b,
            _ => false,
        }
    }
}

/// The means in use.
struct Eyes {
    means: Means,
    /// Ends the events when it is dropped.
    _events: Option<FileEvents>,
}

impl Eyes {
    fn open(root: &Path, options: &WatchOptions, inbox: &Arc<Inbox>) -> Eyes {
        let events = match options.poll {
            Some(_) => Err("it was asked for".to_owned()),
            None => remote::unless_remote(root).and_then(|()| FileEvents::open(root, inbox)),
        };
        match events {
            Ok(events) => {
                Eyes { means: Means::Events { folders: events.folders() }, _events: Some(events) }
            }
            Err(because) => {
                let every = options.poll.unwrap_or(LOOK_EVERY);
                Eyes { means: Means::Looking { every, because }, _events: None }
            }
        }
    }
}
