//! Documents and generations made up for tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use epitome_index::documents::{Documents, DocumentsWriter, Line};
use epitome_index::layout::summary_folder;
use epitome_index::{About, Generation, Holder, IndexError, Publisher};
use epitome_model::document::{Document, DocumentKind};

pub(crate) fn document(kind: DocumentKind, path: &str, name: &str, line: u32) -> Document {
    let id = if name.is_empty() { path.to_owned() } else { format!("{path}::{name}") };
    Document {
        kind,
        file_path: path.to_owned(),
        module_path: path.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned(),
        qualified_name: (!name.is_empty()).then(|| name.to_owned()),
        start_line: (line > 0).then_some(line),
        end_line: (line > 0).then_some(line + 2),
        language: "python".to_owned(),
        summary: format!("Says what {id} does."),
        business_intent: "To be found.".to_owned(),
        keywords: vec!["word".to_owned()],
        grounded: Default::default(),
        citation_hashes: Vec::new(),
        dependencies: vec![],
        context: None,
        content_hash: "c".repeat(40),
        graph_hash: "0a".repeat(20),
        summary_hash: "s".repeat(40),
        hash: "s".repeat(40),
        source_sha256: None,
        last_updated: "2026-01-01T00:00:00Z".to_owned(),
        is_placeholder: line == 9,
        provenance: Default::default(),
        id,
    }
}

/// The documents of a file with functions `a`, `b` and so on.
pub(crate) fn file(path: &str, functions: usize) -> Vec<Document> {
    let mut documents = vec![document(DocumentKind::File, path, "", 0)];
    for (name, line) in ('a'..='z').take(functions).zip(1..) {
        documents.push(document(DocumentKind::Function, path, &name.to_string(), line));
    }
    documents
}

pub(crate) fn module(path: &str) -> Document {
    document(DocumentKind::Module, path, "", 0)
}

pub(crate) fn about() -> About {
    About {
        program_version: "0.0.0".to_owned(),
        created: "2026-01-01T00:00:00Z".to_owned(),
        root: "made".to_owned(),
        indexed_commit: None,
        counts: BTreeMap::from([("documents".to_owned(), 1)]),
    }
}

pub(crate) fn holder() -> Holder {
    Holder::this_process("2026-01-01T00:00:00Z", "a test")
}

/// A state folder of its own, gone when dropped.
pub(crate) struct State {
    _root: tempfile::TempDir,
    pub(crate) path: PathBuf,
}

impl State {
    pub(crate) fn new() -> Self {
        // In memory where there is such a folder: a kill is a kill there too, and syncing is free.
        let root = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let path = root.path().join(".epitome");
        Self { _root: root, path }
    }

    pub(crate) fn publish(&self, documents: &[Document]) -> Result<u64, IndexError> {
        publish(&self.path, documents)
    }

    pub(crate) fn open(&self) -> Result<Generation, IndexError> {
        Generation::open(&self.path)
    }

    pub(crate) fn documents(&self) -> Result<Documents, IndexError> {
        Documents::open(&self.open()?, &summary_folder("made"))
    }
}

/// Publishes a generation of these documents, in whatever order they come.
pub(crate) fn publish(state: &Path, documents: &[Document]) -> Result<u64, IndexError> {
    let publisher = Publisher::lock(state, &holder())?;
    let mut generation = publisher.begin(None)?;
    let mut writer = DocumentsWriter::new(&mut generation, &summary_folder("made"))?;
    let mut lines: Vec<Line> = documents.iter().map(Line::new).collect();
    lines.sort_by(Line::order);
    for line in lines {
        writer.push_line(line)?;
    }
    writer.finish()?;
    generation.write("graph_index/stats.json", b"{}\n")?;
    generation.commit(about())
}
