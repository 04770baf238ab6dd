//! Documents of modules and of the repository, from what their files left for them.

use std::collections::BTreeMap;

use epitome_model::document::Document;
use epitome_model::summarize::{FilePart, summarize_module, summarize_repository};
use rayon::prelude::*;

use super::documents::module_document;
use super::links::Links;
use super::module_of;
use super::read::Reading;

/// The path of the repository's own document.
pub(super) const ROOT_MODULE: &str = ".";

/// What is known of every file of the tree, by path.
pub(super) fn all_parts(
    remembered: Vec<(String, FilePart)>,
    reading: &Reading,
) -> BTreeMap<String, FilePart> {
    let mut parts: BTreeMap<String, FilePart> = remembered
        .into_iter()
        .filter(|(path, _)| reading.kept.binary_search(path).is_ok())
        .collect();
    for draft in &reading.drafts {
        parts.insert(draft.path.clone(), draft.summaries.part.clone());
    }
    parts
}

/// One document for each folder that holds code (D2), and one for the repository, by path.
///
/// They are made from the files' parts alone, so making all of them costs little, and those of
/// which nothing changed come out as they were.
pub(super) fn module_documents(
    repository: &str,
    parts: &BTreeMap<String, FilePart>,
    links: &(dyn Fn(&str) -> Links + Sync),
    now: &str,
) -> Vec<Document> {
    let mut folders: BTreeMap<&str, Vec<FilePart>> = BTreeMap::new();
    for (path, part) in parts {
        folders.entry(module_of(path)).or_default().push(part.clone());
    }
    let root = folders.remove(ROOT_MODULE).unwrap_or_default();
    folders.retain(|_, files| files.iter().any(is_code));
    let folders: Vec<(&str, Vec<FilePart>)> = folders.into_iter().collect();
    let made: Vec<_> = folders
        .par_iter()
        .map(|(path, files)| {
            let (summary, part) = summarize_module(path, files);
            let files: Vec<&FilePart> = files.iter().collect();
            (module_document(path, &files, summary, links(path), now), part)
        })
        .collect();
    let (mut documents, modules): (Vec<Document>, Vec<_>) = made.into_iter().unzip();
    let summary = summarize_repository(repository, &modules, &root);
    let files: Vec<&FilePart> = parts.values().collect();
    documents.push(module_document(ROOT_MODULE, &files, summary, links(ROOT_MODULE), now));
    documents.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    documents
}

fn is_code(part: &FilePart) -> bool {
    epitome_syntax::language(&part.language).is_some_and(epitome_syntax::Builtin::is_deep)
}
