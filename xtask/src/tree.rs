//! The workspace as plain data: a sorted list of paths, with the text of those we check.
//!
//! Rules work on a [`Tree`] and never on the disk, so a test can write a whole workspace as a few
//! strings and plant one breach in it.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Folders that hold what is built or indexed, not what is written.
const SKIPPED: &[&str] = &["target", ".git", ".epitome", "node_modules"];

/// Hidden folders that belong to the project. All others belong to somebody's editor.
const HIDDEN: &[&str] = &[".cargo", ".ci", ".github"];

/// Endings of the files whose text is read; of all others only the path is known.
const READ: &[&str] = &[".rs", ".md", ".toml", ".sh", ".tsv"];

/// One file of the workspace.
pub(crate) struct File {
    /// Relative to the root, with `/` between its parts on every system.
    pub(crate) path: String,
    /// Empty for files whose text is not read.
    pub(crate) text: String,
}

impl File {
    /// The last part of the path.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// All files of a workspace, sorted by path.
pub(crate) struct Tree {
    files: Vec<File>,
}

impl Tree {
    /// Reads the workspace at `root`. Links are not followed.
    pub(crate) fn load(root: &Path) -> io::Result<Tree> {
        let mut files = Vec::new();
        walk(root, "", &mut files)?;
        Ok(Tree::new(files))
    }

    /// A tree of these files.
    pub(crate) fn new(mut files: Vec<File>) -> Tree {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Tree { files }
    }

    /// Every file.
    pub(crate) fn files(&self) -> impl Iterator<Item = &File> {
        self.files.iter()
    }

    /// Files that people of this project write and read. Fixtures and language samples are data,
    /// and may look as they like.
    pub(crate) fn written(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| !is_data(&file.path))
    }

    /// Rust files that are code, not data.
    pub(crate) fn rust(&self) -> impl Iterator<Item = &File> {
        self.written().filter(|file| file.path.ends_with(".rs"))
    }

    /// The text of one file.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }

    /// Whether a file or a folder with something in it lies at `path`.
    pub(crate) fn holds(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        self.files.iter().any(|file| {
            file.path
                .strip_prefix(path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// Names of the folders directly in `folder`, sorted.
    pub(crate) fn folders_in(&self, folder: &str) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .below(folder)
            .filter_map(|rest| rest.split_once('/'))
            .map(|(name, _)| name)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Names of the files directly in `folder`.
    pub(crate) fn files_in(&self, folder: &str) -> Vec<&str> {
        self.below(folder).filter(|rest| !rest.contains('/')).collect()
    }

    /// Paths of the files below `folder`, relative to it.
    fn below<'a>(&'a self, folder: &str) -> impl Iterator<Item = &'a str> {
        self.files.iter().filter_map(move |file| file.path.strip_prefix(folder)?.strip_prefix('/'))
    }
}

/// Whether the file is input for tests, not code.
fn is_data(path: &str) -> bool {
    path.contains("tests/fixtures/") || path.starts_with("crates/epitome-syntax/languages/")
}

fn walk(folder: &Path, prefix: &str, files: &mut Vec<File>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        let kind = entry.file_type()?;
        if kind.is_dir() {
            let foreign = name.starts_with('.') && !HIDDEN.contains(&name.as_str());
            if !foreign && !SKIPPED.contains(&name.as_str()) {
                walk(&entry.path(), &path, files)?;
            }
        } else if kind.is_file() {
            let text = if path == ".ci/run" || READ.iter().any(|ending| name.ends_with(ending)) {
                match fs::read(entry.path()) {
                    Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                    // An editor may replace a file between the listing and the reading.
                    Err(error) if error.kind() == ErrorKind::NotFound => continue,
                    Err(error) => return Err(error),
                }
            } else {
                String::new()
            };
            files.push(File { path, text });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(paths: &[&str]) -> Tree {
        let file = |path: &&str| File { path: (*path).to_owned(), text: String::new() };
        Tree::new(paths.iter().map(file).collect())
    }

    #[test]
    fn a_folder_is_held_when_something_lies_in_it() {
        let tree = tree(&["crates/ab/src/lib.rs", "README.md"]);
        assert!(tree.holds("crates/ab") && tree.holds("crates/ab/") && tree.holds("README.md"));
        assert!(!tree.holds("crates/a") && !tree.holds("docs"));
    }

    #[test]
    fn folders_and_files_of_one_level() {
        let tree = tree(&["crates/b/x", "crates/a/src/y", "crates/a/z", "crates/w"]);
        assert_eq!(tree.folders_in("crates"), ["a", "b"]);
        assert_eq!(tree.files_in("crates"), ["w"]);
    }

    #[test]
    fn loading_skips_build_folders_and_reads_what_is_checked() {
        let root = tempfile::tempdir().unwrap();
        for path in ["target/a.rs", ".git/b.rs", ".idea/c.rs", ".ci/run", "src/d.rs", "e.bin"] {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "text").unwrap();
        }
        let tree = Tree::load(root.path()).unwrap();
        let seen: Vec<_> = tree.files().map(|f| (f.path.as_str(), f.text.as_str())).collect();
        assert_eq!(seen, [(".ci/run", "text"), ("e.bin", ""), ("src/d.rs", "text")]);
    }

    #[test]
    fn samples_and_fixtures_are_not_code() {
        let tree = tree(&[
            "crates/epitome-syntax/languages/rust/sample.rs",
            "crates/a/tests/fixtures/x.rs",
            "crates/a/src/lib.rs",
        ]);
        let code: Vec<_> = tree.rust().map(|file| file.path.as_str()).collect();
        assert_eq!(code, ["crates/a/src/lib.rs"]);
    }
}
