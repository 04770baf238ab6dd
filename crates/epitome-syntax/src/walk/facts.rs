//! What the code of a symbol does: branches, returns, errors, writes, bindings, literals.

use epitome_model::outline::{Binding, Field, Global, Literal, Loop, RaisedError, Returned, Write};
use epitome_model::text::{Text, fold};
use tree_sitter::Node;

use super::names::{clean_name, is_all_caps, without_generics};
use super::{Guard, Key, MAX_FACTS, Walker, line_of};
use crate::comments::unquote;
use crate::imports::read_imports;
use crate::rules::table::{NamedRule, Roles, flag, holds};

const EXPRESSION_CHARS: usize = 160;
const CONDITION_CHARS: usize = 120;
const VALUE_CHARS: usize = 120;
const LITERAL_CHARS: usize = 200;
/// Distinct literals kept of one symbol.
const MAX_LITERALS: usize = 64;

impl Walker<'_> {
    pub(super) fn facts_of(&mut self, node: Node<'_>, roles: &Roles, depth: u32) {
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
        for &rule in &roles.calls {
            self.call(node, rule);
        }
        for &rule in &roles.returns {
            self.returned(node, rule);
        }
        for &rule in &roles.raises {
            self.raised(node, rule);
        }
        for &rule in &roles.bases {
            self.base(node, rule, depth);
        }
        for &rule in &roles.writes {
            self.written(node, rule, depth);
        }
        for &rule in &roles.loops {
            self.looped(node, rule);
        }
        for &rule in &roles.bindings {
            self.bound(node, rule, depth);
        }
        for &rule in &roles.fields {
            self.field(node, rule, depth);
        }
        for &rule in &roles.globals {
            self.global(node, rule);
        }
    }

    pub(super) fn branch(&mut self) {
        if let Some(index) = self.function() {
            self.outline.symbols[index as usize].complexity += 1;
        }
    }

    pub(super) fn import(&mut self, node: Node<'_>, roles: &Roles, depth: u32) {
        // `require("m").name` was read as a whole.
        if node.end_byte() <= self.import_end {
            return;
        }
        for &rule in &roles.imports {
            let rule = &self.rules.imports[usize::from(rule)];
            if !holds(&rule.when, node, self.text) {
                continue;
            }
            let bound = self.key_above(depth).map(|range| &self.text[range]);
            let line = line_of(node);
            let local = self.function().is_some();
            let found = read_imports(rule.style, self.source(node), bound);
            self.import_end = node.end_byte();
            self.outline.imports.extend(
                found.into_iter().map(|import| epitome_model::outline::Import {
                    line,
                    local,
                    ..import
                }),
            );
        }
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
        if self.owner().is_some() || !holds(&rule.when, node, self.text) {
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

    /// A base that is named inside the class: a mixin, an embedded type.
    fn base(&mut self, node: Node<'_>, rule: u16, depth: u32) {
        let rule = &self.rules.values[usize::from(rule)];
        let Some(index) = self.class_around(depth) else { return };
        if !holds(&rule.when, node, self.text) {
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

    pub(super) fn open_guard(&mut self, node: Node<'_>, rule: u16, depth: u32) {
        let rule = &self.rules.values[usize::from(rule)];
        if !holds(&rule.when, node, self.text) {
            return;
        }
        if let Some(condition) = rule.range(node) {
            self.guards.push(Guard { depth, condition, negated: rule.negated });
        }
    }

    /// An `else`, one or two levels down: from here to its end, the branch around it runs where its condition is false.
    pub(super) fn turn_guard(&mut self, depth: u32) {
        if let Some(guard) = self.guards.last_mut().filter(|guard| guard.depth + 2 >= depth) {
            guard.negated = !guard.negated;
        }
    }

    pub(super) fn open_key(&mut self, node: Node<'_>, rule: u16, depth: u32) {
        let rule = &self.rules.named[usize::from(rule)];
        if !holds(&rule.when, node, self.text) {
            return;
        }
        if let Some(name) = rule.name.find(node) {
            self.keys.push(Key { depth, name: name.byte_range() });
        }
    }

    /// The name that the value at `depth` is given to, one or two levels up.
    fn key_above(&self, depth: u32) -> Option<std::ops::Range<usize>> {
        let key = self.keys.last()?;
        (key.depth < depth && key.depth + 2 >= depth).then(|| key.name.clone())
    }

    /// The nearest condition, if it is the current function's own.
    pub(super) fn guard_text(&self) -> Option<Text> {
        let guard = self.guards.last()?;
        let function_depth = self.frames.iter().rev().find_map(|frame| match frame.kind {
            super::FrameKind::Symbol { is_function: true, .. } => Some(frame.depth),
            _ => None,
        });
        if function_depth.is_some_and(|depth| guard.depth <= depth) {
            return None;
        }
        let text = self.text[guard.condition.clone()].trim();
        let text = match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
            Some(inner) if !inner.contains('(') => inner,
            _ => text,
        };
        let folded = fold(text, CONDITION_CHARS);
        Some(if guard.negated { Text::from(format!("not ({folded})")) } else { folded })
    }

    fn returned(&mut self, node: Node<'_>, rule: u16) {
        let rule = &self.rules.values[usize::from(rule)];
        let leaves_closure_only = self.in_closure() && !self.rules.text.outward_returns;
        if leaves_closure_only || !holds(&rule.when, node, self.text) || self.function().is_none() {
            return;
        }
        let value = match &rule.value {
            Some(path) => path.find(node),
            None => node.named_child(0),
        };
        if let Some(value) = value {
            self.push_return(value);
        }
    }

    fn push_return(&mut self, value: Node<'_>) {
        let text = self.source(value);
        let line = line_of(value);
        let guard = self.guard_text();
        let expression = fold(text.trim_end_matches(';'), EXPRESSION_CHARS);
        if expression.is_empty() {
            return;
        }
        if let Some(part) = error_part(text, &self.rules.text.returned_errors) {
            let ty = error_type(part);
            let message = first_quoted(part);
            let error = RaisedError { ty, message, guard: guard.clone(), returned: true, line };
            let errors = &mut self.facts().errors;
            if errors.len() < MAX_FACTS {
                errors.push(error);
            }
        }
        let returns = &mut self.facts().returns;
        if returns.len() < MAX_FACTS {
            returns.push(Returned { expression, guard, line });
        }
    }

    /// A body that is an expression is what the function returns.
    pub(super) fn expression_body(&mut self, body: Node<'_>) {
        if !self.rules.text.blocks.is_empty() && !self.has_flag(body, flag::BLOCK | flag::NOT_TAIL)
        {
            self.push_return(body);
        }
    }

    /// The last expression of a block, in languages where that is its value.
    pub(super) fn tail_value(&mut self, node: Node<'_>, index: u32) {
        if !self.rules.text.tail {
            return;
        }
        let end = node.end_byte();
        let mut cursor = node.walk();
        let mut body =
            node.children(&mut cursor).filter(|child| self.has_flag(*child, flag::BLOCK)).last();
        // A closure that is bound to a name holds the block.
        if body.is_none()
            && let Some(closure) =
                node.children(&mut cursor).find(|child| self.has_flag(*child, flag::CLOSURE))
        {
            let mut cursor = closure.walk();
            body = closure
                .children(&mut cursor)
                .filter(|child| self.has_flag(*child, flag::BLOCK))
                .last();
        }
        let Some(mut block) = body else { return };
        debug_assert!(block.end_byte() <= end);
        // Some grammars put the statements of a body into one more node.
        for _ in 0..2 {
            match block.named_child(0) {
                Some(inner)
                    if block.named_child_count() == 1 && self.has_flag(inner, flag::BLOCK) =>
                {
                    block = inner;
                }
                _ => break,
            }
        }
        let mut cursor = block.walk();
        let last = block
            .named_children(&mut cursor)
            .filter(|child| !self.has_flag(*child, flag::COMMENT))
            .last();
        let Some(last) = last else { return };
        if self.rules.text.tail_of_one
            && (block.named_child_count() > 1
                || self.outline.symbols[index as usize].return_type.is_none())
        {
            return;
        }
        let line = line_of(last);
        let known =
            self.outline.symbols[index as usize].facts.returns.iter().any(|r| r.line == line);
        // An expression statement may be no more than its expression.
        let inner = last.named_child(0).filter(|inner| inner.byte_range() == last.byte_range());
        let is_tail = !self.has_flag(last, flag::NOT_TAIL)
            && inner.is_none_or(|inner| !self.has_flag(inner, flag::NOT_TAIL))
            && !self.source(last).ends_with(';')
            && !self.is_silent_call(last);
        if !known && is_tail {
            self.push_return(last);
        }
    }

    /// `case x do … end` in Elixir is a call in form only.
    fn is_silent_call(&self, node: Node<'_>) -> bool {
        let silent = &self.rules.text.silent_calls;
        let word = self.source(node).split([' ', '(', '\n']).next();
        !silent.is_empty() && silent.iter().any(|silent| Some(silent.as_str()) == word)
    }

    fn raised(&mut self, node: Node<'_>, rule: u16) {
        let rule = &self.rules.values[usize::from(rule)];
        if !holds(&rule.when, node, self.text) {
            return;
        }
        let value = match &rule.value {
            Some(path) => path.find(node),
            None => node.named_child(0),
        };
        let text = value.map_or("", |value| self.source(value));
        let error = RaisedError {
            ty: error_type(text),
            message: first_quoted(text),
            guard: self.guard_text(),
            returned: rule.returned,
            line: line_of(value.filter(|_| rule.returned).unwrap_or(node)),
        };
        let errors = &mut self.facts().errors;
        if errors.len() < MAX_FACTS {
            errors.push(error);
        }
    }

    fn written(&mut self, node: Node<'_>, rule: u16, depth: u32) {
        let rule = &self.rules.values[usize::from(rule)];
        // `Foo.prototype.bar = function …` defines bar; bar does not write it.
        let defines = self.frames.last().is_some_and(|frame| {
            frame.depth == depth && matches!(frame.kind, super::FrameKind::Symbol { .. })
        });
        if defines || !holds(&rule.when, node, self.text) {
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

    fn looped(&mut self, node: Node<'_>, rule: u16) {
        let rule = &self.rules.values[usize::from(rule)];
        if !holds(&rule.when, node, self.text) {
            return;
        }
        let Some(over) = rule.range(node) else { return };
        let it = Loop { over: fold(self.text[over].trim(), CONDITION_CHARS), line: line_of(node) };
        let loops = &mut self.facts().loops;
        if loops.len() < MAX_FACTS {
            loops.push(it);
        }
    }

    /// A local whose type is declared or whose maker is called.
    fn bound(&mut self, node: Node<'_>, rule: u16, depth: u32) {
        let rules = self.rules;
        let rule = &rules.named[usize::from(rule)];
        // A name that this very node makes a symbol of is no local.
        let is_symbol = self.frames.last().is_some_and(|frame| {
            frame.depth == depth && matches!(frame.kind, super::FrameKind::Symbol { .. })
        });
        if is_symbol || !holds(&rule.when, node, self.text) {
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
                    .find(|rule| holds(&rule.when, at, self.text))
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

    fn field(&mut self, node: Node<'_>, rule: u16, depth: u32) {
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
        if !holds(&rule.when, node, self.text) {
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
    fn global(&mut self, node: Node<'_>, rule: u16) {
        let inside = |frame: &super::Frame| {
            !matches!(frame.kind, super::FrameKind::Scope { holds_methods: false, .. })
        };
        if self.frames.iter().any(inside) {
            return;
        }
        let rules = self.rules;
        let rule = &rules.named[usize::from(rule)];
        if !holds(&rule.when, node, self.text) {
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

    fn string(&mut self, node: Node<'_>, depth: u32) {
        if self.docstring_at == Some(node.start_byte()) || node.end_byte() <= self.import_end {
            return;
        }
        let value = unquote(self.source(node));
        if says_something(value) {
            self.push_literal(fold(value, LITERAL_CHARS), false, node, depth);
        }
    }

    fn number(&mut self, node: Node<'_>, depth: u32) {
        let value = self.source(node);
        if !matches!(value, "0" | "1" | "2" | "-1" | "0.0" | "1.0" | "0u" | "1u") {
            self.push_literal(fold(value, 40), true, node, depth);
        }
    }

    fn push_literal(&mut self, value: Text, is_number: bool, node: Node<'_>, depth: u32) {
        // A key is not given to itself.
        let key = self.key_above(depth).filter(|range| range.start != node.start_byte());
        let name =
            key.map(|range| clean_name(self.text[range].trim_matches(['"', '\'', ':', ' '])));
        let line = line_of(node);
        let literals = &mut self.facts().literals;
        if literals.len() < MAX_LITERALS && !literals.iter().any(|l| l.value == value) {
            literals.push(Literal { value, name, is_number, line });
        }
    }
}

/// Whether a string was written for a reason: it has a word, a path, a flag.
fn says_something(value: &str) -> bool {
    value.chars().filter(|c| c.is_alphanumeric()).nth(1).is_some() && !is_expansion(value)
}

/// `"$name"`, `"${name}"` and `"$(command)"` quote a value, not words.
fn is_expansion(value: &str) -> bool {
    let Some(rest) = value.strip_prefix('$') else { return false };
    match rest.as_bytes().first() {
        Some(b'{') => rest.find('}') == Some(rest.len() - 1),
        Some(b'(') => rest.ends_with(')'),
        _ => rest.chars().all(|c| c.is_alphanumeric() || c == '_'),
    }
}

/// `new ValueError("…")` is `ValueError`.
fn error_type(text: &str) -> Text {
    let text = text.trim().trim_start_matches('(');
    // `{:store, reason}` in Elixir is told by its first word.
    let text = text.strip_prefix('{').filter(|inner| inner.starts_with(':')).unwrap_or(text);
    let text = [
        "Promise.reject(",
        "Left(",
        "Failure(",
        "new ",
        "await ",
        "Err(",
        "&",
        "return ",
        "pure ",
        "$ ",
        "(",
    ]
    .iter()
    .fold(text, |text, prefix| text.strip_prefix(prefix).unwrap_or(text));
    let sign = usize::from(text.starts_with('-'));
    let end = text[sign..].find(|c: char| {
        !(c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '\\' | '!' | '?' | '$' | '@'))
    });
    let end = end.map_or(text.len(), |end| end + sign);
    let name = text[..end].trim_end_matches([':', '.']);
    clean_name(name.strip_suffix(".new").unwrap_or(name))
}

/// `:total` is `total`, but `:>` is a name as it stands.
fn field_name(text: &str) -> Text {
    let text = text.trim();
    let bare = text.trim_matches(':');
    clean_name(if bare.contains(char::is_alphanumeric) { bare } else { text })
}

/// The first quoted piece of a text.
pub(super) fn first_quoted(text: &str) -> Option<Text> {
    let open = text.find(['"', '\'', '`'])?;
    let quote = text[open..].chars().next()?;
    let rest = &text[open + 1..];
    let mut escaped = false;
    for (i, c) in rest.char_indices() {
        match c {
            '\\' if !escaped => escaped = true,
            c if c == quote && !escaped => {
                let message = fold(&rest[..i], LITERAL_CHARS);
                return Some(message).filter(|m| !m.is_empty());
            }
            _ => escaped = false,
        }
    }
    None
}

/// The error in a list such as `nil, errors.New("x")`, from where it begins.
fn error_part<'a>(text: &'a str, marks: &[String]) -> Option<&'a str> {
    if marks.is_empty() {
        return None;
    }
    std::iter::once(text)
        .chain(text.match_indices(", ").map(|(at, _)| text[at + 2..].trim_start()))
        .find(|part| marks.iter().any(|mark| part.starts_with(mark.as_str())))
}
