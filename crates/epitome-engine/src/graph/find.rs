//! The node a user means.

use epitome_model::graph::{Graph, NodeKind};

/// Why no single node fits.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum FindError {
    /// Nothing has that name.
    #[error(
        "nothing is called `{asked}`{}; give a name, `Class.method`, `path::Class::method` or `path:line`",
        close_to_it(near)
    )]
    Nothing {
        /// What was asked for.
        asked: String,
        /// Ids that end with the same name.
        near: Vec<String>,
    },
    /// More than one fits.
    #[error("`{asked}` may be any of {}; give the whole id", list(candidates))]
    Several {
        /// What was asked for.
        asked: String,
        /// Their ids.
        candidates: Vec<String>,
    },
}

fn close_to_it(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!(", but there is {}", list(near)) }
}

fn list(candidates: &[String]) -> String {
    const SHOWN: usize = 8;
    let mut text =
        candidates.iter().take(SHOWN).map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    if candidates.len() > SHOWN {
        text.push_str(&format!(" and {} more", candidates.len() - SHOWN));
    }
    text
}

/// The node with that id, at that `path:line`, or of that name.
pub fn find_symbol(graph: &Graph, asked: &str) -> Result<u32, FindError> {
    if let Some(node) = graph.nodes.iter().position(|node| node.id == asked) {
        return Ok(number(node));
    }
    if let Some(node) = at_line(graph, asked) {
        return Ok(node);
    }
    // `Class.method`, `Class::method`, `method`, from the end of the id.
    let wanted = format!("::{}", asked.replace('.', "::"));
    let named: Vec<usize> = (0..graph.nodes.len())
        .filter(|&i| {
            let node = &graph.nodes[i];
            node.kind != NodeKind::File && node.id.ends_with(&wanted)
        })
        .collect();
    match named.as_slice() {
        [one] => Ok(number(*one)),
        [] => {
            let files: Vec<usize> = (0..graph.nodes.len())
                .filter(|&i| {
                    let node = &graph.nodes[i];
                    node.kind == NodeKind::File
                        && (node.name == asked || node.id.ends_with(&format!("/{asked}")))
                })
                .collect();
            match files.as_slice() {
                [one] => Ok(number(*one)),
                [] => Err(FindError::Nothing { asked: asked.to_owned(), near: near(graph, asked) }),
                several => Err(ambiguous(graph, asked, several)),
            }
        }
        several => Err(ambiguous(graph, asked, several)),
    }
}

/// Symbols of the same last name: a method may be inherited, or the class misspelt.
fn near(graph: &Graph, asked: &str) -> Vec<String> {
    let last = asked.rsplit(['.', ':']).next().unwrap_or(asked);
    let named = graph.nodes.iter().filter(|node| node.kind != NodeKind::File && node.name == last);
    named.map(|node| node.id.clone()).collect()
}

fn ambiguous(graph: &Graph, asked: &str, nodes: &[usize]) -> FindError {
    let candidates = nodes.iter().map(|&i| graph.nodes[i].id.clone()).collect();
    FindError::Several { asked: asked.to_owned(), candidates }
}

/// The innermost symbol at `path:line`.
fn at_line(graph: &Graph, asked: &str) -> Option<u32> {
    let (path, line) = asked.rsplit_once(':')?;
    let line: u32 = line.parse().ok()?;
    let inside = |i: &usize| {
        let node = &graph.nodes[*i];
        node.path == path && node.span.has_line(line)
    };
    (0..graph.nodes.len()).filter(inside).min_by_key(|&i| graph.nodes[i].span.lines()).map(number)
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
