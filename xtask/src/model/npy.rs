//! Arrays in numpy's own format: a line that says what they are, and the bytes.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

/// Writes an array of the type that numpy calls `descr`, such as `<u2`.
pub(super) fn write(path: &Path, descr: &str, shape: &[usize], data: &[u8]) -> anyhow::Result<()> {
    let shape: String = shape.iter().map(|n| format!("{n},")).collect();
    let mut header =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The data begins at a multiple of 64; ten bytes come before the header, a line end closes it.
    let length = (10 + header.len() + 1).next_multiple_of(64) - 10;
    header.extend(std::iter::repeat_n(' ', length - header.len() - 1));
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&u16::try_from(length)?.to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    bytes.extend_from_slice(data);
    fs::write(path, bytes).with_context(|| format!("writing {}", path.display()))
}
