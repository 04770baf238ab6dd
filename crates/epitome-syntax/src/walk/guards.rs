//! The conditions and names that what is below a node stands under.
//!
//! Most branches and assignments hold nothing that asks for them, so a node is only noted on the way
//! down, and looked into when a fact below it wants to know.

use std::ops::Range;

use epitome_model::text::{Text, fold};
use tree_sitter::Node;

use super::{FrameKind, Guard, Key, Walker};
use crate::rules::when::holds;

pub(super) const CONDITION_CHARS: usize = 120;

impl<'a> Walker<'a> {
    pub(super) fn open_guard(&mut self, node: Node<'a>, rule: u16, depth: u32) {
        if holds(&self.rules.values[usize::from(rule)].when, node, self.text, &self.seen) {
            self.guards.push(Guard { depth, node, rule, turned: false });
            self.opened(depth);
        }
    }

    /// Behind an `else` the condition does not hold.
    pub(super) fn turn_guard(&mut self, depth: u32) {
        if let Some(guard) = self.guards.last_mut().filter(|guard| guard.depth + 2 >= depth) {
            guard.turned = !guard.turned;
        }
    }

    pub(super) fn open_key(&mut self, node: Node<'a>, rule: u16, depth: u32) {
        self.keys.push(Key { depth, node, rule });
        self.opened(depth);
    }

    /// The name that the value at `depth` is given to, one or two levels up.
    pub(super) fn key_above(&self, depth: u32) -> Option<Range<usize>> {
        let near = self.keys.iter().rev().take_while(|key| key.depth + 2 >= depth);
        near.filter(|key| key.depth < depth).find_map(|key| {
            let rule = &self.rules.named[usize::from(key.rule)];
            if !holds(&rule.when, key.node, self.text, &self.seen) {
                return None;
            }
            rule.name.find(key.node).map(|name| name.byte_range())
        })
    }

    /// The nearest condition, if it is the current function's own.
    pub(super) fn guard_text(&self) -> Option<Text> {
        let floor = self.frames.iter().rev().find_map(|frame| match frame.kind {
            FrameKind::Symbol { is_function: true, .. } => Some(frame.depth),
            _ => None,
        });
        let own =
            self.guards.iter().rev().take_while(|guard| floor.is_none_or(|f| guard.depth > f));
        own.map(|guard| (guard, &self.rules.values[usize::from(guard.rule)])).find_map(
            |(guard, rule)| {
                let text = self.text[rule.range(guard.node)?].trim();
                let text = match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
                    Some(inner) if !inner.contains('(') => inner,
                    _ => text,
                };
                let folded = fold(text, CONDITION_CHARS);
                let negated = rule.negated != guard.turned;
                Some(if negated { Text::from(format!("not ({folded})")) } else { folded })
            },
        )
    }
}
