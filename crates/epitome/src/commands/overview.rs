//! `epitome overview`: the repository, module by module.

use std::io::Write;
use std::process::ExitCode;

use epitome_engine::git::head_commit;
use epitome_engine::index::{Freshness, Index, freshness};
use epitome_engine::scan::ScanOptions;
use epitome_model::document::Document;

use super::status::no_index;
use crate::arguments::Overview;
use crate::exit::NO_INDEX;
use crate::output::{json, plain, stdout};
use crate::wire::document::OverviewJson;
use crate::wire::upkeep::IndexStateJson;

/// So many files are named to start with.
const START: usize = 5;

/// What an overview is made of.
pub(super) struct Parts {
    pub(super) repository: Document,
    /// Modules, the heaviest first.
    pub(super) modules: Vec<Document>,
    pub(super) left_out: usize,
    /// Documents of the files to start with.
    pub(super) start: Vec<Document>,
}

pub(crate) fn run(arguments: &Overview) -> anyhow::Result<ExitCode> {
    let Some(index) = Index::open(&arguments.path)? else {
        writeln!(anstream::stderr(), "{}", no_index(&arguments.path))?;
        return Ok(ExitCode::from(NO_INDEX));
    };
    let parts = parts(&index, arguments.modules)?;
    let fresh = freshness(&arguments.path, &ScanOptions::default())?.unwrap_or_default();
    let mut out = stdout();
    if arguments.json {
        let state = IndexStateJson::new(index.manifest(), &fresh, head_commit(&arguments.path));
        let overview = OverviewJson {
            repository: &parts.repository,
            modules: &parts.modules,
            modules_left_out: parts.left_out,
            start_here: &parts.start,
            index: state,
        };
        json(&mut out, &overview)?;
    } else if arguments.md {
        markdown(&mut out, &index, &parts)?;
    } else {
        text(&mut out, &index, &parts)?;
    }
    if !arguments.json {
        note_stale(&fresh)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The documents of an overview, with at most `limit` modules; 0 for all.
pub(super) fn parts(index: &Index, limit: usize) -> anyhow::Result<Parts> {
    let standings = index.standings()?;
    let mut modules = index.modules()?;
    let repository = modules
        .iter()
        .position(|module| module.id == ".")
        .map(|at| modules.remove(at))
        .ok_or_else(|| {
            anyhow::anyhow!(
                "the index has no document of the repository; run `epitome index --full`"
            )
        })?;
    let weights = standings.module_weights();
    let weight = |module: &Document| weights.get(module.id.as_str()).copied().unwrap_or(0.0);
    modules.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then_with(|| a.id.cmp(&b.id)));
    let limit = if limit == 0 { modules.len() } else { limit };
    let left_out = modules.len().saturating_sub(limit);
    modules.truncate(limit);
    let mut start = Vec::new();
    for path in standings.heaviest_files(START) {
        start.extend(index.documents().get(&path)?);
    }
    Ok(Parts { repository, modules, left_out, start })
}

/// A word on standard error where the tree moved on.
pub(super) fn note_stale(fresh: &Freshness) -> anyhow::Result<()> {
    if !fresh.is_fresh() {
        let count = fresh.count();
        writeln!(
            anstream::stderr(),
            "{count} files changed since this was indexed; `epitome index` brings it up to date"
        )?;
    }
    Ok(())
}

fn text(out: &mut impl Write, index: &Index, parts: &Parts) -> anyhow::Result<()> {
    writeln!(out, "{}", plain(&index.name()))?;
    writeln!(out, "{}", plain(&parts.repository.summary))?;
    if !parts.modules.is_empty() {
        writeln!(out, "\nModules")?;
    }
    for module in &parts.modules {
        writeln!(out, "  {}", plain(&module.id))?;
        writeln!(out, "    {}", plain(&module.summary))?;
    }
    if parts.left_out > 0 {
        writeln!(out, "  and {} more; `--modules 0` shows all", parts.left_out)?;
    }
    start(out, parts)
}

/// Where to start reading.
pub(super) fn start(out: &mut impl Write, parts: &Parts) -> anyhow::Result<()> {
    if !parts.start.is_empty() {
        writeln!(out, "\nStart with")?;
    }
    for file in &parts.start {
        writeln!(out, "  {}", plain(&file.id))?;
        writeln!(out, "    {}", plain(&file.business_intent))?;
    }
    Ok(())
}

fn markdown(out: &mut impl Write, index: &Index, parts: &Parts) -> anyhow::Result<()> {
    writeln!(out, "# {}\n", escape(&index.name()))?;
    writeln!(out, "{}\n", escape(&parts.repository.summary))?;
    if !parts.modules.is_empty() {
        writeln!(out, "## Modules\n")?;
    }
    for module in &parts.modules {
        writeln!(out, "### `{}`\n\n{}\n", plain(&module.id), escape(&module.summary))?;
    }
    if parts.left_out > 0 {
        writeln!(out, "{} smaller modules are left out.\n", parts.left_out)?;
    }
    if !parts.start.is_empty() {
        writeln!(out, "## Where to start\n")?;
    }
    for file in &parts.start {
        writeln!(out, "- `{}`: {}", plain(&file.id), escape(&file.business_intent))?;
    }
    Ok(())
}

/// Words from a repository as Markdown text: no HTML, no link, no picture comes out of them.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in plain(text).chars() {
        if matches!(c, '<' | '>' | '[' | ']' | '!' | '*' | '|') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
