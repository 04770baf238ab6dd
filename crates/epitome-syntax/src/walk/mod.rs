//! One walk over the tree, with the rules of its language.
//!
//! The walk keeps a stack of what it is inside of (a symbol, a scope, an anonymous function, a
//! branch) and hands each node to the roles of its kind. It never recurses: trees nest as deep as
//! their authors like.

mod bindings;
mod calls;
mod comment_runs;
mod declarators;
mod facts;
mod guards;
mod header;
mod literals;
mod modules;
mod names;
mod parameters;
mod quiet;
mod returns;
mod settle;
mod signature;
mod symbols;
mod tokens;

use std::ops::Range;

use epitome_model::outline::{ArgShape, Facts, FileOutline, Problem, Visibility};
use epitome_model::span::Span;
use epitome_model::text::Text;
use tree_sitter::{Node, Tree, TreeCursor};

use crate::rules::table::{Action, Roles, Rules, flag};
use crate::rules::when::Seen;
use comment_runs::CommentRun;
use quiet::Rest;

/// What a walk gives: the outline without its hashes, and where comments are.
pub(crate) struct Walked {
    pub(crate) outline: FileOutline,
    /// Byte ranges of comments that are no documentation, in order.
    pub(crate) comments: Vec<Range<u32>>,
}

pub(crate) fn walk<'a>(
    rules: &'a Rules,
    tree: &'a Tree,
    text: &'a str,
    outline: FileOutline,
) -> Walked {
    let mut walker = Walker::new(rules, text, outline);
    walker.run(tree);
    walker.finish()
}

/// Caps that keep one monstrous symbol from filling memory.
const MAX_SYMBOLS: usize = 20_000;
const MAX_FACTS: usize = 2_000;

struct Walker<'a> {
    rules: &'a Rules,
    text: &'a str,
    outline: FileOutline,
    comments: Vec<Range<u32>>,
    frames: Vec<Frame>,
    guards: Vec<Guard<'a>>,
    keys: Vec<Key<'a>>,
    seen: Seen,
    /// No deeper node has anything open: those below it are left without a look.
    deepest: u32,
    /// Node id of parameters that need no look.
    mute_parameters: Option<usize>,
    /// Node ids of arguments that need no look, those of the innermost call last.
    mute_arguments: Vec<usize>,
    /// Literals among the arguments of the call that is read.
    literal_arguments: Vec<Node<'a>>,
    /// Room for the shapes of arguments, kept from call to call.
    shapes: Vec<ArgShape>,
    run: CommentRun,
    /// Decorators seen before the symbol they belong to.
    pending: Vec<Pending>,
    /// Documentation given by a decorator (`@doc` in Elixir).
    pending_doc: Option<epitome_model::outline::Doc>,
    wrapper: Option<Wrapper>,
    /// A visibility word before a definition, and where it ends.
    said_before: Option<(usize, Visibility)>,
    /// Start of the docstring that was taken last: it is no literal.
    docstring_at: Option<usize>,
    /// Names in this file that are exported under others.
    published: Vec<Text>,
    /// End of the last import: a module's name is no literal.
    import_end: usize,
    /// Whether code other than comments and preamble was seen.
    code_seen: bool,
    /// End of the bare tokens that were read last.
    tokens_until: usize,
    /// Start of the curried call that was read last.
    curried_at: Option<usize>,
    syntax_errors: u32,
    first_error: u32,
    has_errors: bool,
}

/// Something the walk is inside of.
struct Frame {
    depth: u32,
    kind: FrameKind,
    /// Qualified name of what encloses, for those inside.
    prefix: Text,
}

enum FrameKind {
    Symbol {
        index: u32,
        is_function: bool,
        /// Node id of the anonymous function that the symbol names.
        value: Option<usize>,
        /// Where the header ends: decorators before it are the symbol's own.
        header_end: usize,
        section: Option<Visibility>,
        /// Where its name begins: a definition may look like a call of what it defines.
        name_start: Option<usize>,
    },
    Scope {
        holds_methods: bool,
        section: Option<Visibility>,
    },
    Closure,
}

