//! The rules of a language compiled against its grammar: one look-up per node kind.

use tree_sitter::{Language, Node};

use super::LanguageFile;
use super::compile::{Compiler, LoadError, kind_ids};
use super::gate::Gate;
use super::path::Path;
use super::when::When;
use crate::imports::ImportStyle;
use crate::visibility::VisibilityTable;
use epitome_model::outline::{SymbolKind, Visibility};

pub(crate) struct Rules {
    /// By node kind: what the walk does with such a node.
    pub(super) actions: Vec<Action>,
    /// By node kind: the roles of such a node, 0 for none.
    pub(super) roles_of: Vec<u16>,
    pub(super) roles: Vec<Roles>,
    pub(crate) gates: Vec<Gate>,
    pub(crate) symbols: Vec<SymbolRule>,
    pub(crate) scopes: Vec<ScopeRule>,
    pub(crate) calls: Vec<CallRule>,
    pub(crate) members: Vec<MemberRule>,
    pub(crate) values: Vec<ValueRule>,
    pub(crate) named: Vec<NamedRule>,
    pub(crate) imports: Vec<ImportRule>,
    pub(crate) docstring: Option<Path>,
    pub(crate) docstring_statements: Vec<u16>,
    pub(crate) parameter: ParameterPaths,
    /// Whether a parameter may be a field of its class.
    pub(crate) parameters_make_fields: bool,
    pub(crate) visibility: VisibilityTable,
    pub(crate) text: LanguageFile,
}

/// What the walk does with a node, told by its kind alone: more than half of a tree is tokens and
/// names, which hold nothing to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Nothing, and it has no children worth a look.
    Skip,
    /// Nothing, but go on to its children.
    Pass,
    /// Nothing, but go on to its children unless it is no more than `a.b`.
    PassLarge,
    /// Nothing, but go on to its children unless it is a type of mere names.
    PassType,
    /// Hand it to its roles unless it is no more than `a.b`.
    ActLarge,
    /// Hand it to its roles.
    Act,
}

/// Everything that a node of one kind may be.
#[derive(Debug, Default, Clone)]
pub(crate) struct Roles {
    pub(crate) flags: u32,
    pub(crate) symbols: Vec<u16>,
    pub(crate) scopes: Vec<u16>,
    pub(crate) calls: Vec<u16>,
    pub(crate) member: Option<u16>,
    pub(crate) imports: Vec<u16>,
    pub(crate) returns: Vec<u16>,
    pub(crate) raises: Vec<u16>,
    pub(crate) bases: Vec<u16>,
    pub(crate) writes: Vec<u16>,
    pub(crate) guards: Vec<u16>,
    pub(crate) loops: Vec<u16>,
    pub(crate) bindings: Vec<u16>,
    pub(crate) fields: Vec<u16>,
    pub(crate) globals: Vec<u16>,
    pub(crate) keyed: Vec<u16>,
    pub(crate) exports: Vec<u16>,
    /// Index into [`Rules::gates`].
    pub(crate) gate: Option<u16>,
    /// What the rules above ask for at such a node, in order.
    pub(crate) facts: Vec<Fact>,
    /// Whether such a node may enclose, name or guard what is below it.
    pub(crate) opens: bool,
}

/// A rule that looks for a fact, by its index.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fact {
    Call(u16),
    Return(u16),
    Raise(u16),
    Base(u16),
    Write(u16),
    Loop(u16),
    Binding(u16),
    Field(u16),
    Global(u16),
}

impl Roles {
    /// Sums up the lists, so that the walk need not look at each of them.
    pub(super) fn sum_up(&mut self) {
        const OPENING: u32 =
            flag::WRAPPER | flag::EXPORTER | flag::SECTION | flag::CLOSURE | flag::OTHERWISE;
        type Kind = fn(u16) -> Fact;
        let lists: [(&[u16], Kind); 9] = [
            (&self.calls, Fact::Call),
            (&self.returns, Fact::Return),
            (&self.raises, Fact::Raise),
            (&self.bases, Fact::Base),
            (&self.writes, Fact::Write),
            (&self.loops, Fact::Loop),
            (&self.bindings, Fact::Binding),
            (&self.fields, Fact::Field),
            (&self.globals, Fact::Global),
        ];
        self.facts =
            lists.iter().flat_map(|(rules, fact)| rules.iter().map(|&rule| fact(rule))).collect();
        self.opens = self.flags & OPENING != 0
            || [&self.symbols, &self.scopes, &self.guards, &self.keyed]
                .iter()
                .any(|list| !list.is_empty());
    }

    /// Whether the walk has nothing to do here: such roles are asked for by other nodes' rules.
    pub(super) fn is_passive(&self) -> bool {
        self.has_passive_flags() && self.has_no_rules()
    }

