//! What `language.toml` may say, as it is written there.
//!
//! The rules take the place of tree-sitter queries: each names node kinds and, by short paths, where
//! the parts of such a node are. One walk over the tree answers them all, for about the price of a
//! query that finds definitions and called names only.

pub(crate) mod compile;
pub(crate) mod gate;
pub(crate) mod path;
pub(crate) mod table;
pub(crate) mod when;

use serde::Deserialize;

/// A whole `language.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LanguageFile {
    /// The name people know it by.
    pub(crate) name: String,
    /// The grammar's crate; absent for a plain language.
    pub(crate) grammar: Option<String>,
    /// The scanner of a plain language: `markdown`, `toml`, ….
    pub(crate) plain: Option<String>,
    /// File endings without the dot, in lower case.
    pub(crate) extensions: Vec<String>,
    /// Whole file names.
    pub(crate) filenames: Vec<String>,
    /// Programs in a `#!` line.
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
    /// Names that make a method a constructor; `<class>` for the class's own name.
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

    /// Nodes that add one to a function's complexity (G33).
    pub(crate) branches: Vec<String>,
    /// Called words that add one, where branches are calls.
    pub(crate) branch_calls: Vec<String>,
    /// Calls that are words of the language: they may branch, and call nothing.
    pub(crate) silent_calls: Vec<String>,
    /// What stands right before a word that only looks like a call (`@timeout 5`).
    pub(crate) silent_marks: Vec<String>,
    /// The table `[comments]`.
    pub(crate) comments: CommentRules,
    /// The table `[visibility]`.
    pub(crate) visibility: VisibilityRules,
    /// Decorators, annotations, attributes.
    pub(crate) decorators: Vec<String>,
    /// How the text of a decorator begins, where its node may be something else; nothing in it is code.
    pub(crate) decorator_marks: Vec<String>,
    /// First words of decorators that carry documentation of what follows, or of what encloses.
    pub(crate) doc_decorators: Vec<String>,
    /// The same for documentation of what encloses.
    pub(crate) enclosing_doc_decorators: Vec<String>,
    /// Words before a name (`async`, `static`), and nodes that list them.
    pub(crate) modifiers: Vec<String>,
    /// Nodes around a definition that belong to it, such as `template <…>`.
    pub(crate) wrappers: Vec<String>,
    /// Wrappers that export what they hold.
    pub(crate) exporters: Vec<String>,
    /// Nodes that may stand before a file's own comment: a package line, a shebang.
    pub(crate) preamble: Vec<String>,
    /// String literals.
    pub(crate) strings: Vec<String>,
    /// Strings hold no code: nothing inside is looked at.
    pub(crate) plain_strings: bool,
    /// Marks in a string without one of which it holds no code: `${`.
    pub(crate) string_code: Vec<String>,
    /// Number literals.
    pub(crate) numbers: Vec<String>,
    /// Plain names.
    pub(crate) names: Vec<String>,
    /// Anonymous functions: their returns are not those of the function around.
    pub(crate) closures: Vec<String>,
    /// Bodies that hold statements; a body of any other kind is the returned expression itself.
    pub(crate) blocks: Vec<String>,
    /// The last expression of a block is its value.
    pub(crate) tail: bool,
    /// Last statements of a block that are not its value.
    pub(crate) not_tail: Vec<String>,
    /// Only a block of one expression has it as its value, and only where a type is returned.
    pub(crate) tail_of_one: bool,
    /// Called words that raise an error.
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
    /// Types, in which nothing is looked for unless they hold more than names.
    pub(crate) types: Vec<String>,
    /// Subtrees in which nothing is looked for.
    pub(crate) opaque: Vec<String>,

    /// The table `[parameter]`.
    pub(crate) parameter: ParameterRules,
    /// Rules `[[symbol]]`, tried in order.
    pub(crate) symbol: Vec<SymbolRuleText>,
    /// Rules `[[scope]]`: what adds to qualified names without being a symbol.
    pub(crate) scope: Vec<ScopeRuleText>,
    /// Rules `[[call]]`.
    pub(crate) call: Vec<CallRuleText>,
    /// Rules `[[member]]`: `object.name`.
    pub(crate) member: Vec<MemberRuleText>,
    /// Rules `[[return]]`.
    #[serde(rename = "return")]
    pub(crate) returned: Vec<ValueRuleText>,
    /// Rules `[[raise]]`.
    pub(crate) raise: Vec<ValueRuleText>,
    /// Nodes in a class body that name a base of the class: an embedded type, a mixin.
    pub(crate) base: Vec<ValueRuleText>,
    /// Rules `[[write]]`: assignments, by their target.
    pub(crate) write: Vec<ValueRuleText>,
    /// Rules `[[guard]]`: branches, by their condition.
    pub(crate) guard: Vec<ValueRuleText>,
    /// Rules `[[loop]]`: loops, by what they run over.
    #[serde(rename = "loop")]
    pub(crate) loops: Vec<ValueRuleText>,
    /// Rules `[[binding]]`: locals with a type or a maker.
    pub(crate) binding: Vec<NamedRuleText>,
    /// Rules `[[field]]`: fields, members, variants of a class.
    pub(crate) field: Vec<NamedRuleText>,
    /// Rules `[[global]]`: module-level names, of which ALL-CAPS ones are kept.
    pub(crate) global: Vec<NamedRuleText>,
    /// Rules `[[keyed]]`: nodes that give the value below them a name.
    pub(crate) keyed: Vec<NamedRuleText>,
    /// Nodes of an export list; the value (or the name, or `named`) is the exported name.
    pub(crate) export: Vec<NamedRuleText>,
    /// Rules `[[import]]`.
    pub(crate) import: Vec<ImportRuleText>,
}

