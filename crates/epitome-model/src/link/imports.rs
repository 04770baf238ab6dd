//! The imports of each file, resolved: which local name means which module or name.

use foldhash::HashMap;

use super::family::Family;
use super::layout::Layout;
use super::modules::{Module, Modules};
use super::scope::{Meaning, Scope};
use super::symbols::{Symbols, Wanted};
use super::{EdgeSet, LinkFile, Why};
use crate::graph::EdgeKind;

/// What a local name was imported as.
#[derive(Clone, Debug)]
pub(super) enum Bound<'a> {
    /// The module itself.
    Module(Module),
    /// A name taken from a module.
    Name(Module, &'a str),
    /// Something that is not in this repository.
    Elsewhere,
}

#[derive(Default)]
pub(super) struct FileImports<'a> {
    pub(super) names: HashMap<&'a str, Bound<'a>>,
    /// Modules all of whose names were taken.
    pub(super) stars: Vec<Module>,
    /// Short names of modules that are known by a whole one: `Conn`, `Plug.Conn`.
    aliases: Vec<(&'a str, &'a str)>,
    /// Every resolved module with the line that names it, for the import edges.
    targets: Vec<(Module, Option<&'a str>, u32)>,
}

impl FileImports<'_> {
    /// The whole name of a module that was given a short one: its alias, or its last part.
    pub(super) fn elixir_alias(&self, name: &str) -> Option<String> {
        let (first, rest) = name.split_once('.').map_or((name, ""), |(first, rest)| (first, rest));
        let (_, whole) = self.aliases.iter().find(|(short, _)| *short == first)?;
        Some(if rest.is_empty() { (*whole).to_owned() } else { format!("{whole}.{rest}") })
    }
}

pub(super) struct Imports<'a> {
    pub(super) modules: Modules<'a>,
    files: Vec<FileImports<'a>>,
}

impl<'a> Imports<'a> {
    pub(super) fn new(files: &[LinkFile<'a>], layout: &'a Layout, symbols: &Symbols<'a>) -> Self {
        let modules = Modules::new(files, layout);
        let resolved = files
            .iter()
            .enumerate()
            .map(|(index, file)| resolve_file(index, file, &modules, symbols))
            .collect();
        Imports { modules, files: resolved }
    }

    pub(super) fn of(&self, file: usize) -> &FileImports<'a> {
        &self.files[file]
    }

    /// File to file, and file to what it takes from there.
    pub(super) fn edges_of(
        &self,
        file: usize,
        symbols: &Symbols<'a>,
        scope: &Scope<'_, 'a>,
        edges: &mut EdgeSet,
    ) {
        let from = symbols.file_node(file);
        for (module, name, line) in &self.files[file].targets {
            let mut reached = match module {
                Module::File(target) | Module::Inner(target, _) => Some(*target),
                Module::Folder(_) => None,
            };
            if let Some(name) = name {
                match scope.in_module(module, name, symbols.family(file), Wanted::Value, 0) {
                    Some(Meaning::Symbol(node)) => {
                        if symbols.file_of(node) != file {
                            edges.add(from, node, EdgeKind::References, Why::Import, *line);
                        }
                        reached = reached.or(Some(symbols.file_of(node)));
                    }
                    Some(Meaning::Module(Module::File(target))) => reached = Some(target),
                    _ => {}
                }
            }
            if let Some(target) = reached.filter(|&target| target != file) {
                edges.add(from, symbols.file_node(target), EdgeKind::Imports, Why::Import, *line);
            }
        }
    }
}

fn resolve_file<'a>(
    index: usize,
    file: &LinkFile<'a>,
    modules: &Modules<'a>,
    symbols: &Symbols<'a>,
) -> FileImports<'a> {
    let family = symbols.family(index);
    let mut out = FileImports::default();
    for import in &file.outline.imports {
        let found = modules.resolve(index, family, &import.module);
        if family == Family::Elixir {
            let last = import.module.rsplit('.').next().unwrap_or(&import.module);
            out.aliases.push((import.alias.as_deref().unwrap_or(last), &import.module));
            continue;
        }
        // An included file gives all its names.
        if matches!(family, Family::Clike | Family::Ruby | Family::Shell | Family::Php)
            && import.names.is_empty()
            && let Some(module) = &found
        {
            out.stars.push(module.clone());
        }
        if import.names.is_empty() || import.alias.is_some() {
            let local = import.alias.as_deref().unwrap_or_else(|| local_name(&import.module));
            let bound = found.clone().map_or(Bound::Elsewhere, Bound::Module);
            out.names.entry(local).or_insert(bound);
            // `import a.b` also binds `a`.
            if import.alias.is_none()
                && let Some((first, _)) = import.module.split_once('.')
                && let Some(top) = modules.resolve(index, family, first)
            {
                out.names.entry(first).or_insert(Bound::Module(top));
            }
        }
        for name in &import.names {
            let local = name.alias.as_deref().unwrap_or(&name.name);
            match &found {
                Some(module) if name.name == "*" => out.stars.push(module.clone()),
                Some(module) => {
                    out.names.insert(local, Bound::Name(module.clone(), &name.name));
                }
                None => {
                    out.names.entry(local).or_insert(Bound::Elsewhere);
                }
            }
            if let Some(module) = &found {
                let taken = (name.name != "*").then_some(name.name.as_str());
                out.targets.push((module.clone(), taken, import.line));
            }
        }
        if import.names.is_empty()
            && let Some(module) = found
        {
            out.targets.push((module, None, import.line));
        }
    }
    out
}

/// The name a module is known by where no alias says otherwise: its last part.
fn local_name(module: &str) -> &str {
    if module.contains('/') {
        let last = module.rsplit('/').next().unwrap_or(module);
        // `gopkg.in/yaml.v3` is `yaml`; `github.com/x/y/v2` is `y`.
        if last.len() > 1 && last.starts_with('v') && last[1..].chars().all(|c| c.is_ascii_digit())
        {
            return module.rsplit('/').nth(1).unwrap_or(last);
        }
        return last.split_once('.').map_or(last, |(name, _)| name);
    }
    module
}
