//! The folders that a scan enters, without their files: where a change may matter.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::os::fd::AsFd as _;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{Dir, FileType};

use super::open;
use super::root::Root;
use super::rules::{Rules, Verdict};
use super::walk::{PRIVATE, is_vendored, sure_type};

/// A folder that a scan enters, and the rules for what is in it.
#[derive(Debug)]
pub struct EnteredFolder {
    /// Below the top of the repository that holds the root; ends with a slash unless it is empty.
    path: Vec<u8>,
    rules: Option<Arc<Rules>>,
}

impl EnteredFolder {
    /// Whether a scan would look at an entry of this name.
    #[must_use]
    pub fn shows(&self, name: &OsStr, is_folder: bool) -> bool {
        let name = name.as_bytes();
        if PRIVATE.contains(&name) {
            return false;
        }
        let path = [self.path.as_slice(), name].concat();
        let rules = self.rules.as_ref();
        rules.is_none_or(|rules| rules.verdict(&path, is_folder) != Verdict::Hidden)
    }
}

/// The folders that a scan of `root` enters, by their paths. Those of other people's code, whose files
/// a scan only counts, are left out.
///
/// `before` is told of each folder before it is listed, so that one who watches it misses nothing; an
/// error from it ends the walk. A folder that cannot be listed has no folders.
pub fn entered_folders<E>(
    root: &Root,
    before: &mut dyn FnMut(&Path) -> Result<(), E>,
) -> Result<HashMap<PathBuf, EnteredFolder>, E> {
    // A scan tells of ignore files that cannot be read; here they count as empty, as they do there.
    let mut problems = Vec::new();
    let (rules, path) = Rules::above(root.path(), &mut problems);
    let prefix = path.len();
    let mut waiting = vec![EnteredFolder { path, rules }];
    let mut entered = HashMap::new();
    while let Some(mut folder) = waiting.pop() {
        let relative = &folder.path[prefix..];
        let below = OsStr::from_bytes(relative.strip_suffix(b"/").unwrap_or(relative));
        let place = if below.is_empty() { root.path().to_owned() } else { root.path().join(below) };
        before(&place)?;
        let Ok(handle) = open::folder_below(root.handle(), relative) else { continue };
        let Ok(names) = names(&handle) else { continue };
        let has = |name: &[u8]| names.iter().any(|(other, _)| other.as_slice() == name);
        let (base, parent) = (folder.path.len(), folder.rules.take());
        folder.rules = Rules::enter(parent, handle.as_fd(), &has, base, relative, &mut problems);
        for (name, listed) in &names {
            if PRIVATE.contains(&name.as_slice())
                || sure_type(handle.as_fd(), name, *listed) != FileType::Directory
            {
                continue;
            }
            let path = [folder.path.as_slice(), name].concat();
            let rules = folder.rules.as_ref();
            let verdict = rules.map_or(Verdict::Shown, |rules| rules.verdict(&path, true));
            let foreign = verdict != Verdict::Wanted && is_vendored(handle.as_fd(), name);
            if verdict != Verdict::Hidden && !foreign {
                let path = [path.as_slice(), b"/"].concat();
                waiting.push(EnteredFolder { path, rules: folder.rules.clone() });
            }
        }
        entered.insert(place, folder);
    }
    Ok(entered)
}

fn names(folder: &std::os::fd::OwnedFd) -> rustix::io::Result<Vec<(Vec<u8>, FileType)>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name != b"." && name != b".." {
            names.push((name.to_vec(), entry.file_type()));
        }
    }
    Ok(names)
}
