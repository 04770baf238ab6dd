//! F3: the power fails. What was not synced may be lost, torn or garbage, in any combination.
//!
//! Publishing is recorded effect by effect; then, for a failure after each of them, disks are made up
//! that the effects could have left behind: what was synced is there, of the rest any part may be. This
//! is harsher than real file systems, which keep most of the order. A generation whose commit had
//! returned must still be there.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use anyhow::{Context as _, ensure};
use epitome_index::faults::{Effect, Fault, plan, recorded};

use super::chance::Chance;
use super::oracle::{Answers, answers, is_tidy};
use super::subject::Place;
use super::{Row, Trial, synthetic};

/// Few: the disk is written again for each trial.
const FILES: usize = 3;

pub(super) fn run(trial: &mut Trial) -> anyhow::Result<Vec<Row>> {
    // Another program's effects cannot be recorded.
    if !trial.subject.is_synthetic() {
        return Ok(Vec::new());
    }
    let (random, chance) = (trial.count(100, 1000), &mut trial.chance);
    let works = |_: &Step| true;
    Ok(vec![
        lose_power("power lost in a first publish", &[], &[1], &works, random, chance)?,
        lose_power(
            "power lost in two later publishes",
            &[1, 2, 3],
            &[4, 1],
            &works,
            random,
            chance,
        )?,
    ])
}

/// Publishes the versions `before`, then `after`, and loses power at every effect of these: with all
/// kept that was not synced, all lost, all garbage; and `random` times at random with random losses.
/// A sync that does not `work` does nothing, to see that it shows.
fn lose_power(
    what: &'static str,
    before: &[u64],
    after: &[u64],
    works: &dyn Fn(&Step) -> bool,
    random: u64,
    chance: &mut Chance,
) -> anyhow::Result<Row> {
    let mut row = Row::new("F3", what);
    let place = Place::in_memory()?;
    for &version in before {
        synthetic::publish(&place.state(), version, FILES)?;
    }
    let mut start = Disk::default();
    start.load(0, &place.tree())?;
    plan(Some(Fault::Record));
    for &version in after {
        synthetic::publish(&place.state(), version, FILES)?;
    }
    let effects = recorded();
    plan(None);
    let steps = steps(&mut start, &place.tree(), &effects)?;
    let newest = before.last().copied().unwrap_or(0);
    let (start, steps) = (&start, &steps[..]);
    let mut tried = Tried { row: &mut row, steps, start, newest, after, works, lost: 0 };
    for end in 0..=steps.len() {
        for fate in [Fate::Kept, Fate::Lost, Fate::Garbage] {
            tried.failure(end, || fate)?;
        }
    }
    for _ in 0..random {
        let end = usize::try_from(chance.below(steps.len() as u64 + 1))?;
        tried.failure(end, || Fate::any(chance))?;
    }
    let lost = tried.lost;
    row.outcome = format!(
        "{} effects recorded; {lost} of the disks had lost something; old or new each time, and what \
         was committed is there",
        effects.len()
    );
    Ok(row)
}

struct Tried<'a> {
    row: &'a mut Row,
    steps: &'a [Step],
    start: &'a Disk,
    /// The version before the recording, 0 for none.
    newest: u64,
    /// The versions recorded.
    after: &'a [u64],
    works: &'a dyn Fn(&Step) -> bool,
    lost: u64,
}

impl Tried<'_> {
    /// Fails the power after `end` steps.
    fn failure(&mut self, end: usize, mut fate: impl FnMut() -> Fate) -> anyhow::Result<()> {
        let done = &self.steps[..end];
        let mut disk = self.start.clone();
        let mut is_lossy = false;
        for (at, step) in done.iter().enumerate() {
            let is_synced = done[at..].iter().any(|later| later.syncs(step) && (self.works)(later));
            let fate = if is_synced { Fate::Kept } else { fate() };
            is_lossy |= !is_synced && fate != Fate::Kept;
            disk.apply(step, fate);
        }
        self.lost += u64::from(is_lossy);
        let allowed = self.allowed(done);
        let place = Place::in_memory()?;
        disk.store(0, &place.tree())?;
        let judge = || -> anyhow::Result<()> {
            let found = match answers(&place.state())? {
                Answers::Absent => 0,
                Answers::Whole { version, .. } => version,
            };
            ensure!(allowed.contains(&found), "version {found} where {allowed:?} may be");
            synthetic::publish(&place.state(), 9, FILES)?;
            let found = answers(&place.state())?;
            ensure!(matches!(found, Answers::Whole { version: 9, .. }), "then {found:?}");
            is_tidy(&place.state())
        };
        let result = judge();
        self.row.check(format!("power lost after effect {end}"), result);
        Ok(())
    }

    /// The version that is safe on the disk, and those whose pointer was swapped since.
    fn allowed(&self, done: &[Step]) -> Vec<u64> {
        let mut allowed = vec![self.newest];
        let mut versions = self.after.iter();
        for (at, step) in done.iter().enumerate() {
            let is_commit = matches!(step, Step::Entries { changes, .. }
                if changes.iter().any(|(name, node)| name == "current" && node.is_some()));
            if is_commit && let Some(&version) = versions.next() {
                if done[at..].iter().any(|later| later.syncs(step)) {
                    allowed.clear();
                }
                allowed.push(version);
            }
        }
        allowed
    }
}

