//! The engine: the phases that turn a repository into an index, one module each.
//!
//! Time, budget and state live here. The engine knows no command line, no HTTP and no colours.

pub mod config;
pub mod database;
pub mod embed;
pub mod eval;
pub mod export;
pub mod git;
pub mod graph;
pub mod index;
pub mod languages;
pub mod outline;
pub mod scan;
pub mod scip;
pub mod search;
pub mod state;
pub mod summarize;
pub mod template;
pub mod update;
pub mod watch;
