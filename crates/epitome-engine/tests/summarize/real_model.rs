//! A real model on this machine: llama.cpp's own server with SmolLM2-135M, installed by `.ci/model`, which
//! prints the program to put into `EPITOME_MODEL_SERVER`. Without it the test says that it was skipped.
//!
//! The model is far too small for the whole schema: it fills lists without end. So a service between the two
//! asks it for the sentences alone, each by a schema of its own, and puts them into a call of the tool. The
//! words are the model's, and they are judged like those of any other.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use epitome_engine::summarize::{SummarizeOptions, TOOL_NAME};
use epitome_faultserver::{Answer, Dialect};
use epitome_llm::{
    Allowlist, BackendSettings, ChatBackend, ChatRequest, Output, PromptPin, Schema, Vendor,
};
use serde_json::Value;

use crate::kit::{Model, Repository, lines_of, open, summary};

const MODEL: &str = "smollm2-135m";

const SYSTEM: &str = "You say in one short plain sentence what a function does.";

/// Three files with a function each, on their first lines.
fn small_package() -> Repository {
    let text = |name: &str| {
        format!(
            "def {name}(value, low):\n    if value < low:\n        return low\n    for step in range(value):\n        low += step\n    return low\n"
        )
    };
    Repository::new(&[
        ("one.py", &text("first")),
        ("two.py", &text("second")),
        ("three.py", &text("third")),
    ])
}

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

#[expect(clippy::print_stderr, reason = "a test that was skipped must say so")]
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
    let served = Served { child, url: format!("http://127.0.0.1:{port}/v1") };
    let began = Instant::now();
    let backend = ChatBackend::connect(settings(&served.url), Allowlist::new()).unwrap();
    while backend.health().is_err() {
        assert!(began.elapsed() < Duration::from_secs(120), "the model does not load");
        std::thread::sleep(Duration::from_millis(50));
    }
    Some(served)
}

fn settings(url: &str) -> BackendSettings {
    let mut settings = BackendSettings::new(Vendor::named("llama.cpp").unwrap(), MODEL);
    settings.base_url = Some(url.to_owned());
    settings
}

/// The service in between.
fn narrowed(url: &str) -> Model {
    let pin = PromptPin::of(SYSTEM);
    let real = ChatBackend::connect(settings(url), Allowlist::new().with(MODEL, &pin)).unwrap();
    let schema = r#"{"type":"object","properties":{"purpose":{"type":"string","minLength":30,"maxLength":80},"details":{"type":"string","minLength":20,"maxLength":60}},"required":["purpose","details"],"additionalProperties":false}"#;
    let schema = Schema::parse(schema).unwrap();
    Model::answering(Dialect::OpenAi, move |received| {
        let (first, last) = lines_of(received);
        let body: Value = serde_json::from_slice(&received.body).unwrap();
        let question = body["messages"][1]["content"].as_str().unwrap();
        let mut request = ChatRequest::new(MODEL, pin.clone(), SYSTEM, question);
        request.output = Output::Json { name: "sentences".to_owned(), schema: schema.clone() };
        request.temperature = Some(0.0);
        request.max_tokens = 120;
        let answer = real.chat(&request).unwrap();
        let said: Value = serde_json::from_str(&answer.text).unwrap_or_default();
        let mut whole = summary(first, last);
        whole["purpose"] = said["purpose"].clone();
        whole["returns"]["details"] = said["details"].clone();
        Answer {
            input_tokens: answer.usage.prompt(),
            output_tokens: answer.usage.output,
            ..Answer::tool(MODEL, TOOL_NAME, &whole.to_string())
        }
    })
}

#[test]
fn the_whole_path() {
    let Some(served) = start() else { return };
    let options = SummarizeOptions {
        model: MODEL.to_owned(),
        backend: "llama.cpp".to_owned(),
        is_free: true,
        concurrency: 1,
        cap: 3,
        ..open()
    };
    let (repository, model) = (small_package(), narrowed(&served.url));
    let report = repository.run(&model, &options);
    // D7: what does not hold is not stored. At least one of three answers does.
    assert_eq!(report.summarized + report.failed, 3, "{report:?}");
    assert!(report.summarized > 0 && report.calls >= 3, "{report:?}");
    assert!(report.usage.input > 300 && report.usage.output > 20, "{report:?}");
    let told = |name: &str| {
        let documents = repository.documents();
        documents[name].provenance.model.clone()
    };
    let held = ["one.py::first", "two.py::second", "three.py::third"].into_iter();
    let held: Vec<&str> = held.filter(|name| told(name).as_deref() == Some(MODEL)).collect();
    assert_eq!(held.len() as u64, report.summarized);

    // O45: nobody is asked about what is stored.
    let again = repository.run(&model, &options);
    assert_eq!(again.cached, report.summarized);
    assert_eq!(again.calls == 0, report.failed == 0);

    // D5: white space, nobody; O43: one function, one symbol.
    let path = held[0].split("::").next().unwrap();
    let text = std::fs::read_to_string(repository.root().join(path)).unwrap();
    let cached = again.cached + again.summarized;
    repository.write(path, &text.replace("value < low", "value  <  low"));
    assert_eq!(repository.run(&model, &options).cached, cached);
    repository.write(path, &text.replace("low += step", "low -= step"));
    let edited = repository.run(&model, &options);
    assert_eq!(edited.cached, cached - 1);
    assert_eq!(edited.summarized + edited.failed, 3 - edited.cached);

    // D6: in pinned mode a template that is not listed is refused before anything is sent.
    let asked = model.server.count();
    let pinned = SummarizeOptions { pinned: true, ..options };
    assert!(repository.try_run(&model, &pinned).is_err());
    assert_eq!(model.server.count(), asked);
}
