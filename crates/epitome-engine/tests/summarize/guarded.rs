//! What leaves the machine, what it may cost, and under which pins (D6, D12).

use std::sync::atomic::{AtomicBool, Ordering};

use epitome_engine::summarize::{
    Prompt, SummarizeError, SummarizeOptions, estimate, plan, summarize,
};
use epitome_engine::template::{TemplateKind, Templates};
use epitome_faultserver::{Dialect, Fault, FaultPlan, FaultServer};
use epitome_llm::{ChatBackend, ChatFixture, Money, Usage};

use crate::kit::{CORE, MODEL, Model, Repository, good_answer, many, nobody, open, settings};

#[test]
fn secrets_stay_here() {
    let key = ["AKIA", "QYLPMN5HHHFPZAM2"].concat();
    let text = format!(
        "{CORE}\n\ndef sign(value):\n    key = \"{key}\"\n    if value:\n        return value + key\n    return key\n"
    );
    let repository = Repository::new(&[("core.py", &text), ("deploy/credentials.py.key", CORE)]);
    repository.update();
    let counted = plan(repository.root(), &open(), &repository.database()).unwrap();
    assert_eq!((counted.symbols, counted.to_do(), counted.redacted), (4, 4, 1));
    let model = Model::good();
    assert_eq!(repository.run(&model, &open()).summarized, 4);
    let sent: String = model.server.received().iter().map(|one| one.text()).collect();
    assert!(!sent.contains(&key) && sent.contains("[REDACTED:aws-access"), "the key was sent");
}

#[test]
fn files_of_keys_are_never_sent() {
    // A language can be told from a first line, so that a file of that name is outlined at all.
    let text = format!("#!/usr/bin/env python3\n{CORE}");
    let repository = Repository::new(&[("core.py", CORE), ("config/credentials", &text)]);
    repository.update();
    let counted = plan(repository.root(), &open(), &repository.database()).unwrap();
    assert_eq!((counted.skipped.never_sent, counted.to_do()), (3, 3), "{counted:?}");
}

// The cap is never passed, and the ledger is what the provider counted.
#[test]
fn money() {
    let repository = many(60);
    repository.update();
    let server = FaultServer::start(
        Dialect::Anthropic,
        FaultPlan::new(3, 20, Fault::passing()),
        good_answer,
    );
    let connect =
        |allow| Ok(ChatBackend::connect(settings(Dialect::Anthropic, &server.url()), allow)?);
    let cap = Money::from_dollars(0.2).unwrap();
    let options = SummarizeOptions { max_cost: Some(cap), ..open() };
    let stop = AtomicBool::new(false);
    let run = |options: &SummarizeOptions| {
        summarize(repository.root(), options, &connect, &|_| {}, &stop).unwrap().0
    };
    let report = run(&options);
    assert!(report.spending.most() <= cap, "{report:?}");
    assert!(report.stopped.as_ref().is_some_and(|why| why.contains("budget")), "{report:?}");
    assert!(report.summarized > 3 && report.would_have_summarized > 0, "{report:?}");
    assert_eq!(report.summarized + report.failed + report.would_have_summarized, 60);
    let report = run(&open());
    assert!(report.failed <= 1, "{report:?}");
    let (billed, ledger) = (server.billed(), repository.database().spending().unwrap());
    let sum = |each: fn(&epitome_engine::database::SpendTotal) -> u64| {
        ledger.iter().map(each).sum::<u64>()
    };
    assert_eq!(sum(|day| day.input), billed.input_tokens);
    assert_eq!(sum(|day| day.output), billed.output_tokens);
    assert_eq!(sum(|day| day.cache_read), billed.cache_read);
    assert_eq!(sum(|day| day.cache_write), billed.cache_write);
    assert_eq!(sum(|day| day.requests), server.count() as u64);
    let price = open().price().unwrap();
    // Every answer of the server counts the same.
    let one = Usage { input: 100, output: 50, cache_read: 4000, cache_write: 10 };
    assert_eq!(sum(|day| day.cost), price.of(&one).times(billed.told).pico());
    assert_eq!(sum(|day| day.used), 60 - report.failed);
}

