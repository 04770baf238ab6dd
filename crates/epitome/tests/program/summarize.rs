//! `epitome summarize`, with a service on this machine.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use epitome_faultserver::{Answer, Dialect, Received, Server};
use expect_test::expect;
use serde_json::{Value, json};

use crate::kit::{stderr, stdout, tree};

const TEXT: &str = "def clamp(value, low, high):
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

fn answer(received: &Received) -> Answer {
    let body: Value = serde_json::from_slice(&received.body).unwrap();
    let said = body["messages"].to_string();
    let rest = &said[said.rfind("Lines: ").unwrap() + 7..];
    let first: u64 = rest.split('-').next().unwrap().parse().unwrap();
    let mut input = json!({
        "purpose": "Weighs up what it is given and hands over the outcome.",
        "inputs": [],
        "returns": {"type": "object", "type_summary": "whatever the outcome is",
            "details": "The outcome of weighing up what was given."},
        "side_effects": [],
        "invariants": null,
        "citations": [
            {"field_name": "purpose", "line_start": first, "line_end": first},
            {"field_name": "returns", "line_start": first + 2, "line_end": first + 2}],
    });
    if first == 1 {
        input["inputs"] = json!([{"name": "value", "type": "int",
            "description": "What is to be kept within bounds."}]);
        let cited = json!({"field_name": "inputs", "line_start": 1, "line_end": 1});
        input["citations"].as_array_mut().unwrap().push(cited);
    }
    Answer {
        input_tokens: 500,
        output_tokens: 200,
        ..Answer::tool("claude-haiku-4-5", "emit_symbol_summary", &input.to_string())
    }
}

fn server() -> Server {
    Server::start(|received| Dialect::Anthropic.reply(&answer(received), false))
}

/// Runs the program with summaries switched on.
fn run(url: &str, args: &[&str], folder: &Path) -> Output {
    let mut command = Command::cargo_bin("epitome").unwrap();
    command
        .env("XDG_CONFIG_HOME", folder.join(".xdg"))
        .env("NO_COLOR", "1")
        .env("EPITOME_SUMMARIES", "true")
        .env("EPITOME_LLM_PROVIDER", "anthropic")
        .env("EPITOME_LLM_BASE_URL", format!("{url}/v1"))
        .env("EPITOME_LLM_MODEL", "claude-haiku-4-5")
        .env("EPITOME_LLM_API_KEY", "sk-0123456789abcdef");
    command.args(args).current_dir(folder).output().unwrap()
}

