//! `epitome summarize`: what a model would be asked and what that costs; then, if allowed, asking it.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use epitome_engine::config::Settings;
use epitome_engine::database::Database;
use epitome_engine::graph::GraphOptions;
use epitome_engine::outline::TreeOptions;
use epitome_engine::summarize::{
    Answerer, CostEstimate, Plan, Progress, SkippedReason, SummarizeOptions, SummarizeReport,
    closed, estimate, plan, summarize,
};
use epitome_engine::update::{UpdateOptions, state_path};

use super::index::{Refreshed, refresh};
use crate::arguments::SummarizeArguments;
use crate::exit::{FAILED, INTERRUPTED, STALE};
use crate::output::{count, json, plain, stdout};
use crate::wire::summarize::{PlanJson, SummarizeJson};
use crate::{interrupt, progress, settings};

pub(crate) fn run(arguments: &SummarizeArguments) -> anyhow::Result<ExitCode> {
    let settings = settings::load(&arguments.path, &arguments.flags())?.settings();
    let graph = GraphOptions {
        tree: TreeOptions { scan: settings.scan.clone() },
        scip: Vec::new(),
        ignore_found: false,
    };
    let options = SummarizeOptions::of(&settings, graph.clone(), arguments.replay.is_some())?;
    let answerer =
        Answerer::new(&settings, arguments.replay.as_deref(), arguments.record.is_some());
    let update = UpdateOptions { graph, ..UpdateOptions::default() };
    if let Refreshed::Stopped = refresh(&arguments.path, &update)? {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let run = Run { arguments, settings: &settings, options: &options, answerer: &answerer };
    if arguments.dry_run || options.cap == 0 {
        return run.show_plan();
    }
    let report = run.ask()?;
    if let Refreshed::Stopped = refresh(&arguments.path, &update)? {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    run.show_report(&report)
}

struct Run<'a> {
    arguments: &'a SummarizeArguments,
    settings: &'a Settings,
    options: &'a SummarizeOptions,
    answerer: &'a Answerer,
}

impl Run<'_> {
    fn root(&self) -> &Path {
        &self.arguments.path
    }

    fn show_plan(&self) -> anyhow::Result<ExitCode> {
        let database = Database::open(&state_path(self.root()))?;
        let plan = plan(self.root(), self.options, &database)?;
        let estimate = estimate(&plan, self.options);
        let blocked = closed(self.options.offline, self.options.summaries);
        let address = self.answerer.address();
        let mut out = stdout();
        if self.arguments.json {
            json(&mut out, &PlanJson::new(&plan, self.options, &estimate, blocked, &address))?;
        } else {
            self.plan_text(&mut out, &plan, &estimate, blocked)?;
        }
        out.flush()?;
        // What pinned mode refuses, a plan refuses too: it would not come to pass.
        self.options.allowlist()?;
        Ok(ExitCode::SUCCESS)
    }

    fn plan_text(
        &self,
        out: &mut impl Write,
        plan: &Plan,
        estimate: &CostEstimate,
        blocked: Option<SkippedReason>,
    ) -> anyhow::Result<()> {
        let options = self.options;
        writeln!(
            out,
            "Plan: {} ({}), prompt {}, prices as of {}",
            plain(&options.model),
            options.backend,
            plain(&options.prompt.version()),
            options.prices.date()
        )?;
        writeln!(
            out,
            "  {}: {} cached, {} to do ({} of them changed), {} skipped",
            count(plan.symbols, "symbol"),
            plan.cached,
            plan.to_do(),
            plan.changed,
            plan.skipped.total(),
        )?;
        for (n, why) in plan.skipped.reasons() {
            writeln!(out, "    {n} {why}")?;
        }
        let usage = &estimate.usage;
        writeln!(
            out,
            "  {}: about {} tokens in, {} read from a cache, {} written to it, {} out",
            count(estimate.calls, "call"),
            usage.input,
            usage.cache_read,
            usage.cache_write,
            usage.output
        )?;
        match &estimate.money {
            Some(money) => writeln!(
                out,
                "  price: {} expected, {} to {}, at worst {}",
                money.expected, money.low, money.high, money.worst
            )?,
            None => writeln!(out, "  price: not known; `max_cost` cannot be kept")?,
        }
        let (files, bytes) = plan.leaving(estimate.calls);
        writeln!(
            out,
            "  leaves this machine: source of {} in {}, {} KB with questions, to {}; {} taken out",
            count(estimate.calls, "symbol"),
            count(files, "file"),
            bytes.div_ceil(1000),
            plain(&self.answerer.address()),
            count(plan.redacted, "secret"),
        )?;
        match blocked {
            Some(reason) => writeln!(out, "Nothing is sent: {}", self.remedy(reason))?,
            None => writeln!(
                out,
                "Nothing was sent. `epitome summarize --max-summaries N` asks about the first N."
            )?,
        }
        Ok(())
    }

    /// Why nobody is asked, and what to do about it.
    fn remedy(&self, reason: SkippedReason) -> &'static str {
        match reason {
            SkippedReason::Offline => "`offline` is set.",
            SkippedReason::NotEnabled => {
                "`summaries` is not set; set `summaries = true` in your configuration, or EPITOME_SUMMARIES=true."
            }
            SkippedReason::NoCredentials => "there are no credentials, or they no longer hold.",
        }
    }

    fn ask(&self) -> anyhow::Result<SummarizeReport> {
        let stop = interrupt::flag()?;
        let bar = progress::counter("asking");
        let connect = |allow| self.answerer.connect(allow);
        let tell = |step| match step {
            Progress::Begin(count) => bar.set_message(format!("asking about {count} symbols")),
            Progress::Symbol => bar.inc(1),
        };
        let done = summarize(self.root(), self.options, &connect, &tell, stop);
        bar.finish_and_clear();
        let (report, backend) = done?;
        if let (Some(path), Some(backend)) = (&self.arguments.record, backend) {
            backend.recorded().write(path)?;
        }
        Ok(report)
    }

    fn show_report(&self, report: &SummarizeReport) -> anyhow::Result<ExitCode> {
        let mut err = anstream::stderr();
        for warning in &report.warnings {
            writeln!(err, "warning: {}", plain(warning))?;
        }
        if let Some(reason) = report.skipped_reason {
            writeln!(err, "{}: {}", reason.word(), self.remedy(reason))?;
        }
        if let Some(why) = &report.stopped {
            writeln!(err, "ended early: {}", plain(why))?;
        }
        let mut out = stdout();
        if self.arguments.json {
            json(&mut out, &SummarizeJson::new(report, self.options))?;
        } else {
            let usage = &report.usage;
            writeln!(
                out,
                "{} made and stored, {} failed, {} cached, {} left for another run.",
                count(report.summarized, "summary").replace("summarys", "summaries"),
                report.failed,
                report.cached,
                report.would_have_summarized
            )?;
            writeln!(
                out,
                "{}, {}: {} tokens in, {} read from a cache, {} written to it, {} out; {}.",
                count(report.calls, "call"),
                count(report.requests, "request"),
                usage.input,
                usage.cache_read,
                usage.cache_write,
                usage.output,
                self.spent(report)
            )?;
        }
        out.flush()?;
        // Nothing but failures is no success, though each was one symbol's alone.
        let all_failed = report.failed > 0 && report.summarized == 0;
        let is_done = report.stopped.is_none() && report.skipped_reason.is_none() && !all_failed;
        let interrupted = interrupt::flag()?.load(std::sync::atomic::Ordering::Relaxed);
        Ok(match (is_done, interrupted) {
            (true, _) => ExitCode::SUCCESS,
            (false, true) => ExitCode::from(INTERRUPTED),
            // A gate that is not met, as against a run that failed.
            (false, false) if report.skipped_reason.is_some() => ExitCode::from(STALE),
            (false, false) => ExitCode::from(FAILED),
        })
    }

    fn spent(&self, report: &SummarizeReport) -> String {
        let spending = &report.spending;
        if self.options.price().is_none() {
            return "price not known".to_owned();
        }
        let cap = self.settings.max_cost.map(|cap| format!(" of ${cap}")).unwrap_or_default();
        if spending.uncertain == epitome_engine::summarize::Money::ZERO {
            return format!("{} spent{cap}", spending.spent);
        }
        format!("{} spent{cap}, up to {} more may be billed", spending.spent, spending.uncertain)
    }
}
