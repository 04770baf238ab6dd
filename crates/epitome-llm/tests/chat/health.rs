//! Whether a provider can be reached, and how a backend is set up.

use epitome_faultserver::{Answer, Dialect, Reply, Server};
use epitome_llm::{
    Allowlist, BackendSettings, ChatBackend, ChatErrorKind, Secret, SetupError, Vendor,
};

use crate::kit::{MODEL, TEMPLATE, ask, backend, connect, keys, pin, settings};

#[test]
fn the_models_are_listed() {
    // M27: GET /models
    let list =
        r#"{"object":"list","data":[{"id":"a","object":"model"},{"id":"b","object":"model"}]}"#;
    for (dialect, body, path) in [
        (Dialect::OpenAi, list, "/v1/models"),
        (Dialect::Anthropic, list, "/v1/models"),
        (Dialect::Ollama, r#"{"models":[{"name":"a"},{"name":"b"}]}"#, "/api/tags"),
    ] {
        let server = Server::replying(vec![Reply::json(body)]);
        let health = backend(dialect, &server.url()).health().unwrap();
        assert_eq!(health.models, ["a", "b"]);
        let received = server.received().remove(0);
        assert_eq!((received.method.as_str(), received.path.as_str()), ("GET", path));
        assert!(received.header("authorization").or(received.header("x-api-key")).is_some());
    }
    // Without paying, Bedrock can only be asked whether there are keys.
    assert!(backend(Dialect::Bedrock, "http://127.0.0.1:1").health().unwrap().models.is_empty());
}

#[test]
fn health_fails_as_calls_do_but_at_once() {
    let server = Server::replying(vec![Reply::status(401, "no")]);
    let error = backend(Dialect::OpenAi, &server.url()).health().unwrap_err();
    assert!(matches!(error.kind, ChatErrorKind::Unauthorized { .. }));
    let server = Server::replying(vec![Reply::status(503, r#"{"error":"Loading model"}"#)]);
    let error = backend(Dialect::OpenAi, &server.url()).health().unwrap_err();
    assert!(matches!(error.kind, ChatErrorKind::Unavailable { status: 503, .. }), "{error:?}");
    assert_eq!(server.count(), 1);
    let error = backend(Dialect::OpenAi, "http://127.0.0.1:1").health().unwrap_err();
    assert!(matches!(error.kind, ChatErrorKind::Unreachable { .. }), "{error:?}");
}

#[test]
fn the_defaults() {
    // M29
    let settings = BackendSettings::default();
    assert_eq!(settings.vendor.base_url, "https://api.siliconflow.cn/v1");
    assert_eq!(settings.key, None);
    assert_eq!(settings.model, "deepseek-ai/DeepSeek-V4-Flash");
    assert_eq!(settings.timeout.as_secs_f64(), 60.0);
    assert_eq!(settings.max_prompt_chars, 2_000_000);
    assert_eq!(settings.connect_timeout.as_secs(), 5);
    assert_eq!(settings.idle_timeout.as_secs(), 60);
}

#[test]
fn without_a_key_there_is_a_warning_and_a_backend() {
    // M28
    for key in [None, Some(Secret::new(""))] {
        let server = Server::replying(vec![Reply::status(401, "no key")]);
        let mut settings = BackendSettings { key, ..BackendSettings::default() };
        settings.base_url = Some(server.url());
        let model = settings.model.clone();
        let backend = ChatBackend::connect(settings, Allowlist::new().with(model, &pin())).unwrap();
        assert_eq!(
            backend.warnings(),
            ["no key for siliconflow: set SILICONFLOW_API_KEY, or every call will be refused"]
        );
        let error = backend.summarize("x", TEMPLATE, &pin()).unwrap_err();
        assert!(matches!(error.kind, ChatErrorKind::Unauthorized { status: 401, .. }));
        assert_eq!(server.received()[0].header("authorization"), None);
    }
    let with_key = settings(Dialect::OpenAi, "http://127.0.0.1:1");
    assert!(connect(with_key).warnings().is_empty());
    let local = BackendSettings::new(Vendor::named("ollama").unwrap(), "m");
    assert!(ChatBackend::connect(local, Allowlist::new()).unwrap().warnings().is_empty());
}

#[test]
fn text_for_a_prompt() {
    // M24, M25
    let server =
        Server::replying(vec![Dialect::OpenAi.reply(&Answer::text(MODEL, "# Digest"), false)]);
    let backend = backend(Dialect::OpenAi, &server.url());
    assert_eq!(backend.summarize("the news", TEMPLATE, &pin()).unwrap(), "# Digest");
    let body = server.received()[0].text();
    let expected = r#""messages":[{"role":"system","content":"Say what it does."},{"role":"user","content":"the news"}]"#;
    assert!(body.contains(expected), "{body}");
}

#[test]
fn nothing_set_up_answers_nothing() {
    let backend = ChatBackend::none();
    for error in [backend.chat(&ask()).unwrap_err(), backend.health().unwrap_err()] {
        assert_eq!(error.kind, ChatErrorKind::NotConfigured);
        assert!(error.stops_run());
    }
}

#[test]
fn a_key_that_cannot_be_sent_is_refused_at_once() {
    for key in ["sk-1\n", "sk 1", "sk-\u{e9}", "\u{feff}sk-1"] {
        let mut settings = settings(Dialect::OpenAi, "http://x");
        settings.key = Some(Secret::new(key));
        let error = ChatBackend::connect(settings, Allowlist::new()).unwrap_err();
        assert!(matches!(error, SetupError::Configuration { .. }), "{error:?}");
        assert!(!error.to_string().contains("sk"), "{error}");
    }
}

#[test]
fn addresses_that_are_none() {
    for url in ["", "ftp://host/v1", "host/v1", "http://me:sk-123@host/v1"] {
        let mut settings = settings(Dialect::OpenAi, "http://x");
        settings.base_url = Some(url.to_owned());
        settings.aws = keys();
        let error = ChatBackend::connect(settings, Allowlist::new()).unwrap_err();
        assert!(matches!(error, SetupError::Address { .. }), "{url}");
        assert!(!error.to_string().contains("sk-123"), "{error}");
    }
}
