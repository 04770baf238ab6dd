//! Summaries under pins: the request and its hash, the errors and their tokens, the backends.

use std::path::Path;
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use epitome_faultserver::{Answer, Dialect, Reply, Server};
use epitome_llm::{
    Allowlist, BackendSettings, ChatBackend, HostedSummaryBackend, NoopSummaryBackend, PromptPin,
    ReplaySummaryBackend, ReplaySummaryFixture, ReplaySummaryFixtureEntry, SummaryBackend,
    SummaryError, SummaryRequest, SummaryResponse, TokenUsage, Vendor,
};
use expect_test::expect;

const TEMPLATE: &str = "Compress these claims into one.";

fn request() -> SummaryRequest {
    SummaryRequest {
        model_name: "m1".to_owned(),
        prompt_template_blake3: PromptPin::of(TEMPLATE).to_string(),
        source_claims: vec!["alpha".to_owned(), "beta".to_owned()],
        max_output_bytes: Some(2048),
        decay_job_id: Some("dcy_01ARZ3NDEKTSV4RRFFQ69G5FAV".to_owned()),
    }
}

fn response() -> SummaryResponse {
    let token_usage = Some(TokenUsage { prompt_tokens: 10, completion_tokens: 20 });
    let (claim, model_name_echoed) = ("alpha and beta".to_owned(), "m1".to_owned());
    SummaryResponse { claim, token_usage, model_name_echoed }
}

fn entry() -> ReplaySummaryFixtureEntry {
    ReplaySummaryFixtureEntry { request: request(), response: response() }
}

type Change = fn(&mut SummaryRequest);

/// Every single field, changed in every way there is.
const CHANGES: [(&str, Change); 9] = [
    ("model_name", |r| r.model_name.push(' ')),
    ("prompt_template_blake3", |r| r.prompt_template_blake3.push('0')),
    ("source_claims", |r| r.source_claims.reverse()),
    ("source_claims", |r| r.source_claims[0].push('s')),
    ("source_claims", |r| drop(r.source_claims.pop())),
    ("max_output_bytes", |r| r.max_output_bytes = Some(2049)),
    ("max_output_bytes", |r| r.max_output_bytes = None),
    ("decay_job_id", |r| r.decay_job_id = Some("dcy_other".to_owned())),
    ("decay_job_id", |r| r.decay_job_id = None),
];

