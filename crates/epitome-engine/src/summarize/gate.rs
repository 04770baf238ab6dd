//! The gates, in order (O27–O35): offline, flag, trust, cap.

use epitome_model::graph::{Graph, confidence};

use crate::config::Trust;

/// Why a run asked nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkippedReason {
    /// Nothing may be sent (O27).
    Offline,
    /// Summaries by models are not switched on (O28).
    NotEnabled,
    /// There are no credentials, or they no longer hold (O37, O38).
    NoCredentials,
}

impl SkippedReason {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            SkippedReason::Offline => "offline",
            SkippedReason::NotEnabled => "not-enabled",
            SkippedReason::NoCredentials => "no-credentials",
        }
    }
}

/// The first two gates. Offline goes before everything (O29).
#[must_use]
pub fn closed(offline: bool, summaries: bool) -> Option<SkippedReason> {
    match (offline, summaries) {
        (true, _) => Some(SkippedReason::Offline),
        (false, false) => Some(SkippedReason::NotEnabled),
        (false, true) => None,
    }
}

/// For each node whether the third gate lets it through: some edge at it, whichever end it is, that an
/// indexer vouches for (O30).
#[must_use]
pub fn trusted(graph: &Graph, trust: Trust) -> Vec<bool> {
    let mut trusted = vec![trust == Trust::Any; graph.nodes.len()];
    for edge in &graph.edges {
        if edge.confidence >= confidence::ORACLE && edge.reason.starts_with("scip:") {
            for end in [edge.from, edge.to] {
                if let Some(place) = trusted.get_mut(end as usize) {
                    *place = true;
                }
            }
        }
    }
    trusted
}

#[cfg(test)]
mod tests {
    use epitome_model::graph::{Edge, EdgeKind, Node, NodeKind};

    use super::*;

    // O27, O28, O29
    #[test]
    fn offline_goes_before_the_flag() {
        assert_eq!(closed(true, true), Some(SkippedReason::Offline));
        assert_eq!(closed(true, false), Some(SkippedReason::Offline));
        assert_eq!(closed(false, false), Some(SkippedReason::NotEnabled));
        assert_eq!(closed(false, true), None);
        assert_eq!(SkippedReason::NoCredentials.word(), "no-credentials");
    }

    /// Two nodes, one edge from the first to the second; a third node stands alone.
    fn check(confidence: f32, reason: &str, expected: bool) {
        let node = |id: &str| Node {
            id: id.to_owned(),
            path: "a.py".into(),
            name: id.into(),
            kind: NodeKind::Function,
            span: Default::default(),
            is_test: false,
        };
        let edge = Edge {
            from: 0,
            to: 1,
            kind: EdgeKind::Calls,
            confidence,
            reason: reason.into(),
            line: 1,
        };
        let graph = Graph { nodes: vec![node("a"), node("b"), node("c")], edges: vec![edge] };
        assert_eq!(trusted(&graph, Trust::Scip), [expected, expected, false], "{reason}");
        assert_eq!(trusted(&graph, Trust::Any), [true; 3]);
    }

    // O30, O31
    #[test]
    fn only_what_an_indexer_vouches_for_is_trusted() {
        check(1.0, "scip:scip-python@0.6.6", true);
        check(1.0, "same-file", false);
        check(0.95, "scip:scip-python@0.6.6", false);
        check(0.2, "import+scip-unconfirmed", false);
        check(0.9, "import", false);
    }
}
