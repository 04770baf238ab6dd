//! The facts of one node, each by the roles of its kind.

use epitome_model::outline::Loop;
use epitome_model::text::fold;
use tree_sitter::Node;

use super::guards::CONDITION_CHARS;
use super::quiet::Rest;
use super::{MAX_FACTS, Walker, line_of};
use crate::rules::table::{Fact, Roles, flag};
use crate::rules::when::holds;

impl<'a> Walker<'a> {
    /// What is left to look at below the node.
    pub(super) fn facts_of(&mut self, node: Node<'a>, roles: &Roles, depth: u32) -> Rest {
        if roles.flags & flag::BRANCH != 0 {
            self.branch();
        }
        if roles.flags & flag::STRING != 0 {
            self.string(node, depth);
        }
        if roles.flags & flag::NUMBER != 0 {
            self.number(node, depth);
        }
        if roles.flags & flag::TOKEN_TREE != 0 {
            self.token_tree(node);
        }
        let mut rest = Rest::All;
        for fact in &roles.facts {
            match *fact {
                Fact::Call(rule) => rest = self.call(node, rule, depth),
                Fact::Return(rule) => self.returned(node, rule),
                Fact::Raise(rule) => self.raised(node, rule),
                Fact::Base(rule) => self.base(node, rule, depth),
                Fact::Write(rule) => self.written(node, rule, depth),
                Fact::Loop(rule) => self.looped(node, rule),
                Fact::Binding(rule) => self.bound(node, rule, depth),
                Fact::Field(rule) => self.field(node, rule, depth),
                Fact::Global(rule) => self.global(node, rule),
            }
        }
        rest
    }

    pub(super) fn branch(&mut self) {
        if let Some(index) = self.function() {
            self.outline.symbols[index as usize].complexity += 1;
        }
    }

    fn looped(&mut self, node: Node<'_>, rule: u16) {
        let rule = &self.rules.values[usize::from(rule)];
        if !holds(&rule.when, node, self.text, &self.seen) {
            return;
        }
        let Some(over) = rule.range(node) else { return };
        let it = Loop { over: fold(self.text[over].trim(), CONDITION_CHARS), line: line_of(node) };
        let loops = &mut self.facts().loops;
        if loops.len() < MAX_FACTS {
            loops.push(it);
        }
    }
}
