//! `.epitome/`: where a repository keeps what was made of it.
//!
//! The folder lies inside a tree that others wrote, so it may have been planted there: a link in it
//! could lead a write anywhere. So no folder on the way may be a link, and a file is always made
//! new and then renamed, which replaces a link instead of following it.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::scan::display_os_path;

/// The folder below the root of a repository.
pub const STATE_FOLDER: &str = ".epitome";

/// Something in `.epitome/` could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{}`: {cause}; check that the folder can be written, or remove `{STATE_FOLDER}` and try again", display_os_path(.path))]
pub struct StateError {
    /// What could not be written.
    pub path: PathBuf,
    /// The system's own words.
    pub cause: io::Error,
}

impl StateError {
    fn new(path: &Path, cause: io::Error) -> StateError {
        StateError { path: path.to_owned(), cause }
    }
}

/// The folder `.epitome` below `root`, made where it is missing. Git is told to ignore it when it is
/// made, or when it has held nothing but the user's configuration so far; any other that is there
/// already is left as the user has it.
pub fn state_folder(root: &Path) -> Result<PathBuf, StateError> {
    let state = root.join(STATE_FOLDER);
    if make_folder(&state)? || holds_only_configuration(&state) {
        write_state_file(&state.join(".gitignore"), b"*\n")?;
    }
    Ok(state)
}

fn holds_only_configuration(state: &Path) -> bool {
    let mut names = fs::read_dir(state).into_iter().flatten().flatten().map(|it| it.file_name());
    names.next().is_some_and(|name| name == "config.toml") && names.next().is_none()
}

/// The folder `.epitome/<part>` below `root`, made where it is missing.
pub fn state_subfolder(root: &Path, part: &str) -> Result<PathBuf, StateError> {
    let folder = state_folder(root)?.join(part);
    make_folder(&folder)?;
    Ok(folder)
}

/// Makes a folder; false if it was there.
fn make_folder(path: &Path) -> Result<bool, StateError> {
    match fs::create_dir(path) {
        Ok(()) => Ok(true),
        Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {
            let meta = fs::symlink_metadata(path).map_err(|cause| StateError::new(path, cause))?;
            if meta.is_dir() {
                Ok(false)
            } else {
                Err(StateError::new(path, io::Error::other("it is there, and is not a folder")))
            }
        }
        Err(cause) => Err(StateError::new(path, cause)),
    }
}

/// Writes a file whole or not at all.
pub fn write_state_file(path: &Path, bytes: &[u8]) -> Result<(), StateError> {
    let partial = partial_name(path);
    let write = || {
        clear(&partial)?;
        let mut file = fs::File::create_new(&partial)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&partial, path)
    };
    write().map_err(|cause| StateError::new(path, cause))
}

/// The name that a file has until it is whole.
pub(crate) fn partial_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// Removes what an earlier run may have left.
pub(crate) fn clear(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(cause),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn git_is_told_to_ignore_it_once() {
        let root = tempfile::tempdir().unwrap();
        let folder = state_subfolder(root.path(), "a").unwrap();
        assert!(folder.is_dir());
        let ignore = root.path().join(".epitome/.gitignore");
        assert_eq!(fs::read_to_string(&ignore).unwrap(), "*\n");
        // A user who wants it in git removes the file, and it stays away.
        fs::remove_file(&ignore).unwrap();
        state_subfolder(root.path(), "b").unwrap();
        assert!(!ignore.exists());
    }

    #[test]
    fn a_configuration_that_was_there_first_does_not_bring_the_rest_into_git() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join(".epitome")).unwrap();
        fs::write(root.path().join(".epitome/config.toml"), "").unwrap();
        state_folder(root.path()).unwrap();
        assert!(root.path().join(".epitome/.gitignore").exists());
    }

    #[test]
    fn no_link_is_followed() {
        let temp = tempfile::tempdir().unwrap();
        let (root, outside) = (temp.path().join("root"), temp.path().join("outside"));
        fs::create_dir_all(root.join(".epitome")).unwrap();
        fs::create_dir(&outside).unwrap();
        symlink(&outside, root.join(".epitome/a")).unwrap();
        let error = state_subfolder(&root, "a").unwrap_err().to_string();
        assert!(error.contains("is not a folder; check"), "{error}");
        // A link in the place of a file, or of its unfinished name, is replaced.
        let (file, kept) = (root.join(".epitome/f"), outside.join("kept"));
        fs::write(&kept, "kept").unwrap();
        symlink(&kept, &file).unwrap();
        symlink(&kept, partial_name(&file)).unwrap();
        write_state_file(&file, b"new").unwrap();
        assert_eq!(fs::read(&kept).unwrap(), b"kept");
        assert_eq!(fs::read(&file).unwrap(), b"new");
        fs::remove_dir_all(root.join(".epitome")).unwrap();
        symlink(&outside, root.join(".epitome")).unwrap();
        assert!(state_subfolder(&root, "a").is_err());
    }
}
