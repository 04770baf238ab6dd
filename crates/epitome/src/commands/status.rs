//! `epitome status`: how fresh the index is, what it holds, how large it is.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use epitome_engine::git::head_commit;
use epitome_engine::index::{Freshness, Index, freshness};
use epitome_engine::scan::display_path;
use epitome_engine::update::{database_bytes, state_path};

use crate::arguments::Status;
use crate::exit::{NO_INDEX, STALE};
use crate::output::{count, json, plain, stdout};
use crate::wire::upkeep::{IndexStateJson, SizesJson, StatusJson};

/// So many stale files are named.
const NAMED: usize = 10;

pub(crate) fn run(arguments: &Status) -> anyhow::Result<ExitCode> {
    if arguments.spend {
        return super::spend::run(&arguments.path, arguments.json);
    }
    let Some(index) = Index::open(&arguments.path)? else {
        writeln!(anstream::stderr(), "{}", no_index(&arguments.path))?;
        return Ok(ExitCode::from(NO_INDEX));
    };
    let scan = arguments.reading.scan_options(&arguments.path)?;
    let fresh = freshness(&arguments.path, &scan)?.unwrap_or_default();
    let manifest = index.manifest();
    let head = head_commit(&arguments.path);
    let bytes = SizesJson {
        generation: manifest.files.iter().map(|file| file.length).sum(),
        database: database_bytes(&state_path(&arguments.path)),
    };
    let mut out = stdout();
    if arguments.json {
        let index = IndexStateJson::new(manifest, &fresh, head);
        json(&mut out, &StatusJson { index, counts: &manifest.about.counts, bytes })?;
    } else {
        let about = &manifest.about;
        writeln!(out, "Generation {}, made {}", manifest.number, plain(&about.created))?;
        match (&about.indexed_commit, &head) {
            (Some(at), Some(head)) if at == head => writeln!(out, "At commit {}", short(at))?,
            (Some(at), Some(head)) => {
                writeln!(out, "Made at commit {}; the tree is at {}", short(at), short(head))?;
            }
            (Some(at), None) => writeln!(out, "Made at commit {}", short(at))?,
            (None, _) => writeln!(out, "Not made at a commit")?,
        }
        let n = |name: &str| about.counts.get(name).copied().unwrap_or(0);
        writeln!(
            out,
            "{} documents: {} functions, {} classes, {} files, {} modules; {} placeholders",
            n("documents"),
            n("functions"),
            n("classes"),
            n("files"),
            n("modules"),
            n("placeholders")
        )?;
        writeln!(out, "{} lines of source", n("lines"))?;
        writeln!(
            out,
            "{} published, {} in state.db",
            size(bytes.generation),
            size(bytes.database)
        )?;
        stale(&mut out, &fresh)?;
    }
    out.flush()?;
    Ok(if fresh.is_fresh() { ExitCode::SUCCESS } else { ExitCode::from(STALE) })
}

/// What to say where there is no index.
pub(super) fn no_index(root: &Path) -> String {
    let root_text = root.to_string_lossy();
    let shown = display_path(&root_text);
    match (root.is_dir(), root == Path::new(".")) {
        (false, _) => format!("there is no folder `{shown}`; check the spelling of the path"),
        (true, true) => "there is no index here; `epitome index` makes one".to_owned(),
        (true, false) => {
            format!("there is no index in `{shown}`; `epitome index {shown}` makes one")
        }
    }
}

fn stale(out: &mut impl std::io::Write, fresh: &Freshness) -> anyhow::Result<()> {
    if fresh.is_fresh() {
        writeln!(out, "Fresh: every file is as it was indexed.")?;
        return Ok(());
    }
    writeln!(
        out,
        "Stale: {}; `epitome index` brings it up to date.",
        count(fresh.count() as u64, "file")
    )?;
    let groups =
        [("changed", &fresh.changed), ("added", &fresh.added), ("removed", &fresh.removed)];
    let mut named = groups.iter().flat_map(|(what, paths)| paths.iter().map(move |p| (what, p)));
    for (what, path) in named.by_ref().take(NAMED) {
        writeln!(out, "  {what}: {}", plain(path))?;
    }
    let more = named.count();
    if more > 0 {
        writeln!(out, "  and {more} more")?;
    }
    Ok(())
}

fn short(commit: &str) -> &str {
    commit.get(..12).unwrap_or(commit)
}

fn size(bytes: u64) -> String {
    let (kib, mib) = (bytes as f64 / 1024.0, bytes as f64 / 1_048_576.0);
    if mib >= 1.0 { format!("{mib:.1} MiB") } else { format!("{kib:.1} KiB") }
}
