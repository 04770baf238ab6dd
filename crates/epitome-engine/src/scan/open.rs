//! Opening without being led astray.
//!
//! The only module that opens anything. A folder is opened below the root without crossing a link
//! at any step; a file is opened in a folder that is already open, without following a link and
//! without waiting (a FIFO would block for ever), and is then asked *through the handle* whether
//! it is a regular file. Nothing can be swapped between the question and the reading.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{CWD, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::stamp::Stamp;

/// The longest path the kernel takes in one call.
const PATH_MAX: usize = 4096;

const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC)
    .union(OFlags::NONBLOCK);

const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY);

/// Why [`file`] gave no content.
#[derive(Debug)]
pub(super) enum Refusal {
    /// Gone since it was listed.
    Missing,
    /// A link.
    Link,
    /// Not a regular file but this.
    NotRegular(&'static str),
    /// More bytes than the limit; so many were seen or claimed.
    TooLarge(u64),
    /// The system refuses.
    Io(io::Error),
}

/// Opens a folder by a path that holds no links, such as a resolved root.
pub(super) fn resolved_folder(path: &std::path::Path) -> io::Result<OwnedFd> {
    Ok(rustix::fs::openat(CWD, path, FOLDER, Mode::empty())?)
}

/// Opens a folder below `root`. A link anywhere in `relative` is refused with `ELOOP`.
pub(super) fn folder_below(root: BorrowedFd<'_>, relative: &[u8]) -> rustix::io::Result<OwnedFd> {
    let relative = relative.strip_suffix(b"/").unwrap_or(relative);
    if relative.is_empty() {
        return rustix::fs::openat(root, c".", FOLDER, Mode::empty());
    }
    if relative.len() >= PATH_MAX {
        return Err(Errno::NAMETOOLONG);
    }
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        use rustix::fs::ResolveFlags;
        let how = ResolveFlags::BENEATH
            .union(ResolveFlags::NO_SYMLINKS)
            .union(ResolveFlags::NO_MAGICLINKS);
        // Without `NOFOLLOW`, which would answer `ENOTDIR` for a link at the end and not `ELOOP`.
        let flags = FOLDER.difference(OFlags::NOFOLLOW);
        match rustix::fs::openat2(root, relative, flags, Mode::empty(), how) {
            // Kernels before 5.6 and some sandboxes do not have the call.
            Err(Errno::NOSYS | Errno::PERM | Errno::AGAIN | Errno::INVAL) => {}
            answer => return answer,
        }
    }
    folder_step_by_step(root, relative)
}

/// The same, one part of the path at a time, for systems that cannot do it in one call.
fn folder_step_by_step(root: BorrowedFd<'_>, relative: &[u8]) -> rustix::io::Result<OwnedFd> {
    let mut parts = relative.split(|&byte| byte == b'/');
    let mut step = |from: BorrowedFd<'_>| match parts.next() {
        None => Ok(None),
        Some(b"" | b"." | b"..") => Err(Errno::XDEV),
        Some(part) => rustix::fs::openat(from, part, FOLDER, Mode::empty()).map(Some),
    };
    let mut folder = step(root)?.ok_or(Errno::NOENT)?;
    while let Some(next) = step(folder.as_fd())? {
        folder = next;
    }
    Ok(folder)
}

/// Reads a regular file of at most `limit` bytes, and the stamp it had when it was opened.
///
/// The claimed size is only a hint: no more than `limit` bytes are ever held, and a file that grows
/// past it while being read is too large, whatever it claimed at first.
pub(super) fn file(
    folder: BorrowedFd<'_>,
    name: &[u8],
    limit: u64,
) -> Result<(Vec<u8>, Stamp), Refusal> {
    let handle = rustix::fs::openat(folder, name, FILE, Mode::empty()).map_err(refusal)?;
    let stat = rustix::fs::fstat(&handle).map_err(refusal)?;
    if let Some(what) = not_regular(FileType::from_raw_mode(stat.st_mode)) {
        return Err(Refusal::NotRegular(what));
    }
    let stamp = Stamp::of(&stat);
    if stamp.size > limit {
        return Err(Refusal::TooLarge(stamp.size));
    }
    // One byte more than claimed, so that an honest size is read without growing the buffer.
    let mut bytes = Vec::with_capacity(usize::try_from(stamp.size).unwrap_or(0).saturating_add(1));
    File::from(handle)
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(Refusal::Io)?;
    match bytes.len() as u64 {
        seen if seen > limit => Err(Refusal::TooLarge(seen)),
        _ => Ok((bytes, stamp)),
    }
}

