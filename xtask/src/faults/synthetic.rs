//! Made-up generations: every answer says which version it is from, so that a mix would show.

use std::collections::BTreeMap;
use std::path::Path;

use epitome_index::documents::{Documents, DocumentsWriter, Line};
use epitome_index::{About, Generation, GenerationWriter, Holder, IndexError, Publisher, layout};
use epitome_model::document::{Document, DocumentKind, Provenance};

/// The repository's name in the index.
pub(super) const REPOSITORY: &str = "tree";
/// A file that never changes and is carried over from generation to generation.
const CONSTANT: &str = "code_index/tree/constant.bin";
/// Every third file never changes; its documents name no version.
pub(super) const STABLE_EVERY: usize = 3;
const FUNCTIONS: u32 = 9;

/// Publishes version `version` of `files` files, carrying over what did not change and is whole.
pub(super) fn publish(state: &Path, version: u64, files: usize) -> Result<(), IndexError> {
    let holder = Holder::this_process("2026-01-01T00:00:00Z", "cargo xtask faults");
    let publisher = Publisher::lock(state, &holder)?;
    let old = match publisher.current() {
        Err(error) if error.is_cured_by_indexing() => None,
        other => other?,
    };
    match publish_over(&publisher, old.as_ref(), version, files) {
        Err(error) if old.is_some() && error.is_cured_by_indexing() => {
            publish_over(&publisher, None, version, files)
        }
        other => other,
    }
}

fn publish_over(
    publisher: &Publisher,
    old: Option<&Generation>,
    version: u64,
    files: usize,
) -> Result<(), IndexError> {
    let mut generation = publisher.begin(old)?;
    let documents = write_documents(&mut generation, version, files)?;
    generation.write(layout::GRAPH_STATS, format!("{{\"version\":{version}}}\n").as_bytes())?;
    if old.is_some_and(|old| old.has(CONSTANT)) {
        generation.link(CONSTANT)?;
    } else {
        generation.write(CONSTANT, &[7; 10_000])?;
    }
    let about = About {
        program_version: env!("CARGO_PKG_VERSION").to_owned(),
        created: "2026-01-01T00:00:00Z".to_owned(),
        root: REPOSITORY.to_owned(),
        indexed_commit: None,
        counts: BTreeMap::from([("documents".to_owned(), documents as u64)]),
    };
    generation.commit(about).map(drop)
}

fn write_documents(
    generation: &mut GenerationWriter<'_>,
    version: u64,
    files: usize,
) -> Result<usize, IndexError> {
    let folder = layout::summary_folder(REPOSITORY);
    let old = generation.old().map(|old| Documents::open(old, &folder)).transpose()?;
    let mut writer = DocumentsWriter::new(generation, &folder)?;
    for file in 0..files {
        let path = format!("src/file{file:05}.py");
        let is_stable = file % STABLE_EVERY == 0;
        if is_stable
            && let Some(old) = &old
            && let Some(at) = old.file_number(&path)?
        {
            writer.copy_files(old, at..at + 1)?;
            continue;
        }
        let version = (!is_stable).then_some(version);
        for line in 0..=FUNCTIONS {
            writer.push_line(Line::new(&document(&path, line, version)))?;
        }
    }
    writer.push(&Document { kind: DocumentKind::Module, ..document("src", 0, Some(version)) })?;
    let count = writer.len();
    writer.finish()?;
    Ok(count)
}

fn document(path: &str, line: u32, version: Option<u64>) -> Document {
    let (kind, id) = match line {
        0 => (DocumentKind::File, path.to_owned()),
        line => (DocumentKind::Function, format!("{path}::function_{line}")),
    };
    let said =
        version.map_or_else(|| "all versions".to_owned(), |version| format!("version {version}"));
    Document {
        kind,
        file_path: path.to_owned(),
        module_path: "src".to_owned(),
        qualified_name: (line > 0).then(|| format!("function_{line}")),
        start_line: (line > 0).then_some(line),
        end_line: (line > 0).then_some(line),
        language: "python".to_owned(),
        summary: format!("Does what {said} does. {}", "And says so in many words. ".repeat(20)),
        business_intent: "To tell versions apart.".to_owned(),
        keywords: vec![],
        grounded: Default::default(),
        citation_hashes: Vec::new(),
        dependencies: vec![],
        context: None,
        content_hash: "c".repeat(40),
        graph_hash: "0".repeat(40),
        summary_hash: "5".repeat(40),
        hash: "5".repeat(40),
        source_sha256: None,
        last_updated: "2026-01-01T00:00:00Z".to_owned(),
        is_placeholder: false,
        provenance: Provenance::default(),
        id,
    }
}

/// The version that `graph_index/stats.json` names, where it is one of ours.
pub(super) fn stats_version(generation: &Generation) -> Result<Option<u64>, IndexError> {
    if !generation.has(layout::GRAPH_STATS) {
        return Ok(None);
    }
    let bytes = generation.map_checked(layout::GRAPH_STATS)?;
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    let number = text.strip_prefix("{\"version\":").and_then(|rest| rest.strip_suffix("}\n"));
    Ok(number.and_then(|number| number.parse().ok()))
}
