//! Processor time of this process and its workers.
//!
//! A ratio of processor times hardly moves when the machine is busy, or when one large file keeps one
//! core waiting for another; a ratio of clock times does both.

use std::fs;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Ticks a second in `/proc`, the same on every Linux in use.
const TICKS: u64 = 100;

/// What this process has used so far, and its living children.
pub(crate) fn used() -> Duration {
    own() + children()
}

/// What this process has used so far; asking costs next to nothing.
pub(crate) fn own() -> Duration {
    let own = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(own.tv_sec).unwrap_or(0), u32::try_from(own.tv_nsec).unwrap_or(0))
}

fn children() -> Duration {
    let me = std::process::id().to_string();
    let mut ticks = 0;
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name may hold anything; what follows its closing bracket does not.
        let Some((_, rest)) = stat.rsplit_once(") ") else { continue };
        let fields: Vec<&str> = rest.split(' ').collect();
        if fields.get(1) == Some(&me.as_str()) {
            ticks += number(&fields, 11) + number(&fields, 12);
        }
    }
    Duration::from_millis(ticks * 1_000 / TICKS)
}

fn number(fields: &[&str], at: usize) -> u64 {
    fields.get(at).and_then(|field| field.parse().ok()).unwrap_or(0)
}

/// What ended children used, and theirs.
pub(crate) fn waited_for() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> =
        stat.rsplit_once(") ").map_or("", |(_, rest)| rest).split(' ').collect();
    Duration::from_millis((number(&fields, 13) + number(&fields, 14)) * 1_000 / TICKS)
}
