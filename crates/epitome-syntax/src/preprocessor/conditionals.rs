//! Conditionals that split a statement or a pair of brackets: one branch is kept, without `#` lines.

use std::ops::Range;

use super::scan::{Kind, Scanner};

/// A conditional inside a statement is a few lines; a longer one is a misreading and is left alone.
const MAX_BYTES: usize = 4000;

/// Where the scan stands: open brackets and the last token's last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    braces: i32,
    parens: i32,
    last: u8,
}

struct Branch {
    code: Range<usize>,
    end: State,
    /// A bracket that was open before was closed.
    closes: bool,
    is_never: bool,
}

struct Group {
    start: State,
    lowest: i32,
    directives: Vec<Range<usize>>,
    branches: Vec<Branch>,
    code_start: usize,
    is_never: bool,
}

pub(super) fn ranges(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    if memchr::memmem::find(bytes, b"#").is_none() {
        return out;
    }
    let mut state = State { braces: 0, parens: 0, last: b';' };
    let mut groups: Vec<Group> = Vec::new();
    // For each open brace: the parentheses around it.
    let mut around: Vec<i32> = Vec::new();
    for token in Scanner::new(bytes, 0) {
        match token.kind {
            Kind::Directive => {
                directive(bytes, token.range, &mut state, &mut groups, &mut out);
                around.truncate(usize::try_from(state.braces).unwrap_or(0));
                continue;
            }
            Kind::Mark(b'{') => {
                state.braces += 1;
                around.push(state.parens);
                state.parens = 0;
            }
            Kind::Mark(b'}') => {
                state.braces -= 1;
                state.parens = around.pop().unwrap_or(0);
                if let Some(group) = groups.last_mut() {
                    group.lowest = group.lowest.min(state.braces);
                }
            }
            Kind::Mark(b'(') => state.parens += 1,
            Kind::Mark(b')') => state.parens -= 1,
            _ => {}
        }
        state.last = bytes[token.range.end - 1];
    }
    out
}

fn directive(
    bytes: &[u8],
    range: Range<usize>,
    state: &mut State,
    groups: &mut Vec<Group>,
    out: &mut Vec<Range<usize>>,
) {
    let line = bytes[range.start + 1..range.end].trim_ascii();
    let length = line.iter().position(|b| !b.is_ascii_alphabetic()).unwrap_or(line.len());
    match &line[..length] {
        b"if" | b"ifdef" | b"ifndef" => groups.push(Group {
            start: *state,
            lowest: state.braces,
            code_start: range.end,
            is_never: line[length..].trim_ascii() == b"0",
            directives: vec![range],
            branches: Vec::new(),
        }),
        b"else" | b"elif" | b"elifdef" | b"elifndef" => {
            if let Some(group) = groups.last_mut() {
                group.close_branch(range.start, *state);
                group.code_start = range.end;
                group.directives.push(range);
                *state = group.start;
            }
        }
        b"endif" => {
            if let Some(mut group) = groups.pop() {
                group.close_branch(range.start, *state);
                group.directives.push(range);
                *state = group.finish(out);
                if let Some(outer) = groups.last_mut() {
                    outer.lowest = outer.lowest.min(state.braces);
                }
            }
        }
        _ => {}
    }
}

impl Group {
    fn close_branch(&mut self, end: usize, state: State) {
        self.branches.push(Branch {
            code: self.code_start..end,
            end: state,
            closes: self.lowest < self.start.braces,
            is_never: self.is_never,
        });
        self.lowest = self.start.braces;
        self.is_never = false;
    }

    /// Blanks what has to go; the state that the kept branch leaves.
    fn finish(self, out: &mut Vec<Range<usize>>) -> State {
        let Group { start, directives, branches, .. } = self;
        let kept = branches.iter().position(|branch| !branch.is_never).unwrap_or(0);
        let end = branches.get(kept).map_or(start, |branch| branch.end);
        let unbalanced = branches
            .iter()
            .any(|b| b.closes || b.end.braces != start.braces || b.end.parens != start.parens);
        let length =
            directives.last().map_or(0, |d| d.end) - directives.first().map_or(0, |d| d.start);
        let splits = start.parens > 0
            || !ends_statement(start)
            || branches.iter().any(|b| b.end != start && !ends_statement(b.end));
        if !unbalanced && (!splits || length > MAX_BYTES) {
            return end;
        }
        out.extend(directives);
        // The items of a list may all stay.
        let is_list = !unbalanced
            && matches!(start.last, b',' | b'{')
            && branches.iter().all(|b| b.end == start || b.end.last == b',');
        if !is_list {
            let others = branches.into_iter().enumerate().filter(|(i, _)| *i != kept);
            out.extend(others.map(|(_, branch)| branch.code));
        }
        end
    }
}

/// Whether a statement may begin here. Outside of all braces a macro's `)` ends one, too.
fn ends_statement(state: State) -> bool {
    matches!(state.last, b';' | b'{' | b'}' | b':') || (state.last == b')' && state.braces == 0)
}
