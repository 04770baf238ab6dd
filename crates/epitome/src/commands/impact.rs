//! `epitome impact SYMBOL`: who leans on it, and what it leans on.

use std::io::Write;
use std::process::ExitCode;

use epitome_engine::graph::{Hop, RepositoryGraph, impact};

use super::graph::{build, symbol};
use crate::arguments::Impact;
use crate::exit::NOTHING_FOUND;
use crate::output::{json, plain, stdout};
use crate::wire::graph::ImpactJson;

pub(crate) fn run(arguments: &Impact) -> anyhow::Result<ExitCode> {
    let repository = build(&arguments.source)?;
    let Some(node) = symbol(&repository.graph, &arguments.symbol)? else {
        return Ok(ExitCode::from(NOTHING_FOUND));
    };
    let found = impact(&repository.graph, node, arguments.depth, arguments.source.min_confidence);
    let mut out = stdout();
    if arguments.json {
        json(&mut out, &ImpactJson::new(&repository.graph, node, &found))?;
    } else {
        let start = &repository.graph.nodes[node as usize];
        writeln!(out, "{}  {}", plain(&start.id), lines(&repository, node))?;
        list(&mut out, &repository, "Called by", &found.callers, true)?;
        list(&mut out, &repository, "Calls", &found.callees, false)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn list(
    out: &mut impl Write,
    repository: &RepositoryGraph,
    title: &str,
    hops: &[Hop],
    callers: bool,
) -> anyhow::Result<()> {
    if hops.is_empty() {
        writeln!(out, "{title}: nothing that is in this repository")?;
        return Ok(());
    }
    let tests = hops.iter().filter(|hop| repository.graph.nodes[hop.node as usize].is_test).count();
    writeln!(out, "{title}: {} ({tests} in tests)", hops.len())?;
    for hop in hops {
        let node = &repository.graph.nodes[hop.node as usize];
        // The line is in the file of the side that calls.
        let source = if callers { hop.node } else { hop.via };
        let place = format!("{}:{}", repository.graph.nodes[source as usize].path, hop.line);
        let test = if node.is_test { "  [test]" } else { "" };
        writeln!(
            out,
            "{}{}  {:.2} {} {}  {}{test}",
            "  ".repeat(hop.depth as usize),
            plain(&node.id),
            hop.confidence,
            hop.kind.word().to_lowercase(),
            hop.reason,
            plain(&place),
        )?;
    }
    Ok(())
}

fn lines(repository: &RepositoryGraph, node: u32) -> String {
    let span = repository.graph.nodes[node as usize].span;
    format!("lines {}-{}", span.start_line, span.end_line)
}
