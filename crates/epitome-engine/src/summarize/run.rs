//! The run: calls on a few threads, each row stored as soon as it is there.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use epitome_llm::{
    Allowlist, Budget, CachePoints, CancelToken, ChatBackend, ChatErrorKind, ChatRequest, Echo,
    Output, Spending, Usage,
};
use epitome_model::check::{FileEvidence, Repository};

use super::ask::{Called, Cause, SummarizerError, ask};
use super::error::SummarizeError;
use super::gate::{SkippedReason, closed};
use super::judge::judge;
use super::lock::only_run;
use super::options::{SummarizeOptions, TEMPERATURE};
use super::plan::{Job, Plan, plan};
use super::row::{degraded_row, row};
use super::tool::tool;
use crate::database::{Database, DatabaseError, Spend};
use crate::state::state_folder;

/// So many failures are told one by one.
const TOLD: usize = 20;

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct SummarizeReport {
    /// Why nobody was asked, or nobody any more.
    pub skipped_reason: Option<SkippedReason>,
    /// Symbols with a stored, current summary before the run.
    pub cached: u64,
    /// Summaries made and stored.
    pub summarized: u64,
    /// Symbols that keep their offline summary, because no answer held or the call failed (O40).
    pub failed: u64,
    /// Of those, the ones whose answer was no JSON; they are asked again next time (D7).
    pub degraded: u64,
    /// Symbols that were left for another run (O33, O34).
    pub would_have_summarized: u64,
    /// Calls made, corrections included.
    pub calls: u64,
    /// Requests sent, tries included.
    pub requests: u64,
    /// Tokens, by the provider's count.
    pub usage: Usage,
    /// Money.
    pub spending: Spending,
    /// Why the run ended early, where it did.
    pub stopped: Option<String>,
    /// Failures of single symbols, the first of them.
    pub warnings: Vec<String>,
}

/// What a run is doing, for a sign of life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many symbols will be asked about.
    Begin(u64),
    /// One symbol is done, or failed.
    Symbol,
}

/// Makes the backend. It is called once, and not at all where there is nothing to ask (O33).
pub type Connect<'a> = &'a dyn Fn(Allowlist) -> Result<ChatBackend, SummarizeError>;

/// Asks a model about the symbols below `root` whose summaries are not stored. The index must be up to
/// date; afterwards it must be brought up to date again, to take over the new words (O54).
pub fn summarize(
    root: &Path,
    options: &SummarizeOptions,
    connect: Connect<'_>,
    progress: &(dyn Fn(Progress) + Sync),
    stop: &AtomicBool,
) -> Result<(SummarizeReport, Option<ChatBackend>), SummarizeError> {
    let mut report = SummarizeReport::default();
    if let Some(reason) = closed(options.offline, options.summaries) {
        report.skipped_reason = Some(reason);
        return Ok((report, None));
    }
    // Before anything is looked at: what is not pinned is not used at all (D6).
    let allow = options.allowlist()?;
    let state = state_folder(root)?;
    let _only = only_run(&state)?;
    let database = Database::open(&state)?;
    let plan = plan(root, options, &database)?;
    report.cached = plan.cached;
    for number in &plan.outdone {
        database.prefer_summary(*number)?;
    }
    let count = plan.to_do().min(options.cap) as usize;
    report.would_have_summarized = plan.to_do() - count as u64;
    if count == 0 {
        return Ok((report, None));
    }
    let backend = match connect(allow) {
        Ok(backend) => backend,
        Err(SummarizeError::Setup(error)) if error.is_no_credentials() => {
            report.skipped_reason = Some(SkippedReason::NoCredentials);
            report.would_have_summarized = plan.to_do();
            report.warnings.push(error.to_string());
            return Ok((report, None));
        }
        Err(error) => return Err(error),
    };
    progress(Progress::Begin(count as u64));
    let run = Run {
        options,
        backend: &backend,
        plan: &plan,
        tool: tool()?,
        system: options.prompt.system.render(&[])?,
        budget: options.max_cost.map_or_else(Budget::counting, Budget::capped),
        cancel: CancelToken::new(),
        database: Mutex::new(database),
        state: Mutex::new(State { report, error: None, told_other: false }),
        next: AtomicUsize::new(0),
        count,
        progress,
    };
    run.all(stop);
    let left = (count - run.next.load(Ordering::SeqCst).min(count)) as u64;
    let spending = run.budget.spending();
    let State { mut report, error, .. } =
        run.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = error {
        return Err(error.into());
    }
    report.would_have_summarized += left;
    report.spending = spending;
    report.requests = backend.requests_sent();
    Ok((report, Some(backend)))
}

struct Run<'a> {
    options: &'a SummarizeOptions,
    backend: &'a ChatBackend,
    plan: &'a Plan,
    tool: Output,
    system: String,
    budget: Budget,
    cancel: CancelToken,
    database: Mutex<Database>,
    state: Mutex<State>,
    /// The next job to be taken.
    next: AtomicUsize,
    count: usize,
    progress: &'a (dyn Fn(Progress) + Sync),
}

struct State {
    report: SummarizeReport,
    /// `state.db` cannot be written: without rows and a ledger nobody is asked any more.
    error: Option<DatabaseError>,
    told_other: bool,
}

