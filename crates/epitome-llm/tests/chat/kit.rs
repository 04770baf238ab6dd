//! Backends that ask a server of the test, on a clock that nobody waits for.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use epitome_faultserver::{Dialect, Received};
use epitome_llm::{
    Allowlist, AwsEnvironment, BackendSettings, CachePoints, ChatBackend, ChatRequest, Clock,
    Output, PromptPin, Schema, Secret, Vendor,
};

pub(crate) const KEY: &str = "sk-0123456789abcdef";
pub(crate) const MODEL: &str = "test-model";
pub(crate) const TEMPLATE: &str = "Say what it does.";

/// 2015-08-30 12:36:00 UTC, the time of the published signatures.
pub(crate) fn clock() -> Clock {
    Clock::manual(SystemTime::UNIX_EPOCH + Duration::from_secs(1_440_938_160))
}

pub(crate) fn pin() -> PromptPin {
    PromptPin::of(TEMPLATE)
}

pub(crate) fn allow(models: &[&str]) -> Allowlist {
    models.iter().fold(Allowlist::new(), |list, model| list.with(*model, &pin()))
}

pub(crate) fn keys() -> AwsEnvironment {
    let variables = [
        ("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"),
        ("AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
        ("AWS_EC2_METADATA_DISABLED", "true"),
    ];
    environment(&variables)
}

pub(crate) fn environment(variables: &[(&str, &str)]) -> AwsEnvironment {
    let variables: BTreeMap<String, String> =
        variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    AwsEnvironment { variables, home: None }
}

/// Settings for a server that speaks `dialect` at `url`.
pub(crate) fn settings(dialect: Dialect, url: &str) -> BackendSettings {
    let (vendor, path) = match dialect {
        Dialect::OpenAi => ("openai-compatible", "/v1"),
        Dialect::Anthropic => ("anthropic", "/v1"),
        Dialect::Ollama => ("ollama", ""),
        Dialect::Bedrock => ("bedrock", ""),
    };
    let mut settings = BackendSettings::new(Vendor::named(vendor).unwrap(), MODEL);
    settings.base_url = Some(format!("{url}{path}"));
    settings.clock = clock();
    settings.aws = keys();
    settings.region = Some("us-east-1".to_owned());
    settings.key = (dialect != Dialect::Bedrock).then(|| Secret::new(KEY));
    settings
}

pub(crate) fn connect(settings: BackendSettings) -> ChatBackend {
    ChatBackend::connect(settings, allow(&[MODEL])).unwrap()
}

pub(crate) fn backend(dialect: Dialect, url: &str) -> ChatBackend {
    connect(settings(dialect, url))
}

pub(crate) fn ask() -> ChatRequest {
    ChatRequest::new(MODEL, pin(), TEMPLATE, "def f(): pass")
}

pub(crate) const TOOL: &str = "emit_symbol_summary";

/// A request as the summaries make it.
pub(crate) fn ask_tool() -> ChatRequest {
    let schema = r#"{"$schema": "x", "type": "object", "properties": {"purpose": {"type": "string"}, "a": {}}, "required": ["purpose"]}"#;
    let mut request = ask();
    request.output = Output::Tool {
        name: TOOL.to_owned(),
        description: "Emit the summary.".to_owned(),
        schema: Schema::parse(schema).unwrap(),
    };
    request.temperature = Some(0.0);
    request.cache = CachePoints::BOTH;
    request
}

/// Method, path, headers that matter, body.
pub(crate) fn shown(received: &Received) -> String {
    let own = ["host", "user-agent", "accept", "accept-encoding", "content-length"];
    let mut shown = format!("{} {}\n", received.method, received.path);
    for (name, value) in &received.headers {
        if !own.contains(&name.as_str()) {
            // The signature covers the port, which is another one each time.
            let value = match value.split_once("Signature=") {
                Some((before, digits)) => format!("{before}Signature=({} digits)", digits.len()),
                None => value.clone(),
            };
            shown += &format!("{name}: {value}\n");
        }
    }
    shown + "\n" + &received.text() + "\n"
}
