//! A language's rules as written become rules against its grammar, or an error that says which word
//! the grammar does not know.

use epitome_model::outline::SymbolKind;
use tree_sitter::Language;

use super::gate::gate_of;
use super::path::Path;
use super::table::*;
use super::when::When;
use super::{
    CallRuleText, ImportRuleText, LanguageFile, MemberRuleText, NamedRuleText, ScopeRuleText,
    SymbolRuleText, ValueRuleText, WhenText,
};
use crate::imports::ImportStyle;
use crate::visibility::VisibilityTable;

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

pub(super) struct Compiler<'g> {
    grammar: &'g Language,
    /// The paths of conditions, each by its number.
    paths: std::cell::RefCell<Vec<String>>,
    roles_of: Vec<u16>,
    roles: Vec<Roles>,
}

impl<'g> Compiler<'g> {
    pub(super) fn new(grammar: &'g Language) -> Self {
        Compiler {
            grammar,
            paths: std::cell::RefCell::default(),
            roles_of: vec![0; grammar.node_kind_count()],
            roles: vec![Roles::default()],
        }
    }

    pub(super) fn compile(mut self, file: LanguageFile) -> Result<Rules, LoadError> {
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
            parameters_make_fields: named.iter().any(|rule| rule.inside_methods),
            visibility: VisibilityTable::new(&file.visibility)?,
            actions: self.actions(&members),
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
            rules.roles[index].sum_up();
            if let Some(gate) = gate_of(&rules, &rules.roles[index]) {
                rules.roles[index].gate = u16::try_from(rules.gates.len()).ok();
                rules.gates.push(gate);
            }
        }
        Ok(rules)
    }

    fn actions(&self, members: &[MemberRule]) -> Vec<Action> {
        (0_u16..)
            .zip(&self.roles_of)
            .map(|(id, &index)| {
                let roles = &self.roles[usize::from(index)];
                let is_token = !self.grammar.node_kind_is_named(id);
                let is_member =
                    roles.member.is_some_and(|m| members[usize::from(m)].name.is_some());
                match roles.is_passive() {
                    // `require("m").name` is an import, `a.b` is none.
                    false if is_member && roles.has_passive_flags() && roles.has_only_imports() => {
                        Action::ActLarge
                    }
                    false => Action::Act,
                    true if is_token || roles.is_plain_name() => Action::Skip,
                    true if is_member => Action::PassLarge,
                    true if roles.flags & flag::TYPE != 0 => Action::PassType,
                    true => Action::Pass,
                }
            })
            .collect()
    }

    fn flags(&mut self, file: &LanguageFile) -> Result<(), LoadError> {
        let lists: [(&[String], u32); 22] = [
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
            (&file.types, flag::TYPE),
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
        text.as_ref()
            .map(|text| When::compile(text, self.grammar, &mut self.paths.borrow_mut()))
            .transpose()
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
