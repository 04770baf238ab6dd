//! Names that are given values: locals, fields, globals, assigned fields.

use epitome_model::outline::{Binding, Field, Global, Write};
use epitome_model::text::{Text, fold};
use tree_sitter::Node;

use super::names::{clean_name, is_all_caps, without_generics};
use super::{MAX_FACTS, Walker, line_of};
use crate::comments::unquote;
use crate::rules::table::flag;
use crate::rules::when::holds;

const VALUE_CHARS: usize = 120;

impl Walker<'_> {
    /// A base that is named inside the class: a mixin, an embedded type.
    pub(super) fn base(&mut self, node: Node<'_>, rule: u16, depth: u32) {
        let rule = &self.rules.values[usize::from(rule)];
        let Some(index) = self.class_around(depth) else { return };
        if !holds(&rule.when, node, self.text, &self.seen) {
            return;
        }
        let value = rule.value.as_ref().map_or(Some(node), |path| path.find(node));
        let Some(value) = value else { return };
        // `use A, B;`: the other children of its kind are bases too.
        let mut cursor = node.walk();
        let others = node.named_children(&mut cursor).filter(|child| {
            child.kind_id() == value.kind_id() && child.start_byte() > value.start_byte()
        });
        for value in std::iter::once(value).chain(others) {
            let base = fold(without_generics(self.source(value)).trim(), 120);
            let bases = &mut self.outline.symbols[index].bases;
            if bases.len() < 64 && !bases.contains(&base) {
                bases.push(base);
            }
        }
    }

    /// The class that the node at `depth` stands in directly.
    fn class_around(&self, depth: u32) -> Option<usize> {
        // A field may open a scope of its own: an enum constant with a body.
        let around = self.frames.iter().rev().find(|frame| {
            frame.depth < depth || !matches!(frame.kind, super::FrameKind::Scope { .. })
        });
        match around.map(|frame| &frame.kind) {
            Some(super::FrameKind::Symbol { index, is_function: false, .. }) => {
                Some(*index as usize)
            }
            _ => None,
        }
    }

    pub(super) fn written(&mut self, node: Node<'_>, rule: u16, depth: u32) {
        let rule = &self.rules.values[usize::from(rule)];
        // `Foo.prototype.bar = function …` defines bar; bar does not write it.
        let defines = self.frames.last().is_some_and(|frame| {
            frame.depth == depth && matches!(frame.kind, super::FrameKind::Symbol { .. })
        });
        if defines || !holds(&rule.when, node, self.text, &self.seen) {
            return;
        }
        let target = match &rule.value {
            Some(path) => path.find(node),
            None => node.named_child(0),
        };
        let Some(target) = target else { return };
        if !self.is_field(target) && !self.is_bare_field(target) {
            return;
        }
        let write = Write { target: fold(self.source(target), 80), line: line_of(node) };
        let writes = &mut self.facts().writes;
        if writes.len() < MAX_FACTS && !writes.iter().any(|w| w.target == write.target) {
            writes.push(write);
        }
    }

    /// A field of some object: `self.x`, `this.x[i]`, `@x`; not a local name.
    fn is_field(&self, target: Node<'_>) -> bool {
        let mut at = target;
        for _ in 0..3 {
            match self.rules.roles(at.kind_id()) {
                Some(roles) if roles.flags & flag::OWN_FIELD != 0 => return true,
                Some(roles) if roles.member.is_some() => {
                    let rule = &self.rules.members[usize::from(roles.member.unwrap_or(0))];
                    if rule.name.is_some() {
                        return true;
                    }
                }
                Some(roles) if roles.flags & flag::NAME != 0 => return false,
                _ => {}
            }
            match at.named_child(0) {
                Some(child) => at = child,
                None => return false,
            }
        }
        false
    }

    /// A plain name that a class around declares as its field, and no function as its own.
    fn is_bare_field(&self, target: Node<'_>) -> bool {
        if !self.rules.text.bare_fields {
            return false;
        }
        // `counts[i] = 1` writes `counts`.
        let inner =
            if self.has_flag(target, flag::NAME) { Some(target) } else { target.named_child(0) };
        let Some(found) = inner.filter(|inner| self.has_flag(*inner, flag::NAME)) else {
            return false;
        };
        let name = self.source(found);
        for frame in self.frames.iter().rev() {
            let super::FrameKind::Symbol { index, is_function, .. } = frame.kind else { continue };
            let symbol = &self.outline.symbols[index as usize];
            if !is_function {
                return symbol.fields.iter().any(|field| field.name == name);
            }
            let local = symbol.parameters.iter().any(|parameter| parameter.name == name)
                || symbol.facts.bindings.iter().any(|binding| binding.name == name);
            if local {
                return false;
            }
        }
        false
    }

    /// A local whose type is declared or whose maker is called.
    pub(super) fn bound(&mut self, node: Node<'_>, rule: u16, depth: u32) {
        let rules = self.rules;
        let rule = &rules.named[usize::from(rule)];
        // A name that this very node makes a symbol of is no local.
        let is_symbol = self.frames.last().is_some_and(|frame| {
            frame.depth == depth && matches!(frame.kind, super::FrameKind::Symbol { .. })
        });
        if is_symbol || !holds(&rule.when, node, self.text, &self.seen) {
            return;
        }
        let ty = rule
            .ty
            .as_ref()
            .and_then(|path| path.find(node))
            .map(|ty| fold(self.source(ty).trim_start_matches(':').trim_start(), 80));
        for holder in rule.holders(node) {
            let Some(name) = rule.name.find(holder) else { continue };
            let value = rule.value.as_ref().and_then(|path| path.find(holder));
            let made_by = value.and_then(|value| self.maker(value));
            if ty.is_none() && made_by.is_none() {
                continue;
            }
            let name = fold(self.source(name), 60);
            let binding = Binding { name, ty: ty.clone(), made_by, line: line_of(holder) };
            let bindings = &mut self.facts().bindings;
            if bindings.len() < MAX_FACTS {
                bindings.push(binding);
            }
        }
    }

    /// The callee of a call, seen through `await`, `&`, `?` and the like.
    fn maker(&self, value: Node<'_>) -> Option<Text> {
        let mut at = value;
        for _ in 0..3 {
            if let Some(roles) = self.rules.roles(at.kind_id())
                && let Some(rule) = roles
                    .calls
                    .iter()
                    .map(|&rule| &self.rules.calls[usize::from(rule)])
                    .find(|rule| holds(&rule.when, at, self.text, &self.seen))
            {
                let end = rule.arguments.as_ref().and_then(|path| path.find(at));
                let start = rule
                    .callee
                    .as_ref()
                    .or(rule.object.as_ref())
                    .and_then(|path| path.find(at))
                    .or_else(|| rule.name.as_ref().and_then(|path| path.find(at)))?;
                let name = rule.name.as_ref().and_then(|path| path.find(at)).unwrap_or(start);
                let stop =
                    end.map_or(name.end_byte(), |end| end.start_byte()).max(start.end_byte());
                let maker = fold(&self.text[start.start_byte()..stop], 60);
                let silent = self.rules.text.silent_calls.iter().any(|silent| *silent == *maker);
                return Some(maker).filter(|maker| !maker.is_empty() && !silent);
            }
            // The first part of `if (f(x)) a else b` is not its value.
            if self.rules.roles(at.kind_id()).is_some_and(|roles| !roles.guards.is_empty()) {
                return None;
            }
            at = at.named_child(0)?;
        }
        None
    }

    pub(super) fn field(&mut self, node: Node<'_>, rule: u16, depth: u32) {
        let rules = self.rules;
        let rule = &rules.named[usize::from(rule)];
        // A field may open a scope of its own: an enum constant with a body.
        let around = self.frames.iter().rev().find(|frame| match frame.kind {
            super::FrameKind::Scope { .. } => frame.depth < depth,
            super::FrameKind::Symbol { is_function, .. } => !(is_function && rule.inside_methods),
            super::FrameKind::Closure => true,
        });
        let Some(super::FrameKind::Symbol { index, is_function: false, .. }) =
            around.map(|frame| &frame.kind)
        else {
            return;
        };
        let index = *index as usize;
        if !holds(&rule.when, node, self.text, &self.seen) {
            return;
        }
        let ty = rule.ty.as_ref().and_then(|path| path.find(node));
        for holder in rule.holders(node) {
            // A name that the parser made up has no text.
            let name = rule.name.find(holder).filter(|name| !name.byte_range().is_empty());
            let Some(name) = name else { continue };
            let own = rule.ty.as_ref().and_then(|path| path.find(holder)).or(ty);
            let own = own.map(|ty| {
                if rules.text.declarators && holder.id() != node.id() {
                    return self.type_of_part(node, ty, holder, name);
                }
                fold(self.source(ty).trim_start_matches(':').trim_start(), VALUE_CHARS)
            });
            let value = rule.value.as_ref().and_then(|path| path.find(holder));
            let field = Field {
                name: field_name(self.source(name)),
                ty: own,
                value: value.map(|value| fold(self.source(value), VALUE_CHARS)),
                line: line_of(holder),
            };
            let fields = &mut self.outline.symbols[index].fields;
            if fields.len() < MAX_FACTS {
                fields.push(field);
            }
        }
    }

    /// A module-level ALL-CAPS name (G42), and the names in Python's `__all__`.
    pub(super) fn global(&mut self, node: Node<'_>, rule: u16) {
        let inside = |frame: &super::Frame| {
            !matches!(frame.kind, super::FrameKind::Scope { holds_methods: false, .. })
        };
        if self.frames.iter().any(inside) {
            return;
        }
        let rules = self.rules;
        let rule = &rules.named[usize::from(rule)];
        if !holds(&rule.when, node, self.text, &self.seen) {
            return;
        }
        for holder in rule.holders(node) {
            let Some(name) = rule.name.find(holder) else { continue };
            let value = rule.value.as_ref().and_then(|path| path.find(holder));
            self.global_name(self.source(name).trim(), value, line_of(holder));
        }
    }

    fn global_name(&mut self, name: &str, value: Option<Node<'_>>, line: u32) {
        if name == "__all__" {
            for piece in value.map_or("", |value| self.source(value)).split(',') {
                let name = unquote(piece.trim_matches(['[', ']', '(', ')', ' ', '\n', '\t', '\r']));
                if !name.is_empty() {
                    self.export(clean_name(name));
                }
            }
        }
        if !is_all_caps(name) || name.contains(char::is_whitespace) {
            return;
        }
        let value = value.map(|value| fold(self.source(value), VALUE_CHARS));
        let global = Global { name: clean_name(name), value, line };
        if self.outline.globals.len() < MAX_FACTS {
            self.outline.globals.push(global);
        }
    }
}

/// `:total` is `total`, but `:>` is a name as it stands.
fn field_name(text: &str) -> Text {
    let text = text.trim();
    let bare = text.trim_matches(':');
    clean_name(if bare.contains(char::is_alphanumeric) { bare } else { text })
}
