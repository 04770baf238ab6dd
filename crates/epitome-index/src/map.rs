//! A file of a generation, mapped into memory: opening costs no reading, and all readers share pages.
//!
//! The one unsafe call of this crate is here. Mapping is unsafe because the bytes change under a
//! shared borrow if somebody rewrites the file. Files of a published generation are written once and
//! never again (the writer makes new ones), and what is read from them is checked before it is used,
//! as bytes, never as anything with a validity of its own. Who cuts a file short while it is mapped
//! ends the reader with SIGBUS; it has to be done by hand, as no part of epitome does it.

use std::fs::File;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use crate::error::IndexError;

/// The bytes of a file, and where they are from.
#[derive(Debug)]
pub struct Map {
    bytes: Option<memmap2::Mmap>,
    path: PathBuf,
}

impl Map {
    #[expect(unsafe_code, reason = "mapping a file is unsafe by nature; see the module's words")]
    pub(crate) fn of(file: &File, length: u64, path: PathBuf) -> Result<Self, IndexError> {
        let bytes = if length == 0 {
            None
        } else {
            // SAFETY: the file is one of a published generation, which is never written again.
            Some(unsafe { memmap2::Mmap::map(file) }.map_err(IndexError::io(&path, "map it"))?)
        };
        let map = Self { bytes, path };
        if map.len() as u64 == length {
            Ok(map)
        } else {
            Err(IndexError::damaged(map.path, "its length changed while it was opened"))
        }
    }

    /// The file's path, for messages.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes.as_deref().unwrap_or_default()
    }
}
