//! What `language.toml` may say, as it is written there.
//!
//! The rules take the place of tree-sitter queries: each names node kinds and, by short paths, where
//! the parts of such a node are. One walk over the tree answers them all, where running queries
//! over the tree costs about as much as parsing it.

pub(crate) mod gate;
pub(crate) mod path;
pub(crate) mod table;

use serde::Deserialize;

/// A whole `language.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LanguageFile {
    pub(crate) name: String,
    pub(crate) grammar: Option<String>,
    pub(crate) plain: Option<String>,
    pub(crate) extensions: Vec<String>,
    pub(crate) filenames: Vec<String>,
    pub(crate) interpreters: Vec<String>,
    /// A preprocessor runs before the grammar: see the module of that name.
    pub(crate) preprocessor: bool,
    /// Types are written around the names they are given to (`char *argv[]`).
    pub(crate) declarators: bool,
    /// The language that a text may be in instead, though its name says this one.
    pub(crate) kin: KinRules,
    /// Indentation is grammar: see `layout_hash` of the model.
    pub(crate) indentation: bool,
    /// Separators that make a written name a path: `::`, `.`, `:`.
    pub(crate) separators: Vec<String>,
    /// Leading parts of written names that say nothing: `prototype`, `exports`.
    pub(crate) silent_names: Vec<String>,
    pub(crate) constructors: Vec<String>,
    /// Words that name nothing, whatever a tree made of broken code says.
    pub(crate) keywords: Vec<String>,
    /// Functions of a module are methods: it is mixed into classes.
    pub(crate) modules_hold_methods: bool,
    /// Definitions that follow each other under one name are one symbol (equations, overloads).
    pub(crate) merge_same_name: bool,
    /// Declarations that stand right before the definition of their name are one symbol with it.
    pub(crate) merge_declarations: bool,
    /// A definition's node runs on to the next word: white space and comments at its end, unless
    /// they are indented like its body, belong to what follows.
    pub(crate) open_ended: bool,
    /// A declaration beside a definition of its name is an overload, not its prototype.
    pub(crate) keep_declarations: bool,

    pub(crate) branches: Vec<String>,
    pub(crate) branch_calls: Vec<String>,
    /// Calls that are words of the language: they may branch, and call nothing.
    pub(crate) silent_calls: Vec<String>,
    /// What stands right before a word that only looks like a call (`@timeout 5`).
    pub(crate) silent_marks: Vec<String>,
    pub(crate) comments: CommentRules,
    pub(crate) visibility: VisibilityRules,
    pub(crate) decorators: Vec<String>,
    /// How the text of a decorator begins, where its node may be something else; nothing in it is code.
    pub(crate) decorator_marks: Vec<String>,
    /// First words of decorators that carry documentation of what follows, or of what encloses.
    pub(crate) doc_decorators: Vec<String>,
    pub(crate) enclosing_doc_decorators: Vec<String>,
    pub(crate) modifiers: Vec<String>,
    pub(crate) wrappers: Vec<String>,
    pub(crate) exporters: Vec<String>,
    /// Nodes that may stand before a file's own comment: a package line, a shebang.
    pub(crate) preamble: Vec<String>,
    pub(crate) strings: Vec<String>,
    /// Strings hold no code: nothing inside is looked at.
    pub(crate) plain_strings: bool,
    pub(crate) numbers: Vec<String>,
    pub(crate) names: Vec<String>,
    pub(crate) closures: Vec<String>,
    /// Bodies that hold statements; a body of any other kind is the returned expression itself.
    pub(crate) blocks: Vec<String>,
    /// The last expression of a block is its value.
    pub(crate) tail: bool,
    pub(crate) not_tail: Vec<String>,
    /// Only a block of one expression has it as its value, and only where a type is returned.
    pub(crate) tail_of_one: bool,
    pub(crate) raise_calls: Vec<String>,
    /// Calls that raise only where they have no receiver: `error(…)`, not `log.error(…)`.
    pub(crate) bare_raise_calls: Vec<String>,
    /// `return` in an anonymous function leaves the function around it.
    pub(crate) outward_returns: bool,
    /// How the text of a returned error begins.
    pub(crate) returned_errors: Vec<String>,
    /// Nodes that are fields of the object by themselves (`@total`).
    pub(crate) own_fields: Vec<String>,
    /// A plain name may be a field of the object (`total = 1` for `this.total = 1`).
    pub(crate) bare_fields: bool,
    /// Nodes behind which the condition of the branch they stand in does not hold (`else`).
    pub(crate) otherwise: Vec<String>,
    /// Nodes that hold bare tokens in which calls must be read off the text (Rust macros).
    pub(crate) token_trees: Vec<String>,
    /// Subtrees in which nothing is looked for.
    pub(crate) opaque: Vec<String>,

    pub(crate) parameter: ParameterRules,
    pub(crate) symbol: Vec<SymbolRuleText>,
    pub(crate) scope: Vec<ScopeRuleText>,
    pub(crate) call: Vec<CallRuleText>,
    pub(crate) member: Vec<MemberRuleText>,
    #[serde(rename = "return")]
    pub(crate) returned: Vec<ValueRuleText>,
    pub(crate) raise: Vec<ValueRuleText>,
    /// Nodes in a class body that name a base of the class: an embedded type, a mixin.
    pub(crate) base: Vec<ValueRuleText>,
    pub(crate) write: Vec<ValueRuleText>,
    pub(crate) guard: Vec<ValueRuleText>,
    #[serde(rename = "loop")]
    pub(crate) loops: Vec<ValueRuleText>,
    pub(crate) binding: Vec<NamedRuleText>,
    pub(crate) field: Vec<NamedRuleText>,
    pub(crate) global: Vec<NamedRuleText>,
    pub(crate) keyed: Vec<NamedRuleText>,
    /// Nodes of an export list; the value (or the name, or `named`) is the exported name.
    pub(crate) export: Vec<NamedRuleText>,
    pub(crate) import: Vec<ImportRuleText>,
}

