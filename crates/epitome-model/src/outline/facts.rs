//! What the code of a symbol does: calls, errors, returns, writes, literals, loops, comments.

use serde::{Deserialize, Serialize};

use crate::text::Text;

/// What code does, as far as it can be read off without knowing other files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Calls in source order.
    pub calls: Vec<Call>,
    /// Errors raised, thrown or returned.
    pub errors: Vec<RaisedError>,
    /// Returned expressions.
    pub returns: Vec<Returned>,
    /// Fields of objects that are assigned.
    pub writes: Vec<Write>,
    /// Local names with a known type or constructor.
    pub bindings: Vec<Binding>,
    /// Strings and numbers that people wrote for a reason.
    pub literals: Vec<Literal>,
    /// What loops run over.
    pub loops: Vec<Loop>,
    /// Comments inside the code.
    pub comments: Vec<Comment>,
}

/// One call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The called name, without its receiver.
    pub name: Text,
    /// What stands before the name: `self`, `os.path`, `Foo`; cut when long.
    pub receiver: Option<Text>,
    /// The shape of each argument.
    pub args: Box<[ArgShape]>,
    /// Its line.
    pub line: u32,
    /// Whether it makes an object (`new Foo()`), as far as the syntax says so.
    pub constructs: bool,
}

/// What an argument looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ArgShape {
    /// A plain name.
    Name,
    /// A string literal.
    Text,
    /// A number literal.
    Number,
    /// Another call.
    Call,
    /// An anonymous function.
    Function,
    /// A named argument.
    Keyword,
    /// Anything else.
    Other,
}

impl ArgShape {
    /// One word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ArgShape::Name => "name",
            ArgShape::Text => "text",
            ArgShape::Number => "number",
            ArgShape::Call => "call",
            ArgShape::Function => "function",
            ArgShape::Keyword => "keyword",
            ArgShape::Other => "other",
        }
    }
}

/// An error that leaves the symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RaisedError {
    /// The error's type, constructor or callee; empty for a bare re-raise.
    pub ty: Text,
    /// The message written in it.
    pub message: Option<Text>,
    /// The condition of the nearest branch around it.
    pub guard: Option<Text>,
    /// Whether it is returned as a value rather than thrown.
    pub returned: bool,
    /// Its line.
    pub line: u32,
}

/// A returned expression.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returned {
    /// The expression, folded and cut.
    pub expression: Text,
    /// The condition of the nearest branch around it.
    pub guard: Option<Text>,
    /// Its line.
    pub line: u32,
}

/// An assigned field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Write {
    /// The target as written, such as `self.total`.
    pub target: Text,
    /// Its line.
    pub line: u32,
}

/// A local name whose type can be told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// The name.
    pub name: Text,
    /// Its declared type.
    pub ty: Option<Text>,
    /// The callee of the call that gives its value.
    pub made_by: Option<Text>,
    /// Its line.
    pub line: u32,
}

/// A string or number that matters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Literal {
    /// The value without its quotes, cut when long.
    pub value: Text,
    /// The keyword, key or variable it is given to.
    pub name: Option<Text>,
    /// Whether it is a number.
    pub is_number: bool,
    /// Its line.
    pub line: u32,
}

/// A loop and what it runs over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loop {
    /// The subject or condition as written, folded and cut.
    pub over: Text,
    /// Its line.
    pub line: u32,
}

/// A comment inside the code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    /// Its text without marks, folded and cut.
    pub text: Text,
    /// First line.
    pub line: u32,
}
