//! From raw bytes to text, without moving a line.
//!
//! Whatever the encoding, the text has the same number of `\n` as the file, in the same order, so a
//! line number in the text is the line number an editor shows. Columns count in the decoded text.

/// A file's content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The content, without a byte order mark.
    pub text: String,
    /// BLAKE3 of the raw bytes, byte order mark included.
    pub raw_hash: [u8; 32],
    /// How the bytes were read.
    pub encoding: Encoding,
}

/// How the bytes of a file were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Valid UTF-8.
    Utf8,
    /// Valid UTF-8 after a byte order mark.
    Utf8Bom,
    /// UTF-16 with the little end first, after its mark.
    Utf16Le,
    /// UTF-16 with the big end first, after its mark.
    Utf16Be,
    /// Something else, such as Latin-1: bytes that are not UTF-8 became U+FFFD.
    Lossy,
}

const UTF8_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];
const UTF16_LE_MARK: &[u8] = &[0xFF, 0xFE];
const UTF16_BE_MARK: &[u8] = &[0xFE, 0xFF];

impl Text {
    /// Hashes and decodes. Valid UTF-8 is not copied. UTF-16 that breaks off or pairs its
    /// surrogates wrongly is still UTF-16, with U+FFFD in those places.
    pub fn decode(bytes: Vec<u8>) -> Text {
        let raw_hash = *blake3::hash(&bytes).as_bytes();
        let (text, encoding) = decode(bytes);
        Text { text, raw_hash, encoding }
    }
}

fn decode(mut bytes: Vec<u8>) -> (String, Encoding) {
    if let Some(units) = bytes.strip_prefix(UTF16_LE_MARK) {
        return (utf16(units, u16::from_le_bytes), Encoding::Utf16Le);
    }
    if let Some(units) = bytes.strip_prefix(UTF16_BE_MARK) {
        return (utf16(units, u16::from_be_bytes), Encoding::Utf16Be);
    }
    let marked = bytes.starts_with(UTF8_MARK);
    if marked {
        bytes.drain(..UTF8_MARK.len());
    }
    match String::from_utf8(bytes) {
        Ok(text) if marked => (text, Encoding::Utf8Bom),
        Ok(text) => (text, Encoding::Utf8),
        // A newline is never part of a longer sequence, so no line is swallowed here.
        Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), Encoding::Lossy),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let units = pairs.iter().copied().map(unit);
    // A lone surrogate is replaced by itself; the unit after it is decoded on its own.
    let mut text: String = char::decode_utf16(units)
        .map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    if !odd.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    text
}
