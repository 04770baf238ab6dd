//! Time as the retries see it, so that a test of two minutes' waiting takes none.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use crate::cancel::CancelToken;

/// What time it is, and how to wait.
#[derive(Clone, Debug)]
pub struct Clock(Kind);

#[derive(Clone, Debug)]
enum Kind {
    System { start: Instant },
    Manual(Arc<Mutex<Manual>>),
}

#[derive(Debug)]
struct Manual {
    start: SystemTime,
    passed: Duration,
    slept: Vec<Duration>,
}

impl Clock {
    /// The time of this machine.
    pub fn system() -> Clock {
        Clock(Kind::System { start: Instant::now() })
    }

    /// A clock for tests: it stands at `start` and moves only when somebody sleeps, at once.
    pub fn manual(start: SystemTime) -> Clock {
        let manual = Manual { start, passed: Duration::ZERO, slept: Vec::new() };
        Clock(Kind::Manual(Arc::new(Mutex::new(manual))))
    }

    /// Time since this clock was made; never goes back.
    pub fn elapsed(&self) -> Duration {
        match &self.0 {
            Kind::System { start } => start.elapsed(),
            Kind::Manual(manual) => lock(manual).passed,
        }
    }

    /// The time of day.
    pub fn now(&self) -> SystemTime {
        match &self.0 {
            Kind::System { .. } => SystemTime::now(),
            Kind::Manual(manual) => {
                let manual = lock(manual);
                manual.start + manual.passed
            }
        }
    }

    /// Waits; says whether `cancel` was thrown.
    pub fn sleep(&self, time: Duration, cancel: &CancelToken) -> bool {
        match &self.0 {
            Kind::System { .. } => cancel.wait(time),
            Kind::Manual(manual) => {
                let mut manual = lock(manual);
                manual.passed += time;
                manual.slept.push(time);
                cancel.is_cancelled()
            }
        }
    }

    /// Each wait so far, of a clock for tests.
    pub fn slept(&self) -> Vec<Duration> {
        match &self.0 {
            Kind::System { .. } => Vec::new(),
            Kind::Manual(manual) => lock(manual).slept.clone(),
        }
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::system()
    }
}

fn lock(manual: &Mutex<Manual>) -> std::sync::MutexGuard<'_, Manual> {
    manual.lock().unwrap_or_else(PoisonError::into_inner)
}
