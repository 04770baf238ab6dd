//! No file grows past 600 lines of code; tests at its end are not counted.

use super::Findings;
use crate::test_code::lines_before_tests;
use crate::tree::Tree;

const LIMIT: usize = 600;

/// Files that may be longer, each with its reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

pub(super) fn check(tree: &Tree) -> Findings {
    check_except(tree, EXCEPTIONS)
}

fn check_except(tree: &Tree, exceptions: &[(&str, &str)]) -> Findings {
    let mut findings = Findings::new();
    for file in tree.rust() {
        let lines = lines_before_tests(&file.text);
        let excepted = exceptions.iter().any(|(path, _)| *path == file.path);
        if lines > LIMIT && !excepted {
            let message = format!(
                "{lines} lines before the tests, {LIMIT} are allowed: split it by idea, or list \
                 it in xtask/src/tidy/file_length.rs with the reason"
            );
            findings.push((file.path.clone(), LIMIT + 1, message));
        } else if lines <= LIMIT && excepted {
            let message = "short enough now: take it off the list of exceptions".to_owned();
            findings.push((file.path.clone(), 1, message));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::sample_workspace::check;
    use crate::tree::File;

    const PATH: &str = "crates/epitome-model/src/id.rs";

    fn file(lines: usize, end: &str) -> String {
        format!("//! Ids.\n{}{end}", "// filler\n".repeat(lines - 1))
    }

    #[test]
    fn a_file_over_the_limit() {
        let breach = "crates/epitome-model/src/id.rs:601: file-length";
        check(&[(PATH, &file(LIMIT + 1, ""))], &[breach]);
        check(&[(PATH, &file(LIMIT, ""))], &[]);
    }

    #[test]
    fn tests_at_the_end_are_not_counted() {
        let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", "    // filler\n".repeat(900));
        check(&[(PATH, &file(LIMIT, &tests))], &[]);
    }

    #[test]
    fn an_exception_serves_only_a_long_file() {
        let found = |text: String, exceptions: &[(&str, &str)]| {
            check_except(&Tree::new(vec![File { path: PATH.into(), text }]), exceptions).len()
        };
        let exceptions = [(PATH, "a table by nature")];
        assert_eq!(found(file(LIMIT + 1, ""), &exceptions), 0);
        assert_eq!(found(file(LIMIT + 1, ""), &[("crates/other.rs", "")]), 1);
        assert_eq!(found(file(LIMIT, ""), &exceptions), 1);
    }
}
