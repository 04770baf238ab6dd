//! What an indexer says of a repository: which symbol is defined where, and where it is used.
//!
//! An index is an oracle only as far as it goes: it knows symbols, not our nodes; places, not who
//! calls whom. [`Oracle`] brings the two together, and [`crate::reconcile`] writes what it learns
//! into a graph. This is plain data: who reads the files, and in which format, is not known here.
//!
//! Lines are 1-based, as everywhere in this crate; whoever fills an index in adds one to SCIP's.
//! Columns stay as the indexer counts them ([`ColumnUnit`]), because only the text can translate
//! them.

mod enclosing;
#[cfg(test)]
pub(crate) mod kit;
mod matching;
mod oracle;
mod place;
mod usage;

use serde::{Deserialize, Serialize};

use crate::outline::Digest32;
use crate::text::Text;

pub use oracle::{Oracle, Sighting, Texts, scip_call_edges};
pub use place::{ColumnUnit, Lines, Place};

/// One index: a tool's word on some of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScipIndex {
    /// The indexer, such as `scip-python`.
    pub tool: Text,
    /// Its version, without blanks.
    pub version: Text,
    /// Every symbol that is defined or used; the others name them by their number here.
    pub symbols: Vec<ScipSymbol>,
    /// One for each path, sorted by it.
    pub documents: Vec<ScipDocument>,
    /// Who is based on whom, or overrides whom; sorted. Indexers may list grandparents too.
    pub implementations: Vec<Implementation>,
}

impl ScipIndex {
    /// The reason given for what this index says: `scip:<indexer>@<version>`.
    #[must_use]
    pub fn reason(&self) -> Text {
        let mut reason = Text::const_new("scip:");
        reason.push_str(&self.tool);
        reason.push('@');
        reason.push_str(&self.version);
        reason
    }
}

/// One symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScipSymbol {
    /// Its name without qualifiers; empty for a local, whose name only the text knows.
    pub name: Text,
    /// What it is.
    pub kind: ScipKind,
}

/// What a symbol is, as far as its name tells: indexers seldom say more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScipKind {
    /// A function, method or macro.
    Function,
    /// A class, interface, enum or other type.
    Class,
    /// A variable, field, parameter, module; or a function that is bound to a variable.
    #[default]
    Other,
    /// Something inside one file, which may be anything.
    Local,
}

/// What an index says of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScipDocument {
    /// The file, below the root of the repository.
    pub path: Text,
    /// How its columns count.
    pub columns: ColumnUnit,
    /// BLAKE3 of the text that the indexer saw, where it wrote that down.
    pub source_hash: Option<Digest32>,
    /// Where symbols are defined, in source order.
    pub definitions: Vec<Occurrence>,
    /// Where they are used, in source order.
    pub references: Vec<Occurrence>,
}

/// One symbol at one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Occurrence {
    /// Where.
    pub place: Place,
    /// Number in [`ScipIndex::symbols`].
    pub symbol: u32,
}

/// One symbol is based on another, or stands in for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Implementation {
    /// The class or method.
    pub symbol: u32,
    /// What it is based on.
    pub base: u32,
}
