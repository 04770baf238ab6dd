//! Which of our nodes an index means by a symbol.
//!
//! A symbol and a node are the same thing if the symbol is defined where the node's name stands.
//! Several nodes may be one symbol: overloads, a property's getter and setter, branches that define
//! a function twice. They are then *equals*, and one of them speaks for all.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::oracle::Texts;
use super::place::{Lines, Place, is_word};
use super::{ScipDocument, ScipIndex, ScipKind};
use crate::graph::{Node, NodeKind};

/// The two vocabularies side by side.
pub(super) struct Matching {
    /// For each document, the nodes of its file; empty where the graph has no such file.
    pub(super) files: Vec<Range<u32>>,
    /// The node that speaks for each symbol.
    of_symbol: HashMap<u32, u32>,
    /// The node that speaks for each node: itself, unless it has equals.
    speaker: Vec<u32>,
    /// The byte at which the name of each matched node stands.
    named_at: HashMap<u32, usize>,
    /// Names and the aliases they are given somewhere.
    aliases: HashSet<(String, String)>,
    /// References that stand where a node is defined: indexers mark only the first of several
    /// definitions as such.
    definitions: HashSet<(usize, Place)>,
}

impl Matching {
    pub(super) fn new(nodes: &[Node], index: &ScipIndex, texts: &Texts<'_>) -> Matching {
        let mut matching = Matching {
            files: Vec::with_capacity(index.documents.len()),
            of_symbol: HashMap::new(),
            speaker: Vec::new(),
            named_at: HashMap::new(),
            aliases: HashSet::new(),
            definitions: HashSet::new(),
        };
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (number, document) in index.documents.iter().enumerate() {
            let mut range = nodes_of(nodes, &document.path);
            match texts(&document.path).filter(|_| !range.is_empty()) {
                Some(text) => {
                    let file =
                        File { nodes, range: range.clone(), document, lines: Lines::new(&text) };
                    matching.aliases.extend(aliases(&text));
                    let defined = file.defined(index, &mut matching.named_at);
                    matching.add_siblings(number, &file, &defined, &mut pairs);
                    pairs.extend(defined);
                }
                // Without its text nothing can be said of a file.
                None => range.end = range.start,
            }
            matching.files.push(range);
        }
        pairs.sort_unstable();
        pairs.dedup();
        matching.choose_speakers(nodes, &pairs);
        matching
    }

    /// The node that a symbol means.
    pub(super) fn node(&self, symbol: u32) -> Option<u32> {
        self.of_symbol.get(&symbol).copied()
    }

    /// The node that speaks for a node and its equals.
    pub(super) fn speaker(&self, node: u32) -> u32 {
        self.speaker[node as usize]
    }

    /// Whether some file says `name as alias`.
    pub(super) fn is_alias(&self, name: &str, alias: &str) -> bool {
        self.aliases.contains(&(name.to_owned(), alias.to_owned()))
    }

    /// Whether `byte` stands before the name of a node: in a decorator, which runs where the node is
    /// defined and not where it is called.
    pub(super) fn is_before_name(&self, node: u32, byte: usize) -> bool {
        self.named_at.get(&node).is_some_and(|&name| byte < name)
    }

    /// Whether a reference of a document is the name in a definition.
    pub(super) fn is_definition(&self, document: usize, place: Place) -> bool {
        self.definitions.contains(&(document, place))
    }

    /// Nodes of the same name and holder as a matched one that have no definition of their own, but
    /// mention its symbol behind a word (`def`, `function`): the indexer takes them for the same.
    fn add_siblings(
        &mut self,
        number: usize,
        file: &File<'_>,
        defined: &[(u32, u32)],
        pairs: &mut Vec<(u32, u32)>,
    ) {
        let matched: HashSet<u32> = defined.iter().map(|&(_, node)| node).collect();
        let symbols: HashMap<&str, u32> = defined
            .iter()
            .map(|&(symbol, node)| (without_ordinal(file.id(node)), symbol))
            .collect();
        for node in file.range.clone().filter(|node| !matched.contains(node)) {
            let Some(&symbol) = symbols.get(without_ordinal(file.id(node))) else { continue };
            let span = file.nodes[node as usize].span;
            let name = file.document.references.iter().find_map(|reference| {
                let here = reference.symbol == symbol && span.has_line(reference.place.line);
                here.then(|| file.behind_a_word(reference.place).map(|at| (at, reference.place)))?
            });
            if let Some((at, place)) = name {
                self.named_at.insert(node, at);
                self.definitions.insert((number, place));
                pairs.push((symbol, node));
            }
        }
    }

