//! What one file says: its symbols and the facts in them, as plain data.
//!
//! This is deliberately not a syntax tree and not a graph: names are as written, nothing is
//! resolved. Linking does that later, over the outlines of all files.

mod facts;
mod problem;

use serde::{Deserialize, Serialize};

pub use facts::{
    ArgShape, Binding, Call, Comment, Facts, Literal, Loop, RaisedError, Returned, Write,
};
pub use problem::Problem;

use crate::span::Span;
use crate::text::Text;

/// Everything known of one file after reading it once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FileOutline {
    /// The language's id, such as `python`; empty where the language is not known.
    pub language: Text,
    /// Number of lines.
    pub lines: u32,
    /// The file's own docstring or leading comment.
    pub doc: Option<Doc>,
    /// Module-level imports, in source order (G41).
    pub imports: Vec<Import>,
    /// Names exported by an explicit statement (`export`, `__all__`, a module header).
    pub exports: Vec<Text>,
    /// ALL-CAPS names bound at module level (G42).
    pub globals: Vec<Global>,
    /// Functions, methods, classes and their kin, in source order.
    pub symbols: Vec<Symbol>,
    /// `impl Trait for Type` and the like, where the type may live in another file.
    pub impls: Vec<Impl>,
    /// Headings, tables and keys of a plain language.
    pub sections: Vec<Section>,
    /// Facts of the code outside every symbol.
    pub facts: Facts,
    /// What went wrong; an outline is made all the same.
    pub problems: Vec<Problem>,
}

/// One function, method, class or the like.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Symbol {
    /// The name as written.
    pub name: Text,
    /// Dotted path of names inside the file, such as `LoginHandler.authenticate`.
    pub qualified_name: Text,
    /// What it is.
    pub kind: SymbolKind,
    /// Index of the symbol that holds it in [`FileOutline::symbols`]. It may come later in the file:
    /// a Go method can stand before its type.
    pub parent: Option<u32>,
    /// From its first decorator or attribute to its end. Doc comments stand outside: see
    /// [`Symbol::full_span`].
    pub span: Span,
    /// The line that holds the name.
    pub name_line: u32,
    /// From the definition's first word to the body, white space folded.
    pub signature: Text,
    /// Parameters in order, receivers such as `self` included.
    pub parameters: Vec<Parameter>,
    /// The declared return type.
    pub return_type: Option<Text>,
    /// Docstring or doc comment.
    pub doc: Option<Doc>,
    /// Decorators, annotations, attributes.
    pub decorators: Vec<Decorator>,
    /// Who may use it.
    pub visibility: Visibility,
    /// `async`, `static`, `abstract`, … as far as the language writes them.
    pub modifiers: Vec<Text>,
    /// Base classes, implemented interfaces, mixed-in modules, as written.
    pub bases: Vec<Text>,
    /// Fields of a class, members of a struct, variants of an enum.
    pub fields: Vec<Field>,
    /// 1 + branches, named functions inside included (G33); 0 for what has no code.
    pub complexity: u32,
    /// Whether this only declares: a prototype, an abstract method, a signature.
    pub is_declaration: bool,
    /// What its code does.
    pub facts: Facts,
    /// `sha1` of the normalised span (G12).
    pub content_hash: Digest20,
    /// `sha1` of the offline summariser's prompt and the normalised span (G14).
    pub summary_hash: Digest20,
    /// `sha256` of the raw span (D3).
    pub source_sha256: Digest32,
    /// See [`crate::normalize::layout_hash`]; 0 where indentation is not grammar.
    pub layout_hash: u64,
}

/// A SHA-1 digest.
pub type Digest20 = [u8; 20];
/// A SHA-256 digest.
pub type Digest32 = [u8; 32];

impl Symbol {
    /// The span with its doc comment, which is what a citation may point into.
    #[must_use]
    pub fn full_span(&self) -> Span {
        match &self.doc {
            Some(doc) => self.span.cover(doc.span),
            None => self.span,
        }
    }
}

/// What a symbol is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[expect(missing_docs, reason = "the names are the languages' own words")]
pub enum SymbolKind {
    #[default]
    Function,
    Method,
    Constructor,
    Macro,
    Class,
    Struct,
    Enum,
    Union,
    Record,
    Trait,
    Interface,
    Protocol,
    Object,
    Extension,
    Module,
    Namespace,
    Type,
}