/// How to tell that a text is in another language than its name says: a C++ header in a `.h`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct KinRules {
    /// The other language's id.
    pub(crate) language: String,
    /// How a statement of that language begins: words and marks, `_` for any word.
    pub(crate) starts: Vec<String>,
}

/// What comments look like.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CommentRules {
    /// Comments.
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

/// Who may use a symbol.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct VisibilityRules {
    /// `modifiers`, `underscore`, `capital` or `export`.
    pub(crate) style: String,
    /// Where nothing is said; public unless given.
    pub(crate) default: Option<String>,
    /// Visibility of class members, where it differs from `default`.
    pub(crate) member_default: Option<String>,
    /// Visibility of what stands in a function and says nothing.
    pub(crate) local_default: Option<String>,
    /// Modifier words or definition keywords that set it.
    pub(crate) public: Vec<String>,
    /// The same for protected.
    pub(crate) protected: Vec<String>,
    /// The same for internal.
    pub(crate) internal: Vec<String>,
    /// The same for private.
    pub(crate) private: Vec<String>,
    /// Words that make private what is no member: `static` in C++.
    pub(crate) private_outside_classes: Vec<String>,
    /// Nodes that set it for what follows in a class body (`private:`).
    pub(crate) sections: Vec<String>,
}

/// The parts of a parameter.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ParameterRules {
    /// Path to a parameter's name.
    pub(crate) name: Option<String>,
    /// Path to its type.
    #[serde(rename = "type")]
    pub(crate) ty: Option<String>,
    /// Path to its default.
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

/// A condition on a node.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct WhenText {
    /// The part that is looked at.
    pub(crate) path: String,
    /// It must be one of these kinds.
    pub(crate) kinds: Vec<String>,
    /// Its text must be one of these.
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

/// A definition.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SymbolRuleText {
    /// Nodes that define such a symbol.
    pub(crate) nodes: Vec<String>,
    /// What it is: `function`, `class`, `struct`, …; a function inside a class is a method.
    pub(crate) kind: String,
    /// Path to the name.
    pub(crate) name: String,
    /// The name where no node holds it.
    pub(crate) named: Option<String>,
    /// Where the name ends if it ends before its node does: `operator bool` of `operator bool()`.
    pub(crate) name_until: Option<String>,
    /// Only where this holds.
    pub(crate) when: Option<WhenText>,
    /// Path to the type it belongs to, where that stands apart.
    pub(crate) qualifier: Option<String>,
    /// Path to the parameters.
    pub(crate) parameters: Option<String>,
    /// Path to the return type.
    pub(crate) returns: Option<String>,
    /// Path to the body; the signature ends before it.
    pub(crate) body: Option<String>,
    /// The anonymous function or type that this symbol names; it is no symbol of its own.
    pub(crate) value: Option<String>,
    /// Paths to what it is based on.
    pub(crate) bases: Vec<String>,
    /// It only declares.
    pub(crate) declaration: bool,
    /// Without a body it only declares.
    pub(crate) declaration_without_body: bool,
    /// Its visibility, whatever its words say.
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

