//! Stored summaries take the place of the offline ones (O48–O51), cached and fresh ones alike.

use epitome_model::document::Provenance;
use epitome_model::summary::Summary;

use super::key::SymbolKey;
use super::shape::Shape;
use crate::database::{NewSummary, SummaryRow};

/// The row whose words a symbol gets: made of exactly these lines, the newest where several prompts were
/// asked, never a degraded one (D7). `rows` are those of the file, newest first.
pub(crate) fn chosen<'r>(
    rows: &'r [SummaryRow],
    node: &str,
    key: &SymbolKey<'_>,
) -> Option<&'r SummaryRow> {
    rows.iter().find(|row| {
        row.said.node == node && row.said.content_hash == key.content_hash && !row.said.degraded
    })
}

/// Rows for these lines from summaries of lines that differ in layout and comments alone (D5): one for
/// each prompt, the newest last. Nothing where a row for exactly these lines exists.
pub(crate) fn carried(rows: &[SummaryRow], node: &str, key: &SymbolKey<'_>) -> Vec<NewSummary> {
    let mut carried: Vec<NewSummary> = Vec::new();
    for row in rows.iter().filter(|row| row.said.node == node) {
        if row.said.content_hash == key.content_hash && !row.said.degraded {
            return Vec::new();
        }
        let known = carried.iter().any(|new| new.prompt_version == row.said.prompt_version);
        if row.said.normalized == key.normalized && !row.said.degraded && !known {
            carried.extend(moved(&row.said, key));
        }
    }
    carried.reverse();
    carried
}

/// The same words for lines that moved; nothing where a citation cannot be followed.
fn moved(said: &NewSummary, key: &SymbolKey<'_>) -> Option<NewSummary> {
    let shape = key.shape();
    let moves = Shape::from_bytes(&said.shape)?.moves(&shape);
    let mut grounded = said.grounded.clone();
    for citation in &mut grounded.citations {
        let first = citation.line_start.checked_sub(said.first_line)?;
        let last = citation.line_end.checked_sub(said.first_line)?;
        let (first, last) = moves.of(first, last)?;
        citation.line_start = key.first_line + first;
        citation.line_end = key.first_line + last;
    }
    Some(NewSummary {
        content_hash: key.content_hash.clone(),
        first_line: key.first_line,
        shape: shape.to_bytes(),
        grounded,
        ..said.clone()
    })
}

/// Puts the model's words in place of the offline ones. What a model is not asked for, intent and
/// keywords, stays.
pub(crate) fn tell(said: &NewSummary, first_line: u32, summary: &mut Summary) {
    let mut grounded = said.grounded.clone();
    // The same lines further down, because something above them grew.
    for citation in &mut grounded.citations {
        citation.line_start = (citation.line_start + first_line).saturating_sub(said.first_line);
        citation.line_end = (citation.line_end + first_line).saturating_sub(said.first_line);
    }
    summary.summary = whole_text(&grounded);
    summary.grounded = grounded;
    summary.is_placeholder = false;
}

/// Sentences for a reader: the purpose, what comes back, what else happens.
fn whole_text(grounded: &epitome_model::summary::Grounded) -> String {
    let mut text = sentence(&grounded.purpose);
    let returns = grounded.returns.iter().map(|returns| &returns.details);
    for claim in returns.chain(&grounded.side_effects) {
        text.push(' ');
        text.push_str(&sentence(claim));
    }
    text
}

fn sentence(claim: &str) -> String {
    let claim = claim.trim();
    let mut text = String::with_capacity(claim.len() + 1);
    let mut chars = claim.chars();
    text.extend(chars.next().into_iter().flat_map(char::to_uppercase));
    text.push_str(chars.as_str());
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

/// Who wrote the words.
pub(crate) fn provenance(said: &NewSummary) -> Provenance {
    Provenance {
        backend: said.backend.clone(),
        model: Some(said.model.clone()),
        prompt: said.template.clone(),
    }
}
