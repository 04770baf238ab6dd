//! Stopping a call from another thread, wherever it is just waiting.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ureq::Agent;

/// A switch that many calls may share. Once thrown, calls that wait for an answer, for their turn or
/// for the next try end with an error, and new ones do not start.
#[derive(Clone, Default)]
pub struct CancelToken {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    cancelled: bool,
    next: u64,
    /// Connections in use, to be shut down.
    agents: BTreeMap<u64, Agent>,
}

impl CancelToken {
    /// A switch that is not thrown.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Throws the switch. Open connections are shut down, so that a blocked read ends at once; name
    /// resolution and a connect in progress end by their own clock (5 s).
    pub fn cancel(&self) {
        let agents = {
            let mut state = self.state();
            state.cancelled = true;
            std::mem::take(&mut state.agents)
        };
        self.shared.changed.notify_all();
        agents.into_values().for_each(Agent::shutdown);
    }

    /// Whether the switch is thrown.
    pub fn is_cancelled(&self) -> bool {
        self.state().cancelled
    }

    /// Waits that long, or until the switch is thrown; says whether it was.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        let end = Instant::now().checked_add(time);
        let mut state = self.state();
        while !state.cancelled {
            let left = match end {
                Some(end) => end.saturating_duration_since(Instant::now()),
                None => Duration::from_secs(3600),
            };
            if left.is_zero() {
                return false;
            }
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// Has `agent` shut down if the switch is thrown while the guard lives. `None` if it is thrown.
    pub(crate) fn watch(&self, agent: &Agent) -> Option<Watched> {
        let mut state = self.state();
        if state.cancelled {
            return None;
        }
        let number = state.next;
        state.next += 1;
        state.agents.insert(number, agent.clone());
        Some(Watched { token: self.clone(), number })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancelToken").field("cancelled", &self.is_cancelled()).finish()
    }
}

/// A connection that a token knows of.
pub(crate) struct Watched {
    token: CancelToken,
    number: u64,
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.token.state().agents.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_ends_with_the_switch() {
        let token = CancelToken::new();
        assert!(!token.wait(Duration::from_millis(1)));
        let other = token.clone();
        let thread = std::thread::spawn(move || other.wait(Duration::from_secs(60)));
        token.cancel();
        assert!(thread.join().unwrap());
        assert!(token.is_cancelled() && token.wait(Duration::ZERO));
    }
}