fn run_json(url: &str, args: &[&str], folder: &Path) -> Value {
    let output = run(url, args, folder);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn told(output: &Output, url: &str) -> String {
    let code = output.status.code().unwrap();
    let text = format!("exit {code}\n{}{}", stdout(output), stderr(output));
    text.replace(url, "http://SERVER")
}

// O33: without a cap, and with --dry-run, nothing is sent, and what it would cost is told.
#[test]
fn a_dry_run_says_what_it_would_cost() {
    let folder = tree(&[("a.py", TEXT)]);
    let server = Server::start(|_| panic!("nobody may ask"));
    let url = server.url();
    let output = run(&url, &["summarize", "--trust", "any"], folder.path());
    expect![[r#"
        exit 0
        Plan: claude-haiku-4-5 (anthropic), prompt 1, prices as of 2026-08-08
          2 symbols: 0 cached, 2 to do (0 of them changed), 0 skipped
          2 calls: about 325 tokens in, 5041 read from a cache, 5041 written to it, 800 out
          price: $0.011 expected, $0.009459 to $0.039, at worst $2.05
          leaves this machine: source of 2 symbols in 1 file, 2 KB with questions, to http://SERVER/v1; 0 secrets taken out
        Nothing was sent. `epitome summarize --max-summaries N` asks about the first N.
    "#]].assert_eq(&told(&output, &url));
    let args = ["summarize", "--dry-run", "--trust", "any", "--max-summaries", "1", "--json"];
    let plan = run_json(&url, &args, folder.path());
    assert_eq!((&plan["to_do"], &plan["calls"]), (&json!(2), &json!(1)));
    assert_eq!(plan["prices_as_of"], "2026-08-08");
    assert!(plan["cost_usd"]["worst"].as_f64() > plan["cost_usd"]["expected"].as_f64());
    // Nothing is vouched for, so by default there is nothing to do.
    let plan = run_json(&url, &["summarize", "--json"], folder.path());
    assert_eq!((&plan["to_do"], &plan["skipped"]["untrusted"]), (&json!(0), &json!(2)));
    assert_eq!(server.count(), 0);
}

// O45, O47, O54
#[test]
fn asked_once_told_ever_after() {
    let folder = tree(&[("a.py", TEXT)]);
    let (server, root) = (server(), folder.path());
    let url = server.url();
    let args = ["summarize", "--trust", "any", "--max-summaries", "10", "--max-cost", "1"];
    expect![[r#"
        exit 0
        2 summaries made and stored, 0 failed, 0 cached, 0 left for another run.
        2 calls, 2 requests: 1000 tokens in, 0 read from a cache, 0 written to it, 400 out; $0.003000 spent of $1.
    "#]].assert_eq(&told(&run(&url, &args, root), &url));
    assert_eq!(server.count(), 2);
    expect![[r#"
        exit 0
        0 summaries made and stored, 0 failed, 2 cached, 0 left for another run.
        0 calls, 0 requests: 0 tokens in, 0 read from a cache, 0 written to it, 0 out; $0 spent of $1.
    "#]].assert_eq(&told(&run(&url, &args, root), &url));
    assert_eq!(server.count(), 2);
    let shown = stdout(&run(&url, &["show", "a.py::clamp"], root));
    assert!(shown.contains("Weighs up what it is given"), "{shown}");
    // O53: a result joins the inputs from its document.
    let found = run_json(&url, &["search", "clamp", "--json"], root);
    let results = found["results"].as_array().unwrap();
    let of = |id: &str| results.iter().find(|result| result["id"] == id).unwrap();
    assert_eq!(of("a.py::clamp")["signature_summary"], "value: int");
    assert_eq!(of("a.py")["signature_summary"], Value::Null);
    let spend = run_json(&url, &["status", "--spend", "--json"], root);
    assert_eq!(spend["spend"][0]["calls"], 2);
    // 500 tokens at 1 dollar a million and 200 at 5, twice.
    assert_eq!(spend["spend"][0]["cost_usd"], 0.003);
    let text = stdout(&run(&url, &["status", "--spend"], root));
    assert!(
        text.contains("claude-haiku-4-5: 2 calls (2 used), $0.003000; 1000 tokens in"),
        "{text}"
    );
}

#[test]
fn a_recording_answers_without_a_network() {
    let (folder, other) = (tree(&[("a.py", TEXT)]), tree(&[("a.py", TEXT)]));
    let server = server();
    let url = server.url();
    let file = folder.path().join("run.json");
    let file = file.to_str().unwrap();
    let args = ["summarize", "--trust", "any", "--max-summaries", "10", "--json"];
    run_json(&url, &[&args[..], &["--record", file]].concat(), folder.path());
    drop(server);
    let report =
        run_json("http://127.0.0.1:9", &[&args[..], &["--replay", file]].concat(), other.path());
    assert_eq!((&report["summarized"], &report["requests"]), (&json!(2), &json!(0)));
}

// O27, O28: refused with a word on what to do.
#[test]
fn closed_gates() {
    let folder = tree(&[("a.py", TEXT), (".xdg/epitome/config.toml", "offline = true\n")]);
    let server = Server::start(|_| panic!("nobody may ask"));
    let url = server.url();
    let args = ["summarize", "--trust", "any", "--max-summaries", "3"];
    expect![[r#"
        exit 5
        0 summaries made and stored, 0 failed, 0 cached, 0 left for another run.
        0 calls, 0 requests: 0 tokens in, 0 read from a cache, 0 written to it, 0 out; $0 spent.
        offline: `offline` is set.
    "#]]
    .assert_eq(&told(&run(&url, &args, folder.path()), &url));
    let folder = tree(&[("a.py", TEXT)]);
    let output = crate::kit::epitome(&args, folder.path());
    expect![[r#"
        exit 5
        0 summaries made and stored, 0 failed, 0 cached, 0 left for another run.
        0 calls, 0 requests: 0 tokens in, 0 read from a cache, 0 written to it, 0 out; price not known.
        not-enabled: `summaries` is not set; set `summaries = true` in your configuration, or EPITOME_SUMMARIES=true.
    "#]].assert_eq(&told(&output, &url));
    // D6
    let pins = "pinned = true\n[allow]\nmodels = [\"claude-haiku-4-5\"]\n";
    let folder = tree(&[("a.py", TEXT), (".xdg/epitome/config.toml", pins)]);
    let output = run(&url, &args, folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("blake3:"), "{}", stderr(&output));
    assert_eq!(server.count(), 0);
}

#[test]
fn doctor_says_what_is_missing() {
    let folder = tree(&[("a.py", TEXT)]);
    let models = br#"{"data":[{"id":"claude-haiku-4-5","type":"model"}],"has_more":false}"#;
    let server = Server::start(|_| epitome_faultserver::Reply::json(*models));
    let url = server.url();
    crate::kit::epitome(&["index"], folder.path());
    let found = run_json(&url, &["doctor", "--json"], folder.path());
    assert_eq!((&found["model"]["reachable"], server.count()), (&Value::Null, 0));
    assert_eq!(found["model"]["usd_per_million_in"], 1.0);
    let output = run(&url, &["doctor", "--reach"], folder.path());
    let text = told(&output, &url);
    let (_, model) = text.split_once("language model").unwrap();
    expect![[r#"
        : claude-haiku-4-5 (anthropic) at http://SERVER/v1
          price: $1.00 in, $5.00 out for a million tokens, as of 2026-08-08
          reachable; lists 1 model
          `max_summaries_per_run` is 0: give a number, or `--max-summaries` each time
    "#]]
    .assert_eq(model);
    assert_eq!(server.count(), 1);
}
