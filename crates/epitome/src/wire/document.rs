//! Documents with their evidence, as JSON.

use epitome_engine::index::{Claim, EvidenceState};
use epitome_model::document::Document;
use epitome_model::summary::ClaimField;
use serde::Serialize;

use super::upkeep::IndexStateJson;

/// A document as it is stored, what each claim rests on, and which index it comes from.
#[derive(Serialize)]
pub(crate) struct ShowJson<'a> {
    #[serde(flatten)]
    pub(crate) document: &'a Document,
    pub(crate) file_is_stale: bool,
    pub(crate) claims: Vec<ClaimJson<'a>>,
    pub(crate) index: IndexStateJson<'a>,
}

#[derive(Serialize)]
pub(crate) struct ClaimJson<'a> {
    field_name: ClaimField,
    text: &'a str,
    state: &'static str,
    evidence: Vec<EvidenceJson<'a>>,
}

#[derive(Serialize)]
struct EvidenceJson<'a> {
    path: &'a str,
    line_start: u32,
    line_end: u32,
    state: &'static str,
    excerpt: &'a [String],
}

impl<'a> From<&'a Claim> for ClaimJson<'a> {
    fn from(claim: &'a Claim) -> ClaimJson<'a> {
        ClaimJson {
            field_name: claim.field,
            text: &claim.text,
            state: word(claim_state(claim)),
            evidence: claim
                .evidence
                .iter()
                .map(|evidence| EvidenceJson {
                    path: &evidence.path,
                    line_start: evidence.line_start,
                    line_end: evidence.line_end,
                    state: word(evidence.state),
                    excerpt: &evidence.excerpt,
                })
                .collect(),
        }
    }
}

/// A claim is as good as the worst of its evidence.
pub(crate) fn claim_state(claim: &Claim) -> EvidenceState {
    let has = |state| claim.evidence.iter().any(|evidence| evidence.state == state);
    match () {
        () if has(EvidenceState::Stale) => EvidenceState::Stale,
        () if has(EvidenceState::Unknown) => EvidenceState::Unknown,
        () => EvidenceState::Fresh,
    }
}

fn word(state: EvidenceState) -> &'static str {
    match state {
        EvidenceState::Fresh => "fresh",
        EvidenceState::Stale => "stale",
        EvidenceState::Unknown => "unknown",
    }
}

/// The repository and its modules.
#[derive(Serialize)]
pub(crate) struct OverviewJson<'a> {
    pub(crate) repository: &'a Document,
    pub(crate) modules: &'a [Document],
    pub(crate) modules_left_out: usize,
    pub(crate) start_here: &'a [Document],
    pub(crate) index: IndexStateJson<'a>,
}
