//! What leaves a function: returned values, raised and returned errors.

use epitome_model::outline::{RaisedError, Returned};
use epitome_model::text::{Text, fold};
use tree_sitter::Node;

use super::literals::first_quoted;
use super::names::clean_name;
use super::{MAX_FACTS, Walker, line_of};
use crate::rules::table::flag;
use crate::rules::when::holds;

const EXPRESSION_CHARS: usize = 160;

impl Walker<'_> {
    pub(super) fn returned(&mut self, node: Node<'_>, rule: u16) {
        let rule = &self.rules.values[usize::from(rule)];
        let leaves_closure_only = self.in_closure() && !self.rules.text.outward_returns;
        if leaves_closure_only
            || !holds(&rule.when, node, self.text, &self.seen)
            || self.function().is_none()
        {
            return;
        }
        let value = match &rule.value {
            Some(path) => path.find(node),
            None => node.named_child(0),
        };
        if let Some(value) = value {
            self.push_return(value);
        }
    }

    fn push_return(&mut self, value: Node<'_>) {
        let text = self.source(value);
        let line = line_of(value);
        let guard = self.guard_text();
        let expression = fold(text.trim_end_matches(';'), EXPRESSION_CHARS);
        if expression.is_empty() {
            return;
        }
        if let Some(part) = error_part(text, &self.rules.text.returned_errors) {
            let ty = error_type(part);
            let message = first_quoted(part);
            let error = RaisedError { ty, message, guard: guard.clone(), returned: true, line };
            let errors = &mut self.facts().errors;
            if errors.len() < MAX_FACTS {
                errors.push(error);
            }
        }
        let returns = &mut self.facts().returns;
        if returns.len() < MAX_FACTS {
            returns.push(Returned { expression, guard, line });
        }
    }

    /// A body that is an expression is what the function returns.
    pub(super) fn expression_body(&mut self, body: Node<'_>) {
        if !self.rules.text.blocks.is_empty() && !self.has_flag(body, flag::BLOCK | flag::NOT_TAIL)
        {
            self.push_return(body);
        }
    }

    /// The last expression of a block, in languages where that is its value.
    pub(super) fn tail_value(&mut self, node: Node<'_>, index: u32) {
        if !self.rules.text.tail {
            return;
        }
        let end = node.end_byte();
        let mut cursor = node.walk();
        let mut body =
            node.children(&mut cursor).filter(|child| self.has_flag(*child, flag::BLOCK)).last();
        // A closure that is bound to a name holds the block.
        if body.is_none()
            && let Some(closure) =
                node.children(&mut cursor).find(|child| self.has_flag(*child, flag::CLOSURE))
        {
            let mut cursor = closure.walk();
            body = closure
                .children(&mut cursor)
                .filter(|child| self.has_flag(*child, flag::BLOCK))
                .last();
        }
        let Some(mut block) = body else { return };
        debug_assert!(block.end_byte() <= end);
        // Some grammars put the statements of a body into one more node.
        for _ in 0..2 {
            match block.named_child(0) {
                Some(inner)
                    if block.named_child_count() == 1 && self.has_flag(inner, flag::BLOCK) =>
                {
                    block = inner;
                }
                _ => break,
            }
        }
        let mut cursor = block.walk();
        let last = block
            .named_children(&mut cursor)
            .filter(|child| !self.has_flag(*child, flag::COMMENT))
            .last();
        let Some(last) = last else { return };
        if self.rules.text.tail_of_one
            && (block.named_child_count() > 1
                || self.outline.symbols[index as usize].return_type.is_none())
        {
            return;
        }
        let line = line_of(last);
        let known =
            self.outline.symbols[index as usize].facts.returns.iter().any(|r| r.line == line);
        // An expression statement may be no more than its expression.
        let inner = last.named_child(0).filter(|inner| inner.byte_range() == last.byte_range());
        let is_tail = !self.has_flag(last, flag::NOT_TAIL)
            && inner.is_none_or(|inner| !self.has_flag(inner, flag::NOT_TAIL))
            && !self.source(last).ends_with(';')
            && !self.is_silent_call(last);
        if !known && is_tail {
            self.push_return(last);
        }
    }

    /// `case x do … end` in Elixir is a call in form only.
    fn is_silent_call(&self, node: Node<'_>) -> bool {
        let silent = &self.rules.text.silent_calls;
        let word = self.source(node).split([' ', '(', '\n']).next();
        !silent.is_empty() && silent.iter().any(|silent| Some(silent.as_str()) == word)
    }

    pub(super) fn raised(&mut self, node: Node<'_>, rule: u16) {
        let rule = &self.rules.values[usize::from(rule)];
        if !holds(&rule.when, node, self.text, &self.seen) {
            return;
        }
        let value = match &rule.value {
            Some(path) => path.find(node),
            None => node.named_child(0),
        };
        let text = value.map_or("", |value| self.source(value));
        let error = RaisedError {
            ty: error_type(text),
            message: first_quoted(text),
            guard: self.guard_text(),
            returned: rule.returned,
            line: line_of(value.filter(|_| rule.returned).unwrap_or(node)),
        };
        let errors = &mut self.facts().errors;
        if errors.len() < MAX_FACTS {
            errors.push(error);
        }
    }
}

/// `new ValueError("…")` is `ValueError`.
fn error_type(text: &str) -> Text {
    let text = text.trim().trim_start_matches('(');
    // `{:store, reason}` in Elixir is told by its first word.
    let text = text.strip_prefix('{').filter(|inner| inner.starts_with(':')).unwrap_or(text);
    let text = [
        "Promise.reject(",
        "Left(",
        "Failure(",
        "new ",
        "await ",
        "Err(",
        "&",
        "return ",
        "pure ",
        "$ ",
        "(",
    ]
    .iter()
    .fold(text, |text, prefix| text.strip_prefix(prefix).unwrap_or(text));
    let sign = usize::from(text.starts_with('-'));
    let end = text[sign..].find(|c: char| {
        !(c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '\\' | '!' | '?' | '$' | '@'))
    });
    let end = end.map_or(text.len(), |end| end + sign);
    let name = text[..end].trim_end_matches([':', '.']);
    clean_name(name.strip_suffix(".new").unwrap_or(name))
}

/// The error in a list such as `nil, errors.New("x")`, from where it begins.
fn error_part<'a>(text: &'a str, marks: &[String]) -> Option<&'a str> {
    if marks.is_empty() {
        return None;
    }
    std::iter::once(text)
        .chain(text.match_indices(", ").map(|(at, _)| text[at + 2..].trim_start()))
        .find(|part| marks.iter().any(|mark| part.starts_with(mark.as_str())))
}
