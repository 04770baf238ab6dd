//! What the checker has to say against a summary, for programs and, as text, for a model (O26).

use std::fmt::Write as _;

/// One thing that is wrong or doubtful.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The place in the summary, such as `inputs.1.description`; `<root>` for the whole.
    pub path: String,
    /// What is wrong and, where that can be said, what would be right.
    pub message: String,
    /// Which rule speaks.
    pub code: Code,
    /// Whether the summary may be kept.
    pub severity: Severity,
}

/// How much a reason weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The summary may be kept; the claim is marked as weak.
    Doubt,
    /// The summary must not be stored as it is.
    Refuse,
}

/// The rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// Fewer characters than the field needs (O1–O7).
    TooShort,
    /// More characters than the field may have (O1–O7).
    TooLong,
    /// A field that must be there is not (O5, O8).
    Missing,
    /// A purpose that opens with "This function" (O2).
    EmptyOpening,
    /// A side effect without one of the verbs of O6.
    NoVerb,
    /// A key, a type or a value that the schema does not know (O8, O10).
    BadShape,
    /// A range that ends before it begins, or begins before line 1 (O8).
    BadRange,
    /// A citation of an item that is not there.
    NoSuchItem,
    /// A claim without a citation (O9).
    NotCited,
    /// A citation outside the lines of the symbol (O11).
    OutOfSpan,
    /// A citation of a file that is not in the index, or past its end.
    NoSuchLines,
    /// The cited lines are not the ones that were read.
    Stale,
    /// A citation so wide that it shows nothing in particular.
    WideCitation,
    /// A name that is neither in the lines nor known around them.
    UnknownName,
    /// An input that is no parameter.
    UnknownInput,
    /// A number that the lines do not hold.
    UnknownNumber,
    /// A number that the lines do not hold but that one step leads to.
    DerivedNumber,
    /// A quotation that the lines do not hold.
    UnknownLiteral,
    /// A caller or callee is named (G11).
    NamesNeighbour,
    /// A word like "always" without anything in the lines that speaks for it.
    Absolute,
    /// The claim and its lines have next to no word in common.
    WeakSupport,
    /// Words that look like orders to a reader that is a program.
    Instruction,
}

impl Code {
    /// All rules.
    pub const ALL: [Code; 22] = [
        Code::TooShort,
        Code::TooLong,
        Code::Missing,
        Code::EmptyOpening,
        Code::NoVerb,
        Code::BadShape,
        Code::BadRange,
        Code::NoSuchItem,
        Code::NotCited,
        Code::OutOfSpan,
        Code::NoSuchLines,
        Code::Stale,
        Code::WideCitation,
        Code::UnknownName,
        Code::UnknownInput,
        Code::UnknownNumber,
        Code::DerivedNumber,
        Code::UnknownLiteral,
        Code::NamesNeighbour,
        Code::Absolute,
        Code::WeakSupport,
        Code::Instruction,
    ];

    /// The word for it in texts.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Code::TooShort => "too_short",
            Code::TooLong => "too_long",
            Code::Missing => "missing",
            Code::EmptyOpening => "empty_opening",
            Code::NoVerb => "no_verb",
            Code::BadShape => "bad_shape",
            Code::BadRange => "bad_range",
            Code::NoSuchItem => "no_such_item",
            Code::NotCited => "not_cited",
            Code::OutOfSpan => "out_of_span",
            Code::NoSuchLines => "no_such_lines",
            Code::Stale => "stale",
            Code::WideCitation => "wide_citation",
            Code::UnknownName => "unknown_name",
            Code::UnknownInput => "unknown_input",
            Code::UnknownNumber => "unknown_number",
            Code::DerivedNumber => "derived_number",
            Code::UnknownLiteral => "unknown_literal",
            Code::NamesNeighbour => "names_neighbour",
            Code::Absolute => "absolute",
            Code::WeakSupport => "weak_support",
            Code::Instruction => "instruction",
        }
    }

    /// How much it weighs. What can be decided is refused; what needs judgement is doubted.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Code::WideCitation
            | Code::DerivedNumber
            | Code::Absolute
            | Code::WeakSupport
            | Code::Instruction => Severity::Doubt,
            _ => Severity::Refuse,
        }
    }
}

impl Reason {
    /// A reason with its rule's own weight; an empty path means the whole summary.
    #[must_use]
    pub fn new(path: &str, code: Code, message: String) -> Reason {
        let path = if path.is_empty() { "<root>" } else { path };
        Reason { path: path.to_owned(), message, code, severity: code.severity() }
    }
}

/// One bullet for each reason: path, message, code (O26).
#[must_use]
pub fn render(reasons: &[Reason]) -> String {
    let mut out = String::new();
    for reason in reasons {
        let _ = writeln!(out, "- {}: {} ({})", reason.path, reason.message, reason.code.word());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    // O26
    #[test]
    fn one_bullet_for_each_reason() {
        let reasons = [
            Reason::new("inputs.1.description", Code::TooShort, "has 3 characters".to_owned()),
            Reason::new("", Code::Missing, "no citations".to_owned()),
        ];
        expect_test::expect![[r"
            - inputs.1.description: has 3 characters (too_short)
            - <root>: no citations (missing)
        "]]
        .assert_eq(&render(&reasons));
    }

    #[test]
    fn every_rule_has_a_word_of_its_own() {
        let mut words: Vec<&str> = Code::ALL.iter().map(|code| code.word()).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), Code::ALL.len());
    }
}
