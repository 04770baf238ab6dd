//! The one entry: a text and its language give an outline, always.

use std::borrow::Cow;
use std::ops::Range;
use std::time::Duration;

use epitome_model::hash::{content_hash, offline_summary_hash, source_sha256};
use epitome_model::normalize::{NormalForms, layout_hash};
use epitome_model::outline::{DocKind, FileOutline, Problem};
use tree_sitter::Parser;

use crate::language::{Language, Way};
use crate::nesting::{MAX_NESTING, deepest_nesting};
use crate::parse::parse;
use crate::plain::outline_plain;
use crate::preprocessor::blanked;
use crate::walk::{Walked, walk};

/// How much one file may cost.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Longest time to parse.
    pub time: Duration,
    /// Deepest nesting of brackets.
    pub nesting: u32,
    /// Largest text.
    pub bytes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: Duration::from_secs(2), nesting: MAX_NESTING, bytes: 64 << 20 }
    }
}

/// Outlines many files with one parser.
#[derive(Default)]
pub struct Outliner {
    parser: Parser,
    limits: Limits,
    /// Kept from file to file: large allocations between two parses cost the parser its warm memory.
    forms: NormalForms,
    counted: Vec<Range<usize>>,
}

impl Outliner {
    /// An outliner with limits of its own.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Outliner { limits, ..Outliner::default() }
    }

    /// The outline of one text. Problems are in it.
    pub fn outline(&mut self, language: &Language, text: &str) -> FileOutline {
        let mut outline = FileOutline {
            language: language.id().into(),
            lines: count_lines(text),
            ..FileOutline::default()
        };
        match &language.way {
            Way::Plain { format, .. } => outline_plain(*format, text, &mut outline),
            Way::Deep { grammar, rules } => {
                if let Some(problem) = self.refuse(text) {
                    outline.problems.push(problem);
                    return outline;
                }
                let source = if rules.text.preprocessor {
                    blanked(text)
                } else {
                    Cow::Borrowed(text.as_bytes())
                };
                match parse(&mut self.parser, grammar, &source, self.limits.time) {
                    Some(tree) => {
                        let walked = walk(rules, &tree, text, outline);
                        outline = self.finish(walked, text, rules.text.indentation);
                    }
                    None => outline.problems.push(Problem::TookTooLong {
                        limit_ms: u32::try_from(self.limits.time.as_millis()).unwrap_or(u32::MAX),
                    }),
                }
            }
        }
        outline
    }

    fn refuse(&self, text: &str) -> Option<Problem> {
        if text.len() > self.limits.bytes as usize {
            return Some(Problem::TooLarge { limit: self.limits.bytes });
        }
        let depth = deepest_nesting(text);
        (depth > self.limits.nesting)
            .then_some(Problem::NestsTooDeep { depth, limit: self.limits.nesting })
    }

    /// Hashes need the comments of the whole file, so they come last.
    fn finish(&mut self, walked: Walked, text: &str, indentation: bool) -> FileOutline {
        let Walked { mut outline, comments } = walked;
        self.counted.clear();
        self.counted.extend(outline.symbols.iter().map(|symbol| match &symbol.doc {
            // Documentation counts, wherever it stands; a plain comment does not.
            Some(doc) if doc.kind != DocKind::Comment => symbol.full_span().bytes(),
            _ => symbol.span.bytes(),
        }));
        self.forms.fill(text, &self.counted, &comments);
        for (i, symbol) in outline.symbols.iter_mut().enumerate() {
            symbol.content_hash = content_hash(self.forms.get(i));
            symbol.summary_hash = offline_summary_hash(self.forms.get(i));
            symbol.source_sha256 = source_sha256(&text.as_bytes()[symbol.span.bytes()]);
            if indentation {
                symbol.layout_hash = layout_hash(text, symbol.span.bytes(), &comments);
            }
        }
        outline
    }
}

/// The outline of one text, with the usual limits.
#[must_use]
pub fn outline(language: &Language, text: &str) -> FileOutline {
    Outliner::default().outline(language, text)
}

fn count_lines(text: &str) -> u32 {
    let newlines = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    let last = usize::from(!text.is_empty() && !text.ends_with('\n'));
    u32::try_from(newlines + last).unwrap_or(u32::MAX)
}
