//! Whether two outlines of a file are the same to linking, so that an edit to the one inside a body
//! need not link the whole repository again.
//!
//! Everything is compared but what linking never reads: places, documentation, literals, comments,
//! messages. A doubt costs time; a wrong "alike" would cost truth, so the list of what is left out
//! is short.

use crate::outline::{Facts, FileOutline, Symbol};

/// Whether linking makes the same edges of both, but for their lines.
#[must_use]
pub fn links_alike(old: &FileOutline, new: &FileOutline) -> bool {
    old.language == new.language
        && old.exports == new.exports
        && all(&old.imports, &new.imports, |a, b| {
            (&a.module, &a.alias, &a.names, a.local) == (&b.module, &b.alias, &b.names, b.local)
        })
        && all(&old.globals, &new.globals, |a, b| (&a.name, &a.value) == (&b.name, &b.value))
        && all(&old.impls, &new.impls, |a, b| (&a.ty, &a.base) == (&b.ty, &b.base))
        && all(&old.symbols, &new.symbols, symbols)
        && facts(&old.facts, &new.facts)
}

fn symbols(a: &Symbol, b: &Symbol) -> bool {
    (&a.name, &a.qualified_name, a.kind, a.parent, &a.signature)
        == (&b.name, &b.qualified_name, b.kind, b.parent, &b.signature)
        && (&a.parameters, &a.return_type, a.visibility, &a.modifiers, &a.bases, a.is_declaration)
            == (
                &b.parameters,
                &b.return_type,
                b.visibility,
                &b.modifiers,
                &b.bases,
                b.is_declaration,
            )
        && all(&a.decorators, &b.decorators, |a, b| a.text == b.text)
        && all(&a.fields, &b.fields, |a, b| {
            (&a.name, &a.ty, &a.value) == (&b.name, &b.ty, &b.value)
        })
        && facts(&a.facts, &b.facts)
}

fn facts(a: &Facts, b: &Facts) -> bool {
    all(&a.calls, &b.calls, |a, b| {
        (&a.name, &a.receiver, &a.args, a.constructs)
            == (&b.name, &b.receiver, &b.args, b.constructs)
    }) && all(&a.bindings, &b.bindings, |a, b| {
        (&a.name, &a.ty, &a.made_by) == (&b.name, &b.ty, &b.made_by)
    }) && all(&a.returns, &b.returns, |a, b| a.expression == b.expression)
        && all(&a.writes, &b.writes, |a, b| a.target == b.target)
        && bound_alike(a, b)
}

/// Whether each name is bound at the same place among the calls: which value a receiver has depends
/// on that.
fn bound_alike(a: &Facts, b: &Facts) -> bool {
    let before = |facts: &Facts, line: u32| facts.calls.iter().filter(|c| c.line < line).count();
    // Few functions bind more than a handful of names.
    a.bindings.iter().zip(&b.bindings).all(|(x, y)| before(a, x.line) == before(b, y.line))
}

fn all<T>(a: &[T], b: &[T], alike: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
}
