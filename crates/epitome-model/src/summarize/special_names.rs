//! Names whose meaning the language fixes: `__len__`, `toString`, `Drop::drop`, `main`.

use crate::outline::{Symbol, SymbolKind};

use super::inputs::{is_plain, real_parameters};
use super::name_grammar::Phrase;
use super::words::{listed, spoken_or_code, with_article, with_the};

/// The phrase of a name that the language knows.
pub(super) fn special(
    symbol: &Symbol,
    owner: Option<&str>,
    subject: Option<&str>,
) -> Option<Phrase> {
    let the = owner.map_or_else(|| "the object".to_owned(), with_the);
    let make = |verb: &str, rest: String| {
        Some(Phrase { verb: verb.into(), second: None, rest, either: false, from_name: true })
    };
    if symbol.kind == SymbolKind::Constructor
        || matches!(symbol.name.as_str(), "__init__" | "__construct" | "initialize" | "constructor")
            && owner.is_some()
    {
        return make("set up", constructed(symbol, owner));
    }
    let name = symbol.name.as_str();
    match name {
        "main" | "__main__" => make("run", "the program from its command line".to_owned()),
        "__new__" => make("create", format!("a new {}", owner.unwrap_or("object"))),
        "__str__" | "toString" | "to_s" | "ToString" | "description" => {
            make("give", format!("{the} as readable text"))
        }
        "__repr__" | "inspect" | "debugDescription" => {
            make("give", format!("{the} as text for developers"))
        }
        "__len__" => make("count", format!("the items of {the}")),
        "__iter__" | "into_iter" | "[Symbol.iterator]" => {
            make("go through", format!("the items of {the} one by one"))
        }
        "each" if owner.is_some() => make("go through", format!("the items of {the}")),
        "__next__" => make("give", format!("the next item of {the}")),
        "__contains__" => make(
            "tell",
            format!(
                "whether {the} contains {}",
                subject.map_or_else(|| "an item".to_owned(), with_article)
            ),
        ),
        "__getitem__" => make("look up", format!("an item of {the} by its key or index")),
        "__setitem__" => make("set", format!("an item of {the} by its key or index")),
        "__delitem__" => make("remove", format!("an item of {the} by its key or index")),
        "__getattr__" | "__getattribute__" | "method_missing" | "__get" => {
            make("look up", format!("an attribute of {the} by its name"))
        }
        "__setattr__" | "__set" => make("set", format!("an attribute of {the} by its name")),
        "__eq__" | "equals" | "Equals" | "eql?" | "==" => {
            make("compare", format!("{the} with another for equality"))
        }
        "__ne__" => make("tell", format!("whether {the} differs from another")),
        "__lt__" | "__le__" | "__gt__" | "__ge__" | "compareTo" | "<=>" | "CompareTo" => {
            make("compare", format!("{the} with another for order"))
        }
        "__hash__" | "hashCode" | "GetHashCode" => make("compute", format!("the hash of {the}")),
        "__bool__" => make("tell", format!("whether {the} counts as true")),
        "__call__" | "__call" | "__invoke" => {
            make("run", format!("{the} as if it were a function"))
        }
        "__enter__" | "__aenter__" => make("enter", format!("the context of {the}")),
        "__exit__" | "__aexit__" => {
            make("leave", format!("the context of {the}, cleaning up after it"))
        }
        "__del__" | "__destruct" | "finalize" => {
            make("clean up", format!("{the} when it goes away"))
        }
        "__add" | "__concat" => make("join", "two values into one".to_owned()),
        "__index" => make("look up", "a field that the table itself lacks".to_owned()),
        "__newindex" => make("set", "a field that the table itself lacks".to_owned()),
        "__tostring" => make("give", format!("{the} as readable text")),
        "__eq" => make("compare", "two values for equality".to_owned()),
        "__add__" | "+" | "operator+" => make("add", format!("another value to {the}")),
        "__sub__" | "-" | "operator-" => make("subtract", format!("another value from {the}")),
        "__mul__" | "*" | "operator*" => make("multiply", format!("{the} by another value")),
        "__or__" | "|" => make("combine", format!("{the} with another by \"or\"")),
        "__and__" | "&" => make("combine", format!("{the} with another by \"and\"")),
        "__getstate__" | "__reduce__" => make("prepare", format!("{the} for pickling")),
        "__setstate__" => make("restore", format!("{the} from its pickled state")),
        "__copy__" => make("make", format!("a shallow copy of {the}")),
        "__deepcopy__" => make("make", format!("a deep copy of {the}")),
        "__aiter__" => make("go through", format!("the items of {the} one by one, asynchronously")),
        "__class_getitem__" => make("make", format!("a version of {the} for a type parameter")),
        "__init_subclass__" => make("prepare", format!("each new subclass of {the}")),
        "__post_init__" => make("finish", format!("setting up {the} once its fields are filled")),
        "operator==" => make("compare", format!("{the} with another for equality")),
        "operator!=" => make("tell", format!("whether {the} differs from another")),
        "operator<" | "operator>" => make("compare", format!("{the} with another for order")),
        "operator()" => make("run", format!("{the} as if it were a function")),
        "operator=" => make("assign", format!("another value to {the}")),
        "operator[]" => make("look up", format!("an item of {the} by its index")),
        "fmt" if owner.is_some() => make("format", format!("{the} as text")),
        "drop"
            if owner.is_some()
                && symbol.parameters.len() == 1
                && symbol.parameters[0].name.contains("self") =>
        {
            make("clean up", format!("{the} when it goes away"))
        }
        "default" if owner.is_some() => make(
            "make",
            format!("{} with its default values", with_article(owner.unwrap_or("value"))),
        ),
        "clone" if owner.is_some() => make("make", format!("a copy of {the}")),
        "deref" | "deref_mut" if owner.is_some() => {
            make("give", format!("access to what {the} wraps"))
        }
        "next" if owner.is_some() && symbol.parameters.len() <= 1 => {
            make("advance", format!("{the} to its next item"))
        }
        "eq" if owner.is_some() => make("compare", format!("{the} with another for equality")),
        "cmp" | "partial_cmp" if owner.is_some() => {
            make("compare", format!("{the} with another for order"))
        }
        "hash" if owner.is_some() && symbol.parameters.len() > 1 => {
            make("feed", format!("{the} to a hasher"))
        }
        "source" if symbol.return_type.as_deref().is_some_and(|ty| ty.contains("Error")) => {
            make("give", "the error that caused this one".to_owned())
        }
        "Error" if owner.is_some() => make("give", format!("the message of {the}")),
        "String" if owner.is_some() => make("give", format!("{the} as text")),
        "Len" if owner.is_some() => make("count", format!("the items of {the}")),
        "Less" if owner.is_some() => {
            make("tell", format!("which of two items of {the} comes first"))
        }
        "Swap" if owner.is_some() => make("swap", format!("two items of {the}")),
        "start_link" => make("start", "a process that is linked to the caller".to_owned()),
        "ServeHTTP" => make("answer", "an HTTP request".to_owned()),
        "UnmarshalJSON" => make("fill", format!("{the} from JSON")),
        "MarshalJSON" | "toJSON" => make("convert", format!("{the} to JSON")),
        "componentDidMount" => make("start", format!("the work of {the} once it is on the page")),
        "componentWillUnmount" => make("clean up", format!("{the} before it leaves the page")),
        "componentDidUpdate" => make("react", format!("to changed properties of {the}")),
        "setUp" | "setup" | "beforeEach" if owner.is_some() => {
            make("prepare", "what each test needs".to_owned())
        }
        "tearDown" | "afterEach" => make("clean up", "after each test".to_owned()),
        _ if name.starts_with('~') => make("clean up", format!("{the} when it goes away")),
        _ => None,
    }
}

fn constructed(symbol: &Symbol, owner: Option<&str>) -> String {
    let owner = owner.unwrap_or("object");
    let many = super::words::is_plural(owner.rsplit(' ').next().unwrap_or(owner));
    let made = if many { format!("new {owner}") } else { format!("a new {owner}") };
    let with: Vec<String> = real_parameters(symbol)
        .filter(|(_, name)| is_plain(name) && name.len() > 1)
        .take(4)
        .map(|(_, name)| with_article(&spoken_or_code(name)))
        .collect();
    if with.is_empty() { made } else { format!("{made} with {}", listed(&with)) }
}
