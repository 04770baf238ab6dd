//! `epitome` alone: indexes or refreshes, and says what this repository is.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use epitome_engine::git::head_commit;
use epitome_engine::index::{Freshness, Index};
use epitome_engine::update::UpdateOptions;
use epitome_model::document::Document;

use super::index::{Refreshed, graph_options, holds, outcome, refresh};
use super::overview::{parts, start};
use crate::arguments::Home;
use crate::exit::{INTERRUPTED, NOTHING_FOUND};
use crate::output::{json, plain, stdout};
use crate::wire::document::OverviewJson;
use crate::wire::upkeep::IndexStateJson;

/// So many sentences say what a repository is.
const SENTENCES: usize = 3;
/// So many modules are told of in JSON.
const MODULES: usize = 12;

pub(crate) fn run(arguments: &Home) -> anyhow::Result<ExitCode> {
    let root = &arguments.path;
    let options = UpdateOptions {
        graph: graph_options(&arguments.reading, root)?,
        full: false,
        ..UpdateOptions::default()
    };
    let began = Instant::now();
    let report = match refresh(root, &options)? {
        Refreshed::Done(report) => report,
        Refreshed::Stopped => return Ok(ExitCode::from(INTERRUPTED)),
    };
    let took = began.elapsed();
    let mut out = stdout();
    let index = Index::open(root)?
        .ok_or_else(|| anyhow::anyhow!("the index vanished; is another process removing it?"))?;
    let parts = parts(&index, MODULES)?;
    if arguments.json {
        let fresh = Freshness::default();
        let overview = OverviewJson {
            repository: &parts.repository,
            modules: &parts.modules,
            modules_left_out: parts.left_out,
            start_here: &parts.start,
            index: IndexStateJson::new(index.manifest(), &fresh, head_commit(root)),
        };
        json(&mut out, &overview)?;
    } else if report.total() > 1 {
        writeln!(out, "{}", plain(&index.name()))?;
        for (sentence, cited) in sentences(&parts.repository) {
            writeln!(out, "  {}{}", plain(&sentence), plain(&cited))?;
        }
        start(&mut out, &parts)?;
        writeln!(out, "\n{}", outcome(&report, took))?;
        writeln!(out, "{}", holds(&report))?;
        writeln!(
            out,
            "Next: `epitome search \"a question\"`, `epitome show PATH:LINE`, `epitome overview`, `epitome impact NAME`."
        )?;
    } else {
        writeln!(
            out,
            "No source file in a language that can be outlined; `epitome languages` lists those."
        )?;
    }
    out.flush()?;
    Ok(if report.total() > 1 { ExitCode::SUCCESS } else { ExitCode::from(NOTHING_FOUND) })
}

/// The first sentences of a summary, each with the place it rests on, where that is plain: a place
/// that the sentence names, or else the next page of prose.
fn sentences(document: &Document) -> Vec<(String, String)> {
    let mut places: Vec<(&str, u32)> = document
        .grounded
        .citations
        .iter()
        .filter_map(|citation| Some((citation.path.as_deref()?, citation.line_start)))
        .collect();
    let mut told = Vec::new();
    for sentence in split_sentences(&document.summary).into_iter().take(SENTENCES) {
        let named = places.iter().position(|(path, _)| sentence.contains(path));
        let at = named.or_else(|| places.iter().position(|(path, _)| is_prose(path)));
        let cited = at.map(|at| places.remove(at)).map(|(path, line)| format!(" [{path}:{line}]"));
        told.push((sentence.to_owned(), cited.unwrap_or_default()));
    }
    told
}

/// Whether people wrote the file about the repository, rather than as a part of it.
fn is_prose(path: &str) -> bool {
    [".md", ".rst", ".txt", ".toml", ".json", ".yaml", ".xml"].iter().any(|end| path.ends_with(end))
}

fn split_sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut rest = text.trim();
    while let Some(at) = rest.find(". ") {
        sentences.push(&rest[..=at]);
        rest = rest[at + 2..].trim_start();
    }
    if !rest.is_empty() {
        sentences.push(rest);
    }
    sentences
}
