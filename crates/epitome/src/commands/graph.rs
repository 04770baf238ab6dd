//! `epitome graph`: a part of the graph for other programs to draw or read.

use std::io::Write;
use std::process::ExitCode;

use epitome_engine::graph::{
    FindError, GraphOptions, Part, RepositoryGraph, build_graph, find_symbol, part_around,
};
use epitome_engine::outline::TreeOptions;
use epitome_model::graph::Graph;

use super::outline_worker::workers;
use crate::arguments::{GraphArguments, GraphFormat, GraphSource};
use crate::exit::NOTHING_FOUND;
use crate::output::{json, plain, stdout};
use crate::progress;
use crate::wire::graph::PartJson;

pub(crate) fn run(arguments: &GraphArguments) -> anyhow::Result<ExitCode> {
    let repository = build(&arguments.source)?;
    let graph = &repository.graph;
    let around = match &arguments.around {
        None => None,
        Some(asked) => match symbol(graph, asked)? {
            None => return Ok(ExitCode::from(NOTHING_FOUND)),
            found => found,
        },
    };
    let part = part_around(graph, around, arguments.depth, arguments.source.min_confidence);
    let mut out = stdout();
    match arguments.format {
        GraphFormat::Json => json(&mut out, &PartJson::new(graph, &part))?,
        GraphFormat::Dot => dot(&mut out, graph, &part)?,
        GraphFormat::Mermaid => mermaid(&mut out, graph, &part)?,
    }
    out.flush()?;
    Ok(if part.nodes.is_empty() { ExitCode::from(NOTHING_FOUND) } else { ExitCode::SUCCESS })
}

/// The node that is meant. If there is none, that is said; if there are several, it is an error.
pub(super) fn symbol(graph: &Graph, asked: &str) -> anyhow::Result<Option<u32>> {
    match find_symbol(graph, asked) {
        Ok(node) => Ok(Some(node)),
        Err(error @ FindError::Nothing { .. }) => {
            writeln!(anstream::stderr(), "{}", plain(&error.to_string()))?;
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// The graph of a tree, with a sign of life while it is built.
pub(super) fn build(source: &GraphSource) -> anyhow::Result<RepositoryGraph> {
    let options = GraphOptions {
        tree: TreeOptions { scan: source.reading.scan_options(&source.root)? },
        scip: source.scip.clone(),
        ignore_found: false,
    };
    let bar = progress::counter("linking");
    let built = build_graph(&source.root, &options, &workers()?, &|| bar.inc(1));
    bar.finish_and_clear();
    let built = built?;
    let mut err = anstream::stderr();
    for note in &built.notes {
        writeln!(err, "{}", plain(note))?;
    }
    Ok(built)
}

fn dot(out: &mut impl Write, graph: &Graph, part: &Part) -> anyhow::Result<()> {
    writeln!(out, "digraph epitome {{\n  rankdir=LR;\n  node [shape=box];")?;
    for &node in &part.nodes {
        let it = &graph.nodes[node as usize];
        let style = if it.is_test { ", style=dashed" } else { "" };
        writeln!(out, "  n{node} [label={}{style}];", quoted(&it.id))?;
    }
    for edge in &part.edges {
        let label = quoted(&format!("{} {:.2}", edge.kind.word(), edge.confidence));
        writeln!(out, "  n{} -> n{} [label={label}];", edge.from, edge.to)?;
    }
    writeln!(out, "}}")?;
    Ok(())
}

fn mermaid(out: &mut impl Write, graph: &Graph, part: &Part) -> anyhow::Result<()> {
    writeln!(out, "flowchart LR")?;
    for &node in &part.nodes {
        let label = mermaid_text(&graph.nodes[node as usize].id);
        writeln!(out, "  n{node}[\"{label}\"]")?;
    }
    for edge in &part.edges {
        writeln!(
            out,
            "  n{} -->|{} {:.2}| n{}",
            edge.from,
            edge.kind.word(),
            edge.confidence,
            edge.to
        )?;
    }
    Ok(())
}

/// Mermaid has no backslash: what means something in a label is written by its number.
fn mermaid_text(text: &str) -> String {
    let mut out = String::new();
    for c in plain(text).chars() {
        match c {
            '"' | '#' | '<' | '>' | '&' | '`' => out.push_str(&format!("#{};", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", plain(text).replace('\\', "\\\\").replace('"', "\\\""))
}
