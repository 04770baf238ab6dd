//! What a line of YAML is, looked at by itself.

use super::bytes::{any_of, clip, string_on_line};

/// The longest key that YAML allows without a mark of its own.
const MAX_KEY: usize = 1_024;

/// Splits `key: value`; the value may be empty.
pub(crate) fn key_and_value(content: &str) -> Option<(&str, &str)> {
    let bytes = content.as_bytes();
    let first = *bytes.first()?;
    let near = clip(content, MAX_KEY).as_bytes();
    let colon = if first == b'"' || first == b'\'' {
        let end = string_on_line(near, 0);
        near[end..]
            .iter()
            .position(|b| *b != b' ')
            .map(|n| end + n)
            .filter(|at| near[*at] == b':')?
    } else if b"#[]{},&*!|>%@`:".contains(&first) {
        return None;
    } else {
        let is_end = |at: usize| bytes.get(at + 1).is_none_or(|b| *b == b' ' || *b == b'\t');
        let colon = memchr::memchr_iter(b':', near).find(|at| is_end(*at))?;
        if memchr::memmem::find(&near[..colon], b" #").is_some() {
            return None;
        }
        colon
    };
    if bytes.get(colon + 1).is_some_and(|b| *b != b' ' && *b != b'\t') {
        return None;
    }
    let key = content[..colon].trim_end();
    (!key.is_empty() && key != "<<").then_some((key, content[colon + 1..].trim_start()))
}

/// The value without anchor and tag.
pub(crate) fn without_properties(mut value: &str) -> &str {
    while value.starts_with(['&', '!']) {
        let end = value.find([' ', '\t']).unwrap_or(value.len());
        value = value[end..].trim_start();
    }
    value
}

/// The value without quotes or a comment behind it.
pub(crate) fn scalar(value: &str) -> &str {
    if let Some(inside) = value.strip_prefix('\'') {
        return single_quoted(inside);
    }
    if value.starts_with('"') {
        let inside = &value[1..string_on_line(value.as_bytes(), 0)];
        return inside.strip_suffix('"').unwrap_or(inside);
    }
    if value.starts_with('#') {
        return "";
    }
    let comment = memchr::memmem::find(value.as_bytes(), b" #");
    value[..comment.unwrap_or(value.len())].trim_end()
}

/// What stands before the closing quote; two of them are an apostrophe.
fn single_quoted(inside: &str) -> &str {
    let bytes = inside.as_bytes();
    let mut at = 0;
    while let Some(n) = memchr::memchr(b'\'', &bytes[at..]) {
        if bytes.get(at + n + 1) != Some(&b'\'') {
            return &inside[..at + n];
        }
        at += n + 2;
    }
    inside
}

/// Whether the value is only the head of a block of text below it.
pub(crate) fn is_block_head(value: &str) -> bool {
    let Some(rest) = value.strip_prefix(['|', '>']) else { return false };
    let rest = rest.trim_start_matches(|c: char| c == '+' || c == '-' || c.is_ascii_digit());
    rest.is_empty() || rest.starts_with([' ', '\t'])
}

/// Brackets and quotes that a line leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flow {
    depth: usize,
    quote: Option<u8>,
}

impl Flow {
    /// What is open after the value, where it begins with a bracket or quote.
    pub(crate) fn of(value: &str) -> Flow {
        let mut flow = Flow::default();
        if value.starts_with(['[', '{', '"', '\'']) {
            flow.read(value);
        }
        flow
    }

    pub(crate) fn is_open(self) -> bool {
        self.depth > 0 || self.quote.is_some()
    }

    /// Reads on; what stands behind the end of the value is not looked at.
    pub(crate) fn read(&mut self, line: &str) {
        let bytes = line.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if let Some(quote) = self.quote {
                at = any_of(bytes, at, quote, b'\\', b'\\');
                match bytes.get(at) {
                    Some(b'\\') if quote == b'"' => at += 1,
                    Some(byte) if *byte == quote => self.quote = None,
                    _ => {}
                }
            } else {
                match bytes[at] {
                    quote @ (b'"' | b'\'') => self.quote = Some(quote),
                    b'[' | b'{' => self.depth += 1,
                    b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                    b'#' if at > 0 && bytes[at - 1] == b' ' => return,
                    _ => {}
                }
            }
            at += 1;
            if !self.is_open() {
                return;
            }
        }
    }
}

/// A value that may go on below the line of its key.
#[derive(Clone, Copy)]
pub(crate) enum Value {
    Ended,
    /// A block of text, as far as it stands further in than the column.
    Block(usize),
    /// Brackets and quotes, until they close.
    Flow(usize, Flow),
}

impl Value {
    /// The value of a key at `column`.
    pub(crate) fn of(column: usize, value: &str) -> Value {
        match Flow::of(value) {
            _ if is_block_head(value) => Value::Block(column),
            flow if flow.is_open() => Value::Flow(column, flow),
            _ => Value::Ended,
        }
    }

    /// Whether a line belongs to the value; the value ends with the first that does not.
    pub(crate) fn takes(&mut self, column: usize, content: &str) -> bool {
        match self {
            Value::Block(above) if column > *above => return true,
            Value::Flow(above, flow) if column > *above || content.starts_with([']', '}']) => {
                flow.read(content);
                if !flow.is_open() {
                    *self = Value::Ended;
                }
                return true;
            }
            _ => *self = Value::Ended,
        }
        false
    }
}

/// Whether the line begins a document.
pub(crate) fn is_document_start(line: &str) -> bool {
    line.strip_prefix("---").is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// What stands behind the dash of a list item.
pub(crate) fn after_dash(content: &str) -> Option<&str> {
    let rest = content.strip_prefix('-')?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then(|| rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        let check = |content, expected| assert_eq!(key_and_value(content), expected, "{content}");
        check("a: b", Some(("a", "b")));
        check("a b:", Some(("a b", "")));
        check("\"a: b\" : c", Some(("\"a: b\"", "c")));
        check("http://x", None);
        check("text # note: x", None);
        check("{{ if }}: x", None);
        check("<<: *base", None);
        check("'open: x", None);
        check("é: ü", Some(("é", "ü")));
    }

    #[test]
    fn values() {
        assert_eq!(without_properties("!!map &a x"), "x");
        assert_eq!(scalar("a#b # c"), "a#b");
        assert_eq!(scalar("\"a # b\" # c"), "a # b");
        assert_eq!(scalar("'it''s' # it's"), "it''s");
        assert_eq!(scalar("'"), "");
        assert!(is_block_head("|2-") && is_block_head("> # x") && !is_block_head(">= 1"));
    }

    #[test]
    fn open_ends() {
        assert!(Flow::of("[a, {b").is_open() && Flow::of("\"a").is_open());
        assert!(!Flow::of("[a, ']']").is_open() && !Flow::of("it's").is_open());
        assert!(!Flow::of("\"a\\\"b\" [").is_open());
    }
}
