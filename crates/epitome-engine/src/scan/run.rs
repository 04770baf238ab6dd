//! The ways to start a scan.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::thread;

use super::entry::Entry;
use super::error::ScanError;
use super::judge::Judge;
use super::path::RelPath;
use super::queue::Queue;
use super::report::ScanReport;
use super::root::Root;
use super::rules::Rules;
use super::stamp::{Known, now_ns};
use super::walk::{Folder, Walk};

/// The size limit unless another is given: 1 MiB.
pub const DEFAULT_MAX_BYTES: u64 = 1 << 20;

/// How to scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScanOptions {
    /// Files with more bytes are skipped without being read.
    pub max_bytes: u64,
    /// Threads that walk and read; 0 stands for as many as there are cores.
    pub threads: usize,
}

impl Default for ScanOptions {
    fn default() -> ScanOptions {
        ScanOptions { max_bytes: DEFAULT_MAX_BYTES, threads: 0 }
    }
}

impl ScanOptions {
    fn thread_count(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            given => given,
        }
    }
}

/// Scans a folder and gives each file to `visit`, on this thread and in no particular order.
///
/// Other threads walk and read ahead, but only by a few files: memory does not grow with the tree.
/// `known` is asked for what an earlier scan learnt about a file; [`nothing_known`] has no answers.
/// `visit` may end the scan with `ControlFlow::Break`.
///
/// ```
/// use std::ops::ControlFlow;
/// use epitome_engine::scan::{ScanOptions, nothing_known, scan};
///
/// let root = std::path::Path::new("src");
/// let mut lines = 0;
/// let report = scan(root, &ScanOptions::default(), &nothing_known, |entry| {
///     lines += entry.text().map_or(0, |text| text.text.lines().count());
///     ControlFlow::Continue(())
/// })?;
/// assert!(lines > 0 && report.source > 0);
/// # Ok::<(), epitome_engine::scan::ScanError>(())
/// ```
///
/// [`nothing_known`]: super::nothing_known
pub fn scan<K>(
    root: &Path,
    options: &ScanOptions,
    known: &K,
    mut visit: impl FnMut(Entry) -> ControlFlow<()>,
) -> Result<ScanReport, ScanError>
where
    K: Fn(&RelPath) -> Option<Known> + Sync,
{
    // Entries carry their text, so this bounds memory: at most 64 texts wait.
    let (sender, receiver) = sync_channel(64.min(4 * options.thread_count()));
    thread::scope(|scope| {
        let walk = scope.spawn(move || {
            // The visitor has gone when a send fails: it broke off, or panicked.
            scan_on_workers(root, options, known, &move |entry| match sender.send(entry) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        });
        let stopped = receiver.into_iter().any(|entry| visit(entry).is_break());
        let mut report = walk.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        report.stopped |= stopped;
        Ok(report)
    })
}

/// Like [`scan`], but `visit` runs on the threads that walk and read, several at a time. For work
/// that takes longer than the reading and needs no order, such as outlining.
///
/// A visitor's panic ends the scan and is passed on.
pub fn scan_on_workers<K, V>(
    root: &Path,
    options: &ScanOptions,
    known: &K,
    visit: &V,
) -> Result<ScanReport, ScanError>
where
    K: Fn(&RelPath) -> Option<Known> + Sync,
    V: Fn(Entry) -> ControlFlow<()> + Sync,
{
    let root = Root::open(root)?;
    let threads = options.thread_count();
    let mut problems = Vec::new();
    let (rules, path) = Rules::above(root.path(), &mut problems);
    let walk = Walk {
        root: &root,
        prefix: path.len(),
        judge: Judge { limit: options.max_bytes, seen_ns: now_ns(), known },
        visit,
        queue: Queue::new(Folder { path, rules, vendored: false }, threads),
    };
    let mut report = ScanReport::default();
    problems.into_iter().for_each(|problem| report.ignore_problems.add(problem));
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| walk.work())).collect();
        for worker in workers {
            report.merge(worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
    });
    Ok(report)
}

/// Scans a folder and returns all entries ordered by path. Holds every text at once: for small
/// trees and for tests.
pub fn scan_sorted<K>(
    root: &Path,
    options: &ScanOptions,
    known: &K,
) -> Result<(Vec<Entry>, ScanReport), ScanError>
where
    K: Fn(&RelPath) -> Option<Known> + Sync,
{
    let mut entries = Vec::new();
    let report = scan(root, options, known, |entry| {
        entries.push(entry);
        ControlFlow::Continue(())
    })?;
    sort_entries(&mut entries);
    Ok((entries, report))
}

/// Orders entries by path, which makes any collection of them the same in every run.
pub fn sort_entries(entries: &mut [Entry]) {
    entries.sort_unstable_by(|a, b| a.path.cmp(&b.path));
}
