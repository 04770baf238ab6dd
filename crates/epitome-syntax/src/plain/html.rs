//! HTML: the title, headings, and sections and templates with an id.

use std::ops::Range;

use epitome_model::outline::DocKind;
use memchr::memchr;

use super::bytes::clip;
use super::html_tags::{MAX_HEADING, Tag, heading_at, past_other, push_text, raw_end, tag};
use super::sections::{MAX_WORDS, Sections};

/// Elements whose content is no markup.
const RAW: [&str; 4] = ["script", "style", "textarea", "xmp"];

/// Finds the sections of a page.
pub(crate) fn scan(sections: &mut Sections<'_>) {
    let text = sections.text();
    let mut page = Page { sections, elements: Vec::new(), waiting: None, is_titled: false };
    let (mut at, mut no_heading_before) = (0, 0);
    while let Some(n) = memchr(b'<', &text.as_bytes()[at..]) {
        let start = at + n;
        page.words(&text[at..start]);
        let Some(tag) = tag(text, start) else {
            at = past_other(text, start);
            page.words(if at == start + 1 { "<" } else { "" });
            continue;
        };
        at = tag.end;
        if start >= no_heading_before && (tag.heading().is_some() || page.wants_title(&tag)) {
            match heading_at(text, start) {
                Some((title, end)) => {
                    page.heading(&tag, start..end, &title);
                    at = end;
                }
                None => no_heading_before = start + MAX_HEADING,
            }
        } else if let Some(name) = RAW.iter().find(|name| tag.is(name) && !tag.is_end) {
            at = if tag.attributes.ends_with('/') { at } else { raw_end(text, at, name) };
        } else {
            page.element(&tag, start);
        }
    }
    page.words(&text[at..]);
    page.take_excerpt();
}

struct Page<'s, 't> {
    sections: &'s mut Sections<'t>,
    /// Open `section` and `template` elements.
    elements: Vec<Element>,
    /// The section that has no excerpt yet, and the words found for it.
    waiting: Option<(usize, String)>,
    is_titled: bool,
}

struct Element {
    is_template: bool,
    /// How many sections there were before it.
    mark: usize,
    /// The least level of a heading inside.
    floor: u8,
}

impl Page<'_, '_> {
    fn wants_title(&self, tag: &Tag<'_>) -> bool {
        !self.is_titled && !tag.is_end && tag.is("title")
    }

    fn heading(&mut self, tag: &Tag<'_>, span: Range<usize>, title: &str) {
        self.take_excerpt();
        if title.trim().is_empty() {
            return;
        }
        let Some(level) = tag.heading() else {
            self.is_titled = true;
            return self.sections.leaf(1, span, title, "");
        };
        let level = level.max(self.elements.last().map_or(1, |e| e.floor));
        let id = self.sections.open_on_line(level, span.start, title);
        self.waiting = id.map(|id| (id, String::new()));
    }

    fn element(&mut self, tag: &Tag<'_>, start: usize) {
        if let Some((_, words)) = &mut self.waiting
            && !tag.is_inline()
        {
            words.push(' ');
        }
        let is_template = tag.is("template");
        if is_template || tag.is("section") {
            self.section(tag, start, is_template);
        } else if tag.is("svg") || tag.is("body") {
            self.is_titled = true;
        } else if tag.is("meta")
            && tag.attribute("name").is_some_and(|n| n.eq_ignore_ascii_case("description"))
        {
            let mut words = String::new();
            push_text(&mut words, tag.attribute("content").unwrap_or_default());
            self.sections.set_doc(start..tag.end, &words, DocKind::Docstring);
        }
    }

    fn section(&mut self, tag: &Tag<'_>, start: usize, is_template: bool) {
        if tag.is_end {
            if let Some(element) = self.elements.pop_if(|e| e.is_template == is_template) {
                self.take_excerpt();
                self.sections.close_since(element.mark, tag.end);
            }
            return;
        }
        let mark = self.sections.count();
        let mut floor = self.elements.last().map_or(1, |e| e.floor);
        if let Some(name) = tag.attribute("id").filter(|id| !id.trim().is_empty()) {
            self.take_excerpt();
            let level = self.sections.open_level().saturating_add(1).max(floor);
            let id = self.sections.open(level, start, &format!("#{}", clip(name, MAX_WORDS)));
            self.waiting = id.map(|id| (id, String::new()));
            floor = level.saturating_add(1);
        }
        self.elements.push(Element { is_template, mark, floor });
    }

    fn words(&mut self, text: &str) {
        if let Some((_, words)) = &mut self.waiting {
            push_text(words, text);
            if words.len() > MAX_WORDS {
                self.take_excerpt();
            }
        }
    }

    fn take_excerpt(&mut self) {
        if let Some((id, words)) = self.waiting.take() {
            self.sections.set_excerpt(id, &words);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::{PlainFormat, shown};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&shown(PlainFormat::Html, text));
    }

    #[test]
    fn headings_in_one_line() {
        check(
            "<title>A &amp; B</title><h1 class=\"a>b\">One <em>t</em>wo<br>three</h1><p>w<b>o</b>rds\
             <H2>&lt;x&gt; &#39;y&#39;</H2>",
            expect![[r#"
                  section [1] A & B
                  section [1] One two three: words
                    section [1] <x> 'y'
            "#]],
        );
    }

    #[test]
    fn sections_hold_their_headings() {
        check(
            "<h1>Top</h1>\n<section id=\"a\">\n  <h2>In</h2>\n  text\n</section>\n<template id=b>\n\
             </template>\n<section><h3>x</h3></section>\n<h2>Out</h2>\n",
            expect![[r#"
                  section [1-9] Top
                    section [2-5] #a
                      section [3-5] In: text
                    section [6-7] #b
                      section [8] x
                    section [9] Out
            "#]],
        );
    }

    #[test]
    fn scripts_and_comments_are_no_markup() {
        check(
            "<script>'<h1>no</h1>'</script><!-- <h1>no</h1> --><style>h1{}</style>\n<h1>yes</h1>",
            expect![[r#"
                section [2] yes
            "#]],
        );
        check(
            "<h2></h2><h1><img alt='Logo'></h1> a < b <p>c",
            expect![[r#"
              section [1] Logo: a < b c
        "#]],
        );
    }
}
