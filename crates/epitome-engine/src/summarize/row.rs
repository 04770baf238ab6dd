//! The row of a summary (O41).

use epitome_model::document::Document;
use epitome_model::summary::{Grounded, Input};

use super::options::SummarizeOptions;
use super::plan::Job;
use crate::database::NewSummary;

/// A summary that holds.
pub(super) fn row(options: &SummarizeOptions, job: &Job, grounded: Grounded) -> NewSummary {
    NewSummary {
        node: job.id.clone(),
        content_hash: job.content_hash.clone(),
        prompt_version: options.prompt.version(),
        normalized: job.normalized.clone(),
        model: options.model.clone(),
        backend: options.backend.clone(),
        template: options.prompt.pin().to_string(),
        text: grounded.purpose.clone(),
        signature: signature(&grounded.inputs),
        returns: grounded.returns.as_ref().map(|returns| returns.type_summary.clone()),
        grounded,
        first_line: job.first_line,
        shape: job.shape.clone(),
        degraded: false,
        created: crate::update::now(),
    }
}

/// Words that are no summary: kept, never shown or embedded (G36, D7).
pub(super) fn degraded_row(options: &SummarizeOptions, job: &Job, raw: String) -> NewSummary {
    let row = row(options, job, Grounded::default());
    NewSummary { text: raw, degraded: true, ..row }
}

/// What a model said a document's inputs are, `name: type, name: type` (O53). No index of the search holds it;
/// whoever shows a result joins it from the document.
#[must_use]
pub fn signature_summary(document: &Document) -> Option<String> {
    document.provenance.model.as_ref()?;
    signature(&document.grounded.inputs)
}

/// `name: type, name: type`; none without inputs.
fn signature(inputs: &[Input]) -> Option<String> {
    let parts: Vec<String> =
        inputs.iter().map(|input| format!("{}: {}", input.name, input.ty)).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
