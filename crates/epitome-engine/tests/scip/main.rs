//! Indexes made by real indexers of the three small projects beside this file, and what becomes of
//! them when something is wrong.
//!
//! `python/index.scip` and `guess/index.scip` were made by `scip-python index . --project-name
//! sample --project-version 1` (0.6.6), `typescript/index.scip` by `scip-typescript index` (0.4.0);
//! the folder that they say they were made in is `file:///elsewhere/sample`.

mod build;
mod hostile;
mod kit;
mod places;
mod stale;
mod whole_way;
