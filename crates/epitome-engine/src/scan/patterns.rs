//! Reading and compiling one ignore file.
//!
//! An ignore file is input from strangers like any other. Compiled patterns with wildcards take
//! about a kilobyte of memory for each byte of text, so what may be compiled on the way from the
//! root down to any one folder is limited. Files written by hand stay far below the limit.

use std::ffi::OsStr;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::os::unix::ffi::OsStrExt;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::open::{self, Refusal};
use super::path::RelPath;
use super::report::Problem;

/// How much may still be compiled. A pattern counts its bytes and eight more, with wildcards
/// eightfold, which is roughly how they differ in memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget(usize);

impl Budget {
    /// Enough for ten thousand names, or more than a thousand patterns.
    pub(super) const FULL: Budget = Budget(256 * 1024);

    fn spend(&mut self, lines: &[(usize, &str)]) -> bool {
        let weigh = |line: &str| {
            let factor = if line.contains(['*', '?', '[', '{']) { 8 } else { 1 };
            (line.len() + 8) * factor
        };
        let rest = self.0.checked_sub(lines.iter().map(|(_, line)| weigh(line)).sum());
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }
}

/// Compiles the ignore file `name` in `folder`. `shown` is the folder's path as problems should
/// name it. Lines that are no patterns are passed over, as git does.
pub(super) fn load(
    folder: BorrowedFd<'_>,
    name: &str,
    shown: &[u8],
    budget: &mut Budget,
    problems: &mut Vec<Problem>,
) -> Option<Gitignore> {
    let mut problem = |cause: String| {
        let path = RelPath::from_os(OsStr::from_bytes(&[shown, name.as_bytes()].concat()));
        problems.push(Problem { path, cause: cause.into() });
    };
    let bytes = match read(folder, name) {
        Ok(bytes) => bytes,
        Err(None) => return None,
        Err(Some(cause)) => {
            problem(format!("not used: {cause}"));
            return None;
        }
    };
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes));
    // To git a lone `!` or `/` matches nothing; to the builder it would match everything.
    let idle =
        |line: &str| line.starts_with('#') || matches!(line.trim_end(), "" | "!" | "/" | "!/");
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !idle(line));
    let lines: Vec<(usize, &str)> = lines.collect();
    if !budget.spend(&lines) {
        problem("not used: too many patterns, here and above; shorten it".to_owned());
        return None;
    }
    // Paths are made relative to the folder by the caller and not by the builder, hence the dot.
    let mut builder = GitignoreBuilder::new(".");
    for (number, line) in lines {
        if let Err(error) = builder.add_line(None, line) {
            problem(format!("line {number} passed over: {error}; mend the pattern"));
        }
    }
    match builder.build() {
        Ok(patterns) => (!patterns.is_empty()).then_some(patterns),
        Err(error) => {
            problem(format!("not used: {error}; shorten it"));
            None
        }
    }
}

/// The content of an ignore file; nothing if there is none, or why it cannot be used.
fn read(folder: BorrowedFd<'_>, name: &str) -> Result<Vec<u8>, Option<String>> {
    let (inner, last) = match name.rsplit_once('/') {
        None => (None, name),
        Some((inner, last)) => {
            let inner = open::folder_below(folder, inner.as_bytes()).map_err(|_| None)?;
            (Some(inner), last)
        }
    };
    let folder = inner.as_ref().map_or(folder, |inner| inner.as_fd());
    let limit = Budget::FULL.0 as u64 * 2;
    let (bytes, _) =
        open::file(folder, last.as_bytes(), limit).map_err(|refusal| match refusal {
            Refusal::Missing => None,
            Refusal::Link => Some("it is a link; replace it by a file".to_owned()),
            Refusal::NotRegular(what) => Some(format!("it is {what}; replace it by a file")),
            Refusal::TooLarge(_) => Some(format!("larger than {limit} bytes; shorten it")),
            Refusal::Io(cause) => Some(format!("{cause}; check its permissions")),
        })?;
    Ok(bytes)
}