/// What became of an effect that was not synced.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Kept,
    Lost,
    /// A write of which only half is there; anything else is kept.
    Torn,
    /// A write with the right length and wrong bytes; anything else is kept.
    Garbage,
}

impl Fate {
    fn any(chance: &mut Chance) -> Self {
        [Self::Kept, Self::Lost, Self::Torn, Self::Garbage][chance.below(4) as usize % 4]
    }
}

/// A disk: folders and files by number; folder 0 is the tree.
#[derive(Clone, Default)]
struct Disk {
    folders: Vec<BTreeMap<String, Node>>,
    files: Vec<Vec<u8>>,
}

#[derive(Clone, Debug)]
enum Node {
    Folder(usize),
    File(usize),
    Link(String),
}

/// An effect in terms of a [`Disk`]: one change of a folder's entries, of a file, or a sync.
enum Step {
    /// Entries of one folder that change together; nothing stands for removed.
    Entries {
        folder: usize,
        changes: Vec<(String, Option<Node>)>,
    },
    Append {
        file: usize,
        bytes: Vec<u8>,
    },
    Empty {
        file: usize,
    },
    SyncFolder(usize),
    SyncFile(usize),
}

impl Step {
    fn syncs(&self, earlier: &Self) -> bool {
        match (self, earlier) {
            (Self::SyncFolder(synced), Self::Entries { folder, .. }) => synced == folder,
            (Self::SyncFile(synced), Self::Append { file, .. } | Self::Empty { file }) => {
                synced == file
            }
            _ => false,
        }
    }
}

impl Disk {
    fn new_folder(&mut self) -> usize {
        self.folders.push(BTreeMap::new());
        self.folders.len() - 1
    }

    fn new_file(&mut self) -> usize {
        self.files.push(Vec::new());
        self.files.len() - 1
    }

    /// Takes over what is in a real folder.
    fn load(&mut self, folder: usize, path: &Path) -> anyhow::Result<()> {
        self.folders.resize_with(self.folders.len().max(folder + 1), BTreeMap::new);
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let (kind, path) = (entry.file_type()?, entry.path());
            let node = if kind.is_symlink() {
                Node::Link(fs::read_link(&path)?.to_string_lossy().into_owned())
            } else if kind.is_dir() {
                let inner = self.new_folder();
                self.load(inner, &path)?;
                Node::Folder(inner)
            } else {
                let file = self.new_file();
                self.files[file] = fs::read(&path)?;
                Node::File(file)
            };
            self.folders[folder].insert(entry.file_name().to_string_lossy().into_owned(), node);
        }
        Ok(())
    }

    /// Makes a real folder of it. A file with two names becomes two files; nobody looks.
    fn store(&self, folder: usize, path: &Path) -> anyhow::Result<()> {
        for (name, node) in &self.folders[folder] {
            let path = path.join(name);
            match node {
                Node::Link(text) => symlink(text, &path)?,
                Node::File(file) => fs::write(&path, &self.files[*file])?,
                Node::Folder(inner) => {
                    fs::create_dir(&path)?;
                    self.store(*inner, &path)?;
                }
            }
        }
        Ok(())
    }

    fn apply(&mut self, step: &Step, fate: Fate) {
        match (step, fate) {
            (_, Fate::Lost) => {}
            (Step::Entries { folder, changes }, _) => {
                for (name, node) in changes {
                    match node {
                        Some(node) => self.folders[*folder].insert(name.clone(), node.clone()),
                        None => self.folders[*folder].remove(name),
                    };
                }
            }
            (Step::Append { file, bytes }, Fate::Kept) => self.files[*file].extend(bytes),
            (Step::Append { file, bytes }, Fate::Torn) => {
                self.files[*file].extend(&bytes[..bytes.len() / 2]);
            }
            (Step::Append { file, bytes }, Fate::Garbage) => {
                self.files[*file].extend(bytes.iter().map(|byte| byte ^ 0x55));
            }
            (Step::Empty { file }, _) => self.files[*file].clear(),
            (Step::SyncFolder(_) | Step::SyncFile(_), _) => {}
        }
    }

    fn find(&self, root: &Path, path: &Path) -> Option<Node> {
        let mut at = Node::Folder(0);
        for part in path.strip_prefix(root).ok()? {
            let Node::Folder(folder) = at else { return None };
            at = self.folders[folder].get(part.to_str()?)?.clone();
        }
        Some(at)
    }
}

