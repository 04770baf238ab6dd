//! What belongs to a class: its methods and fields, and those of what it is based on.

use super::symbols::Symbols;
use super::types::{MAX_DEPTH, Place, Types, Value};

/// Hierarchies are walked so far up.
const MAX_CLASSES: usize = 64;

impl<'a> Types<'_, 'a> {
    pub(super) fn find_own_fields(&mut self) {
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

    /// A member of a class or of what it is based on, nearest first.
    pub(super) fn member(&self, class: u32, name: &str) -> Option<u32> {
        self.nearest_above(class, |class| self.symbols.member(class, name))
    }

    /// What a field of a class holds.
    pub(super) fn field(&self, class: u32, name: &str, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.nearest_above(class, |class| self.own_field(class, name, depth))
    }

    fn nearest_above<T>(&self, class: u32, find: impl Fn(u32) -> Option<T>) -> Option<T> {
        let mut seen = vec![class];
        let mut todo = vec![class];
        while let Some(class) = todo.pop() {
            if let Some(found) = find(class) {
                return Some(found);
            }
            for base in self.above(class).rev() {
                if !seen.contains(&base) && seen.len() < MAX_CLASSES {
                    seen.push(base);
                    todo.push(base);
                }
            }
        }
        None
    }

    fn own_field(&self, class: u32, name: &str, depth: u32) -> Option<Value> {
        let symbols: &Symbols<'a> = self.symbols;
        let file = symbols.file_of(class);
        let symbol = symbols.symbol(class)?;
        if let Some(field) = symbol.fields.iter().find(|field| field.name == name) {
            if let Some(found) = field.ty.as_deref().and_then(|ty| self.typed(ty, class, None)) {
                return Some(found);
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
            let place = Place { file: symbols.file_of(node), node, line: binding.line };
            if let Some(value) = self.bound_value(binding, place, depth + 1) {
                return Some(value);
            }
        }
        // `self.x = x`, and parameters that are fields at once.
        let constructor = ["__init__", "constructor", "__construct", "initialize"]
            .iter()
            .find_map(|name| symbols.member(class, name))?;
        let parameters = &symbols.symbol(constructor)?.parameters;
        let parameter = parameters.iter().find(|p| p.name == name)?;
        self.typed(parameter.ty.as_deref()?, constructor, None)
    }
}
