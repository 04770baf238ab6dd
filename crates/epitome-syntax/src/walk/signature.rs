//! What a definition says of itself before its body: signature, visibility, bases.

use epitome_model::outline::{Symbol, SymbolKind};
use epitome_model::text::{Text, fold};
use tree_sitter::Node;

use super::names::without_generics;
use super::{Walker, may_hold_comment};
use crate::rules::table::{SymbolRule, flag};
use crate::visibility::Asked;

/// Longest signature that is kept.
const SIGNATURE_CHARS: usize = 400;

impl Walker<'_> {
    pub(super) fn signature(
        &self,
        node: Node<'_>,
        symbol: &Symbol,
        header_end: usize,
        body: Option<Node<'_>>,
    ) -> Text {
        let start = match &self.wrapper {
            Some(wrapper)
                if wrapper.start >= symbol.span.start_byte as usize
                    && symbol.decorators.is_empty() =>
            {
                wrapper.start
            }
            _ => header_end,
        };
        let end = body.map_or(node.end_byte(), |body| self.before_comments(node, body)).max(start);
        let text = fold(&self.text[start..end], SIGNATURE_CHARS);
        let trimmed = text.trim_end_matches(['{', ' ', ';', ':', ',']);
        let trimmed = ["=>", "->", " do", " then", " when", "; end", "="]
            .iter()
            .find_map(|tail| trimmed.strip_suffix(tail))
            .unwrap_or(trimmed);
        trimmed.trim_end_matches([' ', ',']).into()
    }

    /// Where the comments that stand right before the body begin, or the body itself.
    fn before_comments(&self, node: Node<'_>, body: Node<'_>) -> usize {
        let before = &self.text[node.start_byte().min(body.start_byte())..body.start_byte()];
        if !may_hold_comment(before) {
            return body.start_byte();
        }
        let mut end = None;
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if child.start_byte() >= body.start_byte() {
                break;
            }
            end = if self.has_flag(child, flag::COMMENT) {
                end.or(Some(child.start_byte()))
            } else {
                None
            };
        }
        end.unwrap_or(body.start_byte())
    }

    pub(super) fn visibility_of(
        &self,
        rule: &SymbolRule,
        symbol: &Symbol,
    ) -> epitome_model::outline::Visibility {
        if let Some(visibility) = rule.visibility {
            return visibility;
        }
        self.rules.visibility.of(&Asked {
            name: &symbol.name,
            modifiers: &symbol.modifiers,
            exported: self.wrapper.as_ref().is_some_and(|wrapper| wrapper.exported),
            is_member: self.is_member() || symbol.kind == SymbolKind::Method,
            is_local: !self.is_member() && self.function().is_some(),
            section: self.said_before(symbol.span.start_byte as usize).or(self.section()),
        })
    }

    pub(super) fn bases(&self, node: Node<'_>, rule: &SymbolRule) -> Vec<Text> {
        let mut bases = Vec::new();
        for found in rule.bases.iter().filter_map(|path| path.find(node)) {
            self.collect_bases(found, &mut bases);
        }
        bases
    }

    /// The types named in a list of bases, however the grammar wraps them.
    fn collect_bases(&self, node: Node<'_>, bases: &mut Vec<Text>) {
        let mut todo = vec![node];
        while let Some(at) = todo.pop() {
            let kind = at.kind();
            let is_list = at.id() == node.id()
                || kind.ends_with("_list")
                || kind.ends_with("_clause")
                || kind.contains("superclass")
                || kind.contains("interfaces")
                || kind.contains("specifier")
                || kind.contains("bases");
            if is_list && at.named_child_count() > 0 {
                let mut cursor = at.walk();
                let mut children: Vec<Node<'_>> = at.named_children(&mut cursor).collect();
                children.reverse();
                todo.extend(children);
                continue;
            }
            // `Base(x)`, `Base by x` and `Base[X]` begin with the type.
            if (kind.contains("invocation")
                || kind.contains("delegation")
                || kind == "generic_type")
                && let Some(first) = at.named_child(0)
            {
                todo.push(first);
                continue;
            }
            let text = self.source(at);
            let skip = kind.contains("keyword_argument")
                || kind.contains("comment")
                || kind.contains("access")
                || kind.contains("modifier")
                || kind.contains("arguments");
            if !skip && bases.len() < 64 {
                let base = fold(without_generics(text).trim(), 120);
                if !base.is_empty() && !bases.contains(&base) {
                    bases.push(base);
                }
            }
        }
    }
}
