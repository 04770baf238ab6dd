//! What is asked, and what is asked again (O15–O26, D7).

use std::sync::atomic::AtomicBool;

use epitome_engine::summarize::{SummarizeOptions, SummarizeReport, TOOL_NAME};
use epitome_faultserver::{Answer, Dialect};
use serde_json::{Value, json};

use crate::kit::{MODEL, Model, Repository, call, open, summary};

/// One function, on lines 1 to 5.
const TEXT: &str = "def clamp(value, low):\n    if value < low:\n        raise ValueError(low)\n    print(value)\n    return value\n";

fn one() -> Repository {
    Repository::new(&[("a.py", TEXT)])
}

// O15, O16, O17, O18, O19
#[test]
fn the_first_question() {
    for dialect in Dialect::ALL {
        let (repository, model) =
            (Repository::core(), Model::answering(dialect, crate::kit::good_answer));
        let report = repository.run(&model, &SummarizeOptions { concurrency: 1, ..open() });
        assert_eq!(report.summarized, 3, "{dialect:?} {:?}", report.warnings);
        let bodies = model.bodies();
        let user = |body: &Value| match dialect {
            Dialect::OpenAi | Dialect::Ollama => body["messages"][1]["content"].clone(),
            Dialect::Anthropic => body["messages"][0]["content"].clone(),
            Dialect::Bedrock => body["messages"][0]["content"][0]["text"].clone(),
        };
        let said = user(&bodies[0]).to_string();
        for part in
            ["core.py", "(module level)", "12-17", "(none)", "12| def clamp", "from 12 to 17"]
        {
            assert!(said.contains(part), "{dialect:?} {part}: {said}");
        }
        assert!(user(&bodies[1]).to_string().contains("Loads a file."));
        let (forced, limit, temperature, system) = match dialect {
            Dialect::OpenAi => (
                body_tool(&bodies[0]["tool_choice"]["function"]["name"]),
                &bodies[0]["max_tokens"],
                &bodies[0]["temperature"],
                &bodies[0]["messages"][0],
            ),
            Dialect::Anthropic => (
                body_tool(&bodies[0]["tool_choice"]["name"]),
                &bodies[0]["max_tokens"],
                &bodies[0]["temperature"],
                &bodies[0]["system"],
            ),
            Dialect::Bedrock => (
                body_tool(&bodies[0]["toolConfig"]["toolChoice"]["tool"]["name"]),
                &bodies[0]["inferenceConfig"]["maxTokens"],
                &bodies[0]["inferenceConfig"]["temperature"],
                &bodies[0]["system"],
            ),
            // It ignores tools: the schema is asked for instead.
            Dialect::Ollama => (
                bodies[0]["format"]["required"][0] == "purpose",
                &bodies[0]["options"]["num_predict"],
                &bodies[0]["options"]["temperature"],
                &bodies[0]["messages"][0],
            ),
        };
        assert!(forced, "{dialect:?}: {}", bodies[0]);
        assert_eq!((limit, temperature.as_f64()), (&json!(2048), Some(0.0)), "{dialect:?}");
        // Only the message about the symbol differs.
        let rest = |body: &Value| {
            let mut body = body.clone();
            body["messages"].as_array_mut().unwrap().pop();
            body
        };
        if dialect != Dialect::Ollama {
            assert_eq!(rest(&bodies[0]), rest(&bodies[1]));
        }
        assert!(system.to_string().len() > 4 * 4096);
        let text = bodies[0].to_string();
        let points = text.matches("cache_control").count() + text.matches("cachePoint").count();
        let expected = if matches!(dialect, Dialect::Anthropic | Dialect::Bedrock) { 2 } else { 0 };
        assert_eq!(points, expected, "{dialect:?}");
    }
}

fn body_tool(name: &Value) -> bool {
    name == TOOL_NAME
}

/// Answers in order; what became of the symbol, and the last request.
fn check(answers: Vec<Answer>, told: &str) -> (SummarizeReport, Value) {
    let (repository, model) = (one(), Model::saying(Dialect::Anthropic, answers));
    let report = repository.run(&model, &open());
    let rows = repository.rows("a.py");
    let degraded = rows.iter().filter(|row| row.said.degraded).count();
    let document = &repository.documents()["a.py::clamp"];
    // A degraded row is never shown or embedded.
    let is_told = document.provenance.model.is_some();
    assert_eq!(is_told, rows.len() > degraded);
    assert_eq!(
        format!(
            "{} calls, {} summarized, {} failed, {} degraded",
            report.calls, report.summarized, report.failed, report.degraded
        ),
        told,
        "{:?}",
        report.warnings
    );
    assert_eq!(degraded as u64, report.degraded);
    (report, model.bodies().pop().unwrap())
}

fn good() -> Answer {
    call(&summary(1, 5))
}

fn with(change: impl FnOnce(&mut Value)) -> Answer {
    let mut said = summary(1, 5);
    change(&mut said);
    call(&said)
}

// O20, O26: the failed turn stays, and the validator's words are bound to its call.
#[test]
fn an_invalid_call_is_told_what_is_wrong() {
    let bad = with(|said| said["purpose"] = json!("Too short."));
    let (_, last) = check(vec![bad, good()], "2 calls, 1 summarized, 0 failed, 0 degraded");
    let turns = last["messages"].as_array().unwrap();
    assert_eq!(turns.len(), 3);
    assert_eq!(turns[1]["content"][0]["type"], "tool_use");
    assert_eq!(turns[1]["content"][0]["input"]["purpose"], "Too short.");
    let result = &turns[2]["content"][0];
    assert_eq!((&result["type"], &result["is_error"]), (&json!("tool_result"), &json!(true)));
    assert_eq!(result["tool_use_id"], turns[1]["content"][0]["id"]);
    let words = result["content"].to_string();
    assert!(
        words.contains("- purpose: has 10 characters, must have at least 30 (too_short)"),
        "{words}"
    );
}

