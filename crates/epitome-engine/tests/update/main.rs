//! Keeping an index true: what an edit redoes, what it leaves alone, and what is left behind.

mod documents;
mod incremental;
mod kit;
mod same_as_cold;
mod trouble;
