//! Reading and writing numbers and sections in the bytes of a model.

use crate::error::FormatError;

/// Where sections begin: a multiple of this, so that a mapped file can be read by whole cache lines.
const ALIGNMENT: usize = 64;

/// A range of bytes that a header names by its start and length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    start: usize,
    length: usize,
}

impl Section {
    /// Reads start and length, four bytes each, at `at`.
    pub(crate) fn at(bytes: &[u8], at: usize) -> Result<Section, FormatError> {
        Ok(Section { start: u32_at(bytes, at)? as usize, length: u32_at(bytes, at + 4)? as usize })
    }

    /// The section's bytes.
    pub(crate) fn of<'a>(
        self,
        bytes: &'a [u8],
        name: &'static str,
    ) -> Result<&'a [u8], FormatError> {
        let range = self.start..self.start.saturating_add(self.length);
        bytes.get(range).ok_or(FormatError::Section { name, length: bytes.len() })
    }
}

/// The number at `at`.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Result<u32, FormatError> {
    let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
    four.map(u32::from_le_bytes).ok_or(FormatError::Section { name: "header", length: bytes.len() })
}

/// Appends `section` at the next aligned place, and notes start and length in the header at `at`.
///
/// Files are a few megabytes: what does not fit four bytes is a mistake of the caller.
pub(crate) fn append(bytes: &mut Vec<u8>, at: usize, section: &[u8]) -> Result<(), FormatError> {
    bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
    let start = u32::try_from(bytes.len()).map_err(|_| FormatError::Counts)?;
    let length = u32::try_from(section.len()).map_err(|_| FormatError::Counts)?;
    put_u32(bytes, at, start);
    put_u32(bytes, at + 4, length);
    bytes.extend_from_slice(section);
    Ok(())
}

/// Writes a number into a header that is there already.
pub(crate) fn put_u32(bytes: &mut [u8], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}
