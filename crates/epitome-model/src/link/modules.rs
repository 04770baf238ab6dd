//! What a module's name leads to: a file of the repository, a folder of files, or nothing here.
//!
//! Paths are tried against the files that exist, in each language's own order. A name that fits
//! nothing is somebody else's package.

use std::collections::HashMap;

use super::LinkFile;
use super::family::Family;
use super::layout::{Layout, PathAlias, RustCrate};

/// Where an import leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Module {
    File(usize),
    /// A folder whose files share one scope, or a package without a file of its own.
    Folder(String),
    /// A Rust module inside a file: the file and the path of `mod` blocks.
    Inner(usize, String),
}

pub(super) struct Modules<'a> {
    by_path: HashMap<&'a str, usize>,
    /// Python modules by dotted name.
    python: HashMap<String, usize>,
    /// Files by their last path parts without extension, for languages that name packages.
    by_tail: HashMap<String, Vec<usize>>,
    folders: std::collections::HashSet<&'a str>,
    layout: &'a Layout,
    paths: Vec<&'a str>,
}

impl<'a> Modules<'a> {
    pub(super) fn new(files: &[LinkFile<'a>], layout: &'a Layout) -> Self {
        let by_path: HashMap<&str, usize> =
            files.iter().enumerate().map(|(i, file)| (file.path, i)).collect();
        let mut modules = Modules {
            python: HashMap::new(),
            by_tail: HashMap::new(),
            folders: std::collections::HashSet::new(),
            layout,
            paths: files.iter().map(|file| file.path).collect(),
            by_path,
        };
        for (i, file) in files.iter().enumerate() {
            let mut folder = folder_of(file.path);
            while modules.folders.insert(folder) && !folder.is_empty() {
                folder = folder_of(folder);
            }
            if Family::of(&file.outline.language) == Family::Python {
                modules.add_python(file.path, i);
            }
            if let Some((stem, _)) = file.path.rsplit_once('.') {
                let last = stem.rsplit('/').next().unwrap_or(stem);
                modules.by_tail.entry(last.to_owned()).or_default().push(i);
            }
        }
        modules
    }

    /// A module is known from the top of its package, and from the root of the repository.
    fn add_python(&mut self, path: &str, file: usize) {
        let Some(stem) = path.strip_suffix(".py").or_else(|| path.strip_suffix(".pyi")) else {
            return;
        };
        let stem = stem.strip_suffix("/__init__").unwrap_or(stem);
        let mut top = folder_of(path);
        while !top.is_empty() && self.by_path.contains_key(format!("{top}/__init__.py").as_str()) {
            top = folder_of(top);
        }
        let inside = if top.is_empty() { stem } else { stem.get(top.len() + 1..).unwrap_or(stem) };
        self.python.entry(inside.replace('/', ".")).or_insert(file);
        self.python.entry(stem.replace('/', ".")).or_insert(file);
        for root in ["src/", "lib/", "python/"] {
            if let Some(inside) = stem.strip_prefix(root) {
                self.python.entry(inside.replace('/', ".")).or_insert(file);
            }
        }
    }

    /// The module that `name` means in the file `from`.
    pub(super) fn resolve(&self, from: usize, family: Family, name: &str) -> Option<Module> {
        match family {
            Family::Python => self.python_module(from, name),
            Family::Ecmascript => self.ecmascript(from, name).map(Module::File),
            Family::Rust => self.rust(from, name),
            Family::Go => self.go(name),
            Family::Clike => self
                .relative(from, name.trim_matches(['<', '>']))
                .or_else(|| self.by_ending(name.trim_matches(['<', '>']))),
            Family::Zig | Family::Shell | Family::Php => {
                self.relative(from, name).or_else(|| self.by_ending(name))
            }
            Family::Ruby => self.ruby(from, name),
            Family::Jvm | Family::Haskell => self.dotted(name, family),
            Family::Lua => {
                self.dotted(name, family).or_else(|| self.dotted(&format!("{name}.init"), family))
            }
            Family::CSharp | Family::Swift | Family::Elixir | Family::Other => None,
        }
    }

    /// A part of a module that is a module itself: `pkg.mod`.
    pub(super) fn inside(&self, module: &Module, name: &str, family: Family) -> Option<Module> {
        match (family, module) {
            (Family::Python, Module::File(file)) => {
                let folder = self.paths[*file].strip_suffix("/__init__.py")?;
                self.python_at(&format!("{folder}/{name}"))
            }
            (Family::Python, Module::Folder(folder)) => self.python_at(&format!("{folder}/{name}")),
            (Family::Rust, Module::File(file)) => self.rust_child(*file, name).map(Module::File),
            _ => None,
        }
    }

    fn python_module(&self, from: usize, name: &str) -> Option<Module> {
        let dots = name.len() - name.trim_start_matches('.').len();
        if dots == 0 {
            return self.python.get(name).map(|&file| Module::File(file)).or_else(|| {
                let folder = name.replace('.', "/");
                self.folders.contains(folder.as_str()).then_some(Module::Folder(folder))
            });
        }
        let mut folder = folder_of(self.paths[from]);
        for _ in 1..dots {
            folder = folder_of(folder);
        }
        let rest = name[dots..].replace('.', "/");
        match (folder.is_empty(), rest.is_empty()) {
            (_, true) => self.python_at(folder),
            (true, false) => self.python_at(&rest),
            (false, false) => self.python_at(&format!("{folder}/{rest}")),
        }
    }

    fn python_at(&self, path: &str) -> Option<Module> {
        [format!("{path}.py"), format!("{path}/__init__.py"), format!("{path}.pyi")]
            .iter()
            .find_map(|path| self.by_path.get(path.as_str()))
            .map(|&file| Module::File(file))
            .or_else(|| self.folders.contains(path).then(|| Module::Folder(path.to_owned())))
    }

    fn ecmascript(&self, from: usize, name: &str) -> Option<usize> {
        let folder = folder_of(self.paths[from]);
        if name.starts_with('.') {
            return self.ecmascript_at(&join(folder, name)?);
        }
        self.aliased(folder, name).or_else(|| self.npm(name))
    }

    fn ecmascript_at(&self, path: &str) -> Option<usize> {
        const ENDINGS: [&str; 9] =
            [".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"];
        if let Some(&file) = self.by_path.get(path) {
            return Some(file);
        }
        // Modules are imported by the name they will have once compiled.
        let bare = [".js", ".jsx", ".mjs", ".cjs"].iter().find_map(|end| path.strip_suffix(end));
        let tries = [Some(path), bare].into_iter().flatten();
        tries
            .flat_map(|path| {
                ENDINGS
                    .iter()
                    .map(move |end| format!("{path}{end}"))
                    .chain(ENDINGS.iter().map(move |end| format!("{path}/index{end}")))
            })
            .find_map(|path| self.by_path.get(path.trim_start_matches('/')).copied())
    }

    fn aliased(&self, folder: &str, name: &str) -> Option<usize> {
        let holds = |alias: &&PathAlias| {
            alias.folder.is_empty()
                || folder == alias.folder
                || folder
                    .strip_prefix(alias.folder.as_str())
                    .is_some_and(|rest| rest.starts_with('/'))
        };
        self.layout.aliases.iter().filter(holds).find_map(|alias| {
            let rest = match &alias.suffix {
                Some(suffix) => {
                    name.strip_prefix(alias.prefix.as_str())?.strip_suffix(suffix.as_str())?
                }
                None => (name == alias.prefix).then_some("")?,
            };
            alias.targets.iter().find_map(|target| self.ecmascript_at(&target.replace('*', rest)))
        })
    }

    /// A package of the same workspace, by name, with or without a path inside it.
    fn npm(&self, name: &str) -> Option<usize> {
        self.layout.npm_packages.iter().find_map(|package| {
            let rest = name.strip_prefix(package.name.as_str())?;
            if rest.is_empty() {
                let named = package.entries.iter().find_map(|entry| self.ecmascript_at(entry));
                return named.or_else(|| {
                    ["src/index", "index", "src/main", "lib/index", "src"]
                        .iter()
                        .find_map(|entry| self.ecmascript_at(&under(&package.folder, entry)))
                });
            }
            let rest = rest.strip_prefix('/')?;
            [format!("src/{rest}"), rest.to_owned(), format!("src/entrypoints/{rest}")]
                .iter()
                .find_map(|path| self.ecmascript_at(&under(&package.folder, path)))
        })
    }

    /// The module that a Rust path leads to, as far as its parts are modules.
    fn rust(&self, from: usize, name: &str) -> Option<Module> {
        let mut parts = name.split("::").filter(|part| !part.is_empty());
        let first = parts.next()?;
        let mut at = match first {
            "crate" => self.crate_of(from)?,
            "self" => from,
            "super" => self.rust_parent(from)?,
            first => self.rust_child(from, first).or_else(|| {
                let found = self.layout.rust_crates.iter().find(|it| it.name == first)?;
                self.by_path.get(found.root.as_str()).copied()
            })?,
        };
        let mut inner = String::new();
        for part in parts {
            if part == "super" {
                at = self.rust_parent(at)?;
            } else if let Some(child) = self.rust_child(at, part).filter(|_| inner.is_empty()) {
                at = child;
            } else {
                if !inner.is_empty() {
                    inner.push('.');
                }
                inner.push_str(part);
            }
        }
        Some(if inner.is_empty() { Module::File(at) } else { Module::Inner(at, inner) })
    }

    fn crate_of(&self, from: usize) -> Option<usize> {
        let path = self.paths[from];
        let own: Option<&RustCrate> = self
            .layout
            .rust_crates
            .iter()
            .filter(|it| {
                it.folder.is_empty()
                    || path.strip_prefix(it.folder.as_str()).is_some_and(|r| r.starts_with('/'))
            })
            .max_by_key(|it| it.folder.len());
        let folder = own.map_or("", |it| it.folder.as_str());
        // A binary or a test is a crate of its own.
        let rest = path.strip_prefix(folder).unwrap_or(path).trim_start_matches('/');
        if rest.starts_with("tests/")
            || rest.starts_with("benches/")
            || rest.starts_with("examples/")
        {
            return Some(from);
        }
        if rest == "src/main.rs" {
            return Some(from);
        }
        own.and_then(|it| self.by_path.get(it.root.as_str()).copied()).or_else(|| {
            ["src/lib.rs", "src/main.rs"]
                .iter()
                .find_map(|root| self.by_path.get(under(folder, root).as_str()).copied())
        })
    }

    /// The folder in which a file's child modules are.
    fn rust_folder(&self, file: usize) -> &'a str {
        let path = self.paths[file];
        let name = path.rsplit('/').next().unwrap_or(path);
        if matches!(name, "mod.rs" | "lib.rs" | "main.rs") || self.is_crate_root(file) {
            folder_of(path)
        } else {
            path.strip_suffix(".rs").unwrap_or(path)
        }
    }

