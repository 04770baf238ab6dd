//! The comment on top of a file, where its author says what the file is for.

use epitome_model::outline::DocKind;

use super::bytes::{clip, find, skip_space};
use super::lines::{Line, Lines};
use super::sections::Sections;

/// How a format writes comments.
#[derive(Clone, Copy)]
pub(crate) struct Comments {
    /// What begins a comment that ends with its line.
    pub(crate) line: &'static [&'static str],
    /// Whether `/* … */` is a comment.
    pub(crate) block: bool,
}

/// Longer than any description; what comes after is not looked at.
const MAX_COMMENT: usize = 4_000;

/// Words that only a licence header or a tool's own line holds.
const NOT_A_DESCRIPTION: [&str; 16] = [
    "copyright",
    "spdx-",
    "licensed under",
    "all rights reserved",
    "mit license",
    "apache license",
    "bsd license",
    "public license",
    "permission is hereby granted",
    "| mit",
    "-*-",
    "vim:",
    "yaml-language-server",
    "$schema",
    "stylelint-",
    "sqlfluff:",
];

/// Takes the first comment block of the file as its description, unless it is a licence header; then
/// the next block has its turn.
pub(crate) fn take(sections: &mut Sections<'_>, comments: Comments) {
    let text = sections.text();
    let mut at = 0;
    for _ in 0..4 {
        at = skip_space(text.as_bytes(), at);
        if text[at..].starts_with("#!") {
            at = Lines::new(text, at).next().map_or(at, |line| line.end());
            continue;
        }
        let Some((end, words)) = block(text, at, comments) else { return };
        let lower = words.to_lowercase();
        if !words.is_empty() && !NOT_A_DESCRIPTION.iter().any(|word| lower.contains(word)) {
            sections.set_doc(at..end, &words, DocKind::Comment);
            return;
        }
        at = end;
    }
}

/// The comment block at `at`: where it ends, and its words without marks.
fn block(text: &str, at: usize, comments: Comments) -> Option<(usize, String)> {
    if comments.block && text[at..].starts_with("/*") {
        let end = find(text.as_bytes(), at + 2, b"*/")?;
        let mut words = String::new();
        for line in clip(&text[at + 2..end], MAX_COMMENT).lines() {
            push_line(&mut words, line.trim().trim_start_matches(['*', '!']));
        }
        return Some((end + 2, words));
    }
    let mut words = String::new();
    let mut end = None;
    for line in Lines::new(text, at) {
        let Some(rest) = after_mark(line, comments.line) else { break };
        end = Some(line.end());
        if words.len() < MAX_COMMENT {
            push_line(&mut words, clip(rest, MAX_COMMENT));
        }
    }
    Some((end?, words))
}

fn after_mark<'t>(line: Line<'t>, marks: &[&str]) -> Option<&'t str> {
    let text = line.text.trim_start();
    let mark = marks.iter().find(|mark| text.starts_with(**mark))?;
    let mark = mark.chars().next_back()?;
    Some(text.trim_start_matches(mark))
}

/// Adds a line; rules of punctuation are left out, and one space after the mark is no indentation.
fn push_line(words: &mut String, line: &str) {
    let line = line.trim_end().trim_end_matches(['#', '*', '=']).trim_end();
    let line = line.strip_prefix(' ').unwrap_or(line);
    if !line.contains(char::is_alphanumeric) {
        return;
    }
    if !words.is_empty() {
        words.push('\n');
    }
    words.push_str(line);
}

#[cfg(test)]
mod tests {
    use epitome_model::outline::FileOutline;

    use super::*;

    fn check(text: &str, comments: Comments, expected: Option<(&str, u32, u32)>) {
        let mut sections = Sections::new(text);
        take(&mut sections, comments);
        let mut outline = FileOutline::default();
        sections.finish(0, &mut outline);
        let doc = outline.doc;
        let found = doc.as_ref().map(|d| (d.text.as_str(), d.span.start_line, d.span.end_line));
        assert_eq!(found, expected, "{text}");
    }

    const HASH: Comments = Comments { line: &["#"], block: false };
    const BLOCK: Comments = Comments { line: &["--", "//"], block: true };

    #[test]
    fn takes_the_first_block_that_describes() {
        check("# One.\n#  two\nkey = 1 # no\n", HASH, Some(("One.\n two", 1, 2)));
        check("\n#### Title ####\n# ---\n\n# more\n", HASH, Some(("Title", 2, 3)));
        check("# Copyright 2024 A\n\n# What it is.\n", HASH, Some(("What it is.", 3, 3)));
        check("#!/usr/bin/x\n# What.\n", HASH, Some(("What.", 2, 2)));
        check("key: 1\n# not leading\n", HASH, None);
        check("/*! v1 | MIT License */\n/*\n * Base.\n */\n", BLOCK, Some(("Base.", 2, 4)));
        check("-- Users.\n-- Roles.\n", BLOCK, Some(("Users.\nRoles.", 1, 2)));
        check("/* never closed", BLOCK, None);
        check("", HASH, None);
    }
}
