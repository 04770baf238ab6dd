//! An index in the words of a graph: which node uses which, and where.

use std::collections::{BTreeSet, HashMap};

use super::enclosing::{Enclosing, class_around};
use super::matching::Matching;
use super::place::Lines;
use super::usage::{Usage, usage};
use super::{Occurrence, ScipIndex};
use crate::graph::{EdgeKind, Node, NodeKind};

/// The current text of a file, by its path; none where it cannot be read.
pub type Texts<'t> = dyn Fn(&str) -> Option<String> + 't;

/// Everything an index says of the nodes of a graph.
pub struct Oracle {
    matching: Matching,
    /// Sorted.
    sightings: Vec<Sighting>,
    /// Class and base, grandparents included where the index lists them; sorted.
    bases: BTreeSet<(u32, u32)>,
    /// By node: whether the index speaks of its file.
    covered: Vec<bool>,
    /// Node names, numbered.
    names: HashMap<String, u32>,
    /// File, line and node of each sighting; sorted.
    named_on: Vec<(u32, u32, u32)>,
    /// File, line and name of each occurrence that has the name of a node; sorted.
    spoken: Vec<(u32, u32, u32)>,
}

/// One node uses another at one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sighting {
    /// The innermost node around the place, or the file.
    pub from: u32,
    /// The node that is used; of equals the one that speaks for them.
    pub to: u32,
    /// [`EdgeKind::Calls`] or [`EdgeKind::References`].
    pub kind: EdgeKind,
    /// The line, 1-based.
    pub line: u32,
}

impl Oracle {
    /// Asks `index` about `nodes`, which must be sorted as those of a graph are.
    #[must_use]
    pub fn new(nodes: &[Node], index: &ScipIndex, texts: &Texts<'_>) -> Oracle {
        let matching = Matching::new(nodes, index, texts);
        let mut names: HashMap<String, u32> = HashMap::new();
        for node in nodes {
            let next = names.len() as u32;
            names.entry(node.name.to_string()).or_insert(next);
        }
        let mut oracle = Oracle {
            matching,
            sightings: Vec::new(),
            bases: BTreeSet::new(),
            covered: vec![false; nodes.len()],
            names,
            named_on: Vec::new(),
            spoken: Vec::new(),
        };
        for number in 0..index.documents.len() {
            oracle.read(number, nodes, index, texts);
        }
        oracle.sightings.sort_unstable();
        oracle.sightings.dedup();
        oracle.named_on.sort_unstable();
        oracle.spoken.sort_unstable();
        oracle.spoken.dedup();
        oracle.read_bases(nodes, index);
        oracle
    }

    /// All uses, sorted by source, target, kind and line.
    #[must_use]
    pub fn sightings(&self) -> &[Sighting] {
        &self.sightings
    }

    /// The uses of one node by another, in any way.
    #[must_use]
    pub fn between(&self, from: u32, to: u32) -> &[Sighting] {
        let to = self.speaker(to);
        let start = self.sightings.partition_point(|s| (s.from, s.to) < (from, to));
        let length = self.sightings[start..].partition_point(|s| (s.from, s.to) == (from, to));
        &self.sightings[start..start + length]
    }

    /// Whether one node calls another, `line` being where a parser saw it do so. There a mention is
    /// enough: a parser tells a call better than the text around a name.
    #[must_use]
    pub fn confirms_call(&self, from: u32, to: u32, line: u32) -> bool {
        let seen = self.between(from, to);
        seen.iter().any(|sighting| sighting.kind == EdgeKind::Calls || sighting.line == line)
    }

    /// The node that speaks for a node and its equals (overloads and the like).
    #[must_use]
    pub fn speaker(&self, node: u32) -> u32 {
        self.matching.speaker(node)
    }

    /// Whether the index speaks of the file that a node is in.
    #[must_use]
    pub fn covers(&self, node: u32) -> bool {
        self.covered[node as usize]
    }

    /// Whether the index says that a class is based on another, directly or by a parent.
    #[must_use]
    pub fn is_based_on(&self, class: u32, base: u32) -> bool {
        self.bases.contains(&(self.speaker(class), self.speaker(base)))
    }

    /// Classes and the bases they name themselves: those that no other base of theirs brings along.
    pub fn direct_bases(&self) -> impl Iterator<Item = (u32, u32)> {
        self.bases.iter().copied().filter(|&(class, base)| {
            let others = self.bases.range((class, 0)..=(class, u32::MAX)).map(|&(_, other)| other);
            !others.into_iter().any(|other| other != base && self.bases.contains(&(other, base)))
        })
    }

