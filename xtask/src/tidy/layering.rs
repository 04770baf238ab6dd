//! Crates use only what lies below them, and heavy dependencies stay where they are fenced.
//!
//! The compiler refuses what a manifest does not name; this rule keeps the manifests honest.
//! Dependencies of tests and build scripts count too: a layer that needs an upper one to be tested
//! is not a layer.

use super::Findings;
use crate::tree::Tree;

/// What each crate may use of this workspace.
const MAY_USE: &[(&str, &[&str])] = &[
    ("epitome-model", &[]),
    ("epitome-syntax", &["epitome-model"]),
    ("epitome-embed", &[]),
    ("epitome-index", &["epitome-model"]),
    ("epitome-faultserver", &[]),
    ("epitome-llm", &["epitome-model", "epitome-faultserver"]),
    (
        "epitome-engine",
        &[
            "epitome-model",
            "epitome-syntax",
            "epitome-embed",
            "epitome-index",
            "epitome-llm",
            "epitome-faultserver",
        ],
    ),
    ("epitome", &["epitome-engine", "epitome-embed", "epitome-model", "epitome-faultserver"]),
];

/// Outside crates with a home. A name that ends in `*` stands for all that begin so.
const FENCED: &[(&[&str], &[&str], &str)] = &[
    (&["tree-sitter*"], &["epitome-syntax"], "only epitome-syntax knows grammars"),
    (&["clap", "axum", "anstream", "indicatif"], &["epitome"], "only epitome has faces"),
    (
        &["reqwest", "ureq", "hyper", "tokio"],
        &["epitome-llm", "epitome"],
        "only epitome-llm and epitome know the network",
    ),
    (&["scip", "protobuf"], &["epitome-engine"], "only epitome-engine reads the indexes of others"),
    (&["anyhow"], &["epitome"], "libraries name their errors, with thiserror"),
];

pub(super) fn check(tree: &Tree) -> Findings {
    let mut findings = Findings::new();
    for name in tree.folders_in("crates") {
        let path = format!("crates/{name}/Cargo.toml");
        let Some(text) = tree.text(&path) else { continue };
        let mut add = |line: usize, message: String| findings.push((path.clone(), line, message));
        let manifest: toml::Table = match text.parse() {
            Ok(manifest) => manifest,
            Err(error) => {
                add(1, format!("not TOML: {error}"));
                continue;
            }
        };
        let Some((_, may_use)) = MAY_USE.iter().find(|(owner, _)| *owner == name) else {
            add(1, format!("`{name}` has no layer: give it one in xtask/src/tidy/layering.rs"));
            continue;
        };
        for used in used(&manifest) {
            if let Some(message) = refusal(name, may_use, &used) {
                add(line_of(text, &used), message);
            }
        }
    }
    findings
}

/// Why the crate `name` may not use `used`, if it may not.
fn refusal(name: &str, may_use: &[&str], used: &str) -> Option<String> {
    let ours = used == "xtask" || MAY_USE.iter().any(|(crate_name, _)| *crate_name == used);
    if ours && !may_use.contains(&used) {
        return Some(format!("`{name}` may not use `{used}`"));
    }
    FENCED
        .iter()
        .filter(|(_, homes, _)| !homes.contains(&name))
        .find(|(fenced, _, _)| fenced.iter().any(|pattern| matches(pattern, used)))
        .map(|(_, _, reason)| format!("`{name}` may not use `{used}`: {reason}"))
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    }
}

/// Every package the manifest names as a dependency, of any kind and for any target.
fn used(manifest: &toml::Table) -> Vec<String> {
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let targets = targets.into_iter().flatten().filter_map(|(_, value)| value.as_table());
    let mut used = Vec::new();
    for owner in std::iter::once(manifest).chain(targets) {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let table = owner.get(kind).and_then(toml::Value::as_table);
            for (key, value) in table.into_iter().flatten() {
                let renamed = value.get("package").and_then(toml::Value::as_str);
                used.push(renamed.unwrap_or(key).to_owned());
            }
        }
    }
    used
}

/// The 1-based line that names `used`; a whole word, because `clap` begins `clap_complete`.
fn line_of(manifest: &str, used: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let mut among_dependencies = false;
    let line = manifest.lines().position(|line| {
        among_dependencies |= line.contains("dependencies");
        among_dependencies && line.split(|c| !is_part(c)).any(|word| word == used)
    });
    line.map_or(1, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample_workspace::{check, check_message};

    const MODEL: &str = "crates/epitome-model/Cargo.toml";

    #[test]
    fn a_crate_of_an_upper_layer() {
        let text = "# xtask\n[dependencies]\nserde = \"1\"\nepitome-engine.workspace = true\n";
        check(&[(MODEL, text)], &["crates/epitome-model/Cargo.toml:4: layering"]);
        check_message(&[(MODEL, text)], "`epitome-model` may not use `epitome-engine`");
    }

    #[test]
    fn every_kind_of_dependency_counts() {
        for table in ["dev-dependencies", "build-dependencies", "target.'cfg(unix)'.dependencies"] {
            let text = format!("[{table}]\nanyhow = \"1\"\n");
            check(&[(MODEL, &text)], &["crates/epitome-model/Cargo.toml:2: layering"]);
        }
        let renamed = "[dependencies]\nerrors = { package = \"anyhow\", version = \"1\" }\n";
        check(&[(MODEL, renamed)], &["crates/epitome-model/Cargo.toml:2: layering"]);
        let table = "[dependencies.anyhow]\nversion = \"1\"\n";
        check(&[(MODEL, table)], &["crates/epitome-model/Cargo.toml:1: layering"]);
    }

    #[test]
    fn a_crate_without_a_layer() {
        let map = "`epitome-model` `epitome-syntax` `epitome-web` `xtask`\n";
        check(
            &[("ARCHITECTURE.md", map), ("crates/epitome-web/Cargo.toml", "")],
            &["crates/epitome-web/Cargo.toml:1: layering"],
        );
    }

    #[test]
    fn who_may_use_what() {
        let may = |name: &str, used: &str| {
            let (_, may_use) = MAY_USE.iter().find(|(owner, _)| *owner == name).unwrap();
            refusal(name, may_use, used).is_none()
        };
        for (name, used) in [
            ("epitome-syntax", "epitome-model"),
            ("epitome-syntax", "tree-sitter-c"),
            ("epitome-engine", "epitome-index"),
            ("epitome-engine", "epitome-embed"),
            ("epitome-engine", "scip"),
            ("epitome-llm", "tokio"),
            ("epitome", "epitome-engine"),
            ("epitome", "clap"),
            ("epitome-model", "serde"),
        ] {
            assert!(may(name, used), "{name} may use {used}");
        }
        for (name, used) in [
            ("epitome-model", "epitome-syntax"),
            ("epitome-index", "epitome-llm"),
            ("epitome-embed", "epitome-model"),
            ("epitome-llm", "epitome-index"),
            ("epitome", "epitome-syntax"),
            ("epitome-engine", "xtask"),
            ("epitome-engine", "tree-sitter"),
            ("epitome-engine", "tokio"),
            ("epitome-engine", "anyhow"),
            ("epitome-llm", "clap"),
            ("epitome-model", "protobuf"),
            ("epitome", "tree-sitter-c"),
        ] {
            assert!(!may(name, used), "{name} may not use {used}");
        }
    }
}