/// How to tell that a text is in another language than its name says: a C++ header in a `.h`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct KinRules {
    pub(crate) language: String,
    /// How a statement of that language begins: words and marks, `_` for any word.
    pub(crate) starts: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CommentRules {
    pub(crate) nodes: Vec<String>,
    /// How a documentation comment begins.
    pub(crate) doc: Vec<String>,
    /// How a comment that documents the file begins.
    pub(crate) file_doc: Vec<String>,
    /// The string in a statement that documents the body it opens: its path from the statement.
    pub(crate) docstring: Option<String>,
    /// Statements that may hold such a string.
    pub(crate) docstring_statements: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct VisibilityRules {
    pub(crate) style: String,
    pub(crate) default: Option<String>,
    /// Visibility of class members, where it differs from `default`.
    pub(crate) member_default: Option<String>,
    /// Visibility of what stands in a function and says nothing.
    pub(crate) local_default: Option<String>,
    /// Modifier words or definition keywords that set it.
    pub(crate) public: Vec<String>,
    pub(crate) protected: Vec<String>,
    pub(crate) internal: Vec<String>,
    pub(crate) private: Vec<String>,
    /// Words that make private what is no member: `static` in C++.
    pub(crate) private_outside_classes: Vec<String>,
    /// Nodes that set it for what follows in a class body (`private:`).
    pub(crate) sections: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ParameterRules {
    pub(crate) name: Option<String>,
    #[serde(rename = "type")]
    pub(crate) ty: Option<String>,
    pub(crate) default: Option<String>,
    /// Children of a parameter list that are no parameters.
    pub(crate) skip: Vec<String>,
    /// Parameters whose whole text is the name (`*args`).
    pub(crate) whole: Vec<String>,
    /// Further lists of the same kind may follow the first: `def f(a)(b)`.
    pub(crate) curried: bool,
    /// The kinds that parameters have, where they stand among other parts of the definition.
    pub(crate) only: Vec<String>,
    /// Texts that say that there is no parameter: `f(void)`.
    pub(crate) none: Vec<String>,
}

#[derive(Debug, Default, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct WhenText {
    pub(crate) path: String,
    pub(crate) kinds: Vec<String>,
    pub(crate) texts: Vec<String>,
    /// The node at `path` must be absent.
    pub(crate) absent: bool,
    /// The node at `path` must be there and be none of these.
    pub(crate) not: bool,
    /// The text at `path` must begin with a capital letter.
    pub(crate) capital: bool,
    /// What must hold besides.
    pub(crate) and: Option<Box<WhenText>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SymbolRuleText {
    pub(crate) nodes: Vec<String>,
    pub(crate) kind: String,
    pub(crate) name: String,
    /// The name where no node holds it.
    pub(crate) named: Option<String>,
    /// Where the name ends if it ends before its node does: `operator bool` of `operator bool()`.
    pub(crate) name_until: Option<String>,
    pub(crate) when: Option<WhenText>,
    pub(crate) qualifier: Option<String>,
    pub(crate) parameters: Option<String>,
    pub(crate) returns: Option<String>,
    pub(crate) body: Option<String>,
    /// The anonymous function or type that this symbol names; it is no symbol of its own.
    pub(crate) value: Option<String>,
    pub(crate) bases: Vec<String>,
    pub(crate) declaration: bool,
    /// Without a body it only declares.
    pub(crate) declaration_without_body: bool,
    pub(crate) visibility: Option<String>,
    /// Only where no function encloses it.
    pub(crate) outside_functions: bool,
    /// Not where the innermost symbol is a function: there it is a macro with a block.
    pub(crate) outside_bodies: bool,
    /// Only directly inside a class-like symbol.
    pub(crate) inside_classes: bool,
    /// Only where it goes on with the definition of the same name right above.
    pub(crate) continues: bool,
    /// Visibility of its members that say nothing, as in an interface.
    pub(crate) member_visibility: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ScopeRuleText {
    pub(crate) nodes: Vec<String>,
    pub(crate) name: String,
    pub(crate) base: Option<String>,
    pub(crate) when: Option<WhenText>,
    /// Functions inside are methods.
    pub(crate) holds_methods: bool,
    /// Visibility of what is inside; such a scope needs no name (`namespace { … }`).
    pub(crate) visibility: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CallRuleText {
    pub(crate) nodes: Vec<String>,
    pub(crate) callee: Option<String>,
    pub(crate) object: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) arguments: Option<String>,
    /// The one argument of a call, and the call that it is given to (`f a b`).
    pub(crate) argument: Option<String>,
    pub(crate) inner: Option<String>,
    pub(crate) constructs: bool,
    pub(crate) when: Option<WhenText>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct MemberRuleText {
    pub(crate) nodes: Vec<String>,
    pub(crate) object: String,
    pub(crate) name: Option<String>,
}

/// A node and the one part of it that matters.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ValueRuleText {
    pub(crate) nodes: Vec<String>,
    pub(crate) value: Option<String>,
    /// The error is given back as a value rather than thrown.
    pub(crate) returned: bool,
    /// Of a guard or loop: the part before which the value ends, where it has several nodes.
    pub(crate) until: Option<String>,
    /// Of a guard: what it holds runs where the condition is false (`unless`).
    pub(crate) negated: bool,
    pub(crate) when: Option<WhenText>,
}

/// A node that gives a value to a name.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct NamedRuleText {
    pub(crate) nodes: Vec<String>,
    /// The parts, of one kind, that have a name and value each (`int a, b;`); the type may be
    /// the node's own.
    pub(crate) each: Option<String>,
    pub(crate) name: String,
    /// Of an export: the name where no node holds it (`default`).
    pub(crate) named: Option<String>,
    /// Of an export: what it is called in this file, where that differs.
    pub(crate) local: Option<String>,
    /// Of a field: it may stand inside a method (constructor parameters that are fields).
    pub(crate) inside_methods: bool,
    #[serde(rename = "type")]
    pub(crate) ty: Option<String>,
    pub(crate) value: Option<String>,
    pub(crate) when: Option<WhenText>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ImportRuleText {
    pub(crate) nodes: Vec<String>,
    pub(crate) style: String,
    pub(crate) when: Option<WhenText>,
}
