//! What a module's name leads to: a file of the repository, a folder of files, or nothing here.
//!
//! Paths are tried against the files that exist, in each language's own order. A name that fits
//! nothing is somebody else's package.

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::LinkFile;
use super::family::Family;
use super::layout::{Layout, PathAlias};

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
    pub(super) by_path: HashMap<&'a str, usize>,
    /// Python modules by dotted name.
    python: HashMap<String, usize>,
    /// Files by their last path parts without extension, for languages that name packages.
    by_tail: HashMap<String, Vec<usize>>,
    folders: HashSet<&'a str>,
    pub(super) layout: &'a Layout,
    pub(super) paths: Vec<&'a str>,
}

impl<'a> Modules<'a> {
    pub(super) fn new(files: &[LinkFile<'a>], layout: &'a Layout) -> Self {
        let by_path: HashMap<&str, usize> =
            files.iter().enumerate().map(|(i, file)| (file.path, i)).collect();
        let mut modules = Modules {
            python: HashMap::new(),
            by_tail: HashMap::new(),
            folders: HashSet::new(),
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

pub(super) fn under(folder: &str, path: &str) -> String {
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
