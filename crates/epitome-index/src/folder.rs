//! Folders by handle: names are looked up inside an open folder, and no link is ever followed.
//!
//! The state folder lies in a tree that strangers may have written. A link in it could lead anywhere,
//! so each step of a path must be a real folder and the end a real file; a handle, once open, cannot
//! be swapped for something else.

use std::ffi::CString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, readlinkat, statat};
use rustix::io::Errno;

use crate::error::IndexError;

const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// Without waiting: a pipe put where a file should be must not hold us up.
const FILE: OFlags =
    OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// An open folder and the path to name it by in messages.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) handle: File,
    pub(crate) path: PathBuf,
}

impl Folder {
    /// The folder at `path`, if there is one. Links on the way to it are the caller's business.
    pub(crate) fn open(path: &Path) -> Result<Option<Self>, IndexError> {
        opened(openat(CWD, path, FOLDER, Mode::empty()), path.to_owned())
    }

    /// A folder in this one, by a single name.
    pub(crate) fn folder(&self, name: &str) -> Result<Option<Self>, IndexError> {
        opened(openat(&self.handle, name, FOLDER, Mode::empty()), self.path.join(name))
    }

    /// A folder further down.
    pub(crate) fn folder_below(&self, name: &str) -> Result<Option<Self>, IndexError> {
        let mut at = self.again()?;
        for part in name.split('/').filter(|part| !part.is_empty()) {
            let Some(next) = at.folder(part)? else { return Ok(None) };
            at = next;
        }
        Ok(Some(at))
    }

    /// A second handle of the same folder.
    pub(crate) fn again(&self) -> Result<Self, IndexError> {
        let handle =
            self.handle.try_clone().map_err(IndexError::io(&self.path, "open the folder"))?;
        Ok(Self { handle, path: self.path.clone() })
    }

    /// A real file at or below this folder, if it is there.
    pub(crate) fn file(&self, name: &str) -> Result<Option<File>, IndexError> {
        let (above, last) = name.rsplit_once('/').unwrap_or(("", name));
        let Some(folder) = self.folder_below(above)? else { return Ok(None) };
        let path = folder.path.join(last);
        let file = match openat(&folder.handle, last, FILE, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::LOOP) => return Err(IndexError::damaged(path, "it is a link, not a file")),
            Err(errno) => return Err(IndexError::io(&path, "open it")(errno)),
        };
        let metadata = file.metadata().map_err(IndexError::io(&path, "look at it"))?;
        if metadata.is_file() {
            Ok(Some(file))
        } else {
            Err(IndexError::damaged(path, "it is not a plain file"))
        }
    }

    /// What the link `name` says, if there is such a link. Another kind of thing is an error.
    pub(crate) fn link_text(&self, name: &str) -> Result<Option<String>, IndexError> {
        let path = self.path.join(name);
        match readlinkat(&self.handle, name, Vec::new()) {
            Ok(text) => Ok(Some(text.into_string().unwrap_or_else(not_text))),
            Err(Errno::NOENT) => Ok(None),
            Err(Errno::INVAL) => Err(IndexError::damaged(path, "it is not a link")),
            Err(errno) => Err(IndexError::io(&path, "read the link")(errno)),
        }
    }

    /// The names in this folder, sorted; names that are not text are left out, for none is ours.
    pub(crate) fn names(&self) -> Result<Vec<String>, IndexError> {
        let failed = |errno: Errno| IndexError::io(&self.path, "list the folder")(errno);
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.handle).map_err(failed)? {
            if let Ok(name) = entry.map_err(failed)?.file_name().to_str()
                && name != "."
                && name != ".."
            {
                names.push(name.to_owned());
            }
        }
        names.sort();
        Ok(names)
    }

    /// Whether `name` still leads to what `opened` is: it may have been replaced meanwhile.
    pub(crate) fn still_names(&self, name: &str, opened: &File) -> Result<bool, IndexError> {
        let failed = |errno: Errno| IndexError::io(&self.path.join(name), "look at it")(errno);
        let held = rustix::fs::fstat(opened).map_err(failed)?;
        match statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(now) => Ok((now.st_dev, now.st_ino) == (held.st_dev, held.st_ino)),
            Err(Errno::NOENT) => Ok(false),
            Err(errno) => Err(failed(errno)),
        }
    }

    /// What kind of thing `name` is, without following it.
    pub(crate) fn kind_of(&self, name: &str) -> Result<Option<FileType>, IndexError> {
        match statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(FileType::from_raw_mode(stat.st_mode))),
            Err(Errno::NOENT) => Ok(None),
            Err(errno) => Err(IndexError::io(&self.path.join(name), "look at it")(errno)),
        }
    }
}

fn opened(
    result: Result<rustix::fd::OwnedFd, Errno>,
    path: PathBuf,
) -> Result<Option<Folder>, IndexError> {
    match result {
        Ok(handle) => Ok(Some(Folder { handle: handle.into(), path })),
        Err(Errno::NOENT) => Ok(None),
        Err(Errno::LOOP | Errno::NOTDIR) => {
            Err(IndexError::damaged(path, "it is not a folder of its own (a link or a file)"))
        }
        Err(errno) => Err(IndexError::io(&path, "open the folder")(errno)),
    }
}

fn not_text(error: std::ffi::IntoStringError) -> String {
    let bytes: CString = error.into_cstring();
    bytes.to_string_lossy().into_owned()
}

/// Checks a name inside a generation: a relative path of plain parts, divided by `/`.
pub(crate) fn is_plain(name: &str) -> bool {
    name.split('/').all(|part| !matches!(part, "" | "." | "..") && !part.contains(['\0', '\\']))
}

/// Reads no more than `limit` bytes; a longer file is refused.
pub(crate) fn read_limited(file: File, limit: u64) -> io::Result<Option<Vec<u8>>> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}
