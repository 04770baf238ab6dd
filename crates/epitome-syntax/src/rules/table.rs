//! The rules of a language compiled against its grammar: one look-up per node kind.

use tree_sitter::{Language, Node};

use super::gate::{Gate, gate_of};
use super::path::Path;
use super::{
    CallRuleText, ImportRuleText, LanguageFile, MemberRuleText, NamedRuleText, ScopeRuleText,
    SymbolRuleText, ValueRuleText, WhenText,
};
use crate::imports::ImportStyle;
use crate::visibility::VisibilityTable;
use epitome_model::outline::{SymbolKind, Visibility};

/// What is wrong with a `language.toml`.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It is not the TOML we know.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// A node kind that the grammar does not have.
    #[error(
        "the grammar has no node kind `{kind}`; `cargo xtask language <name> --tree FILE` shows the kinds it has"
    )]
    UnknownKind {
        /// The kind.
        kind: String,
    },
    /// A field that the grammar does not have.
    #[error("the grammar has no field `{field}`; write `#{field}` if it is a node kind")]
    UnknownField {
        /// The field.
        field: String,
    },
    /// A word that is none of ours.
    #[error("`{word}` is no {what}")]
    UnknownWord {
        /// What it should have been.
        what: &'static str,
        /// The word.
        word: String,
    },
    /// The grammar was made for another tree-sitter.
    #[error("{0}")]
    Grammar(#[from] tree_sitter::LanguageError),
}

pub(crate) struct Rules {
    /// By node kind: what the walk does with such a node.
    actions: Vec<Action>,
    /// By node kind: the roles of such a node, 0 for none.
    roles_of: Vec<u16>,
    roles: Vec<Roles>,
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
}

