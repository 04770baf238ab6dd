//! What went wrong with a file, as data that travels with its outline.

use serde::{Deserialize, Serialize};

use crate::text::Text;

/// Why an outline holds less than the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Problem {
    /// Parts of the file do not fit the grammar; what fits is outlined.
    SyntaxErrors {
        /// How many places.
        count: u32,
        /// The first of them.
        first_line: u32,
    },
    /// The parser needed longer than it may; the file has no symbols.
    TookTooLong {
        /// The limit in milliseconds.
        limit_ms: u32,
    },
    /// Brackets nest deeper than a person writes; the file was not parsed.
    NestsTooDeep {
        /// The depth that was reached.
        depth: u32,
        /// The limit.
        limit: u32,
    },
    /// The parser died on this file, in a process of its own.
    ParserDied {
        /// How it ended.
        how: String,
    },
    /// The file is larger than the parser takes.
    TooLarge {
        /// The limit in bytes.
        limit: u32,
    },
    /// A cap was reached and the rest was left out.
    Capped {
        /// Which list.
        what: Text,
        /// The cap.
        limit: u32,
    },
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Problem::SyntaxErrors { count: 1, first_line } => {
                write!(f, "line {first_line} does not fit the grammar")
            }
            Problem::SyntaxErrors { count, first_line } => {
                write!(f, "{count} places do not fit the grammar, the first at line {first_line}")
            }
            Problem::TookTooLong { limit_ms } => {
                write!(f, "parsing took longer than {limit_ms} ms and was stopped")
            }
            Problem::NestsTooDeep { depth, limit } => {
                write!(f, "brackets nest {depth} deep, more than the limit of {limit}: not parsed")
            }
            Problem::ParserDied { how } => write!(f, "the parser died on it ({how})"),
            Problem::TooLarge { limit } => write!(f, "larger than the parser's {limit} bytes"),
            Problem::Capped { what, limit } => {
                write!(f, "more than {limit} {what}: the rest is left out")
            }
        }
    }
}
