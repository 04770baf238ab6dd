//! Small worlds for tests: files with their occurrences marked in the text.

use std::collections::BTreeMap;

use super::{Implementation, Occurrence, Place, ScipDocument, ScipIndex, ScipKind, ScipSymbol};
use crate::graph::{Edge, EdgeKind, Graph, Node, NodeKind};
use crate::span::Span;

/// A graph, an index and the texts that both were made from.
#[derive(Clone, Debug, Default)]
pub(crate) struct World {
    pub(crate) graph: Graph,
    pub(crate) index: ScipIndex,
    pub(crate) texts: BTreeMap<String, String>,
    symbols: BTreeMap<String, u32>,
}

impl World {
    /// Files in the order of their paths. In a text, `{name=symbol}` uses a symbol and
    /// `{+name=symbol}` defines it; a symbol that ends in `()` is a function, in `#` a class, and
    /// one that begins with `~` is local. The index does not cover a file without marks.
    ///
    /// Nodes are lines of `id kind first-last`, where kind is `fn` or `class` and the others are
    /// lines; files are added by themselves.
    pub(crate) fn new(files: &[(&str, &str)], nodes: &[&str]) -> World {
        let mut world = World::default();
        world.index.tool = "ind".into();
        world.index.version = "1".into();
        for (path, marked) in files {
            let document = world.read(path, marked);
            if !(document.definitions.is_empty() && document.references.is_empty()) {
                world.index.documents.push(document);
            }
            let text = &world.texts[*path];
            world.graph.nodes.push(node(path, path, NodeKind::File, Span::default()));
            for line in nodes.iter().filter(|line| line.starts_with(&format!("{path}::"))) {
                let [id, kind, lines] = line.split(' ').collect::<Vec<_>>()[..] else {
                    panic!("{line}")
                };
                let kind = if kind == "fn" { NodeKind::Function } else { NodeKind::Class };
                world.graph.nodes.push(node(path, id, kind, span(text, lines)));
            }
        }
        world
    }

    /// Adds edges: lines of `from KIND to confidence reason line`.
    pub(crate) fn with_edges(mut self, edges: &[&str]) -> World {
        for line in edges {
            let [from, kind, to, confidence, reason, line] =
                line.split(' ').collect::<Vec<_>>()[..]
            else {
                panic!("{line}")
            };
            let kinds =
                [EdgeKind::Calls, EdgeKind::Imports, EdgeKind::Extends, EdgeKind::References];
            self.graph.edges.push(Edge {
                from: self.number(from),
                to: self.number(to),
                kind: kinds.into_iter().find(|k| k.word() == kind).unwrap(),
                confidence: confidence.parse().unwrap(),
                reason: reason.into(),
                line: line.parse().unwrap(),
            });
        }
        self.graph.edges.sort_by_key(|edge| (edge.from, edge.to, edge.kind));
        self
    }

    /// Says that one symbol is based on another.
    pub(crate) fn with_bases(mut self, pairs: &[(&str, &str)]) -> World {
        for (symbol, base) in pairs {
            let (symbol, base) = (self.symbols[*symbol], self.symbols[*base]);
            self.index.implementations.push(Implementation { symbol, base });
        }
        self
    }

    /// The edges in the notation of [`World::with_edges`].
    pub(crate) fn edges(&self) -> String {
        let id = |node: u32| &self.graph.nodes[node as usize].id;
        let row = |e: &Edge| {
            let (from, to, kind) = (id(e.from), id(e.to), e.kind.word());
            format!("{from} {kind} {to} {} {} {}\n", e.confidence, e.reason, e.line)
        };
        self.graph.edges.iter().map(row).collect()
    }

    fn number(&self, id: &str) -> u32 {
        self.graph.nodes.iter().position(|node| node.id == id).unwrap_or_else(|| panic!("{id}"))
            as u32
    }

    /// Takes the marks out of a text.
    fn read(&mut self, path: &str, marked: &str) -> ScipDocument {
        let mut document = ScipDocument { path: path.into(), ..ScipDocument::default() };
        let mut text = String::new();
        let mut rest = marked;
        while let Some((before, behind)) = rest.split_once('{') {
            let (mark, behind) = behind.split_once('}').unwrap();
            let (name, symbol) = mark.split_once('=').unwrap();
            text.push_str(before);
            let list = match name.starts_with('+') {
                true => &mut document.definitions,
                false => &mut document.references,
            };
            let name = name.trim_start_matches('+');
            let next = self.symbols.len() as u32;
            let symbol = *self.symbols.entry(symbol.to_owned()).or_insert_with(|| {
                self.index.symbols.push(symbol_of(symbol));
                next
            });
            let column = (text.len() - text.rfind('\n').map_or(0, |at| at + 1)) as u32;
            let place = Place {
                line: text.matches('\n').count() as u32 + 1,
                column,
                end_column: column + name.len() as u32,
            };
            list.push(Occurrence { place, symbol });
            text.push_str(name);
            rest = behind;
        }
        text.push_str(rest);
        self.texts.insert(path.to_owned(), text);
        document
    }
}

fn symbol_of(symbol: &str) -> ScipSymbol {
    let kind = match symbol {
        _ if symbol.starts_with('~') => ScipKind::Local,
        _ if symbol.ends_with("()") => ScipKind::Function,
        _ if symbol.ends_with('#') => ScipKind::Class,
        _ => ScipKind::Other,
    };
    ScipSymbol { name: symbol.trim_end_matches(['(', ')', '#']).into(), kind }
}

fn node(path: &str, id: &str, kind: NodeKind, span: Span) -> Node {
    let name = id.rsplit("::").next().unwrap().split('~').next().unwrap();
    Node { id: id.to_owned(), path: path.into(), name: name.into(), kind, span, is_test: false }
}

/// The span of whole lines, `first-last`.
fn span(text: &str, lines: &str) -> Span {
    let (first, last) = lines.split_once('-').unwrap();
    let (start_line, end_line): (u32, u32) = (first.parse().unwrap(), last.parse().unwrap());
    let bytes = |lines: u32| -> u32 {
        text.split_inclusive('\n').take(lines as usize).map(|line| line.len() as u32).sum()
    };
    Span { start_line, end_line, start_byte: bytes(start_line - 1), end_byte: bytes(end_line) }
}
