//! A database: the table `documents`, the table `about`, and where asked for the table `vectors`.

use std::path::Path;

use epitome_index::IndexError;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, OpenFlags, Statement, Transaction, params};

use super::ExportError;
use super::columns::{COLUMNS, Cell, Kind, about};
use super::documents::Chosen;
use super::vectors::{Side, Vectors};

/// Fills the empty file at `path`, and says how many documents are in it.
pub(super) fn write(
    chosen: &Chosen<'_>,
    vectors: Option<Vectors>,
    path: &Path,
) -> Result<u64, ExportError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let fill = || -> Result<u64, Trouble> {
        let mut connection = Connection::open_with_flags(path, flags)?;
        // Nobody sees the file before it is whole, so nothing need be undone or waited for.
        connection.execute_batch(
            "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;",
        )?;
        let transaction = connection.transaction()?;
        transaction.execute_batch(&tables(vectors.is_some()))?;
        let count = rows(&transaction, chosen, vectors.as_ref())?;
        transaction.execute_batch(
            "CREATE INDEX documents_by_file ON documents (file_path);
             CREATE INDEX documents_by_type ON documents (type);",
        )?;
        transaction.commit()?;
        connection.close().map_err(|(_, error)| error)?;
        Ok(count)
    };
    fill().map_err(|trouble| match trouble {
        Trouble::Export(error) => error,
        Trouble::Sqlite(cause) => ExportError::Sqlite { path: path.to_owned(), cause },
    })
}

enum Trouble {
    Export(ExportError),
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Trouble {
        Trouble::Sqlite(error)
    }
}

impl From<ExportError> for Trouble {
    fn from(error: ExportError) -> Trouble {
        Trouble::Export(error)
    }
}

impl From<IndexError> for Trouble {
    fn from(error: IndexError) -> Trouble {
        Trouble::Export(error.into())
    }
}

fn rows(
    transaction: &Transaction<'_>,
    chosen: &Chosen<'_>,
    vectors: Option<&Vectors>,
) -> Result<u64, Trouble> {
    let mut insert = transaction.prepare("INSERT INTO about VALUES (?, ?)")?;
    for (key, value) in about(chosen.manifest, vectors) {
        insert.execute(params![key, value])?;
    }
    let places = vec!["?"; COLUMNS.len()].join(", ");
    let mut insert = transaction.prepare(&format!("INSERT INTO documents VALUES ({places})"))?;
    let mut insert_vector = match vectors {
        Some(_) => Some(transaction.prepare("INSERT INTO vectors VALUES (?, ?, ?, ?)")?),
        None => None,
    };
    let mut count = 0;
    for at in chosen.numbers() {
        let at = at?;
        let document = chosen.document(at)?;
        insert.execute(rusqlite::params_from_iter(
            COLUMNS.iter().map(|column| value((column.cell)(&document))),
        ))?;
        if let (Some(vectors), Some(insert)) = (vectors, &mut insert_vector) {
            push_vectors(insert, vectors, at, &document.id)?;
        }
        count += 1;
    }
    Ok(count)
}

fn push_vectors(
    insert: &mut Statement<'_>,
    vectors: &Vectors,
    at: usize,
    id: &str,
) -> Result<(), Trouble> {
    for side in Side::ALL {
        if let Some(bytes) = vectors.bytes(side, at)? {
            insert.execute(params![id, side.name(), vectors.dimensions() as i64, bytes])?;
        }
    }
    Ok(())
}

fn value(cell: Cell<'_>) -> ToSqlOutput<'_> {
    match cell {
        Cell::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
        Cell::Number(number) => ToSqlOutput::Owned(Value::Integer(number.into())),
        Cell::Flag(flag) => ToSqlOutput::Owned(Value::Integer(flag.into())),
        Cell::Nothing => ToSqlOutput::Owned(Value::Null),
        list @ (Cell::List(_) | Cell::Json(_)) => {
            ToSqlOutput::Owned(list.text().map_or(Value::Null, |t| Value::Text(t.into_owned())))
        }
    }
}

fn tables(with_vectors: bool) -> String {
    let mut columns = Vec::new();
    for column in &COLUMNS {
        let of_type = match column.kind {
            Kind::Number | Kind::Flag => "INTEGER",
            Kind::Text | Kind::List | Kind::Json => "TEXT",
        };
        let null = if column.optional { "" } else { " NOT NULL" };
        let key = if column.name == "id" { " PRIMARY KEY" } else { "" };
        columns.push(format!("  \"{}\" {of_type}{null}{key}", column.name));
    }
    let mut tables = format!(
        "CREATE TABLE about (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);\n\
         CREATE TABLE documents (\n{}\n);\n",
        columns.join(",\n")
    );
    if with_vectors {
        tables.push_str(
            "CREATE TABLE vectors (\n  id TEXT NOT NULL REFERENCES documents (id),\n  \
             side TEXT NOT NULL CHECK (side IN ('summary', 'code')),\n  \
             dimensions INTEGER NOT NULL,\n  vector BLOB NOT NULL,\n  PRIMARY KEY (id, side)\n);\n",
        );
    }
    tables
}
