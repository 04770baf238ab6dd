//! A repository in a temporary folder, indexed in this process.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use epitome_engine::index::Index;
use epitome_engine::outline::Workers;
use epitome_engine::update::{UpdateError, UpdateOptions, UpdateReport, update};
use epitome_model::document::Document;

pub(crate) struct Repository {
    pub(crate) folder: tempfile::TempDir,
}

impl Repository {
    pub(crate) fn new(files: &[(&str, &str)]) -> Repository {
        let repository = Repository { folder: tempfile::tempdir().unwrap() };
        repository.write(files);
        repository
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, files: &[(&str, &str)]) {
        for (path, content) in files {
            let path = self.root().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.root().join(path)).unwrap();
    }

    pub(crate) fn try_update(&self, options: &UpdateOptions) -> Result<UpdateReport, UpdateError> {
        let stop = AtomicBool::new(false);
        update(self.root(), options, &Workers::in_process(), &|_| {}, &stop)
    }

    pub(crate) fn update(&self) -> UpdateReport {
        self.try_update(&UpdateOptions::default()).unwrap()
    }

    pub(crate) fn index(&self) -> Index {
        Index::open(self.root()).unwrap().unwrap()
    }

    /// Every document by id.
    pub(crate) fn documents(&self) -> BTreeMap<String, Document> {
        let index = self.index();
        let all = index.documents().iter().map(|document| document.unwrap());
        all.map(|document| (document.id.clone(), document)).collect()
    }

    /// Every document by id, without its time.
    pub(crate) fn timeless(&self) -> BTreeMap<String, Document> {
        let mut documents = self.documents();
        documents.values_mut().for_each(|document| document.last_updated.clear());
        documents
    }
}

/// What an update did, in one line for tests.
pub(crate) fn told(report: &UpdateReport) -> String {
    let (f, d) = (report.files, report.documents);
    format!(
        "files +{} ~{} -{} ={}; documents +{} ~{} -{} ={}; moved {}, context {}{}",
        f.added,
        f.changed,
        f.removed,
        f.kept,
        d.added,
        d.changed,
        d.removed,
        d.kept,
        report.moved,
        report.context_updated,
        if report.published { "" } else { "; nothing written" },
    )
}

pub(crate) const CORE: &str = "\
\"\"\"Counting things.\"\"\"

import os

LIMIT = 10


class Counter:
    \"\"\"Counts up to a limit.\"\"\"

    def add(self, amount):
        \"\"\"Adds an amount.\"\"\"
        if amount < 0:
            raise ValueError(\"negative amount\")
        self.total += amount
        return self.total

    def reset(self):
        for name in list(self.names):
            del self.names[name]
        self.total = 0


def load(path):
    if not os.path.exists(path):
        return None
    with open(path) as file:
        return file.read()
";

pub(crate) const APP: &str = "\
from core import Counter, load


def run(path, rounds):
    counter = Counter()
    for round in range(rounds):
        counter.add(round)
    text = load(path)
    return counter, text
";

pub(crate) fn two_files() -> Repository {
    Repository::new(&[
        ("core.py", CORE),
        ("app/main.py", APP),
        ("README.md", "# Tally\n\nTally counts things in files.\n"),
    ])
}
