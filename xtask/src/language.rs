//! `cargo xtask language`: try a language folder without compiling it in, and write its outline.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use epitome_model::outline_text::outline_text;
use epitome_syntax::Language;

/// Look at a language's trees and outlines, with the rules as they are on disk now
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder's name, such as `python`
    name: String,
    /// Write sample.outline from the sample
    #[arg(long)]
    update: bool,
    /// Print the syntax tree of a file
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Print the outline of a file
    #[arg(long, value_name = "FILE")]
    outline: Option<PathBuf>,
    /// Print the grammar's node kinds and fields
    #[arg(long)]
    kinds: bool,
}

pub(crate) fn run(root: &Path, args: Args) -> anyhow::Result<ExitCode> {
    let folder = root.join("crates/epitome-syntax/languages").join(&args.name);
    let language = load(&folder, &args.name)?;
    if let Some(file) = &args.tree {
        let grammar = language.grammar().context("a plain language has no syntax tree")?;
        print!("{}", epitome_syntax::tree_text(grammar, &read(file)?));
    }
    if let Some(file) = &args.outline {
        print!("{}", outline_text(&epitome_syntax::outline(&language, &read(file)?)));
    }
    if args.kinds {
        print!("{}", kinds(&language)?);
    }
    if args.update {
        let sample = sample(&folder)?;
        let text = outline_text(&epitome_syntax::outline(&language, &read(&sample)?));
        let target = folder.join("sample.outline");
        fs::write(&target, text).with_context(|| format!("writing {}", target.display()))?;
        println!("wrote {}: read it line by line before you commit it", target.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn load(folder: &Path, name: &str) -> anyhow::Result<Language> {
    let builtin = epitome_syntax::language(name).with_context(|| {
        format!("`{name}` has no line in crates/epitome-syntax/src/registry.rs")
    })?;
    let file = folder.join("language.toml");
    Language::load(name, &read(&file)?, builtin.new_grammar())
        .with_context(|| format!("{}", file.display()))
}

/// The one file named `sample.*` that is no outline.
pub(crate) fn sample(folder: &Path) -> anyhow::Result<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|s| s.to_str());
        if stem == Some("sample") && path.extension().is_some_and(|e| e != "outline") {
            found.push(path);
        }
    }
    match found.as_slice() {
        [one] => Ok(one.clone()),
        [] => bail!("{}: write a sample.<ext> first", folder.display()),
        _ => bail!("{}: more than one sample", folder.display()),
    }
}

fn kinds(language: &Language) -> anyhow::Result<String> {
    let grammar = language.grammar().context("a plain language has no grammar")?;
    let mut out = String::new();
    for id in (0..).take(grammar.node_kind_count()) {
        if grammar.node_kind_is_named(id) && grammar.node_kind_is_visible(id) {
            out.push_str(&format!("kind  {}\n", grammar.node_kind_for_id(id).unwrap_or("")));
        }
    }
    for id in (1..).take(grammar.field_count()) {
        out.push_str(&format!("field {}\n", grammar.field_name_for_id(id).unwrap_or("")));
    }
    Ok(out)
}

fn read(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