#[test]
fn without_a_price_there_is_no_cap() {
    let repository = Repository::core();
    let options = SummarizeOptions {
        model: "nobody-knows".to_owned(),
        max_cost: Money::from_dollars(1.0),
        ..open()
    };
    let model = nobody();
    let report = repository.run(&model, &options);
    assert!(report.stopped.unwrap().contains("price"), "says why");
    assert_eq!((report.calls, report.would_have_summarized, model.server.count()), (0, 3, 0));
}

// D12
#[test]
fn a_plan_knows_what_it_will_cost() {
    let repository = many(25);
    repository.update();
    let check = |options: &SummarizeOptions, calls: u64| {
        let plan = plan(repository.root(), options, &repository.database()).unwrap();
        assert_eq!((plan.to_do(), plan.cached, plan.changed), (25, 0, 0));
        let estimate = estimate(&plan, options);
        assert_eq!(estimate.calls, calls);
        estimate
    };
    let all = check(&SummarizeOptions { cap: 0, ..open() }, 25);
    let money = all.money.unwrap();
    assert!(money.low < money.expected && money.expected < money.high && money.high < money.worst);
    // The system prompt is written to the cache once and read 24 times.
    assert_eq!(all.usage.cache_read, 24 * all.usage.cache_write);
    assert!(all.usage.cache_write > 4096);
    check(&SummarizeOptions { cap: 10, ..open() }, 10);
    let cap = Money::from_dollars(0.001);
    let capped = check(&SummarizeOptions { max_cost: cap, ..open() }, 25);
    assert_eq!(Some(capped.money.unwrap().worst), cap);
    let free = check(&SummarizeOptions { is_free: true, ..open() }, 25);
    assert_eq!(free.money.unwrap().worst, Money::ZERO);
    let unknown = check(&SummarizeOptions { model: "x".to_owned(), ..open() }, 25);
    assert_eq!(unknown.money, None);
    // What was really billed lies between the least and the worst.
    let model = Model::good();
    let report = repository.run(&model, &open());
    assert_eq!(report.calls, 25);
    assert!(report.spending.spent <= money.worst);
}

// D6: pinned mode refuses an unlisted template or model before a backend is made.
#[test]
fn pins() {
    let folder = tempfile::tempdir().unwrap();
    let templates = Templates::new(Some(folder.path().to_owned()));
    let prompt = Prompt::load(&templates, "default").unwrap();
    let listed = vec![prompt.system.blake3.clone(), prompt.user.blake3.clone()];
    let pinned = SummarizeOptions {
        pinned: true,
        allowed_models: vec![MODEL.to_owned()],
        allowed_templates: listed.clone(),
        ..open()
    };
    let refused = |options: &SummarizeOptions, words: &str| {
        let model = nobody();
        let error = Repository::core().try_run(&model, options).unwrap_err();
        assert!(matches!(error, SummarizeError::Pin(_)), "{error}");
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(model.connected.load(Ordering::SeqCst), 0);
    };
    assert_eq!(Repository::core().run(&Model::good(), &pinned).summarized, 3);
    refused(&SummarizeOptions { model: "other".to_owned(), ..pinned.clone() }, "allow.models");
    for kind in [TemplateKind::SymbolSystem, TemplateKind::SymbolUser] {
        let text = templates.load(kind, "default").unwrap().text;
        templates.save(kind, "mine", &format!("{text}\nPlease.\n")).unwrap();
        let prompt = Prompt::load(&templates, "mine").unwrap();
        let hash = match kind {
            TemplateKind::SymbolSystem => prompt.system.blake3.clone(),
            _ => prompt.user.blake3.clone(),
        };
        refused(&SummarizeOptions { prompt: prompt.clone(), ..pinned.clone() }, &hash);
        // Listed, it is re-pinned.
        let allowed_templates = listed.iter().cloned().chain([hash]).collect();
        let options = SummarizeOptions { prompt, allowed_templates, ..pinned.clone() };
        assert_eq!(Repository::core().run(&Model::good(), &options).summarized, 3);
        templates.delete(kind, "mine").unwrap();
    }
    // Without pinned mode any template may be used.
    let loose = SummarizeOptions { pinned: false, allowed_templates: Vec::new(), ..pinned };
    assert_eq!(Repository::core().run(&Model::good(), &loose).summarized, 3);
}

