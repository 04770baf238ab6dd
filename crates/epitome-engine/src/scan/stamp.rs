//! Recognising an unchanged file without opening it.
//!
//! A file whose size, times and inode are the ones remembered has the content remembered, with one
//! exception that git calls *racily clean*: a file that was changed so shortly before we read it
//! may be changed again within the same tick of the file system's clock, keeping the same stamp. A
//! stamp younger than two seconds at the time of reading is therefore not believed, and the file is
//! read once more. Two seconds is the coarsest clock in use (FAT); ext4 ticks every few
//! milliseconds.

use std::time::{SystemTime, UNIX_EPOCH};

use rustix::fs::Stat;

use super::class::Class;

/// How long before a reading a change must lie for the stamp to be believed.
const RACY_NS: i64 = 2_000_000_000;

/// What the file system says about a file without opening it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// Last change of the content, in nanoseconds since 1970.
    pub mtime_ns: i64,
    /// Last change of content, name or permissions; programs cannot set it back.
    pub ctime_ns: i64,
    /// The file's number, which changes when an editor replaces the file.
    pub inode: u64,
}

/// What an earlier scan learnt by reading a file. Keep it, and offer it to the next scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The stamp the file had when it was opened.
    pub stamp: Stamp,
    /// When the scan that read the file began, in nanoseconds since 1970.
    pub seen_ns: i64,
    /// BLAKE3 of the raw bytes.
    pub raw_hash: [u8; 32],
    /// What the content showed.
    pub class: Class,
}

impl Known {
    /// Whether a file that now has the stamp `now` certainly has the content we read.
    pub fn holds_for(&self, now: &Stamp) -> bool {
        self.stamp == *now && !self.is_racy() && self.class.needs_content()
    }

    /// Whether the file was last changed less than two seconds before the scan that read it, or
    /// after that scan began.
    pub fn is_racy(&self) -> bool {
        let changed = self.stamp.mtime_ns.max(self.stamp.ctime_ns);
        changed > self.seen_ns.saturating_sub(RACY_NS)
    }
}

/// For a first scan: nothing is known about any file.
pub fn nothing_known(_: &super::RelPath) -> Option<Known> {
    None
}

impl Stamp {
    pub(super) fn of(stat: &Stat) -> Stamp {
        // The integer types of `Stat` differ between systems; 128 bits hold them all.
        Stamp {
            size: u64::try_from(i128::from(stat.st_size)).unwrap_or(0),
            mtime_ns: nanoseconds(stat.st_mtime.into(), stat.st_mtime_nsec.into()),
            ctime_ns: nanoseconds(stat.st_ctime.into(), stat.st_ctime_nsec.into()),
            inode: u64::try_from(i128::from(stat.st_ino)).unwrap_or(0),
        }
    }
}

/// Times outside the years 1677 to 2262 are pressed to the nearer end: two such stamps may then be
/// equal, but a time in the far future is racy anyway and one in the far past does not move.
fn nanoseconds(seconds: i128, nanos: i128) -> i64 {
    let total = seconds * 1_000_000_000 + nanos;
    total.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// The clock on the wall.
pub(super) fn now_ns() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_nanos()).unwrap_or(i64::MAX),
        Err(_) => 0,
    }
}
