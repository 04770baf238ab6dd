//! One look at a node's word that spares all rules which ask for other words.
//!
//! In Elixir and Ruby nearly everything is a call, told apart by the called word. Asking each rule
//! in turn would read that word twenty times a call.

use tree_sitter::Node;

use super::path::Path;
use super::table::{Roles, Rules};
use super::when::When;

/// Fewer rules than this are asked one by one.
const WORTH_IT: usize = 4;

pub(crate) struct Gate {
    path: Path,
    words: Vec<String>,
    /// The roles of a node whose word is none of these.
    plain: Roles,
}

impl Gate {
    /// The roles that `node` can have at all.
    pub(crate) fn roles<'a>(&'a self, all: &'a Roles, node: Node<'_>, source: &str) -> &'a Roles {
        let word = self.path.find(node).map(|found| &source[found.byte_range()]);
        let known = word.is_some_and(|word| self.words.iter().any(|known| known == word));
        if known { all } else { &self.plain }
    }
}

/// The gate of a node kind, if enough of its rules ask for a word at one place.
pub(super) fn gate_of(rules: &Rules, roles: &Roles) -> Option<Gate> {
    let mut asking: Vec<&When> = Vec::new();
    each_list(rules, &mut roles.clone(), &mut |list, when_of| {
        asking
            .extend(list.iter().filter_map(|&rule| when_of(rule)).filter(|when| when.asks_word()));
    });
    let path = asking
        .iter()
        .map(|when| when.path())
        .max_by_key(|path| asking.iter().filter(|when| when.path() == *path).count())?;
    let at_path: Vec<&When> = asking.iter().copied().filter(|when| when.path() == path).collect();
    if at_path.len() < WORTH_IT {
        return None;
    }
    let mut words: Vec<String> = at_path.iter().flat_map(|when| when.texts()).cloned().collect();
    words.sort_unstable();
    words.dedup();
    let mut plain = roles.clone();
    each_list(rules, &mut plain, &mut |list, when_of| {
        list.retain(|&rule| {
            !when_of(rule).is_some_and(|when| when.asks_word() && when.path() == path)
        });
    });
    plain.sum_up();
    Some(Gate { path: path.clone(), words, plain })
}

type WhenOf<'r> = dyn Fn(u16) -> Option<&'r When> + 'r;

/// Visits every list of rules in `roles`, with the way to a rule's condition.
fn each_list<'r>(
    rules: &'r Rules,
    roles: &mut Roles,
    visit: &mut dyn FnMut(&mut Vec<u16>, &WhenOf<'r>),
) {
    visit(&mut roles.symbols, &|i| rules.symbols[usize::from(i)].when.as_ref());
    visit(&mut roles.scopes, &|i| rules.scopes[usize::from(i)].when.as_ref());
    visit(&mut roles.calls, &|i| rules.calls[usize::from(i)].when.as_ref());
    visit(&mut roles.imports, &|i| rules.imports[usize::from(i)].when.as_ref());
    for list in [
        &mut roles.returns,
        &mut roles.raises,
        &mut roles.bases,
        &mut roles.writes,
        &mut roles.guards,
        &mut roles.loops,
    ] {
        visit(list, &|i| rules.values[usize::from(i)].when.as_ref());
    }
    for list in [
        &mut roles.bindings,
        &mut roles.fields,
        &mut roles.globals,
        &mut roles.keyed,
        &mut roles.exports,
    ] {
        visit(list, &|i| rules.named[usize::from(i)].when.as_ref());
    }
}
