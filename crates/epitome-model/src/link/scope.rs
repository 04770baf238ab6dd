//! What a name means at a place: the symbol or module that the language would find.

use foldhash::{HashMap, HashMapExt as _};
use std::cell::{Cell, RefCell};

use super::LinkFile;
use super::Why;
use super::family::Family;
use super::imports::{Bound, Imports};
use super::modules::{Module, folder_of};
use super::symbols::{Symbols, Wanted};

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Symbol(u32),
    Module(Module),
}

/// Re-exports of re-exports are followed so far.
const MAX_HOPS: u32 = 8;

pub(super) struct Scope<'s, 'a> {
    symbols: &'s Symbols<'a>,
    imports: &'s Imports<'a>,
    /// Top-level names by folder, for languages whose files share one.
    folders: HashMap<(Family, &'a str), HashMap<&'a str, Vec<u32>>>,
    paths: Vec<&'a str>,
    /// What names turned out to mean where they are imported, by file: the same names are asked for
    /// again and again.
    known: RefCell<Vec<HashMap<(Wanted, String), Imported>>>,
    /// The search that last looked into a file for all its names. Includes form a dense web, and
    /// without this a name that is nowhere would be looked for along every way through it.
    looked_into: RefCell<Vec<u32>>,
    search: Cell<u32>,
}

impl<'s, 'a> Scope<'s, 'a> {
    pub(super) fn new(
        files: &[LinkFile<'a>],
        symbols: &'s Symbols<'a>,
        imports: &'s Imports<'a>,
    ) -> Self {
        let mut folders: HashMap<(Family, &str), HashMap<&str, Vec<u32>>> = HashMap::new();
        for (index, file) in files.iter().enumerate() {
            let family = symbols.family(index);
            if !family.has_folder_scope() {
                continue;
            }
            let names = folders.entry((family, folder_of(file.path))).or_default();
            for (i, symbol) in file.outline.symbols.iter().enumerate() {
                if symbol.parent.is_none() && !symbol.qualified_name.contains('.') {
                    names.entry(symbol.name.as_str()).or_default().push(symbols.node(index, i));
                }
            }
        }
        let paths = files.iter().map(|file| file.path).collect();
        Scope {
            symbols,
            imports,
            folders,
            paths,
            known: RefCell::new(vec![HashMap::new(); files.len()]),
            looked_into: RefCell::new(vec![0; files.len()]),
            search: Cell::new(0),
        }
    }

    /// What `name` means at the top level of a file, and along which way.
    pub(super) fn name(&self, file: usize, name: &str, wanted: Wanted) -> Option<(Meaning, Why)> {
        if let Some(node) = self.symbols.top_level(file, name, wanted) {
            return Some((Meaning::Symbol(node), Why::SameFile));
        }
        match self.imported_once(file, name, wanted) {
            Imported::Found(meaning) => return Some((meaning, Why::Import)),
            Imported::Elsewhere => return None,
            Imported::No => {}
        }
        let family = self.symbols.family(file);
        if family == Family::Elixir {
            return self.elixir_module(file, name).map(|node| (Meaning::Symbol(node), Why::Import));
        }
        if family == Family::Rust
            && let Some(module) = self.imports.modules.resolve(file, family, name)
        {
            return Some((Meaning::Module(module), Why::Import));
        }
        self.in_folder(family, folder_of(self.paths[file]), name)
            .map(|node| (Meaning::Symbol(node), Why::Package))
    }

    /// The variable that a name was imported as, and the file that binds it.
    pub(super) fn imported_variable(&self, file: usize, name: &str) -> Option<(usize, &'a str)> {
        match self.imports.of(file).names.get(name)? {
            Bound::Name(Module::File(from), name) => Some((*from, name)),
            _ => None,
        }
    }

    /// Whether two files belong to one Rust package.
    pub(super) fn same_package(&self, a: usize, b: usize) -> bool {
        self.imports.modules.package_of(a) == self.imports.modules.package_of(b)
    }

    /// Elixir modules are global; an alias is the last part of one.
    fn elixir_module(&self, file: usize, name: &str) -> Option<u32> {
        let full = self.imports.of(file).elixir_alias(name);
        match self.symbols.named(Family::Elixir, full.as_deref().unwrap_or(name)) {
            [one] => Some(*one),
            _ => None,
        }
    }

    fn in_folder(&self, family: Family, folder: &str, name: &str) -> Option<u32> {
        let nodes = self.folders.get(&(family, folder))?.get(name)?;
        // Two of one name (build tags, tests) leave the choice open.
        match nodes.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    fn imported_once(&self, file: usize, name: &str, wanted: Wanted) -> Imported {
        let key = (wanted, name.to_owned());
        if let Some(known) = self.known.borrow()[file].get(&key) {
            return known.clone();
        }
        self.new_search();
        let found = self.imported(file, name, wanted, 0);
        self.known.borrow_mut()[file].insert(key, found.clone());
        found
    }

    fn new_search(&self) {
        self.search.set(self.search.get() + 1);
    }

    /// Whether this search sees the file for the first time.
    fn is_new(&self, module: &Module) -> bool {
        let Module::File(file) = module else { return true };
        let last = std::mem::replace(&mut self.looked_into.borrow_mut()[*file], self.search.get());
        last != self.search.get()
    }

    fn imported(&self, file: usize, name: &str, wanted: Wanted, hops: u32) -> Imported {
        let imports = self.imports.of(file);
        let family = self.symbols.family(file);
        match imports.names.get(name) {
            Some(Bound::Module(module)) => return Imported::Found(Meaning::Module(module.clone())),
            Some(Bound::Name(module, original)) => {
                if *original != name {
                    self.new_search();
                }
                return self
                    .in_module(module, original, family, wanted, hops + 1)
                    .map_or(Imported::Elsewhere, Imported::Found);
            }
            Some(Bound::Elsewhere) => return Imported::Elsewhere,
            None => {}
        }
        imports
            .stars
            .iter()
            .filter(|module| self.is_new(module))
            .find_map(|module| self.in_module(module, name, family, wanted, hops + 1))
            .map_or(Imported::No, Imported::Found)
    }

    /// What a module calls `name`, its own imports included.
    pub(super) fn in_module(
        &self,
        module: &Module,
        name: &str,
        family: Family,
        wanted: Wanted,
        hops: u32,
    ) -> Option<Meaning> {
        if hops > MAX_HOPS {
            return None;
        }
        if hops == 0 {
            self.new_search();
        }
        match module {
            Module::File(file) => {
                if let Some(node) = self.symbols.top_level(*file, name, wanted) {
                    return Some(Meaning::Symbol(node));
                }
                if let Imported::Found(meaning) = self.imported(*file, name, wanted, hops) {
                    return Some(meaning);
                }
                self.imports.modules.inside(module, name, family).map(Meaning::Module)
            }
            Module::Folder(folder) => {
                if let Some(node) = self.in_folder(family, folder, name) {
                    return Some(Meaning::Symbol(node));
                }
                if family == Family::Jvm {
                    return self.in_folder_ending(folder, name).map(Meaning::Symbol);
                }
                self.imports.modules.inside(module, name, family).map(Meaning::Module)
            }
            Module::Inner(file, path) => self.inner(*file, path, name, hops),
        }
    }

    /// `mod` blocks, enums and types inside a Rust file: `path` leads to a symbol, `name` is in it.
    fn inner(&self, file: usize, path: &str, name: &str, hops: u32) -> Option<Meaning> {
        let mut parts = path.split('.');
        let first = parts.next()?;
        let mut at = match self.symbols.top_level(file, first, Wanted::Type) {
            Some(node) => node,
            None => match self.imported(file, first, Wanted::Type, hops + 1) {
                Imported::Found(Meaning::Symbol(node)) => node,
                Imported::Found(Meaning::Module(module)) if !path.contains('.') => {
                    return self.in_module(&module, name, Family::Rust, Wanted::Type, hops + 1);
                }
                _ => return None,
            },
        };
        for part in parts {
            at = self.symbols.member(at, part)?;
        }
        self.symbols.member(at, name).map(Meaning::Symbol)
    }

    /// Java packages lie below some source root: a folder that ends with the package's path.
    fn in_folder_ending(&self, package: &str, name: &str) -> Option<u32> {
        let mut fits = self.symbols.named(Family::Jvm, name).iter().copied().filter(|&node| {
            let folder = folder_of(self.paths[self.symbols.file_of(node)]);
            self.symbols.parent(node).is_none()
                && folder
                    .strip_suffix(package)
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        });
        match (fits.next(), fits.next()) {
            (Some(node), None) => Some(node),
            _ => None,
        }
    }
}

#[derive(Clone)]
enum Imported {
    Found(Meaning),
    /// It was imported from outside the repository: nothing here may take its place.
    Elsewhere,
    No,
}
