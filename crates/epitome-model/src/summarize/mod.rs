//! The offline summariser: what code says for itself, in sentences, each with its lines.
//!
//! Pure and deterministic: a file's summaries depend on that file alone, a module's on its files,
//! the repository's on its modules. No graph, no clock, no other file: so an edit changes the
//! summaries it touched and no others, and an index made step by step equals one made at once.
//!
//! Evidence first, composition second. Each source of evidence has a file of its own: the author's
//! words (`doc_words`, `notes`), the name (`name_grammar`, `special_names`), what the code does
//! (`steps`, `effects`, `returns`, `failures`, `writes`). `function`, `class`, `file` and `module`
//! compose.

mod author_words;
mod bounds;
mod certainty;
mod class;
mod class_lead;
mod class_members;
mod code_file;
mod doc_words;
mod effects;
mod everyday_calls;
mod evidence;
mod external_imports;
mod failures;
mod file;
mod file_context;
mod file_doc;
mod file_intent;
mod file_roles;
mod file_symbols;
mod frameworks;
mod function;
mod guards;
mod imperatives;
mod inline_markup;
mod inputs;
mod invariants;
mod keywords;
mod lead;
mod lexicon;
mod lone_verbs;
mod loops;
mod module;
mod name_grammar;
mod neutral;
mod notes;
mod noun_phrases;
mod owners;
mod parameters;
mod parts;
mod placeholder;
mod places;
mod plain_file;
mod questions;
mod receivers;
mod returns;
mod shown;
mod side_effects;
mod source;
mod special_names;
mod standard_names;
mod steps;
mod test_names;
mod types;
mod verbs;
mod word_tables;
mod words;
mod writes;

pub use file_roles::role as file_role;
pub use parts::{FilePart, FileRole, FileSummaries, ModulePart};
pub use standard_names::is_standard;

use crate::outline::{FileOutline, Symbol};
use crate::summary::Summary;

/// Raised whenever the words change, so that stored ones are made again.
pub const SUMMARISER_VERSION: u32 = 7;

/// What stands in for a prompt in the hashes of summaries made without a model (G14).
pub const OFFLINE_PROMPT: &str = "epitome offline summariser 1\n";

/// Summaries of a file and of every symbol in it, in the outline's order.
///
/// `text` is the file's text as it was outlined; spans point into it.
#[must_use]
pub fn summarize_file(path: &str, outline: &FileOutline, text: &str) -> FileSummaries {
    let context = file_context::File::new(path, outline, text);
    let mut symbols: Vec<Summary> = outline
        .symbols
        .iter()
        .map(|symbol| {
            if symbol.kind.is_function() {
                function::function(symbol, &context)
            } else {
                Summary::default()
            }
        })
        .collect();
    // Classes are made from their methods (G37), inner ones before outer ones.
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); outline.symbols.len()];
    for (at, symbol) in outline.symbols.iter().enumerate() {
        if let Some(held) = symbol.parent.and_then(|parent| children.get_mut(parent as usize)) {
            held.push(at as u32);
        }
    }
    for at in (0..outline.symbols.len()).rev() {
        let symbol = &outline.symbols[at];
        if symbol.kind.is_function() {
            continue;
        }
        let methods: Vec<(&Symbol, &Summary)> = children[at]
            .iter()
            .map(|child| (&outline.symbols[*child as usize], &symbols[*child as usize]))
            .collect();
        symbols[at] = class::class(symbol, &methods, &context);
    }
    let (file, part) = file::file(&context, &symbols);
    FileSummaries { symbols, file, part }
}

/// The summary of a module from those of its files (G39).
#[must_use]
pub fn summarize_module(path: &str, files: &[FilePart]) -> (Summary, ModulePart) {
    module::module(path, files)
}

/// The summary of the whole repository, which is the document of the module `.`.
///
/// `root` holds the parts of the files right in the root: README, manifests, entry points.
#[must_use]
pub fn summarize_repository(name: &str, modules: &[ModulePart], root: &[FilePart]) -> Summary {
    module::repository(name, modules, root)
}