// A recorded run needs no network, and its rows are the same.
#[test]
fn a_recorded_run_is_replayed() {
    let (repository, model) = (Repository::core(), Model::good());
    repository.update();
    let stop = AtomicBool::new(false);
    let record = |allow| Ok(ChatBackend::connect(model.settings(), allow)?.recording());
    let (_, backend) = summarize(repository.root(), &open(), &record, &|_| {}, &stop).unwrap();
    let path = repository.root().join("run.json");
    backend.unwrap().recorded().write(&path).unwrap();

    let again = Repository::core();
    again.update();
    let options = SummarizeOptions { is_replay: true, ..open() };
    let replay = |allow| Ok(ChatBackend::replay(ChatFixture::read(&path)?, allow)?);
    let (report, _) = summarize(again.root(), &options, &replay, &|_| {}, &stop).unwrap();
    assert_eq!((report.summarized, report.failed, report.requests), (3, 0, 0));
    let words = |repository: &Repository| {
        let rows = repository.rows("core.py").into_iter();
        let mut words: Vec<_> =
            rows.map(|row| (row.said.node, row.said.grounded.purpose)).collect();
        words.sort();
        words
    };
    assert_eq!(words(&again), words(&repository));
    // What was not recorded is that symbol's failure, and no other's.
    let more = Repository::new(&[("core.py", &CORE.replace("return low", "return low * 2"))]);
    more.update();
    let (report, _) = summarize(more.root(), &options, &replay, &|_| {}, &stop).unwrap();
    assert_eq!((report.summarized, report.failed), (2, 1), "{report:?}");
}

// reliability.md 1.5: faults of all kinds, stopped three times; everything ends done or failed, and
// nothing that does not hold is stored.
#[test]
fn a_mixed_run_with_stops() {
    let count = 200;
    let repository = many(count);
    repository.update();
    let server =
        FaultServer::start(Dialect::Anthropic, FaultPlan::new(9, 30, Fault::all()), |received| {
            good_answer(received)
        });
    let connect =
        |allow| Ok(ChatBackend::connect(settings(Dialect::Anthropic, &server.url()), allow)?);
    let options = SummarizeOptions { cap: 10_000, concurrency: 8, ..open() };
    let mut done = 0;
    for run in 0..4 {
        let stop = AtomicBool::new(false);
        let seen = std::sync::atomic::AtomicUsize::new(0);
        let progress = |_| {
            if seen.fetch_add(1, Ordering::SeqCst) == 40 && run < 3 {
                stop.store(true, Ordering::SeqCst);
            }
        };
        let (report, _) =
            summarize(repository.root(), &options, &connect, &progress, &stop).unwrap();
        assert_eq!(report.cached, done);
        done += report.summarized;
        let all = report.cached + report.summarized + report.failed + report.would_have_summarized;
        assert_eq!(all, count as u64, "{report:?}");
        assert_eq!(report.stopped.is_some(), run < 3, "{report:?}");
        if run == 3 {
            assert_eq!(report.would_have_summarized, 0);
            assert!(report.failed < 60 && report.warnings.len() <= 21, "{report:?}");
        }
    }
    assert!(done > 140, "{done}");
    let mut rows = Vec::new();
    for file in 0..20 {
        rows.extend(repository.rows(&format!("part_{file}.py")));
    }
    let whole = rows.iter().filter(|row| !row.said.degraded);
    assert!(whole.clone().all(|row| row.said.text == crate::kit::PURPOSE));
    assert_eq!(whole.count() as u64, done);
    let (billed, ledger) = (server.billed(), repository.database().spending().unwrap());
    let output: u64 = ledger.iter().map(|day| day.output).sum();
    // Calls that were in flight at a stop are not in the ledger: at most eight for each.
    let missing = billed.output_tokens.abs_diff(output);
    assert!(missing <= 3 * 8 * 50, "{billed:?} {ledger:?}");
}
