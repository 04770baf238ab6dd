//! The JSON that leaves the program: structs of its own, so that the engine's data may change
//! without changing what scripts read.

pub(crate) mod config;
pub(crate) mod document;
pub(crate) mod embed;
pub(crate) mod eval;
pub(crate) mod export;
pub(crate) mod graph;
pub(crate) mod index;
pub(crate) mod languages;
pub(crate) mod outline;
pub(crate) mod scip;
pub(crate) mod search;
pub(crate) mod summarize;
pub(crate) mod template;
pub(crate) mod upkeep;
pub(crate) mod watch;
