//! A real model on this machine: llama.cpp's own server with SmolLM2-135M, installed by `.ci/model`, which
//! prints the program to put into `EPITOME_MODEL_SERVER`. Without it the test says that it was skipped.

#![expect(clippy::print_stderr, reason = "a test that was skipped must say so")]

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use epitome_llm::{
    Allowlist, BackendSettings, Budget, ChatBackend, ChatErrorKind, ChatRequest, Delta, Embeddings,
    EmbeddingsError, EmbeddingsOptions, Message, Money, Output, PromptPin, Schema, StopReason,
    Vendor,
};

const MODEL: &str = "smollm2-135m";
const SYSTEM: &str = "You explain code in one short sentence.";

/// The server, which ends with its standard input.
struct Served {
    child: Child,
    url: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

fn start() -> Option<Served> {
    let Some(program) = std::env::var_os("EPITOME_MODEL_SERVER") else {
        eprintln!(
            "skipped: no real model; set EPITOME_MODEL_SERVER=$(.ci/model) to go the whole path"
        );
        return None;
    };
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let child = Command::new(program)
        .arg(port.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    Some(Served { child, url: format!("http://127.0.0.1:{port}/v1") })
}

fn settings(url: &str) -> BackendSettings {
    let mut settings = BackendSettings::new(Vendor::named("llama.cpp").unwrap(), MODEL);
    settings.base_url = Some(url.to_owned());
    settings
}

fn connect(settings: BackendSettings) -> ChatBackend {
    let allow = Allowlist::new().with(MODEL, &PromptPin::of(SYSTEM));
    ChatBackend::connect(settings, allow).unwrap()
}

fn ask(question: &str) -> ChatRequest {
    let mut request = ChatRequest::new(MODEL, PromptPin::of(SYSTEM), SYSTEM, question);
    request.temperature = Some(0.0);
    request.max_tokens = 48;
    request.deadline = Duration::from_secs(120);
    request
}

#[test]
fn the_whole_path() {
    let Some(mut served) = start() else { return };
    waits_for_the_model_to_load(&mut served);
    let backend = connect(settings(&served.url)).recording();
    // M27
    assert_eq!(backend.health().unwrap().models, [MODEL]);
    streams_text(&backend);
    holds_to_a_schema(&backend);
    replays_what_was_recorded(&backend);
    meets_real_errors(&backend, &served.url);
    embeds(&served.url);
}

/// The server says 503 until the model is loaded; a call that may wait is answered all the same.
fn waits_for_the_model_to_load(served: &mut Served) {
    let once = connect(settings(&served.url));
    let began = Instant::now();
    let mut loading = 0;
    while let Err(error) = once.health() {
        match error.kind {
            ChatErrorKind::Unavailable { status: 503, ref said, .. } => {
                assert!(said.contains("Loading model"), "{said}");
                loading += 1;
            }
            ChatErrorKind::Unreachable { .. } => {}
            kind => panic!("{kind:?}"),
        }
        let ended = served.child.try_wait().unwrap();
        assert!(ended.is_none(), "the server ended: {ended:?}; see the file `log` beside it");
        assert!(began.elapsed() < Duration::from_secs(120), "the model does not load");
        std::thread::sleep(Duration::from_millis(30));
    }
    eprintln!("loaded after {:?}, {loading} times 503", began.elapsed());
}

fn streams_text(backend: &ChatBackend) {
    let budget = Budget::capped(Money::ZERO);
    let mut request = ask("What does `def add(a, b): return a + b` do?");
    request.max_tokens = 16;
    request.budget = Some(budget);
    let (mut shown, mut pieces) = (String::new(), 0);
    let mut each = |delta: Delta<'_>| {
        let Delta::Text(text) = delta else { panic!("{delta:?}") };
        shown.push_str(text);
        pieces += 1;
    };
    let answer = backend.stream(&request, &mut each).unwrap();
    assert_eq!(answer.text, shown);
    assert!(pieces > 3, "{pieces} pieces: {shown}");
    assert_eq!(answer.model_echoed.as_deref(), Some(MODEL));
    assert!(matches!(answer.stop, StopReason::End | StopReason::MaxTokens));
    assert!(answer.usage.prompt() > 20 && answer.usage.output > 3, "{:?}", answer.usage);
    // The same question again: the server has its beginning in its cache.
    request.max_tokens = 4;
    let again = backend.chat(&request).unwrap();
    assert_eq!(again.stop, StopReason::MaxTokens);
    assert!(again.usage.cache_read > 10, "{:?}", again.usage);
}

fn holds_to_a_schema(backend: &ChatBackend) {
    let schema = r#"{"type":"object","properties":{"purpose":{"type":"string","maxLength":40},"pure":{"type":"boolean"}},"required":["purpose","pure"],"additionalProperties":false}"#;
    let schema = Schema::parse(schema).unwrap();
    let (name, description) = ("emit".to_owned(), "Emit the summary.".to_owned());
    let mut request = ask("Summarise `def add(a, b): return a + b`.");
    request.output = Output::Tool { name, description, schema: schema.clone() };
    let answer = backend.chat(&request).unwrap();
    let tool = answer.tool.clone().unwrap();
    assert_eq!((answer.stop.clone(), tool.name.as_str()), (StopReason::ToolUse, "emit"));
    is_summary(&tool.input);
    // A turn that repairs, and as a stream.
    request.messages.extend(answer.repair("- purpose: is too short"));
    request.output = Output::Json { name: "emit".to_owned(), schema };
    let mut shown = String::new();
    let mut each = |delta: Delta<'_>| {
        if let Delta::Text(text) = delta {
            shown.push_str(text);
        }
    };
    let repaired = backend.stream(&request, &mut each).unwrap();
    assert_eq!((repaired.tool, &repaired.text), (None, &shown));
    is_summary(&shown);
}

