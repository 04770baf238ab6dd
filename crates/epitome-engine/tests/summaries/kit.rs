//! Texts to summaries, and where to find texts.

use std::fs;
use std::path::{Path, PathBuf};

use epitome_model::outline::FileOutline;
use epitome_model::summarize::{FileSummaries, summarize_file};

/// Outlines and summarises one text.
pub(crate) fn summarize(path: &str, text: &str) -> Option<(FileOutline, FileSummaries)> {
    let language = epitome_syntax::detect(path, text)?;
    let outline = epitome_syntax::outline(language.language(), text);
    let summaries = summarize_file(path, &outline, text);
    Some((outline, summaries))
}

/// The root of this workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All samples, by path.
pub(crate) fn samples() -> Vec<(String, String)> {
    let folder = workspace().join("crates/epitome-syntax/languages");
    let mut found = Vec::new();
    for language in fs::read_dir(folder).unwrap().flatten() {
        for file in fs::read_dir(language.path()).unwrap().flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            if name.starts_with("sample.") && name != "sample.outline" {
                let path = format!("{}/{name}", language.file_name().to_string_lossy());
                found.push((path, fs::read_to_string(file.path()).unwrap()));
            }
        }
    }
    found.sort();
    assert!(found.len() > 20, "the samples are gone");
    found
}

/// All readable files below a folder that are not built or hidden.
pub(crate) fn texts(root: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() && !name.starts_with('.') && name != "target" {
                folders.push(entry.path());
            } else if kind.is_file()
                && entry.metadata().is_ok_and(|data| data.len() < 600_000)
                && let Ok(text) = fs::read_to_string(entry.path())
            {
                let path = entry.path();
                let path = path.strip_prefix(root).unwrap_or(&path);
                found.push((path.to_string_lossy().replace('\\', "/"), text));
            }
        }
    }
    found.sort();
    found
}
