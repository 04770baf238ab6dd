//! Work waiting for a thread.
//!
//! Last in, first out, so that a walk goes deep before it goes wide and few folders wait at a time.
//! The queue holds names of folders, and a bounded number of slices of large folders; never a list
//! of all files.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The queue. `F` is a folder to list, `S` a slice of a folder already listed.
pub(super) struct Queue<F, S> {
    state: Mutex<State<F, S>>,
    changed: Condvar,
    /// So many slices may wait; beyond that the thread that lists a folder works them off itself.
    slices_wanted: usize,
}

struct State<F, S> {
    folders: Vec<F>,
    slices: Vec<S>,
    /// Threads that may still add work.
    busy: usize,
    stopped: bool,
}

/// A piece of work.
pub(super) enum Work<F, S> {
    Folder(F),
    Slice(S),
}

impl<F, S> Queue<F, S> {
    pub(super) fn new(first: F, threads: usize) -> Queue<F, S> {
        let state = State { folders: vec![first], slices: Vec::new(), busy: 0, stopped: false };
        // A single thread has nobody to share a folder with.
        let slices_wanted = if threads > 1 { threads * 2 } else { 0 };
        Queue { state: Mutex::new(state), changed: Condvar::new(), slices_wanted }
    }

    /// Waits for work and does it; returns when all work is done or the queue was stopped.
    pub(super) fn work_off(&self, mut work: impl FnMut(Work<F, S>)) {
        while let Some(next) = self.take() {
            let _busy = Busy { queue: self };
            work(next);
        }
    }

    pub(super) fn add_folders(&self, mut folders: Vec<F>) {
        if !folders.is_empty() {
            self.lock().folders.append(&mut folders);
            self.changed.notify_all();
        }
    }

    /// Leaves a slice to another thread, or gives it back where enough are waiting.
    pub(super) fn offer_slice(&self, slice: S) -> Result<(), S> {
        let mut state = self.lock();
        if state.slices.len() >= self.slices_wanted {
            return Err(slice);
        }
        state.slices.push(slice);
        self.changed.notify_one();
        Ok(())
    }

    /// Ends the walk: work that waits is forgotten.
    pub(super) fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    fn take(&self) -> Option<Work<F, S>> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            // Slices first: they hold a folder open.
            let work = state.slices.pop().map(Work::Slice);
            if let Some(work) = work.or_else(|| state.folders.pop().map(Work::Folder)) {
                state.busy += 1;
                return Some(work);
            }
            if state.busy == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<F, S>> {
        // The lock is never held while foreign code runs, so the state is whole even if poisoned.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread at work. Dropped at the end of the work, also when a visitor panics: the others must
/// not wait for ever for a thread that is gone.
struct Busy<'a, F, S> {
    queue: &'a Queue<F, S>,
}

impl<F, S> Drop for Busy<'_, F, S> {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.busy -= 1;
        state.stopped |= std::thread::panicking();
        if state.busy == 0 || state.stopped {
            self.queue.changed.notify_all();
        }
    }
}
