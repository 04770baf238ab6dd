//! What is wrong with the configuration, all of it at once.

use std::fmt;

/// A fault in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file and line, the environment variable, or the flag.
    pub place: String,
    /// What is wrong, and what to do.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// The configuration cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct ConfigError {
    /// Everything that is wrong, in the order of the places.
    pub problems: Vec<Problem>,
}
