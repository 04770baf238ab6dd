//! Paragraphs of Markdown: the words below a heading, and the description of the file.

use epitome_model::outline::DocKind;

use super::bytes::clip;
use super::inline::{Keep, words};
use super::lines::Line;
use super::sections::{MAX_WORDS, Sections};

/// A run of lines.
#[derive(Clone, Copy)]
pub(crate) struct Paragraph {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: Kind,
}

/// What a run of lines is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Prose,
    Quote,
    List,
    Table,
    Code,
}

/// The paragraph that is being read, and what those before it were good for.
#[derive(Default)]
pub(crate) struct Prose {
    pub(crate) paragraph: Option<Paragraph>,
    /// The section that has no excerpt yet.
    waiting: Option<usize>,
    first_level: Option<u8>,
    /// The first running text before the first heading, and after it.
    docs: [Option<Paragraph>; 2],
}

impl Prose {
    /// A section begins; the next paragraph gives its excerpt.
    pub(crate) fn begin_section(&mut self, level: u8, id: Option<usize>) {
        self.first_level.get_or_insert(level);
        self.waiting = id;
    }

    /// Adds a line to the paragraph; `kind` counts where it is the first.
    pub(crate) fn extend(&mut self, line: Line<'_>, kind: Kind) {
        match &mut self.paragraph {
            Some(paragraph) => paragraph.end = line.end(),
            None => {
                let start = line.end() - line.text.trim_start().len();
                self.paragraph = Some(Paragraph { start, end: line.end(), kind });
            }
        }
    }

    /// Uses the paragraph for what it is needed for. Badges and lists of links are no words.
    pub(crate) fn end_paragraph(&mut self, sections: &mut Sections<'_>) {
        let Some(paragraph) = self.paragraph.take() else { return };
        let doc = &mut self.docs[usize::from(self.first_level.is_some())];
        let is_running = matches!(paragraph.kind, Kind::Prose | Kind::Quote);
        let is_doc = is_running && doc.is_none();
        if self.waiting.is_none() && !is_doc {
            return;
        }
        let source = &sections.text()[paragraph.start..paragraph.end];
        let source = without_quotes(clip(source, MAX_WORDS));
        let is_code = paragraph.kind == Kind::Code;
        if !is_code && !has_letters(&words(&source, Keep::Neither)) {
            return;
        }
        if is_doc {
            *doc = Some(paragraph);
        }
        if let Some(id) = self.waiting.take() {
            let words = if is_code { source } else { words(&source, Keep::Links) };
            sections.set_excerpt(id, &words);
        }
    }

    /// The first running text below the title; where there is no title, the first one at all.
    pub(crate) fn take_doc(&self, sections: &mut Sections<'_>) {
        let [before, after] = self.docs;
        let first = if self.first_level == Some(1) { after.or(before) } else { before.or(after) };
        if let Some(Paragraph { start, end, .. }) = first {
            let source = without_quotes(clip(&sections.text()[start..end], 2 * MAX_WORDS));
            sections.set_doc(start..end, &words(&source, Keep::Links), DocKind::Docstring);
        }
    }
}

/// Whether there are at least two letters.
fn has_letters(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).nth(1).is_some()
}

/// The lines without quote marks and indentation.
fn without_quotes(source: &str) -> String {
    let lines: Vec<&str> =
        source.lines().map(|l| l.trim().trim_start_matches(['>', ' '])).collect();
    lines.join("\n")
}
