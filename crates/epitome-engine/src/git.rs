//! Which commit a working tree is at, read from git's own files.
//!
//! No program is run: a repository's configuration may name programs that git would start, and the
//! repository may be a stranger's.

use std::fs;
use std::path::{Path, PathBuf};

/// The commit that is checked out at `root`; none where this is not the top of a working tree, or
/// there is no commit yet.
#[must_use]
pub fn head_commit(root: &Path) -> Option<String> {
    let git = git_folder(root)?;
    let head = read(&git.join("HEAD"))?;
    let Some(name) = head.strip_prefix("ref: ") else { return commit(&head) };
    let plain = !name.split('/').any(|part| matches!(part, "" | "." | ".."));
    if !plain || !name.starts_with("refs/") {
        return None;
    }
    // A linked working tree has its own HEAD and shares the rest.
    let shared = match read(&git.join("commondir")) {
        Some(path) => git.join(path),
        None => git.clone(),
    };
    let loose = [&git, &shared].iter().find_map(|folder| read(&folder.join(name)));
    loose.and_then(|text| commit(&text)).or_else(|| packed(&shared, name))
}

/// `.git`, or the folder that a file of that name points to.
fn git_folder(root: &Path) -> Option<PathBuf> {
    let git = root.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let text = read(&git)?;
    Some(root.join(text.strip_prefix("gitdir: ")?))
}

fn packed(git: &Path, name: &str) -> Option<String> {
    let text = fs::read_to_string(git.join("packed-refs")).ok()?;
    let line = text.lines().find(|line| line.split_once(' ').is_some_and(|(_, n)| n == name))?;
    commit(line.split_once(' ')?.0)
}

fn commit(text: &str) -> Option<String> {
    let hex = text.bytes().all(|b| b.is_ascii_hexdigit());
    (hex && matches!(text.len(), 40 | 64)).then(|| text.to_owned())
}

/// A short file's text without its line end.
fn read(path: &Path) -> Option<String> {
    let meta = fs::metadata(path).ok()?;
    let short = meta.is_file() && meta.len() < 4096;
    short.then(|| fs::read_to_string(path).ok())?.map(|text| text.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "0123456789abcdef0123456789abcdef01234567";

    /// Files below `.git` and the commit that is found.
    fn check(files: &[(&str, &str)], expected: Option<&str>) {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        assert_eq!(head_commit(root.path()).as_deref(), expected, "{files:?}");
    }

    #[test]
    fn the_commit_is_found_wherever_git_keeps_it() {
        let line = format!("{A}\n");
        let packed = format!("# pack-refs with: peeled\n{A} refs/heads/main\n");
        check(&[], None);
        check(&[(".git/HEAD", &line)], Some(A));
        check(&[(".git/HEAD", "ref: refs/heads/main\n")], None);
        check(&[(".git/HEAD", "ref: refs/heads/main\n"), (".git/refs/heads/main", &line)], Some(A));
        check(&[(".git/HEAD", "ref: refs/heads/main\n"), (".git/packed-refs", &packed)], Some(A));
        check(&[(".git/HEAD", "ref: ../../secret\n"), ("secret", &line)], None);
        check(&[(".git/HEAD", "not a commit\n")], None);
        // A linked working tree.
        check(
            &[
                (".git", "gitdir: real/worktrees/w\n"),
                ("real/worktrees/w/HEAD", "ref: refs/heads/main\n"),
                ("real/worktrees/w/commondir", "../..\n"),
                ("real/refs/heads/main", &line),
            ],
            Some(A),
        );
    }
}
