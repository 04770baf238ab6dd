//! Arrays for numpy.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use epitome_engine::embed::npy_header;

/// Writes an array of the type that numpy calls `descr`, such as `<u2`.
pub(super) fn write(path: &Path, descr: &str, shape: &[usize], data: &[u8]) -> anyhow::Result<()> {
    let mut bytes = npy_header(descr, shape);
    bytes.extend_from_slice(data);
    fs::write(path, bytes).with_context(|| format!("writing {}", path.display()))
}
