//! Opening and closing symbols and scopes.

use epitome_model::outline::{Impl, Symbol, SymbolKind};
use epitome_model::text::{Text, fold};
use tree_sitter::Node;

use super::header::Header;
use super::names::{clean_name, name_parts, type_name, without_generics};
use super::{Frame, FrameKind, MAX_SYMBOLS, Walker, Wrapper, byte, line_of, span_of};
use crate::rules::table::{SymbolRule, flag};
use crate::rules::when::holds;

/// Where the parts of a definition are.
#[derive(Clone, Copy)]
struct Parts<'t> {
    name: Option<Node<'t>>,
    value: Option<Node<'t>>,
    body: Option<Node<'t>>,
}

impl Walker<'_> {
    /// Opens the symbol that `node` defines, if the rule fits.
    pub(super) fn open_symbol(&mut self, node: Node<'_>, rule: u16, depth: u32) -> bool {
        let rules = self.rules;
        let rule = &rules.symbols[usize::from(rule)];
        if self.outline.symbols.len() >= MAX_SYMBOLS
            || !holds(&rule.when, node, self.text, &self.seen)
            || (rule.outside_functions && self.function().is_some())
            || (rule.outside_bodies && self.in_body())
            || (rule.inside_classes && !self.is_member())
        {
            return false;
        }
        // What an outer symbol has as its value is that symbol.
        let value = rule.value.as_ref().and_then(|path| path.find(node));
        if self.is_symbol_value(node) || value.is_some_and(|value| self.is_symbol_value(value)) {
            return false;
        }
        let Some((name_node, mut parts)) = self.symbol_name(node, rule) else { return false };
        // A name of nothing but control characters is none.
        let Some(name) = parts.pop().filter(|name| !name.is_empty()) else { return false };
        if rules.text.keywords.iter().any(|word| word == name.as_str()) {
            return false;
        }
        if let Some(qualifier) = rule.qualifier.as_ref().and_then(|path| path.find(node)) {
            parts = vec![type_name(self.source(qualifier), &rules.text.separators)];
        }
        let body = rule.body.as_ref().and_then(|path| path.find(node));
        let parts_of = Parts { name: name_node, value, body };
        // A wrapper is around the symbol itself, not around what has it somewhere inside.
        if self.wrapper.as_ref().is_some_and(|wrapper| wrapper.depth + 1 < depth) {
            self.wrapper = None;
        }
        let mut symbol = self.new_symbol(node, rule, name, &parts, name_node, body);
        if (rules.text.merge_same_name || rules.text.merge_declarations)
            && !(rules.text.merge_same_name && self.has_own_words())
            && let Some(index) = self.merge_into_previous(&symbol)
        {
            let parameters = self.parameters(node, rule);
            let merged = &mut self.outline.symbols[index as usize];
            if merged.parameters.is_empty() {
                merged.parameters = parameters;
            }
            self.pending.clear();
            self.push_symbol_frame(node, rule, index, depth, parts_of);
            return true;
        }
        if rule.continues {
            return false;
        }
        symbol.doc = self.symbol_doc(&symbol, body);
        let header_end = self.apply_header(node, name_node, &mut symbol);
        if let Some(value) = value.filter(|value| value.id() != node.id()) {
            self.value_modifiers(value, body, &mut symbol);
        }
        symbol.signature = self.signature(node, &symbol, header_end, body);
        symbol.visibility = self.visibility_of(rule, &symbol);
        symbol.parameters = self.parameters(node, rule);
        symbol.return_type =
            rule.returns.as_ref().and_then(|path| path.find(node)).map(|ty| match name_node {
                Some(name) if rules.text.declarators && ty.end_byte() <= name.start_byte() => {
                    self.type_before(node, name)
                }
                _ => fold(self.source(ty).trim_start_matches([':', '-', '>', ' ']), 160),
            });
        symbol.bases = self.bases(node, rule);
        let index = byte(self.outline.symbols.len());
        self.outline.symbols.push(symbol);
        self.push_symbol_frame(node, rule, index, depth, parts_of);
        true
    }

    fn new_symbol(
        &self,
        node: Node<'_>,
        rule: &SymbolRule,
        name: Text,
        qualifiers: &[Text],
        name_node: Option<Node<'_>>,
        body: Option<Node<'_>>,
    ) -> Symbol {
        let mut qualified = self.prefix();
        for part in qualifiers.iter().chain([&name]) {
            if !qualified.is_empty() {
                qualified.push('.');
            }
            qualified.push_str(part);
        }
        let member = self.is_member() || !qualifiers.is_empty();
        let kind = match rule.kind {
            SymbolKind::Function | SymbolKind::Method
                if member && rules_constructor(self, &name, qualifiers) =>
            {
                SymbolKind::Constructor
            }
            SymbolKind::Function if member => SymbolKind::Method,
            kind => kind,
        };
        Symbol {
            qualified_name: qualified,
            kind,
            parent: self.owner(),
            span: self.symbol_span(node),
            name_line: name_node.map_or_else(|| line_of(node), line_of),
            complexity: u32::from(kind.is_function()),
            is_declaration: rule.declaration || (rule.declaration_without_body && body.is_none()),
            name,
            ..Symbol::default()
        }
    }

    fn symbol_name<'t>(
        &self,
        node: Node<'t>,
        rule: &SymbolRule,
    ) -> Option<(Option<Node<'t>>, Vec<Text>)> {
        let file = &self.rules.text;
        match rule.name.as_ref().and_then(|path| path.find(node)) {
            Some(found) => {
                let text = self.source(found);
                let until = rule.name_until.as_ref().and_then(|path| path.find(node));
                let parts = match until {
                    Some(until) => {
                        let end = until.start_byte().max(found.start_byte());
                        vec![clean_name(&self.text[found.start_byte()..end])]
                    }
                    None => name_parts(text, &file.separators, &file.silent_names),
                };
                Some((Some(found), parts))
            }
            None => Some((None, vec![rule.named.as_deref()?.into()])),
        }
    }

    /// From the first decorator or wrapper to the end.
    fn symbol_span(&self, node: Node<'_>) -> epitome_model::span::Span {
        let mut span = span_of(node);
        if let Some(wrapper) = &self.wrapper
            && wrapper.start <= node.start_byte()
        {
            span.start_byte = byte(wrapper.start);
            span.start_line = wrapper.start_line;
        }
        // Decorators count only if nothing but lines of their own parts them from the symbol.
        for pending in self.pending.iter().rev() {
            if pending.end_line + 1 < span.start_line {
                break;
            }
            span.start_byte = span.start_byte.min(byte(pending.node.start));
            span.start_line = span.start_line.min(pending.start_line);
        }
        span
    }

    fn symbol_doc(
        &mut self,
        symbol: &Symbol,
        body: Option<Node<'_>>,
    ) -> Option<epitome_model::outline::Doc> {
        let given = self.pending_doc.take();
        let own = body.and_then(|body| self.docstring(body)).or(given);
        if own.is_some() {
            self.flush_comments();
            return own;
        }
        self.take_doc(symbol.span)
    }

    fn apply_header(
        &mut self,
        node: Node<'_>,
        name_node: Option<Node<'_>>,
        symbol: &mut Symbol,
    ) -> usize {
        let start = symbol.span.start_byte as usize;
        let pending = std::mem::take(&mut self.pending);
        for decorator in pending.into_iter().filter(|d| d.node.start >= start) {
            symbol.decorators.push(self.decorator_text(decorator.node, decorator.start_line));
        }
        let Header { decorators, modifiers, signature_start } = self.header(node, name_node);
        symbol.decorators.extend(decorators);
        symbol.modifiers = modifiers;
        signature_start
    }

    /// `async` in `f = async () => …` stands with the anonymous function.
    fn value_modifiers(&self, value: Node<'_>, body: Option<Node<'_>>, symbol: &mut Symbol) {
        let end = body.map_or(value.end_byte(), |body| body.start_byte());
        let mut cursor = value.walk();
        let children = value.children(&mut cursor).take_while(|child| child.start_byte() < end);
        for child in children.filter(|child| self.has_flag(*child, flag::MODIFIER)) {
            symbol.modifiers.push(fold(self.source(child), 60));
        }
    }

    fn push_symbol_frame(
        &mut self,
        node: Node<'_>,
        rule: &SymbolRule,
        index: u32,
        depth: u32,
        Parts { name, value, body }: Parts<'_>,
    ) {
        if self.wrapper.as_ref().is_some_and(|wrapper| wrapper.exported) && self.frames.is_empty() {
            let name = self.outline.symbols[index as usize].name.clone();
            self.export(name);
        }
        self.wrapper = None;
        let symbol = &self.outline.symbols[index as usize];
        let (is_function, prefix) = (symbol.kind.is_function(), symbol.qualified_name.clone());
        let value = value.map(|value| value.id());
        let header_end = body.map_or(node.end_byte(), |body| body.start_byte());
        let name_start = name.map(|name| name.start_byte());
        let section = rule.member_visibility;
        self.frames.push(Frame {
            depth,
            kind: FrameKind::Symbol { index, is_function, value, header_end, section, name_start },
            prefix,
        });
        self.opened(depth);
        self.mute_parameters = self.mute_parameters(node, rule, is_function);
        if is_function && let Some(body) = body {
            self.expression_body(body);
        }
    }

    /// The parameters of a function, if nothing in them is left to find: they were read with its
    /// header, and without a default, a comment or a field no code is in them.
    fn mute_parameters(
        &self,
        node: Node<'_>,
        rule: &SymbolRule,
        is_function: bool,
    ) -> Option<usize> {
        let list = rule.parameters.as_ref().filter(|_| is_function)?.find(node)?;
        let text = self.source(list);
        let mute = !self.has_errors
            && !self.rules.parameters_make_fields
            && !text.bytes().skip(1).any(|b| matches!(b, b'=' | b'(' | b'{' | b'@'))
            && !super::may_hold_comment(text);
        mute.then(|| list.id())
    }

    pub(super) fn open_scope(&mut self, node: Node<'_>, rule: u16, depth: u32) -> bool {
        let rules = self.rules;
        let rule = &rules.scopes[usize::from(rule)];
        if !holds(&rule.when, node, self.text, &self.seen) {
            return false;
        }
        let found = rule.name.find(node);
        if found.is_none() && rule.visibility.is_none() {
            return false;
        }
        let separators = &rules.text.separators;
        let text = found.map_or("", |found| self.source(found));
        let mut prefix = self.prefix();
        let parts = if found.is_none() {
            Vec::new()
        } else if rule.holds_methods {
            vec![type_name(text, separators)]
        } else {
            name_parts(text, separators, &rules.text.silent_names)
        };
        for part in &parts {
            if !prefix.is_empty() {
                prefix.push('.');
            }
            prefix.push_str(part);
        }
        if let (Some(base), Some(ty)) =
            (rule.base.as_ref().and_then(|path| path.find(node)), parts.last())
        {
            let base = fold(without_generics(self.source(base)).trim(), 120);
            self.outline.impls.push(Impl { ty: ty.clone(), base, line: line_of(node) });
        }
        self.flush_comments();
        self.pending.clear();
        let kind = FrameKind::Scope { holds_methods: rule.holds_methods, section: rule.visibility };
        self.frames.push(Frame { depth, kind, prefix });
        self.opened(depth);
        true
    }

    pub(super) fn open_wrapper(&mut self, node: Node<'_>, exported: bool, depth: u32) {
        self.opened(depth);
        match &mut self.wrapper {
            // Wrappers may wrap each other: the outermost gives the start.
            Some(wrapper) if wrapper.depth + 1 == depth => {
                wrapper.depth = depth;
                wrapper.exported |= exported;
            }
            _ => {
                self.wrapper = Some(Wrapper {
                    depth,
                    start: node.start_byte(),
                    start_line: line_of(node),
                    exported,
                });
            }
        }
    }

    /// A wrapper reaches only a few levels down, to the symbol it wraps.
    pub(super) fn is_member(&self) -> bool {
        self.frames.last().is_some_and(|frame| match frame.kind {
            FrameKind::Symbol { index, is_function, .. } => {
                let kind = self.outline.symbols[index as usize].kind;
                let is_module = matches!(kind, SymbolKind::Module | SymbolKind::Namespace);
                !is_function && (!is_module || self.rules.text.modules_hold_methods)
            }
            FrameKind::Scope { holds_methods, .. } => holds_methods,
            FrameKind::Closure => false,
        })
    }

    pub(super) fn is_symbol_value(&self, node: Node<'_>) -> bool {
        self.frames.last().is_some_and(
            |frame| matches!(frame.kind, FrameKind::Symbol { value: Some(id), .. } if id == node.id()),
        )
    }

    pub(super) fn close_frame(&mut self, node: Node<'_>) {
        if let Some(Frame { kind: FrameKind::Symbol { index, is_function: true, .. }, .. }) =
            self.frames.last()
        {
            let index = *index;
            self.tail_value(node, index);
        }
        let after = if self.rules.text.open_ended { self.cut_end(node) } else { Vec::new() };
        self.flush_comments();
        let Some(frame) = self.frames.pop() else { return };
        self.carry_comments(after);
        if let FrameKind::Symbol { index, is_function: true, .. } = frame.kind
            && let Some(outer) = self.function()
        {
            let inner = self.outline.symbols[index as usize].complexity;
            self.outline.symbols[outer as usize].complexity += inner.saturating_sub(1);
        }
    }

    /// Whether documentation or decorators stand before the next symbol.
    fn has_own_words(&self) -> bool {
        self.pending_doc.is_some() || !self.pending.is_empty()
    }

    /// Equations and overloads of one name that follow each other are one symbol.
    fn merge_into_previous(&mut self, next: &Symbol) -> Option<u32> {
        let owner = self.owner();
        // What the previous one holds stands between.
        let index = self.outline.symbols.iter().rposition(|symbol| symbol.parent == owner)?;
        let last = &mut self.outline.symbols[index];
        let same = last.qualified_name == next.qualified_name
            && last.kind.is_function()
            && next.kind.is_function()
            && (last.is_declaration || (self.rules.text.merge_same_name && !next.is_declaration));
        if same {
            last.span = last.span.cover(next.span);
            last.is_declaration &= next.is_declaration;
        }
        same.then(|| byte(index))
    }

    pub(super) fn has_flag(&self, node: Node<'_>, flags: u32) -> bool {
        self.rules.has(node.kind_id(), flags)
    }
}

fn rules_constructor(walker: &Walker<'_>, name: &str, qualifiers: &[Text]) -> bool {
    let holder = qualifiers.last().cloned().or_else(|| {
        walker.owner().map(|index| walker.outline.symbols[index as usize].name.clone())
    });
    walker.rules.text.constructors.iter().any(|constructor| {
        constructor == name || (constructor == "<class>" && holder.as_deref() == Some(name))
    })
}
