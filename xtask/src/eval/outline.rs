//! Our outline beside an independent extractor of the same language.
//!
//! An extractor is a script in `xtask/extractors/`; it prints `path`, `line` and `name` of every
//! named function with a body, parted by tabs. A function counts as found if the outline of that
//! file has a function of that name whose span covers that line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, bail, ensure};
use epitome_model::outline::FileOutline;

struct Theirs {
    line: u32,
    name: String,
}

pub(crate) fn run(
    root: &Path,
    language: &str,
    tree: &Path,
    show: usize,
) -> anyhow::Result<ExitCode> {
    let builtin = epitome_syntax::language(language)
        .with_context(|| format!("`{language}` is no language; see `epitome languages`"))?;
    let theirs = extract(root, language, tree)?;
    let mut outliner = epitome_syntax::Outliner::default();
    let (mut total, mut found, mut more) = (0, 0, 0);
    let mut missing = Vec::new();
    let mut extra = Vec::new();
    for (path, functions) in &theirs {
        let bytes = fs::read(tree.join(path)).with_context(|| path.clone())?;
        let text = String::from_utf8_lossy(&bytes);
        let outline = outliner.outline(builtin.language(), &text);
        total += functions.len();
        for function in functions {
            if is_found(&outline, function) {
                found += 1;
            } else {
                missing.push(format!("{path}:{}: {}", function.line, function.name));
            }
        }
        for symbol in outline.symbols.iter().filter(|s| s.kind.is_function() && !s.is_declaration) {
            let known = functions
                .iter()
                .any(|f| same_name(&f.name, &symbol.name) && symbol.full_span().has_line(f.line));
            if !known {
                more += 1;
                extra.push(format!("{path}:{}: {}", symbol.name_line, symbol.qualified_name));
            }
        }
    }
    ensure!(total > 0, "the extractor found no function below {}", tree.display());
    println!(
        "{language} {}: {} files, {total} functions by the extractor, {found} of them found \
         ({:.2}%), {} missed, {more} more of ours",
        tree.file_name().unwrap_or_default().to_string_lossy(),
        theirs.len(),
        100.0 * f64::from(found) / total as f64,
        missing.len(),
    );
    print_some("missed", &missing, show);
    print_some("more", &extra, show);
    Ok(ExitCode::SUCCESS)
}

fn print_some(title: &str, rows: &[String], show: usize) {
    let distinct: BTreeSet<&String> = rows.iter().collect();
    for row in distinct.iter().take(show) {
        println!("  {title} {row}");
    }
}

fn is_found(outline: &FileOutline, theirs: &Theirs) -> bool {
    outline.symbols.iter().any(|symbol| {
        symbol.kind.is_function()
            && same_name(&theirs.name, &symbol.name)
            && symbol.full_span().has_line(theirs.line)
    })
}

/// Tools differ in how much of a qualified name they print.
fn same_name(theirs: &str, ours: &str) -> bool {
    let (theirs, ours) = (theirs.trim_matches('`'), ours.trim_matches('`'));
    let last = |name: &str| name.rsplit(['.', ':', '#', '\\']).next().unwrap_or(name).to_owned();
    theirs == ours || last(theirs) == last(ours)
}

fn extract(
    root: &Path,
    language: &str,
    tree: &Path,
) -> anyhow::Result<BTreeMap<String, Vec<Theirs>>> {
    let script = script(&root.join("xtask/extractors"), language)?;
    let runner: &[&str] = match script.extension().and_then(|e| e.to_str()) {
        Some("py") => &["python3"],
        Some("js" | "mjs" | "cjs") => &["node"],
        Some("rb") => &["ruby"],
        Some("php") => &["php"],
        Some("exs") => &["elixir"],
        Some("sh") => &["bash"],
        Some("go") => &["go", "run"],
        Some("hs") => &["runghc", "-package=ghc", "-package=directory", "-package=filepath"],
        Some("java") => &["java"],
        other => bail!("{}: no runner for `{}`", script.display(), other.unwrap_or("")),
    };
    let output = Command::new(runner[0])
        .args(&runner[1..])
        .arg(&script)
        .arg(tree)
        .output()
        .with_context(|| format!("starting {}, which {} needs", runner[0], script.display()))?;
    ensure!(
        output.status.success(),
        "{}: {}",
        script.display(),
        String::from_utf8_lossy(&output.stderr).trim()
    );
    let mut functions: BTreeMap<String, Vec<Theirs>> = BTreeMap::new();
    for row in String::from_utf8_lossy(&output.stdout).lines() {
        let mut columns = row.split('\t');
        if let (Some(path), Some(line), Some(name)) =
            (columns.next(), columns.next(), columns.next())
            && let Ok(line) = line.parse()
        {
            functions
                .entry(path.to_owned())
                .or_default()
                .push(Theirs { line, name: name.to_owned() });
        }
    }
    Ok(functions)
}

fn script(folder: &Path, language: &str) -> anyhow::Result<PathBuf> {
    let entries = fs::read_dir(folder).with_context(|| format!("{}", folder.display()))?;
    entries
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.file_stem().and_then(|s| s.to_str()) == Some(language))
        .with_context(|| format!("{}: no extractor for `{language}`", folder.display()))
}
