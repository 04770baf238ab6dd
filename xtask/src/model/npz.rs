//! Reading arrays that numpy saved: a zip file of `.npy` files, not compressed.
//!
//! The few fields that are needed of each format are read here; a general reader would be a
//! dependency for one command.

use anyhow::{Context as _, bail, ensure};

/// One array of an archive.
pub(crate) struct Array<'a> {
    pub(crate) descr: String,
    pub(crate) shape: Vec<usize>,
    pub(crate) data: &'a [u8],
}

/// The array `name` of the archive.
pub(crate) fn array<'a>(archive: &'a [u8], name: &str) -> anyhow::Result<Array<'a>> {
    let file = format!("{name}.npy");
    let bytes = member(archive, &file)?.with_context(|| format!("no array `{name}`"))?;
    npy(bytes).with_context(|| format!("reading the array `{name}`"))
}

/// The content of a file in a zip archive, found through the directory at its end.
fn member<'a>(archive: &'a [u8], name: &str) -> anyhow::Result<Option<&'a [u8]>> {
    let end = archive.windows(4).rposition(|four| four == b"PK\x05\x06");
    let end = end.context("no zip archive: write it with numpy.savez")?;
    let (count, mut at) = (number(archive, end + 10, 2)?, number(archive, end + 16, 4)?);
    for _ in 0..count {
        ensure!(archive.get(at..at + 4) == Some(b"PK\x01\x02"), "damaged zip directory");
        let (method, length) = (number(archive, at + 10, 2)?, number(archive, at + 20, 4)?);
        let name_length = number(archive, at + 28, 2)?;
        let rest = number(archive, at + 30, 2)? + number(archive, at + 32, 2)?;
        let local = number(archive, at + 42, 4)?;
        if archive.get(at + 46..at + 46 + name_length) == Some(name.as_bytes()) {
            ensure!(method == 0, "`{name}` is compressed: use numpy.savez, not savez_compressed");
            let start =
                local + 30 + number(archive, local + 26, 2)? + number(archive, local + 28, 2)?;
            return Ok(Some(archive.get(start..start + length).context("the archive was cut")?));
        }
        at += 46 + name_length + rest;
    }
    Ok(None)
}

/// The parts of a `.npy` file.
pub(crate) fn npy(bytes: &[u8]) -> anyhow::Result<Array<'_>> {
    ensure!(bytes.starts_with(b"\x93NUMPY"), "not a .npy file");
    let (length, start) = match bytes.get(6) {
        Some(1) => (number(bytes, 8, 2)?, 10),
        Some(2 | 3) => (number(bytes, 8, 4)?, 12),
        _ => bail!("a .npy version this reader does not know"),
    };
    let header = bytes.get(start..start + length).context("the header was cut")?;
    let header = std::str::from_utf8(header)?;
    ensure!(!header.contains("'fortran_order': True"), "save it in C order");
    let after = |key: &str| header.split_once(key).map(|(_, rest)| rest.trim_start());
    let descr = after("'descr':").and_then(|rest| rest.split('\'').nth(1));
    let shape = after("'shape': (").and_then(|rest| rest.split(')').next());
    let shape = shape.context("no shape")?.split(',').map(str::trim).filter(|n| !n.is_empty());
    Ok(Array {
        descr: descr.context("no type")?.to_owned(),
        shape: shape.map(str::parse).collect::<Result<_, _>>()?,
        data: &bytes[start + length..],
    })
}

/// A number of `length` bytes, little-endian.
fn number(bytes: &[u8], at: usize, length: usize) -> anyhow::Result<usize> {
    let bytes = bytes.get(at..at + length).context("the file was cut")?;
    Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
}

impl Array<'_> {
    /// The numbers of an array of the type `descr`, each made of `SIZE` bytes by `read`.
    pub(crate) fn numbers<const SIZE: usize, T>(
        &self,
        descr: &str,
        read: impl Fn([u8; SIZE]) -> T,
    ) -> anyhow::Result<Vec<T>> {
        ensure!(self.descr == descr, "its type is {}, not {descr}", self.descr);
        let count: usize = self.shape.iter().product();
        let (chunks, rest) = self.data.as_chunks();
        ensure!(chunks.len() == count && rest.is_empty(), "{:?} does not fit its data", self.shape);
        Ok(chunks.iter().map(|chunk| read(*chunk)).collect())
    }
}
