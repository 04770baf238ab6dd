//! The names of things in the state folder.

/// The state folder, in the root of the tree it describes.
pub const STATE_FOLDER: &str = ".epitome";
/// Level and strategy of the summaries, as in `summary_index_function_level` (G44).
pub const BASE_STRATEGY: &str = "function_level";
/// The folder of summaries in a generation.
pub const SUMMARY_INDEX: &str = "summary_index_function_level";
/// The folder of the index over code in a generation.
pub const CODE_INDEX: &str = "code_index";
/// The folder of graph figures in a generation.
pub const GRAPH_INDEX: &str = "graph_index";
/// The file of graph figures in a generation.
pub const GRAPH_STATS: &str = "graph_index/stats.json";
/// The documents, one a line.
pub const DOCUMENTS: &str = "summary.jsonl";
/// Where each document lies in [`DOCUMENTS`].
pub const DOCUMENTS_INDEX: &str = "documents.idx";
/// The manifest of a generation, and of the summaries of a repository.
pub const MANIFEST: &str = "manifest.json";

pub(crate) const LOCK: &str = "lock";
pub(crate) const CURRENT: &str = "current";
pub(crate) const GENERATIONS: &str = "generations";
pub(crate) const GITIGNORE: &str = ".gitignore";
/// Links that make the layout of G44 stand in the state folder itself.
pub(crate) const OPEN_LAYOUT: [&str; 3] = [SUMMARY_INDEX, CODE_INDEX, GRAPH_INDEX];

/// The folder of a repository's summaries in a generation.
#[must_use]
pub fn summary_folder(repository: &str) -> String {
    format!("{SUMMARY_INDEX}/{}", folder_name(repository))
}

/// The folder of a repository's code index in a generation.
#[must_use]
pub fn code_folder(repository: &str) -> String {
    format!("{CODE_INDEX}/{}", folder_name(repository))
}

/// A repository's name as the name of a folder: what could lead elsewhere or break a line becomes `_`.
#[must_use]
pub fn folder_name(repository: &str) -> String {
    let plain = |c: char| if c.is_control() || matches!(c, '/' | '\\') { '_' } else { c };
    match repository {
        "" | "." | ".." => "_".to_owned(),
        name => name.chars().map(plain).collect(),
    }
}

/// What `current` says of generation `number`.
pub(crate) fn pointer(number: u64) -> String {
    format!("{GENERATIONS}/{number}")
}

/// The number in a pointer's text; anything else than what [`pointer()`] writes is nothing.
pub(crate) fn pointed_at(text: &str) -> Option<u64> {
    number(text.strip_prefix(GENERATIONS)?.strip_prefix('/')?)
}

/// The number that names a generation's folder.
pub(crate) fn number(name: &str) -> Option<u64> {
    let number: u64 = name.parse().ok()?;
    (number.to_string() == name).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_read_only_as_they_are_written() {
        for (text, expected) in [
            ("generations/12", Some(12)),
            ("generations/0", Some(0)),
            ("generations/012", None),
            ("generations/+1", None),
            ("generations/12/", None),
            ("generations//12", None),
            ("./generations/12", None),
            ("generations/../12", None),
            ("/generations/12", None),
            ("generations/99999999999999999999999", None),
            ("generations/", None),
            ("", None),
            ("12", None),
        ] {
            assert_eq!(pointed_at(text), expected, "{text}");
        }
    }

    #[test]
    fn a_repository_name_is_one_plain_folder() {
        for (name, expected) in [
            ("gson", "gson"),
            ("", "_"),
            ("..", "_"),
            ("a/b", "a_b"),
            ("a\n\0b", "a__b"),
            ("ä b", "ä b"),
        ] {
            assert_eq!(folder_name(name), expected, "{name:?}");
        }
    }
}
