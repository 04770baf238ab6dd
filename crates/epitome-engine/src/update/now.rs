//! The clock of an index: one reading per run, so that a run has one time.

/// The time in UTC, to the second, as RFC 3339 writes it (G5).
#[must_use]
pub fn now() -> String {
    let now = jiff::Timestamp::now();
    now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
