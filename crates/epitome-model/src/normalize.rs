//! What counts as the same code (G15–G22).
//!
//! The syntax stage knows where comments are, so a `#` inside a string is no comment (G20) and a
//! docstring is kept (G16); this module only needs their byte ranges. A run of blanks counts as
//! one wherever it stands, also inside a string: G18 makes no exception, and so a re-indented
//! multi-line string does not cost a new summary.

use std::ops::Range;

/// The normal form of `text[span]`: comments removed, runs of white space one space, blank lines
/// and trailing blanks gone, lines joined by `\n`.
///
/// `comments` are the file's comment ranges in bytes, sorted and apart from each other.
#[must_use]
pub fn normalize_code(text: &str, span: Range<usize>, comments: &[Range<u32>]) -> Vec<u8> {
    let mut out = Normalizer::with_capacity(span.len());
    let bytes = text.as_bytes();
    let first = comments.partition_point(|c| (c.end as usize) <= span.start);
    let mut at = span.start;
    for comment in &comments[first..] {
        let (start, end) = (comment.start as usize, comment.end as usize);
        if start >= span.end {
            break;
        }
        out.push(&bytes[at..start.max(at)]);
        // A comment parts two tokens as a blank does: `a/**/b` is not `ab`. The newlines inside a
        // block comment part lines.
        out.blank(bytes[start.max(at)..end.min(span.end)].contains(&b'\n'));
        at = end.min(span.end).max(at);
    }
    out.push(&bytes[at..span.end.max(at)]);
    out.finish()
}

/// The normal forms of many spans of one text, made in one pass: spans nest, and a method would
/// otherwise be normalised again with its class and its module.
#[derive(Default)]
pub struct NormalForms {
    out: Normalizer,
    places: Vec<Range<usize>>,
    events: Vec<(usize, Event)>,
}

impl NormalForms {
    /// The same as [`normalize_code`] for each span; `comments` as there.
    #[must_use]
    pub fn new(text: &str, spans: &[Range<usize>], comments: &[Range<u32>]) -> NormalForms {
        let mut forms = NormalForms::default();
        forms.fill(text, spans, comments);
        forms
    }

    /// Takes the forms of another text in place of those it holds, in the same memory.
    pub fn fill(&mut self, text: &str, spans: &[Range<usize>], comments: &[Range<u32>]) {
        let NormalForms { out, places, events } = self;
        out.clear(text.len());
        places.clear();
        places.resize(spans.len(), 0..0);
        events.clear();
        for (i, span) in spans.iter().enumerate().filter(|(_, span)| !span.is_empty()) {
            events.push((span.start, Event::Start(i)));
            events.push((span.end, Event::End(i)));
        }
        events.extend(comments.iter().map(|c| (c.start as usize, Event::Comment(c.end as usize))));
        events.sort_unstable();
        let mut at = 0;
        let bytes = text.as_bytes();
        for &(offset, event) in events.iter() {
            out.push_marking(&bytes[at..offset.max(at)], places);
            at = at.max(offset);
            match event {
                Event::Start(i) => out.waiting.push(i),
                Event::End(i) => {
                    if out.waiting.contains(&i) {
                        out.waiting.retain(|&waiting| waiting != i);
                    } else {
                        places[i].end = out.out.len();
                    }
                }
                Event::Comment(end) => {
                    out.blank(bytes[at..end.max(at)].contains(&b'\n'));
                    at = at.max(end);
                }
            }
        }
    }

    /// The normal form of span `i`.
    #[must_use]
    pub fn get(&self, i: usize) -> &[u8] {
        &self.out.out[self.places[i].clone()]
    }
}

/// What happens at an offset; at one offset spans end before others start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    End(usize),
    Start(usize),
    Comment(usize),
}

/// A buffer larger than this is not kept for the next text.
const KEPT_BYTES: usize = 1 << 20;

/// Builds the normal form: white space is owed, and paid only when something follows it.
#[derive(Default)]
struct Normalizer {
    out: Vec<u8>,
    owed: Owed,
    /// Spans that have begun, but whose first word has not come yet.
    waiting: Vec<usize>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Owed {
    #[default]
    Nothing,
    Space,
    Line,
    /// A new line that begins with white space.
    IndentedLine,
}

impl Normalizer {
    fn with_capacity(capacity: usize) -> Self {
        Normalizer { out: Vec::with_capacity(capacity), owed: Owed::Nothing, waiting: Vec::new() }
    }

    fn clear(&mut self, capacity: usize) {
        self.out.clear();
        if self.out.capacity() > KEPT_BYTES {
            self.out.shrink_to(KEPT_BYTES);
        }
        self.out.reserve(capacity);
        self.owed = Owed::Nothing;
        self.waiting.clear();
    }

