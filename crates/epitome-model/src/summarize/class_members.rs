//! What a class keeps and lets you do: its fields and methods.

use crate::outline::{Symbol, SymbolKind, Visibility};
use crate::summary::Summary;

use super::class_lead::variants;
use super::file_context::File;
use super::words::listed;

/// The fields as code, with their lines.
pub(super) fn field_sentence(symbol: &Symbol, by_author: bool) -> Option<(String, (u32, u32))> {
    // Without words of the author the kinds are in the first sentence already.
    if symbol.fields.is_empty() || symbol.kind == SymbolKind::Enum && !by_author {
        return None;
    }
    let is_enum = symbol.kind == SymbolKind::Enum;
    let mut names: Vec<String> = Vec::new();
    if is_enum {
        names = variants(symbol, usize::MAX);
    } else {
        for field in &symbol.fields {
            let name = field.name.rsplit('.').next().unwrap_or(&field.name);
            let shown = format!("`{}`", name.replace('`', "'"));
            if name.chars().any(char::is_alphanumeric) && !names.contains(&shown) {
                names.push(shown);
            }
        }
    }
    if names.is_empty() {
        return None;
    }
    let more = names.len().saturating_sub(6);
    names.truncate(6);
    let lines = (
        symbol.fields.iter().map(|f| f.line).min().unwrap_or(0),
        symbol.fields.iter().map(|f| f.line).max().unwrap_or(0),
    );
    let list =
        if more > 0 { format!("{} and {more} more", names.join(", ")) } else { listed(&names) };
    let word = match (is_enum, names.len()) {
        (true, 1) => "Its value is",
        (true, _) => "Its values are",
        (false, 1) => "Its field is",
        (false, _) => "Its fields are",
    };
    Some((format!("{word} {list}."), lines))
}

/// What the tests of a group say they check, where they are texts: `it "renders a page"`.
pub(super) fn test_texts(symbol: &Symbol) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    for literal in symbol.facts.literals.iter().filter(|literal| !literal.is_number) {
        let value = literal.value.trim();
        let sentence = value.split(' ').count() > 2
            && value.len() <= 70
            && value.starts_with(char::is_alphabetic)
            && !value.contains(['"', '`', '\n', '\\', '{', '<', '…', '#']);
        let quoted = format!("\"{value}\"");
        if sentence && !texts.contains(&quoted) {
            texts.push(quoted);
        }
        if texts.len() == 4 {
            break;
        }
    }
    (texts.len() > 1).then(|| format!("Among its tests are {}.", listed(&texts)))
}

/// The methods by name, where what they do cannot be said.
pub(super) fn method_names(
    methods: &[(&Symbol, &Summary)],
    tests: bool,
    file: &File<'_>,
) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for (method, _) in methods.iter().filter(|(method, _)| method.kind.is_function()) {
        // What is called beside it is a neighbour (G11).
        let telling = !method.name.starts_with('_')
            && method.kind != SymbolKind::Constructor
            && file.called.binary_search(&method.name.as_str()).is_err();
        let shown = format!("`{}`", method.name.replace('`', "'"));
        if telling && !names.contains(&shown) {
            names.push(shown);
        }
    }
    let more = names.len().saturating_sub(5);
    names.truncate(5);
    let list =
        if more > 0 { format!("{} and {more} more", names.join(", ")) } else { listed(&names) };
    let word = match (tests, names.len()) {
        (_, 0) => return None,
        (true, 1) => "It holds",
        (true, _) => "Among its methods are",
        (false, 1) => "Its method is",
        (false, _) => "Its methods are",
    };
    Some(format!("{word} {list}."))
}

/// Public methods that do something of their own.
pub(super) fn is_telling(method: &Symbol) -> bool {
    method.kind.is_function()
        && method.visibility == Visibility::Public
        && method.kind != SymbolKind::Constructor
        && !method.name.starts_with('_')
        && !method.name.starts_with("operator")
        && !matches!(
            method.name.as_str(),
            "new"
                | "default"
                | "fmt"
                | "clone"
                | "drop"
                | "eq"
                | "hash"
                | "toString"
                | "hashCode"
                | "equals"
                | "constructor"
                | "initialize"
                | "String"
                | "Error"
                | "from"
                | "main"
        )
}

/// Smaller sorts first: documented, long, branching methods say most.
pub(super) fn importance(method: &Symbol, summary: &Summary) -> u32 {
    let documented = u32::from(method.doc.is_some()) * 12;
    let size = method.span.lines().min(40);
    let real = u32::from(!summary.is_placeholder) * 6;
    u32::MAX - (documented + size + real + method.complexity.min(10))
}

/// A method's purpose as a clause after "lets you".
pub(super) fn action(summary: &Summary) -> Option<String> {
    let intent = summary.business_intent.trim_end_matches('.');
    if intent.starts_with("Return the ") && intent.contains(" of the ") {
        return None;
    }
    // A name that is only shown, or a test, is nothing that can be done with it.
    if ["Offer the ", "Test ", "Tests ", "Is ", "Check that ", "Define a function through"]
        .iter()
        .any(|s| intent.starts_with(s))
    {
        return None;
    }
    let intent = intent.split(", as part of ").next().unwrap_or(intent);
    let intent = intent
        .split(" for the ")
        .next()
        .filter(|head| head.split(' ').count() > 2)
        .unwrap_or(intent);
    let intent = intent.trim_end_matches(" for the code around it");
    let first = intent.split(' ').next()?;
    let verb = first.to_lowercase();
    if !super::name_grammar::is_verb(&verb)
        && !matches!(verb.as_str(), "tell" | "give" | "make" | "look" | "go")
        || intent.len() > 110
        || intent.matches(" for the ").count() > 1
        || first.len() < 2
    {
        return None;
    }
    if intent.contains("...") {
        return None;
    }
    if intent.contains(['{', '(', '=', ';']) || matches!(verb.as_str(), "allow" | "let" | "enable")
    {
        return None;
    }
    // What acts on no more than "the value" says nothing of the class.
    if intent.ends_with("the value")
        || intent.ends_with("what it is given")
        || matches!(verb.as_str(), "call" | "handle" | "serve")
    {
        return None;
    }
    Some(format!("{verb}{}", &intent[first.len()..]))
}

/// "a, b and c", or with semicolons where the clauses have commas of their own.
pub(super) fn listed_clauses(clauses: &[String]) -> String {
    // Clauses with commas of their own are parted by semicolons.
    if clauses.iter().any(|clause| clause.contains(", ") || clause.contains(" and "))
        && clauses.len() > 1
    {
        let (last, init) =
            clauses.split_last().map_or(("", &[][..]), |(last, init)| (last.as_str(), init));
        return format!("{}; and {last}", init.join("; "));
    }
    listed(clauses)
}
