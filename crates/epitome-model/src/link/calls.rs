//! The edges of one file's code: calls, bases, and the types it mentions.

use super::common_names::is_common;
use super::family::Family;
use super::scope::{Meaning, Scope};
use super::symbols::Symbols;
use super::types::{Place, Types, Value};
use super::{EdgeSet, LinkFile, Why};
use crate::graph::EdgeKind;
use crate::outline::{Call, Facts, Symbol};

pub(super) fn edges_of<'a>(
    file: usize,
    files: &[LinkFile<'a>],
    symbols: &Symbols<'a>,
    scope: &Scope<'_, 'a>,
    types: &Types<'_, 'a>,
    edges: &mut EdgeSet,
) {
    let outline = files[file].outline;
    let linker = Linker { file, family: symbols.family(file), symbols, scope, types };
    linker.calls(symbols.file_node(file), &outline.facts, edges);
    for (i, symbol) in outline.symbols.iter().enumerate() {
        let node = symbols.node(file, i);
        linker.calls(node, &symbol.facts, edges);
        linker.mentions(node, symbol, edges);
    }
    for it in &outline.impls {
        if let (Some(ty), Some(base)) =
            (types.class_of(&it.ty, file), types.class_of(&it.base, file))
        {
            edges.add(ty, base, EdgeKind::Extends, Why::Import, it.line);
        }
    }
}

struct Linker<'l, 's, 'a> {
    file: usize,
    family: Family,
    symbols: &'l Symbols<'a>,
    scope: &'l Scope<'s, 'a>,
    types: &'l Types<'s, 'a>,
}

impl Linker<'_, '_, '_> {
    fn calls(&self, from: u32, facts: &Facts, edges: &mut EdgeSet) {
        for call in &facts.calls {
            let place = Place { file: self.file, node: from, line: call.line };
            if let Some((to, why)) = self.target(call, place) {
                edges.add(from, self.definition(to), EdgeKind::Calls, why, call.line);
            }
        }
    }

    fn target(&self, call: &Call, place: Place) -> Option<(u32, Why)> {
        match call.receiver.as_deref() {
            None => self.bare(&call.name, place),
            Some(receiver) => self.on_receiver(receiver, &call.name, place),
        }
    }

    /// A call of a bare name.
    fn bare(&self, name: &str, place: Place) -> Option<(u32, Why)> {
        let mut at = Some(place.node);
        while let Some(node) = at {
            let Some(symbol) = self.symbols.symbol(node) else { break };
            if symbol.kind.is_function() {
                if let Some(inner) = self.symbols.member(node, name) {
                    return Some((inner, Why::SameFile));
                }
                // A function that was handed in hides what the name means outside.
                if symbol.parameters.iter().any(|p| p.name == name) {
                    return None;
                }
            } else if self.family.has_implicit_self()
                && let Some(member) = self.types.member(node, name)
            {
                return Some((member, Why::Receiver));
            } else if self.family == Family::Rust
                && let Some(member) = self.symbols.member(node, name)
                && symbol.kind == crate::outline::SymbolKind::Module
            {
                return Some((member, Why::SameFile));
            }
            at = self.symbols.parent(node);
        }
        match self.scope.name(self.file, name) {
            Some((Meaning::Symbol(node), why)) => return Some((node, why)),
            Some((Meaning::Module(_), _)) => return None,
            None => {}
        }
        if self.family.has_global_scope() {
            self.only_one(name, |s| s.parent.is_none())
        } else {
            None
        }
    }

    /// A call on an object, a class or a module.
    fn on_receiver(&self, receiver: &str, name: &str, place: Place) -> Option<(u32, Why)> {
        match self.types.value_of(receiver, place, 0) {
            Some(Value::Instance(class) | Value::Class(class)) => {
                self.types.member(class, name).map(|member| (member, Why::Receiver))
            }
            Some(Value::Super(class)) => self
                .types
                .bases_of(class)
                .iter()
                .find_map(|&base| self.types.member(base, name))
                .map(|member| (member, Why::Receiver)),
            Some(Value::Module(module)) => {
                match self.scope.in_module(&module, name, self.family, 0) {
                    Some(Meaning::Symbol(node)) => Some((node, Why::Import)),
                    _ => None,
                }
            }
            Some(Value::Function(_)) => None,
            None if is_common(name) => None,
            None => self.only_one(name, |s| s.kind.is_function() && s.qualified_name.contains('.')),
        }
    }

    /// The only symbol of a name in all files of the family, if there is just one.
    fn only_one(&self, name: &str, fits: impl Fn(&Symbol) -> bool) -> Option<(u32, Why)> {
        let mut found = self.symbols.named(self.family, name).iter().copied().filter(|&node| {
            self.symbols.symbol(node).is_some_and(|s| !s.is_declaration && fits(s))
        });
        match (found.next(), found.next()) {
            (Some(node), None) => Some((node, Why::GlobalName)),
            _ => None,
        }
    }

    /// A prototype leads to the one definition of its name.
    fn definition(&self, node: u32) -> u32 {
        let Some(symbol) = self.symbols.symbol(node) else { return node };
        if !symbol.is_declaration || self.family != Family::Clike {
            return node;
        }
        let mut defined =
            self.symbols.named(self.family, &symbol.name).iter().copied().filter(|&n| {
                self.symbols
                    .symbol(n)
                    .is_some_and(|s| !s.is_declaration && s.qualified_name == symbol.qualified_name)
            });
        match (defined.next(), defined.next()) {
            (Some(one), None) => one,
            _ => node,
        }
    }

    /// Bases, and the types in its header, fields and bindings.
    fn mentions(&self, node: u32, symbol: &Symbol, edges: &mut EdgeSet) {
        for &base in self.types.bases_of(node) {
            edges.add(node, base, EdgeKind::Extends, Why::Import, symbol.name_line);
        }
        let header = symbol
            .parameters
            .iter()
            .filter_map(|p| p.ty.as_deref())
            .chain(symbol.return_type.as_deref())
            .map(|ty| (ty, symbol.name_line));
        let fields = symbol.fields.iter().filter_map(|f| Some((f.ty.as_deref()?, f.line)));
        let bindings =
            symbol.facts.bindings.iter().filter_map(|b| Some((b.ty.as_deref()?, b.line)));
        for (ty, line) in header.chain(fields).chain(bindings) {
            if let Some(class) = self.types.class_of(ty, self.file).filter(|&class| class != node) {
                edges.add(node, class, EdgeKind::References, Why::Import, line);
            }
        }
    }
}
