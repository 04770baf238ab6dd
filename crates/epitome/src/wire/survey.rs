//! The survey of a tree as JSON.

use std::collections::BTreeMap;

use epitome_engine::outline::{LanguageCount, TreeReport};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct SurveyJson {
    languages: BTreeMap<String, CountJson>,
    files: u64,
    skipped: BTreeMap<String, u64>,
    ignored: u64,
    unknown_language: u64,
    partial: u64,
    not_outlined: Vec<ProblemJson>,
    not_outlined_count: u64,
}

#[derive(Serialize)]
struct CountJson {
    files: u64,
    lines: u64,
    functions: u64,
    classes: u64,
    sections: u64,
}

#[derive(Serialize)]
struct ProblemJson {
    path: String,
    cause: String,
}

impl From<&TreeReport> for SurveyJson {
    fn from(report: &TreeReport) -> Self {
        let problems = report.problems.named().chain(report.scan.unreadable.named());
        SurveyJson {
            languages: report.languages.iter().map(|(id, n)| (id.clone(), count(*n))).collect(),
            files: report.scan.files,
            skipped: report.scan.skipped.iter().map(|(k, n)| (k.to_string(), *n)).collect(),
            ignored: report.scan.ignored,
            unknown_language: report.unknown,
            partial: report.partial,
            not_outlined: problems
                .map(|p| ProblemJson {
                    path: p.path.as_str().to_owned(),
                    cause: p.cause.to_string(),
                })
                .collect(),
            not_outlined_count: report.problems.count() + report.scan.unreadable.count(),
        }
    }
}

fn count(n: LanguageCount) -> CountJson {
    CountJson {
        files: n.files,
        lines: n.lines,
        functions: n.functions,
        classes: n.classes,
        sections: n.sections,
    }
}
