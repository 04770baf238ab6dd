//! One file: the questions in order of their cost.
//!
//! Is it a link or not regular, does its folder or its name say enough (no system call so far)? Is
//! it too large, or just as we knew it (one `stat`)? Only then: what does it contain (opened and
//! read, once)?

use std::io;
use std::os::fd::BorrowedFd;

use rustix::fs::{AtFlags, FileType};
use rustix::io::Errno;

use super::class::{Class, SkipReason};
use super::content::classify;
use super::entry::{Body, Entry};
use super::names::by_name;
use super::open::{self, Refusal};
use super::path::RelPath;
use super::stamp::{Known, Stamp};

/// What all files of a scan are judged by.
pub(super) struct Judge<'a, K> {
    /// The largest file to read, in bytes.
    pub(super) limit: u64,
    /// When the scan began.
    pub(super) seen_ns: i64,
    /// What the caller knows from before.
    pub(super) known: &'a K,
}

/// A file as its folder lists it.
pub(super) struct Candidate<'a> {
    pub(super) folder: BorrowedFd<'a>,
    pub(super) name: &'a [u8],
    pub(super) file_type: FileType,
    pub(super) vendored: bool,
}

impl<K: Fn(&RelPath) -> Option<Known>> Judge<'_, K> {
    /// The finished entry, or nothing for a file that is gone by now. `opened` counts openings.
    pub(super) fn file(
        &self,
        file: &Candidate<'_>,
        path: RelPath,
        opened: &mut u64,
    ) -> Option<Entry> {
        if let Some(reason) = by_listing(file) {
            return Some(skipped(path, reason));
        }
        let stat = match rustix::fs::statat(file.folder, file.name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => stat,
            Err(Errno::NOENT) => return None,
            Err(errno) => return Some(skipped(path, unreadable(&errno.into()))),
        };
        if let Some(reason) = by_type(FileType::from_raw_mode(stat.st_mode)) {
            return Some(skipped(path, reason));
        }
        let stamp = Stamp::of(&stat);
        if stamp.size > self.limit {
            let reason = SkipReason::TooLarge { size: stamp.size, limit: self.limit };
            return Some(skipped(path, reason));
        }
        if let Some(known) = (self.known)(&path).filter(|known| known.holds_for(&stamp)) {
            let class = known.class.clone();
            return Some(Entry { path, class, known: Some(known), body: Body::Unchanged });
        }
        *opened += 1;
        match open::file(file.folder, file.name, self.limit) {
            Ok((bytes, stamp)) => Some(self.read(path, file.name, bytes, stamp)),
            Err(refusal) => self.refused(&refusal).map(|reason| skipped(path, reason)),
        }
    }

    fn read(&self, path: RelPath, name: &[u8], bytes: Vec<u8>, stamp: Stamp) -> Entry {
        let (class, text) = classify(name, bytes);
        let raw_hash = text.raw_hash;
        let known = Known { stamp, seen_ns: self.seen_ns, raw_hash, class: class.clone() };
        let body = if class == Class::Source { Body::Fresh(text) } else { Body::Nothing };
        Entry { path, class, known: Some(known), body }
    }

    fn refused(&self, refusal: &Refusal) -> Option<SkipReason> {
        match refusal {
            Refusal::Missing => None,
            Refusal::Link => Some(SkipReason::Link),
            Refusal::NotRegular(what) => Some(SkipReason::NotRegular { what }),
            Refusal::TooLarge(size) => {
                Some(SkipReason::TooLarge { size: *size, limit: self.limit })
            }
            Refusal::Io(cause) => Some(unreadable(cause)),
        }
    }
}

/// What can be told without a system call.
fn by_listing(file: &Candidate<'_>) -> Option<SkipReason> {
    if file.file_type != FileType::Unknown
        && let Some(reason) = by_type(file.file_type)
    {
        return Some(reason);
    }
    if file.vendored {
        return Some(SkipReason::Vendored);
    }
    by_name(file.name)
}

fn by_type(file_type: FileType) -> Option<SkipReason> {
    match file_type {
        FileType::Symlink => Some(SkipReason::Link),
        other => open::not_regular(other).map(|what| SkipReason::NotRegular { what }),
    }
}

/// An entry without content.
pub(super) fn skipped(path: RelPath, reason: SkipReason) -> Entry {
    Entry { path, class: Class::Skipped(reason), known: None, body: Body::Nothing }
}

fn unreadable(cause: &io::Error) -> SkipReason {
    SkipReason::Unreadable { cause: format!("{cause}; check its permissions").into() }
}
