//! How many may ask at once: one more while it goes well, half as many when the provider groans.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::cancel::CancelToken;
use crate::clock::Clock;

/// Shared by all threads that ask one provider.
#[derive(Clone, Debug)]
pub struct Limiter {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    most: f64,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Debug)]
struct State {
    limit: f64,
    in_flight: usize,
    /// On the clock: nobody asks before it.
    parked_until: Duration,
    /// On the clock: when the limit was last halved. A burst of refusals halves it once.
    halved_at: Option<Duration>,
}

impl Limiter {
    /// Begins with `most` at once, which is also the upper bound; at least one.
    pub fn new(most: usize) -> Limiter {
        let most = most.max(1) as f64;
        let state =
            State { limit: most, in_flight: 0, parked_until: Duration::ZERO, halved_at: None };
        Limiter {
            shared: Arc::new(Shared { most, state: Mutex::new(state), freed: Condvar::new() }),
        }
    }

    /// How many may ask at once now.
    pub fn limit(&self) -> usize {
        self.state().limit as usize
    }

    /// How many ask now.
    pub fn in_flight(&self) -> usize {
        self.state().in_flight
    }

    /// Waits for a place. `None` if `patience` ran out or `cancel` was thrown.
    pub fn acquire(
        &self,
        clock: &Clock,
        patience: Duration,
        cancel: &CancelToken,
    ) -> Option<Permit> {
        let end = clock.elapsed().saturating_add(patience);
        loop {
            let now = clock.elapsed();
            if cancel.is_cancelled() || now > end {
                return None;
            }
            let mut state = self.state();
            let parked = state.parked_until.saturating_sub(now);
            if parked.is_zero() && state.in_flight < state.limit as usize {
                state.in_flight += 1;
                return Some(Permit { limiter: self.clone() });
            }
            if parked.is_zero() {
                // A thrown switch has no way to wake this condition, hence the short waits.
                let short = Duration::from_millis(50).min(end.saturating_sub(now));
                drop(self.shared.freed.wait_timeout(state, short.max(Duration::from_millis(1))));
            } else {
                drop(state);
                if now + parked > end || clock.sleep(parked, cancel) {
                    return None;
                }
            }
        }
    }

    /// The provider asked for a pause: nobody asks before it is over.
    pub(crate) fn park(&self, clock: &Clock, pause: Duration) {
        let until = clock.elapsed().saturating_add(pause);
        let mut state = self.state();
        state.parked_until = state.parked_until.max(until);
    }

    /// The provider has too much to do.
    pub(crate) fn shrink(&self, clock: &Clock) {
        let now = clock.elapsed();
        let mut state = self.state();
        let recently = state.halved_at.is_some_and(|at| now < at + Duration::from_millis(500));
        if !recently {
            state.limit = (state.limit / 2.0).max(1.0);
            state.halved_at = Some(now);
        }
    }

    /// A call went well: after as many as there are places, there is one more.
    pub(crate) fn grow(&self) {
        let mut state = self.state();
        state.limit = (state.limit + 1.0 / state.limit).min(self.shared.most);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place among those who ask. Dropping it frees the place.
#[derive(Debug)]
pub struct Permit {
    limiter: Limiter,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut state = self.limiter.state();
        state.in_flight -= 1;
        drop(state);
        self.limiter.shared.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn halves_once_a_burst_and_grows_by_one_a_round() {
        let (clock, limiter) = (Clock::manual(SystemTime::UNIX_EPOCH), Limiter::new(8));
        limiter.shrink(&clock);
        limiter.shrink(&clock);
        assert_eq!(limiter.limit(), 4);
        let cancel = CancelToken::new();
        clock.sleep(Duration::from_secs(1), &cancel);
        limiter.shrink(&clock);
        assert_eq!(limiter.limit(), 2);
        for _ in 0..3 {
            limiter.grow();
        }
        assert_eq!(limiter.limit(), 3);
        for _ in 0..1000 {
            limiter.grow();
        }
        assert_eq!(limiter.limit(), 8);
    }

    #[test]
    fn never_more_at_once_than_allowed() {
        let (clock, limiter) = (Clock::system(), Limiter::new(3));
        let most = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let permit =
                            limiter.acquire(&clock, Duration::from_secs(60), &CancelToken::new());
                        let now = limiter.in_flight();
                        most.fetch_max(now, std::sync::atomic::Ordering::SeqCst);
                        std::thread::sleep(Duration::from_micros(200));
                        assert!(permit.is_some());
                    }
                });
            }
        });
        let most = most.into_inner();
        assert_eq!(most, 3);
        assert_eq!(limiter.in_flight(), 0);
    }

    #[test]
    fn a_pause_holds_for_all_and_patience_ends() {
        let (clock, limiter) = (Clock::manual(SystemTime::UNIX_EPOCH), Limiter::new(2));
        let cancel = CancelToken::new();
        limiter.park(&clock, Duration::from_secs(30));
        assert!(limiter.acquire(&clock, Duration::from_secs(29), &cancel).is_none());
        assert!(limiter.acquire(&clock, Duration::from_secs(31), &cancel).is_some());
        assert_eq!(clock.slept(), [Duration::from_secs(30)]);
        cancel.cancel();
        assert!(limiter.acquire(&clock, Duration::from_secs(31), &cancel).is_none());
    }
}
