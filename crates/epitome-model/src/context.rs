//! The neighbours of a symbol that are worth telling: sampled in one fixed order (G25, G26).

use std::collections::BTreeSet;

use crate::graph::{EdgeKind, Graph, Node, NodeKind, confidence};
use crate::normalize::normalize_context;
use crate::rank::Standing;

/// How many callers, and how many callees, are kept (G26).
pub const TOP_K: usize = 5;

/// Who calls a symbol, and whom it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// Ids of callers, most telling first.
    pub called_by: Vec<String>,
    /// Ids of callees, most telling first.
    pub calls: Vec<String>,
}

impl Context {
    /// The text that `graph_hash` is made of (G13, G22).
    #[must_use]
    pub fn normalized(&self) -> String {
        normalize_context(&self.called_by, &self.calls)
    }
}

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

/// The context of every node.
#[must_use]
pub fn contexts(graph: &Graph, standings: &[Standing], top_k: usize) -> Vec<Context> {
    let mut callers: Vec<Vec<u32>> = vec![Vec::new(); graph.nodes.len()];
    let mut callees: Vec<Vec<u32>> = vec![Vec::new(); graph.nodes.len()];
    for edge in &graph.edges {
        let counts = edge.kind == EdgeKind::Calls
            && edge.confidence >= confidence::GLOBAL
            && edge.from != edge.to;
        if counts {
            callers[edge.to as usize].push(edge.from);
            callees[edge.from as usize].push(edge.to);
        }
    }
    (0..graph.nodes.len())
        .map(|node| Context {
            called_by: sample(graph, standings, node, &mut callers[node], top_k),
            calls: sample(graph, standings, node, &mut callees[node], top_k),
        })
        .collect()
}

/// Same module first, then code before tests, then by standing, then by name: a total order, since
/// ids are unique.
fn sample(
    graph: &Graph,
    standings: &[Standing],
    node: usize,
    neighbours: &mut [u32],
    top_k: usize,
) -> Vec<String> {
    let home = module_of(&graph.nodes[node]);
    neighbours.sort_by(|&a, &b| {
        let (a, b) = (a as usize, b as usize);
        let (left, right) = (&graph.nodes[a], &graph.nodes[b]);
        (module_of(left) != home)
            .cmp(&(module_of(right) != home))
            .then(left.is_test.cmp(&right.is_test))
            .then(standings[b].pagerank.total_cmp(&standings[a].pagerank))
            .then(standings[b].in_degree.cmp(&standings[a].in_degree))
            .then_with(|| left.id.cmp(&right.id))
    });
    neighbours.iter().take(top_k).map(|&n| graph.nodes[n as usize].id.clone()).collect()
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
        assert_eq!(contexts(&graph, &standings, TOP_K)[0].called_by, expected);
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
