//! The file's lines, for the little that the outline does not carry.

/// A text with its line starts.
pub(super) struct Source<'a> {
    text: &'a str,
    starts: Vec<u32>,
}

impl<'a> Source<'a> {
    /// Finds the lines.
    pub(super) fn new(text: &'a str) -> Source<'a> {
        let mut starts = Vec::with_capacity(text.len() / 32 + 1);
        starts.push(0);
        for (at, byte) in text.bytes().enumerate() {
            if byte == b'\n' {
                starts.push(at as u32 + 1);
            }
        }
        Source { text, starts }
    }

    /// All of it.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// One line, 1-based; empty where there is none.
    pub(super) fn line(&self, number: u32) -> &'a str {
        let at = number.saturating_sub(1) as usize;
        let Some(start) = self.starts.get(at) else { return "" };
        let end = self.starts.get(at + 1).map_or(self.text.len(), |end| *end as usize);
        self.text.get(*start as usize..end).unwrap_or("").trim_end()
    }

    /// The bytes of a span; empty where the span does not fit the text.
    pub(super) fn span(&self, span: crate::span::Span) -> &'a str {
        self.text.get(span.bytes()).unwrap_or("")
    }

    /// The first argument of a call on this line, where it is a plain name or path.
    pub(super) fn first_argument(&self, line: u32, callee: &str) -> Option<&'a str> {
        let text = self.line(line);
        let mut from = 0;
        while let Some(found) = text.get(from..)?.find(callee) {
            let after = from + found + callee.len();
            let rest = text.get(after..)?;
            if let Some(inside) = rest.strip_prefix('(').or_else(|| rest.strip_prefix("!(")) {
                let inside = inside.trim_start().trim_start_matches(['&', '*']);
                let inside = inside.strip_prefix("mut ").unwrap_or(inside);
                let end = inside.find([',', ')', '\n']).unwrap_or(inside.len());
                let argument = inside[..end].trim();
                let is_path = !argument.is_empty()
                    && argument
                        .chars()
                        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-' | '>'));
                return is_path.then_some(argument);
            }
            from = after;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn lines_and_arguments() {
        let source = Source::new("a\nx = parse(&text, 1)\n");
        let check = |line: u32, expected: &str| assert_eq!(source.line(line), expected);
        check(1, "a");
        check(2, "x = parse(&text, 1)");
        check(9, "");
        assert_eq!(source.first_argument(2, "parse"), Some("text"));
        assert_eq!(source.first_argument(1, "parse"), None);
    }
}
