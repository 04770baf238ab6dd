//! The documents of a repository.

use epitome_model::document::DocumentKind;

use crate::kit::{Repository, two_files};

// G1, G2, G4, G5
#[test]
fn every_document_has_every_field() {
    let repository = two_files();
    repository.update();
    let path = repository.root().join(".epitome/summary_index_function_level");
    let folder = std::fs::read_dir(path).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(folder.join("summary.jsonl")).unwrap();
    let required = [
        "id",
        "type",
        "file_path",
        "module_path",
        "summary",
        "business_intent",
        "keywords",
        "content_hash",
        "graph_hash",
        "summary_hash",
        "hash",
        "language",
        "last_updated",
        "is_placeholder",
    ];
    for line in text.lines() {
        let document: serde_json::Value = serde_json::from_str(line).unwrap();
        for field in required {
            assert!(!document[field].is_null(), "{field} in {line}");
        }
        assert_eq!(document["hash"], document["summary_hash"]);
        assert!(document["keywords"].is_array());
        let time = document["last_updated"].as_str().unwrap();
        assert_eq!(time.len(), "2026-01-01T00:00:00Z".len(), "{time}");
        assert!(time.ends_with('Z') && time.as_bytes()[10] == b'T', "{time}");
        if let Some(context) = document.get("context") {
            assert!(context["called_by"].is_array() && context["calls"].is_array());
        }
    }
}

// G6, G7, G8, G9, D2
#[test]
fn there_is_one_for_every_function_class_file_and_module() {
    let repository = two_files();
    repository.update();
    let documents = repository.documents();
    let kinds: Vec<(&str, DocumentKind)> =
        documents.iter().map(|(id, document)| (id.as_str(), document.kind)).collect();
    use DocumentKind::{Class, File, Function, Module};
    assert_eq!(
        kinds,
        [
            (".", Module),
            ("README.md", File),
            ("app", Module),
            ("app/main.py", File),
            ("app/main.py::run", Function),
            ("core.py", File),
            ("core.py::Counter", Class),
            ("core.py::Counter::add", Function),
            ("core.py::Counter::reset", Function),
            ("core.py::load", Function),
        ]
    );
    let run = &documents["app/main.py::run"];
    assert_eq!(run.qualified_name.as_deref(), Some("run"));
    assert_eq!((run.start_line, run.end_line), (Some(4), Some(9)));
    assert_eq!(run.module_path, "app");
    let uses = ["core.py::Counter", "core.py::Counter::add", "core.py::load"];
    assert_eq!(run.dependencies, uses);
    assert_eq!(run.context.as_ref().unwrap().calls.len(), 3);
    let load = &documents["core.py::load"];
    assert_eq!(load.context.as_ref().unwrap().called_by, ["app/main.py::run"]);
    assert_eq!(documents["app/main.py"].dependencies, ["core.py"]);
    assert_eq!(documents["app"].dependencies, ["."]);
    assert_eq!(documents["core.py"].module_path, ".");
}

// G11
#[test]
fn no_document_names_a_neighbour() {
    let repository = Repository::new(&[(
        "a.py",
        "def load_rows(path):\n    \"\"\"Reads rows for `show_table`. Used by show_table().\"\"\"\n    \
             if not path:\n        raise ValueError('no path')\n    return parse_rows(open(path))\n\n\n\
             def parse_rows(file):\n    \"\"\"Parses what load_rows opened.\"\"\"\n    \
             for line in file:\n        if line:\n            yield line.split()\n\n\n\
             def show_table(path):\n    \"\"\"Prints the rows of load_rows.\"\"\"\n    \
             for row in load_rows(path):\n        print(row)\n",
    )]);
    repository.update();
    let documents = repository.documents();
    let mut checked = 0;
    for document in documents.values() {
        let Some(context) = &document.context else { continue };
        for id in context.called_by.iter().chain(&context.calls) {
            let name = id.rsplit("::").next().unwrap();
            for text in [&document.summary, &document.business_intent] {
                assert!(!text.contains(name), "{}: {text}", document.id);
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 4);
}

// G28, G50
#[test]
fn the_open_layout_stands_in_the_state_folder() {
    let repository = two_files();
    repository.update();
    let state = repository.root().join(".epitome");
    let name = repository.root().file_name().unwrap();
    let folder = state.join("summary_index_function_level").join(name);
    assert!(folder.join("summary.jsonl").is_file());
    let manifest: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&std::fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    for field in [
        "schema_version",
        "summary_levels",
        "base_strategy",
        "prompt_template_hash",
        "summary_llm_provider",
        "summary_llm_model",
        "summary_llm_temperature",
        "summary_llm_seed",
        "graph_version",
        "hash_policy",
        "lang_allowlist",
        "skip_patterns",
        "max_file_size_mb",
    ] {
        assert!(manifest.contains_key(field), "{field}");
    }
    assert_eq!(manifest["lang_allowlist"], serde_json::json!(["markdown", "python"]));
    let stats: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&std::fs::read(state.join("graph_index/stats.json")).unwrap())
            .unwrap();
    for (id, row) in &stats {
        let row = row.as_object().unwrap();
        assert_eq!(row.keys().collect::<Vec<_>>(), ["in_degree", "pagerank"], "{id}");
        assert!(row["in_degree"].is_u64() && row["pagerank"].is_f64(), "{id}: {row:?}");
    }
    assert_eq!(stats["core.py::load"]["in_degree"], 1);
    let sum: f64 = stats.values().map(|row| row["pagerank"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
}

// G24, G57
#[test]
fn a_repository_without_calls_is_indexed_without_context() {
    let repository =
        Repository::new(&[("a.py", "def f(x):\n    if x:\n        return 1\n    return 2\n")]);
    let report = repository.update();
    assert_eq!(report.documents.added, 3);
    let f = &repository.documents()["a.py::f"];
    assert!(f.context.as_ref().unwrap().called_by.is_empty() && f.dependencies.is_empty());
}

// G30, G31, G32
#[test]
fn small_and_plain_functions_are_placeholders_and_are_there() {
    let repository = Repository::new(&[(
        "a.py",
        "def two(x):\n    return x\n\n\n\
         def straight(x):\n    y = x + 1\n    z = y + 1\n    return z\n\n\n\
         def get_it(x):\n    if x:\n        return 1\n    return 2\n\n\n\
         def choose(x):\n    if x:\n        return 1\n    return 2\n",
    )]);
    repository.update();
    let documents = repository.documents();
    for (id, expected) in [("two", true), ("straight", true), ("get_it", true), ("choose", false)] {
        let document = &documents[&format!("a.py::{id}")];
        assert_eq!(document.is_placeholder, expected, "{id}: {}", document.summary);
        assert!(!document.summary.is_empty(), "{id}");
    }
}

/// A comment above a symbol belongs to it: the lines of its document begin there, in a cold run and
/// when the neighbours alone are made anew.
#[test]
fn lines_of_a_document_begin_with_its_comment() {
    let first = "/// Adds one.\n/// Twice, if asked.\npub fn add(n: u32) -> u32 {\n    n + 1\n}\n";
    let repository = Repository::new(&[("a.rs", first)]);
    let lines = || {
        let documents = repository.documents();
        let document = &documents["a.rs::add"];
        (document.start_line, document.end_line)
    };
    repository.update();
    assert_eq!(lines(), (Some(1), Some(5)));
    let second = format!("{first}pub fn two() -> u32 {{\n    add(1)\n}}\n");
    repository.write(&[("a.rs", &second)]);
    repository.update();
    assert_eq!(lines(), (Some(1), Some(5)));
}