    pub(super) fn has_passive_flags(&self) -> bool {
        const ASKED_FOR: u32 = flag::NAME
            | flag::BLOCK
            | flag::NOT_TAIL
            | flag::OWN_FIELD
            | flag::MODIFIER
            | flag::PARAMETER
            | flag::PARAMETER_SKIP
            | flag::PARAMETER_WHOLE
            | flag::TYPE;
        self.flags & !ASKED_FOR == 0
    }

    /// Whether its flags say all.
    pub(crate) fn has_no_rules(&self) -> bool {
        self.imports.is_empty() && self.has_only_imports()
    }

    /// Whether imports are all that its rules are about.
    pub(super) fn has_only_imports(&self) -> bool {
        let lists: usize = [
            &self.symbols,
            &self.scopes,
            &self.calls,
            &self.exports,
            &self.returns,
            &self.raises,
            &self.bases,
            &self.writes,
            &self.guards,
            &self.loops,
            &self.bindings,
            &self.fields,
            &self.globals,
            &self.keyed,
        ]
        .map(Vec::len)
        .iter()
        .sum();
        lists == 0 && self.gate.is_none()
    }

    /// An import statement, in which nothing else can be.
    pub(crate) fn is_mere_import(&self) -> bool {
        self.calls.is_empty() && self.symbols.is_empty() && self.flags & flag::EXPORTER == 0
    }

    /// A name is a name, whatever it is made of.
    pub(super) fn is_plain_name(&self) -> bool {
        self.flags & flag::NAME != 0 && self.flags & flag::BLOCK == 0 && self.member.is_none()
    }
}

/// Roles that need no parts.
pub(crate) mod flag {
    pub(crate) const COMMENT: u32 = 1;
    pub(crate) const BRANCH: u32 = 1 << 1;
    pub(crate) const DECORATOR: u32 = 1 << 2;
    pub(crate) const MODIFIER: u32 = 1 << 3;
    pub(crate) const WRAPPER: u32 = 1 << 4;
    pub(crate) const EXPORTER: u32 = 1 << 5;
    pub(crate) const PREAMBLE: u32 = 1 << 6;
    pub(crate) const STRING: u32 = 1 << 7;
    pub(crate) const NUMBER: u32 = 1 << 8;
    pub(crate) const NAME: u32 = 1 << 9;
    pub(crate) const CLOSURE: u32 = 1 << 10;
    pub(crate) const BLOCK: u32 = 1 << 11;
    pub(crate) const NOT_TAIL: u32 = 1 << 12;
    pub(crate) const OWN_FIELD: u32 = 1 << 13;
    pub(crate) const TOKEN_TREE: u32 = 1 << 14;
    pub(crate) const OPAQUE: u32 = 1 << 15;
    pub(crate) const SECTION: u32 = 1 << 16;
    pub(crate) const PARAMETER_SKIP: u32 = 1 << 17;
    pub(crate) const PARAMETER_WHOLE: u32 = 1 << 18;
    pub(crate) const OTHERWISE: u32 = 1 << 19;
    pub(crate) const PARAMETER: u32 = 1 << 20;
    pub(crate) const TYPE: u32 = 1 << 21;
}

pub(crate) struct SymbolRule {
    pub(crate) kind: SymbolKind,
    pub(crate) name: Option<Path>,
    pub(crate) named: Option<String>,
    pub(crate) name_until: Option<Path>,
    pub(crate) when: Option<When>,
    pub(crate) qualifier: Option<Path>,
    pub(crate) parameters: Option<Path>,
    pub(crate) returns: Option<Path>,
    pub(crate) body: Option<Path>,
    pub(crate) value: Option<Path>,
    pub(crate) bases: Vec<Path>,
    pub(crate) declaration: bool,
    pub(crate) declaration_without_body: bool,
    pub(crate) visibility: Option<Visibility>,
    pub(crate) outside_functions: bool,
    pub(crate) outside_bodies: bool,
    pub(crate) inside_classes: bool,
    pub(crate) continues: bool,
    pub(crate) member_visibility: Option<Visibility>,
}

pub(crate) struct ScopeRule {
    pub(crate) name: Path,
    pub(crate) base: Option<Path>,
    pub(crate) when: Option<When>,
    pub(crate) holds_methods: bool,
    pub(crate) visibility: Option<Visibility>,
}

pub(crate) struct CallRule {
    pub(crate) callee: Option<Path>,
    pub(crate) object: Option<Path>,
    pub(crate) name: Option<Path>,
    pub(crate) arguments: Option<Path>,
    pub(crate) argument: Option<Path>,
    pub(crate) inner: Option<Path>,
    pub(crate) constructs: bool,
    pub(crate) when: Option<When>,
}

pub(crate) struct MemberRule {
    pub(crate) object: Path,
    pub(crate) name: Option<Path>,
}

pub(crate) struct ValueRule {
    pub(crate) value: Option<Path>,
    pub(crate) returned: bool,
    pub(crate) until: Option<Path>,
    pub(crate) negated: bool,
    pub(crate) when: Option<When>,
}