    fn is_crate_root(&self, file: usize) -> bool {
        self.layout.rust_crates.iter().any(|it| it.root == self.paths[file])
    }

    fn rust_child(&self, file: usize, name: &str) -> Option<usize> {
        let folder = self.rust_folder(file);
        [under(folder, &format!("{name}.rs")), under(folder, &format!("{name}/mod.rs"))]
            .iter()
            .find_map(|path| self.by_path.get(path.as_str()).copied())
    }

    fn rust_parent(&self, file: usize) -> Option<usize> {
        let path = self.paths[file];
        let own = path.strip_suffix("/mod.rs").or_else(|| path.strip_suffix(".rs"))?;
        let folder = folder_of(own);
        [
            format!("{folder}.rs"),
            under(folder, "mod.rs"),
            under(folder, "lib.rs"),
            under(folder, "main.rs"),
        ]
        .iter()
        .filter_map(|path| self.by_path.get(path.as_str()).copied())
        .find(|&found| found != file)
    }

    fn go(&self, name: &str) -> Option<Module> {
        self.layout.go_modules.iter().find_map(|(folder, module)| {
            let rest = name.strip_prefix(module.as_str())?;
            let path = match rest.strip_prefix('/') {
                Some(rest) => under(folder, rest),
                None if rest.is_empty() => folder.clone(),
                None => return None,
            };
            self.folders.contains(path.as_str()).then_some(Module::Folder(path))
        })
    }

