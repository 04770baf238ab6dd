//! The walk: listing folders and handing their entries on.
//!
//! Folders wait in a queue that all threads share. A large folder is listed by one thread and
//! worked off by all, a slice at a time. Each entry is judged by the thread that holds it and goes
//! straight to the visitor, so no list of files ever exists.

use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use rustix::fs::{AtFlags, Dir, FileType};
use rustix::io::Errno;

use super::class::SkipReason;
use super::entry::Entry;
use super::judge::{Candidate, Judge, skipped};
use super::names::vendor_rule;
use super::open;
use super::path::RelPath;
use super::queue::{Queue, Work};
use super::report::ScanReport;
use super::root::Root;
use super::rules::{Rules, Verdict};
use super::stamp::Known;

/// Never entered, whatever the ignore files say: the stores of version control and our own.
pub(super) const PRIVATE: [&[u8]; 5] = [b".git", b".epitome", b".hg", b".svn", b".jj"];

/// Entries of one folder that a thread takes at a time.
const SLICE: usize = 128;

/// A folder to list. Its path starts with the root's path below its repository, whose length
/// `Walk::prefix` is, and ends with a slash unless it is empty.
pub(super) struct Folder {
    pub(super) path: Vec<u8>,
    pub(super) rules: Option<Arc<Rules>>,
    pub(super) vendored: bool,
}

/// A folder being listed.
struct Listing {
    handle: OwnedFd,
    folder: Folder,
}

/// Some entries of a folder.
pub(super) struct Slice {
    listing: Arc<Listing>,
    names: Vec<(Box<[u8]>, FileType)>,
}

/// One scan, as its threads share it.
pub(super) struct Walk<'a, K, V> {
    pub(super) root: &'a Root,
    pub(super) prefix: usize,
    pub(super) judge: Judge<'a, K>,
    pub(super) visit: &'a V,
    pub(super) queue: Queue<Folder, Slice>,
}

