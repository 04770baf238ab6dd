//! Telling test code from the code it tests.

/// Whether the whole file is test code, by where it lies.
pub(crate) fn is_test_file(path: &str) -> bool {
    let mut parts: Vec<&str> = path.split('/').collect();
    let name = parts.pop().unwrap_or_default();
    name == "tests.rs" || parts.iter().any(|part| matches!(*part, "tests" | "benches"))
}

/// How many lines come before the first test module written out in the file.
///
/// `#[cfg(test)]` above anything but `mod name {` does not count: an import or a `mod tests;` near
/// the top would otherwise turn the rest of the file into test code.
pub(crate) fn lines_before_tests(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines
        .iter()
        .enumerate()
        .find(|(at, line)| is_test_attribute(line) && opens_module(&lines[at + 1..]))
        .map_or(lines.len(), |(at, _)| at)
}

fn is_test_attribute(line: &str) -> bool {
    line.starts_with("#[cfg(test)]") || line.starts_with("#[cfg(all(test,")
}

fn opens_module(following: &[&str]) -> bool {
    following
        .iter()
        .find(|line| !line.starts_with("#[") && !line.starts_with("//") && !line.is_empty())
        .is_some_and(|line| {
            let line = line.strip_prefix("pub(crate) ").unwrap_or(line);
            line.starts_with("mod ") && line.ends_with('{')
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_files_of_tests() {
        for path in ["crates/a/tests/x.rs", "crates/a/benches/x.rs", "crates/a/src/b/tests.rs"] {
            assert!(is_test_file(path), "{path}");
        }
        assert!(!is_test_file("crates/a/src/test_code.rs"));
    }

    #[test]
    fn the_inline_module_is_where_tests_begin() {
        let check =
            |text: &str, lines: usize| assert_eq!(lines_before_tests(text), lines, "{text}");
        check("a\nb\n", 2);
        check("a\n#[cfg(test)]\nmod tests {\n}\n", 1);
        check("a\n#[cfg(all(test, unix))]\n#[expect(x)]\nmod tests {\n}\n", 1);
        check("#[cfg(test)]\nmod tests;\na\n", 3);
        check("#[cfg(test)]\nuse x;\na\n#[cfg(test)]\nmod tests {\n}\n", 3);
    }
}
