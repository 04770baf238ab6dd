//! JSON: keys of the outermost object and of the objects in it.
//!
//! Comments and trailing commas are tolerated. A list of records, and a file of one record a line,
//! show the keys of their first record.

use epitome_model::outline::DocKind;

use super::bytes::{clip, line_end, past, skip_space, string_on_line};
use super::sections::{MAX_WORDS, Sections};

/// Keys of objects nested deeper give no sections.
const MAX_LEVEL: usize = 2;

/// Finds the keys of a text.
pub(crate) fn scan(sections: &mut Sections<'_>) {
    let text = sections.text();
    let bytes = text.as_bytes();
    let first = skip_space(bytes, 0);
    let is_list = bytes.get(first) == Some(&b'[');
    let top_lists = usize::from(is_list);
    let mut json = Json { text, sections, objects: 0, lists: 0, top_lists, is_done: false };
    let mut at = first;
    // One past the last byte of the value before `at`.
    let mut end = at;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let past = string_on_line(bytes, at);
                let colon = skip_space(bytes, past);
                if bytes.get(colon) == Some(&b':') {
                    json.key(at, past, skip_space(bytes, colon + 1));
                    at = colon;
                } else {
                    at = past - 1;
                    end = past;
                }
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => at = line_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => at = past(bytes, at + 2, b"*/") - 1,
            b'{' => json.objects += 1,
            b'[' => json.lists += 1,
            b',' => json.end_value(end),
            b'}' => {
                json.end_value(end);
                json.end_object();
                end = at + 1;
            }
            b']' => {
                json.lists = json.lists.saturating_sub(1);
                end = at + 1;
            }
            byte if byte.is_ascii_whitespace() || byte == b':' => {}
            _ => end = at + 1,
        }
        at += 1;
    }
}

struct Json<'s, 't> {
    text: &'t str,
    sections: &'s mut Sections<'t>,
    /// How many objects are open. Braces and brackets are counted apart, which needs no stack.
    objects: usize,
    lists: usize,
    /// 1 where the outermost value is a list.
    top_lists: usize,
    /// Whether the first record is over.
    is_done: bool,
}

impl Json<'_, '_> {
    /// The level of the keys at this place, where they are listed.
    fn level(&self) -> Option<u8> {
        let is_listed = !self.is_done && self.lists == self.top_lists;
        (is_listed && (1..=MAX_LEVEL).contains(&self.objects)).then_some(self.objects as u8)
    }

    /// Takes the key in quotes from `start` to `end`, with its value.
    fn key(&mut self, start: usize, end: usize, value: usize) {
        let Some(level) = self.level() else { return };
        let key = unquoted(&self.text[start..end]);
        let Some(id) = self.sections.open(level, start, &unescaped(key)) else { return };
        if self.text.as_bytes().get(value) != Some(&b'"') {
            return self.sections.set_below(id, value);
        }
        let words = unquoted(clip(&self.text[value..], MAX_WORDS));
        let words = unescaped(words);
        self.sections.set_excerpt(id, &words);
        if level == 1 && key == "description" {
            let end = string_on_line(self.text.as_bytes(), value);
            self.sections.set_doc(start..end, &words, DocKind::Docstring);
        }
    }

    fn end_value(&mut self, end: usize) {
        if let Some(level) = self.level() {
            self.sections.close(level, end);
        }
    }

    fn end_object(&mut self) {
        self.objects = self.objects.saturating_sub(1);
        self.is_done |= self.objects == 0 && self.lists == self.top_lists;
    }
}

/// What stands in the string at the beginning of `text`.
fn unquoted(text: &str) -> &str {
    let end = string_on_line(text.as_bytes(), 0).min(text.len());
    let inside = &text[1..text.floor_char_boundary(end).max(1)];
    inside.strip_suffix('"').unwrap_or(inside)
}

/// Resolves the escapes that people write; others stay as they are.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let (resolved, len) = match rest.as_bytes().get(at + 1) {
            Some(b'n' | b'r' | b't') => (' ', 2),
            Some(b'"') => ('"', 2),
            Some(b'/') => ('/', 2),
            Some(b'\\') => ('\\', 2),
            _ => ('\\', 1),
        };
        out.push(resolved);
        rest = &rest[at + len..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::{PlainFormat, shown};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&shown(PlainFormat::Json, text));
    }

    #[test]
    fn keys_to_the_second_level() {
        check(
            "{\n  \"name\": \"a\\\"b: \\/\",\n  \"o\": {\"x\": 1, \"y\": {\"z\": [2]}},\n  \"l\": [{\"no\": 1}]\n}\n",
            expect![[r#"
                  section [2] name: a"b: /
                  section [3] o
                    section [3] x: 1
                    section [3] y: {"z": [2]}
                  section [4] l: [{"no": 1}]
            "#]],
        );
    }

    #[test]
    fn comments_and_commas() {
        check(
            "// {\n{ /* \"no\": 1 */ \"a\": true, // x\n \"b\": null,\n}",
            expect![[r#"
                  section [2] a: true
                  section [3] b: null
            "#]],
        );
    }

    #[test]
    fn records_show_the_first() {
        check(
            "{\"a\": 1, \"b\": 2}\n{\"a\": 3}\n",
            expect![[r#"
                  section [1] a: 1
                  section [1] b: 2
            "#]],
        );
        check(
            "[{\"a\": 1}, {\"a\": 2}]",
            expect![[r#"
                  section [1] a: 1
            "#]],
        );
        check(
            "[[1], \"x\", {\"a\": \"é",
            expect![[r#"
                  section [1] a: é
            "#]],
        );
    }

    #[test]
    fn a_description_is_the_files_own() {
        check(
            "{\"description\": \"What it is.\"}",
            expect![[r#"
                  doc [1]: What it is.
                  section [1] description: What it is.
            "#]],
        );
    }
}
