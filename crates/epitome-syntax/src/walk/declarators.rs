//! Types of languages that write them around the name: `const char *argv[]`.

use epitome_model::text::{Text, fold};
use tree_sitter::Node;

use super::Walker;
use crate::rules::table::flag;

const TYPE_CHARS: usize = 120;

impl Walker<'_> {
    /// All of `node` but its name and what comes at `end`: `const char *[]` for `argv` above.
    pub(super) fn type_around(&self, node: Node<'_>, name: Node<'_>, end: usize) -> Text {
        let start = self.type_start(node).min(name.start_byte());
        let behind = self.text[name.end_byte()..end.max(name.end_byte())].trim_end();
        let behind = behind.strip_suffix('=').unwrap_or(behind);
        join(&self.text[start..name.start_byte()], behind)
    }

    /// The type that `node` gives to one of its declarators: `int *` for `b` in `int a, *b`.
    pub(super) fn type_of_part(
        &self,
        node: Node<'_>,
        ty: Node<'_>,
        part: Node<'_>,
        name: Node<'_>,
    ) -> Text {
        let start = self.type_start(node).min(ty.start_byte());
        let base = &self.text[start..ty.end_byte()];
        let before = &self.text[part.start_byte()..name.start_byte()];
        let behind = &self.text[name.end_byte()..part.end_byte()];
        if before.is_empty() {
            join(base, behind)
        } else {
            join(&format!("{base} {before}"), behind)
        }
    }

    /// The return type that stands before a function's name, pointer marks and qualifiers included.
    pub(super) fn type_before(&self, node: Node<'_>, name: Node<'_>) -> Text {
        let start = self.type_start(node).min(name.start_byte());
        let text = &self.text[start..name.start_byte()];
        // `int (*f(int a))(double)`.
        fold(text.split('(').next().unwrap_or(text).trim(), TYPE_CHARS)
    }

    /// Behind the modifiers and attributes that come first.
    fn type_start(&self, node: Node<'_>) -> usize {
        let mut cursor = node.walk();
        node.children(&mut cursor)
            .find(|child| !self.has_flag(*child, flag::MODIFIER | flag::DECORATOR | flag::COMMENT))
            .map_or(node.start_byte(), |child| child.start_byte())
    }
}

fn join(before: &str, behind: &str) -> Text {
    fold(format!("{}{}", before.trim(), behind.trim()).as_str(), TYPE_CHARS)
}