impl Roles {
    /// Whether the walk has nothing to do here: such roles are asked for by other nodes' rules.
    fn is_passive(&self) -> bool {
        const ASKED_FOR: u32 = flag::NAME
            | flag::BLOCK
            | flag::NOT_TAIL
            | flag::OWN_FIELD
            | flag::MODIFIER
            | flag::PARAMETER
            | flag::PARAMETER_SKIP
            | flag::PARAMETER_WHOLE;
        let lists: usize = [
            &self.symbols,
            &self.scopes,
            &self.calls,
            &self.imports,
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
        self.flags & !ASKED_FOR == 0 && lists == 0 && self.gate.is_none()
    }

    /// A name is a name, whatever it is made of.
    fn is_plain_name(&self) -> bool {
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
}

#[derive(Debug)]
pub(crate) struct When {
    path: Path,
    kinds: Vec<u16>,
    texts: Vec<String>,
    absent: bool,
    not: bool,
    capital: bool,
    and: Option<Box<When>>,
}

impl When {
    fn compile(text: &WhenText, grammar: &Language) -> Result<When, LoadError> {
        let kinds =
            text.kinds.iter().map(|k| kind_ids(k, grammar)).collect::<Result<Vec<_>, _>>()?;
        Ok(When {
            path: Path::compile(&text.path, grammar)?,
            kinds: kinds.concat(),
            texts: text.texts.clone(),
            absent: text.absent,
            not: text.not,
            capital: text.capital,
            and: match &text.and {
                Some(and) => Some(Box::new(When::compile(and, grammar)?)),
                None => None,
            },
        })
    }

    /// Whether only certain words at its path can fit.
    pub(super) fn asks_word(&self) -> bool {
        !self.texts.is_empty() && !self.absent && !self.not
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    fn holds(&self, node: Node<'_>, source: &str) -> bool {
        self.holds_alone(node, source)
            && self.and.as_ref().is_none_or(|and| and.holds(node, source))
    }

    fn holds_alone(&self, node: Node<'_>, source: &str) -> bool {
        let Some(found) = self.path.find(node) else { return self.absent };
        if self.absent {
            return false;
        }
        let fits = (self.kinds.is_empty() || self.kinds.contains(&found.kind_id()))
            && (self.texts.is_empty()
                || self.texts.iter().any(|t| t == &source[found.byte_range()]))
            && (!self.capital
                || source[found.byte_range()].starts_with(|c: char| c.is_uppercase()));
        fits != self.not
    }
}

pub(crate) fn holds(when: &Option<When>, node: Node<'_>, source: &str) -> bool {
    when.as_ref().is_none_or(|when| when.holds(node, source))
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
    fn compile(text: &str, grammar: &Language) -> Result<Each, LoadError> {
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

    fn find<'t>(&self, node: Node<'t>) -> Vec<Node<'t>> {
        let list = self.list.as_ref().map_or(Some(node), |path| path.find(node));
        let Some(list) = list else { return Vec::new() };
        let mut cursor = list.walk();
        if let Some(field) = self.field {
            return list.children_by_field_id(field, &mut cursor).collect();
        }
        list.named_children(&mut cursor)
            .filter(|child| self.kinds.contains(&child.kind_id()))
            .collect()
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
    pub(crate) fn holders<'t>(&self, node: Node<'t>) -> Vec<Node<'t>> {
        self.each.as_ref().map_or_else(|| vec![node], |each| each.find(node))
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

/// All ids of a node kind: a grammar may have several under one name. Where a node and a bare word
/// share it (`string` and the type `string`), the node is meant.
pub(crate) fn kind_ids(kind: &str, grammar: &Language) -> Result<Vec<u16>, LoadError> {
    let count = u16::try_from(grammar.node_kind_count()).unwrap_or(u16::MAX);
    let mut ids: Vec<u16> =
        (0..count).filter(|&id| grammar.node_kind_for_id(id) == Some(kind)).collect();
    if ids.iter().any(|&id| grammar.node_kind_is_named(id)) {
        ids.retain(|&id| grammar.node_kind_is_named(id));
    }
    if ids.is_empty() { Err(LoadError::UnknownKind { kind: kind.to_owned() }) } else { Ok(ids) }
}

struct Compiler<'g> {
    grammar: &'g Language,
    roles_of: Vec<u16>,
    roles: Vec<Roles>,
}

impl<'g> Compiler<'g> {
    fn new(grammar: &'g Language) -> Self {
        Compiler {
            grammar,
            roles_of: vec![0; grammar.node_kind_count()],
            roles: vec![Roles::default()],
        }
    }

    fn compile(mut self, file: LanguageFile) -> Result<Rules, LoadError> {
        self.flags(&file)?;
        let symbols =
            self.each(&file.symbol, |r| &r.nodes, Self::symbol, |r, i| r.symbols.push(i))?;
        let scopes = self.each(&file.scope, |r| &r.nodes, Self::scope, |r, i| r.scopes.push(i))?;
        let calls = self.each(&file.call, |r| &r.nodes, Self::call, |r, i| r.calls.push(i))?;
        let members =
            self.each(&file.member, |r| &r.nodes, Self::member, |r, i| r.member = Some(i))?;
        let imports =
            self.each(&file.import, |r| &r.nodes, Self::import, |r, i| r.imports.push(i))?;
        let mut values = Vec::new();
        self.values(&file.returned, &mut values, |r| &mut r.returns)?;
        self.values(&file.raise, &mut values, |r| &mut r.raises)?;
        self.values(&file.base, &mut values, |r| &mut r.bases)?;
        self.values(&file.write, &mut values, |r| &mut r.writes)?;
        self.values(&file.guard, &mut values, |r| &mut r.guards)?;
        self.values(&file.loops, &mut values, |r| &mut r.loops)?;
        let mut named = Vec::new();
        self.named(&file.binding, &mut named, |r| &mut r.bindings)?;
        self.named(&file.field, &mut named, |r| &mut r.fields)?;
        self.named(&file.global, &mut named, |r| &mut r.globals)?;
        self.named(&file.keyed, &mut named, |r| &mut r.keyed)?;
        self.named(&file.export, &mut named, |r| &mut r.exports)?;
        let mut rules = Rules {
            docstring: self.path(&file.comments.docstring)?,
            docstring_statements: file
                .comments
                .docstring_statements
                .iter()
                .map(|kind| kind_ids(kind, self.grammar))
                .collect::<Result<Vec<_>, _>>()?
                .concat(),
            parameter: ParameterPaths {
                name: self.path(&file.parameter.name)?,
                ty: self.path(&file.parameter.ty)?,
                default: self.path(&file.parameter.default)?,
            },
            visibility: VisibilityTable::new(&file.visibility)?,
            actions: self.actions(),
            roles_of: self.roles_of,
            roles: self.roles,
            gates: Vec::new(),
            symbols,
            scopes,
            calls,
            members,
            values,
            named,
            imports,
            text: file,
        };
        for index in 0..rules.roles.len() {
            if let Some(gate) = gate_of(&rules, &rules.roles[index]) {
                rules.roles[index].gate = u16::try_from(rules.gates.len()).ok();
                rules.gates.push(gate);
            }
        }
        Ok(rules)
    }

    fn actions(&self) -> Vec<Action> {
        (0_u16..)
            .zip(&self.roles_of)
            .map(|(id, &index)| {
                let roles = &self.roles[usize::from(index)];
                let is_token = !self.grammar.node_kind_is_named(id);
                match roles.is_passive() {
                    false => Action::Act,
                    true if is_token || roles.is_plain_name() => Action::Skip,
                    true => Action::Pass,
                }
            })
            .collect()
    }

    fn flags(&mut self, file: &LanguageFile) -> Result<(), LoadError> {
        let lists: [(&[String], u32); 21] = [
            (&file.comments.nodes, flag::COMMENT),
            (&file.branches, flag::BRANCH),
            (&file.decorators, flag::DECORATOR),
            (&file.modifiers, flag::MODIFIER),
            (&file.wrappers, flag::WRAPPER),
            (&file.exporters, flag::EXPORTER),
            (&file.preamble, flag::PREAMBLE),
            (&file.strings, flag::STRING),
            (&file.numbers, flag::NUMBER),
            (&file.names, flag::NAME),
            (&file.closures, flag::CLOSURE),
            (&file.blocks, flag::BLOCK),
            (&file.not_tail, flag::NOT_TAIL),
            (&file.own_fields, flag::OWN_FIELD),
            (&file.token_trees, flag::TOKEN_TREE),
            (&file.opaque, flag::OPAQUE),
            (&file.visibility.sections, flag::SECTION),
            (&file.parameter.skip, flag::PARAMETER_SKIP),
            (&file.parameter.whole, flag::PARAMETER_WHOLE),
            (&file.otherwise, flag::OTHERWISE),
            (&file.parameter.only, flag::PARAMETER),
        ];
        for (kinds, flag) in lists {
            for kind in kinds {
                self.assign(kind, |roles| roles.flags |= flag)?;
            }
        }
        Ok(())
    }

    fn assign(&mut self, kind: &str, set: impl Fn(&mut Roles)) -> Result<(), LoadError> {
        for id in kind_ids(kind, self.grammar)? {
            let slot = &mut self.roles_of[usize::from(id)];
            if *slot == 0 {
                *slot = u16::try_from(self.roles.len()).unwrap_or(u16::MAX);
                self.roles.push(Roles::default());
            }
            set(&mut self.roles[usize::from(*slot)]);
        }
        Ok(())
    }

    fn each<T, R>(
        &mut self,
        texts: &[T],
        nodes: impl Fn(&T) -> &Vec<String>,
        compile: impl Fn(&Self, &T) -> Result<R, LoadError>,
        set: impl Fn(&mut Roles, u16),
    ) -> Result<Vec<R>, LoadError> {
        let mut rules = Vec::with_capacity(texts.len());
        for text in texts {
            let index = u16::try_from(rules.len()).unwrap_or(u16::MAX);
            rules.push(compile(self, text)?);
            for kind in nodes(text) {
                self.assign(kind, |roles| set(roles, index))?;
            }
        }
        Ok(rules)
    }

    fn values(
        &mut self,
        texts: &[ValueRuleText],
        rules: &mut Vec<ValueRule>,
        list: impl Fn(&mut Roles) -> &mut Vec<u16>,
    ) -> Result<(), LoadError> {
        for text in texts {
            let index = u16::try_from(rules.len()).unwrap_or(u16::MAX);
            rules.push(ValueRule {
                value: self.path(&text.value)?,
                returned: text.returned,
                until: self.path(&text.until)?,
                negated: text.negated,
                when: self.when(&text.when)?,
            });
            for kind in &text.nodes {
                self.assign(kind, |roles| list(roles).push(index))?;
            }
        }
        Ok(())
    }

    fn named(
        &mut self,
        texts: &[NamedRuleText],
        rules: &mut Vec<NamedRule>,
        list: impl Fn(&mut Roles) -> &mut Vec<u16>,
    ) -> Result<(), LoadError> {
        for text in texts {
            let index = u16::try_from(rules.len()).unwrap_or(u16::MAX);
            rules.push(NamedRule {
                each: text
                    .each
                    .as_ref()
                    .map(|each| Each::compile(each, self.grammar))
                    .transpose()?,
                name: Path::compile(
                    if text.name.is_empty() { "." } else { &text.name },
                    self.grammar,
                )?,
                named: text.named.clone(),
                local: self.path(&text.local)?,
                inside_methods: text.inside_methods,
                ty: self.path(&text.ty)?,
                value: self.path(&text.value)?,
                when: self.when(&text.when)?,
            });
            for kind in &text.nodes {
                self.assign(kind, |roles| list(roles).push(index))?;
            }
        }
        Ok(())
    }

    fn path(&self, text: &Option<String>) -> Result<Option<Path>, LoadError> {
        text.as_ref().map(|text| Path::compile(text, self.grammar)).transpose()
    }

    fn when(&self, text: &Option<WhenText>) -> Result<Option<When>, LoadError> {
        text.as_ref().map(|text| When::compile(text, self.grammar)).transpose()
    }

    fn symbol(&self, text: &SymbolRuleText) -> Result<SymbolRule, LoadError> {
        let name = Some(text.name.clone()).filter(|name| !name.is_empty());
        Ok(SymbolRule {
            kind: kind_of_word(&text.kind)?,
            name: self.path(&name)?,
            named: text.named.clone(),
            name_until: self.path(&text.name_until)?,
            when: self.when(&text.when)?,
            qualifier: self.path(&text.qualifier)?,
            parameters: self.path(&text.parameters)?,
            returns: self.path(&text.returns)?,
            body: self.path(&text.body)?,
            value: self.path(&text.value)?,
            bases: text
                .bases
                .iter()
                .map(|path| Path::compile(path, self.grammar))
                .collect::<Result<_, _>>()?,
            declaration: text.declaration,
            declaration_without_body: text.declaration_without_body,
            visibility: text
                .visibility
                .as_deref()
                .map(crate::visibility::visibility_of_word)
                .transpose()?,
            outside_functions: text.outside_functions,
            outside_bodies: text.outside_bodies,
            inside_classes: text.inside_classes,
            continues: text.continues,
            member_visibility: text
                .member_visibility
                .as_deref()
                .map(crate::visibility::visibility_of_word)
                .transpose()?,
        })
    }

    fn scope(&self, text: &ScopeRuleText) -> Result<ScopeRule, LoadError> {
        Ok(ScopeRule {
            name: Path::compile(&text.name, self.grammar)?,
            base: self.path(&text.base)?,
            when: self.when(&text.when)?,
            holds_methods: text.holds_methods,
            visibility: text
                .visibility
                .as_deref()
                .map(crate::visibility::visibility_of_word)
                .transpose()?,
        })
    }

    fn call(&self, text: &CallRuleText) -> Result<CallRule, LoadError> {
        Ok(CallRule {
            callee: self.path(&text.callee)?,
            object: self.path(&text.object)?,
            name: self.path(&text.name)?,
            arguments: self.path(&text.arguments)?,
            argument: self.path(&text.argument)?,
            inner: self.path(&text.inner)?,
            constructs: text.constructs,
            when: self.when(&text.when)?,
        })
    }

    fn member(&self, text: &MemberRuleText) -> Result<MemberRule, LoadError> {
        Ok(MemberRule {
            object: Path::compile(&text.object, self.grammar)?,
            name: self.path(&text.name)?,
        })
    }

    fn import(&self, text: &ImportRuleText) -> Result<ImportRule, LoadError> {
        let style = ImportStyle::from_word(&text.style)
            .ok_or(LoadError::UnknownWord { what: "import style", word: text.style.clone() })?;
        Ok(ImportRule { style, when: self.when(&text.when)? })
    }
}

fn kind_of_word(word: &str) -> Result<SymbolKind, LoadError> {
    SymbolKind::ALL
        .into_iter()
        .find(|kind| kind.word() == word)
        .ok_or(LoadError::UnknownWord { what: "symbol kind", word: word.to_owned() })
}
