//! Every fault of a provider, and what is done about it.

use std::time::{Duration, Instant};

use epitome_faultserver::{Answer, Dialect, Ending, Fault, Reply, Server};
use epitome_llm::{
    ChatBackend, ChatError, ChatErrorKind, ChatRequest, ChatResponse, Clock, Delta, RetryPolicy,
    Stage,
};

use crate::kit::{KEY, MODEL, ask, backend, connect, settings};

fn good(dialect: Dialect, stream: bool) -> Reply {
    dialect.reply(&Answer::text(MODEL, "It adds."), stream)
}

fn call(backend: &ChatBackend, stream: bool) -> Result<ChatResponse, ChatError> {
    if stream { backend.stream(&ask(), &mut |_| {}) } else { backend.chat(&ask()) }
}

/// After the fault comes a good answer: it is had in so many requests, after so long a pause.
fn check_retried(dialect: Dialect, fault: &Fault, stream: bool) -> Duration {
    let first = fault.reply(dialect, &Answer::text(MODEL, "It adds."), stream);
    let server = Server::replying(vec![first, good(dialect, stream)]);
    let settings = settings(dialect, &server.url());
    let clock = settings.clock.clone();
    let response = call(&connect(settings), stream).unwrap();
    assert_eq!(
        (response.text.as_str(), response.attempts),
        ("It adds.", 2),
        "{dialect:?} {fault:?}"
    );
    assert_eq!(server.count(), 2);
    assert_eq!(clock.slept().len(), 1, "{fault:?}");
    assert_eq!(response.wall, clock.slept()[0]);
    clock.slept()[0]
}

#[test]
fn passing_faults_are_tried_again() {
    for dialect in Dialect::ALL {
        for stream in [false, true] {
            for status in [408, 409, 429, 500, 502, 503, 504, 529] {
                let pause = check_retried(dialect, &Fault::Status(status, None), stream);
                assert!(pause <= Duration::from_millis(500), "{pause:?}");
            }
            check_retried(dialect, &Fault::HangUp, stream);
            check_retried(dialect, &Fault::Cut, stream);
            check_retried(dialect, &Fault::NoEnd, stream);
            check_retried(dialect, &Fault::ErrorInStream, stream);
        }
    }
}

#[test]
fn a_pause_that_is_asked_for_is_kept() {
    for (name, value, expected) in [
        ("retry-after", "1", Some(1.0)),
        ("retry-after", "60", Some(60.0)),
        ("retry-after", "119", Some(119.0)),
        ("retry-after", "120", Some(120.0)),
        ("retry-after-ms", "1500", Some(1.5)),
        // A minute after the clock of the test.
        ("retry-after", "Sun, 30 Aug 2015 12:37:00 GMT", Some(60.0)),
        ("retry-after", "NaN", None),
        ("retry-after", "0", None),
        ("retry-after", "-1", None),
        ("retry-after", "tomorrow", None),
    ] {
        let fault = Fault::Status(429, Some((name, value)));
        let pause = check_retried(Dialect::OpenAi, &fault, false).as_secs_f64();
        match expected {
            Some(expected) => assert!((pause - expected).abs() < 1e-9, "{value}: {pause}"),
            None => assert!(pause <= 0.5, "{value}: {pause}"),
        }
    }
}

#[test]
fn too_long_a_pause_ends_the_call_and_so_does_any_where_somebody_waits() {
    let check = |policy: RetryPolicy, value: &'static str, seconds: u64| {
        let fault = Fault::Status(429, Some(("retry-after", value)));
        let reply = fault.reply(Dialect::OpenAi, &Answer::text(MODEL, ""), false);
        let server = Server::replying(vec![reply, good(Dialect::OpenAi, false)]);
        let mut settings = settings(Dialect::OpenAi, &server.url());
        settings.retry = policy;
        let clock = settings.clock.clone();
        let error = connect(settings).chat(&ask()).unwrap_err();
        let ChatErrorKind::RetryLater { after, .. } = &error.kind else { panic!("{error:?}") };
        assert_eq!(*after, Duration::from_secs(seconds));
        assert!(error.to_string().contains(&format!("{seconds} s")), "{error}");
        assert_eq!((server.count(), clock.slept().len()), (1, 0));
    };
    check(RetryPolicy::background(), "600", 600);
    check(RetryPolicy::background(), "121", 121);
    check(RetryPolicy::interactive(), "5", 5);
}