    fn push(&mut self, bytes: &[u8]) {
        self.push_marking(bytes, &mut []);
    }

    /// Adds text, and notes where the waiting spans begin in what comes out.
    fn push_marking(&mut self, bytes: &[u8], places: &mut [Range<usize>]) {
        let mut rest = bytes;
        while let Some(&byte) = rest.first() {
            if is_blank(byte) {
                self.blank(byte == b'\n' || byte == b'\r');
                rest = &rest[1..];
            } else {
                let len = words_len(rest);
                self.pay();
                for i in self.waiting.drain(..) {
                    places[i] = self.out.len()..self.out.len();
                }
                self.out.extend_from_slice(&rest[..len]);
                rest = &rest[len..];
            }
        }
    }

    fn blank(&mut self, newline: bool) {
        self.owed = match (self.owed, newline) {
            (_, true) => Owed::Line,
            (Owed::Nothing | Owed::Space, false) => Owed::Space,
            (Owed::Line | Owed::IndentedLine, false) => Owed::IndentedLine,
        };
    }

    fn pay(&mut self) {
        if !self.out.is_empty() {
            match self.owed {
                Owed::Nothing => {}
                Owed::Space => self.out.push(b' '),
                Owed::Line => self.out.push(b'\n'),
                Owed::IndentedLine => self.out.extend_from_slice(b"\n "),
            }
        }
        self.owed = Owed::Nothing;
    }

    fn finish(self) -> Vec<u8> {
        self.out
    }
}

/// How many of the first bytes need no change: words with one space between them.
fn words_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += bytes[at..].iter().position(|&b| is_blank(b)).unwrap_or(bytes.len() - at);
        match bytes.get(at..at + 2) {
            Some(&[b' ', next]) if !is_blank(next) => at += 2,
            _ => return at,
        }
    }
}

/// A table: this is asked of every byte of a repository, and of some twice.
const BLANK: [bool; 256] = {
    let mut table = [false; 256];
    let blanks = b" \t\n\r\x0b\x0c";
    let mut i = 0;
    while i < blanks.len() {
        table[blanks[i] as usize] = true;
        i += 1;
    }
    table
};

fn is_blank(byte: u8) -> bool {
    BLANK[usize::from(byte)]
}

/// A hash of how deep each code line is indented, counted in levels, not in columns.
///
/// In languages where indentation is grammar (Python, Haskell), moving a statement out of a block
/// changes only white space, which [`normalize_code`] folds away. A summary may be kept only where
/// this hash is equal too. Changing the width of a level keeps it equal.
#[must_use]
pub fn layout_hash(text: &str, span: Range<usize>, comments: &[Range<u32>]) -> u64 {
    const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;
    let line_start = text[..span.start].rfind('\n').map_or(0, |i| i + 1);
    let mut levels: Vec<usize> = Vec::new();
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut at = line_start;
    for line in text[line_start..span.end].split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t', '\u{c}']).len();
        let code_at = (at + indent) as u32;
        at += line.len();
        if line.trim().is_empty() || starts_in_comment(comments, code_at) {
            continue;
        }
        while levels.last().is_some_and(|&top| top > indent) {
            levels.pop();
        }
        if levels.last() != Some(&indent) {
            levels.push(indent);
        }
        hash = (hash ^ levels.len() as u64).wrapping_mul(FNV_PRIME);
    }
    hash
}

fn starts_in_comment(comments: &[Range<u32>], at: u32) -> bool {
    let next = comments.partition_point(|c| c.end <= at);
    comments.get(next).is_some_and(|c| c.start <= at)
}

/// The normal form of a call context (G22): duplicates gone, alphabetical, and exactly
/// `called_by=a|b|c\ncalls=d|e|f`.
#[must_use]
pub fn normalize_context<S: AsRef<str>>(called_by: &[S], calls: &[S]) -> String {
    format!("called_by={}\ncalls={}", sorted_set(called_by), sorted_set(calls))
}

