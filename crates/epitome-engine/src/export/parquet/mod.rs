//! Apache Parquet, as little of it as documents need: a flat schema of texts, whole numbers and
//! flags, plain values, no compression.
//!
//! ```text
//! PAR1 · group of rows (a page a column) · group of rows · … · footer (schema, places) · length · PAR1
//! ```
//!
//! Written here because the crate for it brings 23 others, half a minute of compiling and 0.9 MB for
//! what is some three hundred lines.

mod footer;
mod page;
mod thrift;

use std::io::Write;

use super::ExportError;
use super::columns::{COLUMNS, Cell, Kind, about};
use super::documents::Chosen;
use super::vectors::{Side, Vectors};
use footer::{Group, Place, footer};
use page::{Page, Physical};

/// Begins and ends a file.
const MAGIC: &[u8] = b"PAR1";
/// A group of rows is closed when it holds so many bytes: enough for a reader to work in large steps,
/// and little enough to be held here.
const GROUP_BYTES: usize = 16 << 20;

/// A column as a file knows it.
pub(super) struct Field {
    name: String,
    physical: Physical,
    /// Whether it is text and not bytes.
    is_text: bool,
    optional: bool,
}

/// Writes a file, and says how many documents are in it.
pub(super) fn write(
    chosen: &Chosen<'_>,
    vectors: Option<&Vectors>,
    out: &mut dyn Write,
) -> Result<u64, ExportError> {
    let fields = fields(vectors.is_some());
    let mut file = Writer { out, at: 0, groups: Vec::new(), pages: pages(&fields) };
    file.put(MAGIC)?;
    for at in chosen.numbers() {
        let at = at?;
        let document = chosen.document(at)?;
        for (page, column) in file.pages.iter_mut().zip(&COLUMNS) {
            let cell = (column.cell)(&document);
            match &cell {
                Cell::Nothing => page.push_nothing(),
                Cell::Number(number) => page.push_number(i64::from(*number)),
                Cell::Flag(flag) => page.push_flag(*flag),
                Cell::Text(_) | Cell::List(_) | Cell::Json(_) => {
                    page.push_bytes(cell.text().unwrap_or_default().as_bytes());
                }
            }
        }
        if let Some(vectors) = vectors {
            for (page, side) in file.pages[COLUMNS.len()..].iter_mut().zip(Side::ALL) {
                match vectors.bytes(side, at)? {
                    Some(bytes) => page.push_bytes(&bytes),
                    None => page.push_nothing(),
                }
            }
        }
        if file.pages.iter().map(Page::len).sum::<usize>() >= GROUP_BYTES {
            file.close_group()?;
        }
    }
    file.close_group()?;
    let rows = file.groups.iter().map(|group| group.rows).sum();
    let about = about(chosen.manifest, vectors);
    let footer = footer(&fields, &file.groups, &about);
    let length = u32::try_from(footer.len()).map_err(|_| too_large())?;
    file.put(&footer)?;
    file.put(&length.to_le_bytes())?;
    file.put(MAGIC)?;
    Ok(rows)
}

fn fields(with_vectors: bool) -> Vec<Field> {
    let of_column = |column: &super::Column| Field {
        name: column.name.to_owned(),
        physical: match column.kind {
            Kind::Number => Physical::Number,
            Kind::Flag => Physical::Flag,
            Kind::Text | Kind::List | Kind::Json => Physical::Bytes,
        },
        is_text: matches!(column.kind, Kind::Text | Kind::List | Kind::Json),
        optional: column.optional,
    };
    let of_side = |side: Side| Field {
        name: format!("{}_vector", side.name()),
        physical: Physical::Bytes,
        is_text: false,
        optional: true,
    };
    let vectors = if with_vectors { &Side::ALL[..] } else { &[] };
    COLUMNS.iter().map(of_column).chain(vectors.iter().copied().map(of_side)).collect()
}

fn pages(fields: &[Field]) -> Vec<Page> {
    fields.iter().map(|field| Page::new(field.physical, field.optional)).collect()
}

/// A file under way.
struct Writer<'a> {
    out: &'a mut dyn Write,
    at: u64,
    groups: Vec<Group>,
    /// The values of the group under way, a page a column.
    pages: Vec<Page>,
}

impl Writer<'_> {
    fn put(&mut self, bytes: &[u8]) -> Result<(), ExportError> {
        self.out.write_all(bytes).map_err(ExportError::Output)?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    fn close_group(&mut self) -> Result<(), ExportError> {
        let rows = self.pages.first().map_or(0, Page::rows);
        if rows == 0 {
            return Ok(());
        }
        let mut places = Vec::with_capacity(self.pages.len());
        for at in 0..self.pages.len() {
            let (header, body) = self.pages[at].take().ok_or_else(too_large)?;
            places.push(Place { offset: self.at, length: (header.len() + body.len()) as u64 });
            self.put(&header)?;
            self.put(&body)?;
        }
        self.groups.push(Group { rows, places });
        Ok(())
    }
}

fn too_large() -> ExportError {
    ExportError::Output(std::io::Error::other("a page has more than 2 GiB, which Parquet forbids"))
}
