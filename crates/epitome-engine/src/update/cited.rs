//! A short mark of the lines that a citation points to, so that a claim whose lines changed is known
//! to be stale by itself.

use std::cell::OnceCell;

use epitome_model::check::fold_line;
use epitome_model::hash::{content_hash, hex};
use epitome_model::summary::Citation;

/// A text whose lines can be found quickly.
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    folded: OnceCell<Folded>,
}

/// All lines as marks see them, one after another: the lines of a citation lie together, and those of
/// most are cited more than once.
struct Folded {
    text: String,
    /// Where each line begins, and the end.
    starts: Vec<usize>,
}

/// So many bytes of the hash are kept: enough to tell an edit, little enough to store by the
/// million.
const KEPT: usize = 6;

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Lines<'a> {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        Lines { text, starts, folded: OnceCell::new() }
    }

    /// The mark of some lines, 1-based and inclusive. Blanks do not count, as in every hash.
    pub(crate) fn mark(&self, first: u32, last: u32) -> String {
        let folded = self.folded.get_or_init(|| self.fold());
        let place = |line: u32| folded.starts.get(line as usize).copied();
        let end = folded.text.len();
        let lines = place(first.max(1) - 1).unwrap_or(end)..place(last).unwrap_or(end);
        hex(&content_hash(folded.text.get(lines).unwrap_or_default().as_bytes())[..KEPT])
    }

    fn fold(&self) -> Folded {
        let mut folded = Folded {
            text: String::with_capacity(self.text.len()),
            starts: Vec::with_capacity(self.starts.len() + 1),
        };
        for line in self.text.split('\n') {
            folded.starts.push(folded.text.len());
            fold_line(line, &mut folded.text);
        }
        folded
    }

    /// The text of some lines; those outside are left out.
    pub(crate) fn slice(&self, first: u32, last: u32) -> &'a str {
        let place = |line: u32| self.starts.get(line as usize).copied().unwrap_or(self.text.len());
        self.text.get(place(first.max(1) - 1)..place(last)).unwrap_or_default()
    }

    /// The marks of citations into this text; those into other files have none.
    pub(crate) fn marks(&self, citations: &[Citation]) -> Vec<String> {
        let mark = |citation: &Citation| match citation.path {
            None => self.mark(citation.line_start, citation.line_end),
            Some(_) => String::new(),
        };
        citations.iter().map(mark).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // D5
    #[test]
    fn a_mark_is_of_the_words_on_the_lines_alone() {
        let before = Lines::new("a = 1\nb  = 2\nc = 3\n");
        let check = |text: &str, first: u32, last: u32, same: bool| {
            let mark = Lines::new(text).mark(first, last);
            assert_eq!(mark == before.mark(2, 3), same, "{text:?} {first}-{last}");
        };
        check("a = 1\nb = 2\nc = 3\n", 2, 3, true);
        check("x\nx\na = 1\n\tb = 2  \nc = 3", 4, 5, true);
        check("a = 1\nb = 2\nc = 4\n", 2, 3, false);
        check("a = 1\nb = 2\nc = 3\n", 1, 3, false);
        check("a = 1\n", 2, 3, false);
        check("", 2, 3, false);
    }

    #[test]
    fn a_mark_is_the_start_of_the_hash_of_the_lines() {
        let text = "a\r\n\n  b\tc \u{a0}d\n\u{b}\ne\rf\n";
        for first in 0..9 {
            for last in 0..9 {
                let mark = Lines::new(text).mark(first, last);
                let hash = hex(&epitome_model::check::lines_hash(text, first, last));
                assert!(hash.starts_with(&mark), "{first}-{last}");
            }
        }
    }
}
