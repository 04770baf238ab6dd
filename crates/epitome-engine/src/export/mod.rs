//! The documents of an index in files that other programs read: JSON lines, CSV, SQLite, Parquet.
//!
//! ```text
//! summary.jsonl ─► documents (of the kinds asked for) ─► columns ─► csv · sqlite · parquet
//!              └─────────────────── bytes as they are ───────────► jsonl
//! ```
//!
//! The same index gives the same bytes. A file is written beside its place and renamed when it is
//! whole, so nobody reads half of it. JSON lines, SQLite and Parquet hold everything that a document
//! holds; CSV too, but its lists are joined to one cell.

mod columns;
mod csv;
mod documents;
mod error;
mod parquet;
mod sqlite;
mod target;
mod vectors;

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use epitome_model::document::DocumentKind;

pub use columns::{COLUMNS, Column, Kind};
pub use csv::LIST_SEPARATOR;
pub use error::ExportError;

use crate::index::Index;
use documents::Chosen;
use target::{Counted, Partial};
use vectors::Vectors;

/// What kind of file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The lines of `summary.jsonl`, byte for byte.
    Jsonl,
    /// RFC 4180, with a line of names.
    Csv,
    /// A database with the table `documents`.
    Sqlite,
    /// Apache Parquet, not compressed.
    Parquet,
}

impl Format {
    /// Its name, which is the usual ending of its files too.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Jsonl => "jsonl",
            Format::Csv => "csv",
            Format::Sqlite => "sqlite",
            Format::Parquet => "parquet",
        }
    }

    /// Whether it is bytes that are not for people to look at.
    #[must_use]
    pub fn is_binary(self) -> bool {
        matches!(self, Format::Sqlite | Format::Parquet)
    }
}

/// What to write.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// The kind of file.
    pub format: Format,
    /// Only documents of these kinds; all where it is empty.
    pub kinds: Vec<DocumentKind>,
    /// The vectors too; SQLite and Parquet have a place for them.
    pub vectors: bool,
    /// Put a `'` before cells of CSV that a spreadsheet would take for a formula. They are then not
    /// what the index says, so nobody does it unasked.
    pub escape_formulas: bool,
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    /// So many documents.
    pub documents: u64,
    /// So many bytes.
    pub bytes: u64,
}

/// Writes the documents of an index into a file, which appears when it is whole. One that is there
/// is kept unless `replace` is set.
///
/// # Errors
/// [`ExportError`] says which file, why, and what to do. The file is then as it was.
pub fn export_to_file(
    index: &Index,
    options: &ExportOptions,
    path: &Path,
    replace: bool,
    stop: &AtomicBool,
) -> Result<Exported, ExportError> {
    check(options)?;
    let mut partial = Partial::beside(path, replace)?;
    let documents = if options.format == Format::Sqlite {
        sqlite::write(&chosen(index, options, stop), vectors(index, options)?, partial.path())
    } else {
        let mut file = std::io::BufWriter::with_capacity(1 << 16, partial.file());
        let documents = stream(index, options, &mut file, stop);
        documents.and_then(|n| file.flush().map(|()| n).map_err(ExportError::Output))
    };
    let documents = documents.map_err(|error| error.of_file(path))?;
    let bytes = partial.finish()?;
    Ok(Exported { documents, bytes })
}

/// Writes the documents of an index to a stream.
///
/// # Errors
/// [`ExportError`], of which [`ExportError::Output`] is the stream's own.
pub fn export_to(
    index: &Index,
    options: &ExportOptions,
    out: &mut dyn Write,
    stop: &AtomicBool,
) -> Result<Exported, ExportError> {
    check(options)?;
    let mut out = Counted { out, bytes: 0 };
    let documents = if options.format == Format::Sqlite {
        // A database is written here and there, which a stream cannot do.
        let whole = tempfile::NamedTempFile::new().map_err(ExportError::Scratch)?;
        let documents =
            sqlite::write(&chosen(index, options, stop), vectors(index, options)?, whole.path())?;
        let mut file = File::open(whole.path()).map_err(ExportError::Scratch)?;
        std::io::copy(&mut file, &mut out).map_err(ExportError::Output)?;
        documents
    } else {
        stream(index, options, &mut out, stop)?
    };
    out.flush().map_err(ExportError::Output)?;
    Ok(Exported { documents, bytes: out.bytes })
}

fn check(options: &ExportOptions) -> Result<(), ExportError> {
    if options.vectors && !options.format.is_binary() {
        return Err(ExportError::NoVectors { format: options.format.name() });
    }
    if options.escape_formulas && options.format != Format::Csv {
        return Err(ExportError::NoFormulas { format: options.format.name() });
    }
    Ok(())
}

/// The formats that are written from front to back.
fn stream(
    index: &Index,
    options: &ExportOptions,
    out: &mut dyn Write,
    stop: &AtomicBool,
) -> Result<u64, ExportError> {
    let chosen = chosen(index, options, stop);
    match options.format {
        Format::Jsonl => jsonl(&chosen, out),
        Format::Csv => csv::write(&chosen, options.escape_formulas, out),
        Format::Parquet => parquet::write(&chosen, vectors(index, options)?.as_ref(), out),
        Format::Sqlite => {
            Err(ExportError::Output(std::io::Error::other("a database is no stream")))
        }
    }
}

fn jsonl(chosen: &Chosen<'_>, out: &mut dyn Write) -> Result<u64, ExportError> {
    let mut count = 0;
    for at in chosen.numbers() {
        out.write_all(chosen.raw(at?)?).map_err(ExportError::Output)?;
        out.write_all(b"\n").map_err(ExportError::Output)?;
        count += 1;
    }
    Ok(count)
}

fn chosen<'a>(index: &'a Index, options: &'a ExportOptions, stop: &'a AtomicBool) -> Chosen<'a> {
    Chosen { documents: index.documents(), manifest: index.manifest(), kinds: &options.kinds, stop }
}

fn vectors(index: &Index, options: &ExportOptions) -> Result<Option<Vectors>, ExportError> {
    options.vectors.then(|| Vectors::open(index)).transpose()
}
