//! The message about one symbol (O19): what a template of its kind is filled with.

use super::error::TemplateError;
use super::fence::{fence_for, numbered_source};
use super::store::Template;

/// Stands for the class of a symbol that is in none.
const MODULE_LEVEL: &str = "(module level)";
/// Stands for documentation that nobody wrote.
const NO_DOCSTRING: &str = "(none)";

/// What is told about a symbol.
#[derive(Clone, Copy, Debug)]
pub struct SymbolMessage<'a> {
    /// The file, relative to the root.
    pub path: &'a str,
    /// The class around it.
    pub owner: Option<&'a str>,
    /// Its first line, from 1.
    pub first_line: u32,
    /// Its last line, which is the last that may be cited.
    pub last_line: u32,
    /// Its documentation.
    pub docstring: Option<&'a str>,
    /// Its lines, secrets taken out.
    pub source: &'a str,
}

impl SymbolMessage<'_> {
    /// The message, by a template of kind `symbol-user`.
    pub fn render(&self, template: &Template) -> Result<String, TemplateError> {
        let docstring = self.docstring.filter(|text| !text.trim().is_empty());
        let docstring = docstring.unwrap_or(NO_DOCSTRING);
        let source = numbered_source(self.source, self.first_line);
        template.render(&[
            ("path", self.path),
            ("owner", self.owner.unwrap_or(MODULE_LEVEL)),
            ("first_line", &self.first_line.to_string()),
            ("last_line", &self.last_line.to_string()),
            ("docstring", docstring),
            ("source", &source),
            ("fence", &fence_for(&[self.path, docstring, &source])),
        ])
    }
}
