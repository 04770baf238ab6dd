//! Who is where: the nodes, and the names by which they can be found.

use std::collections::HashMap;

use super::family::Family;
use super::modules::folder_of;
use super::{LinkFile, file_node, node_kind};
use crate::graph::Node;
use crate::id::symbol_ids;
use crate::outline::{Symbol, SymbolKind};

/// All symbols of all files, numbered as the graph's nodes.
pub(super) struct Symbols<'a> {
    /// The node of each file; its symbols follow it.
    first: Vec<u32>,
    file_of: Vec<u32>,
    files: Vec<&'a [Symbol]>,
    families: Vec<Family>,
    /// Top-level names of each file.
    top: Vec<HashMap<&'a str, u32>>,
    /// The type of methods that are in another file than it.
    strays: HashMap<u32, u32>,
    /// Members by class node and name.
    members: HashMap<(u32, &'a str), u32>,
    /// Everything by family and name; only looked up, never walked.
    by_name: HashMap<Family, HashMap<&'a str, Vec<u32>>>,
}

impl<'a> Symbols<'a> {
    pub(super) fn new(files: &[LinkFile<'a>]) -> Self {
        let mut symbols = Symbols {
            first: Vec::with_capacity(files.len()),
            file_of: Vec::new(),
            files: files.iter().map(|file| file.outline.symbols.as_slice()).collect(),
            families: files.iter().map(|file| Family::of(&file.outline.language)).collect(),
            top: Vec::with_capacity(files.len()),
            strays: HashMap::new(),
            members: HashMap::new(),
            by_name: HashMap::new(),
        };
        for (index, file) in files.iter().enumerate() {
            symbols.add_file(index, file);
        }
        for (index, file) in files.iter().enumerate() {
            symbols.adopt_strays(index, files, file);
        }
        symbols
    }

    /// Methods whose type is in another file: Go methods, Rust `impl` blocks, extensions. They
    /// belong to the type of that name in their folder, or to the only one in the repository.
    fn adopt_strays(&mut self, index: usize, files: &[LinkFile<'a>], file: &LinkFile<'a>) {
        for (i, symbol) in file.outline.symbols.iter().enumerate() {
            if symbol.parent.is_some() {
                continue;
            }
            let Some((holder, _)) = symbol.qualified_name.rsplit_once('.') else { continue };
            let holder = holder.rsplit('.').next().unwrap_or(holder);
            let node = self.node(index, i);
            let classes: Vec<u32> = self
                .named(self.families[index], holder)
                .iter()
                .copied()
                .filter(|&class| self.is_class(class))
                .collect();
            let here = folder_of(file.path);
            let near: Vec<u32> = classes
                .iter()
                .copied()
                .filter(|&class| folder_of(files[self.file_of(class)].path) == here)
                .collect();
            let class = match (near.as_slice(), classes.as_slice()) {
                ([one], _) | ([], [one]) => *one,
                _ => continue,
            };
            self.strays.insert(node, class);
            self.members.entry((class, symbol.name.as_str())).or_insert(node);
        }
    }

    fn add_file(&mut self, index: usize, file: &LinkFile<'a>) {
        let first = number(self.file_of.len());
        self.first.push(first);
        self.file_of.push(number(index));
        let family = self.families[index];
        let mut top = HashMap::new();
        for _ in &file.outline.symbols {
            self.file_of.push(number(index));
        }
        // A definition wins over declarations of its name; among equals the first stays.
        for declared in [false, true] {
            for (i, symbol) in file.outline.symbols.iter().enumerate() {
                if only_declares(symbol) != declared {
                    continue;
                }
                let node = first + 1 + number(i);
                let name = symbol.name.as_str();
                match symbol.parent {
                    Some(parent) => {
                        self.members.entry((first + 1 + parent, name)).or_insert(node);
                    }
                    None => {
                        top.entry(name).or_insert(node);
                        // Names with dots are found whole too: `defmodule Plug.Conn`, `M.open`.
                        top.entry(symbol.qualified_name.as_str()).or_insert(node);
                    }
                }
            }
        }
        for (i, symbol) in file.outline.symbols.iter().enumerate() {
            let node = first + 1 + number(i);
            self.by_name.entry(family).or_default().entry(&symbol.name).or_default().push(node);
        }
        self.top.push(top);
    }

    pub(super) fn nodes(&self, files: &[LinkFile<'_>]) -> Vec<Node> {
        let mut nodes = Vec::with_capacity(self.file_of.len());
        for file in files {
            let whole = file_node(file.path, file.outline);
            let is_test = whole.is_test;
            let path = whole.path.clone();
            nodes.push(whole);
            let ids = symbol_ids(file.path, &file.outline.symbols);
            for (id, symbol) in ids.into_iter().zip(&file.outline.symbols) {
                nodes.push(Node {
                    id,
                    path: path.clone(),
                    name: symbol.name.clone(),
                    kind: node_kind(symbol),
                    span: symbol.full_span(),
                    is_test: is_test || in_test_module(symbol),
                });
            }
        }
        nodes
    }

    pub(super) fn file_node(&self, file: usize) -> u32 {
        self.first[file]
    }

    pub(super) fn node(&self, file: usize, symbol: usize) -> u32 {
        self.first[file] + 1 + number(symbol)
    }

    pub(super) fn file_of(&self, node: u32) -> usize {
        self.file_of[node as usize] as usize
    }

    pub(super) fn family(&self, file: usize) -> Family {
        self.families[file]
    }

    /// `None` for a file's own node.
    pub(super) fn symbol(&self, node: u32) -> Option<&'a Symbol> {
        let file = self.file_of(node);
        let index = (node - self.first[file]).checked_sub(1)?;
        self.files[file].get(index as usize)
    }

    pub(super) fn parent(&self, node: u32) -> Option<u32> {
        match self.symbol(node)?.parent {
            Some(parent) => Some(self.first[self.file_of(node)] + 1 + parent),
            None => self.strays.get(&node).copied(),
        }
    }

    pub(super) fn is_class(&self, node: u32) -> bool {
        self.symbol(node).is_some_and(|symbol| !symbol.kind.is_function())
    }

    /// The innermost class around a node, itself included.
    pub(super) fn class_around(&self, node: u32) -> Option<u32> {
        let mut at = Some(node);
        while let Some(node) = at {
            let symbol = self.symbol(node)?;
            if !symbol.kind.is_function()
                && !matches!(symbol.kind, SymbolKind::Module | SymbolKind::Namespace)
            {
                return Some(node);
            }
            at = self.parent(node);
        }
        None
    }

    pub(super) fn top_level(&self, file: usize, name: &str) -> Option<u32> {
        self.top[file].get(name).copied()
    }

    pub(super) fn member(&self, class: u32, name: &str) -> Option<u32> {
        self.members.get(&(class, name)).copied()
    }

    pub(super) fn named(&self, family: Family, name: &str) -> &[u32] {
        self.by_name.get(&family).and_then(|names| names.get(name)).map_or(&[], Vec::as_slice)
    }
}

/// A prototype, an abstract method, or one of Python's `@overload` signatures.
fn only_declares(symbol: &Symbol) -> bool {
    symbol.is_declaration
        || symbol.decorators.iter().any(|d| d.text.rsplit('.').next() == Some("overload"))
}

/// Rust keeps unit tests in a module beside the code.
fn in_test_module(symbol: &Symbol) -> bool {
    let name = symbol.qualified_name.as_str();
    name == "tests" || name.starts_with("tests.")
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
