//! Writing one generation: files streamed and hashed on the way, or carried over from the old one.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::collect::{UNFINISHED, remove_tree};
use crate::error::IndexError;
use crate::folder::{Folder, is_plain};
use crate::generation::Generation;
use crate::manifest::{About, FORMAT_VERSION, FileRecord, Manifest, Piece, hash_of_pieces};
use crate::publish::Publisher;
use crate::{disk, layout};

/// A generation under way. Dropped without [`GenerationWriter::commit`], it leaves nothing.
#[derive(Debug)]
pub struct GenerationWriter<'a> {
    publisher: &'a Publisher,
    old: Option<&'a Generation>,
    number: u64,
    folder: Folder,
    /// Folders made so far, by path; a folder comes before those in it.
    folders: BTreeMap<String, Folder>,
    written: Arc<Mutex<Vec<Written>>>,
    /// Files begun; each must be finished before the commit.
    begun: usize,
    is_named: bool,
}

/// A finished file; open if its bytes have yet to reach the disk.
#[derive(Debug)]
struct Written {
    record: FileRecord,
    file: Option<File>,
}

impl<'a> GenerationWriter<'a> {
    pub(crate) fn new(
        publisher: &'a Publisher,
        old: Option<&'a Generation>,
        number: u64,
    ) -> Result<Self, IndexError> {
        let folder = disk::make_folder(&publisher.generations, &format!("{UNFINISHED}{number}"))?;
        Ok(Self {
            publisher,
            old,
            number,
            folder,
            folders: BTreeMap::new(),
            written: Arc::default(),
            begun: 0,
            is_named: false,
        })
    }

    /// The number it will have.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The generation that files can be carried over from.
    #[must_use]
    pub fn old(&self) -> Option<&'a Generation> {
        self.old
    }

    /// Begins a file; `name` is its path in the generation. Several may be under way, in several
    /// threads. Each must be finished.
    ///
    /// # Errors
    /// What the file system refuses, or a name that is taken or leads outside.
    pub fn file(&mut self, name: &str) -> Result<FileWriter, IndexError> {
        let (folder, last) = self.place(name)?;
        let file = disk::create(folder, last)?;
        let path = folder.path.join(last);
        self.begun += 1;
        Ok(FileWriter {
            file,
            path,
            name: name.to_owned(),
            hasher: blake3::Hasher::new(),
            length: 0,
            pieces: Vec::new(),
            in_pieces: 0,
            buffer: Vec::with_capacity(BUFFER),
            written: Arc::clone(&self.written),
        })
    }

    /// Writes a whole small file, or carries it over where the old generation has the same.
    ///
    /// # Errors
    /// As [`GenerationWriter::file`].
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), IndexError> {
        if self.is_in_old(name, bytes) {
            match self.link(name) {
                // It is not as its record says; this one will be.
                Err(IndexError::Damaged { .. }) => {}
                other => return other,
            }
        }
        let mut file = self.file(name)?;
        file.put(bytes)?;
        file.finish()
    }

    fn is_in_old(&self, name: &str, bytes: &[u8]) -> bool {
        let record = self.old.and_then(|old| old.manifest().file(name));
        record.is_some_and(|record| {
            record.length == bytes.len() as u64
                && record.pieces.is_empty()
                && record.blake3 == blake3::hash(bytes).to_hex().as_str()
        })
    }

    /// Carries a file over from the old generation, unchanged, by a second name for the same bytes.
    /// They are checked first: a damaged file would go from generation to generation for ever.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if it is not as written; make it anew then.
    pub fn link(&mut self, name: &str) -> Result<(), IndexError> {
        let missing =
            || IndexError::misused(self.folder.path.join(name), "no old file to carry over");
        let old = self.old.ok_or_else(missing)?;
        let record = old.record(name)?.clone();
        old.verify_file(&record)?;
        let (above, last) = name.rsplit_once('/').unwrap_or(("", name));
        let from = old.folder.folder_below(above)?.ok_or_else(missing)?;
        let (to, _) = self.place(name)?;
        disk::link(&from, to, last)?;
        self.begun += 1;
        lock(&self.written).push(Written { record, file: None });
        Ok(())
    }

    /// Publishes the generation. When this returns, it is on the disk and readers get it.
    ///
    /// # Errors
    /// What the file system refuses. The old generation is then still the current one, unless only
    /// the very last step failed, bringing the swapped pointer to the disk.
    pub fn commit(mut self, about: About) -> Result<u64, IndexError> {
        let mut written = std::mem::take(&mut *lock(&self.written));
        if written.len() != self.begun {
            let cause = format!("{} of {} files were finished", written.len(), self.begun);
            return Err(IndexError::misused(&self.folder.path, cause));
        }
        written.sort_by(|a, b| a.record.path.cmp(&b.record.path));
        for Written { record, file } in &written {
            if let Some(file) = file {
                disk::sync(file, &self.folder.path.join(&record.path))?;
            }
        }
        let files = written.into_iter().map(|written| written.record).collect();
        let manifest =
            Manifest { number: self.number, format_version: FORMAT_VERSION, about, files };
        self.write_manifest(&manifest.to_bytes())?;
        // What lies deepest first: a folder is on the disk when all in it is.
        for folder in self.folders.values().rev() {
            disk::sync_folder(folder)?;
        }
        disk::sync_folder(&self.folder)?;
        let generations = &self.publisher.generations;
        let name = self.number.to_string();
        disk::rename(generations, &format!("{UNFINISHED}{name}"), &name)?;
        self.is_named = true;
        disk::sync_folder(generations)?;
        self.publisher.point_at(self.number)?;
        // It is published; what cannot be cleared away now is left to the next writer.
        let _ = self.publisher.collect();
        Ok(self.number)
    }

    fn write_manifest(&self, bytes: &[u8]) -> Result<(), IndexError> {
        let path = self.folder.path.join(layout::MANIFEST);
        let file = disk::create(&self.folder, layout::MANIFEST)?;
        disk::write(&file, bytes, &path)?;
        disk::sync(&file, &path)
    }

    /// The folder for `name`, made if need be, and the name in it.
    fn place<'n>(&mut self, name: &'n str) -> Result<(&Folder, &'n str), IndexError> {
        if !is_plain(name) || name == layout::MANIFEST {
            let path = self.folder.path.join(name);
            return Err(IndexError::misused(path, "not a name for a file of a generation"));
        }
        let Some((above, last)) = name.rsplit_once('/') else { return Ok((&self.folder, name)) };
        let ends = above.match_indices('/').map(|(at, _)| at).chain([above.len()]);
        let mut parent: Option<String> = None;
        for end in ends {
            let path = &above[..end];
            if !self.folders.contains_key(path) {
                let holder = parent.as_ref().map_or(&self.folder, |parent| &self.folders[parent]);
                let last = path.rsplit('/').next().unwrap_or(path);
                let made = disk::make_folder(holder, last)?;
                self.folders.insert(path.to_owned(), made);
            }
            parent = Some(path.to_owned());
        }
        Ok((&self.folders[above], last))
    }
}

