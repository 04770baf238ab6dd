//! Who is asked about what (O27–O40).

use std::sync::atomic::{AtomicBool, Ordering};

use epitome_engine::config::Trust;
use epitome_engine::summarize::{SkippedReason, SummarizeError, SummarizeOptions, summarize};
use epitome_faultserver::{Dialect, Reply, Server};
use epitome_llm::{AwsEnvironment, ChatBackend, SetupError, Vendor};

use crate::kit::{Model, Repository, good_answer, nobody, open};

fn check_closed(options: &SummarizeOptions, expected: SkippedReason) {
    let (repository, model) = (Repository::core(), nobody());
    let report = repository.run(&model, options);
    assert_eq!(report.skipped_reason, Some(expected));
    assert_eq!((report.calls, report.summarized, report.would_have_summarized), (0, 0, 0));
    assert_eq!((model.server.count(), model.connected.load(Ordering::SeqCst)), (0, 0));
    assert_eq!(repository.database().count_summaries().unwrap(), (0, 0));
}

// O27, O28, O29
#[test]
fn offline_and_the_flag() {
    check_closed(&SummarizeOptions { offline: true, ..open() }, SkippedReason::Offline);
    let off = SummarizeOptions { summaries: false, ..open() };
    check_closed(&off, SkippedReason::NotEnabled);
    check_closed(&SummarizeOptions { offline: true, ..off }, SkippedReason::Offline);
}

// O30, O31, O36: only what the index of scip-python vouches for, by either end of an edge.
#[test]
fn the_trust_gate() {
    let scip = SummarizeOptions { trust: Trust::Scip, ..open() };
    let (repository, model) = (Repository::with_scip(), Model::good());
    let report = repository.run(&model, &scip);
    let mut nodes: Vec<String> = Vec::new();
    for path in ["shop/goods.py", "shop/till.py"] {
        nodes.extend(repository.rows(path).into_iter().map(|row| row.said.node));
    }
    nodes.sort();
    assert_eq!(report.summarized as usize, nodes.len());
    // The functions there are vouched for too, but so small that a pattern describes them (G34).
    assert_eq!(nodes, ["shop/goods.py::Discounted", "shop/goods.py::Item"]);

    // Without an index nothing qualifies, whatever is set.
    let (repository, model) = (Repository::core(), nobody());
    let report = repository.run(&model, &scip);
    assert_eq!((report.summarized, report.would_have_summarized), (0, 0));
    assert_eq!(model.connected.load(Ordering::SeqCst), 0);
}

// O33, O34, O35
#[test]
fn the_cap() {
    let check = |cap: u64, expected: &[&str], left: u64| {
        let (repository, model) = (Repository::core(), Model::good());
        let report = repository.run(&model, &SummarizeOptions { cap, ..open() });
        let mut nodes: Vec<String> =
            repository.rows("core.py").into_iter().map(|row| row.said.node).collect();
        nodes.sort();
        assert_eq!(nodes, expected, "{cap}");
        assert_eq!(report.would_have_summarized, left);
        // Without a cap not even a backend is made.
        assert_eq!(model.connected.load(Ordering::SeqCst), usize::from(cap > 0));
    };
    check(0, &[], 3);
    check(1, &["core.py::clamp"], 2);
    check(2, &["core.py::clamp", "core.py::load"], 1);
    check(9, &["core.py::clamp", "core.py::load", "core.py::mean"], 0);
}

// O32, G30–G34: no file, no folder, nothing that a pattern describes well enough.
#[test]
fn functions_methods_and_classes_only() {
    let repository = Repository::new(&[(
        "a.py",
        "LIMIT = 3\n\n\nclass Box:\n    \"\"\"Holds things up to a limit.\"\"\"\n\n    def get_size(self):\n        return self.size\n\n    def fill(self, things):\n        for thing in things:\n            if len(self.held) < LIMIT:\n                self.held.append(thing)\n        return self.held\n",
    )]);
    let report = repository.run(&Model::good(), &open());
    let mut nodes: Vec<String> =
        repository.rows("a.py").into_iter().map(|row| row.said.node).collect();
    nodes.sort();
    assert_eq!(nodes, ["a.py::Box", "a.py::Box::fill"]);
    assert_eq!(report.failed, 0, "{:?}", report.warnings);
}