/// The condition of a branch around the current node.
struct Guard<'a> {
    depth: u32,
    /// Looked into only when something stands under it, as most branches hold nothing of note.
    node: Node<'a>,
    rule: u16,
    turned: bool,
}

/// A name that the node below it is given to.
struct Key<'a> {
    depth: u32,
    node: Node<'a>,
    rule: u16,
}

struct Pending {
    depth: u32,
    node: Range<usize>,
    start_line: u32,
    end_line: u32,
}

struct Wrapper {
    depth: u32,
    start: usize,
    start_line: u32,
    exported: bool,
}

impl<'a> Walker<'a> {
    fn new(rules: &'a Rules, text: &'a str, mut outline: FileOutline) -> Self {
        // About what a file of that size has: growing moves them all.
        outline.symbols.reserve((text.len() / 512).min(MAX_SYMBOLS));
        Walker {
            rules,
            text,
            outline,
            comments: Vec::new(),
            frames: Vec::new(),
            guards: Vec::new(),
            keys: Vec::new(),
            seen: Seen::default(),
            deepest: 0,
            mute_parameters: None,
            mute_arguments: Vec::new(),
            literal_arguments: Vec::new(),
            shapes: Vec::new(),
            run: CommentRun::default(),
            pending: Vec::new(),
            pending_doc: None,
            wrapper: None,
            said_before: None,
            docstring_at: None,
            published: Vec::new(),
            import_end: 0,
            code_seen: false,
            tokens_until: 0,
            curried_at: None,
            syntax_errors: 0,
            first_error: 0,
            has_errors: false,
        }
    }

    fn run(&mut self, tree: &'a Tree) {
        let root = tree.root_node();
        self.has_errors = root.has_error();
        self.outline.doc = self.docstring(root);
        let mut cursor = tree.walk();
        let mut depth: u32 = 0;
        // Where the nodes around the current one end.
        let mut ends: Vec<usize> = Vec::with_capacity(64);
        loop {
            let node = cursor.node();
            if self.enter(node, depth) && cursor.goto_first_child() {
                depth += 1;
                ends.push(node.end_byte());
                continue;
            }
            let mut end = node.end_byte();
            loop {
                if depth <= self.deepest {
                    self.leave(depth, &cursor);
                }
                let Some(&around) = ends.last() else { return };
                if !self.is_last(end, around) && cursor.goto_next_sibling() {
                    break;
                }
                cursor.goto_parent();
                depth -= 1;
                ends.pop();
                end = around;
            }
        }
    }

    /// Whether nothing to look at comes behind a child that ends at `end`: at most the `;` or the
    /// bracket that closes the node around. Looking for a sibling in vain costs as much as finding one.
    fn is_last(&self, end: usize, around: usize) -> bool {
        !self.has_errors
            && (end == around
                || (end + 1 == around
                    && matches!(self.text.as_bytes()[end], b';' | b')' | b']' | b'}')))
    }

