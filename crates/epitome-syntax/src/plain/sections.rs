//! Sections as a scanner finds them, and their lines once all of them are found.
//!
//! Scanners know bytes only. Lines are counted at the end, in one pass over the text.

use std::ops::Range;

use epitome_model::outline::{Doc, DocKind, FileOutline, Problem, Section};
use epitome_model::text::{Text, fold};

use super::bytes::clip;
use super::lines::{end_before, with_lines};

/// The most sections that one file may give.
pub(crate) const MAX_SECTIONS: usize = 10_000;
const MAX_TITLE: usize = 120;
const MAX_EXCERPT: usize = 160;
const MAX_DOC: usize = 400;
/// How much of the source is looked at for a title or an excerpt: long enough for the limits above
/// with links and white space in between, and a bound on the work for each section.
pub(crate) const MAX_WORDS: usize = 1_200;

/// The sections of one text, in the order they begin.
pub(crate) struct Sections<'t> {
    text: &'t str,
    /// The end of the last line, which nothing reaches beyond.
    last: usize,
    found: Vec<Found>,
    /// Which of `found` have no end yet; their levels grow.
    open: Vec<usize>,
    doc: Option<(Range<usize>, String, DocKind)>,
    is_capped: bool,
}

struct Found {
    title: Text,
    level: u8,
    span: Range<usize>,
    excerpt: Text,
    /// Where the words below begin that serve as excerpt if nothing else does.
    below: Option<usize>,
}

