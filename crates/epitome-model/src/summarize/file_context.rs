//! What all symbols of a file share when they are summarised.

use crate::outline::FileOutline;

use super::source::Source;

/// What all symbols of a file share.
pub(super) struct File<'a> {
    pub(super) path: &'a str,
    pub(super) outline: &'a FileOutline,
    pub(super) source: Source<'a>,
    /// Names that imports bind, sorted.
    pub(super) imported: Vec<&'a str>,
    /// Names that are called anywhere in it, sorted.
    pub(super) called: Vec<&'a str>,
    /// Names of its functions and methods, sorted.
    pub(super) functions: Vec<&'a str>,
}

impl<'a> File<'a> {
    /// A file with what is looked up often.
    pub(super) fn new(path: &'a str, outline: &'a FileOutline, text: &'a str) -> File<'a> {
        let mut imported: Vec<&str> = Vec::new();
        for import in &outline.imports {
            match &import.alias {
                Some(alias) => imported.push(alias),
                None if import.names.is_empty() => {
                    let module = import.module.trim_matches(['"', '\'', '<', '>']);
                    imported.extend(module.rsplit(['.', '/', ':']).next());
                    imported.push(module);
                }
                None => {}
            }
            // A class that is imported is what is worked on; a function or module is not.
            imported.extend(
                import
                    .names
                    .iter()
                    .map(|name| name.alias.as_ref().unwrap_or(&name.name).as_str())
                    .filter(|name| name.starts_with(char::is_lowercase)),
            );
        }
        imported.sort_unstable();
        let mut functions: Vec<&str> = outline
            .symbols
            .iter()
            .filter(|symbol| symbol.kind.is_function())
            .map(|symbol| symbol.name.as_str())
            .collect();
        functions.sort_unstable();
        let mut called: Vec<&str> = outline
            .symbols
            .iter()
            .map(|symbol| &symbol.facts)
            .chain([&outline.facts])
            .flat_map(|facts| facts.calls.iter().map(|call| call.name.as_str()))
            .collect();
        called.sort_unstable();
        called.dedup();
        File { path, outline, source: Source::new(text), imported, called, functions }
    }

    /// Whether functions carry the library's name before their own.
    pub(super) fn has_prefixes(&self) -> bool {
        matches!(self.outline.language.as_str(), "c" | "cpp" | "bash" | "lua")
    }

    /// Whether a capital letter tells a class from a function.
    pub(super) fn capital_makes(&self) -> bool {
        !matches!(
            self.outline.language.as_str(),
            "go" | "csharp"
                | "c"
                | "cpp"
                | "php"
                | "zig"
                | "lua"
                | "javascript"
                | "typescript"
                | "tsx"
        )
    }

    /// Whether a receiver is a module or a name that the file imports.
    pub(super) fn is_imported(&self, path: &str) -> bool {
        let root = path.split(['.', ':']).next().unwrap_or(path);
        self.imported.binary_search(&root).is_ok() || self.imported.binary_search(&path).is_ok()
    }
}
