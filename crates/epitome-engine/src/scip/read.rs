//! One file becomes one index, or one error.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use epitome_model::scip::ScipIndex;
use protobuf::Message;
use scip::types::{Document, Metadata};

use super::convert::Converter;
use super::error::ScipError;
use super::frames::{FrameError, Frames};

/// The largest index that is read. That of a million lines has about 300 MB.
const MAX_BYTES: u64 = 4 << 30;

/// Fields of the outermost message.
const METADATA: u64 = 1;
const DOCUMENT: u64 = 2;

/// An index as it was written.
#[derive(Debug)]
pub struct ReadIndex {
    /// What it says; its paths are relative to the folder that it was made in.
    pub index: ScipIndex,
    /// That folder, as the indexer wrote it: a URI, perhaps of another machine.
    pub project_root: String,
}

/// Reads an index. Whatever the bytes are, the answer is an index or an error.
pub fn read_index(path: &Path) -> Result<ReadIndex, ScipError> {
    let failed = |cause| ScipError::from_io(path, cause);
    // Asked before it is opened: opening a FIFO would wait for whoever writes to it.
    let meta = std::fs::metadata(path).map_err(failed)?;
    if !meta.is_file() {
        return Err(ScipError::NotAFile { path: path.to_owned() });
    }
    if meta.len() > MAX_BYTES {
        return Err(ScipError::TooLarge { path: path.to_owned(), limit: MAX_BYTES });
    }
    let file = File::open(path).map_err(failed)?;
    read_frames(BufReader::with_capacity(1 << 16, file), meta.len(), path)
}

fn read_frames(reader: impl BufRead, size: u64, path: &Path) -> Result<ReadIndex, ScipError> {
    let mut converter = Converter::default();
    let mut frames = Frames::new(reader, size);
    let foreign =
        |cause: &str| ScipError::Foreign { path: path.to_owned(), cause: cause.to_owned() };
    if size == 0 {
        return Err(foreign("it is empty"));
    }
    loop {
        let at = frames.at();
        // What is wrong before an indexer has named itself is no index at all.
        let known = converter.has_tool();
        let damaged = |cause: String| match known {
            true => ScipError::Damaged { path: path.to_owned(), at, cause },
            false => foreign("its first bytes are not those of an index"),
        };
        let frame = frames.next().map_err(|error| match error {
            FrameError::Io(cause) => ScipError::from_io(path, cause),
            FrameError::Cut if known => ScipError::Truncated { path: path.to_owned(), bytes: size },
            FrameError::Cut => foreign("it breaks off before it names an indexer"),
            FrameError::Nonsense(cause) => damaged(cause),
        })?;
        match frame {
            None => break,
            Some((METADATA, bytes)) => {
                let read = Metadata::parse_from_bytes(bytes).map_err(|e| damaged(e.to_string()))?;
                if !converter.metadata(&read) {
                    return Err(foreign("it does not say which indexer wrote it"));
                }
            }
            // The format puts the indexer's name first; nothing else begins an index.
            Some(_) if !known => return Err(foreign("it does not begin with an indexer's name")),
            Some((DOCUMENT, bytes)) => {
                let read = Document::parse_from_bytes(bytes).map_err(|e| damaged(e.to_string()))?;
                converter.document(read);
            }
            // Symbols of other repositories, and what later versions of the format may add.
            Some(_) => {}
        }
    }
    let (index, project_root) = converter.finish();
    Ok(ReadIndex { index, project_root })
}
