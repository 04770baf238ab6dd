//! What lies on disk, and what an edit changes of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use epitome_engine::search::SearchOptions;

use crate::kit::{Repository, SERVICE, ids};

/// Every file of the search indexes with its bytes, through the open layout.
fn files(repository: &Repository) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for index in ["summary_index_function_level", "code_index"] {
        let folder = repository.root().join(".epitome").join(index);
        let repository_folder = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
        for part in ["bm25", "dense"] {
            for entry in fs::read_dir(repository_folder.join(part)).unwrap() {
                let entry = entry.unwrap();
                let name = format!("{index}/{part}/{}", entry.file_name().to_string_lossy());
                found.insert(name, fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

fn list(bytes: &[u8]) -> Vec<String> {
    serde_json::from_slice(bytes).unwrap()
}

// G44, G45, G34, D8, D9
#[test]
fn both_indexes_stand_in_the_open_layout() {
    let repository = Repository::new(SERVICE);
    let files = files(&repository);
    for name in [
        "summary_index_function_level/bm25/index.npz",
        "summary_index_function_level/bm25/vocab.json",
        "summary_index_function_level/bm25/metadata.jsonl",
        "summary_index_function_level/dense/embeddings.pt",
        "summary_index_function_level/dense/index_map.json",
        "code_index/bm25/index.npz",
        "code_index/dense/embeddings.pt",
    ] {
        assert!(files.contains_key(name), "{name} of {:?}", files.keys());
    }
    let documents: Vec<_> =
        repository.index().documents().iter().map(|document| document.unwrap()).collect();
    let in_summaries = list(&files["summary_index_function_level/dense/index_map.json"]);
    let told: Vec<&str> =
        documents.iter().filter(|d| !d.is_placeholder).map(|d| d.id.as_str()).collect();
    assert_eq!(in_summaries, told, "no placeholder has a vector of its summary");
    assert!(documents.iter().any(|document| document.is_placeholder));
    let in_code = list(&files["code_index/dense/index_map.json"]);
    let code: Vec<&str> = documents
        .iter()
        .filter(|d| d.kind != epitome_model::document::DocumentKind::Module)
        .map(|d| d.id.as_str())
        .collect();
    assert_eq!(in_code, code, "every symbol has a vector of its code, placeholders too");
}

// G48
#[test]
fn words_of_summaries_are_keywords_names_and_paths() {
    let repository = Repository::new(SERVICE);
    let vocabulary = &files(&repository)["summary_index_function_level/bm25/vocab.json"];
    let terms: BTreeMap<String, u32> = serde_json::from_slice(vocabulary).unwrap();
    for term in ["name:session", "name:sessionstor", "path:relay", "summary:session"] {
        assert!(terms.keys().any(|known| known.starts_with(term)), "{term}");
    }
    assert!(terms.keys().any(|known| known.starts_with("keyword:")));
}

// G51, G52, G56
#[test]
fn an_index_made_step_by_step_equals_one_made_at_once() {
    let repository = Repository::new(SERVICE);
    let steps: [&[(&str, &str)]; 3] = [
        &[(
            "relay/settings.py",
            "def load_settings(path):\n    if path:\n        return fetch_with_retry(path)\n    return None\n",
        )],
        &[(
            "relay/new_part.py",
            "class Part:\n    def run(self):\n        for x in self.all:\n            print(x)\n",
        )],
        &[("README.md", "# Other words\n\nNothing as before.\n")],
    ];
    for step in steps {
        repository.write(step);
        repository.update();
    }
    fs::remove_file(repository.root().join("web/router.ts")).unwrap();
    repository.update();
    let by_steps = files(&repository);
    fs::remove_dir_all(repository.root().join(".epitome")).unwrap();
    repository.update();
    let at_once = files(&repository);
    assert_eq!(by_steps.keys().collect::<Vec<_>>(), at_once.keys().collect::<Vec<_>>());
    for (name, bytes) in &at_once {
        assert!(by_steps[name] == *bytes, "{name} differs");
    }
}

// G10, G51
#[test]
fn what_is_gone_is_not_found_any_more() {
    let repository = Repository::new(SERVICE);
    let found = |query: &str| {
        let answer = repository.ask(query, &SearchOptions::default());
        ids(&answer).iter().map(|id| (*id).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found("matchRoute")[0], "web/router.ts::matchRoute");
    repository.write(&[("web/router.ts", "export function pickRoute(path: string) {\n  if (path) {\n    return path;\n  }\n  return '';\n}\n")]);
    repository.update();
    assert!(found("matchRoute").iter().all(|id| id != "web/router.ts::matchRoute"));
    assert_eq!(found("pickRoute")[0], "web/router.ts::pickRoute");
    fs::remove_file(repository.root().join("web/router.ts")).unwrap();
    repository.update();
    assert!(found("pickRoute").iter().all(|id| !Path::new(id).starts_with("web")));
}
