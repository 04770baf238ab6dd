//! The words in a comment: marks, frames and tool directives taken away.

/// Comment text without its marks, lines kept, empty lines at the ends dropped. `None` where no
/// line has a word for people.
pub(crate) fn clean_comment(raw: &str) -> Option<String> {
    let mut out = String::new();
    // Where the last line with a word ends in what comes out.
    let mut end = 0;
    for line in raw.lines().map(clean_line) {
        if is_directive(line) {
            continue;
        }
        let worded = has_letters(line);
        if (!worded && end == 0) || (!line.is_empty() && !worded && !is_code_like(line)) {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        } else {
            out.reserve(raw.len());
        }
        out.push_str(line);
        if worded {
            end = out.len();
        }
    }
    out.truncate(end);
    if out.trim().is_empty() { None } else { Some(out) }
}

fn clean_line(line: &str) -> &str {
    let mut line = line.trim();
    // One byte at each end tells most lines apart from all marks.
    if matches!(line.as_bytes().last(), Some(b'/' | b'>' | b']' | b'}' | b'd')) {
        for close in ["*/", "-->", "--]]", "]]", "-}", "=end"] {
            line = line.strip_suffix(close).map_or(line, str::trim_end);
        }
    }
    let mut opened = false;
    let first = line.as_bytes().first().copied().unwrap_or_default();
    for open in [
        "/**<", "/*!", "/**", "/*", "///<", "//!", "///", "//", "<!--", "--[[", "---@", "---",
        "--|", "-- |", "--", "{-|", "{- |", "{-", "=begin", "#'", "##", "#:", "#", ";;", "%%",
    ] {
        if open.as_bytes()[0] != first {
            continue;
        }
        if let Some(rest) = line.strip_prefix(open) {
            // `---@param` is a mark of its own in Lua: the word stays.
            line = if open == "---@" { &line[3..] } else { rest };
            opened = true;
            break;
        }
    }
    if !opened {
        line = line
            .strip_prefix("* ")
            .or_else(|| line.strip_prefix("| "))
            .or_else(|| (line == "*" || line == "|").then_some(""))
            .unwrap_or(line);
    }
    let line = line.strip_prefix(' ').unwrap_or(line).trim_end();
    // Frames such as `==== title ====`.
    let framed = line.trim_matches(|c: char| matches!(c, '=' | '-' | '*' | '#' | '~' | '/' | '+'));
    if framed.len() + 6 <= line.len() { framed.trim() } else { line }
}

fn has_letters(line: &str) -> bool {
    line.chars().filter(|c| c.is_alphabetic()).nth(1).is_some()
}

fn is_code_like(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric)
}

/// Lines for tools, not for people.
fn is_directive(line: &str) -> bool {
    const STARTS: [&str; 37] = [
        "eslint",
        "@ts-",
        "ts-ignore",
        "nolint",
        "go:",
        "noqa",
        "pylint:",
        "type: ignore",
        "mypy:",
        "clang-format",
        "NOLINT",
        "prettier-ignore",
        "istanbul ",
        "c8 ignore",
        "v8 ignore",
        "rubocop:",
        "frozen_string_literal:",
        "encoding:",
        "typed: ",
        "shellcheck ",
        "swiftlint:",
        "phpcs:",
        "phpstan-",
        "psalm-",
        "@phpstan",
        "@psalm",
        "<reference",
        "biome-ignore",
        "@jest-environment",
        "@vitest-environment",
        "ktlint-",
        "scalafmt:",
        "region",
        "endregion",
        "#region",
        "#endregion",
        "-*-",
    ];
    let line = line.trim_start();
    // One byte tells nearly every line of prose apart from all of them.
    let Some(first) = line.bytes().next() else { return false };
    STARTS.iter().any(|start| start.as_bytes()[0] == first && line.starts_with(start))
        || line.starts_with("!/")
        || line.starts_with("pragma: no cover")
        || line.starts_with("+build")
}

