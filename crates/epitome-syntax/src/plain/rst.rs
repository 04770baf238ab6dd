//! reStructuredText: titles with lines of punctuation below, or below and above.
//!
//! The level of a title is the order in which its style first appears, as docutils has it.

use epitome_model::outline::DocKind;

use super::bytes::clip;
use super::lines::{Line, Lines};
use super::sections::{MAX_WORDS, Sections};

/// Finds the titles of a text.
pub(crate) fn scan(sections: &mut Sections<'_>) {
    let text = sections.text();
    let mut rst = Rst { text, sections, styles: Vec::new(), waiting: None, paragraph: None };
    let mut lines = Lines::new(text, 0);
    let mut table = Table::Outside;
    // Whether a title may begin on the next line.
    let mut is_free = true;
    while let Some(line) = lines.next() {
        if table.holds(line) || line.is_blank() {
            is_free = true;
            rst.end_paragraph();
        } else if let Some(rest) = rst.title(line, lines, is_free) {
            lines = rest;
            is_free = true;
        } else if line.text.starts_with([' ', '\t']) {
            rst.end_paragraph();
        } else if line.text.starts_with("..") || adornment(line.text).is_some() {
            is_free = true;
            rst.end_paragraph();
        } else {
            is_free = false;
            rst.extend(line);
        }
    }
    rst.end_paragraph();
}

struct Rst<'s, 't> {
    text: &'t str,
    sections: &'s mut Sections<'t>,
    /// Punctuation, and whether it stands above the title too; in order of appearance.
    styles: Vec<(u8, bool)>,
    waiting: Option<usize>,
    paragraph: Option<(usize, usize)>,
}

impl<'t> Rst<'_, 't> {
    /// Takes the title that begins with `line`, where one does, and gives the lines after it.
    fn title(&mut self, line: Line<'t>, mut next: Lines<'t>, is_free: bool) -> Option<Lines<'t>> {
        if !is_free {
            return None;
        }
        let (style, title) = match adornment(line.text) {
            Some(mark) => {
                let title = next.next().filter(|t| !t.is_blank() && adornment(t.text).is_none())?;
                let under = next.next()?;
                let is_pair = adornment(under.text) == Some(mark)
                    && under.text.trim_end().len() == line.text.trim_end().len();
                let style = is_pair.then_some((mark, true))?;
                (fits(line.text, title.text).then_some(style)?, title)
            }
            None => {
                let is_text = !line.text.starts_with([' ', '\t']) && !line.text.starts_with(".. ");
                let under = next.next().filter(|_| is_text)?;
                let mark = adornment(under.text)?;
                (fits(under.text, line.text).then_some((mark, false))?, line)
            }
        };
        let level = self.styles.iter().position(|s| *s == style).unwrap_or_else(|| {
            self.styles.push(style);
            self.styles.len() - 1
        });
        self.end_paragraph();
        let words = words(clip(title.text, MAX_WORDS));
        self.waiting = self.sections.open_on_line(level as u8 + 1, line.start, &words);
        Some(next)
    }

    fn extend(&mut self, line: Line<'t>) {
        let start = self.paragraph.map_or(line.start, |(start, _)| start);
        self.paragraph = Some((start, line.end()));
    }

    fn end_paragraph(&mut self) {
        let Some((start, end)) = self.paragraph.take() else { return };
        let source = clip(&self.text[start..end], 2 * MAX_WORDS);
        let is_field = source.strip_prefix(':').is_some_and(|rest| rest.contains(": "));
        if is_field || source.starts_with(['|', '+', '<']) {
            return;
        }
        let words = words(source.strip_suffix("::").unwrap_or(source));
        let is_list = ["- ", "* ", "1. ", "#. ", "__ "].iter().any(|mark| source.starts_with(mark));
        if !is_list && !self.styles.is_empty() {
            self.sections.set_doc(start..end, &words, DocKind::Docstring);
        }
        if let Some(id) = self.waiting.take() {
            self.sections.set_excerpt(id, &words);
        }
    }
}

/// The mark that a line consists of, where it is a line of one punctuation mark.
fn adornment(line: &str) -> Option<u8> {
    let line = line.trim_end();
    let mark = line.bytes().next().filter(u8::is_ascii_punctuation)?;
    (line.bytes().all(|b| b == mark) && line != "..").then_some(mark)
}

/// Whether an adornment is long enough for its title.
fn fits(adornment: &str, title: &str) -> bool {
    let len = adornment.trim_end().len();
    len >= 4 || len >= title.trim().chars().count()
}

/// Simple tables, whose borders could be taken for lines below a title.
enum Table {
    Outside,
    /// Inside; whether the last line was a border, other than the first.
    Inside {
        is_border: bool,
    },
}

impl Table {
    /// Whether the line belongs to a table.
    fn holds(&mut self, line: Line<'_>) -> bool {
        let is_border = line.text.starts_with("==")
            && line.text.contains("= =")
            && line.text.bytes().all(|b| b == b'=' || b == b' ');
        match self {
            Table::Outside if is_border => *self = Table::Inside { is_border: false },
            Table::Outside => return false,
            Table::Inside { is_border: true } if line.is_blank() => *self = Table::Outside,
            Table::Inside { is_border: last } => *last = is_border,
        }
        true
    }
}

/// The words without inline marks.
fn words(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find('`') {
        let (before, after) = rest.split_at(at);
        out.push_str(without_role(before));
        let is_literal = after.starts_with("``");
        let mark = if is_literal { "``" } else { "`" };
        let inside = &after[mark.len()..];
        let (inside, tail) = inside.split_once(mark).unwrap_or((inside, ""));
        let target = inside.rfind(" <").filter(|_| !is_literal && inside.ends_with('>'));
        out.push_str(target.map_or(inside, |at| &inside[..at]));
        rest = tail.trim_start_matches('_');
    }
    out.push_str(rest);
    out.replace("**", "").replace("\\ ", "").replace('\\', "")
}

/// Takes away a `:role:` at the end.
fn without_role(text: &str) -> &str {
    let start = text.rfind(|c: char| c.is_whitespace() || c == '(').map_or(0, |at| at + 1);
    let last = text.get(start..).unwrap_or_default();
    if last.len() > 2 && last.starts_with(':') && last.ends_with(':') {
        &text[..start]
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::{PlainFormat, shown};
    use super::*;

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&shown(PlainFormat::Rst, text));
    }

    #[test]
    fn levels_follow_the_order_of_styles() {
        check(
            "====\nTop\n====\n\nAbout *it*.\n\nA\n=\n\nB\n--\ntext\n\nC\n=\n",
            expect![[r#"
                  doc [5]: About *it*.
                  section [1-15] Top: About *it*.
                    section [7-13] A
                      section [10-13] B: text
                    section [14-15] C
            "#]],
        );
    }

    #[test]
    fn what_only_looks_like_a_title() {
        check(
            "Real\n====\n\n.. code::\n\n   Not\n   ===\n\nExample\n::\n\n  Not\n  ---\n\ntwo lines\nof text\n-------\n\n----\n\nend\n",
            expect![[r#"
                  doc [9]: Example
                  section [1-21] Real: Example
            "#]],
        );
        check(
            "====  ====\nA     B\n====  ====\nx     y\n----------\n====  ====\n\nT\n-\n",
            expect![[r#"
                  section [8-9] T
            "#]],
        );
    }

    #[test]
    fn inline_marks() {
        let check = |source: &str, expected: &str| assert_eq!(words(source), expected);
        check("``a_b`` and :py:func:`c` and `d <http://e>`_", "a_b and c and d");
        check("**Note**: `open", "Note: open");
    }
}