#[test]
fn those_who_come_later_wait_too() {
    let fault = Fault::Status(429, Some(("retry-after", "60")));
    let reply = fault.reply(Dialect::OpenAi, &Answer::text(MODEL, ""), false);
    let server = Server::replying(vec![reply, good(Dialect::OpenAi, false)]);
    let mut settings = settings(Dialect::OpenAi, &server.url());
    settings.retry.attempts = 1;
    let clock = settings.clock.clone();
    let backend = connect(settings);
    backend.chat(&ask()).unwrap_err();
    assert!(clock.slept().is_empty());
    backend.chat(&ask()).unwrap();
    assert_eq!(clock.slept(), [Duration::from_secs(60)]);
    assert_eq!(backend.limiter().unwrap().limit(), 4);
}

#[test]
fn so_often_and_no_more() {
    for (policy, attempts) in [(RetryPolicy::background(), 5), (RetryPolicy::interactive(), 2)] {
        let reply =
            Fault::Status(500, None).reply(Dialect::Anthropic, &Answer::text(MODEL, ""), false);
        let server = Server::replying(vec![reply]);
        let mut settings = settings(Dialect::Anthropic, &server.url());
        settings.retry = policy;
        let clock = settings.clock.clone();
        let error = connect(settings).chat(&ask()).unwrap_err();
        assert!(matches!(error.kind, ChatErrorKind::Unavailable { status: 500, .. }), "{error:?}");
        assert_eq!((error.attempts, server.count()), (attempts, attempts as usize));
        let bounds = [0.5, 1.0, 2.0, 4.0];
        let slept = clock.slept();
        assert_eq!(slept.len(), attempts as usize - 1);
        assert!(slept.iter().zip(bounds).all(|(pause, bound)| pause.as_secs_f64() <= bound));
        assert_eq!(error.wall, slept.iter().sum());
    }
}

#[test]
fn refusals_are_not_tried_again() {
    // M26
    for dialect in Dialect::ALL {
        for status in [400, 404, 413, 422, 302, 501] {
            let reply = Fault::Status(status, None).reply(dialect, &Answer::text(MODEL, ""), false);
            let server = Server::replying(vec![reply]);
            let error = backend(dialect, &server.url()).chat(&ask()).unwrap_err();
            let ChatErrorKind::Refused { status: said, .. } = error.kind else {
                panic!("{error:?}")
            };
            assert_eq!((said, server.count(), error.stops_run()), (status, 1, false));
        }
    }
}

#[test]
fn a_refused_key_stops_the_run() {
    for dialect in Dialect::ALL {
        for (status, body) in [
            (401, dialect.error("authentication_error", "no")),
            (403, dialect.error("permission_error", "no")),
            (402, dialect.error("x", "Insufficient Balance")),
            (429, b"{\"error\":{\"code\":\"insufficient_quota\"}}".to_vec()),
        ] {
            let server = Server::replying(vec![Reply::status(status, body)]);
            let error = backend(dialect, &server.url()).chat(&ask()).unwrap_err();
            assert!(matches!(error.kind, ChatErrorKind::Unauthorized { .. }), "{error:?}");
            assert!(error.stops_run());
            assert_eq!(server.count(), 1);
        }
    }
}

#[test]
fn the_key_is_scrubbed_before_the_cut() {
    // M26: the body repeats the header, at a place where the cut goes through the key.
    for pad in [0, 270, 280, 290, 299] {
        let body = format!("{}Bearer {KEY} is wrong", "x".repeat(pad));
        let server = Server::replying(vec![Reply::status(401, body)]);
        for dialect in [Dialect::OpenAi, Dialect::Anthropic] {
            let error = backend(dialect, &server.url()).chat(&ask()).unwrap_err();
            for shown in [error.to_string(), format!("{error:?}")] {
                assert!(!shown.contains("sk-0"), "{shown}");
            }
        }
    }
    let server = Server::replying(vec![Reply::status(401, format!("key {KEY}"))]);
    let backend = backend(Dialect::OpenAi, &server.url());
    assert!(backend.chat(&ask()).unwrap_err().to_string().contains("key ***;"));
    assert!(!format!("{backend:?}").contains("sk-0"));
}

#[test]
fn the_secret_keys_of_amazon_are_scrubbed_too() {
    let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    let server = Server::replying(vec![Reply::status(400, format!("signed with {secret}"))]);
    let backend = backend(Dialect::Bedrock, &server.url());
    let error = backend.chat(&ask()).unwrap_err();
    assert!(error.to_string().contains("signed with ***"), "{error}");
    assert!(!format!("{backend:?}").contains("wJalr"));
}

