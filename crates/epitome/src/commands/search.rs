//! `epitome search`: finds functions, classes, files and modules by a question.

use std::io::{Read as _, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use epitome_engine::embed::Embedder;
use epitome_engine::git::head_commit;
use epitome_engine::index::{Freshness, Index, freshness};
use epitome_engine::search::{Filter, SearchAnswer, SearchOptions, SearchResult, Searcher};
use epitome_engine::update::UpdateOptions;

use super::index::{Refreshed, graph_options, refresh};
use super::status::no_index;
use crate::arguments::Search;
use crate::exit::{INTERRUPTED, NO_INDEX, NOTHING_FOUND};
use crate::output::{count, json, plain, stdout};
use crate::wire::search::SearchJson;
use crate::wire::upkeep::IndexStateJson;

/// So many changed files are read again before answering; more take longer than one wants to wait.
const QUICK: usize = 50;
/// So many characters of a summary are shown.
const SHOWN: usize = 240;

pub(crate) fn run(arguments: &Search) -> anyhow::Result<ExitCode> {
    let query = query(arguments)?;
    let Some(index) = Index::open(&arguments.root)? else {
        writeln!(anstream::stderr(), "{}", no_index(&arguments.root))?;
        return Ok(ExitCode::from(NO_INDEX));
    };
    let scan = arguments.reading.scan_options(&arguments.root)?;
    let options = options(arguments);
    let ask = |index: Index| -> anyhow::Result<(Searcher, SearchAnswer)> {
        let searcher = Searcher::open(index, Arc::new(Embedder::embedded()?))?;
        let answer = searcher.search(&query, &options)?;
        Ok((searcher, answer))
    };
    // Whether the tree has changed takes as long to find out as the answer, so both are done at once:
    // most of the time nothing has, and the answer stands.
    let (walked, mut asked) = std::thread::scope(|scope| {
        let walked = scope.spawn(|| freshness(&arguments.root, &scan));
        let asked = ask(index);
        (walked.join(), asked)
    });
    let mut fresh = match walked {
        Ok(walked) => walked?.unwrap_or_default(),
        Err(panic) => std::panic::resume_unwind(panic),
    };
    if !fresh.is_fresh() && fresh.count() <= QUICK && !arguments.no_refresh {
        match bring_up_to_date(arguments)? {
            Brought::Fresh(new) => {
                asked = ask(*new);
                fresh = Freshness::default();
            }
            Brought::Stopped => return Ok(ExitCode::from(INTERRUPTED)),
            Brought::Not => {}
        }
    }
    if !fresh.is_fresh() {
        writeln!(
            anstream::stderr(),
            "{} changed since the index was made; answers about them may be old: `epitome index` reads them",
            count(fresh.count() as u64, "file")
        )?;
    }
    let (searcher, answer) = asked?;
    let mut out = stdout();
    if arguments.json {
        let state =
            IndexStateJson::new(searcher.index().manifest(), &fresh, head_commit(&arguments.root));
        json(&mut out, &SearchJson::new(&query, &answer, &fresh, state))?;
    } else {
        text(&mut out, &answer, &fresh, arguments.explain)?;
    }
    out.flush()?;
    if answer.results.is_empty() {
        writeln!(
            anstream::stderr(),
            "Nothing in the index speaks of this; try other words, or `epitome overview`."
        )?;
        return Ok(ExitCode::from(NOTHING_FOUND));
    }
    Ok(ExitCode::SUCCESS)
}

/// The query: the words given, or standard input for `-`.
fn query(arguments: &Search) -> anyhow::Result<String> {
    if arguments.query.len() == 1 && arguments.query[0] == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("reading standard input")?;
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    Ok(arguments.query.join(" "))
}

enum Brought {
    Fresh(Box<Index>),
    Stopped,
    Not,
}

/// Reads what changed. Where that fails, the old index still answers, and says that it is old.
fn bring_up_to_date(arguments: &Search) -> anyhow::Result<Brought> {
    let options = UpdateOptions {
        graph: graph_options(&arguments.reading, &arguments.root)?,
        ..UpdateOptions::default()
    };
    match refresh(&arguments.root, &options) {
        Ok(Refreshed::Done(_)) => Ok(Index::open(&arguments.root)?
            .map_or(Brought::Not, |index| Brought::Fresh(Box::new(index)))),
        Ok(Refreshed::Stopped) => Ok(Brought::Stopped),
        Err(error) => {
            writeln!(anstream::stderr(), "not refreshed: {}", plain(&format!("{error:#}")))?;
            Ok(Brought::Not)
        }
    }
}

fn options(arguments: &Search) -> SearchOptions {
    SearchOptions {
        limit: arguments.limit,
        filter: Filter {
            kinds: arguments.kinds.iter().map(|kind| kind.document_kind()).collect(),
            paths: arguments.paths.clone(),
            languages: arguments.languages.iter().map(|id| id.to_lowercase()).collect(),
        },
        explain: arguments.explain,
        ..SearchOptions::default()
    }
}

fn text(
    out: &mut impl Write,
    answer: &SearchAnswer,
    fresh: &Freshness,
    explain: bool,
) -> anyhow::Result<()> {
    for (at, result) in answer.results.iter().enumerate() {
        let document = &result.document;
        let place = match document.own_lines() {
            Some((start, end)) => format!("{}:{start}-{end}", document.file_path),
            None => document.file_path.clone(),
        };
        let name = document.qualified_name.as_deref().unwrap_or_default();
        let stale = if fresh.is_stale(&document.file_path) { "  [changed since]" } else { "" };
        writeln!(out, "{:>2}. {}  {}{stale}", at + 1, plain(&place), plain(name))?;
        writeln!(out, "    {}", plain(&shortened(&document.summary)))?;
        let why = why(result);
        if !why.is_empty() {
            writeln!(out, "    matched: {}", plain(&why))?;
        }
        if explain {
            writeln!(out, "    score {:.3}, asked as {:?}:", result.score, answer.class)?;
            for part in &result.parts {
                let (value, weight) = (part.value, part.weight);
                writeln!(
                    out,
                    "      {:+.3} = {value:.3} × {weight:+.2}  {}",
                    value * weight,
                    label(part.feature)
                )?;
            }
        }
    }
    Ok(())
}

/// Whose score and of which part, in words.
pub(crate) fn label(feature: epitome_engine::search::Feature) -> String {
    use epitome_engine::search::{Asked, Feature, Scope};
    let of = |scope: Scope| match scope {
        Scope::Own | Scope::Itself => "",
        Scope::File => ", of its file",
        Scope::Best => ", best in its file",
    };
    match feature {
        Feature::Score(scope, asked, signal) => {
            let asked = if asked == Asked::Title { " by the title" } else { "" };
            format!("{}{asked}{}", signal.word(), of(scope))
        }
        Feature::Named(scope) => format!("named as code{}", of(scope)),
        Feature::NamedByWord(scope) => format!("named by a word{}", of(scope)),
        Feature::Qualified(scope) => format!("named with its class{}", of(scope)),
        other => other.word().to_owned(),
    }
}

/// The words that led here, each with the parts it stands in.
fn why(result: &SearchResult) -> String {
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    for matched in &result.matched {
        for term in &matched.terms {
            match parts.iter_mut().find(|(known, _)| known == term) {
                Some((_, places)) => places.push(matched.signal.word()),
                None => parts.push((term, vec![matched.signal.word()])),
            }
        }
    }
    let part = |(term, places): &(&str, Vec<&str>)| format!("{term} ({})", places.join(", "));
    parts.iter().map(part).collect::<Vec<_>>().join("; ")
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
        None => text.to_owned(),
    }
}
