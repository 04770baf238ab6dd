//! Text to outline: tree-sitter grammars, and languages as folders of data.
//!
//! What is absent: no file is opened, no other file is known, nothing is resolved. [`outline()`] takes
//! a text and a language and gives a [`FileOutline`](epitome_model::outline::FileOutline); it never
//! fails: what went wrong is part of the outline.
//!
//! A language is a folder under `languages/`; `registry` lists them, `rules` reads them, `walk`
//! goes over the tree once with them.

mod comments;
mod detect;
mod imports;
mod language;
mod nesting;
mod outline;
mod parse;
mod plain;
mod preprocessor;
mod registry;
mod rules;
mod visibility;
mod walk;

pub use detect::{by_path, by_shebang, detect, refine};
pub use language::{Builtin, Language};
pub use outline::{Limits, Outliner, outline};
pub use parse::tree_text;
pub use registry::{language, languages};
pub use rules::compile::LoadError;
