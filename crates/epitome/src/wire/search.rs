//! Answers of a search, as JSON.

use epitome_engine::index::Freshness;
use epitome_engine::search::{QueryClass, ScorePart, SearchAnswer, SearchResult};
use epitome_engine::summarize::signature_summary;
use epitome_model::document::DocumentKind;
use serde::Serialize;

use super::upkeep::IndexStateJson;
use crate::commands::feature_label;

#[derive(Serialize)]
pub(crate) struct SearchJson<'a> {
    query: &'a str,
    class: QueryClass,
    results: Vec<ResultJson<'a>>,
    index: IndexStateJson<'a>,
}

#[derive(Serialize)]
struct ResultJson<'a> {
    id: &'a str,
    #[serde(rename = "type")]
    kind: DocumentKind,
    path: &'a str,
    /// Lines of a function or class; a file or module is meant as a whole.
    start_line: Option<u32>,
    end_line: Option<u32>,
    name: Option<&'a str>,
    language: &'a str,
    score: f32,
    summary: &'a str,
    business_intent: &'a str,
    /// What a model said the inputs are; absent where none was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    signature_summary: Option<String>,
    matched: Vec<MatchedJson<'a>>,
    is_placeholder: bool,
    is_stale: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<PartJson>,
}

#[derive(Serialize)]
struct MatchedJson<'a> {
    r#in: &'static str,
    terms: &'a [String],
}

#[derive(Serialize)]
struct PartJson {
    what: String,
    value: f32,
    weight: f32,
    adds: f32,
}

impl<'a> SearchJson<'a> {
    pub(crate) fn new(
        query: &'a str,
        answer: &'a SearchAnswer,
        fresh: &Freshness,
        index: IndexStateJson<'a>,
    ) -> SearchJson<'a> {
        let results = answer.results.iter().map(|result| ResultJson::new(result, fresh)).collect();
        SearchJson { query, class: answer.class, results, index }
    }
}

impl<'a> ResultJson<'a> {
    fn new(result: &'a SearchResult, fresh: &Freshness) -> ResultJson<'a> {
        let document = &result.document;
        let lines = document.own_lines();
        let matched = result
            .matched
            .iter()
            .map(|matched| MatchedJson { r#in: matched.signal.word(), terms: &matched.terms });
        let part = |part: &ScorePart| PartJson {
            what: feature_label(part.feature),
            value: part.value,
            weight: part.weight,
            adds: part.value * part.weight,
        };
        ResultJson {
            id: &document.id,
            kind: document.kind,
            path: &document.file_path,
            start_line: lines.map(|(start, _)| start),
            end_line: lines.map(|(_, end)| end),
            name: document.qualified_name.as_deref(),
            language: &document.language,
            score: result.score,
            summary: &document.summary,
            business_intent: &document.business_intent,
            signature_summary: signature_summary(document),
            matched: matched.collect(),
            is_placeholder: document.is_placeholder,
            is_stale: fresh.is_stale(&document.file_path),
            parts: result.parts.iter().map(part).collect(),
        }
    }
}
