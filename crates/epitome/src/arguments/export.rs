//! What was typed after `epitome export`.

use std::path::PathBuf;

use clap::Args;

use super::KindArgument;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome export --format jsonl | jq -r .id
  epitome export --format csv --type function --out functions.csv
  epitome export --format sqlite --vectors --out index.sqlite
  epitome export --format parquet --out index.parquet --json

The file appears when it is whole; one that is there is kept unless --force is given. The same index
gives the same bytes. docs/reference/export.md lists the columns. CSV: lists are joined by ` | `, with
`|` in an item written `\\|` and `\\` written `\\\\`. Its cells are exactly what the index says: a spreadsheet
may take one that begins with = + - @ for a formula, so open files of code you do not trust as text, or
write them with --escape-formulas.

Exit codes: 0 done; 1 failed; 2 wrong usage; 4 no index; 130 interrupted.")]
pub(crate) struct ExportArguments {
    /// What to write.
    #[arg(long, value_enum)]
    pub(crate) format: ExportFormat,
    /// Only documents of this kind; may be given again.
    #[arg(long = "type", value_name = "KIND", value_enum)]
    pub(crate) kinds: Vec<KindArgument>,
    /// Write into this file; to standard output where none is named.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file where there is one.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Write the vectors too (SQLite and Parquet): float32, little end first.
    #[arg(long)]
    pub(crate) vectors: bool,
    /// Put a `'` before cells of CSV that begin with = + - @, a tab or a return.
    #[arg(long)]
    pub(crate) escape_formulas: bool,
    /// The repository.
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Print JSON about the file that was written.
    #[arg(long, requires = "out")]
    pub(crate) json: bool,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportFormat {
    /// The lines of summary.jsonl as they are.
    Jsonl,
    /// Columns of Apache Parquet, not compressed.
    Parquet,
    /// A database with a table of documents.
    Sqlite,
    /// RFC 4180, with a line of names.
    Csv,
}
