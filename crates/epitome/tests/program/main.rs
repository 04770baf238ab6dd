//! The real program, end to end. One binary for all of it, so that it is linked once.

mod config;
mod export;
mod graph;
mod hostile;
mod index;
mod kit;
mod outline;
mod real_scip;
mod scip;
mod search;
mod summarize;
mod template;
mod watch;