fn sorted_set<S: AsRef<str>>(names: &[S]) -> String {
    let mut names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    names.sort_unstable();
    names.dedup();
    names.join("|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `⟦…⟧` marks a comment in the input.
    fn check(marked: &str, expected: &str) {
        let (text, comments) = unmark(marked);
        let normal = normalize_code(&text, 0..text.len(), &comments);
        assert_eq!(String::from_utf8(normal).unwrap(), expected);
    }

    fn unmark(marked: &str) -> (String, Vec<Range<u32>>) {
        let mut text = String::new();
        let mut comments = Vec::new();
        let mut start = 0;
        for c in marked.chars() {
            match c {
                '⟦' => start = text.len() as u32,
                '⟧' => comments.push(start..text.len() as u32),
                c => text.push(c),
            }
        }
        (text, comments)
    }

    // G15, G17, G18, G19
    #[test]
    fn comments_blank_lines_and_runs_of_blanks_go() {
        check("a = 1  ⟦# one⟧\n\n\nb\t=  2   \n", "a = 1\nb = 2");
        check("a⟦/* x */⟧b", "a b");
        check("a ⟦/* x\n y */⟧ b", "a\n b");
        check("def f():\r\n\tx\r\n\r\n\ty\r", "def f():\n x\n y");
        check("\n\n  ⟦// only⟧  \n", "");
        check("f(⟦/**/⟧)", "f( )");
    }

    // G20
    #[test]
    fn what_is_not_marked_as_a_comment_stays() {
        check("x = \"# not a comment\"  ⟦# but this⟧", "x = \"# not a comment\"");
    }

    #[test]
    fn a_span_cuts_comments_at_its_ends() {
        let (text, comments) = unmark("⟦# a⟧\nx = 1 ⟦# b⟧\ny");
        let normal = normalize_code(&text, 4..text.len() - 2, &comments);
        assert_eq!(normal, b"x = 1");
    }

    // G22
    #[test]
    fn context_is_sorted_without_duplicates() {
        assert_eq!(
            normalize_context(&["c", "a", "b", "a"], &["f", "d", "e"]),
            "called_by=a|b|c\ncalls=d|e|f"
        );
        assert_eq!(normalize_context::<&str>(&[], &[]), "called_by=\ncalls=");
    }

    fn layout(text: &str) -> u64 {
        layout_hash(text, 0..text.len(), &[])
    }

    #[test]
    fn layout_sees_a_moved_statement_and_not_a_wider_indent() {
        let narrow = "def f():\n  if a:\n    b\n  c\n";
        let wide = "def f():\n    if a:\n\n        b\n    c\n";
        let moved = "def f():\n  if a:\n    b\n    c\n";
        assert_eq!(layout(narrow), layout(wide));
        assert_ne!(layout(narrow), layout(moved));
    }

    proptest! {
        // G12: one pass over a file gives what a pass over each symbol gives.
        #[test]
        fn forms_made_together_are_those_made_alone(
            text in "[ab \n\t(){}]{0,60}",
            spans in prop::collection::vec((0usize..60, 0usize..60), 0..8),
            cuts in prop::collection::vec(0u32..60, 0..6),
        ) {
            let spans: Vec<Range<usize>> = spans
                .into_iter()
                .map(|(a, b)| a.min(b).min(text.len())..a.max(b).min(text.len()))
                .collect();
            let mut cuts: Vec<u32> = cuts.into_iter().filter(|&c| (c as usize) <= text.len()).collect();
            cuts.sort_unstable();
            cuts.dedup();
            // Comments lie whole inside or outside of a span.
            let comments: Vec<Range<u32>> = cuts
                .chunks_exact(2)
                .map(|pair| pair[0]..pair[1])
                .filter(|c| {
                    spans.iter().all(|s| {
                        let (start, end) = (c.start as usize, c.end as usize);
                        (s.start <= start && end <= s.end) || end <= s.start || s.end <= start
                    })
                })
                .collect();
            let together = NormalForms::new(&text, &spans, &comments);
            for (i, span) in spans.iter().enumerate() {
                let alone = normalize_code(&text, span.clone(), &comments);
                prop_assert_eq!(together.get(i), alone.as_slice(), "{:?} of {:?}", span, text);
            }
        }

        // G17, G18, G19, G21
        #[test]
        fn normal_form_is_stable_and_blind_to_white_space(
            lines in prop::collection::vec("[a-z(){}=]{1,6}( [a-z]{1,4}){0,3}", 0..12),
            indent in 1usize..5,
            crlf: bool,
            gaps in prop::collection::vec(0usize..3, 12),
        ) {
            let end = if crlf { "\r\n" } else { "\n" };
            let plain: String = lines.iter().map(|l| format!(" {l}\n")).collect();
            let edited: String = lines
                .iter()
                .zip(&gaps)
                .map(|(l, &gap)| format!("{}{}  {end}{}", " ".repeat(indent), l.replace(' ', "\t "), end.repeat(gap)))
                .collect();
            let a = normalize_code(&plain, 0..plain.len(), &[]);
            let b = normalize_code(&edited, 0..edited.len(), &[]);
            prop_assert_eq!(&a, &b);
            let again = String::from_utf8(a.clone()).unwrap();
            prop_assert_eq!(normalize_code(&again, 0..again.len(), &[]), a);
        }
    }
}