// O37: no credentials when the backend is made; O39: any other trouble is an error.
#[test]
fn credentials_at_the_start() {
    let repository = Repository::core();
    repository.update();
    let stop = AtomicBool::new(false);
    let connect = |allow| {
        let vendor = Vendor::named("bedrock").unwrap();
        let mut settings = epitome_llm::BackendSettings::new(vendor, "m");
        settings.region = Some("us-east-1".to_owned());
        let variables = [("AWS_EC2_METADATA_DISABLED".to_owned(), "true".to_owned())];
        settings.aws = AwsEnvironment { variables: variables.into(), home: None };
        Ok(ChatBackend::connect(settings, allow)?)
    };
    let run = || summarize(repository.root(), &open(), &connect, &|_| {}, &stop);
    let (report, backend) = run().unwrap();
    assert_eq!(report.skipped_reason, Some(SkippedReason::NoCredentials));
    assert_eq!((report.would_have_summarized, backend.is_none()), (3, true));

    let broken = |_| Err(SetupError::Configuration { cause: "no region".to_owned() }.into());
    let error = summarize(repository.root(), &open(), &broken, &|_| {}, &stop).unwrap_err();
    assert!(matches!(error, SummarizeError::Setup(_)), "{error}");
}

/// A Bedrock whose answers stop with expired credentials after some good ones.
fn expiring(good: usize) -> Model {
    let server = Server::start(move |received| {
        if received.number < good {
            return Dialect::Bedrock.reply(&good_answer(received), false);
        }
        let body =
            Dialect::Bedrock.error("x", "The security token included in the request is expired");
        Reply::status(403, body).with_header("x-amzn-ErrorType", "ExpiredTokenException")
    });
    Model::of(Dialect::Bedrock, server)
}

// O38, O39: on the first send and on a later one; what was done stays done and counted.
#[test]
fn credentials_on_any_send() {
    let check = |good: usize| {
        let (repository, model) = (Repository::core(), expiring(good));
        let options = SummarizeOptions { concurrency: 1, ..open() };
        let report = repository.run(&model, &options);
        assert_eq!(report.skipped_reason, Some(SkippedReason::NoCredentials), "{report:?}");
        assert_eq!((report.summarized, report.failed), (good as u64, 0));
        assert_eq!(report.would_have_summarized, 3 - good as u64);
        assert_eq!(model.server.count(), good + 1);
        assert_eq!(repository.rows("core.py").len(), good);
    };
    check(0);
    check(1);
    check(2);
}

// O40
#[test]
fn one_failure_does_not_end_the_batch() {
    let server = Server::start(|received| match received.number {
        1 => Reply::status(400, Dialect::Anthropic.error("invalid_request_error", "no")),
        _ => Dialect::Anthropic.reply(&good_answer(received), false),
    });
    let (repository, model) = (Repository::core(), Model::of(Dialect::Anthropic, server));
    let report = repository.run(&model, &open());
    assert_eq!((report.summarized, report.failed), (2, 1));
    assert_eq!(report.warnings.len(), 1, "{:?}", report.warnings);
    assert!(report.stopped.is_none());
    // The failed one keeps its offline words and is asked again.
    let offline = repository.documents().values().filter(|d| d.provenance.model.is_none()).count();
    assert_eq!(offline, 3, "a function, the file and the repository");
    assert_eq!(repository.run(&Model::good(), &open()).summarized, 1);
}

// reliability.md 1.5: a key that is not accepted ends the run after the first call, not after all of them.
#[test]
fn a_refused_key_ends_the_run() {
    let server = Server::start(|_| {
        Reply::status(401, Dialect::Anthropic.error("authentication_error", "invalid x-api-key"))
    });
    let (repository, model) = (Repository::core(), Model::of(Dialect::Anthropic, server));
    let report = repository.run(&model, &open());
    assert_eq!((report.summarized, report.failed, report.would_have_summarized), (0, 0, 3));
    assert!(report.stopped.is_some_and(|why| why.contains("401") && why.contains("key")));
    assert_eq!((report.skipped_reason, model.server.count()), (None, 1));
}