/// Whether a leading comment is about rights rather than about the code.
pub(crate) fn is_licence(text: &str) -> bool {
    let head: String = text.chars().take(600).collect::<String>().to_lowercase();
    head.contains("copyright")
        || head.contains("spdx-license")
        || head.contains("licensed under")
        || head.contains("all rights reserved")
        || head.contains("permission is hereby granted")
        || head.contains("released under the")
}

/// A docstring's text: quotes and prefixes off, common indentation off, as Python's own `cleandoc`.
pub(crate) fn clean_docstring(raw: &str) -> Option<String> {
    let inner = unquote(raw);
    let margin = inner
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let mut lines = inner.lines();
    let mut out = String::with_capacity(inner.len());
    out.push_str(lines.next().unwrap_or("").trim());
    for line in lines {
        out.push('\n');
        out.push_str(without_margin(line, margin).trim_end());
    }
    let out = out.trim_matches('\n').trim_end();
    if out.trim().is_empty() { None } else { Some(out.to_owned()) }
}

/// A line without its first `margin` bytes of white space; one blank may be several bytes.
pub(crate) fn without_margin(line: &str, margin: usize) -> &str {
    let cut = line.char_indices().find(|&(at, c)| at >= margin || !c.is_whitespace());
    cut.map_or("", |(at, _)| &line[at..])
}

/// What stands between the quotes of a string literal, whatever the quotes are.
pub(crate) fn unquote(raw: &str) -> &str {
    let Some(open) = raw.find(['"', '\'', '`', '[', '<', '(', '{']) else { return raw };
    let prefix = &raw[..open];
    if prefix.chars().any(|c| {
        !c.is_ascii_alphanumeric() && !matches!(c, '@' | '$' | '#' | '%' | '~' | '\\' | ':')
    }) {
        return raw;
    }
    let body = &raw[open..];
    for (start, end) in [
        ("\"\"\"", "\"\"\""),
        ("'''", "'''"),
        ("\"", "\""),
        ("'", "'"),
        ("`", "`"),
        ("[[", "]]"),
        ("[", "]"),
        ("(", ")"),
        ("{", "}"),
        ("<", ">"),
    ] {
        if let Some(rest) = body.strip_prefix(start) {
            let rest = rest.trim_end_matches('#');
            return rest.strip_suffix(end).unwrap_or(rest);
        }
    }
    raw
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_lose_their_marks_and_keep_their_words() {
        fn check(raw: &str, expected: Option<&str>) {
            assert_eq!(clean_comment(raw).as_deref(), expected, "{raw:?}");
        }
        check("/// Adds a node.", Some("Adds a node."));
        check("/**\n * Adds.\n *\n * @param x the node\n */", Some("Adds.\n\n@param x the node"));
        check("// ---------- helpers ----------", Some("helpers"));
        check("// ------------", None);
        check("# noqa: E501", None);
        check("// eslint-disable-next-line\n// Real words", Some("Real words"));
        check("--- @param x number", Some("@param x number"));
        check("---@param x number", Some("@param x number"));
        check("{- | Adds. -}", Some("Adds."));
        check("-- | Adds.\n--   More.", Some("Adds.\n  More."));
        check("/* x */", None);
    }

    #[test]
    fn docstrings_lose_quotes_and_margin() {
        fn check(raw: &str, expected: Option<&str>) {
            assert_eq!(clean_docstring(raw).as_deref(), expected, "{raw:?}");
        }
        check("\"\"\"One.\n\n    Two.\n      Three.\n    \"\"\"", Some("One.\n\nTwo.\n  Three."));
        check("r'''x'''", Some("x"));
        check("\"\"\"\"\"\"", None);
        check("\"\"\"é\n\u{a0}é\n\u{3000}x\"\"\"", Some("é\né\nx"));
    }

    #[test]
    fn strings_lose_their_quotes() {
        for (raw, expected) in [
            ("\"a\"", "a"),
            ("f'a'", "a"),
            ("[[a]]", "a"),
            ("r#\"a\"#", "a"),
            ("@\"a\"", "a"),
            ("`a`", "a"),
            ("\"a", "a"),
            ("abc", "abc"),
            ("", ""),
        ] {
            assert_eq!(unquote(raw), expected, "{raw:?}");
        }
    }
}
