//! Publishing: the one writer, who makes a new generation beside the old one and swaps the pointer.
//!
//! Order of a commit: files to disk, folders to disk, the folder gets its number, `generations` to
//! disk, a new pointer under another name, the pointer takes the place of `current` (this is the
//! commit), the state folder to disk. Nothing of the old generation is touched before.

use std::path::{Path, PathBuf};

use rustix::fs::FileType;

use crate::collect::{NEXT_POINTER, collect, remove_tree};
use crate::error::IndexError;
use crate::folder::Folder;
use crate::generation::{Generation, current_number};
use crate::lock::{Holder, Lock};
use crate::write::GenerationWriter;
use crate::{disk, layout};

/// The one writer of a state folder, for as long as it lives.
#[derive(Debug)]
pub struct Publisher {
    pub(crate) state: Folder,
    pub(crate) generations: Folder,
    _lock: Lock,
}

impl Publisher {
    /// Makes the state folder if it is not there, becomes its writer, and clears away what killed
    /// writers left.
    ///
    /// # Errors
    /// [`IndexError::Locked`], in less than a second, if there is another writer.
    pub fn lock(state_folder: &Path, holder: &Holder) -> Result<Self, IndexError> {
        let state = open_or_make(state_folder)?;
        let lock = Lock::take(&state, holder)?;
        let generations = disk::make_folder(&state, layout::GENERATIONS)?;
        collect(&state, &generations)?;
        lay_out(&state)?;
        Ok(Self { state, generations, _lock: lock })
    }

    /// The generation that is published now, if any.
    ///
    /// # Errors
    /// As [`Generation::open`]; whoever can build everything anew may go on without it.
    pub fn current(&self) -> Result<Option<Generation>, IndexError> {
        Generation::current(&self.state)
    }

    /// Refuses if the disk has less than `bytes` free.
    ///
    /// # Errors
    /// [`IndexError::NoRoom`].
    pub fn require_room(&self, bytes: u64) -> Result<(), IndexError> {
        let path = &self.state.path;
        let disk = rustix::fs::fstatvfs(&self.state.handle)
            .map_err(IndexError::io(path, "ask for free space"))?;
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        if free >= bytes {
            return Ok(());
        }
        Err(IndexError::NoRoom { path: path.clone(), needed: bytes, free })
    }

    /// Begins a new generation. Files may be carried over from `old`.
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn begin<'a>(
        &'a self,
        old: Option<&'a Generation>,
    ) -> Result<GenerationWriter<'a>, IndexError> {
        GenerationWriter::new(self, old, self.next_number()?)
    }

    fn next_number(&self) -> Result<u64, IndexError> {
        let names = self.generations.names()?;
        let taken = names.iter().filter_map(|name| layout::number(name)).max();
        // A pointer that leads nowhere is overwritten by the commit; its number is not used again.
        let current = current_number(&self.state).ok().flatten();
        taken.max(current).unwrap_or(0).checked_add(1).ok_or_else(|| {
            IndexError::damaged(&self.generations.path, "there is no number left for a generation")
        })
    }

    /// Makes `number` the current generation: the commit.
    pub(crate) fn point_at(&self, number: u64) -> Result<(), IndexError> {
        disk::unlink(&self.state, NEXT_POINTER)?;
        disk::symlink(&self.state, NEXT_POINTER, &layout::pointer(number))?;
        disk::rename(&self.state, NEXT_POINTER, layout::CURRENT)?;
        disk::sync_folder(&self.state)
    }

    /// Clears away generations that nobody reads any more, but for the last two. Returns how many.
    ///
    /// # Errors
    /// What the file system refuses; the published generation is not concerned.
    pub fn collect(&self) -> Result<usize, IndexError> {
        collect(&self.state, &self.generations)
    }
}

/// Removes everything that this crate makes in a state folder, whatever state it is in. The pointer
/// goes first, so that from then on there is no index rather than a broken one.
///
/// # Errors
/// [`IndexError::Locked`] if there is a writer; what the file system refuses.
pub fn clean(state_folder: &Path, holder: &Holder) -> Result<(), IndexError> {
    let Some(state) = Folder::open(state_folder)? else { return Ok(()) };
    let _lock = Lock::take(&state, holder)?;
    let ours = [layout::CURRENT, NEXT_POINTER].into_iter().chain(layout::OPEN_LAYOUT);
    for name in ours.chain([layout::GENERATIONS, layout::GITIGNORE]) {
        remove_tree(&state, name)?;
    }
    disk::unlink(&state, layout::LOCK)
}

fn open_or_make(path: &Path) -> Result<Folder, IndexError> {
    if let Some(state) = Folder::open(path)? {
        return Ok(state);
    }
    disk::make_folder_at(path)?;
    let state =
        Folder::open(path)?.ok_or_else(|| IndexError::damaged(path, "it vanished while in use"))?;
    let parent: PathBuf = match path.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    if let Some(parent) = Folder::open(&parent)? {
        disk::sync_folder(&parent)?;
    }
    Ok(state)
}

/// Makes what stands in the state folder once and for all, as far as it is not there.
fn lay_out(state: &Folder) -> Result<(), IndexError> {
    let mut changed = false;
    if state.kind_of(layout::GITIGNORE)?.is_none() {
        let path = state.path.join(layout::GITIGNORE);
        let file = disk::create(state, layout::GITIGNORE)?;
        disk::write(&file, b"*\n", &path)?;
        disk::sync(&file, &path)?;
        changed = true;
    }
    for name in layout::OPEN_LAYOUT {
        let text = format!("{}/{name}", layout::CURRENT);
        match state.kind_of(name)? {
            None => {}
            Some(FileType::Symlink) if state.link_text(name)?.as_ref() == Some(&text) => continue,
            Some(FileType::Symlink) => disk::unlink(state, name)?,
            Some(_) => {
                let cause = "a link into the current generation belongs here";
                return Err(IndexError::damaged(state.path.join(name), cause));
            }
        }
        disk::symlink(state, name, &text)?;
        changed = true;
    }
    if changed { disk::sync_folder(state) } else { Ok(()) }
}
