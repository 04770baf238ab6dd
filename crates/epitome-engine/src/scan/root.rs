//! The folder being scanned, held open.
//!
//! The root is resolved once, so a root that is itself a link is fine; from then on everything is
//! opened relative to the handle, and renaming the folder or swapping it for a link changes
//! nothing.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use super::error::{ReadError, ScanError};
use super::open::{self, Refusal};
use super::path::RelPath;
use super::text::Text;

/// A folder to read below.
#[derive(Debug)]
pub struct Root {
    path: PathBuf,
    handle: OwnedFd,
}

impl Root {
    /// Resolves and opens a folder.
    pub fn open(path: &Path) -> Result<Root, ScanError> {
        let failed = |cause| ScanError::from_io(path, cause);
        let resolved = path.canonicalize().map_err(failed)?;
        let handle = open::resolved_folder(&resolved).map_err(failed)?;
        Ok(Root { path: resolved, handle })
    }

    /// The folder, with every link resolved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads one regular file below the root, of at most `limit` bytes. Never follows a link.
    pub fn read_text(&self, path: &RelPath, limit: u64) -> Result<Text, ReadError> {
        if !path.stays_below() {
            return Err(ReadError::OutOfRoot { path: path.clone() });
        }
        let bytes = path.as_os_str().as_bytes();
        let split = memchr::memrchr(b'/', bytes).map_or(0, |slash| slash + 1);
        let (folder, name) = bytes.split_at(split);
        let refused = |refusal| read_error(path, refusal, limit);
        let folder = open::folder_below(self.handle(), folder).map_err(|errno| match errno {
            Errno::LOOP | Errno::XDEV => refused(Refusal::Link),
            // A link in the way is "not a directory" where the path is walked step by step.
            Errno::NOENT | Errno::NOTDIR => refused(Refusal::Missing),
            other => refused(Refusal::Io(other.into())),
        })?;
        let (bytes, _) = open::file(folder.as_fd(), name, limit).map_err(refused)?;
        Ok(Text::decode(bytes))
    }

    pub(super) fn handle(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }
}

fn read_error(path: &RelPath, refusal: Refusal, limit: u64) -> ReadError {
    let path = path.clone();
    match refusal {
        Refusal::Missing => ReadError::Missing { path },
        Refusal::Link => ReadError::OutOfRoot { path },
        Refusal::NotRegular(what) => ReadError::NotRegular { path, what },
        Refusal::TooLarge(_) => ReadError::TooLarge { path, limit },
        Refusal::Io(cause) => ReadError::Unreadable { path, cause },
    }
}
