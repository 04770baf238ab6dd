//! Changing files: a template is there whole, in its old or its new form, or not at all (M39).

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use rustix::time::{ClockId, clock_gettime};

use super::error::TemplateError;
use super::file::{path_of, stays_inside};
use super::kind::TemplateKind;
use super::name::TemplateName;

/// Writes the text beside its place, brings it to the disk, and puts it there by one rename.
pub(super) fn save(
    folder: &Path,
    kind: TemplateKind,
    name: &TemplateName,
    text: &str,
) -> Result<PathBuf, TemplateError> {
    let path = path_of(folder, kind, name);
    let home = kind_folder(folder, kind)?;
    let partial = home.join(partial_name(name));
    let write = || {
        let mut file = File::create_new(&partial)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&partial, &path)?;
        sync_folder(&home)
    };
    write().map_err(|cause| {
        // What failed first is what is told.
        let _ = fs::remove_file(&partial);
        TemplateError::Io { path: path.clone(), cause }
    })?;
    Ok(path)
}

/// Removes a template; one that is not there is an error (M40).
pub(super) fn delete(
    folder: &Path,
    kind: TemplateKind,
    name: &TemplateName,
) -> Result<(), TemplateError> {
    let path = path_of(folder, kind, name);
    let not_found = || TemplateError::NotFound { kind, name: name.to_string() };
    let refuse = |cause: io::Error| match cause.kind() {
        io::ErrorKind::NotFound => not_found(),
        _ => TemplateError::Io { path: path.clone(), cause },
    };
    let home = fs::canonicalize(folder.join(kind.word())).map_err(refuse)?;
    stays_inside(folder, &folder.join(kind.word()), &home)?;
    fs::remove_file(&path).map_err(refuse)?;
    sync_folder(&home).map_err(refuse)
}

/// Gives a file another name, whatever is there (M41).
pub(super) fn rename(
    folder: &Path,
    kind: TemplateKind,
    old: &TemplateName,
    new: &TemplateName,
) -> Result<PathBuf, TemplateError> {
    let (from, to) = (path_of(folder, kind, old), path_of(folder, kind, new));
    let refuse = |cause: io::Error| match cause.kind() {
        io::ErrorKind::NotFound => TemplateError::NotFound { kind, name: old.to_string() },
        _ => TemplateError::Io { path: from.clone(), cause },
    };
    let home = fs::canonicalize(folder.join(kind.word())).map_err(refuse)?;
    stays_inside(folder, &folder.join(kind.word()), &home)?;
    fs::rename(&from, &to).and_then(|()| sync_folder(&home)).map_err(refuse)?;
    Ok(to)
}

/// The folder of a kind, made where it is missing.
fn kind_folder(folder: &Path, kind: TemplateKind) -> Result<PathBuf, TemplateError> {
    let path = folder.join(kind.word());
    let refuse = |cause| TemplateError::Io { path: path.clone(), cause };
    fs::create_dir_all(&path).map_err(refuse)?;
    let real = fs::canonicalize(&path).map_err(refuse)?;
    stays_inside(folder, &path, &real)?;
    Ok(real)
}

/// Hidden, so that no list shows it; with process and time, so that two writers do not meet.
fn partial_name(name: &TemplateName) -> String {
    let now = clock_gettime(ClockId::Monotonic);
    let nanoseconds = now.tv_sec as u128 * 1_000_000_000 + now.tv_nsec as u128;
    format!(".{name}.md.tmp.{}.{nanoseconds}", std::process::id())
}

/// A rename is on the disk when its folder is.
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    // M39
    #[test]
    fn an_unfinished_file_is_hidden_and_fits_a_file_name() {
        let name = TemplateName::new(&"x".repeat(100)).unwrap();
        let partial = partial_name(&name);
        let rest = partial.strip_prefix(&format!(".{name}.md.tmp.")).unwrap();
        let (process, time) = rest.split_once('.').unwrap();
        assert_eq!(process, std::process::id().to_string());
        assert!(time.parse::<u128>().is_ok());
        assert!(partial.len() - name.as_str().len() <= 255 - 215, "{partial}");
    }

    // M39: the unfinished file is removed on failure
    #[test]
    fn nothing_is_left_of_a_save_that_failed() {
        let root = tempfile::tempdir().unwrap();
        let name = TemplateName::new("mine").unwrap();
        let kind = TemplateKind::System;
        // A folder in the template's place cannot be replaced by a file.
        fs::create_dir_all(root.path().join("system/mine.md/inner")).unwrap();
        let error = save(root.path(), kind, &name, "text").unwrap_err();
        assert!(matches!(error, TemplateError::Io { .. }), "{error}");
        let left: Vec<_> = fs::read_dir(root.path().join("system")).unwrap().flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
}
