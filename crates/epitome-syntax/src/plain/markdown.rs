//! Markdown: ATX and setext headings, and headings written as HTML.
//!
//! Follows CommonMark where it decides what a heading is: code fences inside list items, HTML
//! blocks, lazy paragraphs. Headings inside quotes and list markers are not sections.

use super::bytes::{clip, has_word};
use super::html_tags::{MAX_HEADING, heading_at};
use super::inline::title;
use super::lines::{Line, Lines};
use super::markdown_lines::{
    HtmlEnd, atx, front_matter, has_end, html_block, is_aside, is_rule, list_marker, setext,
};
use super::markdown_prose::{Kind, Prose};
use super::sections::{MAX_WORDS, Sections};

/// Finds the headings of a text.
pub(crate) fn scan(sections: &mut Sections<'_>) {
    let text = sections.text();
    let (start, front_title) = front_matter(text);
    let mut markdown = Markdown {
        text,
        sections,
        block: Block::None,
        list: 0,
        prose: Prose::default(),
        no_heading_before: 0,
    };
    for line in Lines::new(text, start) {
        markdown.line(line);
    }
    markdown.end_paragraph();
    markdown.prose.take_doc(markdown.sections);
    if let Some((at, title)) = front_title.filter(|_| markdown.sections.count() == 0) {
        markdown.sections.open(1, at, title);
    }
}

struct Markdown<'s, 't> {
    text: &'t str,
    sections: &'s mut Sections<'t>,
    block: Block,
    /// The column where the content of the current list item begins; 0 outside of lists.
    list: usize,
    prose: Prose,
    /// No heading is looked for in HTML before this place.
    no_heading_before: usize,
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
        let (indent, rest) = line.indent();
        match self.block {
            Block::Fence { mark, len, column } => {
                if rest.is_empty() || indent >= column {
                    let is_near = indent < column + 4;
                    return self.fenced(line, rest, mark, if is_near { len } else { usize::MAX });
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
        let is_lazy = self.prose.paragraph.is_some() || marker.is_some();
        if indent < self.list && !is_lazy {
            self.list = 0;
        }
        let column = if indent < self.list { 0 } else { self.list };
        let indent = indent - column;
        if indent >= 4 {
            // Code, or more of the paragraph that is open.
            return self.extend(line, Kind::Code);
        }
        self.flow(line, rest, column, marker);
    }

    /// A line that may begin any block.
    fn flow(&mut self, line: Line<'t>, rest: &'t str, column: usize, marker: Option<usize>) {
        let at = line.end() - rest.len();
        if self.prose.paragraph.is_some_and(|p| p.kind == Kind::Code) {
            self.end_paragraph();
        }
        if self.opens_fence(rest, column) {
            return;
        }
        if let Some((level, source)) = atx(rest) {
            self.end_paragraph();
            return self.heading(level, at, source);
        }
        if let (Some(level), Some(p)) = (setext(rest), self.prose.paragraph)
            && p.kind == Kind::Prose
        {
            self.prose.paragraph = None;
            return self.heading(level, p.start, &self.text[p.start..p.end]);
        }
        if is_rule(rest) {
            return self.end_paragraph();
        }
        if let Some(end) = html_block(rest, self.prose.paragraph.is_some()) {
            self.end_paragraph();
            self.block = Block::Html(end);
            return self.html(line, end);
        }
        if let Some(width) = marker {
            if self.is_in_other(Kind::List) {
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
        if self.prose.paragraph.is_none() && is_aside(rest) {
            return;
        }
        if kind != Kind::Prose && self.is_in_other(kind) {
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
            self.list = column;
        }
        is_fence
    }

    /// A line in a code fence, which ends with `len` marks or more.
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

    fn heading(&mut self, level: u8, start: usize, source: &str) {
        self.open(level, start, &title(clip(source, MAX_WORDS)));
    }

    fn open(&mut self, level: u8, start: usize, title: &str) {
        if !title.trim().is_empty() {
            let id = self.sections.open_on_line(level, start, title);
            self.prose.begin_section(level, id);
        }
    }

    fn extend(&mut self, line: Line<'t>, kind: Kind) {
        self.prose.extend(line, kind);
    }

    fn end_paragraph(&mut self) {
        self.prose.end_paragraph(self.sections);
    }

    /// Whether a paragraph is open that is something else than `kind`.
    fn is_in_other(&self, kind: Kind) -> bool {
        self.prose.paragraph.is_some_and(|paragraph| paragraph.kind != kind)
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
    fn fences_end_where_they_should() {
        check(
            "- item\n```\n# a\n```\n# B\n",
            expect![[r#"
            section [5] B
        "#]],
        );
        check(
            "~~~\n    ~~~\n# a\n~~~\n# B\n",
            expect![[r#"
            section [5] B
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