    /// Whether to go on to the children.
    fn enter(&mut self, node: Node<'a>, depth: u32) -> bool {
        let kind = node.kind_id();
        let rules = self.rules;
        let action = rules.action(kind);
        if self.has_errors && (node.is_error() || node.is_missing()) {
            self.count_error(node);
        }
        if !matches!(action, Action::Act | Action::ActLarge) {
            self.note_code(depth, node);
            return !self.is_quiet_by(action, node) && !self.is_mute(node);
        }
        if self.is_quiet_by(action, node) || self.is_mute(node) {
            return false;
        }
        let Some(mut roles) = rules.roles(kind) else { return true };
        if let Some(gate) = roles.gate {
            roles = rules.gates[usize::from(gate)].roles(roles, node, self.text);
        }
        if roles.flags & flag::COMMENT != 0 {
            self.comment(node);
            return false;
        }
        if roles.flags & flag::PREAMBLE == 0 {
            self.note_code(depth, node);
        }
        if roles.flags & flag::DECORATOR != 0 && !self.decorator(node, depth) {
            return false;
        }
        let imported = !roles.imports.is_empty() && self.import(node, roles, depth);
        let closed = roles.flags & flag::OPAQUE != 0;
        if closed || (imported && roles.is_mere_import()) {
            // A comment must be known wherever it stands, or it would count as code.
            if !may_hold_comment(self.source(node)) {
                return false;
            }
            if closed {
                return true;
            }
        }
        for &rule in &roles.exports {
            self.exported(node, rule);
        }
        if roles.opens {
            self.structure(node, roles, depth);
        }
        match self.facts_of(node, roles, depth) {
            Rest::All => roles.flags & flag::STRING == 0 || self.holds_code(node),
            Rest::BesidesArguments(list) => {
                self.mute_arguments.push(list);
                true
            }
            Rest::Nothing => false,
        }
    }

    fn note_code(&mut self, depth: u32, node: Node<'_>) {
        if depth == 1 && !self.code_seen && node.is_named() {
            self.code_seen = true;
        }
    }

    /// Roles that change what encloses the nodes below.
    fn structure(&mut self, node: Node<'a>, roles: &Roles, depth: u32) {
        if roles.flags & (flag::WRAPPER | flag::EXPORTER) != 0 {
            self.open_wrapper(node, roles.flags & flag::EXPORTER != 0, depth);
        }
        if roles.flags & flag::SECTION != 0 {
            self.visibility_section(node);
        }
        let opened = roles.symbols.iter().any(|&rule| self.open_symbol(node, rule, depth));
        if !opened && (!roles.scopes.is_empty() || roles.flags & flag::CLOSURE != 0) {
            let free = !self.is_symbol_value(node);
            let scoped =
                free && roles.scopes.iter().any(|&rule| self.open_scope(node, rule, depth));
            if free && !scoped && roles.flags & flag::CLOSURE != 0 {
                let prefix = self.prefix();
                self.frames.push(Frame { depth, kind: FrameKind::Closure, prefix });
                self.opened(depth);
            }
        }
        if roles.flags & flag::OTHERWISE != 0 {
            self.turn_guard(depth);
        }
        for &rule in &roles.guards {
            self.open_guard(node, rule, depth);
        }
        for &rule in &roles.keyed {
            self.open_key(node, rule, depth);
        }
    }

    /// Notes that something was opened which must be closed when the walk leaves `depth`.
    fn opened(&mut self, depth: u32) {
        self.deepest = self.deepest.max(depth);
    }

    fn leave(&mut self, depth: u32, cursor: &TreeCursor<'a>) {
        while self.keys.last().is_some_and(|key| key.depth == depth) {
            self.keys.pop();
        }
        while self.guards.last().is_some_and(|guard| guard.depth == depth) {
            self.guards.pop();
        }
        while self.frames.last().is_some_and(|frame| frame.depth == depth) {
            self.close_frame(cursor.node());
        }
        if self.wrapper.as_ref().is_some_and(|wrapper| wrapper.depth == depth) {
            self.wrapper = None;
        }
        // A decorator waits for what follows it, not for what follows its field or parameter.
        while self.pending.last().is_some_and(|pending| pending.depth > depth) {
            self.pending.pop();
        }
        self.deepest = [
            self.keys.last().map(|key| key.depth),
            self.guards.last().map(|guard| guard.depth),
            self.frames.last().map(|frame| frame.depth),
            self.wrapper.as_ref().map(|wrapper| wrapper.depth),
            self.pending.last().map(|pending| pending.depth),
        ]
        .into_iter()
        .flatten()
        .max()
        .unwrap_or(0);
    }

