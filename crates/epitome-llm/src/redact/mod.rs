//! Secrets are taken out of a text before it leaves the machine.
//!
//! ```text
//! text ─► one look for keywords ─► only rules whose keyword is near, only around it ─► entropy,
//!         references ─► overlaps joined ─► [REDACTED:kind#n], lines kept
//! ```
//!
//! The rules are data: those of Gitleaks and some of our own (`gitleaks.tsv`, `own.tsv`, `NOTICE.md`).
//! For a summary a word too many taken out costs little, a key sent away costs much; so the allowlists
//! of those rules are not used, and passwords in assignments are found too. Nothing is read or compiled
//! until the first text, and a pattern not before its keyword was seen.
//!
//! Some files are never sent at all, whatever they hold: [`never_sent`].

mod assignment;
mod counts;
mod entropy;
mod find;
mod lines;
mod paths;
mod private_key;
mod randomness;
mod replace;
mod rules;

pub use counts::RedactionCounts;
pub use paths::never_sent;
pub use replace::{Redacted, redact};
