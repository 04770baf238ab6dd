//! A tree-sitter parse with a clock.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tree_sitter::{Language as Grammar, ParseOptions, Parser, Tree};

/// Parses `bytes`, or gives up when `limit` has passed.
///
/// The clock is asked between parse operations only; inside error recovery tree-sitter does not
/// ask. Whoever needs a hard limit runs this in a process that can be killed.
pub(crate) fn parse(
    parser: &mut Parser,
    grammar: &Grammar,
    bytes: &[u8],
    limit: Duration,
) -> Option<Tree> {
    if parser.set_language(grammar).is_err() {
        return None;
    }
    let deadline = Instant::now() + limit;
    // Reading the clock at every call would cost more than a hundredth of the parse.
    let mut calls = 0_u32;
    let mut late = |_: &tree_sitter::ParseState| {
        calls = calls.wrapping_add(1);
        if calls % 16 == 1 && Instant::now() > deadline {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let tree = parser.parse_with_options(
        &mut |at, _| bytes.get(at..).unwrap_or_default(),
        None,
        Some(ParseOptions::new().progress_callback(&mut late)),
    );
    if tree.is_none() {
        // A stopped parser would go on with the old text.
        parser.reset();
    }
    tree
}

/// The syntax tree of a text, one node a line with its field and lines: for those who write rules.
#[must_use]
pub fn tree_text(grammar: &Grammar, text: &str) -> String {
    let mut parser = Parser::new();
    let Some(tree) = parse(&mut parser, grammar, text.as_bytes(), Duration::from_secs(10)) else {
        return String::from("not parsed\n");
    };
    let mut out = String::new();
    let mut cursor = tree.walk();
    let mut depth = 0;
    loop {
        let node = cursor.node();
        if node.is_named() || cursor.field_name().is_some() {
            let field = cursor.field_name().map_or(String::new(), |f| format!("{f}: "));
            let leaf = if node.child_count() == 0 {
                format!(" {:?}", epitome_model::text::fold(&text[node.byte_range()], 60))
            } else {
                String::new()
            };
            let line = node.start_position().row + 1;
            let name =
                if node.is_named() { node.kind().to_owned() } else { format!("{:?}", node.kind()) };
            out.push_str(&format!("{}{field}{name} {line}{leaf}\n", "  ".repeat(depth)));
        }
        if cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return out;
            }
            depth -= 1;
        }
    }
}
