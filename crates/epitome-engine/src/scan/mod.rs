//! Which files are there, which of them are source, and what do they hold?
//!
//! The first stage: a root goes in; each file comes out once, with a [`Class`], and source files
//! with their [`Text`]. What a text *means*, and even its language, is not known here.
//!
//! ```text
//! root ─► walk ─► rules ─► judge ──────────────► visitor
//!         (all    (ignore  name → stat → known? → read
//!         cores)  files)
//! ```
//!
//! **Promises**
//! - Nothing outside the root is read, except the ignore files of the folders between it and the
//!   top of the repository that holds it. Links are never followed; FIFOs, sockets and devices are
//!   never waited for (`open.rs`).
//! - Each entry that no rule hides is delivered exactly once, with exactly one class; the
//!   [`ScanReport`] is the same for any number of threads.
//! - Trouble with a file or folder is an entry and a line in the report, never an error. Only a
//!   root that cannot be opened is an error.
//! - Memory is bounded by the threads and the size limit, plus the names of the folders that wait
//!   to be listed; it does not grow with the number of files.
//! - A file that is as it was is not opened again ([`Known`]).
//!
//! **Hidden files** (`.github`, `.eslintrc.js`) are scanned like others. `.git`, `.epitome`, `.hg`,
//! `.svn` and `.jj` are never entered. The git index is not read: a tracked file that an ignore
//! rule matches is hidden.
//!
//! **Showing a path**: names on disk are hostile. `RelPath` implements `Display` by
//! [`display_path`]; print that, never `as_str`. For a path the user gave there is
//! [`display_os_path`].

mod class;
mod content;
mod display;
mod entry;
mod error;
mod folders;
mod judge;
mod marker;
mod names;
mod open;
mod path;
mod patterns;
mod queue;
mod report;
mod root;
mod rules;
mod run;
mod stamp;
mod text;
mod walk;

pub use class::{Class, SkipKind, SkipReason};
pub use display::display_path;
pub use entry::{Body, Entry};
pub use error::{ReadError, ScanError};
pub use folders::{EnteredFolder, entered_folders};
pub use path::{RelPath, display_os_path};
pub use report::{Problem, Problems, ScanReport};
pub use root::Root;
pub use run::{DEFAULT_MAX_BYTES, ScanOptions, scan, scan_on_workers, scan_sorted, sort_entries};
pub use stamp::{Known, Stamp, nothing_known};
pub use text::{Encoding, Text};

/// Changes whenever the same content may be given another [`Class`] or another text. A caller that
/// keeps [`Known`] entries keeps this number with them, and drops them when it differs.
pub const RULES_VERSION: u32 = 1;
