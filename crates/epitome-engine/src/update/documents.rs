//! Documents from summaries and neighbours (G1–G9).

use epitome_model::document::{Document, DocumentKind, Neighbours, Provenance};
use epitome_model::hash::{hex, summary_hash};
use epitome_model::id::symbol_ids;
use epitome_model::mention::redact;
use epitome_model::outline::FileOutline;
use epitome_model::summarize::{FilePart, FileSummaries, OFFLINE_PROMPT, SUMMARISER_VERSION};
use epitome_model::summary::Summary;

use super::links::Links;
use super::module_of;
use super::read::Draft;

/// The name the offline summariser goes by in a document.
pub const OFFLINE: &str = "offline";

/// The documents of a file: its own first, then its symbols in source order. `links` is asked for
/// the neighbours of each, by its place in that order and its id.
pub(super) fn file_documents(
    draft: Draft,
    now: &str,
    links: &mut dyn FnMut(usize, &str) -> Links,
) -> Vec<Document> {
    let Draft { path, outline, summaries, mut cited, input, written, .. } = draft;
    let ids = symbol_ids(&path, &outline.symbols);
    let language = outline.language.to_string();
    let mut cited = cited.drain(..);
    let mut documents = Vec::with_capacity(ids.len() + 1);
    let own = links(0, &path);
    let kind = DocumentKind::File;
    let file = document(path.clone(), kind, &path, summaries.file, own, hashes(&input), now);
    documents.push(Document {
        language: language.clone(),
        citation_hashes: cited.next().unwrap_or_default(),
        start_line: Some(1),
        end_line: Some(outline.lines.max(1)),
        ..file
    });
    let symbols = outline.symbols.iter().zip(summaries.symbols).zip(cited.zip(written));
    for (at, (id, ((symbol, summary), (cited, written)))) in
        ids.into_iter().zip(symbols).enumerate()
    {
        let span = symbol.full_span();
        let kind =
            if symbol.kind.is_function() { DocumentKind::Function } else { DocumentKind::Class };
        let links = links(at + 1, &id);
        let content = hex(&symbol.content_hash);
        // A model's prompt, and the normalised source by its hash (G14).
        let made_of = match &written {
            Some(written) => summary_hash(&written.prompt, &content),
            None => hex(&symbol.summary_hash),
        };
        let mut made = document(id, kind, &path, summary, links, (content, made_of), now);
        if let Some(written) = written {
            made.provenance = written;
        }
        documents.push(Document {
            qualified_name: Some(symbol.qualified_name.to_string()),
            start_line: Some(span.start_line),
            end_line: Some(span.end_line),
            source_sha256: Some(hex(&symbol.source_sha256)),
            language: language.clone(),
            citation_hashes: cited,
            ..made
        });
    }
    documents
}

/// The document of a module, or of the repository where `path` is `.`.
pub(super) fn module_document(
    path: &str,
    files: &[&FilePart],
    summary: Summary,
    links: Links,
    now: &str,
) -> Document {
    let mut input = format!("{path}\n");
    for file in files {
        input.push_str(&file.path);
        input.push('\n');
        input.push_str(&file.summary);
        input.push('\n');
    }
    let kind = DocumentKind::Module;
    let mut made = document(path.to_owned(), kind, path, summary, links, hashes(&input), now);
    made.file_path = path.to_owned();
    made.module_path = path.to_owned();
    made.language = most_common_language(files);
    made
}

/// The language with the most lines; the first by name among equals.
fn most_common_language(files: &[&FilePart]) -> String {
    let mut lines = std::collections::BTreeMap::<&str, u64>::new();
    for file in files {
        *lines.entry(&file.language).or_default() += u64::from(file.lines);
    }
    let most =
        lines.iter().max_by_key(|(language, lines)| (**lines, std::cmp::Reverse(**language)));
    most.map(|(language, _)| (*language).to_owned()).unwrap_or_default()
}

/// What a file's summary is made from (G38): the summaries below it, never its source (G40).
pub(super) fn file_input(path: &str, outline: &FileOutline, summaries: &FileSummaries) -> String {
    let mut input = format!("{path}\n");
    let mut line = |text: &str| {
        input.push_str(text);
        input.push('\n');
    };
    outline.doc.iter().for_each(|doc| line(&doc.text));
    outline.imports.iter().filter(|i| !i.local).for_each(|import| line(&import.module));
    outline.globals.iter().for_each(|global| line(&global.name));
    outline.sections.iter().for_each(|section| {
        line(&section.title);
        line(&section.excerpt);
    });
    for (symbol, summary) in outline.symbols.iter().zip(&summaries.symbols) {
        if symbol.parent.is_none() || !symbol.kind.is_function() {
            line(&summary.summary);
        }
    }
    input
}

/// `content_hash` and `summary_hash` of what is made from the words of others.
fn hashes(input: &str) -> (String, String) {
    (summary_hash("", input), summary_hash(OFFLINE_PROMPT, input))
}

fn document(
    id: String,
    kind: DocumentKind,
    path: &str,
    summary: Summary,
    links: Links,
    (content_hash, summary_hash): (String, String),
    now: &str,
) -> Document {
    let graph_hash = links.graph_hash();
    let Links { context, dependencies } = links;
    let (text, intent) =
        without_neighbours(summary.summary, summary.business_intent, context.as_ref());
    Document {
        id,
        kind,
        file_path: path.to_owned(),
        module_path: module_of(path).to_owned(),
        qualified_name: None,
        start_line: None,
        end_line: None,
        language: String::new(),
        summary: text,
        business_intent: intent,
        keywords: summary.keywords,
        grounded: summary.grounded,
        citation_hashes: Vec::new(),
        dependencies,
        context,
        content_hash,
        graph_hash,
        hash: summary_hash.clone(),
        summary_hash,
        source_sha256: None,
        last_updated: now.to_owned(),
        is_placeholder: summary.is_placeholder,
        provenance: Provenance {
            backend: OFFLINE.to_owned(),
            model: None,
            prompt: format!("{OFFLINE}-{SUMMARISER_VERSION}"),
        },
    }
}

/// The words without a neighbour's name in them (G11). The summariser knows what a symbol calls;
/// who calls it is known only here.
fn without_neighbours(
    text: String,
    intent: String,
    context: Option<&Neighbours>,
) -> (String, String) {
    let Some(context) = context.filter(|_| looks_like_code(&text) || looks_like_code(&intent))
    else {
        return (text, intent);
    };
    let ids = context.called_by.iter().chain(&context.calls);
    let names: Vec<&str> = ids.filter_map(|id| id.rsplit("::").next()).collect();
    (redact(&text, &names), redact(&intent, &names))
}

/// Whether there is anything that could be a name: most summaries are plain words.
fn looks_like_code(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().any(|b| matches!(b, b'_' | b'`' | b'(' | b'.'))
        || bytes.windows(2).any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase())
}
