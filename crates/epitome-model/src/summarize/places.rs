//! Where something belongs, in words: the class, the file, the folder.

use super::file_context::File;
use super::words::spoken;

/// Where it belongs, for the intent: the class if the phrase does not name it, else the file.
pub(super) fn place(said: &str, file: &File<'_>, owner: Option<&str>) -> String {
    let lower = said.to_lowercase();
    let mut out = String::new();
    if let Some(owner) = owner
        && !lower.contains(&owner.to_lowercase())
    {
        out.push_str(" for the ");
        out.push_str(owner);
    }
    if let Some(stem) = stem_words(file.path)
        && !lower.contains(&stem.to_lowercase())
        && !owner.is_some_and(|owner| owner.to_lowercase().contains(&stem.to_lowercase()))
    {
        out.push_str(", as part of ");
        out.push_str(&stem);
    }
    if out.is_empty() {
        // The folder, where class and file are said already.
        let folder = file
            .path
            .rsplit('/')
            .nth(1)
            .map(spoken)
            .filter(|words| words.len() > 2 && !lower.contains(&words.to_lowercase()));
        match folder {
            Some(folder) => out.push_str(&format!(", as part of {folder}")),
            None => out.push_str(" for the code around it"),
        }
    }
    out
}

/// The file's name in words, or its folder's where the file's says nothing.
pub(super) fn stem_words(path: &str) -> Option<String> {
    let mut parts = path.rsplit('/');
    let file = parts.next()?;
    let stem = without_endings(file);
    let says_nothing = |stem: &str| {
        matches!(
            stem,
            "" | "index"
                | "mod"
                | "lib"
                | "main"
                | "__init__"
                | "utils"
                | "util"
                | "common"
                | "helpers"
                | "src"
                | "core"
                | "base"
                | "types"
                | "misc"
                | "init"
                | "app"
        )
    };
    let stem = if says_nothing(stem) { parts.find(|part| !says_nothing(part))? } else { stem };
    let words = spoken(stem);
    (!words.is_empty()).then_some(words)
}

/// `app.locals.test.js` is about `app.locals`.
fn without_endings(file: &str) -> &str {
    let mut stem = match file.rfind('.') {
        Some(at) if at > 0 => &file[..at],
        _ => file.trim_start_matches('.'),
    };
    while let Some((init, end)) = stem.rsplit_once('.') {
        let is_ending = matches!(
            end,
            "test"
                | "tests"
                | "spec"
                | "d"
                | "config"
                | "snap"
                | "stories"
                | "module"
                | "tar"
                | "min"
                | "in"
                | "blade"
                | "html"
                | "stress"
                | "e2e"
                | "bench"
        );
        if !is_ending || init.is_empty() {
            break;
        }
        stem = init;
    }
    stem
}
