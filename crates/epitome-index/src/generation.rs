//! Reading one generation: opened once, held open, whole or refused.
//!
//! A reader takes what `current` names and keeps that folder open. What it reads later comes from the
//! same folder by its handle, whatever is published meanwhile, so an answer never mixes two
//! generations. A shared lock on the folder tells the writer not to clear it away.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use crate::error::IndexError;
use crate::folder::{Folder, read_limited};
use crate::layout;
use crate::manifest::{FileRecord, Manifest};
use crate::map::Map;

/// A published generation, open.
#[derive(Debug)]
pub struct Generation {
    /// Holds the shared lock too.
    pub(crate) folder: Folder,
    manifest: Manifest,
}

/// How often a generation may vanish between reading its name and opening it. Each time another one
/// was published and two more before it; a hundred times in a row nobody publishes.
const TRIES: u32 = 100;
const BETWEEN_TRIES: Duration = Duration::from_millis(2);
const LONGEST_MANIFEST: u64 = 64 << 20;
/// Files up to this length are checked byte by byte when a generation is opened: it costs no time.
const SMALL: u64 = 64 << 10;

impl Generation {
    /// Opens the current generation of a state folder (`.epitome`).
    ///
    /// Refuses what is cut short, missing or of another format, and altered bytes in small files.
    /// Those in large ones are found by [`Generation::verify`], and by the documents' own checks when
    /// they are read.
    ///
    /// # Errors
    /// [`IndexError::Absent`] where nothing was published yet.
    pub fn open(state_folder: &Path) -> Result<Self, IndexError> {
        let absent = || IndexError::Absent { path: state_folder.to_owned() };
        let state = Folder::open(state_folder)?.ok_or_else(absent)?;
        Self::current(&state)?.ok_or_else(absent)
    }

    /// The current generation, if any.
    pub(crate) fn current(state: &Folder) -> Result<Option<Self>, IndexError> {
        let mut missing = None;
        for _ in 0..TRIES {
            let Some(number) = current_number(state)? else { return Ok(None) };
            match Self::pin(state, number)? {
                Some(folder) => return Self::read(folder, number).map(Some),
                // The same number again: it did not make way for a new one, it is gone.
                None if missing == Some(number) => std::thread::sleep(BETWEEN_TRIES),
                None => missing = Some(number),
            }
        }
        let path = state.path.join(layout::CURRENT);
        Err(IndexError::damaged(path, "it leads to a generation that is not there"))
    }

    /// Opens a generation's folder and holds it; none if it is gone or going.
    fn pin(state: &Folder, number: u64) -> Result<Option<Folder>, IndexError> {
        let name = number.to_string();
        let Some(generations) = state.folder(layout::GENERATIONS)? else { return Ok(None) };
        let Some(folder) = generations.folder(&name)? else { return Ok(None) };
        // Another refusal means a file system without locks; there the writer gets none either and
        // clears nothing away.
        let locked = flock(&folder.handle, FlockOperation::NonBlockingLockShared);
        if locked == Err(Errno::WOULDBLOCK) {
            return Ok(None);
        }
        // It may have been cleared away between the two steps.
        Ok(generations.still_names(&name, &folder.handle)?.then_some(folder))
    }

    fn read(folder: Folder, number: u64) -> Result<Self, IndexError> {
        let path = folder.path.join(layout::MANIFEST);
        let file = folder
            .file(layout::MANIFEST)?
            .ok_or_else(|| IndexError::damaged(&path, "it is missing"))?;
        let bytes = read_limited(file, LONGEST_MANIFEST)
            .map_err(IndexError::io(&path, "read it"))?
            .ok_or_else(|| IndexError::damaged(&path, "it is far too long"))?;
        let manifest = Manifest::from_bytes(&bytes, &path)?;
        if manifest.number != number {
            return Err(IndexError::damaged(&path, "it is the manifest of another generation"));
        }
        let generation = Self { folder, manifest };
        for record in &generation.manifest.files {
            if record.length <= SMALL {
                generation.verify_file(record)?;
            } else {
                generation.file_of(record)?;
            }
        }
        Ok(generation)
    }