#[test]
fn a_prompt_that_does_not_fit_is_told_apart() {
    for (dialect, body) in [
        (
            Dialect::OpenAi,
            r#"{"error":{"code":400,"type":"exceed_context_size_error","message":"x"}}"#,
        ),
        (Dialect::OpenAi, r#"{"error":{"code":"context_length_exceeded","message":"x"}}"#),
        (Dialect::Anthropic, r#"{"type":"error","error":{"message":"prompt is too long: 9 > 8"}}"#),
        (Dialect::Bedrock, r#"{"message":"Input is too long for requested model."}"#),
    ] {
        let server = Server::replying(vec![Reply::status(400, body)]);
        let error = backend(dialect, &server.url()).chat(&ask()).unwrap_err();
        assert!(matches!(error.kind, ChatErrorKind::ContextOverflow { .. }), "{error:?}");
        assert_eq!(server.count(), 1);
    }
}

#[test]
fn a_service_may_say_that_trying_again_is_no_use() {
    let reply = Reply::status(500, "{}").with_header("x-should-retry", "false");
    let server = Server::replying(vec![reply]);
    backend(Dialect::OpenAi, &server.url()).chat(&ask()).unwrap_err();
    assert_eq!(server.count(), 1);
}

#[test]
fn a_redirect_is_not_followed() {
    let other = Server::replying(vec![good(Dialect::OpenAi, false)]);
    let reply = Reply::status(307, "").with_header("location", &other.url());
    let server = Server::replying(vec![reply]);
    let error = backend(Dialect::OpenAi, &server.url()).chat(&ask()).unwrap_err();
    assert!(matches!(error.kind, ChatErrorKind::Refused { status: 307, .. }), "{error:?}");
    assert_eq!(other.count(), 0);
}

#[test]
fn nobody_there() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let settings = settings(Dialect::OpenAi, &format!("http://{port}"));
    let clock = settings.clock.clone();
    let error = connect(settings).chat(&ask()).unwrap_err();
    assert!(matches!(error.kind, ChatErrorKind::Unreachable { .. }), "{error:?}");
    assert_eq!((error.attempts, clock.slept().len()), (5, 4));
}

#[test]
fn an_answer_without_end_is_given_up() {
    for stream in [false, true] {
        let piece = format!(": {}\n", "x".repeat(1 << 20)).into_bytes();
        let reply = Reply::stream("text/event-stream", vec![piece; 70], Ending::Proper);
        let server = Server::replying(vec![reply]);
        let error = call(&backend(Dialect::OpenAi, &server.url()), stream).unwrap_err();
        assert!(matches!(error.kind, ChatErrorKind::Shape { .. }), "{error:?}");
        assert_eq!(server.count(), 1);
    }
}

#[test]
fn no_encryption_where_it_was_expected() {
    let server = Server::replying(vec![good(Dialect::OpenAi, false)]);
    let mut settings = settings(Dialect::OpenAi, &server.url().replace("http:", "https:"));
    settings.retry.attempts = 1;
    let error = connect(settings).chat(&ask()).unwrap_err();
    assert!(matches!(error.kind, ChatErrorKind::Unreachable { .. }), "{error:?}");
}

/// Asks with short clocks in real time, and gives the error and how long it took.
fn slow(
    reply: Reply,
    stream: bool,
    change: impl Fn(&mut ChatRequest),
) -> (ChatErrorKind, Duration) {
    let server = Server::replying(vec![reply]);
    let mut settings = settings(Dialect::OpenAi, &server.url());
    settings.clock = Clock::system();
    settings.retry.attempts = 1;
    settings.idle_timeout = Duration::from_millis(600);
    let mut request = ask();
    request.deadline = Duration::from_millis(1500);
    change(&mut request);
    let backend = connect(settings);
    let began = Instant::now();
    let answer =
        if stream { backend.stream(&request, &mut |_| {}) } else { backend.chat(&request) };
    (answer.unwrap_err().kind, began.elapsed())
}

#[test]
fn silence_ends_a_call() {
    // C22
    let silence = Reply::Silence(Duration::from_secs(30));
    let some = Dialect::OpenAi.events(&Answer::text(MODEL, "It adds."))[..2].to_vec();
    let stops = Reply::stream("text/event-stream", some, Ending::Silent(Duration::from_secs(30)));
    for (reply, stream) in [(silence.clone(), false), (silence, true), (stops, true)] {
        let (kind, took) = slow(reply, stream, |_| {});
        assert!(matches!(kind, ChatErrorKind::TooSlow { stage: Stage::Idle, .. }), "{kind:?}");
        // Which clock it was says that it did not take until the deadline.
        assert!(took >= Duration::from_millis(580), "{took:?}");
    }
}

#[test]
fn a_byte_now_and_then_does_not_outlive_the_deadline() {
    for stream in [false, true] {
        let trickle = Fault::Trickle(Duration::from_millis(40));
        let reply = trickle.reply(Dialect::OpenAi, &Answer::text(MODEL, "It adds."), stream);
        let (kind, took) = slow(reply, stream, |_| {});
        assert!(matches!(kind, ChatErrorKind::TooSlow { stage: Stage::Total, .. }), "{kind:?}");
        assert!(
            took >= Duration::from_millis(1480) && took < Duration::from_millis(4000),
            "{took:?}"
        );
    }
}

#[test]
fn pauses_do_not_outlive_the_deadline() {
    let reply = Fault::Status(429, Some(("retry-after", "100")));
    let reply = reply.reply(Dialect::OpenAi, &Answer::text(MODEL, ""), false);
    let server = Server::replying(vec![reply]);
    let settings = settings(Dialect::OpenAi, &server.url());
    let clock = settings.clock.clone();
    let mut request = ask();
    request.deadline = Duration::from_secs(250);
    let error = connect(settings).chat(&request).unwrap_err();
    assert!(matches!(error.kind, ChatErrorKind::Unavailable { status: 429, .. }), "{error:?}");
    assert_eq!((clock.slept().len(), error.attempts), (2, 3));
    assert!(error.wall <= request.deadline);
}

#[test]
fn what_was_shown_is_taken_back_or_marked() {
    for dialect in Dialect::ALL {
        for fault in [Fault::ErrorInStream, Fault::NoEnd, Fault::Cut] {
            let first = fault.reply(dialect, &Answer::text(MODEL, "It subtracts."), true);
            // Nobody reads along: the caller is told to forget, and gets the second answer whole.
            let server = Server::replying(vec![first.clone(), good(dialect, true)]);
            let mut shown = Vec::new();
            let mut each = |delta: Delta<'_>| shown.push(format!("{delta:?}"));
            let answer = backend(dialect, &server.url()).stream(&ask(), &mut each).unwrap();
            assert_eq!(answer.text, "It adds.");
            assert_eq!(shown.iter().filter(|delta| *delta == "Restart").count(), 1, "{shown:?}");
            // Somebody reads along: what they saw is not taken back.
            let server = Server::replying(vec![first, good(dialect, true)]);
            let mut settings = settings(dialect, &server.url());
            settings.retry = RetryPolicy::interactive();
            let error = connect(settings).stream(&ask(), &mut |_| {}).unwrap_err();
            assert!(matches!(error.kind, ChatErrorKind::Interrupted { .. }), "{error:?}");
            assert_eq!(server.count(), 1);
        }
        // Before the first word it is tried again in both cases.
        let server = Server::replying(vec![Reply::HangUp, good(dialect, true)]);
        let mut settings = settings(dialect, &server.url());
        settings.retry = RetryPolicy::interactive();
        connect(settings).stream(&ask(), &mut |_| {}).unwrap();
        assert_eq!(server.count(), 2);
    }
}

#[test]
fn an_error_inside_a_stream_is_named_and_what_it_used_is_counted() {
    let reply = Fault::ErrorInStream.reply(Dialect::Anthropic, &Answer::text(MODEL, "Hm."), true);
    let server = Server::replying(vec![reply]);
    let error = backend(Dialect::Anthropic, &server.url()).stream(&ask(), &mut |_| {}).unwrap_err();
    assert!(matches!(error.kind, ChatErrorKind::Unavailable { status: 529, .. }), "{error:?}");
    assert!(error.to_string().contains("overloaded_error: Overloaded"), "{error}");
    // Five tries, each of which read the prompt.
    assert_eq!((error.attempts, error.usage.input), (5, 60));
}

#[test]
fn a_long_answer_is_streamed_even_if_nobody_watches() {
    let dialect = Dialect::Anthropic;
    let server = Server::start(move |received| {
        dialect.reply(
            &Answer::text(MODEL, "long"),
            dialect.asks_for_stream(&received.path, &received.body),
        )
    });
    let mut request = ask();
    request.max_tokens = 8000;
    assert_eq!(backend(dialect, &server.url()).chat(&request).unwrap().text, "long");
    assert!(server.received()[0].text().contains("\"stream\":true"));
}

#[test]
fn what_may_not_be_asked_is_not_sent() {
    let server = Server::replying(vec![good(Dialect::OpenAi, false)]);
    let mut settings = settings(Dialect::OpenAi, &server.url());
    settings.max_prompt_chars = 20;
    let backend = connect(settings);
    // M24: the limit is in characters, of system prompt and question together.
    let error = backend.chat(&ask()).unwrap_err();
    assert_eq!(error.kind, ChatErrorKind::TooLong { chars: 30, limit: 20 });
    assert_eq!((backend.max_prompt_chars(), error.attempts), (20, 0));
    // C19, C20: model and template, before any byte leaves.
    let mut other = ask();
    other.model = "other".to_owned();
    let mut edited = ask();
    edited.prompt = epitome_llm::PromptPin::of("Say what it does!");
    for request in [other, edited] {
        let error = backend.chat(&request).unwrap_err();
        assert!(matches!(error.kind, ChatErrorKind::Pin(_)), "{error:?}");
    }
    assert_eq!((backend.requests_sent(), server.count(), server.connections()), (0, 0, 0));
}