// O10, O11, O21, O22: and whatever the checker of the offline summaries refuses
#[test]
fn whatever_does_not_hold_is_asked_again() {
    let once = "2 calls, 1 summarized, 0 failed, 0 degraded";
    let cases: Vec<(Answer, &str)> = vec![
        (Answer::text(MODEL, "It clamps a value."), "no call of `emit_symbol_summary`"),
        (with(|said| said["citations"][1]["line_end"] = json!(6)), "out_of_span"),
        (with(|said| said["mood"] = json!("good")), "unknown field `mood`"),
        (with(|said| said["citations"] = json!([])), "not_cited"),
        (
            with(|said| {
                said["purpose"] = json!("This function weighs up what it is given, and more.")
            }),
            "empty_opening",
        ),
        (
            with(|said| {
                said["purpose"] = json!("Keeps the value above 4711 and hands it over again.")
            }),
            "unknown_number",
        ),
        (
            with(|said| {
                said["purpose"] = json!("Keeps the value in the `frobnicator` and hands it over.")
            }),
            "unknown_name",
        ),
        (Answer::tool(MODEL, "another_tool", "{}"), "is no tool"),
        (Answer::text(MODEL, ""), "the answer was empty"),
        (Answer { stop: "max_tokens".to_owned(), ..good() }, "cut off at 2048 tokens"),
    ];
    for (bad, words) in cases {
        let (_, last) = check(vec![bad, good()], once);
        let said = last["messages"].to_string();
        assert!(said.contains(words), "{words}: {said}");
    }
    // A longer answer is allowed after one that was cut off.
    let cut = Answer { stop: "max_tokens".to_owned(), ..good() };
    let (_, last) = check(vec![cut, good()], once);
    assert_eq!(last["max_tokens"], 4096);
}

// O14, O23, O25
#[test]
fn tries_end() {
    let bad = || with(|said| said["purpose"] = json!("Too short."));
    check(vec![bad()], "3 calls, 0 summarized, 1 failed, 0 degraded");
    check(vec![bad(), bad(), good()], "3 calls, 1 summarized, 0 failed, 0 degraded");
    let model = Model::saying(Dialect::Anthropic, vec![bad()]);
    let options = SummarizeOptions { max_attempts: 5, max_tokens: 100, ..open() };
    assert_eq!(one().run(&model, &options).calls, 5);
    assert_eq!(model.bodies()[0]["max_tokens"], 100);
}

// D7, G36: words instead of a call are kept as what they are, never embedded, and asked for again.
#[test]
fn an_answer_that_is_no_json_is_degraded() {
    let words = || Answer::text(MODEL, "It clamps a value, I would say.");
    let (report, _) = check(vec![words()], "3 calls, 0 summarized, 1 failed, 1 degraded");
    assert!(report.warnings[0].contains("no JSON"), "{:?}", report.warnings);
    let repository = one();
    repository.run(&Model::saying(Dialect::Anthropic, vec![words()]), &open());
    let row = repository.rows("a.py").remove(0).said;
    assert_eq!((row.text.as_str(), row.degraded), ("It clamps a value, I would say.", true));
    let report = repository.run(&Model::good(), &open());
    assert_eq!((report.cached, report.summarized), (0, 1));
    let rows = repository.rows("a.py");
    assert_eq!((rows.len(), rows[0].said.degraded), (1, false));
}

// A refusal is recorded, not argued with.
#[test]
fn a_refusal_is_not_tried_again() {
    let refusal = Answer { stop: "refusal".to_owned(), ..Answer::text(MODEL, "No.") };
    check(vec![refusal], "1 calls, 0 summarized, 1 failed, 0 degraded");
}

// Stopped: what is stored is stored, what is in flight is lost, the rest is for the next run.
#[test]
fn a_stopped_run_keeps_what_it_has() {
    let repository = Repository::core();
    repository.update();
    let model = Model::good();
    let stop = AtomicBool::new(false);
    let connect = |allow| Ok(epitome_llm::ChatBackend::connect(model.settings(), allow)?);
    let (report, _) = epitome_engine::summarize::summarize(
        repository.root(),
        &SummarizeOptions { concurrency: 1, ..open() },
        &connect,
        &|step| {
            if step == epitome_engine::summarize::Progress::Symbol {
                stop.store(true, std::sync::atomic::Ordering::SeqCst);
            }
        },
        &stop,
    )
    .unwrap();
    assert_eq!((report.summarized, report.would_have_summarized), (1, 2));
    assert!(report.stopped.is_some());
    assert_eq!(repository.rows("core.py").len(), 1);
    assert_eq!(repository.run(&model, &open()).calls, 2);
}

// Nobody pays twice for the same symbol.
#[test]
fn a_second_run_at_the_same_time_is_refused() {
    let repository = Repository::core();
    repository.update();
    let model = Model::good();
    let stop = AtomicBool::new(false);
    let connect = |allow| Ok(epitome_llm::ChatBackend::connect(model.settings(), allow)?);
    let options = SummarizeOptions { concurrency: 1, ..open() };
    let run = |progress: &(dyn Fn(epitome_engine::summarize::Progress) + Sync)| {
        epitome_engine::summarize::summarize(repository.root(), &options, &connect, progress, &stop)
    };
    let first = run(&|_| {
        let error = run(&|_| {}).unwrap_err();
        assert!(error.to_string().contains("another `epitome summarize`"), "{error}");
    });
    assert_eq!(first.unwrap().0.summarized, 3);
    assert_eq!(run(&|_| {}).unwrap().0.cached, 3);
}