#[test]
fn requests_and_responses_as_json() {
    // C1, C2, C3, C8: the options are left out when there are none; claims keep their order.
    let mut bare = request();
    (bare.max_output_bytes, bare.decay_job_id) = (None, None);
    expect![[r#"{"model_name":"m1","prompt_template_blake3":"blake3:95d8c0cff8a030281c548a88ce00155d779f373eda990b31ecb2906ff0fc9988","source_claims":["alpha","beta"]}"#]]
    .assert_eq(&serde_json::to_string(&bare).unwrap());
    let json = r#"{"model_name":"m","prompt_template_blake3":"blake3:0","source_claims":[]}"#;
    let read: SummaryRequest = serde_json::from_str(json).unwrap();
    assert_eq!((read.max_output_bytes, read.decay_job_id), (None, None));
    let mut answer = response();
    answer.token_usage = None;
    expect![[r#"{"claim":"alpha and beta","model_name_echoed":"m1"}"#]]
        .assert_eq(&serde_json::to_string(&answer).unwrap());
    let full = serde_json::to_string(&response()).unwrap();
    assert!(
        full.contains(r#""token_usage":{"prompt_tokens":10,"completion_tokens":20}"#),
        "{full}"
    );
}

#[test]
fn the_hash_is_the_request_and_nothing_else() {
    // C4, C5: in any process.
    expect!["db9c66eb35ab5390210917588899e390b3e88de8d9a0f871da00dd85f4689cec"]
        .assert_eq(&request().request_hash());
    assert_eq!(request().request_hash(), request().clone().request_hash());
    // C6
    for (field, change) in CHANGES {
        let mut other = request();
        change(&mut other);
        assert_ne!(other.request_hash(), request().request_hash(), "{field}");
    }
    // Claims cannot run into each other.
    let mut joined = request();
    joined.source_claims = vec!["alphabeta".to_owned()];
    let mut parted = request();
    parted.source_claims = vec!["alph".to_owned(), "abeta".to_owned()];
    assert_ne!(joined.request_hash(), parted.request_hash());
}

#[test]
fn errors_have_stable_tokens() {
    // C12, C13, C14, C15, C16, C17
    for (error, expected) in [
        (SummaryError::BackendNotConfigured, "summary_backend_not_configured"),
        (SummaryError::ModelNotInAllowlist("m".to_owned()), "summary_model_not_in_allowlist: m"),
        (
            SummaryError::PromptTemplateMismatch("p".to_owned()),
            "summary_prompt_template_mismatch: p",
        ),
        (SummaryError::CallFailed("c".to_owned()), "summary_call_failed: c"),
        (
            SummaryError::OutputValidationFailed("o".to_owned()),
            "summary_output_validation_failed: o",
        ),
    ] {
        assert_eq!(error.to_string(), expected);
        let json = serde_json::to_string(&error).unwrap();
        assert_eq!(serde_json::from_str::<SummaryError>(&json).unwrap(), error.clone());
    }
}

#[test]
fn what_every_caller_checks() {
    let refused = |change: fn(&mut SummaryResponse)| {
        let mut answer = response();
        change(&mut answer);
        answer.accept(&request()).unwrap_err().to_string()
    };
    response().accept(&request()).unwrap();
    // C9
    for empty in ["", " \n"] {
        let mut answer = response();
        answer.claim = empty.to_owned();
        answer.accept(&request()).unwrap_err();
    }
    // C10: byte by byte.
    assert!(refused(|answer| answer.model_name_echoed = "M1".to_owned()).contains("`M1` answered"));
    refused(|answer| answer.model_name_echoed.clear());
    // C11: bytes, not characters.
    refused(|answer| answer.claim = "é".repeat(1025));
    let mut exact = response();
    exact.claim = "é".repeat(1024);
    exact.accept(&request()).unwrap();
}

#[test]
fn no_backend_refuses_everything() {
    // C18, C24
    fn is_backend(backend: &dyn SummaryBackend) -> Result<SummaryResponse, SummaryError> {
        backend.summarize(&request())
    }
    fn is_default_and_copy<T: Default + Copy + Send + Sync + std::fmt::Debug>(_: T) {}
    is_default_and_copy(NoopSummaryBackend);
    assert_eq!(is_backend(&NoopSummaryBackend), Err(SummaryError::BackendNotConfigured));
}

/// Keeps what is logged, for the test that asks for it.
static LOGGED: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Keeper;

impl log::Log for Keeper {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        LOGGED.lock().unwrap_or_else(PoisonError::into_inner).push(record.args().to_string());
    }

    fn flush(&self) {}
}

fn logged(part: &str) -> bool {
    LOGGED.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|line| line.contains(part))
}

#[test]
fn a_recording_answers_what_it_holds() {
    // C25, C26, C33, C23
    let mut second = entry();
    second.request.source_claims.push("gamma".to_owned());
    let backend = ReplaySummaryBackend::from_entries(vec![entry(), second.clone()]).unwrap();
    assert_eq!(backend.fixture_count(), 2);
    for _ in 0..3 {
        assert_eq!(backend.summarize(&request()).unwrap(), response());
    }
    // C29: the order does not matter.
    let turned = ReplaySummaryBackend::from_entries(vec![second, entry()]).unwrap();
    assert_eq!(turned.summarize(&request()).unwrap(), response());
}

#[test]
fn any_other_question_is_a_miss_and_the_log_says_why() {
    static KEEPER: Keeper = Keeper;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_logger(&KEEPER).unwrap();
        log::set_max_level(log::LevelFilter::Warn);
    });
    let mut far = entry();
    far.request.model_name = "another".to_owned();
    far.request.source_claims.clear();
    far.response.model_name_echoed = "another".to_owned();
    let backend = ReplaySummaryBackend::from_entries(vec![far, entry()]).unwrap();
    // C27, C28, D14: the nearest one, and the field that differs.
    for (field, change) in CHANGES {
        let mut other = request();
        change(&mut other);
        assert_eq!(backend.summarize(&other), Err(SummaryError::BackendNotConfigured));
        let (asked, near) = (other.request_hash(), request().request_hash());
        let line = format!("request_hash={asked}; the nearest, {near}, differs in {field}");
        assert!(logged(&line), "{line}");
    }
    let empty = ReplaySummaryBackend::from_entries(Vec::new()).unwrap();
    assert_eq!(empty.summarize(&request()), Err(SummaryError::BackendNotConfigured));
    assert!(logged("the recording is empty"));
}

#[test]
fn recordings_are_checked_when_they_are_read() {
    // C30
    let error = ReplaySummaryBackend::from_entries(vec![entry(), entry()]).unwrap_err().to_string();
    let key = format!("request_hash={}", request().request_hash());
    assert!(error.starts_with("summary_call_failed: ") && error.contains("duplicate"), "{error}");
    assert!(error.contains(&key), "{error}");
    // An empty claim, another model, too long a claim: known gaps of the original.
    let changes: [fn(&mut SummaryResponse); 3] = [
        |answer| answer.claim.clear(),
        |answer| answer.model_name_echoed = "m2".to_owned(),
        |answer| answer.claim = "x".repeat(2049),
    ];
    for change in changes {
        let mut bad = entry();
        change(&mut bad.response);
        let error = ReplaySummaryBackend::from_entries(vec![bad]).unwrap_err();
        assert!(matches!(error, SummaryError::OutputValidationFailed(_)), "{error}");
    }
}

#[test]
fn recordings_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fixture.json");
    // C34
    let fixture = ReplaySummaryFixture { entries: vec![entry()] };
    std::fs::write(&path, serde_json::to_vec_pretty(&fixture).unwrap()).unwrap();
    let backend = ReplaySummaryBackend::from_fixture_file(&path).unwrap();
    assert_eq!(backend.summarize(&request()).unwrap(), response());
    // C31
    let missing = Path::new("this/does/not/exist.json");
    let error = ReplaySummaryBackend::from_fixture_file(missing).unwrap_err().to_string();
    assert!(
        error.contains("not readable") && error.contains("this/does/not/exist.json"),
        "{error}"
    );
    // C32, C21: JSON that is none, and no UTF-8 either.
    for bytes in [&b"{"[..], b"{\"entries\":3}", b"\xff\xfe\x00", b""] {
        std::fs::write(&path, bytes).unwrap();
        let error = ReplaySummaryBackend::from_fixture_file(&path).unwrap_err().to_string();
        assert!(
            error.starts_with("summary_call_failed: ") && error.contains("did not parse"),
            "{error}"
        );
        assert!(error.contains("fixture.json"), "{error}");
    }
}

