//! Calls: the called name, its receiver, the shape of its arguments.

use epitome_model::outline::{ArgShape, Call, RaisedError, SymbolKind};
use epitome_model::text::{Text, fold};
use tree_sitter::Node;

use super::names::{clean_name, without_generics};
use super::quiet::{Held, Rest};
use super::{FrameKind, MAX_FACTS, Walker, line_of};
use crate::rules::table::{Action, CallRule, Roles, flag};
use crate::rules::when::holds;

/// Longest receiver that is kept.
const RECEIVER_CHARS: usize = 120;
const MAX_ARGUMENTS: usize = 64;

/// What is called, and the nodes that say so.
struct Callee<'a> {
    name: Text,
    receiver: Option<Text>,
    parts: [Option<Node<'a>>; 2],
}

impl<'a> Walker<'a> {
    /// What is left to look at in the call.
    pub(super) fn call(&mut self, node: Node<'a>, rule: u16, depth: u32) -> Rest {
        let rules = self.rules;
        let rule = &rules.calls[usize::from(rule)];
        if rule.inner.is_some() {
            // The calls inside `f a b` begin where it begins, and were read with it.
            if self.curried_at == Some(node.start_byte()) {
                return Rest::All;
            }
            self.curried_at = Some(node.start_byte());
        }
        if !holds(&rule.when, node, self.text, &self.seen) {
            return Rest::All;
        }
        let Some(Callee { name, receiver, parts }) = self.callee(node, rule) else {
            return Rest::All;
        };
        if name.is_empty() || self.is_defined_here(node) {
            return Rest::All;
        }
        let file = &rules.text;
        if file.branch_calls.iter().any(|branch| branch == name.as_str()) {
            self.branch();
        }
        let arguments = rule.arguments.as_ref().and_then(|path| path.find(node));
        let bare = if receiver.is_none() { file.bare_raise_calls.as_slice() } else { &[] };
        if file.raise_calls.iter().chain(bare).any(|raise| raise == name.as_str()) {
            self.raised_by_call(node, &name, arguments);
        }
        if file.silent_calls.iter().any(|silent| silent == name.as_str()) {
            return Rest::All;
        }
        let (args, held) = match arguments {
            Some(list) => self.shapes(list, node),
            None => (self.curried_shapes(node, rule), Held::Code),
        };
        let call = Call { name, receiver, args, line: line_of(node), constructs: rule.constructs };
        let calls = &mut self.facts().calls;
        if calls.len() < MAX_FACTS {
            calls.push(call);
        }
        self.rest_of_call(node, parts, arguments, held, depth)
    }

    /// The head of a definition (`def add(x)` in Elixir) and what only declares call nothing.
    fn is_defined_here(&self, node: Node<'_>) -> bool {
        let before = &self.text[..node.start_byte()];
        if self.rules.text.silent_marks.iter().any(|mark| before.ends_with(mark.as_str())) {
            return true;
        }
        self.frames.last().is_some_and(|frame| match frame.kind {
            FrameKind::Symbol { index, name_start, .. } => {
                let symbol = &self.outline.symbols[index as usize];
                name_start == Some(node.start_byte())
                    || symbol.kind == SymbolKind::Type
                    || symbol.is_declaration
            }
            FrameKind::Scope { .. } | FrameKind::Closure => false,
        })
    }

