//! Right, wrong, missed or unjudged: the verdict on each call.

use std::collections::BTreeSet;

use epitome_model::graph::{Edge, EdgeKind, Graph, Node, NodeKind, confidence};
use epitome_model::scip::{Oracle, ScipIndex, Texts};

use super::percent;

/// How right the inferred calls of a graph are, and how many of those there are it has.
#[derive(Debug, Default)]
pub(crate) struct GraphScore {
    /// Calls of confidence 0.9 and more.
    pub(crate) sure: Tally,
    /// Calls of confidence 0.5 and more.
    pub(crate) all: Tally,
    /// Calls that the index knows of, by source and target.
    pub(crate) known: usize,
    /// Those of them that the graph has, at 0.5 and more.
    pub(crate) found: usize,
    /// Calls of 0.5 and more that the index knows better, as text.
    pub(crate) wrong: Vec<String>,
    /// Calls the graph lacks, as text.
    pub(crate) missed: Vec<String>,
    /// Calls of 0.5 and more of which the index says nothing, as text.
    pub(crate) unjudged: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) right: usize,
    pub(crate) wrong: usize,
    /// The index has no occurrence at the place.
    pub(crate) unjudged: usize,
}

impl Tally {
    pub(crate) fn percent(&self) -> f64 {
        percent(self.right, self.right + self.wrong)
    }

    fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Right => self.right += 1,
            Verdict::Wrong => self.wrong += 1,
            Verdict::Unjudged => self.unjudged += 1,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Right,
    Wrong,
    Unjudged,
}

/// Judges the inferred calls from files that the index covers.
pub(crate) fn judge(graph: &Graph, index: &ScipIndex, texts: &Texts<'_>) -> GraphScore {
    let nodes = &graph.nodes;
    let oracle = Oracle::new(nodes, index, texts);
    let known: BTreeSet<(u32, u32)> = calls(&oracle).map(|(from, to, _)| (from, to)).collect();
    let mut score = GraphScore { known: known.len(), ..GraphScore::default() };
    let mut inferred: BTreeSet<(u32, u32)> = BTreeSet::new();
    let judged = graph.edges.iter().filter(|edge| {
        edge.kind == EdgeKind::Calls
            && edge.confidence >= confidence::GLOBAL
            && oracle.covers(edge.from)
    });
    for edge in judged {
        let alike = alike(nodes, &oracle, edge.to);
        inferred.extend(alike.iter().map(|&to| (edge.from, to)));
        let verdict = if alike.iter().any(|&to| known.contains(&(edge.from, to))) {
            Verdict::Right
        } else if oracle.covers(edge.to)
            && oracle.speaks_of(nodes, edge.from, edge.line, &nodes[edge.to as usize].name)
        {
            Verdict::Wrong
        } else {
            Verdict::Unjudged
        };
        score.all.count(verdict);
        if edge.confidence >= confidence::IMPORT {
            score.sure.count(verdict);
        }
        match verdict {
            Verdict::Wrong => score.wrong.push(row_of(nodes, &oracle, edge)),
            Verdict::Unjudged => score.unjudged.push(row_of(nodes, &oracle, edge)),
            Verdict::Right => {}
        }
    }
    score.found = known.iter().filter(|pair| inferred.contains(pair)).count();
    let mut told = BTreeSet::new();
    for (from, to, line) in calls(&oracle) {
        if !inferred.contains(&(from, to)) && told.insert((from, to)) {
            let (from, to) = (&nodes[from as usize], &nodes[to as usize]);
            score.missed.push(format!("{}:{line}: {} → {}", from.path, from.name, to.id));
        }
    }
    score
}

fn calls(oracle: &Oracle) -> impl Iterator<Item = (u32, u32, u32)> {
    let calls = oracle.sightings().iter().filter(|sighting| sighting.kind == EdgeKind::Calls);
    calls.map(|sighting| (sighting.from, sighting.to, sighting.line))
}

/// Targets that mean the same call: a class and its constructor.
fn alike(nodes: &[Node], oracle: &Oracle, to: u32) -> Vec<u32> {
    let node = &nodes[to as usize];
    let mut alike = vec![oracle.speaker(to)];
    let is_constructor = |n: &Node| {
        n.kind == NodeKind::Function && matches!(n.name.as_str(), "constructor" | "__init__")
    };
    let holder = node.id.rsplit_once("::").map_or("", |(holder, _)| holder);
    let first = nodes.partition_point(|other| other.path < node.path);
    let file = nodes[first..].iter().take_while(|other| other.path == node.path);
    for (other, at) in file.zip((first as u32)..) {
        let its_holder = other.id.rsplit_once("::").map_or("", |(holder, _)| holder);
        let same = (is_constructor(node) && other.id == holder)
            || (node.kind == NodeKind::Class && is_constructor(other) && its_holder == node.id);
        if same {
            alike.push(oracle.speaker(at));
        }
    }
    alike
}

/// The edge, and what the index says of that line instead.
fn row_of(nodes: &[Node], oracle: &Oracle, edge: &Edge) -> String {
    let (from, to) = (&nodes[edge.from as usize], &nodes[edge.to as usize]);
    let said: BTreeSet<&str> = oracle
        .sightings()
        .iter()
        .filter(|s| s.line == edge.line && nodes[s.from as usize].path == from.path)
        .map(|s| nodes[s.to as usize].id.as_str())
        .collect();
    let said: Vec<&str> = said.into_iter().collect();
    format!(
        "{}:{}: {} → {} ({} {}); the index: {}",
        from.path,
        edge.line,
        from.name,
        to.id,
        edge.confidence,
        edge.reason,
        if said.is_empty() { "-".to_owned() } else { said.join(", ") },
    )
}
