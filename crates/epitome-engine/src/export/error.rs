//! Why documents could not be written elsewhere.

use std::io;
use std::path::{Path, PathBuf};

use epitome_index::IndexError;

use crate::scan::display_os_path;

/// Why documents could not be written elsewhere. The file that was asked for is as it was.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The index cannot be read.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// There is such a file.
    #[error(
        "`{}` is there already; name another file, or add `--force` to replace it",
        display_os_path(path)
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error(
        "cannot write `{}`: {cause}; check that its folder is there, can be written and has room",
        display_os_path(path)
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's own words.
        cause: io::Error,
    },
    /// The database cannot be written.
    #[error(
        "cannot write the database `{}`: {cause}; check that its folder can be written and has room",
        display_os_path(path)
    )]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// SQLite's own words.
        cause: rusqlite::Error,
    },
    /// There is no room for a database on its way to a stream.
    #[error(
        "a database cannot be prepared in the folder for temporary files: {0}; name a file with `--out FILE`, or another such folder with the variable TMPDIR"
    )]
    Scratch(#[source] io::Error),
    /// The stream does not take it.
    #[error("the output cannot be written")]
    Output(#[source] io::Error),
    /// The format has no place for vectors.
    #[error(
        "{format} has no place for vectors; use `--format sqlite` or `parquet` with `--vectors`"
    )]
    NoVectors {
        /// Its name.
        format: &'static str,
    },
    /// The format has no cells that could be formulas.
    #[error("`--escape-formulas` is for `--format csv`; {format} needs none")]
    NoFormulas {
        /// Its name.
        format: &'static str,
    },
    /// The user stopped it.
    #[error("stopped; nothing was written")]
    Stopped,
}

impl ExportError {
    pub(super) fn write(path: &Path, cause: io::Error) -> ExportError {
        ExportError::Write { path: path.to_owned(), cause }
    }

    /// The same, said of the file that was asked for instead of the one that it is until it is whole.
    pub(super) fn of_file(self, path: &Path) -> ExportError {
        match self {
            ExportError::Output(cause) => ExportError::write(path, cause),
            ExportError::Sqlite { cause, .. } => {
                ExportError::Sqlite { path: path.to_owned(), cause }
            }
            other => other,
        }
    }
}
