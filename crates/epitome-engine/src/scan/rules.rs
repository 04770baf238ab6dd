//! Which entries are hidden: `.gitignore`, `.git/info/exclude` and `.epitomeignore`.
//!
//! - All three use git's syntax and work whether or not the root is a git repository. The user's
//!   global excludes are not read, so two people see the same files.
//! - A deeper `.gitignore` overrules the ones above; `.git/info/exclude` is overruled by all.
//! - Any `.epitomeignore` overrules every `.gitignore`: `!name` brings back what git hides. As in
//!   git, a file below a hidden folder cannot come back unless the folder does: write `!out/`,
//!   then, where only some of it is wanted, `out/*` and `!out/api.py`.
//! - A folder with its own `.git` starts afresh: git's rules from above do not reach into it.
//!   `.epitomeignore` does.
//! - Where the root lies inside a repository, the files of the folders from the repository's top
//!   down to the root count too. Outside a repository nothing above the root is read.
//! - Ignore files that are links are not followed (git does not either), nor is a `.git` file that
//!   points elsewhere: the exclude file of a linked worktree lies outside the root.

use std::ffi::OsStr;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::Gitignore;
use rustix::fs::{AtFlags, FileType};

use super::open;
use super::patterns::{Budget, load};
use super::report::Problem;

const OURS: &str = ".epitomeignore";

/// What the rules say about an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing: it is shown.
    Shown,
    /// Brought back by name in an `.epitomeignore`.
    Wanted,
    /// Hidden.
    Hidden,
}

/// The rules in force in a folder: its own, then its parent's.
#[derive(Debug)]
pub(super) struct Rules {
    /// Length of the folder's path, with its slash, in the paths that are asked about.
    base: usize,
    git: Option<Gitignore>,
    exclude: Option<Gitignore>,
    ours: Option<Gitignore>,
    /// Whether git's rules from above end here.
    top: bool,
    /// What may still be compiled further down.
    budget: Budget,
    parent: Option<Arc<Rules>>,
}

impl Rules {
    /// The rules in force at `root`, and the path of the root below the repository that holds it
    /// (empty, or ending in a slash). All paths asked about start with it.
    pub(super) fn above(root: &Path, problems: &mut Vec<Problem>) -> (Option<Arc<Rules>>, Vec<u8>) {
        let has_git = |folder: &&Path| folder.join(".git").symlink_metadata().is_ok();
        let Some(top) = root.ancestors().find(has_git) else { return (None, Vec::new()) };
        let Ok(below) = root.strip_prefix(top) else { return (None, Vec::new()) };
        let mut rules = None;
        let mut prefix = Vec::new();
        let mut folder = top.to_owned();
        for part in below.iter() {
            if let Ok(handle) = open::resolved_folder(&folder) {
                let shown = folder.join("").into_os_string();
                let (base, shown) = (prefix.len(), shown.as_bytes());
                rules = Rules::enter(rules, handle.as_fd(), &|_| true, base, shown, problems);
            }
            folder.push(part);
            prefix.extend_from_slice(part.as_bytes());
            prefix.push(b'/');
        }
        (rules, prefix)
    }

    /// The rules in force inside a folder: those of its parent, and its own where it has any.
    /// `has` says whether it may hold an entry of a name, `base` is the length of its path, and
    /// `shown` that path as problems should name it.
    pub(super) fn enter(
        parent: Option<Arc<Rules>>,
        folder: BorrowedFd<'_>,
        has: &dyn Fn(&[u8]) -> bool,
        base: usize,
        shown: &[u8],
        problems: &mut Vec<Problem>,
    ) -> Option<Arc<Rules>> {
        let mut budget = parent.as_ref().map_or(Budget::FULL, |parent| parent.budget);
        let mut load = |name: &str| load(folder, name, shown, &mut budget, problems);
        let mut own = |name: &str| has(name.as_bytes()).then(|| load(name)).flatten();
        let (git, ours) = (own(".gitignore"), own(OURS));
        let dot_git = has(b".git")
            .then(|| rustix::fs::statat(folder, c".git", AtFlags::SYMLINK_NOFOLLOW).ok())
            .flatten();
        let exclude = dot_git
            .filter(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory)
            .and_then(|_| load(".git/info/exclude"));
        let top = dot_git.is_some();
        if git.is_none() && ours.is_none() && !top {
            return parent;
        }
        Some(Arc::new(Rules { base, git, exclude, ours, top, budget, parent }))
    }

    /// Asks about one entry of this folder or of a folder below.
    pub(super) fn verdict(&self, path: &[u8], is_folder: bool) -> Verdict {
        for rules in self.upwards() {
            match rules.ask(&rules.ours, path, is_folder) {
                Match::None => {}
                Match::Ignore(()) => return Verdict::Hidden,
                Match::Whitelist(()) => return Verdict::Wanted,
            }
        }
        for rules in self.upwards() {
            let by_git = rules.ask(&rules.git, path, is_folder);
            match by_git.or(rules.ask(&rules.exclude, path, is_folder)) {
                Match::None if rules.top => break,
                Match::None => {}
                Match::Ignore(()) => return Verdict::Hidden,
                Match::Whitelist(()) => return Verdict::Shown,
            }
        }
        Verdict::Shown
    }

    fn upwards(&self) -> impl Iterator<Item = &Rules> {
        std::iter::successors(Some(self), |rules| rules.parent.as_deref())
    }

    fn ask(&self, patterns: &Option<Gitignore>, path: &[u8], is_folder: bool) -> Match<()> {
        let Some(patterns) = patterns else { return Match::None };
        let below = OsStr::from_bytes(&path[self.base..]);
        patterns.matched(Path::new(below), is_folder).map(|_| ())
    }
}
