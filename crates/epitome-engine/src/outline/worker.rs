//! The inside of a worker process: outlines until it is told nothing more, or until a file is too
//! much for it.

use std::io::{self, BufReader, BufWriter};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use epitome_syntax::{Limits, Outliner, languages};
use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

use super::protocol::{read_request, write_answer, write_greeting};

/// The exit code of a worker that spent too long on one file.
pub(super) const EXIT_TOOK_TOO_LONG: i32 = 75;

/// Recursion in the parsers is as deep as the input is nested; this is room for any input that
/// passes the nesting limit, and is not touched otherwise.
const STACK_BYTES: usize = 64 << 20;
const TICK: Duration = Duration::from_millis(50);
const IDLE: u64 = u64::MAX;

/// What one file may cost a worker.
#[derive(Debug, Clone, Copy)]
pub struct WorkerLimits {
    /// Processor time.
    pub cpu: Duration,
    /// Address space.
    pub memory: u64,
}

impl Default for WorkerLimits {
    fn default() -> Self {
        WorkerLimits { cpu: Duration::from_secs(2), memory: 1 << 30 }
    }
}

/// Serves requests on standard input until it ends. To be called by a process that does nothing
/// else; see [`super::WorkerCommand`].
pub fn run_worker(limits: WorkerLimits) -> io::Result<()> {
    // A limit that cannot be set is one less defence, not a reason to stop.
    let _ = setrlimit(
        Resource::As,
        Rlimit { current: Some(limits.memory), maximum: Some(limits.memory) },
    );
    let started = Arc::new(AtomicU64::new(IDLE));
    watch(Arc::clone(&started), limits.cpu)?;
    thread::Builder::new()
        .name("outline".into())
        .stack_size(STACK_BYTES)
        .spawn(move || serve(&started, limits.cpu))?
        .join()
        .unwrap_or_else(|_| Err(io::Error::other("the outliner panicked")))
}

fn serve(started: &AtomicU64, cpu: Duration) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    write_greeting(&mut output)?;
    // The watchdog counts processor time; the parser's own clock counts real time, which a busy
    // machine stretches.
    let mut outliner = Outliner::new(Limits { time: cpu * 10, ..Limits::default() });
    let mut text = String::new();
    let mut answer = Vec::new();
    while let Some(index) = read_request(&mut input, &mut text)? {
        let builtin = languages()
            .get(index as usize)
            .ok_or_else(|| io::Error::other("a language that is not in the registry"))?;
        started.store(cpu_nanos(), Ordering::Release);
        let outline = outliner.outline(builtin.language(), &text);
        started.store(IDLE, Ordering::Release);
        write_answer(&mut output, &outline, &mut answer)?;
    }
    Ok(())
}

/// Ends the process when one file has used up its processor time: nothing else stops a parser in
/// error recovery.
fn watch(started: Arc<AtomicU64>, limit: Duration) -> io::Result<()> {
    let limit = u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX);
    thread::Builder::new().name("watchdog".into()).spawn(move || {
        loop {
            thread::sleep(TICK);
            let since = started.load(Ordering::Acquire);
            if since != IDLE && cpu_nanos().saturating_sub(since) > limit {
                #[expect(
                    clippy::exit,
                    clippy::disallowed_methods,
                    reason = "the parsing thread cannot be stopped in any other way"
                )]
                std::process::exit(EXIT_TOOK_TOO_LONG);
            }
        }
    })?;
    Ok(())
}

fn cpu_nanos() -> u64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    u64::try_from(time.tv_sec).unwrap_or(0) * 1_000_000_000
        + u64::try_from(time.tv_nsec).unwrap_or(0)
}
