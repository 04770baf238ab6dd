//! Killed in the middle, three times, at 30 % faults (reliability.md 1.5).

use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use epitome_engine::summarize::{SummarizeOptions, SummarizeReport, summarize};
use epitome_faultserver::{Dialect, Fault, FaultPlan, FaultServer};
use epitome_llm::ChatBackend;

use crate::kit::{PURPOSE, Repository, good_answer, many, open, settings};

const ROOT: &str = "EPITOME_TEST_ROOT";
const SERVER: &str = "EPITOME_TEST_SERVER";
/// Calls at once.
const AT_ONCE: usize = 8;
/// Tokens of each answer of the server.
const ANSWER_TOKENS: u64 = 50;

fn run(root: &std::path::Path, url: &str) -> SummarizeReport {
    let connect = |allow| Ok(ChatBackend::connect(settings(Dialect::Anthropic, url), allow)?);
    let options = SummarizeOptions { cap: 1_000_000, concurrency: AT_ONCE, ..open() };
    summarize(root, &options, &connect, &|_| {}, &AtomicBool::new(false)).unwrap().0
}

/// Not a test of its own: what the tests below start and kill.
#[test]
#[ignore = "started by the other tests"]
fn child() {
    let (Ok(root), Ok(url)) = (std::env::var(ROOT), std::env::var(SERVER)) else { return };
    run(root.as_ref(), &url);
}

/// Gives one line on what happened.
fn check(symbols: usize) -> String {
    let repository = many(symbols);
    repository.update();
    let server =
        FaultServer::start(Dialect::Anthropic, FaultPlan::new(23, 30, Fault::all()), |received| {
            good_answer(received)
        });
    for kill in 1..=3 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "kills::child"])
            .env(ROOT, repository.root())
            .env(SERVER, server.url())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while server.count() < kill * symbols / 5 {
            assert!(child.try_wait().unwrap().is_none(), "ended before it was killed");
            assert!(began.elapsed() < Duration::from_secs(300), "{} requests", server.count());
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let report = run(repository.root(), &server.url());
    // Everything ended: done before, done now, or failed with a reason.
    assert_eq!(report.would_have_summarized, 0, "{report:?}");
    assert_eq!(report.cached + report.summarized + report.failed, symbols as u64, "{report:?}");
    assert!(report.cached as usize > symbols / 4 && report.stopped.is_none(), "{report:?}");
    holds_only_what_is_sound(&repository, symbols, &report);
    ledger_is_the_servers_count(&repository, &server);
    // And the index takes over what was stored, once.
    repository.update();
    assert!(!repository.update().published);
    let told = repository.documents().into_values().filter(|d| d.provenance.model.is_some());
    assert_eq!(told.count() as u64, report.cached + report.summarized);
    let SummarizeReport { cached, summarized, failed, degraded, .. } = report;
    let (requests, billed) = (server.count(), server.billed());
    let ledger: u64 = repository.database().spending().unwrap().iter().map(|day| day.output).sum();
    format!(
        "{cached} before the last run, {summarized} in it, {failed} failed ({degraded} no JSON); {requests} requests, {} with a fault; tokens answered: {ledger} in the ledger, {} billed",
        billed.faults, billed.output_tokens
    )
}

fn holds_only_what_is_sound(repository: &Repository, symbols: usize, report: &SummarizeReport) {
    let mut sound = 0;
    for file in 0..symbols.div_ceil(10) {
        for row in repository.rows(&format!("part_{file}.py")) {
            if !row.said.degraded {
                assert_eq!(row.said.text, PURPOSE);
                assert_eq!(row.said.grounded.citations.len(), 2);
                sound += 1;
            }
        }
    }
    assert_eq!(sound, report.cached + report.summarized);
}

fn ledger_is_the_servers_count(repository: &Repository, server: &FaultServer) {
    let (billed, ledger) = (server.billed(), repository.database().spending().unwrap());
    let sum = |each: fn(&epitome_engine::database::SpendTotal) -> u64| -> u64 {
        ledger.iter().map(each).sum()
    };
    // What was in flight at a kill is known to the server alone: at most eight calls each time, with
    // the tries they had behind them.
    let in_flight = 3 * AT_ONCE as u64;
    let (output, requests) = (sum(|day| day.output), sum(|day| day.requests));
    assert!(output <= billed.output_tokens, "{output} {billed:?}");
    assert!(billed.output_tokens - output <= in_flight * 3 * ANSWER_TOKENS, "{output} {billed:?}");
    let all = server.count() as u64;
    assert!(requests <= all && all - requests <= in_flight * 15, "{requests} {all}");
}

#[test]
fn three_kills() {
    check(500);
}

/// `cargo test -p epitome-engine --test summarize -- --ignored --nocapture ten_thousand`
#[test]
#[ignore = "takes a minute"]
#[expect(clippy::print_stderr, reason = "the figures are for docs/faults.md")]
fn three_kills_among_ten_thousand() {
    eprintln!("{}", check(10_000));
}
