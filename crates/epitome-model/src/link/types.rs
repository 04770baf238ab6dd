//! What is known of types before any expression is looked at: classes by name, bases, traits.

use foldhash::{HashMap, HashMapExt as _};

use super::LinkFile;
use super::expression::segments;
use super::family::Family;
use super::generics::bound_of;
use super::modules::Module;
use super::scope::{Meaning, Scope};
use super::symbols::{Symbols, Wanted};
use super::type_text::class_names;
use crate::outline::{Binding, SymbolKind};

/// What an expression stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Class(u32),
    Instance(u32),
    /// An instance inside an `Option` or a `Result`, whose own methods are not the instance's.
    Held(u32),
    /// The bases of a class, without the class itself.
    Super(u32),
    Function(u32),
    Module(Module),
}

impl Value {
    /// The class that a method called on it belongs to or is inherited by.
    pub(super) fn class(&self) -> Option<u32> {
        match self {
            Value::Class(class)
            | Value::Instance(class)
            | Value::Held(class)
            | Value::Super(class) => Some(*class),
            Value::Function(_) | Value::Module(_) => None,
        }
    }
}

/// Where an expression stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) file: usize,
    /// The innermost symbol, or the file's node.
    pub(super) node: u32,
    pub(super) line: u32,
}

/// Expressions, types and hierarchies are followed so far.
pub(super) const MAX_DEPTH: u32 = 8;

pub(super) struct Types<'s, 'a> {
    pub(super) files: Vec<LinkFile<'a>>,
    pub(super) symbols: &'s Symbols<'a>,
    pub(super) scope: &'s Scope<'s, 'a>,
    /// What methods bind to fields of their object: `self.x = Foo()`.
    pub(super) own_fields: HashMap<(u32, &'a str), (u32, &'a Binding)>,
    bases: HashMap<u32, Vec<u32>>,
    /// What a type implements apart from its own definition: `impl Trait for Type`.
    traits: HashMap<u32, Vec<u32>>,
}

