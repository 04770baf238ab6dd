//! What the walk need not go into: half of a tree is names and the marks between them.
//!
//! Moving to a node costs more than most looks at it, so it pays to tell from outside that nothing is
//! inside. Where a tree has errors their number is wanted, so nothing in it is passed over.

use tree_sitter::Node;

use super::Walker;
use crate::rules::table::{Action, Roles, flag};

/// `a.b` and `"text"` are up to this many nodes.
const SMALL: usize = 4;

/// What is left to look at in a node once its own facts are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    All,
    /// All but the arguments with this node id.
    BesidesArguments(usize),
    Nothing,
}

/// What a list of arguments holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Held {
    /// Names only.
    Names,
    /// Names and literals.
    Literals,
    Code,
}

impl<'a> Walker<'a> {
    /// Whether neither the node nor anything in it is worth a look.
    pub(super) fn is_quiet(&self, node: Node<'_>) -> bool {
        self.is_quiet_by(self.rules.action(node.kind_id()), node)
    }

    /// The same, where the action of its kind is known.
    pub(super) fn is_quiet_by(&self, action: Action, node: Node<'_>) -> bool {
        match action {
            Action::Skip => true,
            // Asking for the count is cheaper than looking for a first child in vain.
            Action::Pass => {
                node.descendant_count() == 1 || (!self.has_errors && self.is_empty_list(node))
            }
            Action::PassLarge | Action::ActLarge => {
                node.descendant_count() <= SMALL
                    || (!self.has_errors && is_name_path(self.source(node)))
            }
            Action::PassType => {
                node.descendant_count() == 1 || (!self.has_errors && is_type(self.source(node)))
            }
            Action::Act => false,
        }
    }

    /// `()`, `[]` and `{}`.
    fn is_empty_list(&self, node: Node<'_>) -> bool {
        let start = node.start_byte();
        node.end_byte() == start + 2 && matches!(self.text.as_bytes()[start], b'(' | b'[' | b'{')
    }

    /// Whether what is in the node was read with what it belongs to.
    pub(super) fn is_mute(&mut self, node: Node<'_>) -> bool {
        let id = node.id();
        if self.mute_arguments.last() == Some(&id) {
            self.mute_arguments.pop();
            return true;
        }
        self.mute_parameters == Some(id)
    }

    /// Whether there may be code in a string: more than quotes and what is between them.
    pub(super) fn holds_code(&self, string: Node<'_>) -> bool {
        let marks = &self.rules.text.string_code;
        !self.rules.text.plain_strings
            && string.descendant_count() > SMALL
            && (marks.is_empty()
                || self.has_errors
                || marks.iter().any(|mark| self.source(string).contains(mark.as_str())))
    }

    /// What an argument is to the walk.
    pub(super) fn held(&self, argument: Node<'_>, kind: u16) -> Held {
        if self.is_quiet_by(self.rules.action(kind), argument) {
            return Held::Names;
        }
        match self.rules.roles(kind) {
            Some(roles) if roles.is_mere_literal() && !self.holds_code(argument) => Held::Literals,
            _ => Held::Code,
        }
    }

    /// What is left of a call whose name, receiver and arguments are known.
    pub(super) fn rest_of_call(
        &mut self,
        node: Node<'a>,
        parts: [Option<Node<'a>>; 2],
        arguments: Option<Node<'a>>,
        held: Held,
        depth: u32,
    ) -> Rest {
        if held == Held::Code || self.has_errors {
            return Rest::All;
        }
        if !self.is_callee_quiet(node, parts, arguments) {
            return match arguments {
                Some(list) if held == Held::Names => Rest::BesidesArguments(list.id()),
                _ => Rest::All,
            };
        }
        if held == Held::Literals {
            let literals = std::mem::take(&mut self.literal_arguments);
            // A call, its arguments, one of them.
            for literal in &literals {
                self.literal(*literal, depth + 2);
            }
            self.literal_arguments = literals;
        }
        Rest::Nothing
    }

    pub(super) fn literal(&mut self, node: Node<'_>, depth: u32) {
        if self.has_flag(node, flag::STRING) {
            self.string(node, depth);
        } else {
            self.number(node, depth);
        }
    }

    /// Whether a call is names, the usual marks between them, and its arguments: no comment, no type.
    fn is_callee_quiet(
        &self,
        node: Node<'a>,
        parts: [Option<Node<'a>>; 2],
        arguments: Option<Node<'a>>,
    ) -> bool {
        let mut at = node.start_byte();
        for part in parts.into_iter().flatten() {
            let start = part.start_byte();
            if start < at || !is_mark(&self.text[at..start]) || !self.is_quiet(part) {
                return false;
            }
            at = part.end_byte();
        }
        let end = arguments.map_or(node.end_byte(), |list| list.start_byte());
        at <= end
            && is_mark(&self.text[at..end])
            && arguments.is_none_or(|list| list.end_byte() == node.end_byte())
    }
}

impl Roles {
    /// A literal and nothing else.
    fn is_mere_literal(&self) -> bool {
        matches!(self.flags, flag::STRING | flag::NUMBER) && self.has_no_rules()
    }
}

/// What stands between the parts of a call.
fn is_mark(text: &str) -> bool {
    text.is_empty() || matches!(text.trim_ascii(), "" | "." | "::" | "->" | "new")
}

/// `a.b.c`, `a::b`: names, and no number among them.
fn is_name_path(text: &str) -> bool {
    let mut starts = true;
    for &byte in text.as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => starts = false,
            b'0'..=b'9' if !starts => {}
            b'.' | b':' => starts = true,
            _ => return false,
        }
    }
    true
}

/// `: Map<string, a.B[]> | null`: names and the marks of types, no literal, body or comment.
fn is_type(text: &str) -> bool {
    let mut starts = true;
    for &byte in text.as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => starts = false,
            b'0'..=b'9' if !starts => {}
            b' ' | b'\n' | b'.' | b',' | b':' | b'|' | b'&' | b'?' | b'<' | b'>' | b'[' | b']' => {
                starts = true;
            }
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_types_and_marks_are_told_from_code() {
        fn check(test: fn(&str) -> bool, quiet: &[&str], loud: &[&str]) {
            for (texts, expected) in [(quiet, true), (loud, false)] {
                for text in texts {
                    assert_eq!(test(text), expected, "{text}");
                }
            }
        }
        check(
            is_name_path,
            &["a", "a.b2.c", "std::fmt", "$x._y"],
            &["a.0", "a.b()", "a[0]", "a.\n// x\nb", "\"a\".b", "a /* x */.b", "é.b"],
        );
        check(
            is_type,
            &[": string", ": Map<K, a.B[]> | null", "?: x2"],
            &[": 5", ": 'a' | 'b'", ": { f(): void }", ": () => void", ": a /* x */", ": a // x"],
        );
        check(is_mark, &["", ".", " \n  .", "::", "new ", "->"], &["//", ".<T>", "?.", ". // x\n"]);
    }
}
