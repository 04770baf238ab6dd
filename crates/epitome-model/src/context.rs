//! The neighbours of a symbol that are worth telling: sampled in one fixed order (G25, G26).

use std::collections::BTreeSet;

use crate::graph::{EdgeKind, Graph, Node, NodeKind, confidence};
use crate::rank::Standing;

/// How many callers, and how many callees, are kept (G26).
pub const TOP_K: usize = 5;

/// How alike two sets of neighbours are (G54): shared over all. Two empty ones are the same.
#[must_use]
pub fn jaccard<'a>(
    old: impl IntoIterator<Item = &'a String>,
    new: impl IntoIterator<Item = &'a String>,
) -> f64 {
    let old: BTreeSet<&String> = old.into_iter().collect();
    let new: BTreeSet<&String> = new.into_iter().collect();
    let all = old.union(&new).count();
    if all == 0 { 1.0 } else { old.intersection(&new).count() as f64 / all as f64 }
}

/// The callers and callees of every node that are worth telling, by their numbers, most telling
/// first.
#[derive(Debug)]
pub struct Contexts {
    callers: Lists,
    callees: Lists,
}

impl Contexts {
    /// Those of all nodes, at most `top_k` of each.
    #[must_use]
    pub fn new(graph: &Graph, standings: &[Standing], top_k: usize) -> Contexts {
        let counted: Vec<(u32, u32)> = graph
            .edges
            .iter()
            .filter(|edge| {
                edge.kind == EdgeKind::Calls
                    && edge.confidence >= confidence::GLOBAL
                    && edge.from != edge.to
            })
            .map(|edge| (edge.from, edge.to))
            .collect();
        let modules: Vec<&str> = graph.nodes.iter().map(module_of).collect();
        let count = graph.nodes.len();
        let mut callers = Lists::new(count, counted.iter().map(|&(from, to)| (to, from)));
        let mut callees = Lists::new(count, counted.iter().copied());
        for lists in [&mut callers, &mut callees] {
            lists.each(|node, list| sample(graph, standings, &modules, node, list, top_k));
        }
        Contexts { callers, callees }
    }

    /// Who calls a node.
    #[must_use]
    pub fn callers(&self, node: usize) -> &[u32] {
        self.callers.of(node)
    }

    /// Whom a node calls.
    #[must_use]
    pub fn callees(&self, node: usize) -> &[u32] {
        self.callees.of(node)
    }
}

/// A list of nodes for each node, in one piece.
#[derive(Debug)]
struct Lists {
    ranges: Vec<std::ops::Range<usize>>,
    items: Vec<u32>,
}