    /// Whether the index knows what `name`, the name of some node, means on a line of the file that
    /// `node` is in.
    #[must_use]
    pub fn speaks_of(&self, nodes: &[Node], node: u32, line: u32, name: &str) -> bool {
        let Some(&name) = self.names.get(name) else { return false };
        self.spoken.binary_search(&(file_of(nodes, node), line, name)).is_ok()
    }

    /// Whether anything in the file that `node` is in names `to` on a line.
    #[must_use]
    pub fn is_named_near(&self, nodes: &[Node], node: u32, line: u32, to: u32) -> bool {
        let to = self.speaker(to);
        self.named_on.binary_search(&(file_of(nodes, node), line, to)).is_ok()
    }

    fn read(&mut self, number: usize, nodes: &[Node], index: &ScipIndex, texts: &Texts<'_>) {
        let document = &index.documents[number];
        let range = self.matching.files[number].clone();
        let Some(text) = texts(&document.path).filter(|_| !range.is_empty()) else { return };
        let lines = Lines::new(&text);
        let mut enclosing = Enclosing::new(nodes, range.clone());
        self.covered[range.start as usize..range.end as usize].fill(true);
        for &Occurrence { place, symbol } in &document.references {
            let Some((bytes, name)) = lines.identifier(place, document.columns) else { continue };
            enclosing.go_to(bytes.start);
            let mut to = self.matching.node(symbol);
            if let Some(said) = to {
                match self.made_by(nodes, said, name) {
                    Some(class) => to = Some(class),
                    None if self.is_slip(nodes, said, name) => continue,
                    None => {}
                }
            }
            if let Some(&name) = self.names.get(name) {
                self.spoken.push((range.start, place.line, name));
            }
            let Some(to) = to.filter(|_| !self.matching.is_definition(number, place)) else {
                continue;
            };
            self.named_on.push((range.start, place.line, to));
            let kind = match (usage(&text, &bytes), nodes[to as usize].kind) {
                (Usage::Called, _) | (Usage::Tag, NodeKind::Function) => EdgeKind::Calls,
                _ => EdgeKind::References,
            };
            let from = enclosing.innermost(|node| {
                kind == EdgeKind::References || !self.matching.is_before_name(node, bytes.start)
            });
            // That a function names itself says nothing; that it calls itself does.
            if from != to || kind == EdgeKind::Calls {
                self.sightings.push(Sighting { from, to, kind, line: place.line });
            }
        }
    }

    /// Whether an indexer has taken one name for another. scip-python does so with names that came
    /// through `from … import *`: `TextField` is said to be `DateTimeField`. Told by the text, which
    /// has the name of another node, and by there being no alias that would explain it.
    fn is_slip(&self, nodes: &[Node], said: u32, name: &str) -> bool {
        let real = &nodes[said as usize].name;
        real != name && self.names.contains_key(name) && !self.matching.is_alias(real, name)
    }

    /// The class, where its constructor is called by the name of the class: `new Foo()`.
    fn made_by(&self, nodes: &[Node], constructor: u32, name: &str) -> Option<u32> {
        let node = &nodes[constructor as usize];
        if node.kind != NodeKind::Function || node.name == name {
            return None;
        }
        let class = class_around(nodes, file_of(nodes, constructor)..constructor, constructor)?;
        (nodes[class as usize].name == name).then(|| self.speaker(class))
    }

    fn read_bases(&mut self, nodes: &[Node], index: &ScipIndex) {
        for pair in &index.implementations {
            if let (Some(class), Some(base)) =
                (self.matching.node(pair.symbol), self.matching.node(pair.base))
                && class != base
                && nodes[class as usize].kind == NodeKind::Class
                && nodes[base as usize].kind == NodeKind::Class
            {
                self.bases.insert((class, base));
            }
        }
    }
}

/// The node of the file that a node is in.
fn file_of(nodes: &[Node], node: u32) -> u32 {
    let path = &nodes[node as usize].path;
    nodes.partition_point(|other| other.path < *path) as u32
}

/// The calls between `nodes` that an index knows of: source and target. For measuring.
#[must_use]
pub fn scip_call_edges(
    nodes: &[Node],
    index: &ScipIndex,
    texts: &Texts<'_>,
) -> BTreeSet<(u32, u32)> {
    let oracle = Oracle::new(nodes, index, texts);
    let calls = oracle.sightings().iter().filter(|s| s.kind == EdgeKind::Calls);
    calls.map(|s| (s.from, s.to)).collect()
}