/// The recorded effects in terms of the disk, which gets room for what they make.
fn steps(start: &mut Disk, root: &Path, effects: &[Effect]) -> anyhow::Result<Vec<Step>> {
    ensure!(!effects.is_empty(), "nothing was recorded");
    let mut disk = start.clone();
    let mut steps = Vec::new();
    for effect in effects {
        let step =
            step(&mut disk, root, effect).with_context(|| format!("replaying {effect:?}"))?;
        if let Some(step) = step {
            disk.apply(&step, Fate::Kept);
            steps.push(step);
        }
    }
    start.folders.resize_with(disk.folders.len(), BTreeMap::new);
    start.files.resize_with(disk.files.len(), Vec::new);
    Ok(steps)
}

fn step(disk: &mut Disk, root: &Path, effect: &Effect) -> anyhow::Result<Option<Step>> {
    let place = |disk: &Disk, path: &Path| -> anyhow::Result<(usize, String)> {
        let parent = path.parent().context("no parent")?;
        let Some(Node::Folder(folder)) = disk.find(root, parent) else {
            anyhow::bail!("no folder {}", parent.display())
        };
        Ok((folder, path.file_name().context("no name")?.to_string_lossy().into_owned()))
    };
    let set = |disk: &Disk, path: &Path, node: Option<Node>| -> anyhow::Result<Option<Step>> {
        let (folder, name) = place(disk, path)?;
        Ok(Some(Step::Entries { folder, changes: vec![(name, node)] }))
    };
    let file = |disk: &Disk, path: &Path| match disk.find(root, path) {
        Some(Node::File(file)) => Ok(file),
        other => Err(anyhow::anyhow!("{other:?} instead of a file")),
    };
    match effect {
        Effect::MakeFolder(path) => {
            let folder = disk.new_folder();
            set(disk, path, Some(Node::Folder(folder)))
        }
        // The lock file may have been there.
        Effect::Create(path) if disk.find(root, path).is_some() => Ok(None),
        Effect::Create(path) => {
            let file = disk.new_file();
            set(disk, path, Some(Node::File(file)))
        }
        Effect::Empty(path) => Ok(Some(Step::Empty { file: file(disk, path)? })),
        Effect::Write(path, bytes) => {
            Ok(Some(Step::Append { file: file(disk, path)?, bytes: bytes.clone() }))
        }
        Effect::Sync(path) => Ok(match disk.find(root, path) {
            Some(Node::Folder(folder)) => Some(Step::SyncFolder(folder)),
            Some(Node::File(file)) => Some(Step::SyncFile(file)),
            _ => anyhow::bail!("a sync of nothing"),
        }),
        Effect::Rename(from, to) => {
            let node = disk.find(root, from).context("nothing to rename")?;
            let ((folder, from), (_, to)) = (place(disk, from)?, place(disk, to)?);
            Ok(Some(Step::Entries { folder, changes: vec![(from, None), (to, Some(node))] }))
        }
        Effect::Link(from, to) => {
            let node = Node::File(file(disk, from)?);
            set(disk, to, Some(node))
        }
        Effect::Symlink(path, text) => set(disk, path, Some(Node::Link(text.clone()))),
        Effect::Remove(path) => set(disk, path, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many failures there are where syncs of this kind do nothing.
    fn failures(works: &dyn Fn(&Step) -> bool) -> usize {
        let row = lose_power("", &[1, 2], &[3], works, 0, &mut Chance::new(1)).unwrap();
        assert!(row.trials > 100);
        row.failures.len()
    }

    // One test: what is recorded is recorded for the whole process.
    #[test]
    fn a_sync_that_does_nothing_is_found() {
        assert_eq!(failures(&|_| true), 0);
        assert_ne!(failures(&|step| !matches!(step, Step::SyncFile(_))), 0);
        assert_ne!(failures(&|step| !matches!(step, Step::SyncFolder(_))), 0);
    }
}
