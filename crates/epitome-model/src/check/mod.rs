//! The checker: one function that judges any summary, whoever wrote it.
//!
//! What can be decided by looking is refused: lengths, verbs and openings (O1–O9), citations outside
//! the lines (O11) or of lines that changed, names, numbers and quotations that the lines do not
//! hold, and neighbours that are named (G11). What needs judgement is doubted: words such as
//! "always", claims that share no word with their lines, numbers that the lines only lead to.
//!
//! ```text
//! Summary ─► shape ─► citations ─► facts (names, numbers, quotations) ─► wording ─► neighbours
//!                                    └─ looked up in Evidence, prepared once for a file
//! ```
//!
//! **Numbers.** A number is shown if its value stands in the symbol's lines in any notation: `1000`
//! for "1,000", `0.8` for "80 %", `60 * 60` for "3600", the 64 of `u64`; also the number of
//! parameters or parts ("8 functions"), a number in the file's name, a line number inside the lines. It is doubted if one usual step leads to it and
//! the claim's own words ask for that step: a percentage for its complement ("20 % off" of `0.8`),
//! a time or a size for another unit ("2 hours" of `7200`), a bound for one more or less ("at most
//! 9" of `< 10`). Everything else is refused. Number words ("two") are English and are not looked
//! up.

mod citations;
mod claim;
mod evidence;
mod facts;
mod names;
mod neighbours;
mod number;
mod quotation;
mod reason;
mod shape;
mod source;
mod strict;
mod table;
#[cfg(test)]
mod tests;
mod wording;

pub use citations::{fold_line, lines_changed, lines_hash};
pub use evidence::{Evidence, FileEvidence, NameSet, Repository};
pub use reason::{Code, Reason, Severity, render};
pub use source::SourceText;
pub use strict::StrictGrounded;

use std::fmt::Display;

use crate::summary::{ClaimField, Summary};

/// Everything that speaks against a summary; nothing if it is sound.
#[must_use]
pub fn check(summary: &Summary, evidence: &Evidence<'_>) -> Vec<Reason> {
    let mut judge = Judge { evidence, reasons: Vec::new() };
    let grounded = &summary.grounded;
    shape::check(&mut judge, grounded);
    citations::check(&mut judge, grounded);

    judge.claim("summary", &summary.summary, None, summary);
    judge.claim("business_intent", &summary.business_intent, None, summary);
    for (i, keyword) in summary.keywords.iter().enumerate() {
        facts::check(&mut judge, format_args!("keywords.{i}"), keyword);
    }
    judge.claim("purpose", &grounded.purpose, Some((ClaimField::Purpose, 0)), summary);
    for (i, input) in grounded.inputs.iter().enumerate() {
        let cited = Some((ClaimField::Inputs, i));
        names::check_input(&mut judge, format_args!("inputs.{i}.name"), &input.name);
        facts::check_type(&mut judge, format_args!("inputs.{i}.type"), &input.ty);
        let path = format_args!("inputs.{i}.description");
        judge.claim(path, &input.description, cited, summary);
    }
    if let Some(returns) = &grounded.returns {
        let cited = Some((ClaimField::Returns, 0));
        facts::check_type(&mut judge, "returns.type", &returns.ty);
        facts::check_type(&mut judge, "returns.type_summary", &returns.type_summary);
        judge.claim("returns.details", &returns.details, cited, summary);
    }
    for (i, effect) in grounded.side_effects.iter().enumerate() {
        let cited = Some((ClaimField::SideEffects, i));
        judge.claim(format_args!("side_effects.{i}"), effect, cited, summary);
    }
    for (i, invariant) in grounded.invariants.iter().enumerate() {
        let cited = Some((ClaimField::Invariants, i));
        judge.claim(format_args!("invariants.{i}"), invariant, cited, summary);
    }
    neighbours::check(&mut judge, summary);
    judge.reasons
}

/// Whether nothing is refused.
#[must_use]
pub fn is_sound(reasons: &[Reason]) -> bool {
    reasons.iter().all(|reason| reason.severity == Severity::Doubt)
}

/// The evidence, and what has been said so far.
struct Judge<'a> {
    evidence: &'a Evidence<'a>,
    reasons: Vec<Reason>,
}

impl Judge<'_> {
    fn say(&mut self, path: impl Display, code: Code, message: impl FnOnce() -> String) {
        self.reasons.push(Reason::new(&path.to_string(), code, message()));
    }

    /// A sentence: what it names and how it speaks.
    fn claim(
        &mut self,
        path: impl Display + Copy,
        text: &str,
        cited: Option<(ClaimField, usize)>,
        summary: &Summary,
    ) {
        facts::check(self, path, text);
        wording::check(self, path, text, cited, summary);
    }
}
