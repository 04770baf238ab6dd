//! The state of an index, as JSON.

use std::collections::BTreeMap;

use epitome_engine::index::{Finding, Freshness, Manifest};
use epitome_engine::summarize::ModelState;
use serde::Serialize;

use super::summarize::ModelJson;

#[derive(Serialize)]
pub(crate) struct CleanJson<'a> {
    pub(crate) path: &'a str,
    pub(crate) found: bool,
    pub(crate) removed: bool,
}

#[derive(Serialize)]
pub(crate) struct DoctorJson<'a> {
    sound: bool,
    findings: Vec<FindingJson<'a>>,
    mended: &'a [String],
    model: ModelJson<'a>,
}

#[derive(Serialize)]
struct FindingJson<'a> {
    what: &'a str,
    trouble: Option<&'a str>,
}

impl<'a> DoctorJson<'a> {
    pub(crate) fn new(
        findings: &'a [Finding],
        mended: &'a [String],
        model: &'a ModelState,
    ) -> DoctorJson<'a> {
        let row = |f: &'a Finding| FindingJson { what: &f.what, trouble: f.trouble.as_deref() };
        DoctorJson {
            sound: findings.iter().all(|finding| finding.trouble.is_none()),
            findings: findings.iter().map(row).collect(),
            mended,
            model: ModelJson::new(model),
        }
    }
}

/// Which index answers, and how fresh it is; part of every answer.
#[derive(Serialize)]
pub(crate) struct IndexStateJson<'a> {
    pub(crate) generation: u64,
    pub(crate) created: &'a str,
    pub(crate) indexed_commit: Option<&'a str>,
    pub(crate) head_commit: Option<String>,
    pub(crate) fresh: bool,
    pub(crate) stale: StaleJson<'a>,
}

#[derive(Serialize)]
pub(crate) struct StaleJson<'a> {
    added: &'a [String],
    changed: &'a [String],
    removed: &'a [String],
}

impl<'a> IndexStateJson<'a> {
    pub(crate) fn new(
        manifest: &'a Manifest,
        freshness: &'a Freshness,
        head_commit: Option<String>,
    ) -> IndexStateJson<'a> {
        IndexStateJson {
            generation: manifest.number,
            created: &manifest.about.created,
            indexed_commit: manifest.about.indexed_commit.as_deref(),
            head_commit,
            fresh: freshness.is_fresh(),
            stale: StaleJson {
                added: &freshness.added,
                changed: &freshness.changed,
                removed: &freshness.removed,
            },
        }
    }
}

#[derive(Serialize)]
pub(crate) struct StatusJson<'a> {
    #[serde(flatten)]
    pub(crate) index: IndexStateJson<'a>,
    pub(crate) counts: &'a BTreeMap<String, u64>,
    pub(crate) bytes: SizesJson,
}

#[derive(Serialize)]
pub(crate) struct SizesJson {
    pub(crate) generation: u64,
    pub(crate) database: u64,
}
