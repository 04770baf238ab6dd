//! Which files are tests, by their path (G25).

/// Whether a path belongs to the tests: a folder such as `tests/`, or a file named as tests are.
#[must_use]
pub fn is_test_path(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let in_folder = folder.split('/').any(|part| {
        matches!(part, "test" | "tests" | "__tests__" | "spec" | "specs" | "testing" | "e2e")
    });
    in_folder || is_test_name(name)
}

fn is_test_name(name: &str) -> bool {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    name == "conftest.py"
        || stem.starts_with("test_")
        || stem.ends_with("_test")
        || stem.ends_with("_spec")
        || name.contains(".test.")
        || name.contains(".spec.")
        || ["Test", "Tests", "Spec"].iter().any(|end| {
            stem.strip_suffix(end).is_some_and(|rest| rest.ends_with(|c: char| c.is_lowercase()))
        })
}

#[cfg(test)]
mod tests {
    use super::is_test_path;

    // G25
    #[test]
    fn tests_are_told_by_their_path() {
        for (path, expected) in [
            ("tests/a.py", true),
            ("src/test_auth.py", true),
            ("src/auth.py", false),
            ("src/contest.py", false),
            ("a/b_test.go", true),
            ("a/x.spec.ts", true),
            ("a/GsonTest.java", true),
            ("a/Latest.java", false),
            ("latest/a.py", false),
            ("test_data.json", true),
        ] {
            assert_eq!(is_test_path(path), expected, "{path}");
        }
    }
}
