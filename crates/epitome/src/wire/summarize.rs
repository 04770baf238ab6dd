//! Plans, runs and the ledger of language models, as JSON.

use epitome_engine::database::SpendTotal;
use epitome_engine::summarize::{
    CostEstimate, ModelState, Money, Plan, SkippedReason, SummarizeOptions, SummarizeReport, Usage,
};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct PlanJson<'a> {
    dry_run: bool,
    skipped_reason: Option<&'static str>,
    backend: &'a str,
    model: &'a str,
    prompt_version: String,
    template: String,
    symbols: u64,
    cached: u64,
    changed: u64,
    to_do: u64,
    skipped: SkippedJson,
    calls: u64,
    tokens: TokensJson,
    cost_usd: Option<CostJson>,
    prices_as_of: &'a str,
    leaves: LeavesJson<'a>,
}

#[derive(Serialize)]
struct SkippedJson {
    untrusted: u64,
    small: u64,
    never_sent: u64,
    unreadable: u64,
    too_long: u64,
}

#[derive(Serialize)]
struct TokensJson {
    input: u64,
    output: u64,
    cache_read: u64,
    cache_write: u64,
}

impl From<&Usage> for TokensJson {
    fn from(usage: &Usage) -> TokensJson {
        let Usage { input, output, cache_read, cache_write } = *usage;
        TokensJson { input, output, cache_read, cache_write }
    }
}

#[derive(Serialize)]
struct CostJson {
    low: f64,
    expected: f64,
    high: f64,
    worst: f64,
}

#[derive(Serialize)]
struct LeavesJson<'a> {
    to: &'a str,
    symbols: u64,
    files: u64,
    bytes: u64,
    secrets_taken_out: u64,
}

impl<'a> PlanJson<'a> {
    pub(crate) fn new(
        plan: &Plan,
        options: &'a SummarizeOptions,
        estimate: &CostEstimate,
        blocked: Option<SkippedReason>,
        address: &'a str,
    ) -> PlanJson<'a> {
        let skipped = plan.skipped;
        let (files, bytes) = plan.leaving(estimate.calls);
        PlanJson {
            dry_run: true,
            skipped_reason: blocked.map(SkippedReason::word),
            backend: &options.backend,
            model: &options.model,
            prompt_version: options.prompt.version(),
            template: options.prompt.system.blake3.clone(),
            symbols: plan.symbols,
            cached: plan.cached,
            changed: plan.changed,
            to_do: plan.to_do(),
            skipped: SkippedJson {
                untrusted: skipped.untrusted,
                small: skipped.small,
                never_sent: skipped.never_sent,
                unreadable: skipped.unreadable,
                too_long: skipped.too_long,
            },
            calls: estimate.calls,
            tokens: (&estimate.usage).into(),
            cost_usd: estimate.money.map(|money| CostJson {
                low: money.low.dollars(),
                expected: money.expected.dollars(),
                high: money.high.dollars(),
                worst: money.worst.dollars(),
            }),
            prices_as_of: options.prices.date(),
            leaves: LeavesJson {
                to: address,
                symbols: estimate.calls,
                files,
                bytes,
                secrets_taken_out: plan.redacted,
            },
        }
    }
}

#[derive(Serialize)]
pub(crate) struct SummarizeJson<'a> {
    dry_run: bool,
    skipped_reason: Option<&'static str>,
    stopped: Option<&'a str>,
    backend: &'a str,
    model: &'a str,
    cached: u64,
    summarized: u64,
    failed: u64,
    degraded: u64,
    would_have_summarized: u64,
    calls: u64,
    requests: u64,
    tokens: TokensJson,
    spent_usd: Option<f64>,
    uncertain_usd: Option<f64>,
    warnings: &'a [String],
}

impl<'a> SummarizeJson<'a> {
    pub(crate) fn new(
        report: &'a SummarizeReport,
        options: &'a SummarizeOptions,
    ) -> SummarizeJson<'a> {
        let known = |money: Money| options.price().map(|_| money.dollars());
        SummarizeJson {
            dry_run: false,
            skipped_reason: report.skipped_reason.map(SkippedReason::word),
            stopped: report.stopped.as_deref(),
            backend: &options.backend,
            model: &options.model,
            cached: report.cached,
            summarized: report.summarized,
            failed: report.failed,
            degraded: report.degraded,
            would_have_summarized: report.would_have_summarized,
            calls: report.calls,
            requests: report.requests,
            tokens: (&report.usage).into(),
            spent_usd: known(report.spending.spent),
            uncertain_usd: known(report.spending.uncertain),
            warnings: &report.warnings,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct SpendJson<'a> {
    spend: Vec<SpendDayJson<'a>>,
}

#[derive(Serialize)]
struct SpendDayJson<'a> {
    day: &'a str,
    model: &'a str,
    calls: u64,
    used: u64,
    requests: u64,
    tokens: TokensJson,
    cost_usd: f64,
    calls_without_a_price: u64,
}

impl<'a> SpendJson<'a> {
    pub(crate) fn new(days: &'a [SpendTotal]) -> SpendJson<'a> {
        let row = |day: &'a SpendTotal| SpendDayJson {
            day: &day.day,
            model: &day.model,
            calls: day.calls,
            used: day.used,
            requests: day.requests,
            tokens: TokensJson {
                input: day.input,
                output: day.output,
                cache_read: day.cache_read,
                cache_write: day.cache_write,
            },
            cost_usd: Money::from_pico(day.cost).dollars(),
            calls_without_a_price: day.unpriced,
        };
        SpendJson { spend: days.iter().map(row).collect() }
    }
}

/// Whether the language model could be asked.
#[derive(Serialize)]
pub(crate) struct ModelJson<'a> {
    backend: &'a str,
    address: &'a str,
    model: &'a str,
    usd_per_million_in: Option<f64>,
    usd_per_million_out: Option<f64>,
    prices_as_of: &'a str,
    missing: &'a [String],
    reachable: Option<bool>,
    trouble: Option<&'a str>,
    models: Option<&'a [String]>,
}

impl<'a> ModelJson<'a> {
    pub(crate) fn new(state: &'a ModelState) -> ModelJson<'a> {
        let reached = state.reached.as_ref();
        ModelJson {
            backend: &state.backend,
            address: &state.address,
            model: &state.model,
            usd_per_million_in: state.price.map(|price| price.0),
            usd_per_million_out: state.price.map(|price| price.1),
            prices_as_of: &state.prices_of,
            missing: &state.missing,
            reachable: reached.map(Result::is_ok),
            trouble: reached.and_then(|reached| reached.as_ref().err()).map(String::as_str),
            models: reached.and_then(|reached| reached.as_ref().ok()).map(Vec::as_slice),
        }
    }
}
