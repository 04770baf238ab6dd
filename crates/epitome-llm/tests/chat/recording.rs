//! A run that was recorded is answered again, without a network.

use epitome_faultserver::{Answer, Dialect, Server};
use epitome_llm::{ChatBackend, ChatErrorKind, ChatFixture, ChatRequest, FixtureError, Message};

use crate::kit::{MODEL, TOOL, allow, ask, ask_tool, backend};

fn record() -> (ChatFixture, Vec<ChatRequest>, Vec<epitome_llm::ChatResponse>) {
    let server = Server::start(|received| {
        let tool = received.text().contains("tools");
        let answer = if tool {
            Answer::tool(MODEL, TOOL, "{\"purpose\":\"é\"}")
        } else {
            Answer::text(MODEL, "It adds.")
        };
        Dialect::Anthropic.reply(&answer, false)
    });
    let backend = backend(Dialect::Anthropic, &server.url()).recording();
    let mut other = ask();
    other.messages.push(Message::user("more"));
    let requests = vec![ask(), ask_tool(), other];
    let answers = requests.iter().map(|request| backend.chat(request).unwrap()).collect();
    // Asked twice, recorded once.
    backend.chat(&requests[0]).unwrap();
    (backend.recorded(), requests, answers)
}

#[test]
fn a_recorded_run_replays_without_a_network() {
    let (fixture, requests, answers) = record();
    assert_eq!(fixture.entries.len(), 3);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    fixture.write(&path).unwrap();
    let read = ChatFixture::read(&path).unwrap();
    assert_eq!(read, fixture);
    let replay = ChatBackend::replay(read, allow(&[MODEL])).unwrap();
    for (request, answer) in requests.iter().zip(&answers) {
        let mut again = replay.chat(request).unwrap();
        again.wall = answer.wall;
        assert_eq!(&again, answer);
        // C23: the same each time, and as a stream too.
        let mut shown = String::new();
        let streamed = replay.stream(request, &mut |delta| shown.push_str(&format!("{delta:?}")));
        assert_eq!(streamed.unwrap().tool, answer.tool);
        assert!(!shown.is_empty());
    }
    assert_eq!(replay.requests_sent(), 0);
}

#[test]
fn another_question_has_no_answer() {
    let (fixture, _, _) = record();
    let replay = ChatBackend::replay(fixture.clone(), allow(&[MODEL, "other"])).unwrap();
    let changes: [fn(&mut ChatRequest); 5] = [
        |request| request.system.push('!'),
        |request| request.messages[0] = Message::user("?"),
        |request| request.max_tokens += 1,
        |request| request.temperature = Some(0.5),
        |request| request.model = "other".to_owned(),
    ];
    for change in changes {
        let mut request = ask();
        change(&mut request);
        assert_eq!(replay.chat(&request).unwrap_err().kind, ChatErrorKind::NotConfigured);
        assert_ne!(request.hash(), ask().hash());
    }
    // Time, money and the switch do not change the answer.
    let mut request = ask();
    request.deadline *= 2;
    replay.chat(&request).unwrap();
    // The pins hold here too.
    let empty = ChatBackend::replay(fixture, epitome_llm::Allowlist::new()).unwrap();
    assert!(matches!(empty.chat(&ask()).unwrap_err().kind, ChatErrorKind::Pin(_)));
}

#[test]
fn recordings_that_cannot_be_used() {
    let (fixture, _, _) = record();
    let mut twice = fixture.clone();
    twice.entries.push(twice.entries[0].clone());
    let error = ChatBackend::replay(twice, allow(&[MODEL])).unwrap_err();
    assert!(matches!(error, FixtureError::Duplicate { .. }), "{error}");
    let mut empty = fixture;
    for entry in &mut empty.entries {
        entry.response.text.clear();
    }
    let error = ChatBackend::replay(empty, allow(&[MODEL])).unwrap_err();
    assert!(matches!(error, FixtureError::Empty { .. }), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.json");
    assert!(ChatFixture::read(&path).unwrap_err().to_string().contains("none.json"));
    std::fs::write(&path, b"\xff{").unwrap();
    assert!(ChatFixture::read(&path).unwrap_err().to_string().contains("did not parse"));
}
