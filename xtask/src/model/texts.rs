//! Texts from files of JSON objects, one a line.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use anyhow::Context as _;
use serde_json::{Map, Value};

/// Hands each object of the file to `take`.
pub(crate) fn each_object(
    path: &Path,
    mut take: impl FnMut(&Map<String, Value>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let file = File::open(path).with_context(|| format!("opening {}", path.display()))?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let (mut line, mut number) = (Vec::new(), 0);
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        number += 1;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let object = serde_json::from_slice(&line)
            .with_context(|| format!("{} line {number} is no JSON object", path.display()))?;
        take(&object)?;
    }
}

/// The text of a field; empty where it is missing or no string.
pub(crate) fn field<'a>(object: &'a Map<String, Value>, name: &str) -> &'a str {
    object.get(name).and_then(Value::as_str).unwrap_or("")
}
