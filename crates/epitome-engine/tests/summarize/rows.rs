//! What is stored, and when it is found again (O41–O47, D5).

use epitome_engine::summarize::{Prompt, SummarizeOptions};
use epitome_engine::template::{TemplateKind, Templates};
use epitome_model::hash::{hex, source_sha256};

use crate::kit::{
    CORE, MODEL, Model, PURPOSE, Repository, call, exact, lines_of, nobody, open, summary,
};

fn said(repository: &Repository, node: &str) -> epitome_engine::database::NewSummary {
    let rows = repository.rows("core.py");
    rows.into_iter().find(|row| row.said.node == node).unwrap().said
}

// O41, O42, O47
#[test]
fn a_row_holds_everything() {
    let repository = Repository::core();
    let model = Model::answering(epitome_faultserver::Dialect::Anthropic, |received| {
        let (first, last) = lines_of(received);
        let mut said = summary(first, last);
        if first == 12 {
            said["inputs"] = serde_json::json!([
                {"name": "value", "type": "int", "description": "What is to be kept in bounds."},
                {"name": "low", "type": "int", "description": "The least that may come out."}]);
            said["citations"].as_array_mut().unwrap().push(
                serde_json::json!({"field_name": "inputs", "line_start": 12, "line_end": 12}),
            );
        }
        call(&said)
    });
    let options = SummarizeOptions { model: "claude-sonnet-5".to_owned(), ..open() };
    let report = repository.run(&model, &options);
    assert_eq!(report.summarized, 3, "{:?}", report.warnings);
    let clamp = said(&repository, "core.py::clamp");
    let span = CORE.lines().skip(11).take(6).collect::<Vec<_>>().join("\n");
    assert!(span.starts_with("def clamp") && span.ends_with("return value"));
    assert_eq!(clamp.content_hash, hex(&source_sha256(span.as_bytes())));
    assert_eq!(clamp.prompt_version, "1");
    assert_eq!((clamp.model.as_str(), clamp.backend.as_str()), ("claude-sonnet-5", "anthropic"));
    assert_eq!((clamp.text.as_str(), clamp.grounded.purpose.as_str()), (PURPOSE, PURPOSE));
    assert_eq!(clamp.signature.as_deref(), Some("value: int, low: int"));
    assert_eq!(clamp.returns.as_deref(), Some("whatever the outcome is"));
    assert!(clamp.template.starts_with("blake3:") && clamp.created.ends_with('Z'));
    assert_eq!(said(&repository, "core.py::load").signature, None);
}

/// After a first run, writes another text and runs again: how many calls that makes.
fn check_edit(edit: &dyn Fn(&str) -> String, calls: u64) {
    let (repository, model) = (Repository::core(), Model::good());
    assert_eq!(repository.run(&model, &open()).calls, 3);
    // O45, G56: nothing changed, nobody is asked, nothing is published.
    let report = repository.run(&nobody(), &open());
    assert_eq!((report.calls, report.cached), (0, 3));
    let text = edit(CORE);
    repository.write("core.py", &text);
    let report = repository.run(&model, &open());
    assert_eq!(report.calls, calls, "{text}");
    assert_eq!(report.cached, 3 - calls);
    let documents = repository.documents();
    for name in ["clamp", "load", "mean"] {
        let document = &documents[&format!("core.py::{name}")];
        assert_eq!(document.provenance.model.as_deref(), Some(MODEL), "{name}");
        // The cited lines are the symbol's own, and still what they were.
        let (first, last) = (document.start_line.unwrap(), document.end_line.unwrap());
        let lines: Vec<&str> = text.lines().collect();
        let cited = |field: usize| {
            let citation = &document.grounded.citations[field];
            assert!(first <= citation.line_start && citation.line_end <= last, "{citation:?}");
            lines[citation.line_start as usize - 1]
        };
        assert!(cited(0).contains(&format!("def {name}")), "{}", cited(0));
        assert!(cited(1).contains("return") || cited(1).contains(')'), "{}", cited(1));
    }
}

// O43, O45, D5, G51
#[test]
fn edits_ask_for_what_they_change() {
    check_edit(&str::to_owned, 0);
    // One function.
    check_edit(&|text| text.replace("return low", "return low + 1"), 1);
    // Something above, so that all lines move.
    check_edit(&|text| format!("# a comment\n\n{text}"), 0);
    // White space inside a function: the exact key misses, the words are kept all the same.
    check_edit(&|text| text.replace("value < low", "value  <  low"), 0);
    check_edit(&|text| text.replace("    if value > high", "\n\n    if value > high"), 0);
    // White space where there was none is another text: normalising folds it, and does not remove it.
    check_edit(&|text| text.replace("def clamp(value", "def clamp( value"), 1);
    // A comment.
    check_edit(
        &|text| text.replace("    total = 0\n", "    # Adds up.\n    total = 0  # so far\n"),
        0,
    );
    // Indentation is grammar here: the same characters mean something else.
    check_edit(
        &|text| {
            text.replace(
                "        total += value\n    return",
                "        total += value\n        return",
            )
        },
        1,
    );
}

