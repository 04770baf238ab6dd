//! What the system tells of changes, and which of it matters.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use notify::event::{AccessKind, AccessMode, CreateKind, EventKind, ModifyKind, RemoveKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::inbox::Inbox;
use crate::scan::{EnteredFolder, Root, entered_folders};

/// The folders that are watched, by their paths.
type Folders = HashMap<PathBuf, EnteredFolder>;

/// Files that say what is ignored.
const IGNORE_FILES: [&str; 2] = [".gitignore", ".epitomeignore"];

/// Events of the folders that a scan enters, until it is dropped.
pub(super) struct FileEvents {
    _watcher: RecommendedWatcher,
    folders: Arc<OnceLock<Folders>>,
}

impl FileEvents {
    /// Watches every folder that a scan of `root` enters; or says why that cannot be.
    pub(super) fn open(root: &Path, inbox: &Arc<Inbox>) -> Result<FileEvents, String> {
        let folders: Arc<OnceLock<Folders>> = Arc::default();
        let (known, inbox) = (Arc::clone(&folders), Arc::clone(inbox));
        let told = move |event: notify::Result<Event>| {
            if let Some(folders) = news_in(&event, known.get()) {
                inbox.note(folders);
            }
        };
        let mut watcher = notify::recommended_watcher(told).map_err(|error| why(&error))?;
        let root = Root::open(root).map_err(|error| error.to_string())?;
        let found = entered_folders(&root, &mut |folder: &Path| {
            match watcher.watch(folder, RecursiveMode::NonRecursive) {
                // Gone since its parent was listed: the parent's event is on its way.
                Err(error) if !is_exhausted(&error) && folder != root.path() => Ok(()),
                answer => answer.map_err(|error| why(&error)),
            }
        })?;
        let _ = folders.set(found);
        Ok(FileEvents { _watcher: watcher, folders })
    }

    pub(super) fn folders(&self) -> usize {
        self.folders.get().map_or(0, HashMap::len)
    }
}

fn is_exhausted(error: &notify::Error) -> bool {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => true,
        notify::ErrorKind::Io(cause) => {
            let limits = [rustix::io::Errno::NOSPC, rustix::io::Errno::MFILE];
            limits.iter().any(|limit| cause.raw_os_error() == Some(limit.raw_os_error()))
        }
        _ => false,
    }
}

fn why(error: &notify::Error) -> String {
    if is_exhausted(error) {
        return "the system lets nobody watch more folders; raise fs.inotify.max_user_watches and \
                fs.inotify.max_user_instances, or ignore folders in .epitomeignore"
            .to_owned();
    }
    format!("the system does not tell of changes: {error}")
}

/// Whether an event matters, and then whether the folders to watch may be others now. Before the folders
/// are known, everything may matter.
fn news_in(event: &notify::Result<Event>, folders: Option<&Folders>) -> Option<bool> {
    let Ok(event) = event else { return Some(true) };
    if event.need_rescan() {
        return Some(true);
    }
    // Reading is no change. Closing after writing is: a file written through memory has no other event.
    if matches!(event.kind, EventKind::Access(kind) if kind != AccessKind::Close(AccessMode::Write))
    {
        return None;
    }
    let Some(folders) = folders else { return Some(true) };
    // Any path that matters makes the event matter; `Some(true)` is the greatest.
    event.paths.iter().map(|path| news_of(event.kind, path, folders)).max().flatten()
}

fn news_of(kind: EventKind, path: &Path, folders: &Folders) -> Option<bool> {
    let comes_or_goes = matches!(
        kind,
        EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
    );
    if comes_or_goes && folders.contains_key(path) {
        return Some(true);
    }
    let (parent, name) = (path.parent()?, path.file_name()?);
    let folder = folders.get(parent)?;
    if IGNORE_FILES.iter().any(|file| name == *file) || (comes_or_goes && name == ".git") {
        return Some(true);
    }
    let is_folder = match kind {
        EventKind::Create(CreateKind::Folder) | EventKind::Remove(RemoveKind::Folder) => true,
        EventKind::Create(CreateKind::File) | EventKind::Remove(RemoveKind::File) => false,
        EventKind::Modify(ModifyKind::Data(_)) | EventKind::Access(_) => false,
        _ => path.symlink_metadata().is_ok_and(|found| found.is_dir()),
    };
    folder.shows(name, is_folder).then_some(is_folder && comes_or_goes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use notify::event::{DataChange, Flag, MetadataKind, RenameMode};

    use super::*;

    #[test]
    fn only_what_a_scan_looks_at_is_news() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().canonicalize().unwrap();
        for folder in ["src/deep", "target/debug", "node_modules/a", ".git/objects", "new"] {
            fs::create_dir_all(path.join(folder)).unwrap();
        }
        fs::write(path.join(".gitignore"), "target/\n*.log\n").unwrap();
        let mut watched = Vec::new();
        let folders = entered_folders(&Root::open(&path).unwrap(), &mut |folder: &Path| {
            let below = folder.strip_prefix(&path).unwrap();
            watched.push(below.display().to_string());
            Ok::<(), ()>(())
        });
        let folders = folders.unwrap();
        watched.sort();
        assert_eq!(watched, ["", "new", "src", "src/deep"]);
        let data = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        let file_made = EventKind::Create(CreateKind::File);
        let folder_made = EventKind::Create(CreateKind::Folder);
        let named = EventKind::Modify(ModifyKind::Name(RenameMode::To));
        let gone = EventKind::Modify(ModifyKind::Name(RenameMode::From));
        let touched = EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any));
        let opened = EventKind::Access(AccessKind::Open(AccessMode::Any));
        let written = EventKind::Access(AccessKind::Close(AccessMode::Write));
        for (kind, of, expected) in [
            (data, "src/a.py", Some(false)),
            (touched, "src/a.py", Some(false)),
            (written, "src/a.py", Some(false)),
            (opened, "src/a.py", None),
            (data, "src/a.log", None),
            (file_made, "src/deep/b.py", Some(false)),
            (folder_made, "src/more", Some(true)),
            (folder_made, "target", None),
            (file_made, "target/debug/x.py", None),
            (named, "new", Some(true)),
            (gone, "src/deep", Some(true)),
            (EventKind::Remove(RemoveKind::Folder), "src/deep", Some(true)),
            (EventKind::Remove(RemoveKind::File), "src/a.py", Some(false)),
            (data, ".gitignore", Some(true)),
            (data, "src/.epitomeignore", Some(true)),
            (touched, ".git", None),
            (folder_made, "src/.git", Some(true)),
            (file_made, ".git/index.lock", None),
            (folder_made, ".epitome", None),
            (data, "node_modules/a/x.js", None),
        ] {
            let event = Ok(Event::new(kind).add_path(path.join(of)));
            assert_eq!(news_in(&event, Some(&folders)), expected, "{kind:?} {of}");
        }
        let lost = Ok(Event::new(EventKind::Other).set_flag(Flag::Rescan));
        assert_eq!(news_in(&lost, Some(&folders)), Some(true));
        let early = Ok(Event::new(data).add_path(path.join("src/a.py")));
        assert_eq!(news_in(&early, None), Some(true));
    }
}
