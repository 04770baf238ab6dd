//! What a scan found, in numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::class::{Class, SkipKind, SkipReason};
use super::entry::{Body, Entry};
use super::path::RelPath;

/// So many troubles are named; the rest are only counted.
const NAMED: usize = 100;

/// The sum of a scan. The same tree gives the same report, whatever the number of threads.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScanReport {
    /// Entries delivered: source files and skipped ones. Ignored entries are not among them.
    pub files: u64,
    /// Source files among them.
    pub source: u64,
    /// Raw bytes in those source files.
    pub source_bytes: u64,
    /// Skipped files by reason; reasons that did not occur are absent.
    pub skipped: BTreeMap<SkipKind, u64>,
    /// Files recognised as unchanged.
    pub unchanged: u64,
    /// Files opened to read their content. Ignore files are not counted.
    pub opened: u64,
    /// Folders listed, the root included.
    pub folders: u64,
    /// Files and folders hidden by ignore rules. What lies in a hidden folder is not looked at.
    pub ignored: u64,
    /// Unreadable files and folders, the first hundred by path.
    pub unreadable: Problems,
    /// Troubles with ignore files, the first hundred by path.
    pub ignore_problems: Problems,
    /// Whether the visitor ended the scan early, so that the numbers are not those of the tree.
    pub stopped: bool,
}

/// Something that could not be used, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Where: below the root, or the full path of an ignore file above it.
    pub path: RelPath,
    /// What happened, and what helps.
    pub cause: Box<str>,
}

/// Problems, of which only the first by path are kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems {
    count: u64,
    named: BTreeSet<Problem>,
}

impl Problems {
    /// How many there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The first hundred, ordered by path.
    pub fn named(&self) -> impl ExactSizeIterator<Item = &Problem> {
        self.named.iter()
    }

    /// Counts a problem, and keeps it if it is among the first.
    pub fn add(&mut self, problem: Problem) {
        self.count += 1;
        self.keep(problem);
    }

    fn merge(&mut self, other: Problems) {
        self.count += other.count;
        other.named.into_iter().for_each(|problem| self.keep(problem));
    }

    fn keep(&mut self, problem: Problem) {
        self.named.insert(problem);
        if self.named.len() > NAMED {
            self.named.pop_last();
        }
    }
}

impl ScanReport {
    /// How many files were skipped, for whatever reason.
    pub fn skipped_total(&self) -> u64 {
        self.skipped.values().sum()
    }

    pub(super) fn add(&mut self, entry: &Entry) {
        self.files += 1;
        self.unchanged += u64::from(matches!(entry.body, Body::Unchanged));
        match &entry.class {
            Class::Source => {
                self.source += 1;
                self.source_bytes += entry.known.as_ref().map_or(0, |known| known.stamp.size);
            }
            Class::Skipped(reason) => {
                *self.skipped.entry(reason.kind()).or_default() += 1;
                if let SkipReason::Unreadable { cause } = reason {
                    self.unreadable.add(Problem { path: entry.path.clone(), cause: cause.clone() });
                }
            }
        }
    }

    pub(super) fn merge(&mut self, other: ScanReport) {
        self.files += other.files;
        self.source += other.source;
        self.source_bytes += other.source_bytes;
        for (kind, count) in other.skipped {
            *self.skipped.entry(kind).or_default() += count;
        }
        self.unchanged += other.unchanged;
        self.opened += other.opened;
        self.folders += other.folders;
        self.ignored += other.ignored;
        self.unreadable.merge(other.unreadable);
        self.ignore_problems.merge(other.ignore_problems);
        self.stopped |= other.stopped;
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.cause)
    }
}

impl fmt::Display for ScanReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.source == 1 { "" } else { "s" };
        write!(f, "{} source file{plural}, {} bytes", self.source, self.source_bytes)?;
        if self.unchanged > 0 {
            write!(f, ", {} unchanged", self.unchanged)?;
        }
        if !self.skipped.is_empty() {
            let by_kind: Vec<String> =
                self.skipped.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            write!(f, "; skipped {} ({})", self.skipped_total(), by_kind.join(", "))?;
        }
        if self.ignored > 0 {
            write!(f, "; {} ignored", self.ignored)?;
        }
        if self.stopped {
            f.write_str("; stopped early")?;
        }
        Ok(())
    }
}
