//! Clearing away: what killed writers left, and generations that nobody needs or reads any more.
//!
//! Only the holder of the lock clears. The current generation and the one before stay; an older one
//! goes only if no reader holds it. It loses its name first, in one step, so that a reader finds it
//! whole or not at all.

use rustix::fs::{FileType, FlockOperation, flock};

use crate::error::IndexError;
use crate::folder::Folder;
use crate::generation::current_number;
use crate::{disk, layout};

/// Unfinished generations are named so, then by number.
pub(crate) const UNFINISHED: &str = ".next-";
/// Generations on their way out are named so, then by number.
const LEAVING: &str = ".old-";
/// The pointer under way.
pub(crate) const NEXT_POINTER: &str = ".current-next";

/// Removes what is left over. Returns how many generations were cleared away.
pub(crate) fn collect(state: &Folder, generations: &Folder) -> Result<usize, IndexError> {
    disk::unlink(state, NEXT_POINTER)?;
    let names = generations.names()?;
    for name in &names {
        if name.starts_with(UNFINISHED) || name.starts_with(LEAVING) {
            remove_tree(generations, name)?;
        }
    }
    // Without a readable pointer nobody knows which one counts: keep all.
    let Ok(Some(current)) = current_number(state) else { return Ok(0) };
    let numbers = || names.iter().filter_map(|name| layout::number(name));
    let before = numbers().filter(|&number| number < current).max();
    let mut cleared = 0;
    for number in numbers().filter(|&number| number != current && Some(number) != before) {
        cleared += usize::from(clear(generations, number)?);
    }
    Ok(cleared)
}

/// Removes a generation unless a reader holds it.
fn clear(generations: &Folder, number: u64) -> Result<bool, IndexError> {
    let name = number.to_string();
    let Some(folder) = generations.folder(&name)? else { return Ok(false) };
    if flock(&folder.handle, FlockOperation::NonBlockingLockExclusive).is_err() {
        return Ok(false);
    }
    let leaving = format!("{LEAVING}{number}");
    disk::rename(generations, &name, &leaving)?;
    remove_tree(generations, &leaving)?;
    Ok(true)
}

/// Removes whatever `name` is, with all that is in it. Links are removed, never followed.
pub(crate) fn remove_tree(parent: &Folder, name: &str) -> Result<(), IndexError> {
    if parent.kind_of(name)? != Some(FileType::Directory) {
        return disk::unlink(parent, name);
    }
    // Our generations are a few levels deep, but strangers can nest folders: no recursion.
    let mut open = vec![(parent.again()?, name.to_owned())];
    while let Some((above, name)) = open.last() {
        let Some(folder) = above.folder(name)? else {
            open.pop();
            continue;
        };
        let mut inner = None;
        for entry in folder.names()? {
            if folder.kind_of(&entry)? == Some(FileType::Directory) {
                inner = Some(entry);
                break;
            }
            disk::unlink(&folder, &entry)?;
        }
        match inner {
            Some(entry) => open.push((folder, entry)),
            None => {
                disk::remove_folder(above, name)?;
                open.pop();
            }
        }
    }
    Ok(())
}
