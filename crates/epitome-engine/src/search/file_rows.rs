//! What the search indexes hold of a file and its symbols, made while its text is at hand.

use std::cell::RefCell;

use epitome_index::sparse::Bag;
use epitome_model::document::Document;
use epitome_model::outline::{FileOutline, Symbol};
use epitome_model::summarize::FileSummaries;
use epitome_model::summary::Summary;

use super::fields::{CodeField, EXACT, FieldRule, SummaryField};
use super::fused::{CODE_PIECE, StoredSummary, description, file_text, fused_text, summary_text};
use super::terms::{Splitter, Token};
use crate::database::NewSummary;
use crate::embed::{EmbedError, Embedder, SmallVector};

/// Tokens of the text of a document in the index over summaries, at most (G47).
pub(crate) const SUMMARY_TOKENS: usize = 512;

/// The rows of one document in the four indexes.
#[derive(Clone, Debug, Default)]
pub(crate) struct DocumentRows {
    /// Terms of the code; none for a module, which has no code of its own.
    pub(crate) code: Option<Bag>,
    /// Lines of the code.
    pub(crate) lines: u32,
    /// Terms of the summary.
    pub(crate) summary: Bag,
    /// The vector of the code.
    pub(crate) code_vector: Option<SmallVector>,
    /// The vector of the summary; none for a placeholder (G34).
    pub(crate) summary_vector: Option<SmallVector>,
}

/// Memory that is used again from file to file.
#[derive(Default)]
struct Scratch {
    splitter: Splitter,
    tokens: Vec<Token>,
    short: Vec<Token>,
    /// The terms of the path, which every symbol of a file has too.
    path: Vec<Token>,
    counts: Counts,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Rows of a file, its own first, then those of its symbols in the outline's order. `stored` is what a
/// model said of each symbol; empty where none was asked.
pub(crate) fn file_rows(
    path: &str,
    text: &str,
    outline: &FileOutline,
    summaries: &FileSummaries,
    stored: &[Option<NewSummary>],
    embedder: &Embedder,
) -> Result<Vec<DocumentRows>, EmbedError> {
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.splitter.tidy();
        let mut writer = Writer { path, text, scratch };
        writer.rows(outline, summaries, stored, embedder)
    })
}

/// The rows of a module: its summary alone.
pub(crate) fn module_rows(
    module: &Document,
    embedder: &Embedder,
) -> Result<DocumentRows, EmbedError> {
    let Document { id: path, summary, business_intent, keywords, .. } = module;
    SCRATCH.with_borrow_mut(|scratch| {
        let mut writer = Writer { path, text: "", scratch };
        let text = summary_text(path, business_intent, summary, SUMMARY_TOKENS);
        writer.split_path();
        let bag = writer.summary_bag(path, keywords, summary, business_intent);
        let vector = embedder.embed_small(&[&text])?.into_iter().next();
        Ok(DocumentRows { summary: bag, summary_vector: vector, ..DocumentRows::default() })
    })
}

struct Writer<'a> {
    path: &'a str,
    text: &'a str,
    scratch: &'a mut Scratch,
}

