//! From files to outlines, on all cores, whatever the files hold.
//!
//! Parsers are C code that can run for minutes or overflow the stack on input made for it, and
//! neither can be stopped from inside a process. So each file is parsed in a worker process that
//! can be killed ([`Workers`]): it stops itself after two seconds of processor time or at a memory
//! limit, and if it dies, the file is reported and a new worker takes the next one.

mod file;
mod protocol;
mod tree;
mod worker;
mod workers;

pub use file::{OutlineError, outline_path};
pub use tree::{LanguageCount, OutlinedFile, TreeOptions, TreeReport, outline_tree};
pub use worker::{WorkerLimits, run_worker};
pub use workers::{WorkerCommand, Workers};
