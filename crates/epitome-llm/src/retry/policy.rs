//! How often and after what pause a call is tried again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// When a call is tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Requests at most for one call.
    pub attempts: u32,
    /// The bound of the first pause; it doubles with each try.
    pub first: Duration,
    /// The bound of the longest pause.
    pub longest: Duration,
    /// A pause that the provider asks for is kept up to this; a longer one ends the call.
    pub longest_asked: Duration,
    /// Whether a pause that the provider asks for is waited for. If not, the call ends with the time.
    pub wait_when_asked: bool,
    /// Whether an answer that broke off after a part was shown is asked for again.
    pub restart_shown: bool,
}

impl RetryPolicy {
    /// Work that nobody waits for: 5 tries, pauses kept up to 120 s.
    pub fn background() -> RetryPolicy {
        RetryPolicy {
            attempts: 5,
            first: Duration::from_millis(500),
            longest: Duration::from_secs(8),
            longest_asked: Duration::from_secs(120),
            wait_when_asked: true,
            restart_shown: true,
        }
    }

    /// Somebody is looking: 2 tries, no long pauses, and what was shown is not taken back.
    pub fn interactive() -> RetryPolicy {
        let background = RetryPolicy::background();
        RetryPolicy { attempts: 2, wait_when_asked: false, restart_shown: false, ..background }
    }

    /// The bound of the pause after the `failed`th try, from 1.
    pub(crate) fn bound(&self, failed: u32) -> Duration {
        let doubled = self.first.saturating_mul(1 << failed.saturating_sub(1).min(20));
        doubled.min(self.longest)
    }
}

impl Default for RetryPolicy {
    fn default() -> RetryPolicy {
        RetryPolicy::background()
    }
}

/// Random numbers for pauses; not for secrets.
#[derive(Debug)]
pub(crate) struct Jitter(AtomicU64);

impl Jitter {
    pub(crate) fn new() -> Jitter {
        use std::hash::{BuildHasher as _, RandomState};
        Jitter(AtomicU64::new(RandomState::new().hash_one(0)))
    }

    /// Anything from nothing to `bound`: full jitter, so that callers who failed together come back
    /// apart.
    pub(crate) fn pause(&self, bound: Duration) -> Duration {
        // SplitMix64.
        let step = 0x9E37_79B9_7F4A_7C15;
        let mut z = self.0.fetch_add(step, Ordering::Relaxed).wrapping_add(step);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        bound.mul_f64((z >> 11) as f64 / (1_u64 << 53) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_eight_seconds_and_fill_their_range() {
        let policy = RetryPolicy::background();
        let bounds: Vec<f64> = (1..8).map(|failed| policy.bound(failed).as_secs_f64()).collect();
        assert_eq!(bounds, [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]);
        assert_eq!(policy.bound(u32::MAX), policy.longest);
        let jitter = Jitter::new();
        let pauses: Vec<f64> =
            (0..1000).map(|_| jitter.pause(policy.longest).as_secs_f64()).collect();
        assert!(pauses.iter().all(|pause| (0.0..=8.0).contains(pause)));
        let mean = pauses.iter().sum::<f64>() / 1000.0;
        assert!((3.5..4.5).contains(&mean), "{mean}");
        assert!(pauses.iter().any(|p| *p < 0.5) && pauses.iter().any(|p| *p > 7.5));
    }
}
