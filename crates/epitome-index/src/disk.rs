//! Every effect of the writer on the disk, and nothing else: the one place where faults strike.

use std::fs::File;
use std::io::{self, Seek as _, Write as _};
use std::path::Path;

use rustix::fs::{AtFlags, Mode, OFlags, linkat, mkdirat, openat, renameat, symlinkat, unlinkat};
use rustix::io::Errno;

use crate::error::IndexError;
use crate::faults::{self, Course, Effect};
use crate::folder::Folder;

type Result<T> = std::result::Result<T, IndexError>;

/// Does `effect` unless a fault strikes.
fn try_to<T>(
    effect: impl FnOnce() -> io::Result<T>,
    as_recorded: impl FnOnce() -> Effect,
) -> io::Result<T> {
    match faults::next(0) {
        Course::Go => effect(),
        Course::Record => effect().inspect(|_| faults::record(as_recorded())),
        Course::Last | Course::Torn(_) => {
            let _ = effect();
            faults::die()
        }
        Course::Refused(_, error) => Err(error),
    }
}

/// Makes a folder where there is none, and opens it.
pub(crate) fn make_folder(parent: &Folder, name: &str) -> Result<Folder> {
    let path = parent.path.join(name);
    let make = || Ok(mkdirat(&parent.handle, name, Mode::from_raw_mode(0o755))?);
    match try_to(make, || Effect::MakeFolder(path.clone())) {
        Err(error) if Errno::from_io_error(&error) == Some(Errno::EXIST) => {}
        other => other.map_err(IndexError::io(&path, "make the folder"))?,
    }
    parent.folder(name)?.ok_or_else(|| IndexError::damaged(path, "it vanished while in use"))
}

/// Makes a folder by its path, if it is not there.
pub(crate) fn make_folder_at(path: &Path) -> Result<()> {
    match try_to(|| std::fs::create_dir(path), || Effect::MakeFolder(path.to_owned())) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other.map_err(IndexError::io(path, "make the folder")),
    }
}

/// Creates a new file to write; one that is there already is an error.
pub(crate) fn create(folder: &Folder, name: &str) -> Result<File> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    open(folder, name, flags, "make the file")
}

/// Opens the lock file, making it if it is not there.
pub(crate) fn open_lock(folder: &Folder, name: &str) -> Result<File> {
    let flags =
        OFlags::RDWR | OFlags::CREATE | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    open(folder, name, flags, "open the file to write")
}

fn open(folder: &Folder, name: &str, flags: OFlags, doing: &'static str) -> Result<File> {
    let path = folder.path.join(name);
    let open = || Ok(openat(&folder.handle, name, flags, Mode::from_raw_mode(0o644))?);
    let made = try_to(open, || Effect::Create(path.clone()));
    Ok(made.map_err(IndexError::io(&path, doing))?.into())
}

/// Empties an open file. For the lock file alone; nothing else is written twice.
pub(crate) fn empty(file: &File, path: &Path) -> Result<()> {
    let empty = || {
        file.set_len(0)?;
        (&*file).rewind()
    };
    try_to(empty, || Effect::Empty(path.to_owned())).map_err(IndexError::io(path, "empty it"))
}

/// Writes all bytes at the end of the file.
pub(crate) fn write(mut file: &File, bytes: &[u8], path: &Path) -> Result<()> {
    let written = match faults::next(bytes.len()) {
        Course::Go => file.write_all(bytes),
        Course::Record => file
            .write_all(bytes)
            .inspect(|()| faults::record(Effect::Write(path.to_owned(), bytes.to_owned()))),
        Course::Last => {
            let _ = file.write_all(bytes);
            faults::die()
        }
        Course::Torn(part) => {
            let _ = file.write_all(&bytes[..part]);
            faults::die()
        }
        Course::Refused(part, error) => file.write_all(&bytes[..part]).and(Err(error)),
    };
    written.map_err(IndexError::io(path, "write"))
}

/// Waits until what was written to the file or folder is on the disk.
pub(crate) fn sync(file: &File, path: &Path) -> Result<()> {
    try_to(|| file.sync_all(), || Effect::Sync(path.to_owned()))
        .map_err(IndexError::io(path, "bring it to the disk"))
}

/// As [`sync`], for a folder's entries.
pub(crate) fn sync_folder(folder: &Folder) -> Result<()> {
    sync(&folder.handle, &folder.path)
}

/// Gives `from` the name `to`, replacing what had it.
pub(crate) fn rename(folder: &Folder, from: &str, to: &str) -> Result<()> {
    let path = folder.path.join(to);
    let rename = || Ok(renameat(&folder.handle, from, &folder.handle, to)?);
    try_to(rename, || Effect::Rename(folder.path.join(from), path.clone()))
        .map_err(IndexError::io(&path, "put it in its place"))
}

/// Gives a file a second name in another folder.
pub(crate) fn link(from: &Folder, to: &Folder, name: &str) -> Result<()> {
    let path = to.path.join(name);
    let link = || Ok(linkat(&from.handle, name, &to.handle, name, AtFlags::empty())?);
    try_to(link, || Effect::Link(from.path.join(name), path.clone()))
        .map_err(IndexError::io(&path, "carry the file over"))
}

/// Makes a link that says `text`.
pub(crate) fn symlink(folder: &Folder, name: &str, text: &str) -> Result<()> {
    let path = folder.path.join(name);
    let symlink = || Ok(symlinkat(text, &folder.handle, name)?);
    try_to(symlink, || Effect::Symlink(path.clone(), text.to_owned()))
        .map_err(IndexError::io(&path, "make the link"))
}

/// Removes a file or link; one that is gone already is no error.
pub(crate) fn unlink(folder: &Folder, name: &str) -> Result<()> {
    remove(folder, name, AtFlags::empty())
}

/// Removes an empty folder; one that is gone already is no error.
pub(crate) fn remove_folder(folder: &Folder, name: &str) -> Result<()> {
    remove(folder, name, AtFlags::REMOVEDIR)
}

fn remove(folder: &Folder, name: &str, flags: AtFlags) -> Result<()> {
    let path = folder.path.join(name);
    let remove = || Ok(unlinkat(&folder.handle, name, flags)?);
    match try_to(remove, || Effect::Remove(path.clone())) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other.map_err(IndexError::io(&path, "remove it")),
    }
}
