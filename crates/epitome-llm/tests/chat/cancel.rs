//! Ending a call from another thread.

use std::time::{Duration, Instant};

use epitome_faultserver::{Answer, Dialect, Ending, Fault, Reply, Server};
use epitome_llm::{CancelToken, ChatErrorKind, Clock};

use crate::kit::{MODEL, ask, connect, settings};

/// Throws the switch after a moment; the call ends soon after it.
fn check(reply: Reply, stream: bool) {
    let server = Server::replying(vec![reply]);
    let mut settings = settings(Dialect::OpenAi, &server.url());
    settings.clock = Clock::system();
    let backend = connect(settings);
    let mut request = ask();
    let token: CancelToken = request.cancel.clone();
    let error = std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            while server.count() == 0 {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_millis(100));
            token.cancel();
            Instant::now()
        });
        let answer =
            if stream { backend.stream(&request, &mut |_| {}) } else { backend.chat(&request) };
        let after = thread.join().unwrap().elapsed();
        // The waits of the server are ten times as long.
        assert!(after < Duration::from_secs(2), "{after:?}");
        answer.unwrap_err()
    });
    assert_eq!(error.kind, ChatErrorKind::Cancelled);
    assert!(error.stops_run());
    // And no other call begins.
    request.deadline = Duration::from_secs(9);
    assert_eq!(backend.chat(&request).unwrap_err().kind, ChatErrorKind::Cancelled);
    assert_eq!(server.count(), 1);
}

#[test]
fn while_waiting_for_the_first_byte() {
    check(Reply::Silence(Duration::from_secs(20)), false);
}

#[test]
fn in_the_middle_of_an_answer() {
    let some = Dialect::OpenAi.events(&Answer::text(MODEL, "It adds."))[..2].to_vec();
    for ending in [Ending::Silent(Duration::from_secs(20)), Ending::Silent(Duration::from_secs(19))]
    {
        check(Reply::stream("text/event-stream", some.clone(), ending), true);
    }
    let trickle = Fault::Trickle(Duration::from_millis(30));
    check(trickle.reply(Dialect::OpenAi, &Answer::text(MODEL, "It adds."), true), true);
}

#[test]
fn while_waiting_for_the_next_try() {
    let fault = Fault::Status(429, Some(("retry-after", "30")));
    check(fault.reply(Dialect::OpenAi, &Answer::text(MODEL, ""), false), false);
}

#[test]
fn while_waiting_for_a_place() {
    let server = Server::replying(vec![Reply::Silence(Duration::from_secs(20))]);
    let mut settings = settings(Dialect::OpenAi, &server.url());
    settings.clock = Clock::system();
    settings.concurrency = 1;
    let backend = connect(settings);
    let (first, second) = (ask(), ask());
    std::thread::scope(|scope| {
        let one = scope.spawn(|| backend.chat(&first));
        while server.count() == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        let two = scope.spawn(|| backend.chat(&second));
        std::thread::sleep(Duration::from_millis(60));
        second.cancel.cancel();
        assert_eq!(two.join().unwrap().unwrap_err().kind, ChatErrorKind::Cancelled);
        // The other call has a switch of its own.
        assert_eq!(server.count(), 1);
        first.cancel.cancel();
        assert_eq!(one.join().unwrap().unwrap_err().kind, ChatErrorKind::Cancelled);
    });
}
