//! A language is complete: its folder, its dependency line and its registry line.
//!
//! The three places are checked from all sides, so whichever is forgotten is named.

use super::Findings;
use crate::test_code::lines_before_tests;
use crate::tree::Tree;

const FOLDERS: &str = "crates/epitome-syntax/languages";
const MANIFEST: &str = "crates/epitome-syntax/Cargo.toml";
const REGISTRY: &str = "crates/epitome-syntax/src/registry.rs";

/// Crates named like a grammar that are none.
const NO_GRAMMARS: &[&str] = &["tree-sitter", "tree-sitter-language"];

pub(super) fn check(tree: &Tree) -> Findings {
    let mut findings = Findings::new();
    let languages = tree.folders_in(FOLDERS);
    let dependencies = dependencies(tree.text(MANIFEST).unwrap_or_default());
    let registered = registered(tree.text(REGISTRY).unwrap_or_default());
    let mut grammars = Vec::new();

    for name in &languages {
        let folder = format!("{FOLDERS}/{name}");
        let description = format!("{folder}/language.toml");
        for message in missing_files(&tree.files_in(&folder)) {
            findings.push((description.clone(), 1, message));
        }
        let lines = registered.iter().filter(|(_, entry)| entry == name).count();
        if lines != 1 {
            let message = format!("`{name}` has {lines} lines in {REGISTRY}, not one");
            findings.push((description.clone(), 1, message));
        }
        let Some(text) = tree.text(&description) else { continue };
        match grammar(text) {
            Ok(None) => {}
            Ok(Some(grammar)) => {
                if !dependencies.iter().any(|(_, name)| *name == grammar) {
                    let message = format!("its grammar `{grammar}` is no dependency in {MANIFEST}");
                    findings.push((description, 1, message));
                }
                grammars.push(grammar);
            }
            Err(message) => findings.push((description, 1, message)),
        }
    }
    for (line, name) in registered.iter().filter(|(_, name)| !languages.contains(name)) {
        findings.push((REGISTRY.to_owned(), *line, format!("there is no folder {FOLDERS}/{name}")));
    }
    for (line, name) in dependencies {
        let known = NO_GRAMMARS.contains(&name) || grammars.iter().any(|grammar| grammar == name);
        if !known {
            let message = format!("`{name}` is the grammar of no language in {FOLDERS}");
            findings.push((MANIFEST.to_owned(), line, message));
        }
    }
    findings
}

fn missing_files(files: &[&str]) -> Vec<String> {
    let mut messages: Vec<String> = ["language.toml", "sample.outline"]
        .iter()
        .filter(|name| !files.contains(name))
        .map(|name| format!("{name} is missing"))
        .collect();
    let is_sample = |name: &&&str| name.starts_with("sample.") && **name != "sample.outline";
    let samples = files.iter().filter(is_sample).count();
    if samples != 1 {
        messages.push(format!("there must be one sample.<extension>, not {samples}"));
    }
    messages
}

/// The grammar's crate, if the language has one.
fn grammar(description: &str) -> Result<Option<String>, String> {
    let table: toml::Table = description.parse().map_err(|error| format!("not TOML: {error}"))?;
    match table.get("grammar") {
        None => Ok(None),
        Some(toml::Value::String(grammar)) => Ok(Some(grammar.clone())),
        Some(_) => Err("`grammar` must be the name of a crate".to_owned()),
    }
}

/// The dependency lines that look like grammars, with their 1-based lines.
fn dependencies(manifest: &str) -> Vec<(usize, &str)> {
    let lines = manifest.lines().enumerate().filter(|(_, line)| line.starts_with("tree-sitter"));
    lines.map(|(at, line)| (at + 1, line.split(['.', ' ', '=']).next().unwrap_or(line))).collect()
}

/// The languages in the registry with their 1-based lines: those lines whose first string is a bare
/// lower-case word.
fn registered(registry: &str) -> Vec<(usize, &str)> {
    let code = registry.lines().take(lines_before_tests(registry)).enumerate();
    code.filter(|(_, line)| !line.trim_start().starts_with(['/', '#']))
        .filter_map(|(at, line)| Some((at + 1, line.split('"').nth(1)?)))
        .filter(|(_, word)| is_folder_name(word))
        .collect()
}

fn is_folder_name(word: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample_workspace::{GONE, check, check_message};

    const ADA: &str = "crates/epitome-syntax/languages/ada/language.toml";
    const ENTRIES: &str = "//! A.\ndeep!(\"ada\", tree_sitter_ada::LANGUAGE),\nplain!(\"ini\"),\n";

    #[test]
    fn a_missing_file() {
        check_message(
            &[("crates/epitome-syntax/languages/ada/sample.outline", GONE)],
            "sample.outline is missing",
        );
        check_message(
            &[("crates/epitome-syntax/languages/ini/language.toml", GONE)],
            "language.toml is missing",
        );
        check_message(
            &[("crates/epitome-syntax/languages/ada/sample.adb", GONE)],
            "there must be one sample.<extension>, not 0",
        );
        check_message(
            &[("crates/epitome-syntax/languages/ada/sample.ads", "")],
            "there must be one sample.<extension>, not 2",
        );
    }

    #[test]
    fn a_missing_or_double_registry_line() {
        let breach = format!("{ADA}:1: language-folder");
        let missing = ENTRIES.replace("deep!(\"ada\"", "// deep!(\"ada\"");
        check(&[(REGISTRY, &missing)], &[&breach]);
        let double = format!("{ENTRIES}plain!(\"ada\"),\n");
        check(&[(REGISTRY, &double)], &[&breach]);
    }

    #[test]
    fn a_registry_line_without_folder() {
        let registry =
            format!("{ENTRIES}plain!(\"cobol\"),\n#[cfg(test)]\nmod tests {{\n\"x\"\n}}\n");
        check(
            &[(REGISTRY, &registry)],
            &["crates/epitome-syntax/src/registry.rs:4: language-folder"],
        );
    }

    #[test]
    fn a_missing_dependency_line() {
        let manifest = "[dependencies]\ntree-sitter-adaptive = \"1\"\n";
        let breaches = [
            "crates/epitome-syntax/Cargo.toml:2: language-folder",
            "crates/epitome-syntax/languages/ada/language.toml:1: language-folder",
        ];
        check(&[(MANIFEST, manifest)], &breaches);
    }

    #[test]
    fn a_description_that_cannot_be_read() {
        let broken = [(ADA, "name = "), (MANIFEST, "[dependencies]\n")];
        check(&broken, &["crates/epitome-syntax/languages/ada/language.toml:1: language-folder"]);
        let odd = [(ADA, "grammar = 1\n"), (MANIFEST, "[dependencies]\n")];
        check_message(&odd, "`grammar` must be the name of a crate");
    }
}
