//! What is in a state folder: one whole generation of one version, or something that must not be.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use epitome_index::documents::{Documents, Line};
use epitome_index::{Generation, IndexError, layout};

use super::synthetic::{REPOSITORY, stats_version};

/// What a state folder answers with: the same for the same content, whenever it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answers {
    /// Nothing was published yet.
    Absent,
    /// A whole generation.
    Whole {
        /// BLAKE3 over all documents but for their times.
        content: blake3::Hash,
        /// The one version that all documents are of.
        version: u64,
    },
}

/// Reads everything there is, and refuses anything but one whole generation of one version.
pub(super) fn answers(state: &Path) -> anyhow::Result<Answers> {
    match Generation::open(state) {
        Err(IndexError::Absent { .. }) => Ok(Answers::Absent),
        Err(error) => Err(error.into()),
        Ok(generation) => {
            generation.verify()?;
            let (version, content) = read(&generation)?;
            Ok(Answers::Whole { content, version })
        }
    }
}

/// Reads all documents of a generation; they must be of one version.
pub(super) fn read(generation: &Generation) -> anyhow::Result<(u64, blake3::Hash)> {
    let documents = Documents::open(generation, &layout::summary_folder(REPOSITORY))?;
    let said = generation.manifest().about.counts.get("documents");
    ensure!(said == Some(&(documents.len() as u64)), "the manifest counts {said:?} documents");
    let mut versions: BTreeSet<u64> = stats_version(generation)?.into_iter().collect();
    let mut hasher = blake3::Hasher::new();
    for document in documents.iter() {
        let mut document = document?;
        versions.extend(version_in(&document.summary));
        document.last_updated.clear();
        hasher.update(Line::new(&document).bytes());
    }
    one(&versions).map(|version| (version, hasher.finalize()))
}

/// As [`read`], without reading each document apart: what a busy reader checks.
pub(super) fn skim(generation: &Generation) -> anyhow::Result<u64> {
    let documents = Documents::open(generation, &layout::summary_folder(REPOSITORY))?;
    let mut versions: BTreeSet<u64> = stats_version(generation)?.into_iter().collect();
    for at in 0..documents.len() {
        versions.extend(std::str::from_utf8(documents.raw(at)?).ok().and_then(version_in));
    }
    one(&versions)
}

fn one(versions: &BTreeSet<u64>) -> anyhow::Result<u64> {
    match versions.iter().copied().collect::<Vec<_>>()[..] {
        [version] => Ok(version),
        _ => bail!("mixed: documents of versions {versions:?} in one generation"),
    }
}

/// The number after the word `version`.
fn version_in(text: &str) -> Option<u64> {
    let (_, after) = text.split_once("version ")?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Nothing unfinished, and no more than two generations.
pub(super) fn is_tidy(state: &Path) -> anyhow::Result<()> {
    let names = |path: &Path| -> anyhow::Result<Vec<String>> {
        let entries = fs::read_dir(path).with_context(|| format!("listing {}", path.display()))?;
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    };
    let generations = names(&state.join("generations"))?;
    ensure!(generations.iter().all(|name| !name.starts_with('.')), "left over: {generations:?}");
    ensure!(generations.len() <= 2, "too many generations: {generations:?}");
    let here = names(state)?;
    ensure!(!here.iter().any(|name| name.starts_with(".current")), "left over: {here:?}");
    Ok(())
}
