//! Markdown: ATX and setext headings, and headings written as HTML.
//!
//! Follows CommonMark where it decides what a heading is: code fences inside list items, HTML
//! blocks, lazy paragraphs. Headings inside quotes and list markers are not sections.

use epitome_model::outline::DocKind;

use super::bytes::{clip, has_word};
use super::html_tags::{MAX_HEADING, heading_at};
use super::inline::{Keep, title, words};
use super::lines::{Line, Lines};
use super::markdown_lines::{
    HtmlEnd, atx, front_matter, has_end, html_block, is_aside, is_rule, list_marker, setext,
    without_quotes,
};
use super::sections::{MAX_WORDS, Sections};

/// Finds the headings of a text.
pub(crate) fn scan(sections: &mut Sections<'_>) {
    let text = sections.text();
    let (start, front_title) = front_matter(text);
    let mut markdown = Markdown {
        text,
        sections,
        paragraph: None,
        block: Block::None,
        list: 0,
        waiting: None,
        first_level: None,
        docs: [None, None],
        no_heading_before: 0,
    };
    for line in Lines::new(text, start) {
        markdown.line(line);
    }
    markdown.end_paragraph();
    markdown.take_doc();
    if let Some((at, title)) = front_title.filter(|_| markdown.sections.count() == 0) {
        markdown.sections.open(1, at, title);
    }
}

struct Markdown<'s, 't> {
    text: &'t str,
    sections: &'s mut Sections<'t>,
    paragraph: Option<Paragraph>,
    block: Block,
    /// The column where the content of the current list item begins; 0 outside of lists.
    list: usize,
    /// The section that has no excerpt yet.
    waiting: Option<usize>,
    first_level: Option<u8>,
    /// The first running text before the first heading, and after it.
    docs: [Option<Paragraph>; 2],
    no_heading_before: usize,
}

#[derive(Clone, Copy)]
struct Paragraph {
    start: usize,
    end: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Prose,
    Quote,
    List,
    Table,
    Code,
}

/// A block that lines belong to whatever they hold.
#[derive(Clone, Copy)]
enum Block {
    None,
    Fence { mark: u8, len: usize, column: usize },
    Html(HtmlEnd),
}