    fn callee(&self, node: Node<'a>, rule: &CallRule) -> Option<Callee<'a>> {
        if let Some(path) = &rule.name {
            let found = path.find(node)?;
            let object = rule.object.as_ref().and_then(|path| path.find(node));
            let (mut name, inner) = self.split_callee(found);
            if name.contains('<') {
                name = clean_name(without_generics(&name).trim());
            }
            let receiver = object.map(|o| self.receiver(o)).or(inner);
            return Some(Callee { name, receiver, parts: [object, Some(found)] });
        }
        let callee = rule.callee.as_ref()?.find(node)?;
        let (name, receiver) = self.split_callee(callee);
        Some(Callee { name, receiver, parts: [None, Some(callee)] })
    }

    /// `a.b.c` is the name `c` on the receiver `a.b`.
    pub(super) fn split_callee(&self, callee: Node<'_>) -> (Text, Option<Text>) {
        let mut at = callee;
        // Wrappers such as `(f)` or `f<T>` hold one callee.
        for _ in 0..4 {
            if let Some(member) = self.rules.roles(at.kind_id()).and_then(|roles| roles.member) {
                let rule = &self.rules.members[usize::from(member)];
                let object = rule.object.find(at);
                let name = match &rule.name {
                    Some(path) => path.find(at),
                    // A wrapper: look inside.
                    None => {
                        let Some(inner) = object else { break };
                        at = inner;
                        continue;
                    }
                };
                return match (name, object) {
                    (Some(name), Some(object)) => {
                        (clean_name(self.source(name)), Some(self.receiver(object)))
                    }
                    (Some(name), None) => (clean_name(self.source(name)), None),
                    _ => (Text::default(), None),
                };
            }
            break;
        }
        if self.has_flag(at, flag::NAME) || at.child_count() == 0 {
            (clean_name(self.source(at)), None)
        } else {
            // A computed callee, `handlers[x](…)`, has no name to look up.
            (Text::default(), None)
        }
    }

    fn receiver(&self, node: Node<'_>) -> Text {
        // The module of `M.insert` is `M.` to Haskell's grammar.
        fold(self.source(node).trim_end_matches('.'), RECEIVER_CHARS)
    }

    /// The shapes of the arguments, and what there is to find in them.
    fn shapes(&mut self, list: Node<'a>, call: Node<'_>) -> (Box<[ArgShape]>, Held) {
        self.literal_arguments.clear();
        let own_node = list.id() != call.id();
        let mut held = if own_node && self.rules.action(list.kind_id()) == Action::Pass {
            Held::Names
        } else {
            Held::Code
        };
        // Arguments that stand beside the callee come after it.
        let first = u32::from(!own_node);
        let count = u32::try_from(list.named_child_count()).unwrap_or(u32::MAX);
        if count <= first {
            return (Box::default(), held);
        }
        let mut shapes = std::mem::take(&mut self.shapes);
        shapes.clear();
        // A cursor is an allocation, which the usual one or two arguments are not worth.
        if count <= 2 {
            for argument in (first..count).filter_map(|i| list.named_child(i)) {
                self.argument(argument, &mut shapes, &mut held);
            }
        } else {
            let mut cursor = list.walk();
            for argument in list.named_children(&mut cursor).skip(usize::from(!own_node)) {
                if shapes.len() == MAX_ARGUMENTS {
                    held = Held::Code;
                    break;
                }
                self.argument(argument, &mut shapes, &mut held);
            }
        }
        let known = shapes.as_slice().into();
        self.shapes = shapes;
        (known, held)
    }

    fn argument(&mut self, argument: Node<'a>, shapes: &mut Vec<ArgShape>, held: &mut Held) {
        let kind = argument.kind_id();
        if self.rules.has(kind, flag::COMMENT) {
            *held = Held::Code;
            return;
        }
        shapes.push(self.shape(argument, kind));
        if *held != Held::Code {
            let own = self.held(argument, kind);
            *held = own.max(*held);
            if own == Held::Literals {
                self.literal_arguments.push(argument);
            }
        }
    }

    /// Of `f a b`, which is `(f a) b`: one argument at a time, the last one first.
    fn curried_shapes(&self, node: Node<'_>, rule: &CallRule) -> Box<[ArgShape]> {
        let Some(argument) = &rule.argument else { return Box::default() };
        let mut shapes = Vec::new();
        let mut at = node;
        while shapes.len() < MAX_ARGUMENTS {
            shapes
                .extend(argument.find(at).map(|argument| self.shape(argument, argument.kind_id())));
            match rule.inner.as_ref().and_then(|path| path.find(at)) {
                Some(inner) if inner.kind_id() == node.kind_id() => at = inner,
                _ => break,
            }
        }
        shapes.reverse();
        shapes.into()
    }

    fn shape(&self, node: Node<'_>, kind: u16) -> ArgShape {
        let mut at = node;
        let mut kind = kind;
        // Many grammars wrap each argument once or twice.
        for _ in 0..3 {
            match self.rules.roles(kind) {
                Some(roles) => {
                    if self.is_keyword(roles, at) {
                        return ArgShape::Keyword;
                    }
                    if self.is_call(roles, at) {
                        return ArgShape::Call;
                    }
                    if let Some(shape) = shape_of(roles) {
                        return shape;
                    }
                }
                None if at.named_child_count() == 1 => {}
                None => return ArgShape::Other,
            }
            match at.named_child(0) {
                Some(child) if at.named_child_count() == 1 => {
                    at = child;
                    kind = child.kind_id();
                }
                _ => return ArgShape::Other,
            }
        }
        ArgShape::Other
    }

    /// Some grammars wrap every argument alike, named or not.
    fn is_keyword(&self, roles: &Roles, node: Node<'_>) -> bool {
        roles.keyed.iter().any(|&rule| {
            let rule = &self.rules.named[usize::from(rule)];
            holds(&rule.when, node, self.text, &self.seen) && rule.name.find(node).is_some()
        })
    }

    /// Some grammars have one kind for calls and for other things: `a max b` and `a + b`.
    fn is_call(&self, roles: &Roles, node: Node<'_>) -> bool {
        roles.calls.iter().any(|&rule| {
            holds(&self.rules.calls[usize::from(rule)].when, node, self.text, &self.seen)
        })
    }

    fn raised_by_call(&mut self, node: Node<'_>, name: &Text, arguments: Option<Node<'_>>) {
        let guard = self.guard_text();
        let text = self.source(arguments.unwrap_or(node));
        let error = RaisedError {
            ty: name.clone(),
            message: super::literals::first_quoted(text),
            guard,
            returned: false,
            line: line_of(node),
        };
        let errors = &mut self.facts().errors;
        if errors.len() < MAX_FACTS {
            errors.push(error);
        }
    }
}

fn shape_of(roles: &Roles) -> Option<ArgShape> {
    if roles.flags & flag::STRING != 0 {
        Some(ArgShape::Text)
    } else if roles.flags & flag::NUMBER != 0 {
        Some(ArgShape::Number)
    } else if roles.flags & flag::CLOSURE != 0 {
        Some(ArgShape::Function)
    } else if roles.flags & flag::NAME != 0 {
        Some(ArgShape::Name)
    } else {
        None
    }
}
