//! The innermost node around a byte, for bytes that come in ascending order.

use std::ops::Range;

use crate::graph::{Node, NodeKind};

/// The nodes of one file, walked along once.
pub(super) struct Enclosing {
    /// Spans with their nodes, outer ones first; the next to open is last.
    waiting: Vec<(Range<usize>, u32)>,
    open: Vec<(Range<usize>, u32)>,
    file: u32,
}

impl Enclosing {
    /// The nodes `range` of a graph, which belong to one file, the file's own first.
    pub(super) fn new(nodes: &[Node], range: Range<u32>) -> Enclosing {
        let file = range.start;
        let mut waiting: Vec<_> = range
            .filter(|&node| nodes[node as usize].kind != NodeKind::File)
            .map(|node| (nodes[node as usize].span.bytes(), node))
            .collect();
        waiting.sort_by_key(|(span, node)| (span.start, std::cmp::Reverse(span.end), *node));
        waiting.reverse();
        Enclosing { waiting, open: Vec::new(), file }
    }

    /// Goes to `byte`, which may not come before the last one.
    pub(super) fn go_to(&mut self, byte: usize) {
        while let Some(next) = self.waiting.pop_if(|(span, _)| span.start <= byte) {
            self.open.push(next);
        }
        self.open.retain(|(span, _)| byte < span.end);
    }

    /// The innermost symbol around the byte that `fits`, or the file.
    pub(super) fn innermost(&self, fits: impl Fn(u32) -> bool) -> u32 {
        let open = self.open.iter().rev().map(|(_, node)| *node);
        open.into_iter().find(|&node| fits(node)).unwrap_or(self.file)
    }
}

/// The innermost class around a node, itself not counted.
pub(super) fn class_around(nodes: &[Node], range: Range<u32>, node: u32) -> Option<u32> {
    let inner = nodes[node as usize].span;
    range
        .filter(|&other| other != node && nodes[other as usize].kind == NodeKind::Class)
        .filter(|&other| {
            let outer = nodes[other as usize].span;
            outer.start_byte <= inner.start_byte && inner.end_byte <= outer.end_byte
        })
        .min_by_key(|&other| nodes[other as usize].span.bytes().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn the_innermost_node_is_found() {
        let node = |kind, start_byte, end_byte| Node {
            id: String::new(),
            path: "a".into(),
            name: "a".into(),
            kind,
            span: Span { start_byte, end_byte, ..Span::default() },
            is_test: false,
        };
        let nodes = [
            node(NodeKind::File, 0, 0),
            node(NodeKind::Class, 10, 50),
            node(NodeKind::Function, 20, 30),
            node(NodeKind::Function, 30, 40),
            node(NodeKind::Function, 60, 70),
        ];
        let mut enclosing = Enclosing::new(&nodes, 0..5);
        for (byte, expected) in [
            (0, 0),
            (10, 1),
            (20, 2),
            (29, 2),
            (30, 3),
            (39, 3),
            (45, 1),
            (50, 0),
            (65, 4),
            (99, 0),
        ] {
            enclosing.go_to(byte);
            assert_eq!(enclosing.innermost(|_| true), expected, "byte {byte}");
        }
        assert_eq!(class_around(&nodes, 0..5, 3), Some(1));
        assert_eq!(class_around(&nodes, 0..5, 4), None);
    }
}