    /// What the generation says of itself.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The generation's number.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.manifest.number
    }

    /// The generation's folder, to name it in messages.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder.path
    }

    /// Whether the generation has this file.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.manifest.file(name).is_some()
    }

    /// A file, mapped. Its length is right; its bytes are checked only by [`Generation::verify`].
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if the generation has no such file.
    pub fn map(&self, name: &str) -> Result<Map, IndexError> {
        let record = self.record(name)?;
        let file = self.file_of(record)?;
        Map::of(&file, record.length, self.folder.path.join(name))
    }

    /// A file, mapped, all its bytes checked. For files that are small or read as a whole anyway.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if a byte is not as written.
    pub fn map_checked(&self, name: &str) -> Result<Map, IndexError> {
        let map = self.map(name)?;
        compare(self.record(name)?, &map[..], map.path())?;
        Ok(map)
    }

    /// Checks every byte of every file, and says which is the first that is wrong.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] for the first file that is not as written.
    pub fn verify(&self) -> Result<(), IndexError> {
        self.damages().next().map_or(Ok(()), Err)
    }

    /// All that is wrong, file by file.
    pub fn damages(&self) -> impl Iterator<Item = IndexError> {
        self.manifest.files.iter().filter_map(|record| self.verify_file(record).err())
    }

    pub(crate) fn verify_file(&self, record: &FileRecord) -> Result<(), IndexError> {
        let path = self.folder.path.join(&record.path);
        let file = self.file_of(record)?;
        // Read, not mapped: a bad sector is then an error instead of a signal.
        compare(record, file, &path)
    }

    pub(crate) fn record(&self, name: &str) -> Result<&FileRecord, IndexError> {
        self.manifest.file(name).ok_or_else(|| {
            IndexError::damaged(self.folder.path.join(name), "the generation does not have it")
        })
    }

    fn file_of(&self, record: &FileRecord) -> Result<File, IndexError> {
        let path = self.folder.path.join(&record.path);
        let file = self
            .folder
            .file(&record.path)?
            .ok_or_else(|| IndexError::damaged(&path, "it is missing"))?;
        let length = file.metadata().map_err(IndexError::io(&path, "look at it"))?.len();
        if length == record.length {
            return Ok(file);
        }
        let cause = format!("it has {length} bytes and had {} when written", record.length);
        Err(IndexError::damaged(path, cause))
    }
}

impl Drop for Generation {
    fn drop(&mut self) {
        // Closing is not enough: a child that is just being started has the folder open too.
        let _ = flock(&self.folder.handle, FlockOperation::Unlock);
    }
}

/// Compares a file's bytes, of the right length, with what was written.
fn compare(record: &FileRecord, mut bytes: impl Read, path: &Path) -> Result<(), IndexError> {
    let mut check = |length: u64, expected: &str| {
        let mut hasher = blake3::Hasher::new();
        let part = bytes.by_ref().take(length);
        hasher.update_reader(part).map_err(IndexError::io(path, "read it"))?;
        if hasher.finalize().to_hex().as_str() == expected {
            return Ok(());
        }
        Err(IndexError::damaged(path, "its bytes are not those that were written"))
    };
    if record.pieces.is_empty() {
        return check(record.length, &record.blake3);
    }
    record.pieces.iter().try_for_each(|piece| check(piece.length, &piece.blake3))
}

/// The number that `current` names, if there is such a link.
pub(crate) fn current_number(state: &Folder) -> Result<Option<u64>, IndexError> {
    let Some(text) = state.link_text(layout::CURRENT)? else { return Ok(None) };
    let path = state.path.join(layout::CURRENT);
    let damaged = || IndexError::damaged(path, format!("it leads to {text:?}, which is not ours"));
    layout::pointed_at(&text).map(Some).ok_or_else(damaged)
}
