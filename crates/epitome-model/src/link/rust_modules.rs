//! Rust's modules: which file a path of `mod` names leads to, and which crate a file belongs to.

use super::layout::RustCrate;
use super::modules::{Module, Modules, folder_of, under};

impl<'a> Modules<'a> {
    /// The module that a Rust path leads to, as far as its parts are modules.
    pub(super) fn rust(&self, from: usize, name: &str) -> Option<Module> {
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

    /// The package whose folder a file is in.
    fn crate_around(&self, file: usize) -> Option<&'a RustCrate> {
        let path = self.paths[file];
        let holds = |it: &&RustCrate| {
            it.folder.is_empty()
                || path.strip_prefix(it.folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        self.layout.rust_crates.iter().filter(holds).max_by_key(|it| it.folder.len())
    }

    /// The folder of the package that a file belongs to.
    pub(super) fn package_of(&self, file: usize) -> &'a str {
        self.crate_around(file).map_or("", |it| it.folder.as_str())
    }

    /// The root file of the crate that a file is compiled into: the one nearest above it.
    fn crate_of(&self, from: usize) -> Option<usize> {
        if self.is_crate_root(from) {
            return Some(from);
        }
        let own = self.crate_around(from);
        let folder = own.map_or("", |it| it.folder.as_str());
        let here = folder_of(self.paths[from]);
        let usual = ["src/lib.rs", "src/main.rs"].map(|root| under(folder, root));
        let named = own.into_iter().flat_map(|it| std::iter::once(&it.root).chain(&it.others));
        let mut best: Option<(usize, usize)> = None;
        for root in named.chain(&usual) {
            let top = folder_of(root);
            let is_above = top.is_empty()
                || here
                    .strip_prefix(top)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            if let Some(&file) = self.by_path.get(root.as_str())
                && is_above
                && best.is_none_or(|(length, _)| top.len() > length)
            {
                best = Some((top.len(), file));
            }
        }
        best.map(|(_, file)| file)
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
        let path = self.paths[file];
        let Some(own) = self.crate_around(file) else { return false };
        if own.root == path || own.others.iter().any(|root| root == path) {
            return true;
        }
        // Each file right in these folders is a crate of its own.
        let folder = folder_of(path);
        let inside = folder.strip_prefix(own.folder.as_str()).unwrap_or(folder);
        let inside = inside.trim_start_matches('/');
        matches!(inside, "src/bin" | "benches" | "examples")
            || (inside == "tests" && !own.others.iter().any(|root| folder_of(root) == folder))
            || path == under(&own.folder, "src/main.rs")
    }

    pub(super) fn rust_child(&self, file: usize, name: &str) -> Option<usize> {
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
}