/// What adds to qualified names without being a symbol.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ScopeRuleText {
    /// Nodes that open such a scope.
    pub(crate) nodes: Vec<String>,
    /// Path to its name.
    pub(crate) name: String,
    /// Path to what the named type implements here.
    pub(crate) base: Option<String>,
    /// Only where this holds.
    pub(crate) when: Option<WhenText>,
    /// Functions inside are methods.
    pub(crate) holds_methods: bool,
    /// Visibility of what is inside; such a scope needs no name (`namespace { … }`).
    pub(crate) visibility: Option<String>,
}

/// A call.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CallRuleText {
    /// Nodes that call.
    pub(crate) nodes: Vec<String>,
    /// Path to the called expression, to be split by `[[member]]`.
    pub(crate) callee: Option<String>,
    /// Path to the receiver, where the call has parts of its own.
    pub(crate) object: Option<String>,
    /// Path to the called name.
    pub(crate) name: Option<String>,
    /// Path to the arguments.
    pub(crate) arguments: Option<String>,
    /// The one argument of a call, and the call that it is given to (`f a b`).
    pub(crate) argument: Option<String>,
    /// Path to that call.
    pub(crate) inner: Option<String>,
    /// It makes an object.
    pub(crate) constructs: bool,
    /// Only where this holds.
    pub(crate) when: Option<WhenText>,
}

/// A member of an object.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct MemberRuleText {
    /// Nodes of that form.
    pub(crate) nodes: Vec<String>,
    /// Path to the object.
    pub(crate) object: String,
    /// Path to the name; none for a wrapper such as brackets.
    pub(crate) name: Option<String>,
}

/// A node and the one part of it that matters.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ValueRuleText {
    /// Nodes of that form.
    pub(crate) nodes: Vec<String>,
    /// Path to the part; the first named child where none is given.
    pub(crate) value: Option<String>,
    /// The error is given back as a value rather than thrown.
    pub(crate) returned: bool,
    /// Of a guard or loop: the part before which the value ends, where it has several nodes.
    pub(crate) until: Option<String>,
    /// Of a guard: what it holds runs where the condition is false (`unless`).
    pub(crate) negated: bool,
    /// Only where this holds.
    pub(crate) when: Option<WhenText>,
}

/// A node that gives a value to a name.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct NamedRuleText {
    /// Nodes of that form.
    pub(crate) nodes: Vec<String>,
    /// The parts, of one kind, that have a name and value each (`int a, b;`); the type may be
    /// the node's own.
    pub(crate) each: Option<String>,
    /// Path to the name.
    pub(crate) name: String,
    /// Of an export: the name where no node holds it (`default`).
    pub(crate) named: Option<String>,
    /// Of an export: what it is called in this file, where that differs.
    pub(crate) local: Option<String>,
    /// Of a field: it may stand inside a method (constructor parameters that are fields).
    pub(crate) inside_methods: bool,
    /// Path to the type.
    #[serde(rename = "type")]
    pub(crate) ty: Option<String>,
    /// Path to the value.
    pub(crate) value: Option<String>,
    /// Only where this holds.
    pub(crate) when: Option<WhenText>,
}

/// An import.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ImportRuleText {
    /// Nodes that import.
    pub(crate) nodes: Vec<String>,
    /// How to read their text: see `crates/epitome-syntax/src/imports/mod.rs`.
    pub(crate) style: String,
    /// Only where this holds.
    pub(crate) when: Option<WhenText>,
}
