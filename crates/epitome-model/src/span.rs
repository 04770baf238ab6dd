//! Where a piece of source stands: 1-based inclusive lines, and bytes.

use serde::{Deserialize, Serialize};

/// A stretch of one file. Lines are 1-based and inclusive; bytes are 0-based and half-open.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Span {
    /// First line.
    pub start_line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
    /// First byte.
    pub start_byte: u32,
    /// One past the last byte.
    pub end_byte: u32,
}

impl Span {
    /// The smallest span that covers both.
    #[must_use]
    pub fn cover(self, other: Span) -> Span {
        Span {
            start_line: self.start_line.min(other.start_line),
            end_line: self.end_line.max(other.end_line),
            start_byte: self.start_byte.min(other.start_byte),
            end_byte: self.end_byte.max(other.end_byte),
        }
    }

    /// Number of lines.
    #[must_use]
    pub fn lines(self) -> u32 {
        self.end_line - self.start_line + 1
    }

    /// Whether `line` lies inside.
    #[must_use]
    pub fn has_line(self, line: u32) -> bool {
        self.start_line <= line && line <= self.end_line
    }

    /// The bytes as a range into the file's text.
    #[must_use]
    pub fn bytes(self) -> std::ops::Range<usize> {
        self.start_byte as usize..self.end_byte as usize
    }
}
