//! What an expression is, as far as written types, constructors and annotations tell.

use super::expression::{cast_type, segments};
use super::family::Family;
use super::symbols::Wanted;
use super::type_text::class_names;
use super::types::{MAX_DEPTH, Place, Types, Value};
use super::wrappers::{awaited, opened, passes_through};
use crate::outline::{Binding, Symbol, SymbolKind};

impl<'a> Types<'_, 'a> {
    /// What `expression` is at `place`.
    pub(super) fn value_of(&self, expression: &str, place: Place, depth: u32) -> Option<Value> {
        self.chain(expression, false, place, depth)
    }

    /// The value of a chain of names and calls; of what its last name gives if that is `called`.
    fn chain(&self, expression: &str, called: bool, place: Place, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(ty) = cast_type(expression) {
            return self.typed(ty, place.node, None);
        }
        let parts = segments(expression)?;
        let last = parts.len() - 1;
        let is_rust = self.symbols.family(place.file) == Family::Rust;
        let mut value: Option<Value> = None;
        for (i, part) in parts.iter().enumerate() {
            let called = part.called || (called && i == last);
            let owner = value.as_ref().and_then(Value::class);
            let next = match value {
                None => self.first(part.name, place, depth)?,
                Some(before) => {
                    if called
                        && is_rust
                        && let Some(passed) = self.passed(&before, part.name)
                    {
                        value = Some(passed);
                        continue;
                    }
                    self.step(before, part.name, depth)?
                }
            };
            value = Some(if called { self.called(next, owner, depth)? } else { next });
        }
        value
    }

    /// A call that gives what it was called on: `x.unwrap()`, `x.clone()`.
    fn passed(&self, value: &Value, name: &str) -> Option<Value> {
        match value {
            Value::Held(class) => opened(*class, name),
            Value::Instance(class)
                if passes_through(name) && self.member(*class, name).is_none() =>
            {
                Some(Value::Instance(*class))
            }
            _ => None,
        }
    }

    fn first(&self, name: &str, place: Place, depth: u32) -> Option<Value> {
        let family = self.symbols.family(place.file);
        if family.is_self_word(name) {
            let class = self.symbols.class_around(place.node)?;
            let is_type = matches!(name, "cls" | "Self" | "static");
            return Some(if is_type { Value::Class(class) } else { Value::Instance(class) });
        }
        if matches!(name, "super" | "parent" | "base") && family != Family::Rust {
            return self.symbols.class_around(place.node).map(Value::Super);
        }
        match self.local(name, place, depth) {
            Local::Value(value) => return Some(value),
            Local::Unknown => return None,
            Local::No => {}
        }
        if family.has_implicit_self()
            && let Some(class) = self.symbols.class_around(place.node)
            && let Some(value) = self.field(class, name, depth)
        {
            return Some(value);
        }
        if let Some(twin) = self.symbols.nearest_twin(place.file, name, place.line) {
            return Some(self.symbol_value(twin));
        }
        self.global(name, place.file, Wanted::Value)
            .or_else(|| self.file_variable(name, place.file, depth))
    }

    /// A local name or parameter of the function around, or of the ones around that.
    fn local(&self, name: &str, place: Place, depth: u32) -> Local {
        let mut at = Some(place.node);
        while let Some(node) = at {
            let Some(symbol) = self.symbols.symbol(node) else { break };
            if symbol.kind.is_function() {
                if let Some(binding) = nearest(&symbol.facts.bindings, name, place.line) {
                    return self.bound_value(binding, Place { node, ..place }, depth).into();
                }
                if let Some(parameter) = symbol.parameters.iter().find(|p| p.name == name) {
                    let ty = parameter.ty.as_deref();
                    return ty.and_then(|ty| self.typed(ty, node, None)).into();
                }
                if self.go_receiver(symbol) == Some(name)
                    && let Some(class) = self.symbols.class_around(node)
                {
                    return Local::Value(Value::Instance(class));
                }
                if let Some(value) =
                    self.closure_parameter(symbol, name, Place { node, ..place }, depth)
                {
                    return Local::Value(value);
                }
            }
            if (symbol.kind.is_function()
                || matches!(symbol.kind, SymbolKind::Module | SymbolKind::Namespace))
                && let Some(inner) = self.symbols.member(node, name)
            {
                return Local::Value(self.symbol_value(inner));
            }
            at = self.symbols.parent(node);
        }
        Local::No
    }

    fn go_receiver(&self, symbol: &'a Symbol) -> Option<&'a str> {
        let rest = symbol.signature.strip_prefix("func (")?;
        rest.split([' ', ')']).next()
    }

    pub(super) fn bound_value(&self, binding: &Binding, place: Place, depth: u32) -> Option<Value> {
        if let Some(ty) = &binding.ty
            && let Some(value) = self.typed(ty, place.node, None)
        {
            return Some(value);
        }
        let maker = binding.made_by.as_deref()?;
        let place = Place { line: binding.line.saturating_sub(1), ..place };
        self.chain(maker, true, place, depth + 1)
    }

    /// A variable at the top level of a file, or imported from one.
    pub(super) fn file_variable(&self, name: &str, file: usize, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        let at = |file: usize, line| Place { file, node: self.symbols.file_node(file), line };
        if let Some(binding) = nearest(&self.files[file].outline.facts.bindings, name, u32::MAX) {
            return self.bound_value(binding, at(file, binding.line), depth + 1);
        }
        let (from, name) = self.scope.imported_variable(file, name)?;
        self.file_variable(name, from, depth + 1)
    }

    /// What a value of a written type is. `owner` is what `Self` and `this` mean, where that is
    /// more than the class around: a subclass that inherits the method.
    pub(super) fn typed(&self, ty: &str, node: u32, owner: Option<u32>) -> Option<Value> {
        let family = self.symbols.family(self.symbols.file_of(node));
        let (ty, held) = match family {
            Family::Rust => super::wrappers::unheld(ty),
            _ => (ty, false),
        };
        let own = class_names(ty, family)
            .iter()
            .any(|name| matches!(*name, "Self" | "self" | "this" | "static"));
        let class = if own {
            owner.or_else(|| self.symbols.class_around(node))?
        } else {
            self.class_of(ty, node)?
        };
        Some(if held { Value::Held(class) } else { Value::Instance(class) })
    }

    /// What calling a value gives; `owner` is the class it was taken from.
    fn called(&self, value: Value, owner: Option<u32>, depth: u32) -> Option<Value> {
        match value {
            Value::Class(class) => Some(Value::Instance(class)),
            Value::Super(class) => Some(Value::Super(class)),
            Value::Function(function) => self.returned(function, owner, depth + 1),
            Value::Instance(class) => {
                let call = self.member(class, "__call__")?;
                self.returned(call, Some(class), depth + 1)
            }
            Value::Held(_) | Value::Module(_) => None,
        }
    }

    /// What a function gives back, by its annotation or by what it plainly returns.
    pub(super) fn returned(&self, function: u32, owner: Option<u32>, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        let file = self.symbols.file_of(function);
        let symbol = self.symbols.symbol(function)?;
        if symbol.kind == SymbolKind::Constructor {
            return self.symbols.class_around(function).map(Value::Instance);
        }
        let family = self.symbols.family(file);
        if let Some(ty) = &symbol.return_type {
            return self.typed(awaited(ty, family), function, owner);
        }
        let mut values = symbol.facts.returns.iter().map(|returned| {
            let place = Place { file, node: function, line: returned.line };
            self.value_of(&returned.expression, place, depth + 1)
        });
        let first = values.next()??;
        (matches!(first, Value::Instance(_)) && values.all(|value| value.as_ref() == Some(&first)))
            .then_some(first)
    }
}

enum Local {
    Value(Value),
    /// It is a local name, of unknown type: it hides what the name means outside.
    Unknown,
    No,
}

impl From<Option<Value>> for Local {
    fn from(value: Option<Value>) -> Local {
        value.map_or(Local::Unknown, Local::Value)
    }
}

/// The last binding of a name before a line.
fn nearest<'b>(bindings: &'b [Binding], name: &str, line: u32) -> Option<&'b Binding> {
    bindings.iter().rev().find(|b| b.name == name && b.line <= line)
}