fn is_summary(json: &str) {
    let value: serde_json::Value = serde_json::from_str(json).unwrap();
    assert!(value["purpose"].is_string() && value["pure"].is_boolean(), "{value}");
    assert_eq!(value.as_object().unwrap().len(), 2, "{value}");
}

fn replays_what_was_recorded(backend: &ChatBackend) {
    let fixture = backend.recorded();
    assert_eq!(fixture.entries.len(), 4);
    let allow = backend.allowlist().clone();
    let replay = ChatBackend::replay(fixture.clone(), allow).unwrap();
    let mut request = ask("What does `def add(a, b): return a + b` do?");
    request.max_tokens = 16;
    let again = replay.chat(&request).unwrap();
    assert!(fixture.entries.iter().any(|entry| entry.response.text == again.text));
}

fn meets_real_errors(backend: &ChatBackend, url: &str) {
    let before = backend.requests_sent();
    let mut long = ask("");
    long.messages = vec![Message::user("word ".repeat(3000))];
    let error = backend.chat(&long).unwrap_err();
    let ChatErrorKind::ContextOverflow { status: 400, said, .. } = &error.kind else {
        panic!("{error:?}")
    };
    assert!(said.contains("exceed_context_size_error"), "{said}");
    assert_eq!((error.attempts, backend.requests_sent() - before), (1, 1));
    let elsewhere = connect(settings(&url.replace("/v1", "/nowhere")));
    let error = elsewhere.chat(&ask("x")).unwrap_err();
    assert!(matches!(error.kind, ChatErrorKind::Refused { status: 404, .. }), "{error:?}");
    // Thrown in the middle of an answer.
    let mut request = ask("Tell a long story.");
    request.max_tokens = 400;
    let token = request.cancel.clone();
    let mut each = |_: Delta<'_>| token.cancel();
    let error = backend.stream(&request, &mut each).unwrap_err();
    assert_eq!(error.kind, ChatErrorKind::Cancelled);
}

fn embeds(url: &str) {
    let client = Embeddings::new(EmbeddingsOptions::new(url, MODEL)).unwrap();
    let vectors = client.embed(&["add two numbers", "sum of two numbers", "open a file"]).unwrap();
    assert_eq!((vectors.len(), vectors[0].len()), (3, 576));
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let [first, second, third] = [&vectors[0], &vectors[1], &vectors[2]];
    assert!(dot(first, second) > dot(first, third));
    let elsewhere = Embeddings::new(EmbeddingsOptions::new(url.replace("/v1", "/no"), MODEL));
    let error = elsewhere.unwrap().embed(&["x"]).unwrap_err();
    assert!(matches!(error, EmbeddingsError::Refused { status: 404, .. }), "{error:?}");
}