impl Writer<'_> {
    fn rows(
        &mut self,
        outline: &FileOutline,
        summaries: &FileSummaries,
        stored: &[Option<NewSummary>],
        embedder: &Embedder,
    ) -> Result<Vec<DocumentRows>, EmbedError> {
        let mut tokens = std::mem::take(&mut self.scratch.tokens);
        tokens.clear();
        self.scratch.splitter.split(self.text, &mut tokens);
        self.split_path();
        let members = Members::of(outline);
        let mut rows = Vec::with_capacity(outline.symbols.len() + 1);
        let mut texts = Vec::with_capacity(2 * rows.capacity());
        rows.push(self.file(outline, &summaries.file, &tokens, &mut texts));
        for (at, (symbol, summary)) in outline.symbols.iter().zip(&summaries.symbols).enumerate() {
            let held: Vec<&Symbol> =
                members.of_symbol(at).map(|at| &outline.symbols[at as usize]).collect();
            let stored = stored.get(at).and_then(Option::as_ref).map(|said| StoredSummary {
                signature: said.signature.as_deref(),
                text: &said.text,
            });
            rows.push(self.symbol(symbol, &held, (summary, stored), &tokens, &mut texts));
        }
        self.scratch.tokens = tokens;
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut vectors = embedder.embed_small(&texts)?.into_iter();
        for row in &mut rows {
            row.code_vector = vectors.next();
            // A placeholder gave no text of its summary.
            if row.summary_vector.is_some() {
                row.summary_vector = vectors.next();
            }
        }
        Ok(rows)
    }

    fn file(
        &mut self,
        outline: &FileOutline,
        summary: &Summary,
        tokens: &[Token],
        texts: &mut Vec<String>,
    ) -> DocumentRows {
        let stem = stem_of(self.path);
        let names: Vec<&str> = outline.symbols.iter().map(|symbol| &*symbol.name).collect();
        let names = names.join(" ");
        let mut bag = Bag::new();
        self.scratch.put(tokens, CodeField::Body.rule(), &mut bag);
        self.put_text(stem, CodeField::Name.rule(), &mut bag);
        self.put_path("", CodeField::Path.rule(), &mut bag);
        if let Some(doc) = &outline.doc {
            self.put_text(&doc.text, CodeField::Doc.rule(), &mut bag);
        }
        self.put_text(&names, CodeField::Members.rule(), &mut bag);
        put_exact(stem, &mut bag);
        texts.push(file_text(stem, self.path, &names, self.text));
        self.finish(bag, outline.lines, stem, summary, texts)
    }

    fn symbol(
        &mut self,
        symbol: &Symbol,
        members: &[&Symbol],
        (summary, stored): (&Summary, Option<StoredSummary<'_>>),
        tokens: &[Token],
        texts: &mut Vec<String>,
    ) -> DocumentRows {
        let span = symbol.span.bytes();
        let mut bag = Bag::new();
        let mut own = String::new();
        let mut names = String::new();
        let is_function = symbol.kind.is_function();
        let code = if is_function {
            self.scratch.put(within(tokens, &span), CodeField::Body.rule(), &mut bag);
            self.text.get(span.clone()).unwrap_or_default()
        } else {
            // A class is what its members leave, and how these begin.
            let mut left = Vec::new();
            let mut at = span.start;
            for member in members {
                names.push_str(&member.name);
                names.push(' ');
                let held = member.span.bytes();
                if held.start >= at && held.end <= span.end {
                    let head = (held.start + member.signature.len()).min(held.end);
                    left.extend_from_slice(within(tokens, &(at..head)));
                    // Only the beginning is embedded.
                    if own.len() < CODE_PIECE {
                        own.push_str(self.text.get(at..held.start).unwrap_or_default());
                        own.push_str(&member.signature);
                        own.push('\n');
                    }
                    at = held.end;
                }
            }
            left.extend_from_slice(within(tokens, &(at..span.end)));
            own.push_str(self.text.get(at..span.end).unwrap_or_default());
            self.scratch.put(&left, CodeField::Body.rule(), &mut bag);
            own.as_str()
        };
        self.put_text(&symbol.name, CodeField::Name.rule(), &mut bag);
        self.put_path(&symbol.qualified_name, CodeField::Path.rule(), &mut bag);
        let doc = symbol.doc.as_ref().map_or("", |doc| &doc.text);
        self.put_text(doc, CodeField::Doc.rule(), &mut bag);
        self.put_text(&names, CodeField::Members.rule(), &mut bag);
        put_exact(&symbol.name, &mut bag);
        if let Some(tail) = last_two(&symbol.qualified_name) {
            put_exact(tail, &mut bag);
        }
        let head: &str = if symbol.signature.is_empty() { &symbol.name } else { &symbol.signature };
        let description = description(&symbol.name, &symbol.qualified_name, self.path, doc, code);
        texts.push(fused_text(stored, head, &description, code));
        let full = symbol.full_span();
        let lines = full.end_line.saturating_sub(full.start_line) + 1;
        self.finish(bag, lines, &symbol.qualified_name, summary, texts)
    }

    fn finish(
        &mut self,
        code: Bag,
        lines: u32,
        name: &str,
        summary: &Summary,
        texts: &mut Vec<String>,
    ) -> DocumentRows {
        let mut rows = DocumentRows { code: Some(code), lines, ..DocumentRows::default() };
        rows.summary =
            self.summary_bag(name, &summary.keywords, &summary.summary, &summary.business_intent);
        if !summary.is_placeholder {
            texts.push(summary_text(
                name,
                &summary.business_intent,
                &summary.summary,
                SUMMARY_TOKENS,
            ));
            // Until the vectors are made, the place says that there is to be one.
            rows.summary_vector = Some(SmallVector::default());
        }
        rows
    }

    fn summary_bag(&mut self, name: &str, keywords: &[String], summary: &str, intent: &str) -> Bag {
        let mut bag = Bag::new();
        self.put_text(&keywords.join(" "), SummaryField::Keywords.rule(), &mut bag);
        self.put_text(name, SummaryField::Name.rule(), &mut bag);
        self.put_path("", SummaryField::Path.rule(), &mut bag);
        let text = format!("{summary} {intent}");
        self.put_text(&text, SummaryField::Text.rule(), &mut bag);
        bag
    }

    fn split_path(&mut self) {
        let mut tokens = std::mem::take(&mut self.scratch.path);
        tokens.clear();
        self.scratch.splitter.split(self.path, &mut tokens);
        self.scratch.path = tokens;
    }

    /// The path, and the names around a symbol.
    fn put_path(&mut self, names: &str, rule: FieldRule, bag: &mut Bag) {
        let mut tokens = std::mem::take(&mut self.scratch.short);
        tokens.clear();
        tokens.extend_from_slice(&self.scratch.path);
        self.scratch.splitter.split(names, &mut tokens);
        self.scratch.put(&tokens, rule, bag);
        self.scratch.short = tokens;
    }

    fn put_text(&mut self, text: &str, rule: FieldRule, bag: &mut Bag) {
        let mut tokens = std::mem::take(&mut self.scratch.short);
        tokens.clear();
        self.scratch.splitter.split(text, &mut tokens);
        self.scratch.put(&tokens, rule, bag);
        self.scratch.short = tokens;
    }
}

