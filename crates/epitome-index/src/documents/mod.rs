//! The documents of a repository: `summary.jsonl`, one a line, and `documents.idx`, where each lies.
//!
//! All documents of one file stand together, so that those of unchanged files can be carried over in
//! one piece: files by path, in a file its own document first, then by line; modules after all files.
//! Each document has a check of its own, so an altered one is refused when it is read, without first
//! reading the hundreds of megabytes around it.

mod line;
mod read;
mod table;
mod write;

pub use line::Line;
pub use read::{Documents, Entry};
pub use write::DocumentsWriter;