impl SymbolKind {
    /// All kinds, for tables and parsers.
    pub const ALL: [SymbolKind; 17] = [
        SymbolKind::Function,
        SymbolKind::Method,
        SymbolKind::Constructor,
        SymbolKind::Macro,
        SymbolKind::Class,
        SymbolKind::Struct,
        SymbolKind::Enum,
        SymbolKind::Union,
        SymbolKind::Record,
        SymbolKind::Trait,
        SymbolKind::Interface,
        SymbolKind::Protocol,
        SymbolKind::Object,
        SymbolKind::Extension,
        SymbolKind::Module,
        SymbolKind::Namespace,
        SymbolKind::Type,
    ];

    /// The lower-case word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            SymbolKind::Function => "function",
            SymbolKind::Method => "method",
            SymbolKind::Constructor => "constructor",
            SymbolKind::Macro => "macro",
            SymbolKind::Class => "class",
            SymbolKind::Struct => "struct",
            SymbolKind::Enum => "enum",
            SymbolKind::Union => "union",
            SymbolKind::Record => "record",
            SymbolKind::Trait => "trait",
            SymbolKind::Interface => "interface",
            SymbolKind::Protocol => "protocol",
            SymbolKind::Object => "object",
            SymbolKind::Extension => "extension",
            SymbolKind::Module => "module",
            SymbolKind::Namespace => "namespace",
            SymbolKind::Type => "type",
        }
    }

    /// Whether it runs (a document of type `function`) rather than holds (type `class`).
    #[must_use]
    pub fn is_function(self) -> bool {
        matches!(
            self,
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor | SymbolKind::Macro
        )
    }
}

/// Who may use a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the languages' own words")]
pub enum Visibility {
    #[default]
    Public,
    Protected,
    /// The package, the crate, the assembly or the file's own folder.
    Internal,
    Private,
}

impl Visibility {
    /// The lower-case word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::Protected => "protected",
            Visibility::Internal => "internal",
            Visibility::Private => "private",
        }
    }
}

/// An author's words about a file or symbol, cleaned of comment marks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doc {
    /// The text, lines kept.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// What sort of words these are.
    pub kind: DocKind,
}

/// Where an author's words stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DocKind {
    /// A string that the language itself takes for documentation.
    #[default]
    Docstring,
    /// A comment that the language's documentation tool reads. It counts as a docstring in hashes.
    DocComment,
    /// An ordinary comment right above. It does not count in hashes.
    Comment,
}

/// One parameter, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name or pattern.
    pub name: Text,
    /// Its declared type.
    pub ty: Option<Text>,
    /// Its default value.
    pub default: Option<Text>,
}

/// A decorator, annotation or attribute, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decorator {
    /// The text without its marker (`@`, `#[…]`).
    pub text: Text,
    /// First line.
    pub line: u32,
}

/// A field, member or variant of a class-like symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: Text,
    /// Its declared type.
    pub ty: Option<Text>,
    /// Its first value.
    pub value: Option<Text>,
    /// Its line.
    pub line: u32,
}

/// A module-level constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Global {
    /// Its ALL-CAPS name.
    pub name: Text,
    /// Its value as written, folded and cut.
    pub value: Option<Text>,
    /// Its line.
    pub line: u32,
}

/// One imported module, or the names taken from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// The module as written: `os.path`, `./index`, `std::fmt`, `<stdio.h>`.
    pub module: Text,
    /// The name the module itself is bound to (`import numpy as np`).
    pub alias: Option<Text>,
    /// Names taken from it; `*` for all.
    pub names: Vec<ImportedName>,
    /// First line of the statement.
    pub line: u32,
    /// Whether it stands inside a function, so that it is no module-level import (G41).
    pub local: bool,
}

/// One name taken from a module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedName {
    /// The name in the module, or `*`, or `default`.
    pub name: Text,
    /// What it is called here, where that differs.
    pub alias: Option<Text>,
}

/// A type said to implement or extend another, apart from the type's own definition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Impl {
    /// The implementing type.
    pub ty: Text,
    /// What it implements.
    pub base: Text,
    /// The line that says so.
    pub line: u32,
}

/// A heading, table, key, statement or rule of a plain language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The heading or key.
    pub title: Text,
    /// 1 for the outermost.
    pub level: u8,
    /// From the heading to the line before the next one of its level or above.
    pub span: Span,
    /// The first words below it.
    pub excerpt: Text,
}
