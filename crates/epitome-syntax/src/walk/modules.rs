//! What a file takes from others and gives to them: imports, exports.

use epitome_model::text::Text;
use tree_sitter::Node;

use super::names::clean_name;
use super::{MAX_FACTS, Walker, line_of};
use crate::imports::read_imports;
use crate::rules::table::{NamedRule, Roles, flag};
use crate::rules::when::holds;

impl Walker<'_> {
    /// Whether the node is an import, or inside one.
    pub(super) fn import(&mut self, node: Node<'_>, roles: &Roles, depth: u32) -> bool {
        // `require("m").name` was read as a whole.
        if node.end_byte() <= self.import_end {
            return true;
        }
        let mut is_import = false;
        for &rule in &roles.imports {
            let rule = &self.rules.imports[usize::from(rule)];
            if !holds(&rule.when, node, self.text, &self.seen) {
                continue;
            }
            let bound = self.key_above(depth).map(|range| &self.text[range]);
            let line = line_of(node);
            let local = self.function().is_some();
            let found = read_imports(rule.style, self.source(node), bound);
            self.import_end = node.end_byte();
            is_import = true;
            self.outline.imports.extend(
                found.into_iter().map(|import| epitome_model::outline::Import {
                    line,
                    local,
                    ..import
                }),
            );
        }
        is_import
    }

    pub(super) fn export(&mut self, name: Text) {
        if !self.outline.exports.contains(&name) && self.outline.exports.len() < MAX_FACTS {
            self.outline.exports.push(name);
        }
    }

    /// A statement that names what the file exports.
    pub(super) fn exported(&mut self, node: Node<'_>, rule: u16) {
        let rules = self.rules;
        let rule = &rules.named[usize::from(rule)];
        if self.owner().is_some() || !holds(&rule.when, node, self.text, &self.seen) {
            return;
        }
        if let Some(named) = &rule.named {
            self.export(named.as_str().into());
            self.publish(node, rule);
            return;
        }
        for holder in rule.holders(node) {
            if let Some(name) = rule.value.as_ref().unwrap_or(&rule.name).find(holder) {
                self.export(clean_name(self.source(name).trim_matches(['"', '\''])));
                self.publish(holder, rule);
            }
        }
    }

    fn publish(&mut self, holder: Node<'_>, rule: &NamedRule) {
        let local = rule.local.as_ref().and_then(|path| path.find(holder));
        if let Some(local) = local.filter(|local| self.has_flag(*local, flag::NAME)) {
            self.published.push(clean_name(self.source(local)));
        }
    }
}
