//! The fields of a document that the word indexes tell apart, each with terms of its own: `name:read`.
//!
//! A word in a name says more than the same word in a body, and how much more depends on what is
//! asked; so fields are not mixed when an index is made but weighed when it is asked. Lengths are
//! compared with fixed ones and not with the repository's average: so an edit changes the counts of
//! the document it touches and of no other.

/// A field of the index over code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeField {
    /// The code itself: of a function or a file all of it, of a class what its members leave.
    Body,
    /// The name; of a file its name without the ending.
    Name,
    /// The path, and of a symbol the names around it.
    Path,
    /// The author's words about it.
    Doc,
    /// The names of what it holds.
    Members,
}

/// A field of the index over summaries (G48).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SummaryField {
    /// Its keywords.
    Keywords,
    /// The qualified name.
    Name,
    /// The path of the file or module.
    Path,
    /// The sentences.
    Text,
}

/// How a field is written in terms, and how its length counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldRule {
    /// What stands before each of its terms.
    pub(crate) prefix: &'static str,
    /// How many terms the field usually has.
    pub(crate) usual: f32,
    /// How much being longer is held against it, from 0 to 1.
    pub(crate) by_length: f32,
}

impl FieldRule {
    /// What a count is divided by in a field of this many terms.
    pub(crate) fn norm(self, terms: usize) -> f32 {
        1.0 - self.by_length + self.by_length * terms as f32 / self.usual
    }
}

impl CodeField {
    pub(crate) fn rule(self) -> FieldRule {
        let (prefix, usual, by_length) = match self {
            CodeField::Body => ("body:", 120.0, 0.6),
            CodeField::Name => ("name:", 4.0, 0.5),
            CodeField::Path => ("path:", 8.0, 0.2),
            CodeField::Doc => ("doc:", 15.0, 0.4),
            CodeField::Members => ("members:", 10.0, 0.4),
        };
        FieldRule { prefix, usual, by_length }
    }
}

impl SummaryField {
    pub(crate) fn rule(self) -> FieldRule {
        let (prefix, usual, by_length) = match self {
            SummaryField::Keywords => ("keyword:", 12.0, 0.3),
            SummaryField::Name => ("name:", 4.0, 0.5),
            SummaryField::Path => ("path:", 8.0, 0.2),
            SummaryField::Text => ("summary:", 40.0, 0.6),
        };
        FieldRule { prefix, usual, by_length }
    }
}

/// What stands before an exact name in the index over code: `is:readFile`, `is:Reader.readFile`.
/// Found where a query names a thing as it is written.
pub(crate) const EXACT: &str = "is:";