/// A backend over a server of the test, that allows `m1` with the template.
fn hosted(server: &Server) -> HostedSummaryBackend {
    hosted_for(server, Duration::from_secs(20))
}

fn hosted_for(server: &Server, timeout: Duration) -> HostedSummaryBackend {
    let mut settings = BackendSettings::new(Vendor::named("vllm").unwrap(), "m1");
    settings.base_url = Some(server.url());
    settings.retry.attempts = 1;
    let allow = Allowlist::new().with("m1", &PromptPin::of(TEMPLATE));
    let chat = ChatBackend::connect(settings, allow).unwrap();
    HostedSummaryBackend::new(chat, TEMPLATE, timeout)
}

fn answering(model: &str, text: &str) -> Server {
    Server::replying(vec![Dialect::OpenAi.reply(&Answer::text(model, text), false)])
}

#[test]
fn pins_are_checked_before_anything_leaves() {
    let server = answering("m1", "both");
    let backend = hosted(&server);
    let with = |change: Change| {
        let mut other = request();
        change(&mut other);
        backend.summarize(&other).unwrap_err()
    };
    // C19
    let error = with(|r| r.model_name = "m2".to_owned());
    assert_eq!(error, SummaryError::ModelNotInAllowlist("m2".to_owned()));
    // C20: an edited template is refused.
    let error = with(|r| r.prompt_template_blake3 = PromptPin::of("edited").to_string());
    assert!(matches!(error, SummaryError::PromptTemplateMismatch(_)), "{error}");
    let error = with(|r| r.prompt_template_blake3 = "nonsense".to_owned());
    assert!(matches!(error, SummaryError::PromptTemplateMismatch(_)), "{error}");
    assert_eq!((server.count(), server.connections()), (0, 0));
    // And with the right pins one request leaves.
    backend.summarize(&request()).unwrap();
    assert_eq!(server.count(), 1);
}

