//! Many calls at once, with faults of all kinds among them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use epitome_faultserver::{Answer, Dialect, Fault, FaultPlan, FaultServer, Received};
use epitome_llm::{ChatBackend, ChatErrorKind, ChatRequest, Message, StopReason};

use crate::kit::{MODEL, ask, connect, settings};

/// The answer names the question, so that a mix-up would be seen.
fn answer(received: &Received) -> Answer {
    let text = received.text();
    let (_, rest) = text.split_once("item-").expect("the question");
    let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Answer::text(MODEL, &format!("answer to item-{number} é"))
}

/// Asks `count` questions from 8 threads; gives what became of each, and how many requests it took.
fn run(
    dialect: Dialect,
    count: usize,
    plan: FaultPlan,
) -> (Vec<Result<epitome_llm::ChatResponse, ChatErrorKind>>, FaultServer, ChatBackend) {
    let server = FaultServer::start(dialect, plan, answer);
    let mut settings = settings(dialect, &server.url());
    // Pauses are as long as they are, but on a clock of the test.
    settings.retry.first = Duration::from_millis(1);
    let backend = connect(settings);
    let results = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::SeqCst);
                    if number >= count {
                        return;
                    }
                    let question = format!("item-{number}.");
                    let request = ChatRequest { messages: vec![Message::user(question)], ..ask() };
                    let stream = number.is_multiple_of(2);
                    let result = if stream {
                        backend.stream(&request, &mut |_| {})
                    } else {
                        backend.chat(&request)
                    };
                    if let Ok(response) = &result {
                        let whole = format!("answer to item-{number} é");
                        let other = !response.text.contains("item-");
                        assert!(response.text == whole || other, "{number}: {}", response.text);
                    }
                    results.lock().unwrap().push(result.map_err(|error| error.kind));
                }
            });
        }
    });
    (results.into_inner().unwrap(), server, backend)
}

#[test]
fn at_a_fifth_of_passing_faults_everything_is_answered() {
    for dialect in Dialect::ALL {
        let plan = FaultPlan::new(11, 20, Fault::passing());
        let (results, server, backend) = run(dialect, 300, plan);
        assert_eq!(results.len(), 300);
        let failed = results.iter().filter(|result| result.is_err()).count();
        // Five tries fail together once in 3,000.
        assert!(failed <= 2, "{dialect:?}: {failed}");
        assert_eq!(server.count() as u64, backend.requests_sent());
        // A fifth of the requests fails, so each answer takes 1.25 on average.
        assert!(server.count() <= 300 * 13 / 10, "{dialect:?}: {} requests", server.count());
        assert_eq!(backend.limiter().unwrap().in_flight(), 0);
    }
}

#[test]
fn at_a_third_of_all_faults_everything_ends() {
    for dialect in Dialect::ALL {
        let (results, server, _) = run(dialect, 500, FaultPlan::new(5, 30, Fault::all()));
        assert_eq!(results.len(), 500);
        assert!(server.billed().faults > 100);
        for result in results {
            match result {
                Ok(response) => {
                    let refused = response.stop == StopReason::Refusal;
                    assert!(!response.text.is_empty() || refused, "{response:?}");
                }
                Err(kind) => assert!(
                    matches!(
                        kind,
                        ChatErrorKind::Refused { .. }
                            | ChatErrorKind::Unavailable { .. }
                            | ChatErrorKind::Unreachable { .. }
                            | ChatErrorKind::Truncated { .. }
                            | ChatErrorKind::Empty { .. }
                    ),
                    "{kind:?}"
                ),
            }
        }
    }
}
