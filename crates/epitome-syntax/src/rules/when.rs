//! Conditions on a node, and the parts they look at.

use tree_sitter::{Language, Node};

use super::WhenText;
use super::compile::{LoadError, kind_ids};
use super::path::Path;

#[derive(Debug)]
pub(crate) struct When {
    path: Path,
    /// Equal for equal paths of one language, so that what one rule found serves the next.
    path_id: u16,
    kinds: Vec<u16>,
    texts: Vec<String>,
    absent: bool,
    not: bool,
    capital: bool,
    and: Option<Box<When>>,
}

impl When {
    pub(super) fn compile(
        text: &WhenText,
        grammar: &Language,
        paths: &mut Vec<String>,
    ) -> Result<When, LoadError> {
        let path_id = paths.iter().position(|known| *known == text.path).unwrap_or_else(|| {
            paths.push(text.path.clone());
            paths.len() - 1
        });
        let kinds =
            text.kinds.iter().map(|k| kind_ids(k, grammar)).collect::<Result<Vec<_>, _>>()?;
        Ok(When {
            path: Path::compile(&text.path, grammar)?,
            path_id: u16::try_from(path_id).unwrap_or(u16::MAX),
            kinds: kinds.concat(),
            texts: text.texts.clone(),
            absent: text.absent,
            not: text.not,
            capital: text.capital,
            and: match &text.and {
                Some(and) => Some(Box::new(When::compile(and, grammar, paths)?)),
                None => None,
            },
        })
    }

    /// Whether only certain words at its path can fit.
    pub(super) fn asks_word(&self) -> bool {
        !self.texts.is_empty() && !self.absent && !self.not
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    fn holds(&self, node: Node<'_>, source: &str, seen: &Seen) -> bool {
        self.holds_alone(node, source, seen)
            && self.and.as_ref().is_none_or(|and| and.holds(node, source, seen))
    }

    fn holds_alone(&self, node: Node<'_>, source: &str, seen: &Seen) -> bool {
        let Some((kind, range)) = seen.find(self, node) else { return self.absent };
        if self.absent {
            return false;
        }
        let text = || &source[range.0..range.1];
        let fits = (self.kinds.is_empty() || self.kinds.contains(&kind))
            && (self.texts.is_empty() || self.texts.iter().any(|t| t == text()))
            && (!self.capital || text().starts_with(|c: char| c.is_uppercase()));
        fits != self.not
    }
}

/// The kind and the bytes of a part.
type Part = (u16, (usize, usize));

/// The last part that a condition looked for: several rules of a kind ask about the same one.
#[derive(Default)]
pub(crate) struct Seen {
    last: std::cell::Cell<Option<(usize, u16, Option<Part>)>>,
}

impl Seen {
    fn find(&self, when: &When, node: Node<'_>) -> Option<Part> {
        if let Some((id, path, part)) = self.last.get()
            && id == node.id()
            && path == when.path_id
        {
            return part;
        }
        let part = when
            .path
            .find(node)
            .map(|found| (found.kind_id(), (found.start_byte(), found.end_byte())));
        self.last.set(Some((node.id(), when.path_id, part)));
        part
    }
}

pub(crate) fn holds(when: &Option<When>, node: Node<'_>, source: &str, seen: &Seen) -> bool {
    when.as_ref().is_none_or(|when| when.holds(node, source, seen))
}