impl<'t> Markdown<'_, 't> {
    fn line(&mut self, line: Line<'t>) {
        let (mut indent, rest) = line.indent();
        match self.block {
            Block::Fence { mark, len, column } => {
                if rest.is_empty() || indent >= column {
                    return self.fenced(line, rest, mark, len);
                }
                self.leave_block();
            }
            Block::Html(end) => return self.html(line, end),
            Block::None => {}
        }
        if rest.trim().is_empty() {
            return self.end_paragraph();
        }
        let marker = list_marker(rest);
        if indent >= self.list {
            indent -= self.list;
        } else if self.paragraph.is_none() && marker.is_none() {
            self.list = 0;
        }
        if indent >= 4 && self.paragraph.is_none_or(|p| p.kind == Kind::Code) {
            return self.extend(line, Kind::Code);
        }
        if indent >= 4 {
            return self.extend(line, Kind::Prose);
        }
        self.flow(line, rest, marker);
    }

    /// A line that may begin any block.
    fn flow(&mut self, line: Line<'t>, rest: &'t str, marker: Option<usize>) {
        let at = line.end() - rest.len();
        if self.paragraph.is_some_and(|p| p.kind == Kind::Code) {
            self.end_paragraph();
        }
        if self.opens_fence(rest, self.list) {
            return;
        }
        if let Some((level, source)) = atx(rest) {
            self.end_paragraph();
            return self.heading(level, at, source);
        }
        if let (Some(level), Some(p)) = (setext(rest), self.paragraph)
            && p.kind == Kind::Prose
        {
            self.paragraph = None;
            return self.heading(level, p.start, &self.text[p.start..p.end]);
        }
        if is_rule(rest) {
            return self.end_paragraph();
        }
        if let Some(end) = html_block(rest, self.paragraph.is_some()) {
            self.end_paragraph();
            self.block = Block::Html(end);
            return self.html(line, end);
        }
        if let Some(width) = marker {
            if self.paragraph.is_some_and(|p| p.kind != Kind::List) {
                self.end_paragraph();
            }
            self.list = line.text.len() - rest.len() + width;
            if !self.opens_fence(&rest[width.min(rest.len())..], self.list) {
                self.extend(line, Kind::List);
            }
            return;
        }
        let kind = match rest.as_bytes()[0] {
            b'>' => Kind::Quote,
            b'|' => Kind::Table,
            _ if self.list > 0 => Kind::List,
            _ => Kind::Prose,
        };
        if self.paragraph.is_none() && is_aside(rest) {
            return;
        }
        if kind != Kind::Prose && self.paragraph.is_some_and(|p| p.kind != kind) {
            self.end_paragraph();
        }
        self.extend(line, kind);
    }

    fn opens_fence(&mut self, rest: &str, column: usize) -> bool {
        let mark = rest.as_bytes().first().copied().unwrap_or(0);
        let len = rest.bytes().take_while(|b| *b == mark).count();
        let is_fence = match mark {
            b'`' => len >= 3 && !rest[len..].contains('`'),
            b'~' => len >= 3,
            _ => false,
        };
        if is_fence {
            self.end_paragraph();
            self.block = Block::Fence { mark, len, column };
        }
        is_fence
    }

    fn fenced(&mut self, line: Line<'t>, rest: &str, mark: u8, len: usize) {
        let run = rest.bytes().take_while(|b| *b == mark).count();
        if run >= len && rest[run..].trim().is_empty() {
            self.leave_block();
        } else if !rest.is_empty() {
            self.extend(line, Kind::Code);
        }
    }

    fn leave_block(&mut self) {
        self.end_paragraph();
        self.block = Block::None;
    }

    /// A line of an HTML block, which may hold a heading and may end the block.
    fn html(&mut self, line: Line<'t>, end: HtmlEnd) {
        let at = line.end() - line.text.trim_start().len();
        let is_heading = has_word(self.text.as_bytes(), at, "<h") && end == HtmlEnd::Blank;
        if is_heading && at >= self.no_heading_before {
            self.no_heading_before = at + 1;
            let level = self.text.as_bytes().get(at + 2).copied().unwrap_or(0).wrapping_sub(b'0');
            if (1..=6).contains(&level) {
                match heading_at(self.text, at) {
                    Some((words, _)) => self.open(level, at, &words),
                    None => self.no_heading_before = at + MAX_HEADING,
                }
            }
        }
        if has_end(line.text, end) {
            self.block = Block::None;
        }
    }

    fn extend(&mut self, line: Line<'t>, kind: Kind) {
        match &mut self.paragraph {
            Some(paragraph) => paragraph.end = line.end(),
            None => {
                let start = line.end() - line.text.trim_start().len();
                self.paragraph = Some(Paragraph { start, end: line.end(), kind });
            }
        }
    }

    fn end_paragraph(&mut self) {
        let Some(paragraph) = self.paragraph.take() else { return };
        let has_heading = usize::from(self.first_level.is_some());
        let is_running = matches!(paragraph.kind, Kind::Prose | Kind::Quote);
        if self.waiting.is_none() && !(is_running && self.docs[has_heading].is_none()) {
            return;
        }
        let source = without_quotes(clip(&self.text[paragraph.start..paragraph.end], MAX_WORDS));
        if paragraph.kind != Kind::Code
            && words(&source, Keep::Neither).chars().filter(|c| c.is_alphabetic()).nth(1).is_none()
        {
            return;
        }
        if is_running && self.docs[has_heading].is_none() {
            self.docs[has_heading] = Some(paragraph);
        }
        if let Some(id) = self.waiting.take() {
            let is_code = paragraph.kind == Kind::Code;
            let words = if is_code { source } else { words(&source, Keep::Links) };
            self.sections.set_excerpt(id, &words);
        }
    }

    fn heading(&mut self, level: u8, start: usize, source: &str) {
        self.open(level, start, &title(clip(source, MAX_WORDS)));
    }

    fn open(&mut self, level: u8, start: usize, title: &str) {
        if !title.trim().is_empty() {
            self.first_level.get_or_insert(level);
            self.waiting = self.sections.open_on_line(level, start, title);
        }
    }

    /// The first running text below the title; where there is no title, the first one at all.
    fn take_doc(&mut self) {
        let [before, after] = self.docs;
        let first = if self.first_level == Some(1) { after.or(before) } else { before.or(after) };
        if let Some(Paragraph { start, end, .. }) = first {
            let source = without_quotes(clip(&self.text[start..end], 2 * MAX_WORDS));
            self.sections.set_doc(start..end, &words(&source, Keep::Links), DocKind::Docstring);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::{PlainFormat, shown};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&shown(PlainFormat::Markdown, text));
    }

    #[test]
    fn headings_and_their_reach() {
        check(
            "# A #\n\nOne *two*\nthree.\n\n## B\n#### C\n## D\n",
            expect![[r#"
                  doc [3-4]: One two⏎three.
                  section [1-8] A: One two three.
                    section [6-7] B
                        section [7] C
                    section [8] D
            "#]],
        );
        check(
            "Title\nover lines\n===\n\nSub\n---\n- item\n---\n",
            expect![[r#"
                  section [1-8] Title over lines
                    section [5-8] Sub: - item
            "#]],
        );
        check(
            "#hash\n####### seven\n    # code\n\\# escaped\n#\n",
            expect![[r#"
                  doc [1-4]: #hash⏎####### seven⏎# code⏎# escaped
            "#]],
        );
    }

    #[test]
    fn fences_comments_and_html_hide_headings() {
        check(
            "````\n# a\n```\n# b\n`````\n# C\n~~~ x\n# d\n",
            expect![[r#"
                  section [6-8] C: # d
            "#]],
        );
        check(
            "- item\n\n  ```sh\n  # a\n  ```\n- b\n  ```\n# Out\n",
            expect![[r#"
                  section [8] Out
            "#]],
        );
        check(
            "<!-- x\n\n# a\n-->\n# B\n<div>\n# c\n\n# D\n<pre>\n\n# e\n</pre>\n",
            expect![[r#"
                  section [5-8] B
                  section [9-13] D
            "#]],
        );
    }

    #[test]
    fn descriptions_skip_badges_and_links() {
        check(
            "# Name\n\n[![a](b)](c) ![d](e)\n\n[Docs](x) | [Site](y)\n\n> A **fast** tool,\n> for all.\n",
            expect![[r#"
                  doc [7-8]: A fast tool,⏎for all.
                  section [1-8] Name: A fast tool, for all.
            "#]],
        );
        check(
            "<h1 align=\"center\">\n  <b>Name</b>\n</h1>\n\nDoes things.\n",
            expect![[r#"
                  doc [5]: Does things.
                  section [1-5] Name: Does things.
            "#]],
        );
        check(
            "---\ntitle: \"From front\"\n# no: 1\n---\n\nOnly text.\n",
            expect![[r#"
                  doc [6]: Only text.
                  section [2-6] From front
            "#]],
        );
    }
}