impl<K, V> Walk<'_, K, V>
where
    K: Fn(&RelPath) -> Option<Known> + Sync,
    V: Fn(Entry) -> ControlFlow<()> + Sync,
{
    /// What each thread does.
    pub(super) fn work(&self) -> ScanReport {
        let mut report = ScanReport::default();
        self.queue.work_off(|work| match work {
            Work::Folder(folder) => {
                let path = self.relative(folder.path.strip_suffix(b"/").unwrap_or(&folder.path));
                if let Err(errno) = self.folder(folder, &mut report) {
                    // A visitor that breaks off here has stopped the queue.
                    let _ = self.deliver(skipped(path, unreadable_folder(errno)), &mut report);
                }
            }
            Work::Slice(slice) => self.slice(slice, &mut report),
        });
        report
    }

    /// Lists a folder, slice by slice. One that is gone by now has no entries.
    fn folder(&self, mut folder: Folder, report: &mut ScanReport) -> Result<(), Errno> {
        let relative = &folder.path[self.prefix..];
        let handle = match open::folder_below(self.root.handle(), relative) {
            Err(Errno::NOENT) => return Ok(()),
            answer => answer?,
        };
        let mut names = Dir::read_from(&handle)?;
        report.folders += 1;
        let mut first = Vec::new();
        let mut private = false;
        let mut more = fill(&mut first, &mut names, &mut private);
        // Most folders have no ignore file, and a short listing tells so without a system call.
        let short = more == Ok(false);
        let has = |name: &[u8]| {
            !short || private && name == b".git" || first.iter().any(|(n, _)| **n == *name)
        };
        let mut problems = Vec::new();
        let base = folder.path.len();
        folder.rules =
            Rules::enter(folder.rules, handle.as_fd(), &has, base, relative, &mut problems);
        problems.into_iter().for_each(|problem| report.ignore_problems.add(problem));
        let listing = Arc::new(Listing { handle, folder });
        while !self.queue.is_stopped() {
            let slice = Slice { listing: listing.clone(), names: std::mem::take(&mut first) };
            // The last slice is kept: the folder's handle is closed sooner.
            match if more == Ok(true) { self.queue.offer_slice(slice) } else { Err(slice) } {
                Ok(()) => {}
                Err(slice) => self.slice(slice, report),
            }
            if !more? {
                break;
            }
            more = fill(&mut first, &mut names, &mut private);
        }
        Ok(())
    }

    fn slice(&self, slice: Slice, report: &mut ScanReport) {
        let Slice { listing, names } = slice;
        let folder = &listing.folder;
        let mut inner = Vec::new();
        let mut path = folder.path.clone();
        for (name, listed_type) in names {
            path.truncate(folder.path.len());
            path.extend_from_slice(&name);
            let file_type = sure_type(listing.handle.as_fd(), &name, listed_type);
            let is_folder = file_type == FileType::Directory;
            let rules = folder.rules.as_ref();
            let verdict = rules.map_or(Verdict::Shown, |rules| rules.verdict(&path, is_folder));
            if verdict == Verdict::Hidden {
                report.ignored += 1;
            } else if is_folder {
                // Who brings back a folder by name also says that it is not foreign.
                let vendored = verdict != Verdict::Wanted
                    && (folder.vendored || is_vendored(listing.handle.as_fd(), &name));
                let path = [path.as_slice(), b"/"].concat();
                inner.push(Folder { path, rules: folder.rules.clone(), vendored });
            } else {
                let file = Candidate {
                    folder: listing.handle.as_fd(),
                    name: &name,
                    file_type,
                    vendored: folder.vendored,
                };
                let entry = self.judge.file(&file, self.relative(&path), &mut report.opened);
                if entry.is_some_and(|entry| self.deliver(entry, report).is_break()) {
                    return;
                }
            }
        }
        self.queue.add_folders(inner);
    }

    fn relative(&self, path: &[u8]) -> RelPath {
        RelPath::from_os(OsStr::from_bytes(path.get(self.prefix..).unwrap_or_default()))
    }

    fn deliver(&self, entry: Entry, report: &mut ScanReport) -> ControlFlow<()> {
        report.add(&entry);
        let answer = (self.visit)(entry);
        if answer.is_break() {
            report.stopped = true;
            self.queue.stop();
        }
        answer
    }
}

/// Reads names until the slice is full (then there may be more) or the folder ends. `private` is set
/// where one was among them that is not to be entered.
fn fill(
    slice: &mut Vec<(Box<[u8]>, FileType)>,
    names: &mut Dir,
    private: &mut bool,
) -> Result<bool, Errno> {
    while let Some(entry) = names.read() {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if PRIVATE.contains(&name) {
            *private = true;
        } else if name != b"." && name != b".." {
            slice.push((name.into(), entry.file_type()));
        }
        if slice.len() == SLICE {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Some file systems do not tell the type in the listing.
pub(super) fn sure_type(folder: BorrowedFd<'_>, name: &[u8], listed: FileType) -> FileType {
    match listed {
        FileType::Unknown => rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)
            .map_or(FileType::Unknown, |stat| FileType::from_raw_mode(stat.st_mode)),
        known => known,
    }
}

/// Whether a folder of this name, in this place, holds other people's code.
pub(super) fn is_vendored(folder: BorrowedFd<'_>, name: &[u8]) -> bool {
    let Some(rule) = vendor_rule(name) else { return false };
    let exists = |path: &[u8]| rustix::fs::statat(folder, path, AtFlags::SYMLINK_NOFOLLOW).is_ok();
    rule.needs_no_proof()
        || rule.beside.iter().any(|proof| exists(proof.as_bytes()))
        || rule.inside.iter().any(|proof| exists(&[name, b"/", proof.as_bytes()].concat()))
}

fn unreadable_folder(errno: Errno) -> SkipReason {
    let cause = std::io::Error::from(errno);
    let remedy = match errno {
        Errno::NAMETOOLONG => "nest it less deep, or ignore it",
        Errno::MFILE | Errno::NFILE => "allow more open files",
        _ => "check its permissions",
    };
    SkipReason::Unreadable { cause: format!("cannot list the folder: {cause}; {remedy}").into() }
}
