//! A way from a node to one of its parts: `name`, `declarator*/name|name`, `#block/#-1`.
//!
//! Alternatives are parted by `|` and tried in order; steps by `/`. A step is a field (`name`), the
//! first child of a kind (`#identifier`), the first or last named child (`#*`, `#-1`), or the node
//! itself (`.`). A `*` after a field or kind follows it as long as it leads on, which is how C
//! declarators are unwrapped. A `+` or `-` after a kind is the named child after or before it, for
//! grammars that give their parts no fields: `#=+` is what stands after the `=`.

use tree_sitter::{Language, Node};

use super::compile::{LoadError, kind_ids};

/// A compiled path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    /// Set where the path is one field and no more, as most are.
    field: Option<u16>,
    alternatives: Vec<Vec<Step>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Itself,
    Field { id: u16, repeat: bool },
    Kind { ids: Vec<u16>, repeat: bool },
    After { ids: Vec<u16> },
    Before { ids: Vec<u16> },
    FirstNamed,
    LastNamed,
}

impl Path {
    pub(crate) fn compile(text: &str, grammar: &Language) -> Result<Path, LoadError> {
        let alternatives: Vec<Vec<Step>> = text
            .split('|')
            .map(|alternative| {
                alternative.split('/').map(|step| compile_step(step.trim(), grammar)).collect()
            })
            .collect::<Result<_, _>>()?;
        let field = match alternatives.as_slice() {
            [steps] => match steps.as_slice() {
                [Step::Field { id, repeat: false }] => Some(*id),
                _ => None,
            },
            _ => None,
        };
        Ok(Path { field, alternatives })
    }

    pub(crate) fn find<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        if let Some(id) = self.field {
            return node.child_by_field_id(id);
        }
        self.alternatives
            .iter()
            .find_map(|steps| steps.iter().try_fold(node, |at, step| take(step, at)))
    }
}

fn compile_step(step: &str, grammar: &Language) -> Result<Step, LoadError> {
    match step {
        "." => return Ok(Step::Itself),
        "#*" => return Ok(Step::FirstNamed),
        "#-1" => return Ok(Step::LastNamed),
        _ => {}
    }
    for side in ['+', '-'] {
        if let Some(kind) = step.strip_prefix('#').and_then(|kind| kind.strip_suffix(side))
            && !kind.is_empty()
        {
            let ids = kind_ids(kind, grammar)?;
            return Ok(if side == '+' { Step::After { ids } } else { Step::Before { ids } });
        }
    }
    let (word, repeat) = step.strip_suffix('*').map_or((step, false), |word| (word, true));
    if let Some(kind) = word.strip_prefix('#') {
        Ok(Step::Kind { ids: kind_ids(kind, grammar)?, repeat })
    } else {
        let id = grammar
            .field_id_for_name(word)
            .ok_or_else(|| LoadError::UnknownField { field: word.to_owned() })?;
        Ok(Step::Field { id: id.get(), repeat })
    }
}

fn take<'t>(step: &Step, node: Node<'t>) -> Option<Node<'t>> {
    match step {
        Step::Itself => Some(node),
        Step::Field { id, repeat: false } => node.child_by_field_id(*id),
        Step::Field { id, repeat: true } => Some(follow(node, |at| at.child_by_field_id(*id))),
        Step::Kind { ids, repeat: false } => child_of_kind(node, ids),
        Step::Kind { ids, repeat: true } => Some(follow(node, |at| child_of_kind(at, ids))),
        Step::After { ids } => beside(node, ids).1,
        Step::Before { ids } => beside(node, ids).0,
        Step::FirstNamed => node.named_child(0),
        Step::LastNamed => {
            let count = u32::try_from(node.named_child_count()).ok()?;
            node.named_child(count.checked_sub(1)?)
        }
    }
}

fn follow<'t>(mut node: Node<'t>, next: impl Fn(Node<'t>) -> Option<Node<'t>>) -> Node<'t> {
    while let Some(inner) = next(node) {
        node = inner;
    }
    node
}

/// A cursor is an allocation, which so few children are not worth.
const FEW: u32 = 4;

fn child_of_kind<'t>(node: Node<'t>, ids: &[u16]) -> Option<Node<'t>> {
    let count = node.child_count();
    if count <= FEW {
        return (0..count).filter_map(|i| node.child(i)).find(|c| ids.contains(&c.kind_id()));
    }
    let mut cursor = node.walk();
    if !cursor.goto_first_child() {
        return None;
    }
    loop {
        let child = cursor.node();
        if ids.contains(&child.kind_id()) {
            return Some(child);
        }
        if !cursor.goto_next_sibling() {
            return None;
        }
    }
}

/// The named children right before and right after the first child of a kind, comments left out.
fn beside<'t>(node: Node<'t>, ids: &[u16]) -> (Option<Node<'t>>, Option<Node<'t>>) {
    let mut cursor = node.walk();
    let mut before = None;
    let mut met = false;
    for child in node.children(&mut cursor) {
        if !met && ids.contains(&child.kind_id()) {
            met = true;
        } else if child.is_named() && !child.is_extra() {
            if met {
                return (before, Some(child));
            }
            before = Some(child);
        }
    }
    if met { (before, None) } else { (None, None) }
}
