//! One document as a line of `summary.jsonl`, with what the table says of it.

use std::cmp::Ordering;

use epitome_model::document::{Document, DocumentKind};

use super::table::Row;

/// A document made ready to be written. Making it is most of the work, and any thread can do it.
#[derive(Clone, Debug)]
pub struct Line {
    /// The JSON, without the end of the line.
    pub(super) bytes: Vec<u8>,
    pub(super) row: Row,
    pub(super) key: Key,
}

thread_local! {
    /// Where a document grows until its length is known: growing each in a place of its own was half
    /// the time of making a line.
    static SCRATCH: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// What documents are ordered by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    is_module: bool,
    pub(super) file_path: String,
    is_part: bool,
    start_line: u32,
    id: String,
}

impl Key {
    pub(super) fn of(document: &Document) -> Self {
        Self {
            is_module: document.kind == DocumentKind::Module,
            file_path: document.file_path.clone(),
            is_part: document.kind != DocumentKind::File,
            start_line: document.start_line.unwrap_or(0),
            id: document.id.clone(),
        }
    }

    /// A key before all documents of a file.
    pub(super) fn start_of_file(path: &str) -> Self {
        let (file_path, id) = (path.to_owned(), String::new());
        Self { is_module: false, file_path, is_part: false, start_line: 0, id }
    }

    /// A key after all documents of a file.
    pub(super) fn end_of_file(path: &str) -> Self {
        let id = char::MAX.to_string();
        Self { is_part: true, start_line: u32::MAX, id, ..Self::start_of_file(path) }
    }

    pub(super) fn is_module(&self) -> bool {
        self.is_module
    }
}

impl Line {
    /// Serialises a document.
    #[must_use]
    pub fn new(document: &Document) -> Self {
        let bytes = SCRATCH.with_borrow_mut(|scratch| {
            scratch.clear();
            serde_json::to_writer(&mut *scratch, document).expect("a document is JSON");
            scratch.as_slice().to_vec()
        });
        let row = Row {
            offset: 0,
            length: u32::try_from(bytes.len()).expect("a document is far below 4 GiB"),
            kind: document.kind,
            is_placeholder: document.is_placeholder,
            id_hash: id_hash(&document.id),
            check: check(&bytes),
            graph_hash: from_hex(&document.graph_hash).unwrap_or_default(),
        };
        Self { bytes, row, key: Key::of(document) }
    }

    /// The order in which documents are written.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }

    /// The JSON, without the end of the line.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// What an id is looked up by. Strangers choose ids, so it is one that cannot be made to collide.
pub(super) fn id_hash(id: &str) -> u64 {
    first_eight(blake3::hash(id.as_bytes()))
}

/// What tells an altered document. Against accidents, not against enemies, who could alter the table
/// as well: so it is a hash that is quick on short texts, since every copied document is checked.
pub(super) fn check(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

fn first_eight(hash: blake3::Hash) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_le_bytes(eight)
}

/// The bytes of a SHA-1 in hexadecimal; none of anything else.
fn from_hex(text: &str) -> Option<[u8; 20]> {
    let mut bytes = [0; 20];
    if text.len() != 2 * bytes.len() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        let digit = |c: u8| char::from(c).to_digit(16);
        *byte = u8::try_from(digit(pair[0])? * 16 + digit(pair[1])?).ok()?;
    }
    Some(bytes)
}
