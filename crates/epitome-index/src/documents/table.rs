//! `documents.idx`: where each document lies, what kind it is, and which belong to which file.
//!
//! All numbers are little-endian. Nothing in it is trusted: every access is checked against its
//! bounds, so that a file made by hand can give errors but no panic.
//!
//! ```text
//! header   magic "EPIDOCS1" | documents u32 | files u32 | bytes of paths u64 | bytes of summary.jsonl u64
//! rows     for each document: offset u64 | length u32 | kind u8 | flags u8 | 0 u16
//!                             | id hash u64 | check u64 | graph hash 20 bytes
//! by id    for each document its number u32, in the order of id hashes
//! files    for each file: start of its path u32 | length of its path u32
//!                             | its first document u32 | how many u32
//! paths    all paths, one after the other
//! ```

use std::ops::Range;

use epitome_model::document::DocumentKind;

const MAGIC: &[u8; 8] = b"EPIDOCS1";
const HEADER: usize = 32;
const ROW: usize = 52;
const BY_ID: usize = 4;
const FILE: usize = 16;
const PLACEHOLDER: u8 = 1;

/// What the table says of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) offset: u64,
    pub(super) length: u32,
    pub(super) kind: DocumentKind,
    pub(super) is_placeholder: bool,
    pub(super) id_hash: u64,
    pub(super) check: u64,
    pub(super) graph_hash: [u8; 20],
}

/// A file and its documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileRow {
    pub(super) path: String,
    pub(super) documents: Range<usize>,
}

const KINDS: [DocumentKind; 4] =
    [DocumentKind::Function, DocumentKind::Class, DocumentKind::File, DocumentKind::Module];

impl Row {
    fn write(&self, out: &mut Vec<u8>) {
        let kind = KINDS.iter().position(|&kind| kind == self.kind).unwrap_or_default();
        let kind = u8::try_from(kind).unwrap_or_default();
        out.extend_from_slice(&self.offset.to_le_bytes());
        out.extend_from_slice(&self.length.to_le_bytes());
        out.extend_from_slice(&[kind, if self.is_placeholder { PLACEHOLDER } else { 0 }, 0, 0]);
        out.extend_from_slice(&self.id_hash.to_le_bytes());
        out.extend_from_slice(&self.check.to_le_bytes());
        out.extend_from_slice(&self.graph_hash);
    }

    fn read(bytes: &[u8; ROW]) -> Option<Self> {
        Some(Self {
            offset: u64_at(bytes, 0)?,
            length: u32_at(bytes, 8)?,
            kind: *KINDS.get(usize::from(bytes[12]))?,
            is_placeholder: bytes[13] & PLACEHOLDER != 0,
            id_hash: u64_at(bytes, 16)?,
            check: u64_at(bytes, 24)?,
            graph_hash: *bytes[32..].first_chunk()?,
        })
    }
}

/// The bytes of the table.
pub(super) fn write(rows: &[Row], files: &[FileRow], documents_length: u64) -> Option<Vec<u8>> {
    let path_bytes: usize = files.iter().map(|file| file.path.len()).sum();
    let length = HEADER + rows.len() * (ROW + BY_ID) + files.len() * FILE + path_bytes;
    let mut out = Vec::with_capacity(length);
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&u32::try_from(rows.len()).ok()?.to_le_bytes());
    out.extend_from_slice(&u32::try_from(files.len()).ok()?.to_le_bytes());
    out.extend_from_slice(&(path_bytes as u64).to_le_bytes());
    out.extend_from_slice(&documents_length.to_le_bytes());
    for row in rows {
        row.write(&mut out);
    }
    let mut by_id: Vec<(u64, u32)> = rows.iter().map(|row| row.id_hash).zip(0..).collect();
    by_id.sort_unstable();
    for (_, document) in by_id {
        out.extend_from_slice(&document.to_le_bytes());
    }
    let mut start = 0;
    for FileRow { path, documents } in files {
        for number in [start, path.len(), documents.start, documents.len()] {
            out.extend_from_slice(&u32::try_from(number).ok()?.to_le_bytes());
        }
        start += path.len();
    }
    for file in files {
        out.extend_from_slice(file.path.as_bytes());
    }
    Some(out)
}