    /// Of a function the last speaks, which is the one with a body; of a class the first.
    fn choose_speakers(&mut self, nodes: &[Node], pairs: &[(u32, u32)]) {
        let mut groups = Groups::new(nodes.len());
        for same in pairs.chunk_by(|a, b| a.0 == b.0) {
            for &(_, node) in same {
                groups.join(same[0].1, node);
            }
        }
        self.speaker = (0..).zip(nodes).map(|(node, _)| node).collect();
        for node in 0..self.speaker.len() {
            let first = groups.root(node);
            if nodes[first].kind != NodeKind::Class {
                // Ascending, so the last one stays.
                self.speaker[first] = node as u32;
            }
        }
        for node in 0..self.speaker.len() {
            self.speaker[node] = self.speaker[groups.root(node)];
        }
        self.of_symbol =
            pairs.iter().map(|&(symbol, node)| (symbol, self.speaker[node as usize])).collect();
    }
}

/// The nodes of one file; those of all files are sorted by path.
fn nodes_of(nodes: &[Node], path: &str) -> Range<u32> {
    let start = nodes.partition_point(|node| node.path.as_str() < path);
    let length = nodes[start..].partition_point(|node| node.path == path);
    start as u32..(start + length) as u32
}

/// The words on both sides of each `as`, which all languages that have indexers write so.
fn aliases(text: &str) -> impl Iterator<Item = (String, String)> {
    text.match_indices(" as ").filter_map(|(at, word)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let name = &before[before.trim_end_matches(is_word).len()..];
        let alias = &after[..after.len() - after.trim_start_matches(is_word).len()];
        (!name.is_empty() && !alias.is_empty()).then(|| (name.to_owned(), alias.to_owned()))
    })
}

/// The id without the number that parts it from others of its name.
fn without_ordinal(id: &str) -> &str {
    match id.rsplit_once('~') {
        Some((name, ordinal)) if ordinal.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => id,
    }
}

struct File<'f> {
    nodes: &'f [Node],
    range: Range<u32>,
    document: &'f ScipDocument,
    lines: Lines<'f>,
}

impl<'f> File<'f> {
    fn id(&self, node: u32) -> &'f str {
        &self.nodes[node as usize].id
    }

    /// Symbols and the nodes they define. A node's name stands before its body, so of all that is
    /// defined under that name inside its span, the first is the node itself.
    fn defined(&self, index: &ScipIndex, named_at: &mut HashMap<u32, usize>) -> Vec<(u32, u32)> {
        let mut by_name: HashMap<&str, Vec<u32>> = HashMap::new();
        for node in self.range.clone().filter(|&n| self.nodes[n as usize].kind != NodeKind::File) {
            by_name.entry(self.nodes[node as usize].name.as_str()).or_default().push(node);
        }
        let mut defined = Vec::new();
        for definition in &self.document.definitions {
            let Some((bytes, name)) =
                self.lines.identifier(definition.place, self.document.columns)
            else {
                continue;
            };
            let kind = index.symbols[definition.symbol as usize].kind;
            let node = by_name.get(name).into_iter().flatten().copied().filter(|&node| {
                let node = &self.nodes[node as usize];
                node.span.bytes().contains(&bytes.start) && may_be(kind, node.kind)
            });
            let Some(node) = node.min_by_key(|&n| self.nodes[n as usize].span.bytes().len()) else {
                continue;
            };
            // Two symbols at one place are both this node.
            if *named_at.entry(node).or_insert(bytes.start) == bytes.start {
                defined.push((definition.symbol, node));
            }
        }
        defined
    }

    /// Where the name at a place begins, if a word stands before it.
    fn behind_a_word(&self, place: Place) -> Option<usize> {
        let (bytes, _) = self.lines.identifier(place, self.document.columns)?;
        let before = &self.lines.text()[..bytes.start];
        let trimmed = before.trim_end_matches([' ', '\t']);
        (trimmed.len() < before.len() && trimmed.ends_with(is_word)).then_some(bytes.start)
    }
}

fn may_be(symbol: ScipKind, node: NodeKind) -> bool {
    match symbol {
        ScipKind::Function => node == NodeKind::Function,
        ScipKind::Class => node == NodeKind::Class,
        ScipKind::Other | ScipKind::Local => true,
    }
}

/// Sets that are joined; the root of each is its first member.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Groups {
        Groups((0..count).collect())
    }

    fn root(&self, mut node: usize) -> usize {
        while self.0[node] != node {
            node = self.0[node];
        }
        node
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a as usize), self.root(b as usize));
        self.0[a.max(b)] = a.min(b);
    }
}
