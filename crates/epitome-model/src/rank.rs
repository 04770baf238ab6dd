//! How much of a repository leans on a symbol: in-degree and PageRank (G27).

use crate::graph::{EdgeKind, Graph, confidence};

/// The damping factor of the original paper, and of the source documents.
pub const ALPHA: f64 = 0.85;
const MAX_ROUNDS: usize = 100;
const SMALL_ENOUGH: f64 = 1e-10;

/// The standing of one node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// How many others call it.
    pub in_degree: u32,
    /// Its share of all attention; the shares of a repository add up to 1.
    pub pagerank: f64,
}

/// The standing of every node, by calls that are sure enough to count.
#[must_use]
pub fn rank(graph: &Graph) -> Vec<Standing> {
    let calls = Calls::new(graph);
    let shares = calls.pagerank();
    let mut standings: Vec<Standing> =
        shares.into_iter().map(|pagerank| Standing { in_degree: 0, pagerank }).collect();
    for &target in &calls.targets {
        standings[target as usize].in_degree += 1;
    }
    standings
}

/// Who calls whom, packed: the targets of node `n` are `targets[starts[n]..starts[n + 1]]`.
struct Calls {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Calls {
    fn new(graph: &Graph) -> Calls {
        let counted = |edge: &&crate::graph::Edge| {
            edge.kind == EdgeKind::Calls
                && edge.confidence >= confidence::GLOBAL
                && edge.from != edge.to
        };
        // Edges are sorted by source, so the targets of a node lie together.
        let targets: Vec<u32> = graph.edges.iter().filter(counted).map(|edge| edge.to).collect();
        let mut starts = vec![0_u32; graph.nodes.len() + 1];
        for edge in graph.edges.iter().filter(counted) {
            starts[edge.from as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        Calls { starts, targets }
    }

    fn of(&self, node: usize) -> &[u32] {
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    fn pagerank(&self) -> Vec<f64> {
        let count = self.starts.len() - 1;
        if count == 0 {
            return Vec::new();
        }
        let even = 1.0 / count as f64;
        let (idle, active): (Vec<usize>, Vec<usize>) =
            (0..count).partition(|&node| self.of(node).is_empty());
        let active: Vec<(usize, &[u32], f64)> = active
            .into_iter()
            .map(|node| (node, self.of(node), ALPHA / self.of(node).len() as f64))
            .collect();
        let mut shares = vec![even; count];
        let mut next = vec![0.0; count];
        for _ in 0..MAX_ROUNDS {
            // What calls nothing gives its share to all alike.
            let given: f64 = idle.iter().map(|&node| shares[node]).sum();
            next.fill((1.0 - ALPHA) * even + ALPHA * given * even);
            for &(node, targets, part) in &active {
                let share = part * shares[node];
                for &target in targets {
                    next[target as usize] += share;
                }
            }
            let moved: f64 = shares.iter().zip(&next).map(|(a, b)| (a - b).abs()).sum();
            std::mem::swap(&mut shares, &mut next);
            if moved < SMALL_ENOUGH {
                break;
            }
        }
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Edge, Node, NodeKind};

    fn graph(count: usize, calls: &[(u32, u32, f32)]) -> Graph {
        let nodes = (0..count)
            .map(|i| Node {
                id: format!("n{i}"),
                path: "f".into(),
                name: format!("n{i}").into(),
                kind: NodeKind::Function,
                span: crate::span::Span::default(),
                is_test: false,
            })
            .collect();
        let edges = calls
            .iter()
            .map(|&(from, to, confidence)| Edge {
                from,
                to,
                kind: EdgeKind::Calls,
                confidence,
                reason: "same-file".into(),
                line: 1,
            })
            .collect();
        Graph { nodes, edges }
    }

    // G27
    #[test]
    fn standing_follows_calls() {
        let ranked = rank(&graph(4, &[(0, 2, 0.9), (1, 2, 0.5), (2, 3, 0.95), (3, 0, 0.2)]));
        assert_eq!(ranked.iter().map(|s| s.in_degree).collect::<Vec<_>>(), [0, 0, 2, 1]);
        let sum: f64 = ranked.iter().map(|s| s.pagerank).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        assert!(ranked[3].pagerank > ranked[2].pagerank && ranked[2].pagerank > ranked[0].pagerank);
    }

    // G27: the closed form of two nodes, one calling the other.
    #[test]
    fn shares_are_those_of_the_textbook() {
        let ranked = rank(&graph(2, &[(0, 1, 1.0)]));
        // x = (1-a)/2 + a*y/2 ; y = (1-a)/2 + a*y/2 + a*x
        let x = 1.0 / (2.0 + ALPHA);
        assert!((ranked[0].pagerank - x).abs() < 1e-9);
        assert!((ranked[1].pagerank - (1.0 - x)).abs() < 1e-9);
        assert!(rank(&Graph::default()).is_empty());
    }
}
