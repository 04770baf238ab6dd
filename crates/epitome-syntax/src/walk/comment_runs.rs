//! Comments: which are documentation, which belong to a body, which speak of the file.
//!
//! Comment lines that touch form a run. A run that touches the start of a symbol is its
//! documentation; any other becomes body comments of what it stands in.

use epitome_model::outline::{Comment, Doc, DocKind};
use epitome_model::span::Span;
use epitome_model::text::fold;
use tree_sitter::Node;

use super::{MAX_FACTS, Walker, byte, end_line_of, line_of, span_of};
use crate::comments::{clean_comment, clean_docstring, is_licence};

/// Longest body comment that is kept.
const COMMENT_CHARS: usize = 240;

#[derive(Default)]
pub(super) struct CommentRun {
    pieces: Vec<Span>,
    owner: Option<u32>,
    /// No code stood before the run.
    leads_file: bool,
}

impl Walker<'_> {
    pub(super) fn comment(&mut self, node: Node<'_>) {
        let mut span = span_of(node);
        // Some grammars count the newline in.
        let text = self.text[span.bytes()].trim_end();
        span.end_byte = span.start_byte + byte(text.len());
        span.end_line = span.start_line + byte(memchr::memchr_iter(b'\n', text.as_bytes()).count());
        self.comments.push(span.start_byte..span.end_byte);
        let owner = self.owner();
        let touches =
            self.run.pieces.last().is_some_and(|last| {
                last.end_line + 1 >= span.start_line && self.run.owner == owner
            });
        if !self.starts_its_line(span) {
            self.flush_comments();
            self.body_comment(owner, span);
            return;
        }
        if !touches {
            self.flush_comments();
            self.run.owner = owner;
            self.run.leads_file = !self.code_seen;
        }
        self.run.pieces.push(span);
    }

    fn starts_its_line(&self, span: Span) -> bool {
        let before = &self.text.as_bytes()[..span.start_byte as usize];
        let line = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
        before[line..].iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
    }

    /// The run that ends right above `start` becomes documentation; any other is let go.
    pub(super) fn take_doc(&mut self, start: Span) -> Option<Doc> {
        let touches = self.run.pieces.last().is_some_and(|last| {
            let parted = start.start_line.saturating_sub(last.end_line);
            let apart = self.text.get(last.end_byte as usize..start.start_byte as usize);
            last.end_line <= start.start_line
                && (parted <= 1
                    // Documentation may stand one blank line above what it speaks of.
                    || (parted == 2
                        && !self.run.leads_file
                        && self.is_doc_comment(*last)
                        && apart.is_some_and(|text| text.trim().is_empty())))
        });
        if !touches || self.run.owner != self.owner() {
            self.flush_comments();
            return None;
        }
        let pieces = self.without_file_doc();
        let marked =
            pieces.iter().rposition(|piece| !self.is_doc_comment(*piece)).map_or(0, |i| i + 1);
        let (others, kind) = if marked < pieces.len() {
            (marked, DocKind::DocComment)
        } else {
            (0, DocKind::Comment)
        };
        self.run.pieces = pieces[..others].to_vec();
        self.flush_comments();
        let pieces = &pieces[others..];
        let text = clean_comment(&self.joined(pieces))?;
        if !self.code_seen_before(pieces[0]) && is_licence(&text) {
            return None;
        }
        let span = pieces.iter().copied().reduce(Span::cover)?;
        if kind == DocKind::DocComment {
            self.keep_in_hash(span);
        }
        Some(Doc { text, span, kind })
    }

    /// The run, after what documents the file was taken from its start.
    fn without_file_doc(&mut self) -> Vec<Span> {
        let mut pieces = std::mem::take(&mut self.run.pieces);
        let marks = &self.rules.text.comments.file_doc;
        let of_file = |piece: &Span| {
            marks.iter().any(|mark| self.text[piece.bytes()].starts_with(mark.as_str()))
        };
        if let Some(last) = pieces.iter().rposition(of_file) {
            let rest = pieces.split_off(last + 1);
            self.run.pieces = pieces;
            self.flush_comments();
            return rest;
        }
        pieces
    }

    fn code_seen_before(&self, piece: Span) -> bool {
        piece.start_line > 3
    }

    /// Documentation counts in hashes, so it is no comment there.
    fn keep_in_hash(&mut self, span: Span) {
        let first =
            self.comments.iter().rposition(|c| c.start < span.start_byte).map_or(0, |i| i + 1);
        self.comments.truncate(first);
    }

    fn is_doc_comment(&self, piece: Span) -> bool {
        let text = &self.text[piece.bytes()];
        self.rules.text.comments.doc.iter().any(|mark| text.starts_with(mark.as_str()))
    }

    fn joined(&self, pieces: &[Span]) -> String {
        let texts: Vec<&str> = pieces.iter().map(|piece| &self.text[piece.bytes()]).collect();
        texts.join("\n")
    }

    /// What is left of the run goes to the body it stands in, or to the file.
    pub(super) fn flush_comments(&mut self) {
        if self.run.pieces.is_empty() {
            return;
        }
        let pieces = std::mem::take(&mut self.run.pieces);
        let owner = self.run.owner;
        if owner.is_none() && self.outline.doc.is_none() && self.take_file_doc(&pieces) {
            return;
        }
        if let Some(span) = pieces.into_iter().reduce(Span::cover) {
            self.body_comment(owner, span);
        }
    }

    /// Ends the symbol at its last own word, and gives back the comments that stand behind that.
    pub(super) fn cut_end(&mut self, node: Node<'_>) -> Vec<Span> {
        let margin = node.start_position().column;
        let mut end = self.text[..node.end_byte()].trim_end().len();
        for comment in self.comments.iter().rev() {
            let start = comment.start as usize;
            let line = memchr::memrchr(b'\n', &self.text.as_bytes()[..start]).map_or(0, |i| i + 1);
            let before = &self.text[line..start];
            if comment.end as usize != end
                || before.len() > margin
                || !before.trim_start().is_empty()
            {
                break;
            }
            end = self.text[..start].trim_end().len();
        }
        let end = end.max(node.start_byte());
        let cut = &self.text.as_bytes()[end..node.end_byte()];
        if !cut.is_empty()
            && let Some(index) = self.symbol_of_frame()
        {
            let lines = byte(memchr::memchr_iter(b'\n', cut).count());
            let last_row = u32::try_from(node.end_position().row).unwrap_or(u32::MAX);
            let span = &mut self.outline.symbols[index as usize].span;
            span.end_byte = byte(end);
            span.end_line = last_row + 1 - lines;
        }
        let first = self.run.pieces.iter().position(|piece| piece.start_byte as usize >= end);
        first.map_or_else(Vec::new, |first| self.run.pieces.split_off(first))
    }

    pub(super) fn carry_comments(&mut self, pieces: Vec<Span>) {
        if !pieces.is_empty() {
            self.run = CommentRun { pieces, owner: self.owner(), leads_file: false };
        }
    }

    fn take_file_doc(&mut self, pieces: &[Span]) -> bool {
        let marks = &self.rules.text.comments.file_doc;
        let marked = |piece: &Span| {
            marks.iter().any(|mark| self.text[piece.bytes()].starts_with(mark.as_str()))
        };
        let own: Vec<Span> = pieces.iter().copied().filter(|piece| marked(piece)).collect();
        let (own, kind) = if own.is_empty() {
            if !self.run.leads_file {
                return false;
            }
            (pieces.to_vec(), DocKind::Comment)
        } else {
            (own, DocKind::DocComment)
        };
        let Some(text) = clean_comment(&self.joined(&own)) else { return false };
        if is_licence(&text) {
            return false;
        }
        let Some(span) = own.into_iter().reduce(Span::cover) else { return false };
        self.outline.doc = Some(Doc { text, span, kind });
        true
    }

    fn body_comment(&mut self, owner: Option<u32>, span: Span) {
        let Some(text) = clean_comment(&self.text[span.bytes()]) else { return };
        let comments = match owner {
            Some(index) => &mut self.outline.symbols[index as usize].facts.comments,
            None => &mut self.outline.facts.comments,
        };
        if comments.len() < MAX_FACTS {
            comments.push(Comment { text: fold(&text, COMMENT_CHARS), line: span.start_line });
        }
    }

    /// The string that opens a body, in languages that take it for documentation (G43).
    pub(super) fn docstring(&mut self, body: Node<'_>) -> Option<Doc> {
        let path = self.rules.docstring.as_ref()?;
        // Only the first statement counts; comments may stand before it.
        let first = first_statement(self, body)?;
        if !self.rules.docstring_statements.contains(&first.kind_id()) {
            return None;
        }
        let node = path.find(first)?;
        self.docstring_at = Some(node.start_byte());
        let text = clean_docstring(self.source(node))?;
        let span = Span { start_line: line_of(node), end_line: end_line_of(node), ..span_of(node) };
        Some(Doc { text, span, kind: DocKind::Docstring })
    }
}

fn first_statement<'t>(walker: &Walker<'_>, body: Node<'t>) -> Option<Node<'t>> {
    let mut cursor = body.walk();
    body.named_children(&mut cursor)
        .find(|child| !walker.rules.has(child.kind_id(), crate::rules::table::flag::COMMENT))
}