#[test]
fn the_echo_is_what_the_provider_said() {
    // C10: and the known defect, never the name that was asked for.
    let error = hosted(&answering("m1-other-build", "both")).summarize(&request()).unwrap_err();
    assert!(error.to_string().contains("m1-other-build"), "{error}");
    let silent = Server::replying(vec![Reply::json(
        r#"{"choices":[{"message":{"content":"both"},"finish_reason":"stop"}]}"#,
    )]);
    let error = hosted(&silent).summarize(&request()).unwrap_err();
    assert!(matches!(error, SummaryError::OutputValidationFailed(_)), "{error}");
    let answer = hosted(&answering("m1", "both")).summarize(&request()).unwrap();
    assert_eq!((answer.claim.as_str(), answer.model_name_echoed.as_str()), ("both", "m1"));
    assert_eq!(answer.token_usage, Some(TokenUsage { prompt_tokens: 12, completion_tokens: 5 }));
}

#[test]
fn claims_are_sent_whole_and_in_order() {
    // C3
    let server = answering("m1", "both");
    hosted(&server).summarize(&request()).unwrap();
    let body = server.received()[0].text();
    assert!(body.contains(r#""content":"1. alpha\n2. beta\n""#), "{body}");
}

#[test]
fn bad_input_and_slow_providers_are_errors() {
    // C21: no panic.
    let server = answering("m1", "both");
    let backend = hosted(&server);
    let changes: [Change; 3] = [
        |r| r.source_claims.clear(),
        |r| r.source_claims = vec!["x".repeat(1 << 20)],
        |r| r.source_claims = vec!["\0\u{202e}".to_owned()],
    ];
    for change in changes {
        let mut odd = request();
        change(&mut odd);
        backend.summarize(&odd).unwrap();
    }
    let mut small = request();
    small.max_output_bytes = Some(1);
    let error = backend.summarize(&small).unwrap_err();
    assert!(matches!(error, SummaryError::OutputValidationFailed(_)), "{error}");
    // C22, C15
    let silent = Server::replying(vec![Reply::Silence(Duration::from_secs(9))]);
    let error = hosted_for(&silent, Duration::from_millis(300)).summarize(&request()).unwrap_err();
    let SummaryError::CallFailed(why) = error else { panic!("{error}") };
    assert!(why.contains("too slow"), "{why}");
    let cut = Answer { stop: "max_tokens".to_owned(), ..Answer::text("m1", "bo") };
    let cut = Server::replying(vec![Dialect::OpenAi.reply(&cut, false)]);
    assert!(hosted(&cut).summarize(&request()).is_err());
}

#[test]
fn a_run_can_be_recorded_and_replayed() {
    let server = answering("m1", "both");
    let backend = hosted(&server);
    let answer = backend.summarize(&request()).unwrap();
    backend.summarize(&request()).unwrap();
    let recorded = backend.recorded();
    assert_eq!(recorded.entries.len(), 1);
    let replay = ReplaySummaryBackend::from_entries(recorded.entries).unwrap();
    assert_eq!(replay.summarize(&request()).unwrap(), answer);
}

#[test]
fn pins_of_templates() {
    // C2
    let pin = PromptPin::of(TEMPLATE);
    assert!(pin.as_str().starts_with("blake3:") && pin.as_str().len() == 71);
    assert_eq!(PromptPin::parse(pin.as_str()).unwrap(), pin);
    assert_ne!(PromptPin::of("Compress these claims into one"), pin);
    for text in ["", "blake3:", &pin.as_str()[7..], &pin.as_str().to_uppercase(), "sha256:00"] {
        assert!(PromptPin::parse(text).is_err(), "{text}");
    }
}