    fn count_error(&mut self, node: Node<'_>) {
        if self.syntax_errors == 0 {
            self.first_error = line_of(node);
        }
        self.syntax_errors += 1;
    }

    fn finish(mut self) -> Walked {
        self.flush_comments();
        self.adopt_methods();
        // What only declares has no code to branch in.
        for symbol in self.outline.symbols.iter_mut().filter(|symbol| symbol.is_declaration) {
            symbol.complexity = 0;
        }
        if !self.rules.text.keep_declarations {
            self.drop_redeclared();
            self.publish_exported();
        }
        if self.syntax_errors > 0 {
            self.outline.problems.push(Problem::SyntaxErrors {
                count: self.syntax_errors,
                first_line: self.first_error,
            });
        }
        if self.outline.symbols.len() >= MAX_SYMBOLS {
            self.outline.problems.push(Problem::Capped {
                what: Text::const_new("symbols"),
                limit: MAX_SYMBOLS as u32,
            });
        }
        self.comments.sort_unstable_by_key(|range| range.start);
        Walked { outline: self.outline, comments: self.comments }
    }

    /// The index of the innermost symbol.
    fn owner(&self) -> Option<u32> {
        self.frames.iter().rev().find_map(|frame| match frame.kind {
            FrameKind::Symbol { index, .. } => Some(index),
            FrameKind::Scope { .. } | FrameKind::Closure => None,
        })
    }

    /// The index of the symbol whose frame is the innermost of all.
    fn symbol_of_frame(&self) -> Option<u32> {
        match self.frames.last()?.kind {
            FrameKind::Symbol { index, .. } => Some(index),
            FrameKind::Scope { .. } | FrameKind::Closure => None,
        }
    }

    /// The index of the innermost function.
    fn function(&self) -> Option<u32> {
        self.frames.iter().rev().find_map(|frame| match frame.kind {
            FrameKind::Symbol { index, is_function: true, .. } => Some(index),
            _ => None,
        })
    }

    /// Whether the innermost symbol is a function.
    fn in_body(&self) -> bool {
        self.owner().is_some_and(|index| self.outline.symbols[index as usize].kind.is_function())
    }

    fn in_closure(&self) -> bool {
        self.frames.last().is_some_and(|frame| matches!(frame.kind, FrameKind::Closure))
    }

    fn prefix(&self) -> Text {
        self.frames.last().map_or(Text::default(), |frame| frame.prefix.clone())
    }

    fn facts(&mut self) -> &mut Facts {
        match self.owner() {
            Some(index) => &mut self.outline.symbols[index as usize].facts,
            None => &mut self.outline.facts,
        }
    }

    fn source(&self, node: Node<'_>) -> &'a str {
        &self.text[node.byte_range()]
    }
}

fn may_hold_comment(text: &str) -> bool {
    memchr::memchr3_iter(b'/', b'-', b'#', text.as_bytes()).any(|at| {
        let rest = &text.as_bytes()[at..];
        rest.starts_with(b"#")
            || rest.starts_with(b"//")
            || rest.starts_with(b"/*")
            || rest.starts_with(b"--")
            || (rest[0] == b'-' && at > 0 && text.as_bytes()[at - 1] == b'{')
    })
}

fn line_of(node: Node<'_>) -> u32 {
    u32::try_from(node.start_position().row + 1).unwrap_or(u32::MAX)
}

/// The last line of a node; a node that ends with its newline does not reach the next line.
fn end_line_of(node: Node<'_>) -> u32 {
    let end = node.end_position();
    let row =
        if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row };
    u32::try_from(row + 1).unwrap_or(u32::MAX)
}

fn span_of(node: Node<'_>) -> Span {
    Span {
        start_line: line_of(node),
        end_line: end_line_of(node),
        start_byte: byte(node.start_byte()),
        end_byte: byte(node.end_byte()),
    }
}

fn byte(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
