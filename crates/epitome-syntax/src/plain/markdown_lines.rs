//! What a line of Markdown is, looked at by itself.

use super::bytes::{find, has_word};
use super::lines::Lines;

/// Where the text begins below front matter, and the title that stands there.
pub(crate) fn front_matter(text: &str) -> (usize, Option<(usize, &str)>) {
    let mut lines = Lines::new(text, 0);
    let Some(fence) =
        lines.next().map(|l| l.text.trim_end()).filter(|t| ["---", "+++"].contains(t))
    else {
        return (0, None);
    };
    let mut title = None;
    for line in lines {
        let trimmed = line.text.trim_end();
        if trimmed == fence || (trimmed == "..." && fence == "---") {
            return (line.end(), title);
        }
        let value = trimmed.strip_prefix("title").map(str::trim_start);
        if let Some(value) = value.and_then(|v| v.strip_prefix([':', '='])) {
            title = Some((line.start, value.trim().trim_matches(['"', '\''])));
        }
    }
    (0, None)
}

/// Level and content of an ATX heading.
pub(crate) fn atx(rest: &str) -> Option<(u8, &str)> {
    let level = rest.bytes().take_while(|b| *b == b'#').count();
    let content = &rest[level..];
    if !(1..=6).contains(&level) || !(content.is_empty() || content.starts_with([' ', '\t'])) {
        return None;
    }
    let content = content.trim();
    let open = content.trim_end_matches('#');
    let is_closed = open.is_empty() || open.ends_with([' ', '\t']);
    Some((level as u8, if is_closed { open.trim_end() } else { content }))
}

/// The level that a line of `=` or `-` gives to the paragraph above it.
pub(crate) fn setext(rest: &str) -> Option<u8> {
    let trimmed = rest.trim_end();
    match trimmed.bytes().next()? {
        b'=' if trimmed.bytes().all(|b| b == b'=') => Some(1),
        b'-' if trimmed.bytes().all(|b| b == b'-') => Some(2),
        _ => None,
    }
}

pub(crate) fn is_rule(rest: &str) -> bool {
    let mark = rest.as_bytes()[0];
    let mut marks = 0;
    b"-*_".contains(&mark)
        && rest.bytes().all(|b| {
            marks += usize::from(b == mark);
            b == mark || b == b' ' || b == b'\t'
        })
        && marks >= 3
}

/// The width of a list marker with the white space after it.
pub(crate) fn list_marker(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let digits = bytes.iter().take(9).take_while(|b| b.is_ascii_digit()).count();
    let mark = *bytes.get(digits)?;
    let is_mark = if digits == 0 { b"-*+".contains(&mark) } else { b".)".contains(&mark) };
    let space = bytes[digits + 1..].iter().take_while(|b| **b == b' ').count();
    let is_end = bytes.len() == digits + 1;
    (is_mark && (space > 0 || is_end))
        .then_some(digits + 1 + if space > 4 { 1 } else { space.max(1) })
}

/// Link definitions, admonition fences, template tags and imports: no running text.
pub(crate) fn is_aside(rest: &str) -> bool {
    let is_definition = rest.starts_with('[') && find(rest.as_bytes(), 0, b"]:").is_some();
    let is_import = rest.starts_with("import ") && rest.contains(" from ");
    is_definition
        || is_import
        || [":::", "{%", "{{", "[[", "[toc"].iter().any(|p| rest.starts_with(p))
}

/// What ends an HTML block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum HtmlEnd {
    /// These words, in any case of letters.
    Words(&'static str),
    /// A blank line.
    Blank,
}

/// What ends the HTML block that begins here, if one does.
pub(crate) fn html_block(rest: &str, is_in_paragraph: bool) -> Option<HtmlEnd> {
    let bytes = rest.as_bytes();
    if bytes[0] != b'<' {
        return None;
    }
    if rest.starts_with("<!--") {
        return Some(HtmlEnd::Words("-->"));
    }
    let from = if bytes.get(1) == Some(&b'/') { 2 } else { 1 };
    let len = bytes[from.min(bytes.len())..].iter().take_while(|b| is_name(**b)).count();
    let name = rest.get(from..from + len)?;
    let next = bytes.get(from + len).copied().unwrap_or(b' ');
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !b" \t>/".contains(&next) {
        return None;
    }
    let is = |tag: &&str| tag.eq_ignore_ascii_case(name);
    if let Some(n) = ["pre", "script", "style"].iter().position(|tag| from == 1 && is(tag)) {
        return Some(HtmlEnd::Words(["</pre>", "</script>", "</style>"][n]));
    }
    let is_alone = !is_in_paragraph && rest.trim_end().ends_with('>') && !rest[1..].contains('<');
    (is_alone || BLOCK_TAGS.split(' ').any(|tag| is(&tag))).then_some(HtmlEnd::Blank)
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

/// Whether the block ends with this line.
pub(crate) fn has_end(line: &str, end: HtmlEnd) -> bool {
    match end {
        HtmlEnd::Blank => line.trim_start().is_empty(),
        HtmlEnd::Words(words) => {
            let (bytes, first) = (line.as_bytes(), words.as_bytes()[0]);
            memchr::memchr_iter(first, bytes).any(|at| has_word(bytes, at, words))
        }
    }
}

/// Tags that begin a block even inside a paragraph.
const BLOCK_TAGS: &str = "\
    address article aside blockquote body center dd details dialog div dl dt fieldset figcaption \
    figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe li link main menu nav ol p \
    section summary table tbody td th thead tr ul";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atx_headings() {
        assert_eq!(atx("## A ##"), Some((2, "A")));
        assert_eq!(atx("# A#"), Some((1, "A#")));
        assert_eq!(atx("#"), Some((1, "")));
        assert_eq!(atx("### ###"), Some((3, "")));
        assert_eq!(atx("#a"), None);
        assert_eq!(atx("####### a"), None);
    }

    #[test]
    fn rules_and_markers() {
        assert!(is_rule("- - -") && is_rule("***") && !is_rule("--") && !is_rule("--a"));
        assert_eq!(list_marker("- a"), Some(2));
        assert_eq!(list_marker("10.  a"), Some(5));
        assert_eq!(list_marker("-"), Some(2));
        assert_eq!(list_marker("-a"), None);
        assert_eq!(list_marker("3"), None);
    }

    #[test]
    fn html_blocks() {
        assert!(html_block("<https://a.b>", false).is_none());
        assert!(html_block("<b>bold</b> text", false).is_none());
        assert!(html_block("<Tabs items={x}>", false) == Some(HtmlEnd::Blank));
        assert!(html_block("</div>", true) == Some(HtmlEnd::Blank));
        assert!(html_block("<", false).is_none() && html_block("</", false).is_none());
        assert!(has_end("a </PRE> b", HtmlEnd::Words("</pre>")));
    }

    #[test]
    fn front_matter_must_close() {
        assert_eq!(front_matter("---\ntitle: A\n---\nx"), (16, Some((4, "A"))));
        assert_eq!(front_matter("+++\ntitle = \"A\"\n+++\n"), (19, Some((4, "A"))));
        assert_eq!(front_matter("---\ntitle: A\n"), (0, None));
        assert_eq!(front_matter(""), (0, None));
    }
}
