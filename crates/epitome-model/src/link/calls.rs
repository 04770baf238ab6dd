//! The edges of one file's code: calls, bases, and the types it mentions.

use super::common_names::{is_common, is_standard_macro};
use super::family::Family;
use super::scope::{Meaning, Scope};
use super::symbols::{Symbols, Wanted};
use super::types::{Place, Types, Value};
use super::wrappers::is_holders;
use super::{EdgeSet, LinkFile, Why};
use crate::graph::EdgeKind;
use crate::outline::{Call, Facts, Symbol, SymbolKind};

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
    let here = symbols.file_node(file);
    for it in &outline.impls {
        if let (Some(ty), Some(base)) =
            (types.class_of(&it.ty, here), types.class_of(&it.base, here))
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
            } else if matches!(symbol.kind, SymbolKind::Module | SymbolKind::Namespace)
                && matches!(self.family, Family::Rust | Family::Ecmascript)
                && let Some(member) = self.symbols.member(node, name)
            {
                return Some((member, Why::SameFile));
            }
            at = self.symbols.parent(node);
        }
        if let Some(twin) = self.symbols.nearest_twin(self.file, name, place.line) {
            return Some((twin, Why::SameFile));
        }
        match self.scope.name(self.file, name, Wanted::Value) {
            Some((Meaning::Symbol(node), why)) => return Some((node, why)),
            Some((Meaning::Module(_), _)) => return None,
            None => {}
        }
        if self.family == Family::Rust {
            return self.macro_of_package(name);
        }
        if self.family.has_global_scope() {
            self.only_one(name, |s| s.parent.is_none())
        } else {
            None
        }
    }

    /// `macro_rules!` names need no import in the rest of their package.
    fn macro_of_package(&self, name: &str) -> Option<(u32, Why)> {
        // A macro that takes the name of a standard one does so for its own file.
        if is_standard_macro(name) {
            return None;
        }
        let mut found = self.symbols.named(Family::Rust, name).iter().copied().filter(|&node| {
            self.symbols.symbol(node).is_some_and(|s| s.kind == SymbolKind::Macro)
                && self.scope.same_package(self.file, self.symbols.file_of(node))
        });
        match (found.next(), found.next()) {
            (Some(node), None) => Some((node, Why::Package)),
            _ => None,
        }
    }

    /// A call on an object, a class or a module.
    fn on_receiver(&self, receiver: &str, name: &str, place: Place) -> Option<(u32, Why)> {
        match self.types.value_of(receiver, place, 0) {
            Some(Value::Instance(class) | Value::Class(class)) => {
                self.types.member(class, name).map(|member| (member, Why::Receiver))
            }
            Some(Value::Held(_)) if is_holders(name) => None,
            Some(Value::Held(class)) => {
                self.types.member(class, name).map(|member| (member, Why::Receiver))
            }
            Some(Value::Super(class)) => self
                .types
                .bases_of(class)
                .iter()
                .find_map(|&base| self.types.member(base, name))
                .map(|member| (member, Why::Receiver)),
            Some(Value::Module(module)) => {
                match self.scope.in_module(&module, name, self.family, Wanted::Value, 0) {
                    Some(Meaning::Symbol(node)) => Some((node, Why::Import)),
                    _ => None,
                }
            }
            Some(Value::Function(_)) => None,
            None if is_common(name) || is_foreign_type(receiver) => None,
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
            if let Some(class) = self.types.class_of(ty, node).filter(|&class| class != node) {
                edges.add(node, class, EdgeKind::References, Why::Import, line);
            }
        }
    }
}

/// A type's name that leads nowhere here is somebody else's: `Object.keys`, `OsString::from_vec`.
fn is_foreign_type(receiver: &str) -> bool {
    let last = receiver.rsplit(['.', ':']).next().unwrap_or(receiver);
    last.starts_with(char::is_uppercase)
        && last.contains(char::is_lowercase)
        && last.chars().all(|c| c.is_alphanumeric() || c == '_')
}
