//! How long to wait for what.

use std::time::{Duration, Instant};

use super::WatchOptions;

/// The first pause after a failure; each further one is twice as long, up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// A look may take one part in so many of the time.
const SHARE: u32 = 20;

/// When changes that came between `first` and `last` have settled.
pub(super) fn settled_at(first: Instant, last: Instant, options: &WatchOptions) -> Instant {
    (last + options.quiet).min(first + options.longest)
}

/// How long to wait after so many failures, one after another.
pub(super) fn retry_pause(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(1).min(6);
    (FIRST_PAUSE * 2_u32.pow(doublings)).min(LONGEST_PAUSE)
}

/// How long to wait for the next look, after one that took so long.
pub(super) fn look_pause(every: Duration, took: Duration) -> Duration {
    every.max(took * SHARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_minute() {
        for (failures, seconds) in [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (8, 60), (1000, 60)] {
            assert_eq!(retry_pause(failures).as_secs(), seconds, "{failures}");
        }
    }

    #[test]
    fn slow_looks_are_rare() {
        for (every, took, expected) in [(2000, 10, 2000), (2000, 100, 2000), (2000, 1000, 20_000)] {
            let ms = Duration::from_millis;
            assert_eq!(look_pause(ms(every), ms(took)), ms(expected));
        }
    }

    #[test]
    fn changes_settle_after_quiet_or_after_long_enough() {
        let options = WatchOptions::default();
        let began = Instant::now();
        for (last, settled) in [(0, 200), (100, 300), (1700, 1900), (1900, 2000), (5000, 2000)] {
            let ms = |n| began + Duration::from_millis(n);
            assert_eq!(settled_at(began, ms(last), &options), ms(settled), "{last}");
        }
    }
}
