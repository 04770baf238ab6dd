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
            && (confidence::GLOBAL..confidence::ORACLE).contains(&edge.confidence)
            && oracle.covers(edge.from)
    });
    for edge in judged {
        let alike = alike(nodes, &oracle, edge.to);
        inferred.extend(alike.iter().map(|&to| (edge.from, to)));
        let verdict = if alike.iter().any(|&to| oracle.confirms_call(edge.from, to, edge.line)) {
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use epitome_engine::graph::{GraphOptions, build_graph};
    use epitome_engine::outline::Workers;
    use epitome_engine::scan::{DEFAULT_MAX_BYTES, Root};
    use epitome_engine::scip::{load_index, texts_below};

    use super::*;

    /// Judges calls between the nodes of the engine's sample: source, target, confidence and line.
    /// Expected are right, wrong, unjudged and found ones; the index knows of seven.
    fn check(calls: &[(&str, &str, f32, u32)], expected: [usize; 4]) {
        let sample = Path::new("../crates/epitome-engine/tests/scip/python");
        let root = Root::open(sample).unwrap();
        let options = GraphOptions::default();
        let built = build_graph(sample, &options, &Workers::in_process(), &|| {}).unwrap();
        let nodes = built.graph.nodes;
        let number = |id: &str| nodes.iter().position(|node| node.id == id).unwrap() as u32;
        let edges = calls.iter().map(|&(from, to, confidence, line)| Edge {
            from: number(&format!("shop/{from}")),
            to: number(&format!("shop/{to}")),
            kind: EdgeKind::Calls,
            confidence,
            reason: "import".into(),
            line,
        });
        let graph = Graph { edges: edges.collect(), nodes };
        let loaded = load_index(&root, &sample.join("index.scip"), DEFAULT_MAX_BYTES).unwrap();
        let score = judge(&graph, &loaded.index, &texts_below(&root, DEFAULT_MAX_BYTES));
        let Tally { right, wrong, unjudged } = score.all;
        assert_eq!([right, wrong, unjudged, score.found], expected, "{score:?}");
        assert_eq!(score.known, 7);
        assert_eq!(score.missed.len(), score.known - score.found);
        assert_eq!(score.wrong.len(), wrong);
    }

    #[test]
    fn calls_are_right_wrong_missed_or_unjudged() {
        let right = ("till.py::bargain", "goods.py::halve", 0.9, 17);
        // `item.price()` is that of an item, and not of a discounted one.
        let wrong = ("till.py::total", "goods.py::Discounted::price", 0.9, 13);
        // Of the type of `thing` the index knows nothing.
        let silent = ("till.py::guess", "goods.py::Item::price", 0.5, 21);
        check(&[], [0, 0, 0, 0]);
        check(&[right], [1, 0, 0, 1]);
        check(&[right, wrong, silent], [1, 1, 1, 1]);
        // The class and its constructor are one call.
        check(&[("till.py", "goods.py::Item", 0.9, 24)], [1, 0, 0, 1]);
        check(&[("till.py", "goods.py::Item::__init__", 0.9, 24)], [1, 0, 0, 1]);
        // A doubt is not judged, and what an index said is not inferred.
        check(&[("till.py::bargain", "goods.py::halve", 0.2, 17)], [0, 0, 0, 0]);
        check(&[("till.py::bargain", "goods.py::halve", 1.0, 17)], [0, 0, 0, 0]);
    }
}