/// The table's parts, found in its bytes.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) documents: usize,
    pub(super) files: usize,
    pub(super) documents_length: u64,
    rows: Range<usize>,
    by_id: Range<usize>,
    file_rows: Range<usize>,
    paths: Range<usize>,
}

impl Table {
    /// Finds the parts; none if the length is not what the header says.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.get(..8)? != MAGIC {
            return None;
        }
        let documents = u32_at(bytes, 8)? as usize;
        let files = u32_at(bytes, 12)? as usize;
        let path_bytes = usize::try_from(u64_at(bytes, 16)?).ok()?;
        let mut at = HEADER;
        let mut part = |count: usize, size: usize| -> Option<Range<usize>> {
            let start = at;
            at = start.checked_add(count.checked_mul(size)?)?;
            Some(start..at)
        };
        let table = Self {
            documents,
            files,
            documents_length: u64_at(bytes, 24)?,
            rows: part(documents, ROW)?,
            by_id: part(documents, BY_ID)?,
            file_rows: part(files, FILE)?,
            paths: part(path_bytes, 1)?,
        };
        (table.paths.end == bytes.len()).then_some(table)
    }

    /// What it says of document `at`.
    pub(super) fn row(&self, bytes: &[u8], at: usize) -> Option<Row> {
        let rows = bytes.get(self.rows.clone())?;
        Row::read(rows.get(at.checked_mul(ROW)?..)?.first_chunk()?)
    }

    fn id_hash(&self, bytes: &[u8], at: usize) -> Option<u64> {
        u64_at(bytes.get(self.rows.clone())?, at.checked_mul(ROW)?.checked_add(16)?)
    }

    /// The documents whose id has this hash.
    pub(super) fn with_id_hash(&self, bytes: &[u8], hash: u64) -> Option<Vec<usize>> {
        let by_id = bytes.get(self.by_id.clone())?;
        let document = |at: usize| Some(u32_at(by_id, at * BY_ID)? as usize);
        let mut found = Vec::new();
        let mut at =
            first_not(self.documents, |at| Some(self.id_hash(bytes, document(at)?)? < hash))?;
        while at < self.documents {
            let number = document(at)?;
            if self.id_hash(bytes, number)? != hash {
                break;
            }
            found.push(number);
            at += 1;
        }
        Some(found)
    }

    /// Path and documents of file `at`.
    pub(super) fn file<'b>(&self, bytes: &'b [u8], at: usize) -> Option<(&'b str, Range<usize>)> {
        let row = bytes.get(self.file_rows.clone())?.get(at.checked_mul(FILE)?..)?;
        let number = |n: usize| Some(u32_at(row, n * 4)? as usize);
        let (start, length, first, count) = (number(0)?, number(1)?, number(2)?, number(3)?);
        let path = bytes.get(self.paths.clone())?.get(start..start.checked_add(length)?)?;
        let end = first.checked_add(count).filter(|&end| end <= self.documents)?;
        Some((std::str::from_utf8(path).ok()?, first..end))
    }

    /// The number of the file with this path.
    pub(super) fn file_at(&self, bytes: &[u8], path: &str) -> Option<Option<usize>> {
        let at = first_not(self.files, |at| Some(self.file(bytes, at)?.0 < path))?;
        Some((at < self.files && self.file(bytes, at)?.0 == path).then_some(at))
    }
}

/// The first number below `count` for which `holds` no longer does. Nothing if it cannot be told.
fn first_not(count: usize, holds: impl Fn(usize) -> Option<bool>) -> Option<usize> {
    let mut range = 0..count;
    while range.start < range.end {
        let middle = range.start + range.len() / 2;
        if holds(middle)? { range.start = middle + 1 } else { range.end = middle }
    }
    Some(range.start)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
