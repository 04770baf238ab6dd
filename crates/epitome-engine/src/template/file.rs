//! Reading a template's file, without being led out of the folder and without reading too much.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::MAX_TEMPLATE_BYTES;
use super::error::TemplateError;
use super::kind::TemplateKind;
use super::name::TemplateName;

/// Where a template lies: `{prompts_dir}/{kind}/{name}.md` (M30).
pub(super) fn path_of(folder: &Path, kind: TemplateKind, name: &TemplateName) -> PathBuf {
    folder.join(kind.word()).join(format!("{name}.md"))
}

/// The text of a template's file (M32, M36).
pub(super) fn read(
    folder: &Path,
    kind: TemplateKind,
    name: &TemplateName,
) -> Result<String, TemplateError> {
    let path = path_of(folder, kind, name);
    let not_found = || TemplateError::NotFound { kind, name: name.to_string() };
    let refuse = |cause: io::Error| match cause.kind() {
        io::ErrorKind::NotFound => not_found(),
        _ => TemplateError::Io { path: path.clone(), cause },
    };
    let real = fs::canonicalize(&path).map_err(refuse)?;
    stays_inside(folder, &path, &real)?;
    // A pipe would be waited for, and a folder is no template.
    if !fs::metadata(&real).map_err(refuse)?.is_file() {
        return Err(not_found());
    }
    let mut bytes = Vec::new();
    let limit = MAX_TEMPLATE_BYTES as u64 + 1;
    File::open(&real).and_then(|file| file.take(limit).read_to_end(&mut bytes)).map_err(refuse)?;
    check_size(name, &bytes)?;
    String::from_utf8(bytes).map_err(|_| TemplateError::NotText { path })
}

/// Refuses a text that is too large (M30, M39).
pub(super) fn check_size(name: &TemplateName, bytes: &[u8]) -> Result<(), TemplateError> {
    if bytes.len() > MAX_TEMPLATE_BYTES {
        let bytes = bytes.len() as u64;
        return Err(TemplateError::TooLarge { name: name.to_string(), bytes });
    }
    Ok(())
}

/// Refuses what a link has led out of the folder (M31). `real` is where `path` leads.
pub(super) fn stays_inside(folder: &Path, path: &Path, real: &Path) -> Result<(), TemplateError> {
    let root = fs::canonicalize(folder)
        .map_err(|cause| TemplateError::Io { path: folder.to_owned(), cause })?;
    if real.starts_with(&root) {
        return Ok(());
    }
    Err(TemplateError::Escape { path: path.to_owned(), folder: folder.to_owned() })
}

/// Names of the templates in a kind's folder, sorted; hidden and unfinished files are none (M37).
pub(super) fn names(folder: &Path, kind: TemplateKind) -> Result<Vec<TemplateName>, TemplateError> {
    let path = folder.join(kind.word());
    let refuse = |cause| TemplateError::Io { path: path.clone(), cause };
    let entries = match fs::read_dir(&path) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(refuse(cause)),
    };
    let real = fs::canonicalize(&path).map_err(refuse)?;
    stays_inside(folder, &path, &real)?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(refuse)?;
        // What is no text, or no name, cannot be asked for either.
        let Some(name) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.strip_suffix(".md"))
            .map(TemplateName::new)
        else {
            continue;
        };
        if let Ok(name) = name
            && fs::metadata(entry.path()).is_ok_and(|data| data.is_file())
        {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}