/// What a file of this type is, if it is not a regular file.
pub(super) fn not_regular(file_type: FileType) -> Option<&'static str> {
    match file_type {
        FileType::RegularFile => None,
        FileType::Directory => Some("a folder"),
        FileType::Symlink => Some("a link"),
        FileType::Fifo => Some("a FIFO"),
        FileType::Socket => Some("a socket"),
        FileType::CharacterDevice | FileType::BlockDevice => Some("a device"),
        FileType::Unknown => Some("of an unknown kind"),
    }
}

fn refusal(errno: Errno) -> Refusal {
    match errno {
        Errno::NOENT => Refusal::Missing,
        Errno::LOOP | Errno::MLINK => Refusal::Link,
        // What the kernel says when asked to open a socket, or a device that is not there.
        Errno::NXIO | Errno::NODEV => Refusal::NotRegular("a socket or device"),
        other => Refusal::Io(other.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Even where the listing said "regular file": a FIFO does not block and a link is not crossed.
    #[test]
    fn only_regular_files_are_read() {
        let temp = tempfile::tempdir().unwrap();
        let mode = Mode::from_raw_mode(0o644);
        rustix::fs::mknodat(CWD, temp.path().join("pipe"), FileType::Fifo, mode, 0).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", temp.path().join("link")).unwrap();
        let folder = resolved_folder(temp.path()).unwrap();
        let read = |name: &str| file(folder.as_fd(), name.as_bytes(), 100).unwrap_err();
        assert!(matches!(read("pipe"), Refusal::NotRegular("a FIFO")));
        assert!(matches!(read("link"), Refusal::Link));
        assert!(matches!(read("."), Refusal::NotRegular("a folder")));
        assert!(matches!(read("none"), Refusal::Missing));
    }

    /// Files in `/proc` claim no bytes and have some, as a file does that grows while it is read.
    #[cfg(target_os = "linux")]
    #[test]
    fn claimed_sizes_are_not_believed() {
        let folder = resolved_folder(std::path::Path::new("/proc")).unwrap();
        let refused = file(folder.as_fd(), b"version", 5);
        assert!(matches!(refused, Err(Refusal::TooLarge(6))));
        let (bytes, stamp) = file(folder.as_fd(), b"version", 5000).unwrap();
        assert!(stamp.size == 0 && !bytes.is_empty());
    }

    /// Both ways of opening a folder refuse the same paths.
    #[test]
    fn one_call_and_many_calls_agree() {
        let temp = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(temp.path().join("a/b")).unwrap();
        std::fs::write(temp.path().join("a/file"), "").unwrap();
        std::os::unix::fs::symlink("a", temp.path().join("link")).unwrap();
        std::os::unix::fs::symlink("/", temp.path().join("a/out")).unwrap();
        let root = resolved_folder(temp.path()).unwrap();
        for (path, opens) in [
            ("a", true),
            ("a/b", true),
            ("a/none", false),
            ("a/file", false),
            ("link", false),
            ("link/b", false),
            ("a/out", false),
            ("a/out/etc", false),
            ("a/../..", false),
            ("..", false),
        ] {
            let at_once = folder_below(root.as_fd(), path.as_bytes());
            let by_steps = folder_step_by_step(root.as_fd(), path.as_bytes());
            assert_eq!((at_once.is_ok(), by_steps.is_ok()), (opens, opens), "{path}");
        }
    }
}