// O43, D5
#[test]
fn reuse_exact_asks_again() {
    let (repository, model) = (Repository::core(), Model::good());
    repository.run(&model, &open());
    repository.write("core.py", &CORE.replace("value < low", "value  <  low"));
    repository.update_with(&exact());
    let document = &repository.documents()["core.py::clamp"];
    assert_eq!(document.provenance.backend, "offline");
    assert_eq!(repository.rows("core.py").len(), 3);
    // With the usual setting the row goes along, and the old one stays.
    repository.write("core.py", &CORE.replace("value < low", "value   <   low"));
    let report = repository.update();
    assert_eq!((report.carried, repository.rows("core.py").len()), (1, 4));
    repository.write("core.py", CORE);
    assert_eq!(repository.update().carried, 0);
    assert_eq!(repository.documents()["core.py::clamp"].provenance.backend, "anthropic");
    assert_eq!(repository.run(&nobody(), &open()).cached, 3);
}

// O44, D6: another prompt asks for everything, the old rows stay, and the way back costs nothing.
#[test]
fn versions_of_the_prompt_stand_beside_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let templates = Templates::new(Some(folder.path().to_owned()));
    let text = templates.load(TemplateKind::SymbolSystem, "default").unwrap().text;
    let save = |addition: &str| {
        let text = format!("{text}\n{addition}\n");
        templates.save(TemplateKind::SymbolSystem, "mine", &text).unwrap();
        let prompt = Prompt::load(&templates, "mine").unwrap();
        SummarizeOptions { prompt, ..open() }
    };
    let (repository, model) = (Repository::core(), Model::good());
    assert_eq!(repository.run(&model, &open()).calls, 3);
    let template = |repository: &Repository| {
        repository.documents()["core.py::clamp"].provenance.prompt.clone()
    };
    let first = template(&repository);
    let second = save("Be brief.");
    assert_eq!(repository.run(&model, &second).calls, 3);
    assert_eq!(template(&repository), second.prompt.system.blake3);
    // An edit is another prompt again.
    let third = save("Be briefer.");
    assert_ne!(third.prompt.version(), second.prompt.version());
    assert_eq!(repository.run(&model, &third).calls, 3);
    assert_eq!(repository.rows("core.py").len(), 9);
    let report = repository.run(&nobody(), &open());
    assert_eq!((report.calls, report.cached), (0, 3));
    // And the words are those of that prompt again.
    assert_eq!(template(&repository), first);
    assert_eq!(repository.rows("core.py").len(), 9);
    assert!(Prompt::load(&templates, "nobody-wrote-this").is_err());
}

// O46
#[test]
fn another_model_is_no_reason_to_ask() {
    let repository = Repository::core();
    repository.run(&Model::good(), &open());
    let other = SummarizeOptions { model: "claude-opus-4-6".to_owned(), ..open() };
    assert_eq!(repository.run(&nobody(), &other).cached, 3);
}

// reliability.md 1.4, F5: a repair asks no model for what was paid for.
#[test]
fn a_repair_keeps_what_was_paid_for() {
    let repository = Repository::core();
    repository.run(&Model::good(), &open());
    let before = repository.documents();
    let spent = repository.database().spending().unwrap();
    // Everything is in one file, and one of its pages, that of the outlines' table, is lost.
    let state = repository.root().join(".epitome/state.db");
    let database = rusqlite::Connection::open(&state).unwrap();
    database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let page = "SELECT rootpage FROM sqlite_schema WHERE name = 'outlines'";
    let page: usize = database.query_row(page, [], |row| row.get::<_, i64>(0)).unwrap() as usize;
    let size: usize =
        database.query_row("PRAGMA page_size", [], |row| row.get::<_, i64>(0)).unwrap() as usize;
    drop(database);
    let mut bytes = std::fs::read(&state).unwrap();
    bytes[(page - 1) * size..page * size].fill(0x5a);
    std::fs::write(&state, bytes).unwrap();
    let aside = epitome_engine::index::repair(repository.root(), "2026-01-01T00:00:00Z").unwrap();
    assert!(aside.is_some());
    assert_eq!(repository.database().spending().unwrap(), spent);
    assert_eq!(repository.run(&nobody(), &open()).cached, 3);
    let words =
        |documents: &std::collections::BTreeMap<String, epitome_model::document::Document>| {
            documents.values().map(|d| (d.id.clone(), d.summary.clone())).collect::<Vec<_>>()
        };
    assert_eq!(words(&repository.documents()), words(&before));
}
