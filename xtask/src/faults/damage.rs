//! F5: every file cut short, and bytes flipped in it. Damage is refused, and nothing false is said.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use anyhow::{Context as _, ensure};
use epitome_index::documents::Documents;
use epitome_index::{Generation, Holder, IndexError, layout};

use super::subject::Place;
use super::synthetic::REPOSITORY;
use super::{Row, Trial};

const FILES: usize = 12;
const FLIPS: u64 = 20;

/// Where damage was found.
#[derive(Default)]
struct Found {
    at_open: u64,
    at_reading: u64,
    at_verify: u64,
}

pub(super) fn run(trial: &mut Trial) -> anyhow::Result<Vec<Row>> {
    let place = trial.place()?;
    trial.subject.complete(&place.tree(), 1, FILES)?;
    trial.subject.complete(&place.tree(), 2, FILES)?;
    let state = place.state();
    let generation = Generation::open(&state)?;
    let good = all_raw(&generation)?;
    let mut names: Vec<String> =
        generation.manifest().files.iter().map(|file| file.path.clone()).collect();
    names.push(layout::MANIFEST.to_owned());
    let folder = generation.path().to_owned();
    drop(generation);

    let cuts: Vec<usize> = if trial.quick { vec![1, 2, 50, 100] } else { (1..=100).collect() };
    let mut cut_row = Row::new("F5", "each file cut short by 1 to 100 bytes");
    let mut flip_row = Row::new("F5", "a byte flipped at 20 places in each file");
    let (mut cut_found, mut flip_found) = (Found::default(), Found::default());
    for name in &names {
        let path = folder.join(name);
        let bytes = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        for cut in cuts.iter().copied().filter(|&cut| cut <= bytes.len()) {
            fs::write(&path, &bytes[..bytes.len() - cut])?;
            let result = refused(&state, &good, &mut cut_found);
            cut_row.check(format!("{name} cut by {cut}"), result);
        }
        for _ in 0..FLIPS {
            let at = usize::try_from(trial.chance.below(bytes.len() as u64))?;
            let flip = u8::try_from(1 + trial.chance.below(255))?;
            let mut flipped = bytes.clone();
            let Some(byte) = flipped.get_mut(at) else { continue };
            *byte ^= flip;
            fs::write(&path, &flipped)?;
            let result = refused(&state, &good, &mut flip_found);
            flip_row.check(format!("{name}: byte {at} changed by {flip:#x}"), result);
        }
        fs::write(&path, &bytes)?;
    }
    cut_row.check("restored", trial.subject.complete(&place.tree(), 3, FILES));
    for (row, Found { at_open, at_reading, at_verify }) in
        [(&mut cut_row, &cut_found), (&mut flip_row, &flip_found)]
    {
        row.outcome = format!(
            "{} files; refused: {at_open} at opening, {at_reading} when read, {at_verify} by verify; \
             no panic, no false answer",
            names.len()
        );
    }
    let cure = cure(trial, &place, &names)?;
    Ok(vec![cut_row, flip_row, cure])
}

/// Damages each file in turn and indexes again, with nothing else changed and with another version.
fn cure(trial: &mut Trial, place: &Place, names: &[String]) -> anyhow::Result<Row> {
    let mut row = Row::new("F5", "a damaged index is whole again after the next run");
    for name in names {
        for (version, next) in [(1, 1), (1, 2)] {
            trial.subject.complete(&place.tree(), version, FILES)?;
            let path = Generation::open(&place.state())?.path().join(name);
            let mut bytes = fs::read(&path)?;
            let middle = bytes.len() / 2;
            let Some(byte) = bytes.get_mut(middle) else { continue };
            *byte ^= 1;
            // A new file: the bytes may be shared with another generation.
            fs::remove_file(&path)?;
            fs::write(&path, &bytes)?;
            let cured = trial.subject.complete(&place.tree(), next, FILES);
            let is_cured = cured.is_ok();
            row.check(format!("{name}, version {version} to {next}"), cured);
            if !is_cured {
                let holder = Holder::this_process("2026-01-01T00:00:00Z", "cargo xtask faults");
                epitome_index::clean(&place.state(), &holder)?;
            }
        }
    }
    row.outcome = "with nothing else changed, and with changes".to_owned();
    Ok(row)
}

/// Every document's bytes.
fn all_raw(generation: &Generation) -> Result<Vec<Vec<u8>>, IndexError> {
    let documents = Documents::open(generation, &layout::summary_folder(REPOSITORY))?;
    (0..documents.len()).map(|at| documents.raw(at).map(<[u8]>::to_vec)).collect()
}

/// Opening, reading or verifying must refuse; whatever can still be read must be as it was.
fn refused(state: &Path, good: &[Vec<u8>], found: &mut Found) -> anyhow::Result<()> {
    let look = || -> anyhow::Result<()> {
        let Ok(generation) = Generation::open(state) else {
            found.at_open += 1;
            return Ok(());
        };
        let is_read = match Documents::open(&generation, &layout::summary_folder(REPOSITORY)) {
            Err(_) => false,
            Ok(documents) => {
                let mut all = true;
                for (at, good) in good.iter().enumerate() {
                    match documents.raw(at) {
                        Ok(bytes) => ensure!(bytes == good, "document {at} is false"),
                        Err(_) => all = false,
                    }
                }
                all
            }
        };
        ensure!(generation.verify().is_err(), "verify finds nothing");
        *(if is_read { &mut found.at_verify } else { &mut found.at_reading }) += 1;
        Ok(())
    };
    catch_unwind(AssertUnwindSafe(look)).unwrap_or_else(|_| anyhow::bail!("panicked"))
}
