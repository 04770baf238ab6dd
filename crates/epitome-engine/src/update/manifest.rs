//! What a generation says of itself.

use std::collections::BTreeMap;
use std::path::Path;

use epitome_index::{About, HashPolicy, SummaryManifest, layout};
use epitome_model::document::DocumentKind;
use epitome_model::summarize::{FilePart, SUMMARISER_VERSION};

use super::documents::OFFLINE;
use super::report::UpdateReport;
use crate::git::head_commit;
use crate::graph::GraphOptions;

/// The shape of the documents.
const SCHEMA_VERSION: &str = "1";
/// The rules that link the graph; raise it when the same outlines give other edges.
pub(super) const GRAPH_VERSION: &str = "1";
/// Names that make a placeholder (G32).
const PLACEHOLDER_NAMES: [&str; 3] = ["^get_", "^set_", "^__.*__$"];

/// What the repository is called: the name of its folder.
pub(crate) fn repository_name(root: &Path) -> String {
    let real = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    real.file_name().map_or_else(|| "repository".to_owned(), |n| n.to_string_lossy().into_owned())
}

/// How the summaries were made (G50).
pub(super) fn summary_manifest(
    options: &GraphOptions,
    parts: &BTreeMap<String, FilePart>,
) -> SummaryManifest {
    let text = |text: &str| text.to_owned();
    let mut languages: Vec<String> = parts.values().map(|part| part.language.clone()).collect();
    languages.sort_unstable();
    languages.dedup();
    SummaryManifest {
        schema_version: text(SCHEMA_VERSION),
        summary_levels: ["function", "class", "file", "module"].map(text).to_vec(),
        base_strategy: text(layout::BASE_STRATEGY),
        prompt_template_hash: format!("{OFFLINE}-{SUMMARISER_VERSION}"),
        summary_llm_provider: text(OFFLINE),
        summary_llm_model: None,
        summary_llm_temperature: None,
        summary_llm_seed: None,
        graph_version: text(GRAPH_VERSION),
        hash_policy: HashPolicy {
            content: text("sha1 of the normalised source, or of the words a document is made from"),
            graph: text("sha1 of the normalised context"),
            summary: text("sha1 of the prompt and the normalised source"),
        },
        lang_allowlist: languages,
        skip_patterns: PLACEHOLDER_NAMES.map(text).to_vec(),
        max_file_size_mb: options.tree.scan.max_bytes as f64 / f64::from(1 << 20),
    }
}

/// What the generation's own manifest says.
pub(super) fn about(
    root: &Path,
    repository: &str,
    now: &str,
    parts: &BTreeMap<String, FilePart>,
    report: &UpdateReport,
) -> About {
    let lines: u64 = parts.values().map(|part| u64::from(part.lines)).sum();
    let mut counts: BTreeMap<String, u64> = [
        ("documents", report.total()),
        ("placeholders", report.placeholders),
        ("functions", report.count(DocumentKind::Function)),
        ("classes", report.count(DocumentKind::Class)),
        ("files", report.count(DocumentKind::File)),
        ("modules", report.count(DocumentKind::Module)),
        ("lines", lines),
    ]
    .map(|(name, count)| (name.to_owned(), count))
    .into();
    for part in parts.values() {
        *counts.entry(format!("lines.{}", part.language)).or_default() += u64::from(part.lines);
        *counts.entry(format!("files.{}", part.language)).or_default() += 1;
    }
    About {
        program_version: env!("CARGO_PKG_VERSION").to_owned(),
        created: now.to_owned(),
        root: repository.to_owned(),
        indexed_commit: head_commit(root),
        counts,
    }
}
