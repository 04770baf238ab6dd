//! The parameters of a function that is returned: typed where it stands, or by whoever takes it.
//!
//! ```text
//! return (subscriber: Subscriber<T>) => { … }          the type is written there
//! return operate((source, subscriber) => { … })        the type is in the header of `operate`
//! ```

use super::type_text::split_top;
use super::types::{Place, Types, Value};
use crate::outline::{Symbol, SymbolKind};

/// A closure inside a text.
#[derive(Debug, PartialEq, Eq)]
struct Closure<'t> {
    /// Who takes it and as which argument.
    taker: Option<(&'t str, usize)>,
    parameters: &'t str,
}

impl Types<'_, '_> {
    /// What `name` is if it is a parameter of a closure that `symbol` returns.
    pub(super) fn closure_parameter(
        &self,
        symbol: &Symbol,
        name: &str,
        place: Place,
        depth: u32,
    ) -> Option<Value> {
        let before = symbol.facts.returns.iter().filter(|it| it.line <= place.line);
        before.rev().find_map(|returned| {
            let closure = closure_in(&returned.expression)?;
            let index = split_top(closure.parameters, ',')
                .iter()
                .position(|parameter| name_of(parameter) == name)?;
            let own = split_top(closure.parameters, ',')[index];
            if let Some(ty) = type_of(own) {
                return self.typed(ty, place.node, None);
            }
            let (taker, argument) = closure.taker?;
            let place = Place { line: returned.line, ..place };
            self.taken_as(taker, (argument, index), place, depth + 1)
        })
    }

    /// The type that the function `taker` gives one parameter of one of its arguments.
    fn taken_as(
        &self,
        taker: &str,
        (argument, index): (usize, usize),
        place: Place,
        depth: u32,
    ) -> Option<Value> {
        let function = match self.value_of(taker, place, depth)? {
            Value::Function(function) => function,
            Value::Class(class) => self.member(class, "constructor")?,
            _ => return None,
        };
        let symbol = self.symbols.symbol(function)?;
        let ty = symbol.parameters.get(argument)?.ty.as_deref()?;
        let parameters = split_top(closure_in(ty)?.parameters, ',');
        // `this` in a header is no argument.
        let first = usize::from(parameters.first().is_some_and(|p| name_of(p) == "this"));
        let node = if symbol.kind == SymbolKind::Constructor {
            self.symbols.class_around(function)?
        } else {
            function
        };
        self.typed(type_of(parameters.get(first + index)?)?, node, None)
    }
}

fn name_of(parameter: &str) -> &str {
    parameter.split([':', '=']).next().unwrap_or("").trim().trim_end_matches('?')
}

fn type_of(parameter: &str) -> Option<&str> {
    parameter.split_once(':').map(|(_, ty)| ty.trim())
}

/// The first closure of a text, if all before it is the call that takes it.
fn closure_in(text: &str) -> Option<Closure<'_>> {
    let arrow = text.find("=>")?;
    let before = text[..arrow].trim_end();
    let close = before.strip_suffix(')')?.len();
    let open = opening(before, close)?;
    let parameters = &before[open + 1..close];
    let head = before[..open].trim_end();
    let head = head.strip_suffix("async").unwrap_or(head).trim_end();
    if head.is_empty() {
        return Some(Closure { taker: None, parameters });
    }
    let start = unclosed(head)?;
    let callee = head[..start].trim_end();
    let callee = callee.strip_prefix("new ").unwrap_or(callee);
    let callee = callee.split_once('<').map_or(callee, |(name, _)| name);
    let argument = split_top(&head[start + 1..], ',').len() - 1;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    (!callee.is_empty() && callee.chars().all(is_name))
        .then_some(Closure { taker: Some((callee, argument)), parameters })
}

/// The bracket that the one at `close` closes.
fn opening(text: &str, close: usize) -> Option<usize> {
    let mut depth = 0_u32;
    for (i, c) in text[..close].char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' if depth == 0 => return Some(i),
            '(' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The innermost bracket of a text that nothing closes.
fn unclosed(text: &str) -> Option<usize> {
    opening(text, text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closures_are_found_with_their_takers() {
        fn check(text: &str, taker: Option<(&str, usize)>, parameters: &str) {
            assert_eq!(closure_in(text), Some(Closure { taker, parameters }), "{text}");
        }
        check("(s: Subscriber<T>) => { x", None, "s: Subscriber<T>");
        check("operate((source, subscriber) => {", Some(("operate", 0)), "source, subscriber");
        check("new Observable<T>(async (s) => {", Some(("Observable", 0)), "s");
        check("a.wrap(x, (s) => s", Some(("a.wrap", 1)), "s");
        assert_eq!(closure_in("x => x"), None);
        assert_eq!(closure_in("a ? b((x) => x) : c"), None);
        assert_eq!(closure_in("f()"), None);
    }
}
