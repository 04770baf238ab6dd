//! The summary of a file: its job, its load-bearing symbols, what it talks to (G38).

use crate::summary::{Citation, ClaimField, Grounded, Summary};

use super::bounds::{clipped, fitting, reaches};
use super::code_file::code_file;
use super::external_imports::external_imports;
use super::file_context::File;
use super::file_roles::role;
use super::keywords::Keywords;
use super::parts::FilePart;
use super::plain_file::plain_file;

/// A file's own summary and its part for the module.
pub(super) fn file(file: &File<'_>, symbols: &[Summary]) -> (Summary, FilePart) {
    let outline = file.outline;
    let role = role(file.path, &outline.language);
    let said = if outline.symbols.is_empty() && !outline.sections.is_empty()
        || matches!(
            outline.language.as_str(),
            "markdown" | "rst" | "json" | "toml" | "yaml" | "html" | "css" | "sql" | ""
        ) {
        plain_file(file, role)
    } else {
        code_file(file, symbols, role)
    };
    let last_line = outline.lines.max(1);
    let clamp = |(start, end): (u32, u32)| {
        let start = start.clamp(1, last_line);
        (start, end.clamp(start, last_line))
    };
    let mut citations = Vec::new();
    for lines in &said.lines {
        let (line_start, line_end) = clamp(*lines);
        let citation = Citation {
            field_name: ClaimField::Purpose,
            item: None,
            path: None,
            line_start,
            line_end,
        };
        if !citations.contains(&citation) {
            citations.push(citation);
        }
    }
    if citations.is_empty() {
        citations.push(Citation {
            field_name: ClaimField::Purpose,
            item: None,
            path: None,
            line_start: 1,
            line_end: last_line,
        });
    }
    let mut purpose = fitting(said.sentences.iter().map(String::as_str), 400);
    if !reaches(&purpose, 30) {
        purpose = format!(
            "{purpose} It is a file of {last_line} {}.",
            if last_line == 1 { "line" } else { "lines" }
        );
    }
    for (at, (_, lines)) in said.effects.iter().enumerate() {
        let (line_start, line_end) = clamp(*lines);
        citations.push(Citation {
            field_name: ClaimField::SideEffects,
            item: Some(at as u32),
            path: None,
            line_start,
            line_end,
        });
    }
    let summary = Summary {
        summary: fitting(said.sentences.iter().map(String::as_str), 1_200),
        business_intent: clipped(&said.intent, 240),
        keywords: said.keywords.best(),
        grounded: Grounded {
            purpose,
            side_effects: said.effects.iter().map(|(claim, _)| claim.clone()).collect(),
            citations: citations.clone(),
            ..Grounded::default()
        },
        is_placeholder: false,
    };
    let cited =
        citations.first().map_or((1, 1), |citation| (citation.line_start, citation.line_end));
    let part = FilePart {
        path: file.path.to_owned(),
        language: outline.language.to_string(),
        lines: outline.lines,
        summary: clipped(&summary.summary, 400),
        business_intent: summary.business_intent.clone(),
        keywords: summary.keywords.iter().take(6).cloned().collect(),
        role,
        claim: said.claim,
        cited,
        imports: external_imports(&outline.imports),
    };
    (summary, part)
}

/// What is said of a file, before it is cut to its fields.
#[derive(Default)]
pub(super) struct Said {
    pub(super) sentences: Vec<String>,
    pub(super) intent: String,
    pub(super) claim: String,
    pub(super) lines: Vec<(u32, u32)>,
    pub(super) effects: Vec<(String, (u32, u32))>,
    pub(super) keywords: Keywords,
}