impl Run<'_> {
    fn all(&self, stop: &AtomicBool) {
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            // Whoever waits for an answer hears of Ctrl-C here.
            let watch = scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    if stop.load(Ordering::SeqCst) {
                        self.cancel.cancel();
                        return;
                    }
                    std::thread::park_timeout(Duration::from_millis(50));
                }
            });
            // The first alone, so that providers remember the system prompt before the others ask.
            self.take_one(stop);
            let threads = self.options.concurrency.clamp(1, 64).min(self.count);
            let spawn = |_| scope.spawn(|| while self.take_one(stop) {});
            let workers: Vec<_> = (0..threads).map(spawn).collect();
            let ended: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
            done.store(true, Ordering::SeqCst);
            watch.thread().unpark();
            if let Some(panic) = ended.into_iter().find_map(Result::err) {
                std::panic::resume_unwind(panic);
            }
        });
    }

    /// Asks about the next symbol; says whether to go on.
    fn take_one(&self, stop: &AtomicBool) -> bool {
        if stop.load(Ordering::SeqCst) {
            self.end("stopped; what was answered is stored".to_owned(), None);
        }
        if self.has_ended() {
            return false;
        }
        let at = self.next.fetch_add(1, Ordering::SeqCst);
        let Some(job) = self.plan.jobs[..self.count].get(at) else { return false };
        self.one(job);
        (self.progress)(Progress::Symbol);
        true
    }

    fn one(&self, job: &Job) {
        let Run { options, plan, .. } = self;
        let source = &plan.sources[job.source];
        let file = FileEvidence::new(&source.path, &source.outline, &source.text);
        let neighbours: Vec<&str> = job.neighbours.iter().map(String::as_str).collect();
        let repository =
            Repository { has_name: &|name| plan.names.contains(name), lines_of: &|_| None };
        let evidence = file.symbol(job.at, &neighbours, repository);
        let pin = options.prompt.pin();
        let mut request = ChatRequest::new(&options.model, pin, &self.system, &job.message);
        request.output = self.tool.clone();
        request.max_tokens = options.max_tokens;
        request.temperature = Some(TEMPERATURE);
        request.cache = CachePoints::BOTH;
        request.deadline = options.deadline;
        request.cancel = self.cancel.clone();
        request.budget = Some(self.budget.clone());
        let judge = |response: &epitome_llm::ChatResponse| {
            self.look_at_model(response);
            judge(response, &evidence)
        };
        let ledger = |called: Called<'_>| self.write_down(job, called);
        match ask(self.backend, request, options.max_attempts, &judge, &ledger) {
            Ok(answered) => {
                if self.store(row(options, job, answered.grounded)) {
                    self.state().report.summarized += 1;
                }
            }
            Err(error) => self.failed(job, error),
        }
    }

    fn failed(&self, job: &Job, error: SummarizerError) {
        match error.cause {
            Cause::Call(call) => {
                let not_recorded =
                    self.options.is_replay && call.kind == ChatErrorKind::NotConfigured;
                if call.stops_run() && !not_recorded {
                    // It was not this symbol's fault, and it is not counted as failed.
                    self.state().report.would_have_summarized += 1;
                    let skipped = call.is_no_credentials().then_some(SkippedReason::NoCredentials);
                    self.end(call.to_string(), skipped);
                    return;
                }
                self.warn(format!("{}: {call}", job.id));
            }
            Cause::Invalid { raw: Some(raw), .. } => {
                self.warn(format!("{}: the answers were no JSON; asked again next time", job.id));
                if self.store(degraded_row(self.options, job, raw)) {
                    self.state().report.degraded += 1;
                }
            }
            cause => self.warn(format!("{}: {cause}", job.id)),
        }
        self.state().report.failed += 1;
    }

    fn warn(&self, warning: String) {
        let warnings = &mut self.state().report.warnings;
        if warnings.len() < TOLD {
            warnings.push(warning);
        }
    }

    /// Another model than was asked answers: worth a word, once.
    fn look_at_model(&self, response: &epitome_llm::ChatResponse) {
        if response.echo(&self.options.model) == Echo::Other {
            let mut state = self.state();
            if !std::mem::replace(&mut state.told_other, true) {
                let said = response.model_echoed.clone().unwrap_or_default();
                let asked = &self.options.model;
                let warning = format!("`{asked}` was asked, and `{said}` says that it answered");
                state.report.warnings.push(warning);
            }
        }
    }

    fn store(&self, row: crate::database::NewSummary) -> bool {
        let stored = lock(&self.database).put_summary(&row);
        self.keep_error(stored.map(|_| ()))
    }

    fn write_down(&self, job: &Job, called: Called<'_>) {
        let Called { usage, requests, outcome } = called;
        let spend = Spend {
            at: crate::update::now(),
            backend: self.options.backend.clone(),
            model: self.options.model.clone(),
            node: job.id.clone(),
            requests: u64::from(requests),
            input: usage.input,
            output: usage.output,
            cache_read: usage.cache_read,
            cache_write: usage.cache_write,
            cost: self.options.price().map(|price| price.of(&usage).pico()),
            outcome: outcome.to_owned(),
        };
        {
            let mut state = self.state();
            state.report.calls += 1;
            state.report.usage += usage;
        }
        let written = lock(&self.database).add_spend(&spend);
        self.keep_error(written);
    }

    fn keep_error(&self, written: Result<(), DatabaseError>) -> bool {
        let Err(error) = written else { return true };
        self.state().error.get_or_insert(error);
        false
    }

    fn end(&self, why: String, skipped: Option<SkippedReason>) {
        let mut state = self.state();
        if state.report.stopped.is_none() {
            state.report.stopped = Some(why);
            state.report.skipped_reason = skipped;
        }
    }

    fn has_ended(&self) -> bool {
        let state = self.state();
        state.report.stopped.is_some() || state.error.is_some()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
