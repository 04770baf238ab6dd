//! What an update did, as JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use epitome_engine::update::{Changed, UpdateReport};
use epitome_model::document::DocumentKind;
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct IndexJson {
    generation: u64,
    published: bool,
    from_nothing: bool,
    relinked: bool,
    seconds: f64,
    cost_usd: f64,
    files: ChangedJson,
    documents: DocumentsJson,
    languages: BTreeMap<String, CountJson>,
    skipped: BTreeMap<String, u64>,
    ignored: u64,
    unknown_language: u64,
    partial: u64,
    not_outlined: Vec<ProblemJson>,
    not_outlined_count: u64,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct ChangedJson {
    added: u64,
    changed: u64,
    removed: u64,
    kept: u64,
}

#[derive(Serialize)]
struct DocumentsJson {
    total: u64,
    functions: u64,
    classes: u64,
    files: u64,
    modules: u64,
    placeholders: u64,
    added: u64,
    rewritten: u64,
    moved: u64,
    context_updated: u64,
    beyond_threshold: u64,
    removed: u64,
    kept: u64,
}

/// What was read in this run.
#[derive(Serialize)]
struct CountJson {
    files: u64,
    lines: u64,
    functions: u64,
    classes: u64,
    sections: u64,
}

#[derive(Serialize)]
struct ProblemJson {
    path: String,
    cause: String,
}

impl IndexJson {
    pub(crate) fn new(report: &UpdateReport, took: Duration) -> IndexJson {
        let tree = &report.tree;
        let problems = tree.problems.named().chain(tree.scan.unreadable.named());
        let Changed { added, changed, removed, kept } = report.files;
        let languages = tree.languages.iter().map(|(id, n)| {
            let count = CountJson {
                files: n.files,
                lines: n.lines,
                functions: n.functions,
                classes: n.classes,
                sections: n.sections,
            };
            (id.clone(), count)
        });
        IndexJson {
            generation: report.generation,
            published: report.published,
            from_nothing: report.from_nothing,
            relinked: report.relinked,
            seconds: took.as_secs_f64(),
            cost_usd: 0.0,
            files: ChangedJson { added, changed, removed, kept },
            documents: documents(report),
            languages: languages.collect(),
            skipped: tree.scan.skipped.iter().map(|(k, n)| (k.to_string(), *n)).collect(),
            ignored: tree.scan.ignored,
            unknown_language: tree.unknown,
            partial: tree.partial,
            not_outlined: problems
                .map(|p| ProblemJson {
                    path: p.path.as_str().to_owned(),
                    cause: p.cause.to_string(),
                })
                .collect(),
            not_outlined_count: tree.problems.count() + tree.scan.unreadable.count(),
            warnings: report.warnings.clone(),
        }
    }
}

fn documents(report: &UpdateReport) -> DocumentsJson {
    DocumentsJson {
        total: report.total(),
        functions: report.count(DocumentKind::Function),
        classes: report.count(DocumentKind::Class),
        files: report.count(DocumentKind::File),
        modules: report.count(DocumentKind::Module),
        placeholders: report.placeholders,
        added: report.documents.added,
        rewritten: report.documents.changed,
        moved: report.moved,
        context_updated: report.context_updated,
        beyond_threshold: report.beyond_threshold,
        removed: report.documents.removed,
        kept: report.documents.kept,
    }
}
