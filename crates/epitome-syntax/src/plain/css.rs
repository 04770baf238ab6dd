//! CSS, SCSS and Less: rules and at-rules, those inside them, and custom properties of `:root`.

use super::bytes::{any_of, clip, line_end, past, string_on_line};
use super::leading::{self, Comments};
use super::sections::{MAX_WORDS, Sections};

/// Finds the rules of a style sheet.
pub(crate) fn scan(sections: &mut Sections<'_>) {
    leading::take(sections, Comments { line: &["//"], block: true });
    let text = sections.text();
    let bytes = text.as_bytes();
    let mut css = Css { text, sections, prelude: None, depth: 0, parens: 0, top: Top::Other };
    let mut at = 0;
    while at < bytes.len() {
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        match bytes[at] {
            b'/' if next == b'*' => at = past(bytes, at + 2, b"*/"),
            b'/' if next == b'/' && css.parens == 0 && (at == 0 || bytes[at - 1] != b':') => {
                at = line_end(bytes, at);
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            b'{' => {
                css.open(at);
                at += 1;
            }
            b'}' => {
                css.close(at);
                at += 1;
            }
            b';' if css.parens == 0 => {
                css.statement(at);
                css.prelude = None;
                at += 1;
            }
            byte => {
                css.prelude.get_or_insert(at);
                at = css.step(at, byte, next);
            }
        }
    }
    css.statement(bytes.len());
}

struct Css<'s, 't> {
    text: &'t str,
    sections: &'s mut Sections<'t>,
    /// Where the selector or declaration begins that is being read.
    prelude: Option<usize>,
    depth: usize,
    parens: usize,
    top: Top,
}

/// What the outermost open rule is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Top {
    Root,
    Keyframes,
    Other,
}

impl<'t> Css<'_, 't> {
    /// One past a string, an address, an interpolation or a byte.
    fn step(&mut self, at: usize, byte: u8, next: u8) -> usize {
        let bytes = self.text.as_bytes();
        match byte {
            b'"' | b'\'' => return string_on_line(bytes, at),
            b'#' | b'@' if next == b'{' => {
                let end = any_of(bytes, at, b'}', b'\n', b';');
                return if bytes.get(end) == Some(&b'}') { end + 1 } else { end };
            }
            b'(' => {
                self.parens += 1;
                let is_address = bytes[..at].ends_with(b"url") && next != b'"' && next != b'\'';
                if is_address {
                    return any_of(bytes, at, b')', b'\n', b'}');
                }
            }
            b')' => self.parens = self.parens.saturating_sub(1),
            b'\\' if next.is_ascii() => return at + 2,
            _ => {}
        }
        at + 1
    }

    /// The rule whose `{` stands at `at`.
    fn open(&mut self, at: usize) {
        let start = self.prelude.take().unwrap_or(at);
        let title = self.words(start, at);
        if self.depth == 0 {
            self.top = match title.as_str() {
                t if t.contains(":root") => Top::Root,
                t if t.starts_with('@') && t.contains("keyframes") => Top::Keyframes,
                _ => Top::Other,
            };
        }
        let is_rule = !title.is_empty() && !title.ends_with(':') && !title.starts_with("--");
        let is_shown = self.depth == 0 || (self.depth == 1 && self.top != Top::Keyframes);
        if is_rule
            && is_shown
            && let Some(id) = self.sections.open(self.depth as u8 + 1, start, &title)
        {
            self.sections.set_below(id, at + 1);
        }
        self.depth += 1;
        self.parens = 0;
    }

    fn close(&mut self, at: usize) {
        self.statement(at);
        self.prelude = None;
        self.parens = 0;
        self.depth = self.depth.saturating_sub(1);
        if self.depth < 2 {
            self.sections.close_with_mark(self.depth as u8 + 1, at, at + 1);
        }
    }

    /// The statement or declaration that ends at `at`.
    fn statement(&mut self, at: usize) {
        let Some(start) = self.prelude else { return };
        let source = &self.text[start..at];
        let is_property = source.starts_with("--") && self.depth == 1 && self.top == Top::Root;
        let is_top = self.depth == 0 && source.starts_with(['@', '$']);
        if !is_property && (!is_top || source.starts_with("@charset")) {
            return;
        }
        let words = self.words(start, at);
        let name = words.split_once(':').filter(|(name, _)| !name.contains([' ', '(', '"']));
        let (title, excerpt) = name.unwrap_or((&words, ""));
        let end = start + source.trim_end().len();
        self.sections.leaf(self.depth as u8 + 1, start..end, title, excerpt);
    }

    /// The text between, without comments, as far as it can matter.
    fn words(&self, start: usize, end: usize) -> String {
        let mut rest = clip(&self.text[start..end], MAX_WORDS);
        let mut words = String::with_capacity(rest.len());
        while let Some((before, after)) = rest.split_once("/*") {
            words.push_str(before);
            rest = after.split_once("*/").map_or("", |(_, tail)| tail);
        }
        words.push_str(rest);
        words.truncate(words.trim_end().len());
        words
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::{PlainFormat, shown};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&shown(PlainFormat::Css, text));
    }

    #[test]
    fn rules_and_rules_inside() {
        check(
            "@import url(a;b//c.css);\na,\nb > c { color: red; background: url(data:x;y) }\n@media (min-width: 1px) {\n  .d { e: f }\n}\n@keyframes g { from { h: i } }\n",
            expect![[r#"
                  section [1] @import url(a;b//c.css)
                  section [2-3] a, b > c: color: red; background: url(data:x;y)
                  section [4-6] @media (min-width: 1px)
                    section [5] .d: e: f
                  section [7] @keyframes g: from { h: i }
            "#]],
        );
    }

    #[test]
    fn custom_properties() {
        check(
            ":root {\n  --a: 1px; color: red;\n  --b: \"}\"\n}\n.c { --d: 1 }",
            expect![[r#"
                  section [1-4] :root
                    section [2] --a: 1px
                    section [3] --b: "}"
                  section [5] .c: --d: 1
            "#]],
        );
    }

    #[test]
    fn scss_and_less() {
        check(
            "// note; {\n$w: (a: 1, b: 2);\n@mixin m($x) { &:hover { a: b } }\n.c-#{$i} { font: { size: 1 } .d { .e { f: g } } }\n@v: 1;\n",
            expect![[r#"
                  leading comment [1]: note; {
                  section [2] $w: (a: 1, b: 2)
                  section [3] @mixin m($x)
                    section [3] &:hover: a: b
                  section [4] .c-#{$i}
                    section [4] .d: .e { f: g }
                  section [5] @v: 1
            "#]],
        );
    }

    #[test]
    fn broken_sheets() {
        check(
            "}} a { b: (c; } d { 'e }\n f: g } h { /* i",
            expect![[r#"
                  section [1] a: b: (c;
                  section [1-2] d: 'e } f: g
                  section [2] h: /* i
            "#]],
        );
    }
}
