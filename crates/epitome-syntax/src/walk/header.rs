//! What stands before a symbol's name: decorators, annotations, attributes, modifiers.

use epitome_model::outline::{Decorator, Doc, DocKind, Visibility};
use epitome_model::text::{Text, fold};
use tree_sitter::Node;

use super::{FrameKind, Pending, Walker, end_line_of, line_of, span_of};
use crate::comments::{clean_docstring, unquote, without_margin};
use crate::rules::table::flag;

/// Longest decorator that is kept.
const DECORATOR_CHARS: usize = 200;

#[derive(Default)]
pub(super) struct Header {
    pub(super) decorators: Vec<Decorator>,
    pub(super) modifiers: Vec<Text>,
    /// Where the definition's own words begin.
    pub(super) signature_start: usize,
}

impl Walker<'_> {
    /// The decorators and modifiers among the children of a definition, up to its name.
    pub(super) fn header(&self, node: Node<'_>, name: Option<Node<'_>>) -> Header {
        let mut header = Header { signature_start: node.start_byte(), ..Header::default() };
        let end = name.map_or(node.end_byte(), |name| name.end_byte());
        let mut plain_seen = false;
        let mut cursor = node.walk();
        let mut depth = 0;
        let mut more = cursor.goto_first_child();
        while more || depth > 0 {
            if !more {
                cursor.goto_parent();
                depth -= 1;
                more = cursor.goto_next_sibling();
                continue;
            }
            let at = cursor.node();
            if at.start_byte() >= end {
                break;
            }
            let flags = self.rules.roles(at.kind_id()).map_or(0, |roles| roles.flags);
            if flags & flag::DECORATOR != 0 {
                header.decorators.push(self.decorator_text(at.byte_range(), line_of(at)));
                if !plain_seen {
                    header.signature_start = at.end_byte();
                }
            } else if flags & flag::MODIFIER == 0 {
                plain_seen = true;
            } else if at.child_count() == 0 || !self.holds_words(at) {
                plain_seen = true;
                header.modifiers.push(fold(self.source(at), 60));
            } else {
                more = cursor.goto_first_child();
                depth += 1;
                continue;
            }
            more = cursor.goto_next_sibling();
        }
        let rest = &self.text[header.signature_start..];
        header.signature_start += rest.len() - rest.trim_start().len();
        header.signature_start = header.signature_start.min(node.end_byte());
        header
    }

    /// Whether a modifier node is a list of modifiers and annotations, to be opened.
    fn holds_words(&self, node: Node<'_>) -> bool {
        (0..node.child_count())
            .filter_map(|i| node.child(i))
            .any(|child| self.has_flag(child, flag::DECORATOR | flag::MODIFIER))
    }

    /// A decorator met on the walk: the header's own were read with it; others wait.
    ///
    /// Whether what is in it may be code.
    pub(super) fn decorator(&mut self, node: Node<'_>, depth: u32) -> bool {
        let marks = &self.rules.text.decorator_marks;
        let text = self.source(node);
        if !marks.is_empty() && !marks.iter().any(|mark| text.starts_with(mark.as_str())) {
            return true;
        }
        let inside_header = self.frames.last().is_some_and(|frame| {
            matches!(frame.kind, FrameKind::Symbol { header_end, .. } if node.end_byte() <= header_end)
        });
        if inside_header || self.take_doc_decorator(node) {
            return marks.is_empty();
        }
        self.pending.push(Pending {
            depth,
            node: node.byte_range(),
            start_line: line_of(node),
            end_line: end_line_of(node),
        });
        self.opened(depth);
        marks.is_empty()
    }

    /// `@doc "…"` in Elixir documents what follows; `@moduledoc "…"` what it stands in.
    fn take_doc_decorator(&mut self, node: Node<'_>) -> bool {
        let file = &self.rules.text;
        if file.doc_decorators.is_empty() {
            return false;
        }
        let text = self.source(node).trim_start_matches('@');
        let (word, rest) = text.split_once([' ', '(']).unwrap_or((text, ""));
        let following = file.doc_decorators.iter().any(|w| w == word);
        let enclosing = file.enclosing_doc_decorators.iter().any(|w| w == word);
        if !following && !enclosing {
            return false;
        }
        let rest = rest.trim();
        let is_text = rest.starts_with(['"', '\'', '~']);
        self.docstring_at = Some(node.end_byte() - rest.len());
        let doc = clean_docstring(unquote(rest).trim_start_matches('\n'))
            .filter(|_| is_text)
            .map(|text| Doc { text: dedent(&text), span: span_of(node), kind: DocKind::Docstring });
        if following {
            // `@doc since: "1.0"` says nothing, and takes nothing back.
            if is_text || rest == "false" {
                self.pending_doc = doc;
            }
            if let Some(last) = self.pending.last_mut().filter(|p| p.end_line + 1 == line_of(node))
            {
                last.end_line = end_line_of(node);
            }
        } else if let Some(index) = self.owner() {
            self.outline.symbols[index as usize].doc = doc;
        }
        true
    }

    pub(super) fn decorator_text(&self, range: std::ops::Range<usize>, line: u32) -> Decorator {
        let text = self.text[range].trim();
        let bare = text
            .strip_prefix("#![")
            .or_else(|| text.strip_prefix("#["))
            .or_else(|| text.strip_prefix("[["))
            .or_else(|| text.strip_prefix('['))
            .map(|inner| inner.trim_end_matches(']'))
            .unwrap_or_else(|| text.trim_start_matches('@'));
        Decorator { text: fold(bare, DECORATOR_CHARS), line }
    }

    /// `private:` and the like set the visibility of what follows.
    pub(super) fn visibility_section(&mut self, node: Node<'_>) {
        let Some(visibility) = self.rules.visibility.word(self.source(node).trim()) else { return };
        // `private def f` in Ruby speaks of one method, a `private` alone on its line of all below.
        if self.has_flag(node, flag::NAME) && !self.ends_its_line(node.end_byte()) {
            self.said_before = Some((node.end_byte(), visibility));
            return;
        }
        if let Some(frame) = self.frames.last_mut() {
            match &mut frame.kind {
                FrameKind::Symbol { section, .. } | FrameKind::Scope { section, .. } => {
                    *section = Some(visibility);
                }
                FrameKind::Closure => {}
            }
        }
    }

    fn ends_its_line(&self, at: usize) -> bool {
        let rest = self.text[at..].trim_start_matches([' ', '\t', '\r']);
        rest.is_empty() || rest.starts_with(['\n', '#', ';'])
    }

    /// What the word right before `start` says.
    pub(super) fn said_before(&self, start: usize) -> Option<Visibility> {
        let (end, visibility) = self.said_before?;
        let between = self.text.get(end..start)?;
        between.trim_matches([' ', '(']).is_empty().then_some(visibility)
    }

    pub(super) fn section(&self) -> Option<Visibility> {
        self.frames.last().and_then(|frame| match frame.kind {
            FrameKind::Symbol { section, .. } | FrameKind::Scope { section, .. } => section,
            FrameKind::Closure => None,
        })
    }
}

fn dedent(text: &str) -> String {
    let margin = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = text.lines().map(|line| without_margin(line, margin)).collect();
    lines.join("\n").trim().to_owned()
}
