//! Indexes made by real indexers of the two small projects beside this file, and what becomes of
//! them when something is wrong.
//!
//! `python/index.scip` was made by `scip-python index . --project-name sample --project-version 1`
//! (0.6.6), `typescript/index.scip` by `scip-typescript index` (0.4.0); in both, the folder that they
//! were made in was then written as `file:///elsewhere/sample`.

mod hostile;
mod kit;
mod places;
mod stale;
mod whole_way;
