//! Finding the comments in test code that name requirement lines.
//!
//! A mark is a comment that begins with names and goes on, if it does, after a colon or the like:
//! `// T3`, `// T3, T5–T7`, `// T3 and T4: empty lists`. Prose that happens to begin with a name,
//! such as `// C11 has generics`, proves nothing.

use std::collections::BTreeMap;

use super::id::LineId;
use crate::test_code::{is_test_file, lines_before_tests};
use crate::tree::Tree;

/// The marks of a workspace.
#[derive(Default)]
pub(super) struct Marks {
    /// For each line named by a test, the first place that names it, as `path:line`.
    pub(super) named: BTreeMap<LineId, String>,
    /// Places where a comment begins with a name but is no mark, as `path:line`, with that name.
    pub(super) near: Vec<(LineId, String)>,
}

impl Marks {
    pub(super) fn proves(&self, id: LineId) -> bool {
        self.named.contains_key(&id)
    }
}

/// All marks in the test code of `tree`.
pub(super) fn find(tree: &Tree) -> Marks {
    let mut marks = Marks::default();
    for file in tree.rust() {
        let skipped = if is_test_file(&file.path) { 0 } else { lines_before_tests(&file.text) };
        for (at, line) in file.text.lines().enumerate().skip(skipped) {
            let place = || format!("{}:{}", file.path, at + 1);
            match read(comment(line)) {
                Reading::Names(ids) => {
                    for id in ids {
                        marks.named.entry(id).or_insert_with(place);
                    }
                }
                Reading::Near(id) => marks.near.push((id, place())),
                Reading::Prose => {}
            }
        }
    }
    marks
}

/// The comment in a line of code, without its slashes.
fn comment(line: &str) -> &str {
    let comment = line.split_once("//").map_or("", |(_, comment)| comment);
    comment.trim_start_matches(['/', '!']).trim()
}

#[derive(Debug, PartialEq)]
enum Reading {
    Names(Vec<LineId>),
    Near(LineId),
    Prose,
}

fn read(comment: &str) -> Reading {
    let Some((first, _)) = LineId::split_from(comment) else { return Reading::Prose };
    match names(comment) {
        Some((ids, rest))
            if rest.is_empty() || rest.starts_with([':', '.', ';', '(', '—', '–']) =>
        {
            Reading::Names(ids)
        }
        _ => Reading::Near(first),
    }
}

/// The names and ranges that `text` begins with, and what follows them.
fn names(text: &str) -> Option<(Vec<LineId>, &str)> {
    let mut ids = Vec::new();
    let mut rest = text;
    loop {
        let (first, after) = LineId::split_from(rest)?;
        rest = after;
        let mut last = first;
        if let Some(end) = rest.strip_prefix(['-', '–']).filter(|end| !end.starts_with(' ')) {
            (last, rest) = range_end(first, end)?;
        }
        ids.extend((first.number..=last.number).map(|number| LineId { number, ..first }));
        rest = rest.trim_start();
        let next = [",", "and ", "& "].iter().find_map(|word| rest.strip_prefix(word));
        match next {
            Some(next) => rest = next.trim_start(),
            None => return Some((ids, rest)),
        }
    }
}

/// The end of a range, `T7` or just `7`, which must lie after its beginning in the same section.
fn range_end(first: LineId, text: &str) -> Option<(LineId, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let last = match name.parse::<u32>() {
        Ok(number) => LineId { number, ..first },
        Err(_) => name.parse().ok()?,
    };
    // A longer range is a slip of the finger, and would prove a whole section at once.
    let fits =
        last.section == first.section && (1..=50).contains(&last.number.checked_sub(first.number)?);
    fits.then_some((last, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::File;

    #[test]
    fn comments_that_name_lines() {
        let check = |text: &str, expected: &str| {
            let Reading::Names(ids) = read(comment(text)) else { panic!("no mark: {text}") };
            let ids: Vec<String> = ids.iter().map(LineId::to_string).collect();
            assert_eq!(ids.join(" "), expected, "{text}");
        };
        check("// T12", "T12");
        check("    /// T12: with words", "T12");
        check("let a = 1; // T1, T2", "T1 T2");
        check("// T1, T5–T7", "T1 T5 T6 T7");
        check("// T5-T6, T9 (all)", "T5 T6 T9");
        check("// T5-7.", "T5 T6 T7");
        check("// T1 and T3 & U2 — why", "T1 T3 U2");
    }

    #[test]
    fn comments_that_do_not() {
        let near = |text: &str| matches!(read(comment(text)), Reading::Near(_));
        for text in ["// T11 has generics", "// T1, and so on", "// T7-T5", "// T1-U2", "// T1-T99"]
        {
            assert!(near(text), "{text}");
        }
        for text in ["// see T1", "let T1 = 2;", "// t1", "// T", "// TODO"] {
            assert_eq!(read(comment(text)), Reading::Prose, "{text}");
        }
    }

    #[test]
    fn only_test_code_counts() {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let marks = find(&Tree::new(vec![
            file(
                "crates/a/src/x.rs",
                "// T1\n#[cfg(test)]\nmod tests {\n    // T2\n    // T3 x\n}\n",
            ),
            file("crates/a/tests/y.rs", "// T4\n// T2\n"),
            file("crates/a/tests/fixtures/z.rs", "// T5\n"),
            file("docs/w.md", "// T6\n"),
        ]));
        let named: Vec<_> = marks.named.iter().map(|(id, at)| format!("{id} {at}")).collect();
        assert_eq!(named, ["T2 crates/a/src/x.rs:4", "T4 crates/a/tests/y.rs:1"]);
        assert_eq!(marks.near.len(), 1);
        assert_eq!(marks.near[0].1, "crates/a/src/x.rs:5");
    }
}
