//! The end of a file, which readers begin with: the schema, and where each column of each group lies.

use super::Field;
use super::page::{PLAIN, RUN_LENGTHS};
use super::thrift::Thrift;

const REQUIRED: i32 = 0;
const OPTIONAL: i32 = 1;
const UTF8: i32 = 0;
const UNCOMPRESSED: i32 = 0;

/// A group of rows that is written.
pub(super) struct Group {
    pub(super) rows: u64,
    /// Of each column.
    pub(super) places: Vec<Place>,
}

/// Where the page of a column lies, header included.
pub(super) struct Place {
    pub(super) offset: u64,
    pub(super) length: u64,
}

/// What a file says of itself. Numbers are those of `parquet.thrift`.
pub(super) fn footer(fields: &[Field], groups: &[Group], about: &[(&str, String)]) -> Vec<u8> {
    let mut file = Thrift::default();
    file.int(1, 1);
    // The first element is the row itself, without a type.
    let elements: Vec<Option<&Field>> = [None].into_iter().chain(fields.iter().map(Some)).collect();
    file.structures(2, &elements, |element, field| match field {
        None => {
            element.text(4, "document");
            element.int(5, fields.len() as i32);
        }
        Some(field) => schema_element(element, field),
    });
    file.long(3, groups.iter().map(|group| group.rows).sum());
    file.structures(4, groups, |row_group, group| {
        let columns: Vec<(&Field, &Place)> = fields.iter().zip(&group.places).collect();
        row_group.structures(1, &columns, |chunk, (field, place)| {
            chunk.long(2, 0);
            chunk.structure(3, |column| column_chunk(column, field, place, group.rows));
        });
        row_group.long(2, group.places.iter().map(|place| place.length).sum());
        row_group.long(3, group.rows);
    });
    file.structures(5, about, |pair, (key, value)| {
        pair.text(1, key);
        pair.text(2, value);
    });
    file.text(6, concat!("epitome version ", env!("CARGO_PKG_VERSION")));
    file.finish()
}

fn schema_element(element: &mut Thrift, field: &Field) {
    element.int(1, field.physical.code());
    element.int(3, if field.optional { OPTIONAL } else { REQUIRED });
    element.text(4, &field.name);
    if field.is_text {
        // The old word for text, and the new one.
        element.int(6, UTF8);
        element.structure(10, |logical| logical.structure(1, |_| {}));
    }
}

fn column_chunk(column: &mut Thrift, field: &Field, place: &Place, rows: u64) {
    column.int(1, field.physical.code());
    column.ints(2, &[PLAIN, RUN_LENGTHS]);
    column.texts(3, &[&field.name]);
    column.int(4, UNCOMPRESSED);
    column.long(5, rows);
    column.long(6, place.length);
    column.long(7, place.length);
    column.long(9, place.offset);
}
