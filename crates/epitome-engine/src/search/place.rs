//! What kind of file a path is, for ranking: tests and the like stand back unless they are asked for.

use epitome_model::link::is_test_path;
use epitome_model::summarize::{FileRole, file_role};

/// What a path tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) is_test: bool,
    pub(crate) is_aside: bool,
    pub(crate) role: FileRole,
    pub(crate) depth: usize,
}

/// Folders whose code is not what the repository is about.
const ASIDE: &[&str] = &[
    "_vendor",
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "compat",
    "demo",
    "demos",
    "deprecated",
    "dist",
    "doc",
    "docs",
    "docs_src",
    "documentation",
    "example",
    "examples",
    "extra",
    "extras",
    "legacy",
    "node_modules",
    "sample",
    "samples",
    "third_party",
    "vendor",
];

impl Place {
    pub(crate) fn of(path: &str) -> Place {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let language = match ending {
            "md" | "markdown" | "mdx" => "markdown",
            "rst" => "rst",
            _ => "",
        };
        let role = file_role(path, language);
        let mut folders = path.split('/').rev().skip(1);
        Place {
            is_test: role == FileRole::Test || is_test_path(path),
            is_aside: folders.any(|folder| ASIDE.contains(&folder)),
            role,
            depth: path.matches('/').count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_tell_what_they_hold() {
        for (path, is_test, is_aside, role) in [
            ("src/reader.py", false, false, FileRole::Plain),
            ("tests/test_reader.py", true, false, FileRole::Test),
            ("pkg/reader_test.go", true, false, FileRole::Test),
            ("examples/reader.rs", false, true, FileRole::Plain),
            ("docs/guide.md", false, true, FileRole::Document),
            ("README.md", false, false, FileRole::Readme),
            ("vendor/a/b.go", false, true, FileRole::Plain),
            ("src/main.rs", false, false, FileRole::Entry),
        ] {
            let place = Place::of(path);
            assert_eq!(
                (place.is_test, place.is_aside, place.role),
                (is_test, is_aside, role),
                "{path}"
            );
        }
    }
}