impl Lists {
    /// From pairs of a node and what its list is to hold.
    fn new(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Lists {
        let mut ranges = vec![0..0; count];
        for (node, _) in pairs.clone() {
            ranges[node as usize].end += 1;
        }
        let mut start = 0;
        for range in &mut ranges {
            let length = range.end;
            *range = start..start;
            start += length;
        }
        let mut items = vec![0; start];
        for (node, item) in pairs {
            let range = &mut ranges[node as usize];
            items[range.end] = item;
            range.end += 1;
        }
        Lists { ranges, items }
    }

    /// Orders each list; `order` says how much of it stays.
    fn each(&mut self, order: impl Fn(usize, &mut [u32]) -> usize) {
        for (node, range) in self.ranges.iter_mut().enumerate() {
            range.end = range.start + order(node, &mut self.items[range.clone()]);
        }
    }

    fn of(&self, node: usize) -> &[u32] {
        self.ranges.get(node).map_or(&[], |range| &self.items[range.clone()])
    }
}

/// Same module first, then code before tests, then by standing, then by name: a total order, since
/// ids are unique. Only the first few are put in it.
fn sample(
    graph: &Graph,
    standings: &[Standing],
    modules: &[&str],
    node: usize,
    neighbours: &mut [u32],
    top_k: usize,
) -> usize {
    let home = modules[node];
    let order = |&a: &u32, &b: &u32| {
        let (a, b) = (a as usize, b as usize);
        let (left, right) = (&graph.nodes[a], &graph.nodes[b]);
        (modules[a] != home)
            .cmp(&(modules[b] != home))
            .then(left.is_test.cmp(&right.is_test))
            .then(standings[b].pagerank.total_cmp(&standings[a].pagerank))
            .then(standings[b].in_degree.cmp(&standings[a].in_degree))
            .then_with(|| left.id.cmp(&right.id))
    };
    let kept = neighbours.len().min(top_k);
    if kept < neighbours.len() && kept > 0 {
        neighbours.select_nth_unstable_by(kept - 1, order);
    }
    neighbours[..kept].sort_unstable_by(order);
    kept
}

/// The folder a node is in (D2).
fn module_of(node: &Node) -> &str {
    debug_assert!(node.kind != NodeKind::File || node.id == node.path);
    node.path.rsplit_once('/').map_or(".", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Edge;

    /// Callers of the node `a/x.py::f`, each as its id, whether it is a test, and its PageRank.
    fn check(callers: &[(&str, bool, f64)], expected: &[&str]) {
        let mut nodes = vec![node("a/x.py::f", false)];
        let mut standings = vec![Standing::default()];
        let mut edges = Vec::new();
        for &(id, is_test, pagerank) in callers {
            edges.push(Edge {
                from: nodes.len() as u32,
                to: 0,
                kind: EdgeKind::Calls,
                confidence: 0.9,
                reason: "import".into(),
                line: 1,
            });
            nodes.push(node(id, is_test));
            standings.push(Standing { in_degree: 0, pagerank });
        }
        let graph = Graph { nodes, edges };
        let contexts = Contexts::new(&graph, &standings, TOP_K);
        let ids = contexts.callers(0).iter().map(|&node| graph.nodes[node as usize].id.as_str());
        assert_eq!(ids.collect::<Vec<_>>(), expected);
    }

    fn node(id: &str, is_test: bool) -> Node {
        Node {
            id: id.to_owned(),
            path: id.split("::").next().unwrap().into(),
            name: "n".into(),
            kind: NodeKind::Function,
            span: crate::span::Span::default(),
            is_test,
        }
    }

    // G54
    #[test]
    fn likeness_is_shared_over_all() {
        let check = |old: &str, new: &str, expected: f64| {
            let words = |text: &str| -> Vec<String> {
                text.split_whitespace().map(str::to_owned).collect()
            };
            let (old, new) = (words(old), words(new));
            assert!((jaccard(&old, &new) - expected).abs() < 1e-9, "{old:?} {new:?}");
        };
        check("", "", 1.0);
        check("a", "", 0.0);
        check("", "a", 0.0);
        check("a b", "b a", 1.0);
        check("a b c d", "a b c d e", 0.8);
        check("a a b", "a", 0.5);
    }

    // G25, G26
    #[test]
    fn callers_come_in_the_one_order() {
        // The module outranks everything, a test in it included.
        check(
            &[("b/y.py::g", false, 0.9), ("a/test_x.py::t", true, 0.1), ("a/z.py::h", false, 0.1)],
            &["a/z.py::h", "a/test_x.py::t", "b/y.py::g"],
        );
        // A test loses to code, whatever its PageRank: the original got this wrong.
        check(
            &[("tests/t.py::t", true, 0.9), ("b/y.py::g", false, 0.1)],
            &["b/y.py::g", "tests/t.py::t"],
        );
        // Then PageRank, highest first; ties by name, first first.
        check(
            &[("b/y.py::g", false, 0.1), ("c/y.py::g", false, 0.2), ("b/a.py::g", false, 0.1)],
            &["c/y.py::g", "b/a.py::g", "b/y.py::g"],
        );
        // Five at most.
        let many: Vec<(String, bool, f64)> =
            (0..9).map(|i| (format!("b/y{i}.py::g"), false, 0.1)).collect();
        let many: Vec<(&str, bool, f64)> =
            many.iter().map(|(s, t, p)| (s.as_str(), *t, *p)).collect();
        check(&many, &["b/y0.py::g", "b/y1.py::g", "b/y2.py::g", "b/y3.py::g", "b/y4.py::g"]);
    }
}