impl Scratch {
    /// Adds the terms of a field to a bag, each once with its count.
    fn put(&mut self, tokens: &[Token], rule: FieldRule, bag: &mut Bag) {
        let norm = rule.norm(tokens.len());
        self.counts.begin(self.splitter.len());
        for token in tokens {
            self.counts.add(token.term);
        }
        let met = &self.counts.met;
        let bytes: usize = met.iter().map(|&number| self.splitter.term(number).len()).sum();
        bag.reserve(met.len(), bytes + met.len() * rule.prefix.len());
        for &number in met {
            let count = self.counts.of(number) as f32 / norm;
            bag.push_in_field(rule.prefix, self.splitter.term(number), count);
        }
    }
}

/// How often each term was met, in a table that need not be cleared.
#[derive(Default)]
struct Counts {
    /// For each term the round it was met in, and how often.
    table: Vec<(u32, u32)>,
    round: u32,
    /// The terms of this round, in the order they were met.
    met: Vec<u32>,
}

impl Counts {
    fn begin(&mut self, terms: usize) {
        if self.round == u32::MAX {
            self.table.clear();
            self.round = 0;
        }
        self.round += 1;
        if self.table.len() < terms {
            self.table.resize(terms, (0, 0));
        }
        self.met.clear();
    }

    fn add(&mut self, term: u32) {
        let place = &mut self.table[term as usize];
        if place.0 == self.round {
            place.1 += 1;
        } else {
            *place = (self.round, 1);
            self.met.push(term);
        }
    }

    fn of(&self, term: u32) -> u32 {
        self.table[term as usize].1
    }
}

/// Which symbols each symbol holds.
struct Members {
    starts: Vec<u32>,
    held: Vec<u32>,
}

impl Members {
    fn of(outline: &FileOutline) -> Self {
        let mut pairs: Vec<(u32, u32)> = (0..)
            .zip(&outline.symbols)
            .filter_map(|(at, symbol)| Some((symbol.parent?, at)))
            .collect();
        pairs.sort_unstable();
        let symbols = outline.symbols.len() as u32;
        let starts = (0..=symbols)
            .map(|symbol| pairs.partition_point(|&(parent, _)| parent < symbol) as u32)
            .collect();
        Self { starts, held: pairs.into_iter().map(|(_, at)| at).collect() }
    }

    fn of_symbol(&self, at: usize) -> impl Iterator<Item = u32> {
        self.held[self.starts[at] as usize..self.starts[at + 1] as usize].iter().copied()
    }
}

fn put_exact(name: &str, bag: &mut Bag) {
    bag.push_in_field(EXACT, name, 1.0);
}

/// The tokens that begin in a range of bytes.
fn within<'t>(tokens: &'t [Token], range: &std::ops::Range<usize>) -> &'t [Token] {
    let at = |byte: usize| tokens.partition_point(|token| (token.start as usize) < byte);
    let (start, end) = (at(range.start), at(range.end));
    tokens.get(start..end).unwrap_or_default()
}

/// The name of a file without its endings.
pub(crate) fn stem_of(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.find('.') {
        Some(0) | None => name,
        Some(end) => &name[..end],
    }
}

/// `Reader.read` of `io.Reader.read`; nothing for a name that stands alone.
pub(crate) fn last_two(qualified: &str) -> Option<&str> {
    let last = qualified.rfind('.')?;
    Some(qualified[..last].rfind('.').map_or(qualified, |dot| &qualified[dot + 1..]))
}
