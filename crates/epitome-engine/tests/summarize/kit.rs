//! A repository, a model on this machine that describes whatever it is shown, and runs of both.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use epitome_engine::config::{Reuse, Trust};
use epitome_engine::database::{Database, SummaryRow};
use epitome_engine::graph::GraphOptions;
use epitome_engine::index::Index;
use epitome_engine::outline::Workers;
use epitome_engine::summarize::{
    DEFAULT_MAX_ATTEMPTS, DEFAULT_MAX_TOKENS, Prompt, SummarizeError, SummarizeOptions,
    SummarizeReport, TOOL_NAME, summarize,
};
use epitome_engine::template::Templates;
use epitome_engine::update::{UpdateOptions, UpdateReport, update};
use epitome_faultserver::{Answer, Dialect, Received, Server};
use epitome_llm::{BackendSettings, ChatBackend, Clock, Prices, Secret, Vendor};
use epitome_model::document::Document;
use serde_json::{Value, json};

/// A model whose price is known.
pub(crate) const MODEL: &str = "claude-haiku-4-5";

/// What the server's model says of any symbol.
pub(crate) const PURPOSE: &str = "Takes what it is given, weighs it up and hands over the outcome.";

pub(crate) const CORE: &str = "\
import os


def load(path):
    \"\"\"Loads a file.\"\"\"
    if not os.path.exists(path):
        return None
    with open(path) as file:
        return file.read()


def clamp(value, low, high):
    if value < low:
        return low
    if value > high:
        return high
    return value


def mean(values):
    total = 0
    for value in values:
        total += value
    return total / len(values)
";

pub(crate) struct Repository {
    pub(crate) folder: tempfile::TempDir,
}

impl Repository {
    pub(crate) fn new(files: &[(&str, &str)]) -> Repository {
        let repository = Repository { folder: tempfile::tempdir().unwrap() };
        for (path, text) in files {
            repository.write(path, text);
        }
        repository
    }

    /// One file with three functions.
    pub(crate) fn core() -> Repository {
        Repository::new(&[("core.py", CORE)])
    }

    /// The sample with a real index of scip-python.
    pub(crate) fn with_scip() -> Repository {
        let repository = Repository::new(&[]);
        copy(Path::new("tests/scip/python"), repository.root());
        repository
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn update(&self) -> UpdateReport {
        self.update_with(&UpdateOptions::default())
    }

    pub(crate) fn update_with(&self, options: &UpdateOptions) -> UpdateReport {
        let stop = AtomicBool::new(false);
        update(self.root(), options, &Workers::in_process(), &|_| {}, &stop).unwrap()
    }

    pub(crate) fn database(&self) -> Database {
        Database::open(&self.root().join(".epitome")).unwrap()
    }

    pub(crate) fn rows(&self, path: &str) -> Vec<SummaryRow> {
        self.database().summaries_of_file(path).unwrap()
    }

    pub(crate) fn documents(&self) -> BTreeMap<String, Document> {
        let index = Index::open(self.root()).unwrap().unwrap();
        let all = index.documents().iter().map(|document| document.unwrap());
        all.map(|document| (document.id.clone(), document)).collect()
    }

    /// Names and hashes of the published files, but for those that hold times.
    pub(crate) fn published(&self) -> BTreeMap<String, String> {
        let index = Index::open(self.root()).unwrap().unwrap();
        let files = index.manifest().files.iter();
        files.map(|file| (file.path.clone(), file.blake3.clone())).collect()
    }

    /// Brings the index up to date, asks, and brings it up to date again.
    pub(crate) fn run(&self, model: &Model, options: &SummarizeOptions) -> SummarizeReport {
        self.try_run(model, options).unwrap()
    }

    pub(crate) fn try_run(
        &self,
        model: &Model,
        options: &SummarizeOptions,
    ) -> Result<SummarizeReport, SummarizeError> {
        self.update();
        let stop = AtomicBool::new(false);
        let connect = |allow| {
            model.connected.fetch_add(1, Ordering::SeqCst);
            Ok(ChatBackend::connect(model.settings(), allow)?)
        };
        let (report, _) = summarize(self.root(), options, &connect, &|_| {}, &stop)?;
        self.update();
        Ok(report)
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, target).unwrap();
        }
    }
}

/// Everything is open: any symbol, up to 100 of them.
pub(crate) fn open() -> SummarizeOptions {
    SummarizeOptions {
        offline: false,
        summaries: true,
        trust: Trust::Any,
        cap: 100,
        max_cost: None,
        model: MODEL.to_owned(),
        backend: "anthropic".to_owned(),
        is_free: false,
        is_replay: false,
        prompt: Prompt::load(&Templates::new(None), "default").unwrap(),
        pinned: false,
        allowed_models: Vec::new(),
        allowed_templates: Vec::new(),
        graph: GraphOptions::default(),
        max_attempts: DEFAULT_MAX_ATTEMPTS,
        max_tokens: DEFAULT_MAX_TOKENS,
        max_prompt_chars: 2_000_000,
        deadline: Duration::from_secs(600),
        concurrency: 4,
        prices: Prices::built_in(),
    }
}

