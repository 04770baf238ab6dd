//! Who is where: the nodes, and the names by which they can be found.

use foldhash::{HashMap, HashMapExt as _};

use super::family::Family;
use super::modules::folder_of;
use super::{LinkFile, file_node, node_kind};
use crate::graph::Node;
use crate::id::symbol_ids;
use crate::outline::{Symbol, SymbolKind};

/// What a name is looked up for. TypeScript keeps values and types of one name apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Wanted {
    Value,
    Type,
}

/// All symbols of all files, numbered as the graph's nodes.
pub(super) struct Symbols<'a> {
    /// The node of each file; its symbols follow it.
    first: Vec<u32>,
    file_of: Vec<u32>,
    files: Vec<&'a [Symbol]>,
    families: Vec<Family>,
    /// Top-level names of each file.
    top: Vec<HashMap<&'a str, u32>>,
    /// Interfaces and type aliases whose name is also that of a value.
    types: HashMap<(usize, &'a str), u32>,
    /// Functions of one name in different blocks of one file, in source order.
    twins: HashMap<(usize, &'a str), Vec<u32>>,
    /// The type of methods that stand outside it: in another file, or beside it in a module.
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
            types: HashMap::new(),
            twins: HashMap::new(),
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
        let inner_types = types_in_modules(&file.outline.symbols);
        for _ in &file.outline.symbols {
            self.file_of.push(number(index));
        }
        // A definition wins over declarations of its name; among equals the first stays.
        for rank in [Rank::Defines, Rank::Declares, Rank::OnlyType] {
            for (i, symbol) in file.outline.symbols.iter().enumerate() {
                if rank_of(symbol, family) != rank || is_loose_method(symbol, family) {
                    continue;
                }
                let node = first + 1 + number(i);
                let name = symbol.name.as_str();
                match symbol.parent {
                    Some(parent) => {
                        let whole = symbol.qualified_name.rsplit_once('.');
                        let class = whole.and_then(|(holder, _)| inner_types.get(holder));
                        let holder = class.copied().unwrap_or(parent);
                        if holder != parent {
                            self.strays.insert(node, first + 1 + holder);
                        }
                        self.members.entry((first + 1 + holder, name)).or_insert(node);
                    }
                    None => {
                        let first = *top.entry(name).or_insert(node);
                        if first != node && family == Family::Ecmascript {
                            self.add_second(index, name, first, node, rank);
                        }
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

    /// A top-level name that is already taken.
    fn add_second(&mut self, file: usize, name: &'a str, first: u32, node: u32, rank: Rank) {
        match rank {
            // A class is a type itself.
            Rank::OnlyType if !self.is_class(first) => {
                self.types.entry((file, name)).or_insert(node);
            }
            Rank::Defines => {
                self.twins.entry((file, name)).or_insert_with(|| vec![first]).push(node);
            }
            _ => {}
        }
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
        let written = self.symbol(node)?.parent;
        self.strays
            .get(&node)
            .copied()
            .or_else(|| Some(self.first[self.file_of(node)] + 1 + written?))
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

    pub(super) fn top_level(&self, file: usize, name: &str, wanted: Wanted) -> Option<u32> {
        if wanted == Wanted::Type
            && let Some(&found) = self.types.get(&(file, name))
        {
            return Some(found);
        }
        self.top[file].get(name).copied()
    }

    /// Of several functions of one name, each in a block of its own, the last one above a line.
    pub(super) fn nearest_twin(&self, file: usize, name: &str, line: u32) -> Option<u32> {
        let twins = self.twins.get(&(file, name))?;
        twins
            .iter()
            .rev()
            .copied()
            .find(|&node| self.symbol(node).is_some_and(|s| s.name_line <= line))
    }

    pub(super) fn member(&self, class: u32, name: &str) -> Option<u32> {
        self.members.get(&(class, name)).copied()
    }

    pub(super) fn named(&self, family: Family, name: &str) -> &[u32] {
        self.by_name.get(&family).and_then(|names| names.get(name)).map_or(&[], Vec::as_slice)
    }
}

/// The types that stand in modules of a file, by their whole names. By those their methods find
/// them: of `mod m { struct Foo; impl Foo { fn f() {} } }` the outline says that `m` holds all.
fn types_in_modules(symbols: &[Symbol]) -> HashMap<&str, u32> {
    let is_inside = |symbol: &Symbol| {
        let holder = symbol.parent.and_then(|parent| symbols.get(parent as usize));
        !symbol.kind.is_function() && holder.is_some_and(|it| it.kind == SymbolKind::Module)
    };
    let found = symbols.iter().enumerate().filter(|(_, symbol)| is_inside(symbol));
    found.map(|(i, symbol)| (symbol.qualified_name.as_str(), number(i))).collect()
}

/// How strongly a symbol takes its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    Defines,
    Declares,
    /// It has no value: an interface or an alias of a language that keeps the two apart.
    OnlyType,
}

fn rank_of(symbol: &Symbol, family: Family) -> Rank {
    let is_type = matches!(symbol.kind, SymbolKind::Interface | SymbolKind::Type);
    if family == Family::Ecmascript && is_type {
        Rank::OnlyType
    } else if only_declares(symbol) {
        Rank::Declares
    } else {
        Rank::Defines
    }
}

/// A method of an object that has no name is not found by its own.
fn is_loose_method(symbol: &Symbol, family: Family) -> bool {
    family == Family::Ecmascript
        && symbol.kind == SymbolKind::Method
        && symbol.parent.is_none()
        && !symbol.qualified_name.contains('.')
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