impl<'t> Sections<'t> {
    pub(crate) fn new(text: &'t str) -> Sections<'t> {
        let last = end_before(text, text.len());
        Sections { text, last, found: Vec::new(), open: Vec::new(), doc: None, is_capped: false }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// Begins a section that [`close`](Self::close) ends. Until then an empty title means that it
    /// is not known yet; a section that never gets one is left out. `None` where the cap is reached.
    pub(crate) fn open(&mut self, level: u8, start: usize, title: &str) -> Option<usize> {
        if self.found.len() == MAX_SECTIONS {
            self.is_capped = true;
            return None;
        }
        let title = fold(clip(title, MAX_WORDS), MAX_TITLE);
        let span = start..self.text.len();
        self.found.push(Found { title, level, span, excerpt: Text::default(), below: None });
        self.open.push(self.found.len() - 1);
        Some(self.found.len() - 1)
    }

    /// Begins a section with a line of its own: those of its level and below end on the line before.
    pub(crate) fn open_on_line(&mut self, level: u8, start: usize, title: &str) -> Option<usize> {
        self.close(level, end_before(self.text, start));
        self.open(level, start, title)
    }

    /// Adds a section that holds no other.
    pub(crate) fn leaf(&mut self, level: u8, span: Range<usize>, title: &str, excerpt: &str) {
        if let Some(id) = self.open(level, span.start, title) {
            self.set_excerpt(id, excerpt);
            self.close(level, span.end);
        }
    }

    /// Ends at `end` what is open at `level` or below it.
    pub(crate) fn close(&mut self, level: u8, end: usize) {
        self.close_with_mark(level, end, end);
    }

    /// The same, where a closing mark begins at `mark`, which is no part of the words.
    pub(crate) fn close_with_mark(&mut self, level: u8, mark: usize, end: usize) {
        while let Some(&id) = self.open.last().filter(|&&id| self.found[id].level >= level) {
            self.open.pop();
            self.end(id, mark, end);
        }
    }

    /// Ends at `end` what was begun after `mark`, a number of sections, whatever its level.
    pub(crate) fn close_since(&mut self, mark: usize, end: usize) {
        while let Some(&id) = self.open.last().filter(|&&id| id >= mark) {
            self.open.pop();
            self.end(id, end, end);
        }
    }

    fn end(&mut self, id: usize, mark: usize, end: usize) {
        let is_last = id + 1 == self.found.len();
        let found = &mut self.found[id];
        found.span.end = end.min(self.last).max(found.span.start);
        if is_last && found.title.is_empty() {
            self.found.pop();
            return;
        }
        if let Some(below) = found.below.filter(|&below| is_last && below < mark) {
            let words = clip(&self.text[below..mark], MAX_WORDS);
            found.excerpt = fold(words, MAX_EXCERPT);
        }
    }

    /// How many sections there are.
    pub(crate) fn count(&self) -> usize {
        self.found.len()
    }

    /// The level of the innermost open section, 0 where there is none.
    pub(crate) fn open_level(&self) -> u8 {
        self.open.last().map_or(0, |&id| self.found[id].level)
    }

    /// Whether the section has a title by now.
    pub(crate) fn has_title(&self, id: usize) -> bool {
        !self.found[id].title.is_empty()
    }

    pub(crate) fn set_title(&mut self, id: usize, title: &str) {
        self.found[id].title = fold(clip(title, MAX_WORDS), MAX_TITLE);
    }

    pub(crate) fn set_excerpt(&mut self, id: usize, excerpt: &str) {
        self.found[id].excerpt = fold(clip(excerpt, MAX_WORDS), MAX_EXCERPT);
        self.found[id].below = None;
    }

    /// Takes the excerpt from the text at `below` if the section ends without another inside it.
    pub(crate) fn set_below(&mut self, id: usize, below: usize) {
        self.found[id].below = Some(below);
    }

    /// Takes the words of the file about itself; lines are kept, a long text is cut.
    pub(crate) fn set_doc(&mut self, span: Range<usize>, text: &str, kind: DocKind) {
        let text = text.trim();
        if self.doc.is_none() && !text.is_empty() {
            let cut = text.char_indices().nth(MAX_DOC).map(|(at, _)| text[..at].trim_end());
            let text = cut.map_or_else(|| text.to_owned(), |cut| format!("{cut}…"));
            let span = span.start..span.end.min(self.last).max(span.start);
            self.doc = Some((span, text.replace('\r', ""), kind));
        }
    }

    /// Ends what is open with the text and hands everything over. `offset` bytes without a line end
    /// stand before the text.
    pub(crate) fn finish(mut self, offset: usize, outline: &mut FileOutline) {
        self.close(0, self.last);
        self.leave_out_untitled();
        let mut spans: Vec<Range<usize>> = self.found.iter().map(|f| f.span.clone()).collect();
        spans.extend(self.doc.iter().map(|(span, ..)| span.clone()));
        let mut spans = with_lines(self.text, &spans, offset).into_iter();
        outline.sections.reserve_exact(self.found.len());
        for (found, span) in self.found.into_iter().zip(&mut spans) {
            let Found { title, level, excerpt, .. } = found;
            outline.sections.push(Section { title, level, span, excerpt });
        }
        if let (Some((_, text, kind)), Some(span)) = (self.doc, spans.next()) {
            outline.doc = Some(Doc { text, span, kind });
        }
        if self.is_capped {
            let limit = MAX_SECTIONS as u32;
            outline.problems.push(Problem::Capped { what: "sections".into(), limit });
        }
    }

    /// Drops sections without a title and moves what stands in them one level up.
    fn leave_out_untitled(&mut self) {
        let mut dropped: Vec<usize> = Vec::new();
        self.found.retain_mut(|found| {
            while dropped.last().is_some_and(|&end| end <= found.span.start) {
                dropped.pop();
            }
            let keep = !found.title.is_empty();
            found.level -= (dropped.len() as u8).min(found.level - 1);
            if !keep {
                dropped.push(found.span.end);
            }
            keep
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caps_and_says_so() {
        let text = "x\n".repeat(MAX_SECTIONS + 5);
        let mut sections = Sections::new(&text);
        for n in 0..MAX_SECTIONS + 5 {
            sections.leaf(1, n * 2..n * 2 + 1, "x", "");
        }
        let mut outline = FileOutline::default();
        sections.finish(0, &mut outline);
        assert_eq!(outline.sections.len(), MAX_SECTIONS);
        assert_eq!(
            outline.problems[0].to_string(),
            "more than 10000 sections: the rest is left out"
        );
    }

    #[test]
    fn leaves_out_untitled_sections_and_lifts_what_they_hold() {
        let mut sections = Sections::new("a\nb\nc\n");
        sections.open(1, 0, "a");
        sections.open(2, 2, "");
        sections.leaf(3, 4..5, "c", "");
        let mut outline = FileOutline::default();
        sections.finish(0, &mut outline);
        let found: Vec<_> = outline.sections.iter().map(|s| (s.title.as_str(), s.level)).collect();
        assert_eq!(found, [("a", 1), ("c", 2)]);
        assert_eq!(outline.sections[0].span.bytes(), 0..5);
        assert_eq!(outline.sections[0].span.end_line, 3);
    }

    #[test]
    fn cuts_a_long_description() {
        let mut sections = Sections::new("");
        sections.set_doc(0..0, &"é ".repeat(MAX_DOC), DocKind::Comment);
        let mut outline = FileOutline::default();
        sections.finish(0, &mut outline);
        assert_eq!(outline.doc.map(|d| d.text.chars().count()), Some(MAX_DOC));
    }
}
