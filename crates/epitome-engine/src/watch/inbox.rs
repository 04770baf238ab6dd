//! Where news of changes waits: that there were some, when, and whether folders came or went. It does not
//! grow, however much happens.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use super::WatchOptions;
use super::timing::settled_at;

/// What happened since it was last looked into.
#[derive(Debug, Default)]
pub struct Inbox {
    news: Mutex<Option<News>>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug)]
struct News {
    first: Instant,
    last: Instant,
    /// Whether the folders to watch may be others now.
    folders: bool,
}

/// When to wake up besides for news.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    /// News wait until then.
    pub(super) not_before: Option<Instant>,
    /// Then at the latest, with or without news.
    pub(super) at_latest: Option<Instant>,
}

/// Why the waiting is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Woken {
    /// The user stopped it.
    Stopped,
    /// Changes came, and have settled.
    Changed {
        /// Whether the folders to watch may be others now.
        folders: bool,
    },
    /// It is [`Wanted::at_latest`].
    Late,
}

impl Inbox {
    /// Wakes whoever waits, to see that it should stop.
    pub fn ring(&self) {
        // With the lock held, so that nobody is between the question and the sleep.
        let _news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }

    /// Something changed just now.
    pub(super) fn note(&self, folders: bool) {
        let now = Instant::now();
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        let before = news.unwrap_or(News { first: now, last: now, folders });
        *news = Some(News { last: now, folders: before.folders || folders, ..before });
        self.changed.notify_all();
    }

    /// Sleeps until changes have settled, it is late, or it should stop.
    pub(super) fn wait(&self, stop: &AtomicBool, options: &WatchOptions, wanted: Wanted) -> Woken {
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if stop.load(Ordering::Relaxed) {
                return Woken::Stopped;
            }
            let now = Instant::now();
            let settled = news.map(|news| {
                let settled = settled_at(news.first, news.last, options);
                wanted.not_before.map_or(settled, |earliest| settled.max(earliest))
            });
            if settled.is_some_and(|settled| settled <= now) {
                let folders = news.take().is_some_and(|news| news.folders);
                return Woken::Changed { folders };
            }
            if wanted.at_latest.is_some_and(|late| late <= now) {
                return Woken::Late;
            }
            let next = [settled, wanted.at_latest].into_iter().flatten().min();
            news = match next {
                None => self.changed.wait(news).unwrap_or_else(PoisonError::into_inner),
                Some(next) => {
                    let waited = self.changed.wait_timeout(news, next - now);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn milliseconds(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    const OPTIONS: WatchOptions = WatchOptions {
        // Long enough for a busy machine to be late in the middle of a burst.
        quiet: Duration::from_millis(300),
        longest: Duration::from_millis(1200),
        poll: None,
    };

    #[test]
    fn a_burst_is_one_waking() {
        let (inbox, stop) = (Inbox::default(), AtomicBool::new(false));
        let began = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for n in 0..10 {
                    inbox.note(n == 3);
                    std::thread::sleep(milliseconds(5));
                }
            });
            let woken = inbox.wait(&stop, &OPTIONS, Wanted::default());
            assert_eq!(woken, Woken::Changed { folders: true });
        });
        assert!(began.elapsed() >= OPTIONS.quiet);
        let late = Wanted { at_latest: Some(Instant::now()), not_before: None };
        assert_eq!(inbox.wait(&stop, &OPTIONS, late), Woken::Late, "nothing is left");
    }

    #[test]
    fn changes_without_end_are_not_waited_for_without_end() {
        let (inbox, stop) = (Inbox::default(), AtomicBool::new(false));
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    inbox.note(false);
                    std::thread::sleep(milliseconds(5));
                }
            });
            let woken = inbox.wait(&stop, &OPTIONS, Wanted::default());
            done.store(true, Ordering::Relaxed);
            assert_eq!(woken, Woken::Changed { folders: false });
        });
    }

    #[test]
    fn news_wait_for_the_end_of_a_pause() {
        let (inbox, stop) = (Inbox::default(), AtomicBool::new(false));
        let began = Instant::now();
        inbox.note(false);
        let then = Some(began + milliseconds(600));
        let woken = inbox.wait(&stop, &OPTIONS, Wanted { not_before: then, at_latest: then });
        assert_eq!(woken, Woken::Changed { folders: false });
        assert!(began.elapsed() >= milliseconds(600));
    }

    #[test]
    fn the_bell_ends_a_wait_without_end() {
        let (inbox, stop) = (Inbox::default(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(milliseconds(20));
                stop.store(true, Ordering::Relaxed);
                inbox.ring();
            });
            assert_eq!(inbox.wait(&stop, &OPTIONS, Wanted::default()), Woken::Stopped);
        });
    }
}