/// `#list/#item`: the items of a list.
pub(crate) struct Each {
    list: Option<Path>,
    kinds: Vec<u16>,
    /// Set where the parts are told by their field, not their kind.
    field: Option<std::num::NonZeroU16>,
}

impl Each {
    pub(super) fn compile(text: &str, grammar: &Language) -> Result<Each, LoadError> {
        let (list, item) = match text.rsplit_once('/') {
            Some((list, item)) => (Some(Path::compile(list, grammar)?), item),
            None => (None, text),
        };
        match (kind_ids(item.trim_start_matches('#'), grammar), grammar.field_id_for_name(item)) {
            (Ok(kinds), _) => Ok(Each { list, kinds, field: None }),
            (Err(_), Some(id)) => Ok(Each { list, kinds: Vec::new(), field: Some(id) }),
            (Err(error), None) => Err(error),
        }
    }

    fn find<'t>(&self, node: Node<'t>) -> Holders<'t, '_> {
        let list = self.list.as_ref().map_or(Some(node), |path| path.find(node));
        let Some(list) = list else { return Holders::Many(Vec::new().into_iter()) };
        if let Some(field) = self.field {
            let mut cursor = list.walk();
            let found: Vec<_> = list.children_by_field_id(field, &mut cursor).collect();
            return Holders::Many(found.into_iter());
        }
        let count = u32::try_from(list.named_child_count()).unwrap_or(u32::MAX);
        if count <= FEW {
            return Holders::Few { list, next: 0, count, kinds: &self.kinds };
        }
        let mut cursor = list.walk();
        let found: Vec<_> = list
            .named_children(&mut cursor)
            .filter(|child| self.kinds.contains(&child.kind_id()))
            .collect();
        Holders::Many(found.into_iter())
    }
}

/// A cursor and a list are two allocations, which so few children are not worth.
const FEW: u32 = 4;

/// The nodes that hold a name and its value.
pub(crate) enum Holders<'t, 'r> {
    One(Option<Node<'t>>),
    Few { list: Node<'t>, next: u32, count: u32, kinds: &'r [u16] },
    Many(std::vec::IntoIter<Node<'t>>),
}

impl<'t> Iterator for Holders<'t, '_> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        match self {
            Holders::One(node) => node.take(),
            Holders::Few { list, next, count, kinds } => {
                while next < count {
                    *next += 1;
                    let child = list.named_child(*next - 1)?;
                    if kinds.contains(&child.kind_id()) {
                        return Some(child);
                    }
                }
                None
            }
            Holders::Many(nodes) => nodes.next(),
        }
    }
}

impl ValueRule {
    /// The text of the part that matters.
    pub(crate) fn range(&self, node: Node<'_>) -> Option<std::ops::Range<usize>> {
        let value = self.value.as_ref()?.find(node)?;
        let until = self.until.as_ref().and_then(|path| path.find(node));
        let end = until.map_or(value.end_byte(), |until| until.start_byte());
        Some(value.start_byte()..end.max(value.start_byte()))
    }
}

pub(crate) struct NamedRule {
    pub(crate) each: Option<Each>,
    pub(crate) name: Path,
    pub(crate) named: Option<String>,
    pub(crate) local: Option<Path>,
    pub(crate) inside_methods: bool,
    pub(crate) ty: Option<Path>,
    pub(crate) value: Option<Path>,
    pub(crate) when: Option<When>,
}

impl NamedRule {
    /// The nodes that hold a name and its value.
    pub(crate) fn holders<'t>(&self, node: Node<'t>) -> Holders<'t, '_> {
        match &self.each {
            Some(each) => each.find(node),
            None => Holders::One(Some(node)),
        }
    }
}

pub(crate) struct ImportRule {
    pub(crate) style: ImportStyle,
    pub(crate) when: Option<When>,
}

pub(crate) struct ParameterPaths {
    pub(crate) name: Option<Path>,
    pub(crate) ty: Option<Path>,
    pub(crate) default: Option<Path>,
}

impl Rules {
    pub(crate) fn compile(file: LanguageFile, grammar: &Language) -> Result<Rules, LoadError> {
        Compiler::new(grammar).compile(file)
    }

    /// The roles of a node, if its kind has any.
    pub(crate) fn roles(&self, kind: u16) -> Option<&Roles> {
        match self.roles_of.get(usize::from(kind)) {
            Some(&0) | None => None,
            Some(&index) => Some(&self.roles[usize::from(index)]),
        }
    }

    /// What the walk does with a node of this kind.
    pub(crate) fn action(&self, kind: u16) -> Action {
        self.actions.get(usize::from(kind)).copied().unwrap_or(Action::Pass)
    }

    pub(crate) fn has(&self, kind: u16, flags: u32) -> bool {
        self.roles(kind).is_some_and(|roles| roles.flags & flags != 0)
    }
}
