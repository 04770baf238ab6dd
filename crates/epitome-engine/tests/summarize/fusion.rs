//! Stored words in the index (O48–O55, G51).

use std::sync::Arc;

use epitome_engine::embed::Embedder;
use epitome_engine::index::Index;
use epitome_engine::search::{SearchOptions, Searcher};
use epitome_engine::summarize::SummarizeOptions;
use epitome_engine::update::UpdateOptions;
use epitome_model::document::Document;

use crate::kit::{MODEL, Model, PURPOSE, Repository, nobody, open};

/// The published bytes of vectors and words, which hold no time.
fn search_files(repository: &Repository) -> Vec<(String, String)> {
    let files = repository.published().into_iter();
    files.filter(|(name, _)| !name.ends_with(".jsonl") && !name.ends_with(".json")).collect()
}

// O48, O54: a row changes the document and its vectors.
#[test]
fn rows_are_told_and_embedded() {
    let repository = Repository::core();
    repository.update();
    let (before, vectors) = (repository.documents(), search_files(&repository));
    repository.run(&Model::good(), &open());
    let after = repository.documents();
    let clamp = &after["core.py::clamp"];
    assert!(clamp.summary.starts_with(PURPOSE), "{}", clamp.summary);
    assert!(clamp.summary.contains("The outcome of weighing up"), "{}", clamp.summary);
    assert_eq!(clamp.grounded.purpose, PURPOSE);
    assert_eq!(clamp.business_intent, before["core.py::clamp"].business_intent);
    assert_eq!(clamp.provenance.model.as_deref(), Some(MODEL));
    assert_eq!(clamp.citation_hashes.len(), clamp.grounded.citations.len());
    assert_ne!(search_files(&repository), vectors);
}

// O51, G56: run two makes no calls, publishes nothing, and the vectors are those of run one; also where
// everything is made again from the stored rows.
#[test]
fn cached_rows_fuse_like_fresh_ones() {
    let repository = Repository::core();
    repository.run(&Model::good(), &open());
    let (files, documents) = (search_files(&repository), repository.documents());
    assert!(files.len() >= 4, "{files:?}");
    assert_eq!(repository.run(&nobody(), &open()).calls, 0);
    assert!(!repository.update().published);
    assert_eq!(search_files(&repository), files);
    let full = UpdateOptions { full: true, ..UpdateOptions::default() };
    assert!(repository.update_with(&full).published);
    assert_eq!(search_files(&repository), files);
    assert_eq!(repository.documents(), documents);
}

// G51: only files with new rows are made again.
#[test]
fn a_file_without_new_rows_is_kept() {
    let repository = Repository::core();
    repository.write("other.py", &crate::kit::CORE.replace("mean", "average"));
    let first = SummarizeOptions { cap: 3, ..open() };
    repository.update();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let model = Model::good();
    let connect = |allow| Ok(epitome_llm::ChatBackend::connect(model.settings(), allow)?);
    let (report, _) =
        epitome_engine::summarize::summarize(repository.root(), &first, &connect, &|_| {}, &stop)
            .unwrap();
    assert_eq!(report.summarized, 3);
    let report = repository.update();
    assert_eq!((report.files.changed, report.files.kept), (1, 1));
    assert_eq!(report.documents.changed, 3, "{report:?}");
    assert!(!report.relinked);
    let of = |id: &str| repository.documents()[id].provenance.backend.clone();
    assert_eq!(of("core.py::mean"), "anthropic");
    assert_eq!(of("other.py::average"), "offline");
}

// O55: no hash of source, graph or folder knows of a row.
#[test]
fn rows_change_no_hash_of_the_graph() {
    let repository = Repository::core();
    repository.update();
    let hashes = |documents: std::collections::BTreeMap<String, Document>| {
        documents
            .into_values()
            .map(|d| (d.id, d.content_hash, d.graph_hash, d.source_sha256, d.dependencies))
            .collect::<Vec<_>>()
    };
    let before = hashes(repository.documents());
    let stats = |repository: &Repository| {
        let all = repository.published().into_iter();
        all.filter(|(name, _)| name.contains("graph")).collect::<Vec<_>>()
    };
    let graph = stats(&repository);
    assert!(!graph.is_empty());
    repository.run(&Model::good(), &open());
    assert_eq!(hashes(repository.documents()), before);
    assert_eq!(stats(&repository), graph);
}

// O52: whoever searches needs neither rows nor a model.
#[test]
fn a_query_reads_what_was_fused_and_nothing_else() {
    let repository = Repository::core();
    repository.run(&Model::good(), &open());
    let answers = || {
        let index = Index::open(repository.root()).unwrap().unwrap();
        let embedder = Arc::new(Embedder::embedded().unwrap());
        let searcher = Searcher::open(index, embedder).unwrap();
        let found = searcher.search("weighs it up", &SearchOptions::default()).unwrap();
        format!("{found:?}")
    };
    let before = answers();
    assert!(before.contains("core.py::clamp"), "{before}");
    for name in ["state.db", "state.db-wal", "state.db-shm"] {
        let _ = std::fs::remove_file(repository.root().join(".epitome").join(name));
    }
    assert_eq!(answers(), before);
}
