//! How many secrets of which kind, for people to see.

use std::collections::BTreeMap;
use std::fmt;

/// Secrets taken out, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RedactionCounts {
    by_kind: BTreeMap<&'static str, u64>,
}

impl RedactionCounts {
    pub(super) fn add(&mut self, kind: &'static str) {
        *self.by_kind.entry(kind).or_default() += 1;
    }

    /// Adds what was taken out of another text.
    pub fn merge(&mut self, other: &RedactionCounts) {
        for (kind, count) in &other.by_kind {
            *self.by_kind.entry(kind).or_default() += count;
        }
    }

    /// All kinds together.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.by_kind.values().sum()
    }

    /// Kinds with their counts, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.by_kind.iter().map(|(kind, count)| (*kind, *count))
    }
}

impl fmt::Display for RedactionCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.total() {
            0 => return f.write_str("no secrets found"),
            1 => f.write_str("1 secret redacted")?,
            total => write!(f, "{total} secrets redacted")?,
        }
        for (i, (kind, count)) in self.iter().enumerate() {
            write!(f, "{} {kind} {count}", if i == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}