    fn relative(&self, from: usize, name: &str) -> Option<Module> {
        let path = join(folder_of(self.paths[from]), name)?;
        self.by_path.get(path.as_str()).map(|&file| Module::File(file))
    }

    /// The one file whose path ends with `name`.
    fn by_ending(&self, name: &str) -> Option<Module> {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let last = stem.rsplit('/').next()?;
        let mut fits = self.by_tail.get(last)?.iter().copied().filter(|&file| {
            let path = self.paths[file];
            path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        });
        match (fits.next(), fits.next()) {
            (Some(file), None) => Some(Module::File(file)),
            _ => None,
        }
    }

    fn ruby(&self, from: usize, name: &str) -> Option<Module> {
        let file = format!("{name}.rb");
        self.relative(from, &file)
            .or_else(|| self.by_path.get(format!("lib/{file}").as_str()).map(|&f| Module::File(f)))
            .or_else(|| self.by_ending(&file))
    }

    /// `a.b.C` is a file whose path ends with `a/b/C.*`, or a folder that ends with `a/b/C`.
    fn dotted(&self, name: &str, family: Family) -> Option<Module> {
        let path = name.replace('.', "/");
        let last = path.rsplit('/').next()?;
        if let Some(files) = self.by_tail.get(last) {
            let mut fits = files.iter().copied().filter(|&file| {
                let stem = self.paths[file].rsplit_once('.').map_or("", |(stem, _)| stem);
                stem.strip_suffix(path.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            });
            if let Some(file) = fits.next() {
                return Some(Module::File(file));
            }
        }
        (family == Family::Jvm).then_some(Module::Folder(path))
    }
}

pub(super) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn under(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

/// `a/b` and `../c` is `a/c`; `None` where it leads out of the root.
fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> =
        if folder.is_empty() { Vec::new() } else { folder.split('/').collect() };
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
