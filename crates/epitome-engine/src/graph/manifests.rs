//! What `go.mod`, `package.json`, `tsconfig.json` and `Cargo.toml` say about module names.
//!
//! A manifest that cannot be read as such says nothing: imports through it stay unresolved, and
//! nothing else is lost.

use epitome_model::link::{Layout, NpmPackage, PathAlias, RustCrate};
use serde_json::Value;

use super::jsonc::parse_jsonc;

/// Whether a file is one of those that tell how modules are named.
#[must_use]
pub fn is_manifest(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    matches!(name, "go.mod" | "package.json" | "Cargo.toml" | "jsconfig.json")
        || (name.starts_with("tsconfig") && name.ends_with(".json"))
}

/// All manifests of a tree, sorted by path, read together.
#[must_use]
pub fn layout_of(manifests: &[(String, String)]) -> Layout {
    let mut layout = Layout::default();
    for (path, text) in manifests {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        match name {
            "go.mod" => layout.go_modules.extend(go_module(folder, text)),
            "package.json" => layout.npm_packages.extend(npm_package(folder, text)),
            "Cargo.toml" => layout.rust_crates.extend(rust_crate(folder, text)),
            _ => layout.aliases.extend(path_aliases(folder, text)),
        }
    }
    // The nearest configuration decides, and the longest prefix within it.
    layout.aliases.sort_by_key(|a| (usize::MAX - a.folder.len(), usize::MAX - a.prefix.len()));
    layout.npm_packages.sort_by_key(|package| usize::MAX - package.name.len());
    layout.go_modules.sort_by_key(|(_, module)| usize::MAX - module.len());
    layout
}

fn go_module(folder: &str, text: &str) -> Option<(String, String)> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("module "))?;
    let module = line.split("//").next()?.trim().trim_matches('"');
    Some((folder.to_owned(), module.to_owned()))
}

fn npm_package(folder: &str, text: &str) -> Option<NpmPackage> {
    let json: Value = serde_json::from_str(text).ok()?;
    let name = json.get("name")?.as_str()?.to_owned();
    let mut entries = Vec::new();
    for key in ["source", "exports", "module", "main", "types"] {
        let value = json.get(key).map(|value| value.get(".").unwrap_or(value));
        strings(value, &mut entries);
    }
    let entries = entries
        .iter()
        .flat_map(|entry| {
            let entry = entry.trim_start_matches("./");
            // What is built into `dist` is written in `src`.
            let source = ["dist/", "lib/", "build/", "out/"]
                .iter()
                .find_map(|built| entry.strip_prefix(built))
                .map(|rest| under(folder, &format!("src/{rest}")));
            source.into_iter().chain([under(folder, entry)])
        })
        .map(|entry| entry.strip_suffix(".d.ts").map_or(entry.clone(), |e| format!("{e}.ts")))
        .collect();
    Some(NpmPackage { name, folder: folder.to_owned(), entries })
}

fn strings(value: Option<&Value>, out: &mut Vec<String>) {
    let mut todo: Vec<&Value> = value.into_iter().collect();
    while let Some(value) = todo.pop() {
        match value {
            Value::String(text) => out.push(text.clone()),
            Value::Object(map) => todo.extend(map.values().rev()),
            _ => {}
        }
    }
}

fn path_aliases(folder: &str, text: &str) -> Vec<PathAlias> {
    let Some(json) = parse_jsonc(text) else { return Vec::new() };
    let Some(options) = json.get("compilerOptions") else { return Vec::new() };
    let base = options.get("baseUrl").and_then(Value::as_str);
    let base_folder = base.map_or_else(|| folder.to_owned(), |base| clean(&under(folder, base)));
    let mut aliases = Vec::new();
    if let Some(Value::Object(paths)) = options.get("paths") {
        for (pattern, targets) in paths {
            let (prefix, suffix) = match pattern.split_once('*') {
                Some((prefix, suffix)) => (prefix, Some(suffix.to_owned())),
                None => (pattern.as_str(), None),
            };
            let targets = targets
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(|target| clean(&under(&base_folder, target)))
                .collect();
            aliases.push(PathAlias {
                folder: folder.to_owned(),
                prefix: prefix.to_owned(),
                suffix,
                targets,
            });
        }
    }
    if base.is_some() {
        aliases.push(PathAlias {
            folder: folder.to_owned(),
            prefix: String::new(),
            suffix: Some(String::new()),
            targets: vec![under(&base_folder, "*")],
        });
    }
    aliases
}

fn rust_crate(folder: &str, text: &str) -> Option<RustCrate> {
    let table: toml::Table = toml::from_str(text).ok()?;
    let package = table.get("package")?.get("name")?.as_str()?;
    let lib = table.get("lib");
    let of_lib = |key: &str| lib.and_then(|lib| lib.get(key)).and_then(|value| value.as_str());
    let name = of_lib("name").unwrap_or(package).replace('-', "_");
    let root = under(folder, of_lib("path").unwrap_or("src/lib.rs"));
    let others = ["bin", "test", "bench", "example"]
        .iter()
        .filter_map(|kind| table.get(*kind)?.as_array())
        .flatten()
        .filter_map(|target| target.get("path")?.as_str())
        .map(|path| clean(&under(folder, path)))
        .collect();
    Some(RustCrate { name, folder: folder.to_owned(), root, others })
}

fn under(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

/// `a/./b/../c` is `a/c`.
fn clean(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(manifests: &[(&str, &str)], expected: Expect) {
        let manifests: Vec<(String, String)> =
            manifests.iter().map(|(p, t)| ((*p).to_owned(), (*t).to_owned())).collect();
        let layout = layout_of(&manifests);
        let mut out = String::new();
        for (folder, module) in &layout.go_modules {
            out += &format!("go {folder:?} {module}\n");
        }
        for a in &layout.aliases {
            out += &format!("alias {:?} {:?} {:?} {:?}\n", a.folder, a.prefix, a.suffix, a.targets);
        }
        for p in &layout.npm_packages {
            out += &format!("npm {} {:?} {:?}\n", p.name, p.folder, p.entries);
        }
        for c in &layout.rust_crates {
            out += &format!("crate {} {:?} {} {:?}\n", c.name, c.folder, c.root, c.others);
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn manifests_tell_how_modules_are_named() {
        check(
            &[
                ("go.mod", "// x\nmodule github.com/a/b // c\n\ngo 1.22\n"),
                ("packages/a/package.json", r#"{"name": "@x/a", "main": "./dist/index.js"}"#),
                (
                    "packages/a/tsconfig.json",
                    "{ // c\n\"compilerOptions\": {\"baseUrl\": \".\", \"paths\": {\"@/*\": [\"./src/*\"],},},}",
                ),
                ("crates/my-lib/Cargo.toml", "[package]\nname = \"my-lib\"\n"),
                (
                    "tool/Cargo.toml",
                    "[package]\nname = \"tool\"\n[[bin]]\npath = \"./core/main.rs\"\n[[test]]\nname = \"t\"\n",
                ),
                ("broken/package.json", "{"),
                ("broken/Cargo.toml", "[workspace]\n"),
            ],
            expect![[r#"
                go "" github.com/a/b
                alias "packages/a" "@/" Some("") ["packages/a/src/*"]
                alias "packages/a" "" Some("") ["packages/a/*"]
                npm @x/a "packages/a" ["packages/a/src/index.js", "packages/a/dist/index.js"]
                crate my_lib "crates/my-lib" crates/my-lib/src/lib.rs []
                crate tool "tool" tool/src/lib.rs ["tool/core/main.rs"]
            "#]],
        );
    }
}