pub(crate) fn exact() -> UpdateOptions {
    UpdateOptions { reuse: Reuse::Exact, ..UpdateOptions::default() }
}

/// A service on this machine, and how often a backend for it was made.
pub(crate) struct Model {
    pub(crate) server: Server,
    pub(crate) dialect: Dialect,
    pub(crate) connected: AtomicUsize,
}

impl Model {
    /// Describes every symbol as it should.
    pub(crate) fn good() -> Model {
        Model::answering(Dialect::Anthropic, good_answer)
    }

    pub(crate) fn answering(
        dialect: Dialect,
        answer: impl Fn(&Received) -> Answer + Send + Sync + 'static,
    ) -> Model {
        let server = Server::start(move |received| dialect.reply(&answer(received), false));
        Model::of(dialect, server)
    }

    pub(crate) fn of(dialect: Dialect, server: Server) -> Model {
        Model { server, dialect, connected: AtomicUsize::new(0) }
    }

    /// The answers one after the other; the last again and again.
    pub(crate) fn saying(dialect: Dialect, answers: Vec<Answer>) -> Model {
        Model::answering(dialect, move |received| {
            answers[received.number.min(answers.len() - 1)].clone()
        })
    }

    pub(crate) fn settings(&self) -> BackendSettings {
        settings(self.dialect, &self.server.url())
    }

    /// Bodies of the requests so far.
    pub(crate) fn bodies(&self) -> Vec<Value> {
        let received = self.server.received();
        received.iter().map(|one| serde_json::from_slice(&one.body).unwrap()).collect()
    }
}

pub(crate) fn settings(dialect: Dialect, url: &str) -> BackendSettings {
    let (vendor, path) = match dialect {
        Dialect::OpenAi => ("openai-compatible", "/v1"),
        Dialect::Anthropic => ("anthropic", "/v1"),
        Dialect::Ollama => ("ollama", ""),
        Dialect::Bedrock => ("bedrock", ""),
    };
    let mut settings = BackendSettings::new(Vendor::named(vendor).unwrap(), MODEL);
    settings.base_url = Some(format!("{url}{path}"));
    settings.clock = Clock::manual(SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000));
    settings.region = Some("us-east-1".to_owned());
    settings.key = Some(Secret::new("sk-0123456789abcdef"));
    settings
}

/// The symbol's lines, as the message about it says.
pub(crate) fn lines_of(received: &Received) -> (u64, u64) {
    let body: Value = serde_json::from_slice(&received.body).unwrap();
    let said = body["messages"].to_string();
    let rest = &said[said.rfind("Lines: ").unwrap() + 7..];
    let (first, rest) = rest.split_once('-').unwrap();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap();
    (first.parse().unwrap(), rest[..end].parse().unwrap())
}

/// A summary of some lines that holds.
pub(crate) fn summary(first: u64, last: u64) -> Value {
    json!({
        "purpose": PURPOSE,
        "inputs": [],
        "returns": {
            "type": "object",
            "type_summary": "whatever the outcome is",
            "details": "The outcome of weighing up what was given.",
        },
        "side_effects": [],
        "invariants": null,
        "citations": [
            {"field_name": "purpose", "line_start": first, "line_end": first},
            {"field_name": "returns", "line_start": last, "line_end": last},
        ],
    })
}

pub(crate) fn call(input: &Value) -> Answer {
    Answer {
        input_tokens: 100,
        output_tokens: 50,
        cache_read: 4000,
        cache_write: 10,
        ..Answer::tool(MODEL, TOOL_NAME, &input.to_string())
    }
}

pub(crate) fn good_answer(received: &Received) -> Answer {
    let (first, last) = lines_of(received);
    call(&summary(first, last))
}

/// Answers of a server that must not be asked.
pub(crate) fn nobody() -> Model {
    Model::answering(Dialect::Anthropic, |_| panic!("nobody may ask"))
}

/// So many functions, each worth a summary.
pub(crate) fn many(count: usize) -> Repository {
    let repository = Repository::new(&[]);
    for file in 0..count.div_ceil(10) {
        let body = |at| {
            format!(
                "def act_{file}_{at}(value, low):\n    if value < low:\n        return low\n    for step in range(value):\n        low += step\n    return low\n\n\n"
            )
        };
        let functions = (0..10.min(count - file * 10)).map(body);
        repository.write(&format!("part_{file}.py"), &functions.collect::<String>());
    }
    repository
}