impl Drop for GenerationWriter<'_> {
    fn drop(&mut self) {
        // Once it has its number, whether it counts is for the pointer to say, and the next writer
        // looks there. Before, it is waste; should this fail, the next writer removes it.
        if !self.is_named {
            let name = format!("{UNFINISHED}{}", self.number);
            let _ = remove_tree(&self.publisher.generations, &name);
        }
    }
}

/// Bytes gathered before they are hashed and written in one go, while the cache still holds them.
const BUFFER: usize = 256 << 10;

/// A file under way.
#[derive(Debug)]
#[must_use = "a file that is not finished fails the commit"]
pub struct FileWriter {
    file: File,
    path: PathBuf,
    name: String,
    hasher: blake3::Hasher,
    length: u64,
    pieces: Vec<Piece>,
    /// Bytes in finished pieces.
    in_pieces: u64,
    buffer: Vec<u8>,
    written: Arc<Mutex<Vec<Written>>>,
}

impl FileWriter {
    /// Adds bytes.
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), IndexError> {
        if self.buffer.len() + bytes.len() <= BUFFER {
            self.buffer.extend_from_slice(bytes);
            return Ok(());
        }
        self.flush_buffer()?;
        if bytes.len() < BUFFER {
            self.buffer.extend_from_slice(bytes);
            return Ok(());
        }
        // In pieces, so that each is still in the cache when it is written after it was hashed.
        for piece in bytes.chunks(BUFFER) {
            self.hasher.update(piece);
            disk::write(&self.file, piece, &self.path)?;
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Bytes added so far.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length + self.buffer.len() as u64
    }

    /// The file's path, for messages.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Ends a piece of the file and begins the next: the file is then hashed piece by piece. Where
    /// nothing was added since the last cut, there is nothing to end.
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn cut(&mut self) -> Result<(), IndexError> {
        self.flush_buffer()?;
        let length = self.length - self.in_pieces;
        if length > 0 {
            let blake3 = self.hasher.finalize().to_hex().to_string();
            self.hasher.reset();
            self.pieces.push(Piece { length, blake3 });
            self.in_pieces = self.length;
        }
        Ok(())
    }

    /// Whether nothing was added since a piece was ended.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.length() == self.in_pieces
    }

    /// Adds a whole piece whose hash is known, and says whether it has that hash. If not, the file is
    /// of no use any more.
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn put_piece(&mut self, bytes: &[u8], piece: &Piece) -> Result<bool, IndexError> {
        self.cut()?;
        self.put(bytes)?;
        self.cut()?;
        Ok(self.pieces.last() == Some(piece))
    }

    /// Ends the file and makes it part of the generation.
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn finish(mut self) -> Result<(), IndexError> {
        self.flush_buffer()?;
        if !self.pieces.is_empty() {
            self.cut()?;
        }
        let Self { file, name, hasher, length, pieces, written, .. } = self;
        let blake3 = match pieces.is_empty() {
            true => hasher.finalize().to_hex().to_string(),
            false => hash_of_pieces(&pieces),
        };
        let record = FileRecord { path: name, length, blake3, pieces };
        lock(&written).push(Written { record, file: Some(file) });
        Ok(())
    }

    fn flush_buffer(&mut self) -> Result<(), IndexError> {
        if !self.buffer.is_empty() {
            self.hasher.update(&self.buffer);
            disk::write(&self.file, &self.buffer, &self.path)?;
            self.length += self.buffer.len() as u64;
            self.buffer.clear();
        }
        Ok(())
    }
}

/// For writers that want one, such as JSON; the error is an [`IndexError`] inside.
impl io::Write for FileWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.put(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