impl<'s, 'a> Types<'s, 'a> {
    pub(super) fn new(
        files: &[LinkFile<'a>],
        symbols: &'s Symbols<'a>,
        scope: &'s Scope<'s, 'a>,
    ) -> Self {
        let mut types = Types {
            files: files.to_vec(),
            symbols,
            scope,
            own_fields: HashMap::new(),
            bases: HashMap::new(),
            traits: HashMap::new(),
        };
        types.find_own_fields();
        types.find_bases();
        types.find_traits();
        types
    }

    fn find_bases(&mut self) {
        for file in 0..self.files.len() {
            for (i, symbol) in self.files[file].outline.symbols.iter().enumerate() {
                if symbol.bases.is_empty() {
                    continue;
                }
                let node = self.symbols.node(file, i);
                let bases: Vec<u32> = symbol
                    .bases
                    .iter()
                    .filter_map(|base| self.named_class(base, node))
                    .filter(|&base| base != node)
                    .collect();
                if !bases.is_empty() {
                    self.bases.insert(node, bases);
                }
            }
        }
    }

    fn find_traits(&mut self) {
        for file in 0..self.files.len() {
            let node = self.symbols.file_node(file);
            for it in &self.files[file].outline.impls {
                if let (Some(ty), Some(base)) =
                    (self.class_of(&it.ty, node), self.class_of(&it.base, node))
                    && ty != base
                {
                    self.traits.entry(ty).or_default().push(base);
                }
            }
        }
    }

    pub(super) fn bases_of(&self, class: u32) -> &[u32] {
        self.bases.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Bases and implemented traits.
    pub(super) fn above(&self, class: u32) -> impl DoubleEndedIterator<Item = u32> + '_ {
        let traits = self.traits.get(&class).map_or(&[][..], Vec::as_slice);
        self.bases_of(class).iter().chain(traits).copied()
    }

    /// The class that a type speaks of where it is written: inside `node`.
    pub(super) fn class_of(&self, text: &str, node: u32) -> Option<u32> {
        class_names(text, self.symbols.family(self.symbols.file_of(node)))
            .into_iter()
            .find_map(|name| self.named_class(name, node).or_else(|| self.bound(name, node)))
    }

    fn named_class(&self, name: &str, node: u32) -> Option<u32> {
        match self.path(name, node)? {
            Value::Class(class) => Some(class),
            _ => None,
        }
    }

    /// A type parameter is used as what it must be: `T: Trait`, `T extends Base`.
    fn bound(&self, name: &str, node: u32) -> Option<u32> {
        let family = self.symbols.family(self.symbols.file_of(node));
        let mut at = Some(node);
        while let Some(node) = at {
            let symbol = self.symbols.symbol(node)?;
            if let Some(bound) = bound_of(&symbol.signature, name, family) {
                return class_names(bound, family)
                    .into_iter()
                    .filter(|&bound| bound != name)
                    .find_map(|bound| self.named_class(bound, node));
            }
            at = self.symbols.parent(node);
        }
        None
    }

    /// A dotted path of names of types, from the scopes around a node.
    fn path(&self, path: &str, node: u32) -> Option<Value> {
        let mut parts = segments(path)?.into_iter();
        let first = parts.next()?;
        let file = self.symbols.file_of(node);
        let around = self.around(first.name, node).filter(|&found| self.symbols.is_class(found));
        let mut value = match around {
            Some(found) => Value::Class(found),
            None => self.global(first.name, file, Wanted::Type)?,
        };
        for part in parts {
            value = self.part(value, part.name)?;
        }
        Some(value)
    }

    /// `value.name` where both are names of types or modules. Properties are not followed: their
    /// types are such paths themselves, and might lead back here.
    fn part(&self, value: Value, name: &str) -> Option<Value> {
        match value {
            Value::Class(class) => {
                self.member(class, name).filter(|&it| self.symbols.is_class(it)).map(Value::Class)
            }
            Value::Module(module) => {
                let family = self.family_of(&module);
                match self.scope.in_module(&module, name, family, Wanted::Type, 0)? {
                    Meaning::Symbol(node) => Some(self.symbol_value(node)),
                    Meaning::Module(module) => Some(Value::Module(module)),
                }
            }
            _ => None,
        }
    }

    fn family_of(&self, module: &Module) -> Family {
        match module {
            Module::File(file) | Module::Inner(file, _) => self.symbols.family(*file),
            Module::Folder(_) => Family::Go,
        }
    }

    /// What functions, modules and namespaces around a node call `name`, innermost first.
    pub(super) fn around(&self, name: &str, node: u32) -> Option<u32> {
        let mut at = Some(node);
        while let Some(node) = at {
            let symbol = self.symbols.symbol(node)?;
            if (symbol.kind.is_function()
                || matches!(symbol.kind, SymbolKind::Module | SymbolKind::Namespace))
                && let Some(found) = self.symbols.member(node, name)
            {
                return Some(found);
            }
            at = self.symbols.parent(node);
        }
        None
    }

    pub(super) fn global(&self, name: &str, file: usize, wanted: Wanted) -> Option<Value> {
        match self.scope.name(file, name, wanted) {
            Some((Meaning::Symbol(node), _)) => Some(self.symbol_value(node)),
            Some((Meaning::Module(module), _)) => Some(Value::Module(module)),
            None => None,
        }
    }

    pub(super) fn symbol_value(&self, node: u32) -> Value {
        if self.symbols.is_class(node) { Value::Class(node) } else { Value::Function(node) }
    }

    /// `value.name`.
    pub(super) fn step(&self, value: Value, name: &str, depth: u32) -> Option<Value> {
        match value {
            Value::Instance(class) | Value::Class(class) | Value::Held(class) => {
                if let Some(member) = self.member(class, name) {
                    return Some(match self.symbol_value(member) {
                        Value::Function(function) if self.is_property(function) => {
                            return self.returned(function, Some(class), depth + 1);
                        }
                        value => value,
                    });
                }
                self.field(class, name, depth)
            }
            Value::Super(class) => self
                .bases_of(class)
                .iter()
                .find_map(|&base| self.member(base, name))
                .map(|member| self.symbol_value(member)),
            Value::Module(module) => {
                let family = self.family_of(&module);
                match self.scope.in_module(&module, name, family, Wanted::Value, 0) {
                    Some(Meaning::Symbol(node)) => Some(self.symbol_value(node)),
                    Some(Meaning::Module(module)) => Some(Value::Module(module)),
                    None => match module {
                        Module::File(file) => self.file_variable(name, file, depth + 1),
                        _ => None,
                    },
                }
            }
            Value::Function(_) => None,
        }
    }

    fn is_property(&self, function: u32) -> bool {
        self.symbols.symbol(function).is_some_and(|symbol| {
            symbol.modifiers.iter().any(|modifier| modifier == "get")
                || symbol.decorators.iter().any(|decorator| {
                    let name = decorator.text.rsplit('.').next().unwrap_or("");
                    matches!(name, "property" | "cached_property" | "lazy_property" | "getter")
                })
        })
    }
}
