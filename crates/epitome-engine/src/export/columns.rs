//! The columns that a document has in CSV, SQLite and Parquet: one table for all three.

use epitome_index::Manifest;
use epitome_model::document::{Document, DocumentKind, Neighbours};
use serde::Serialize;

use super::vectors::Vectors;

/// What the cells of a column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Number,
    /// True or false.
    Flag,
    /// Texts: a JSON list in SQLite and Parquet, joined in CSV.
    List,
    /// JSON, everywhere.
    Json,
}

/// One column.
#[derive(Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What its cells hold.
    pub kind: Kind,
    /// Whether a cell may be empty.
    pub optional: bool,
    /// What it means.
    pub about: &'static str,
    pub(super) cell: fn(&Document) -> Cell<'_>,
}

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell<'a> {
    Nothing,
    Text(&'a str),
    Number(u32),
    Flag(bool),
    List(&'a [String]),
    Json(String),
}

impl Cell<'_> {
    /// The text of a cell where lists are JSON; none for numbers, flags and nothing.
    pub(super) fn text(&self) -> Option<std::borrow::Cow<'_, str>> {
        match self {
            Cell::Text(text) => Some((*text).into()),
            Cell::List(list) => Some(json_text(list).into()),
            Cell::Json(json) => Some(json.as_str().into()),
            Cell::Nothing | Cell::Number(_) | Cell::Flag(_) => None,
        }
    }
}

const fn column(
    name: &'static str,
    kind: Kind,
    about: &'static str,
    cell: fn(&Document) -> Cell<'_>,
) -> Column {
    Column { name, kind, optional: false, about, cell }
}

const fn optional(
    name: &'static str,
    kind: Kind,
    about: &'static str,
    cell: fn(&Document) -> Cell<'_>,
) -> Column {
    Column { name, kind, optional: true, about, cell }
}

/// All columns, in their order. New ones are added at the end.
#[rustfmt::skip]
pub static COLUMNS: [Column; 31] = [
    column("id", Kind::Text, "`path::Class::method`, a file's path or a module's", |d| Cell::Text(&d.id)),
    column("type", Kind::Text, "`function`, `class`, `file` or `module`", |d| Cell::Text(kind_name(d.kind))),
    column("file_path", Kind::Text, "the file, relative to the root", |d| Cell::Text(&d.file_path)),
    column("module_path", Kind::Text, "the folder that holds it, `.` at the root", |d| Cell::Text(&d.module_path)),
    optional("qualified_name", Kind::Text, "dotted name of a function or class", |d| text(d.qualified_name.as_ref())),
    optional("start_line", Kind::Number, "first line, from 1", |d| number(d.start_line)),
    optional("end_line", Kind::Number, "last line", |d| number(d.end_line)),
    column("language", Kind::Text, "the language's id", |d| Cell::Text(&d.language)),
    column("summary", Kind::Text, "whole sentences", |d| Cell::Text(&d.summary)),
    column("business_intent", Kind::Text, "what it is for", |d| Cell::Text(&d.business_intent)),
    column("keywords", Kind::List, "words to search by", |d| Cell::List(&d.keywords)),
    column("purpose", Kind::Text, "what it does", |d| Cell::Text(&d.grounded.purpose)),
    column("inputs", Kind::Json, "what it takes: a list of `{name, type, description}`", |d| json(&d.grounded.inputs)),
    optional("returns", Kind::Json, "what it gives back: `{type, type_summary, details}`", |d| d.grounded.returns.as_ref().map_or(Cell::Nothing, json)),
    column("side_effects", Kind::List, "what it touches or raises", |d| Cell::List(&d.grounded.side_effects)),
    column("invariants", Kind::List, "what it assumes or keeps true", |d| Cell::List(&d.grounded.invariants)),
    column("citations", Kind::Json, "which lines show which claim: a list of `{field_name, item, path, line_start, line_end}`", |d| json(&d.grounded.citations)),
    column("citation_hashes", Kind::List, "a mark of the lines of each citation", |d| Cell::List(&d.citation_hashes)),
    column("dependencies", Kind::List, "ids of what it uses", |d| Cell::List(&d.dependencies)),
    optional("called_by", Kind::List, "ids of callers, most telling first", |d| neighbours(d, |n| &n.called_by)),
    optional("calls", Kind::List, "ids of what it calls, most telling first", |d| neighbours(d, |n| &n.calls)),
    column("content_hash", Kind::Text, "`sha1` of the normalised source", |d| Cell::Text(&d.content_hash)),
    column("graph_hash", Kind::Text, "`sha1` of the normalised context", |d| Cell::Text(&d.graph_hash)),
    column("summary_hash", Kind::Text, "`sha1` of prompt and normalised source", |d| Cell::Text(&d.summary_hash)),
    column("hash", Kind::Text, "the same as `summary_hash`", |d| Cell::Text(&d.hash)),
    optional("source_sha256", Kind::Text, "`sha256` of the raw lines", |d| text(d.source_sha256.as_ref())),
    column("last_updated", Kind::Text, "when the words were last made, RFC 3339 in UTC", |d| Cell::Text(&d.last_updated)),
    column("is_placeholder", Kind::Flag, "whether it is too small to say more than a template does", |d| Cell::Flag(d.is_placeholder)),
    column("backend", Kind::Text, "who wrote the words: `offline`, or a backend's name", |d| Cell::Text(&d.provenance.backend)),
    optional("model", Kind::Text, "the model that answered", |d| text(d.provenance.model.as_ref())),
    column("prompt", Kind::Text, "the prompt, or the version of the offline summariser", |d| Cell::Text(&d.provenance.prompt)),
];

fn kind_name(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Function => "function",
        DocumentKind::Class => "class",
        DocumentKind::File => "file",
        DocumentKind::Module => "module",
    }
}

fn text(text: Option<&String>) -> Cell<'_> {
    text.map_or(Cell::Nothing, |text| Cell::Text(text))
}

fn number<'a>(number: Option<u32>) -> Cell<'a> {
    number.map_or(Cell::Nothing, Cell::Number)
}

fn neighbours(document: &Document, which: fn(&Neighbours) -> &Vec<String>) -> Cell<'_> {
    document.context.as_ref().map_or(Cell::Nothing, |context| Cell::List(which(context)))
}

fn json<'a>(value: &impl Serialize) -> Cell<'a> {
    Cell::Json(json_text(value))
}

/// These are texts, numbers and lists of them, which JSON can always say.
fn json_text(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// What a file says of the index it was made from.
pub(super) fn about(manifest: &Manifest, vectors: Option<&Vectors>) -> Vec<(&'static str, String)> {
    let about = &manifest.about;
    let mut rows = vec![
        ("epitome_export", "1".to_owned()),
        ("epitome_version", about.program_version.clone()),
        ("generation", manifest.number.to_string()),
        ("indexed_at", about.created.clone()),
        ("repository", about.root.clone()),
    ];
    rows.extend(about.indexed_commit.clone().map(|commit| ("indexed_commit", commit)));
    rows.extend(vectors.map(|vectors| ("embedder", vectors.embedder().to_owned())));
    rows
}
