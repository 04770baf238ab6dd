//! What an expression is, as far as written types, constructors and annotations tell.

use std::collections::HashMap;

use super::LinkFile;
use super::family::Family;
use super::modules::Module;
use super::scope::{Meaning, Scope};
use super::symbols::Symbols;
use super::type_text::class_names;
use crate::outline::{Binding, Symbol, SymbolKind};

/// What an expression stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Class(u32),
    Instance(u32),
    /// The bases of a class, without the class itself.
    Super(u32),
    Function(u32),
    Module(Module),
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
const MAX_DEPTH: u32 = 8;

pub(super) struct Types<'s, 'a> {
    files: Vec<LinkFile<'a>>,
    symbols: &'s Symbols<'a>,
    scope: &'s Scope<'s, 'a>,
    /// What methods bind to fields of their object: `self.x = Foo()`.
    own_fields: HashMap<(u32, &'a str), (u32, &'a Binding)>,
    bases: HashMap<u32, Vec<u32>>,
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
        };
        types.find_own_fields();
        types.find_bases();
        types
    }

    fn find_own_fields(&mut self) {
        for file in 0..self.files.len() {
            let family = self.symbols.family(file);
            for (i, symbol) in self.files[file].outline.symbols.iter().enumerate() {
                let node = self.symbols.node(file, i);
                let Some(class) = self.symbols.class_around(node) else { continue };
                for binding in &symbol.facts.bindings {
                    if let Some((object, field)) = binding.name.split_once('.')
                        && family.is_self_word(object)
                        && !field.contains('.')
                    {
                        self.own_fields.entry((class, field)).or_insert((node, binding));
                    }
                }
            }
        }
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
                    .filter_map(|base| self.named_class(base, file))
                    .filter(|&base| base != node)
                    .collect();
                if !bases.is_empty() {
                    self.bases.insert(node, bases);
                }
            }
        }
    }

    pub(super) fn bases_of(&self, class: u32) -> &[u32] {
        self.bases.get(&class).map_or(&[], Vec::as_slice)
    }

    /// The class that a written type speaks of.
    pub(super) fn class_of(&self, text: &str, file: usize) -> Option<u32> {
        class_names(text, self.symbols.family(file))
            .into_iter()
            .find_map(|name| self.named_class(name, file))
    }

    fn named_class(&self, name: &str, file: usize) -> Option<u32> {
        match self.path(name, file)? {
            Value::Class(class) => Some(class),
            _ => None,
        }
    }

    /// A dotted path of names from the top level of a file.
    fn path(&self, path: &str, file: usize) -> Option<Value> {
        let mut parts = segments(path)?.into_iter();
        let first = parts.next()?;
        let mut value = self.global(first.name, file)?;
        for part in parts {
            value = self.step(value, part.name, 0)?;
        }
        Some(value)
    }

    fn global(&self, name: &str, file: usize) -> Option<Value> {
        match self.scope.name(file, name) {
            Some((Meaning::Symbol(node), _)) => Some(self.symbol_value(node)),
            Some((Meaning::Module(module), _)) => Some(Value::Module(module)),
            None => None,
        }
    }

    fn symbol_value(&self, node: u32) -> Value {
        if self.symbols.is_class(node) { Value::Class(node) } else { Value::Function(node) }
    }

    /// What `expression` is at `place`.
    pub(super) fn value_of(&self, expression: &str, place: Place, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut parts = segments(expression)?.into_iter();
        let first = parts.next()?;
        let mut value = self.first(first.name, place, depth)?;
        if first.called {
            value = self.called(value, depth)?;
        }
        for part in parts {
            value = self.step(value, part.name, depth)?;
            if part.called {
                value = self.called(value, depth)?;
            }
        }
        Some(value)
    }

    fn first(&self, name: &str, place: Place, depth: u32) -> Option<Value> {
        let family = self.symbols.family(place.file);
        if family.is_self_word(name) {
            let class = self.symbols.class_around(place.node)?;
            let is_type = matches!(name, "cls" | "Self" | "static");
            return Some(if is_type { Value::Class(class) } else { Value::Instance(class) });
        }
        if matches!(name, "super" | "parent" | "base") {
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
        self.global(name, place.file).or_else(|| self.file_variable(name, place.file, depth))
    }

    /// A local name or parameter of the function around, or of the ones around that.
    fn local(&self, name: &str, place: Place, depth: u32) -> Local {
        let mut at = Some(place.node);
        while let Some(node) = at {
            let Some(symbol) = self.symbols.symbol(node) else { break };
            if symbol.kind.is_function() {
                if let Some(binding) = nearest(&symbol.facts.bindings, name, place.line) {
                    return self.bound(binding, Place { node, ..place }, depth).into();
                }
                if let Some(parameter) = symbol.parameters.iter().find(|p| p.name == name) {
                    let ty = parameter.ty.as_deref();
                    return ty
                        .and_then(|ty| self.class_of(ty, place.file))
                        .map(Value::Instance)
                        .into();
                }
                if self.go_receiver(symbol) == Some(name)
                    && let Some(class) = self.symbols.class_around(node)
                {
                    return Local::Value(Value::Instance(class));
                }
            }
            at = self.symbols.parent(node);
        }
        Local::No
    }

    fn go_receiver(&self, symbol: &'a Symbol) -> Option<&'a str> {
        let rest = symbol.signature.strip_prefix("func (")?;
        rest.split([' ', ')']).next()
    }

    fn bound(&self, binding: &Binding, place: Place, depth: u32) -> Option<Value> {
        if let Some(ty) = &binding.ty
            && let Some(class) = self.class_of(ty, place.file)
        {
            return Some(Value::Instance(class));
        }
        let maker = binding.made_by.as_deref()?;
        let value = self.value_of(
            maker,
            Place { line: binding.line.saturating_sub(1), ..place },
            depth + 1,
        )?;
        self.called(value, depth + 1)
    }

    /// A variable at the top level of a file, or imported from one.
    fn file_variable(&self, name: &str, file: usize, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        let at = |file: usize, line| Place { file, node: self.symbols.file_node(file), line };
        if let Some(binding) = nearest(&self.files[file].outline.facts.bindings, name, u32::MAX) {
            return self.bound(binding, at(file, binding.line), depth + 1);
        }
        let (from, name) = self.scope.imported_variable(file, name)?;
        self.file_variable(name, from, depth + 1)
    }

    /// What calling a value gives.
    fn called(&self, value: Value, depth: u32) -> Option<Value> {
        match value {
            Value::Class(class) => Some(Value::Instance(class)),
            Value::Super(class) => Some(Value::Super(class)),
            Value::Function(function) => self.returned(function, depth + 1),
            Value::Instance(class) => {
                let call = self.member(class, "__call__")?;
                self.returned(call, depth + 1)
            }
            Value::Module(_) => None,
        }
    }

    /// What a function gives back, by its annotation or by what it plainly returns.
    fn returned(&self, function: u32, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        let file = self.symbols.file_of(function);
        let symbol = self.symbols.symbol(function)?;
        if symbol.kind == SymbolKind::Constructor {
            return self.symbols.class_around(function).map(Value::Instance);
        }
        if let Some(ty) = &symbol.return_type {
            let family = self.symbols.family(file);
            let own = class_names(awaited(ty, family), family);
            if own.iter().any(|name| matches!(*name, "Self" | "self" | "this" | "static")) {
                return self.symbols.class_around(function).map(Value::Instance);
            }
            return self.class_of(awaited(ty, family), file).map(Value::Instance);
        }
        let mut values = symbol.facts.returns.iter().map(|returned| {
            let place = Place { file, node: function, line: returned.line };
            self.value_of(&returned.expression, place, depth + 1)
        });
        let first = values.next()??;
        (matches!(first, Value::Instance(_)) && values.all(|value| value.as_ref() == Some(&first)))
            .then_some(first)
    }

    /// `value.name`.
    fn step(&self, value: Value, name: &str, depth: u32) -> Option<Value> {
        match value {
            Value::Instance(class) | Value::Class(class) => {
                if let Some(member) = self.member(class, name) {
                    return Some(match self.symbol_value(member) {
                        Value::Function(function) if self.is_property(function) => {
                            return self.returned(function, depth + 1);
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
                let family = match &module {
                    Module::File(file) | Module::Inner(file, _) => self.symbols.family(*file),
                    Module::Folder(_) => Family::Go,
                };
                match self.scope.in_module(&module, name, family, 0) {
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

    /// A member of a class or of what it is based on, nearest first.
    pub(super) fn member(&self, class: u32, name: &str) -> Option<u32> {
        let mut seen = vec![class];
        let mut todo = vec![class];
        while let Some(class) = todo.pop() {
            if let Some(member) = self.symbols.member(class, name) {
                return Some(member);
            }
            for &base in self.bases_of(class).iter().rev() {
                if !seen.contains(&base) && seen.len() < 64 {
                    seen.push(base);
                    todo.push(base);
                }
            }
        }
        None
    }

    /// What a field of a class holds.
    fn field(&self, class: u32, name: &str, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut seen = vec![class];
        let mut todo = vec![class];
        while let Some(class) = todo.pop() {
            if let Some(value) = self.own_field(class, name, depth) {
                return Some(value);
            }
            for &base in self.bases_of(class).iter().rev() {
                if !seen.contains(&base) && seen.len() < 64 {
                    seen.push(base);
                    todo.push(base);
                }
            }
        }
        None
    }

    fn own_field(&self, class: u32, name: &str, depth: u32) -> Option<Value> {
        let file = self.symbols.file_of(class);
        let symbol = self.symbols.symbol(class)?;
        if let Some(field) = symbol.fields.iter().find(|field| field.name == name) {
            if let Some(found) = field.ty.as_deref().and_then(|ty| self.class_of(ty, file)) {
                return Some(Value::Instance(found));
            }
            if let Some(value) = field.value.as_deref().filter(|value| value.ends_with(')')) {
                let place = Place { file, node: class, line: field.line };
                let value = value.strip_prefix("new ").unwrap_or(value);
                if let Some(value @ Value::Instance(_)) = self.value_of(value, place, depth + 1) {
                    return Some(value);
                }
            }
        }
        if let Some(&(node, binding)) = self.own_fields.get(&(class, name)) {
            let place = Place { file: self.symbols.file_of(node), node, line: binding.line };
            if let Some(value) = self.bound(binding, place, depth + 1) {
                return Some(value);
            }
        }
        // `self.x = x`, and parameters that are fields at once.
        let constructor = ["__init__", "constructor", "__construct", "initialize"]
            .iter()
            .find_map(|name| self.symbols.member(class, name))?;
        let parameters = &self.symbols.symbol(constructor)?.parameters;
        let parameter = parameters.iter().find(|p| p.name == name)?;
        self.class_of(parameter.ty.as_deref()?, file).map(Value::Instance)
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

/// What an asynchronous function gives once it is awaited.
fn awaited(ty: &str, family: Family) -> &str {
    let ty = ty.trim().trim_matches(['"', '\'']);
    let wrappers: &[&str] = match family {
        Family::Ecmascript => &["Promise<"],
        Family::Rust => &["Result<", "io::Result<", "anyhow::Result<"],
        Family::Python => &["Awaitable[", "Coroutine["],
        _ => &[],
    };
    for wrapper in wrappers {
        if let Some(inner) = ty.strip_prefix(wrapper) {
            let end = inner.find([',', '>', ']']).unwrap_or(inner.len());
            return &inner[..end];
        }
    }
    ty
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Segment<'t> {
    pub(super) name: &'t str,
    pub(super) called: bool,
}

/// `a.b(c).d` in its parts; `None` for what is not a plain chain of names and calls.
pub(super) fn segments(expression: &str) -> Option<Vec<Segment<'_>>> {
    let mut rest = expression.trim();
    for word in ["await ", "new ", "&mut ", "&", "*", "(await "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$' || c == '@'))
            .unwrap_or(rest.len());
        if end == 0 {
            return None;
        }
        let name = &rest[..end];
        rest = rest[end..].trim_start();
        // Generic arguments: `Foo::<T>`, `Foo<T>(…)`.
        if let Some(open) = rest.strip_prefix("::<").or_else(|| rest.strip_prefix('<')) {
            rest = after_close(open, '<', '>')?;
        }
        let mut called = false;
        if let Some(open) = rest.strip_prefix('(') {
            rest = after_close(open, '(', ')')?;
            called = true;
        }
        rest = rest.trim_start_matches(['?', '!']).trim_start();
        if let Some(close) = rest.strip_prefix(')') {
            rest = close;
        }
        parts.push(Segment { name, called });
        let next = ["::", "->", "."].iter().find_map(|separator| rest.strip_prefix(separator));
        match next {
            Some(next) => rest = next.trim_start(),
            None if rest.is_empty() => break,
            None => return None,
        }
    }
    if parts.is_empty() { None } else { Some(parts) }
}

/// What stands behind the bracket that closes an open one.
fn after_close(text: &str, open: char, close: char) -> Option<&str> {
    let mut depth = 1_u32;
    for (i, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(&text[i + c.len_utf8()..]);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_cut_into_parts() {
        fn check(expression: &str, expected: Option<&str>) {
            let got = segments(expression).map(|parts| {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|p| format!("{}{}", p.name, if p.called { "()" } else { "" }))
                    .collect();
                parts.join(" ")
            });
            assert_eq!(got.as_deref(), expected, "{expression}");
        }
        check("a", Some("a"));
        check("a.b(c.d(), e).f", Some("a b() f"));
        check("Foo::<T>::new()", Some("Foo new()"));
        check("this.x?.y!.z", Some("this x y z"));
        check("(await foo()).bar", Some("foo() bar"));
        check("new Foo<T>(x)", Some("Foo()"));
        check("a[0].b", None);
        check("a + b", None);
        check("", None);
        check("(x)", None);
    }
}
