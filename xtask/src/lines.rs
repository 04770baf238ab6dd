//! `cargo xtask lines`: which requirement lines a test proves, and which are open.
//!
//! A test proves a line by naming it in a comment of its own, such as `// T3` or `// T3, T5–T7:
//! why`. The page of requirements is not part of this repository; the list of its lines is, in
//! `docs/requirements.tsv`, with what has been proven so far. A line once proven stays proven: the
//! check fails if its last test goes.

mod id;
mod list;
mod marks;
mod page;
mod verdict;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::tree::Tree;
use list::Entry;
use marks::Marks;

const LIST: &str = "docs/requirements.tsv";

/// Where the page lies for those who have it, relative to the workspace.
const PAGE: &str = "../shared/requirements.md";

/// Options of `cargo xtask lines`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print the lines that no test proves yet
    #[arg(long)]
    open: bool,
    /// Fail if a proven line has lost its test, or if the list is not up to date
    #[arg(long, conflicts_with = "update")]
    check: bool,
    /// Write the list anew from the page, where there is one, and from the tests
    #[arg(long)]
    update: bool,
    /// The page of requirements
    #[arg(long, value_name = "PATH", requires = "update")]
    from: Option<PathBuf>,
}

/// Shows, checks or updates the list.
pub(crate) fn run(root: &Path, args: Args) -> anyhow::Result<ExitCode> {
    let marks = marks::find(&Tree::load(root)?);
    let committed = committed(root)?;
    let page = page_entries(root, args.from.as_deref())?;
    let entries = match page {
        Some(page) if args.update => list::merge(page, &committed),
        Some(page) => {
            if list::lags(&page, &committed) {
                println!("{LIST} lags behind the page: run `cargo xtask lines --update`\n");
            }
            committed
        }
        None => committed,
    };
    let verdict = verdict::judge(&entries, &marks);
    if args.update {
        fs::create_dir_all(root.join("docs"))?;
        fs::write(root.join(LIST), list::render(&verdict.updated(&entries)))?;
    }
    print_table(&entries, &marks);
    if args.open {
        for entry in entries.iter().filter(|entry| !marks.proves(entry.id)) {
            println!("{}\t{}", entry.id, entry.text);
        }
    }
    let complaints = verdict.complaints(args.update);
    for complaint in &complaints {
        println!("{complaint}");
    }
    let failed = (args.check || args.update) && verdict.is_bad(args.update);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn committed(root: &Path) -> anyhow::Result<Vec<Entry>> {
    let path = root.join(LIST);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).context(LIST)?;
    list::parse(&text).context(LIST)
}

/// The page's lines, all open; nothing if there is no page. A page asked for must be there.
fn page_entries(root: &Path, from: Option<&Path>) -> anyhow::Result<Option<Vec<Entry>>> {
    let path = from.map_or_else(|| root.join(PAGE), Path::to_path_buf);
    if from.is_none() && !path.is_file() {
        return Ok(None);
    }
    let text = fs::read_to_string(&path)
        .with_context(|| format!("the page of requirements, {}", path.display()))?;
    let entries = page::parse(&text)?;
    if entries.is_empty() {
        bail!("{} holds no requirement lines", path.display());
    }
    Ok(Some(entries))
}

fn print_table(entries: &[Entry], marks: &Marks) {
    let mut sections: BTreeMap<char, (usize, usize)> = BTreeMap::new();
    for entry in entries {
        let (proven, all) = sections.entry(entry.id.section).or_default();
        *proven += usize::from(marks.proves(entry.id));
        *all += 1;
    }
    println!("section  proven   of");
    for (section, (proven, all)) in &sections {
        println!("{section:<7}  {proven:>6}  {all:>3}");
    }
    let proven: usize = sections.values().map(|(proven, _)| proven).sum();
    println!("{:<7}  {proven:>6}  {:>3}", "all", entries.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_proven_line_has_lost_its_test() {
        let root = crate::workspace::root().unwrap();
        let entries = committed(&root).unwrap();
        assert!(!entries.is_empty(), "{LIST} is missing");
        let verdict = verdict::judge(&entries, &marks::find(&Tree::load(&root).unwrap()));
        assert!(!verdict.is_bad(true), "{}", verdict.complaints(true).join("\n"));
    }
}
