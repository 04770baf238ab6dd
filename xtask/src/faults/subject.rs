//! The program under trial: it publishes version after version into a state folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, ensure};

use super::oracle::{Answers, answers};
use super::synthetic::{REPOSITORY, STABLE_EVERY};

/// Versions repeat after so many: each is made once undisturbed, to compare with.
pub(super) const VERSIONS: u64 = 4;

/// A program that publishes.
pub(super) struct Subject {
    kind: Kind,
    /// What each version answers with, by number of files and version.
    references: Vec<(usize, u64, Answers)>,
}

enum Kind {
    /// This program, publishing made-up documents through the API.
    Synthetic(PathBuf),
    /// Another program, indexing a made-up tree: `PROGRAM index TREE`.
    Program(PathBuf),
}

/// A tree with a state folder in it, gone when dropped.
pub(super) struct Place {
    root: tempfile::TempDir,
}

impl Place {
    pub(super) fn on_disk() -> anyhow::Result<Self> {
        Self::around(tempfile::tempdir())
    }

    /// In memory where there is such a folder, for trials in which the disk itself has no part.
    pub(super) fn in_memory() -> anyhow::Result<Self> {
        Self::around(tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()))
    }

    fn around(root: std::io::Result<tempfile::TempDir>) -> anyhow::Result<Self> {
        let root = root.context("making a folder to try in")?;
        fs::create_dir(root.path().join(REPOSITORY))?;
        Ok(Self { root })
    }

    /// The folder around the tree.
    pub(super) fn outer(&self) -> &Path {
        self.root.path()
    }

    pub(super) fn tree(&self) -> PathBuf {
        self.root.path().join(REPOSITORY)
    }

    pub(super) fn state(&self) -> PathBuf {
        self.tree().join(layout_state())
    }
}

fn layout_state() -> &'static str {
    epitome_index::layout::STATE_FOLDER
}

impl Subject {
    pub(super) fn new(program: Option<PathBuf>) -> anyhow::Result<Self> {
        let kind = match program {
            Some(program) => {
                let program = program.canonicalize();
                Kind::Program(program.context("the program to try")?)
            }
            None => Kind::Synthetic(std::env::current_exe().context("finding this program")?),
        };
        Ok(Self { kind, references: Vec::new() })
    }

    /// Whether it is our own child, which knows how to hold a lock and wait.
    pub(super) fn is_synthetic(&self) -> bool {
        matches!(self.kind, Kind::Synthetic(_))
    }

    /// A command that publishes `version` of `files` files in `tree`.
    pub(super) fn command(
        &self,
        tree: &Path,
        version: u64,
        files: usize,
    ) -> anyhow::Result<Command> {
        let mut command = match &self.kind {
            Kind::Synthetic(program) => {
                let mut command = Command::new(program);
                command.args(["faults-child", "publish"]);
                command.arg(tree.join(layout_state())).arg(version.to_string());
                command.arg(files.to_string());
                command
            }
            Kind::Program(program) => {
                write_tree(tree, version, files)?;
                let mut command = Command::new(program);
                command.arg("index").arg(tree);
                command
            }
        };
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(command)
    }

    /// Publishes, with a fault planned if `fault` is one.
    pub(super) fn publish(
        &self,
        tree: &Path,
        version: u64,
        files: usize,
        fault: Option<&str>,
    ) -> anyhow::Result<Output> {
        let mut command = self.command(tree, version, files)?;
        if let Some(fault) = fault {
            command.env(epitome_index::faults::VARIABLE, fault);
        }
        command.output().context("starting the program to try")
    }

    /// Publishes undisturbed; must succeed and answer with that version.
    pub(super) fn complete(
        &mut self,
        tree: &Path,
        version: u64,
        files: usize,
    ) -> anyhow::Result<()> {
        let output = self.publish(tree, version, files, None)?;
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        ensure!(output.status.success(), "an undisturbed run failed: {}: {said}", output.status);
        let (found, expected) =
            (answers(&tree.join(layout_state()))?, self.reference(version, files)?);
        ensure!(found == expected, "an undisturbed run gave {found:?} instead of {expected:?}");
        Ok(())
    }

    /// What `version` answers with when nothing disturbs its making.
    pub(super) fn reference(&mut self, version: u64, files: usize) -> anyhow::Result<Answers> {
        let known = self.references.iter().find(|(f, v, _)| (*f, *v) == (files, version));
        if let Some((_, _, answers)) = known {
            return Ok(answers.clone());
        }
        let place = Place::in_memory()?;
        let output = self.publish(&place.tree(), version, files, None)?;
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        ensure!(output.status.success(), "publishing into an empty folder: {said}");
        let answers = answers(&place.state())?;
        ensure!(
            matches!(answers, Answers::Whole { version: found, .. } if found == version),
            "version {version} gave {answers:?}"
        );
        self.references.push((files, version, answers.clone()));
        Ok(answers)
    }
}

/// Writes a tree whose documents say which version they are of, but for those that never change.
fn write_tree(tree: &Path, version: u64, files: usize) -> anyhow::Result<()> {
    let folder = tree.join("src");
    fs::create_dir_all(&folder)?;
    for file in 0..files {
        let said = match file % STABLE_EVERY {
            0 => "all versions".to_owned(),
            _ => format!("version {version}"),
        };
        let mut text = format!("\"\"\"Marks of {said}, kept in file {file}.\"\"\"\n");
        for function in 1..10 {
            text.push_str(&format!(
                "\n\ndef marks_{function}(limit):\n    \"\"\"Return the marks of {said} up to the \
                 limit.\"\"\"\n    if limit > {function}:\n        raise ValueError(\"too \
                 many\")\n    return list(range(limit))\n"
            ));
        }
        let path = folder.join(format!("file{file:05}.py"));
        // What did not change is not touched.
        if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            fs::write(path, text)?;
        }
    }
    Ok(())
}
