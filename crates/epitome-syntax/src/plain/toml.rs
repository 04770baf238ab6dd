//! TOML: tables, arrays of tables, and keys.

use super::bytes::{
    any_of, clip, find, line_end, skip_space, string_on_line, string_over_lines, trim_end,
};
use super::leading::{self, Comments};
use super::sections::{MAX_WORDS, Sections};

/// A table with more keys than this gives no sections for them, but names the first.
const MAX_KEYS: usize = 50;

/// Finds the tables and keys of a text.
pub(crate) fn scan(sections: &mut Sections<'_>) {
    leading::take(sections, Comments { line: &["#"], block: false });
    let text = sections.text();
    let bytes = text.as_bytes();
    let mut toml = Toml { text, sections, tables: Vec::new(), keys: Vec::new() };
    let mut at = 0;
    loop {
        at = skip_space(bytes, at);
        match bytes.get(at) {
            None => break,
            Some(b'#') => at = line_end(bytes, at),
            Some(b'[') => {
                toml.table(at);
                at = line_end(bytes, at);
            }
            Some(_) => at = toml.key(at),
        }
    }
    toml.take_keys();
}

struct Toml<'s, 't> {
    text: &'t str,
    sections: &'s mut Sections<'t>,
    /// The current table after those that hold it.
    tables: Vec<Table<'t>>,
    /// Keys of the current table, up to one more than are listed.
    keys: Vec<Key>,
}

struct Table<'t> {
    path: &'t str,
    level: u8,
    id: Option<usize>,
}

#[derive(Clone, Copy)]
struct Key {
    start: usize,
    end: usize,
    value: usize,
    value_end: usize,
}

impl<'t> Toml<'_, 't> {
    /// Takes the header at `at`.
    fn table(&mut self, at: usize) {
        let bytes = self.text.as_bytes();
        let from = at + if bytes.get(at + 1) == Some(&b'[') { 2 } else { 1 };
        let Some((end, dots)) = path_end(bytes, from, b']') else { return };
        let path = self.text[from..end].trim();
        if path.is_empty() {
            return;
        }
        self.take_keys();
        let before = super::lines::end_before(self.text, at);
        while let Some(table) = self.tables.pop_if(|table| !is_below(path, table.path)) {
            self.sections.close(table.level, before);
        }
        let level = u8::try_from(dots + 1).unwrap_or(u8::MAX - 1).min(u8::MAX - 1);
        self.sections.close(level, before);
        let id = self.sections.open(level, at, path);
        self.tables.push(Table { path, level, id });
    }

    /// Takes the key at `at` with its value, and gives the end of the line that the value ends on.
    fn key(&mut self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let Some((equals, _)) = path_end(bytes, at, b'=') else { return line_end(bytes, at) };
        let end = trim_end(bytes, at, equals);
        if end == at {
            return line_end(bytes, at);
        }
        let line = line_end(bytes, equals);
        let value =
            equals + 1 + bytes[equals + 1..line].iter().take_while(|b| is_blank(**b)).count();
        let value_end = value_end(bytes, value);
        let key = Key { start: at, end, value, value_end: trim_end(bytes, value, value_end) };
        if self.tables.is_empty() {
            self.list(key, 1);
        } else if self.keys.len() <= MAX_KEYS {
            self.keys.push(key);
        }
        line_end(bytes, value_end)
    }

    fn list(&mut self, key: Key, level: u8) {
        let excerpt = unquoted(clip(&self.text[key.value..key.value_end], MAX_WORDS));
        let title = &self.text[key.start..key.end];
        self.sections.leaf(level, key.start..key.value_end, title, excerpt);
    }

    /// Lists the keys of the table that ends, or names some where they are too many.
    fn take_keys(&mut self) {
        let keys = std::mem::take(&mut self.keys);
        let Some(&Table { level, id, .. }) = self.tables.last() else { return };
        if keys.len() <= MAX_KEYS {
            for key in keys {
                self.list(key, level + 1);
            }
        } else if let Some(id) = id {
            let names: Vec<&str> =
                keys.iter().map(|k| clip(&self.text[k.start..k.end], 100)).collect();
            self.sections.set_excerpt(id, &names.join(", "));
        }
    }
}

/// Whether the table `path` stands inside the table `above`.
fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.trim_start().starts_with('.'))
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Where a dotted path ends with `stop` on its line, and how many dots stand in it.
fn path_end(bytes: &[u8], from: usize, stop: u8) -> Option<(usize, usize)> {
    let (mut at, mut dots) = (from, 0);
    loop {
        match *bytes.get(at)? {
            b'\n' | b'#' => return None,
            b'"' | b'\'' => at = string_on_line(bytes, at),
            byte if byte == stop => return Some((at, dots)),
            byte => {
                dots += usize::from(byte == b'.');
                at += 1;
            }
        }
    }
}

/// Where the value at `from` ends: at the line's end or its comment, outside of brackets and strings.
fn value_end(bytes: &[u8], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0usize);
    while at < bytes.len() {
        match bytes[at] {
            b'\n' | b'#' if depth == 0 => return at,
            b'#' => at = line_end(bytes, at),
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            quote @ (b'"' | b'\'') => {
                at = string_end(bytes, at, quote);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// One past the string at `at`, be it of one line or of many.
fn string_end(bytes: &[u8], at: usize, quote: u8) -> usize {
    let triple = [quote; 3];
    if !bytes[at..].starts_with(&triple) {
        if quote == b'\'' {
            let end = any_of(bytes, at + 1, quote, b'\n', b'\n');
            return if bytes.get(end) == Some(&quote) { end + 1 } else { end };
        }
        return string_on_line(bytes, at);
    }
    let mut from = at + 3;
    if quote == b'\'' {
        from = find(bytes, from, &triple).map_or(bytes.len(), |n| n + 3);
    } else {
        loop {
            from = string_over_lines(bytes, from, quote, true);
            if from >= bytes.len() || bytes[from..].starts_with(b"\"\"") {
                from = (from + 2).min(bytes.len());
                break;
            }
        }
    }
    // Up to two quotes may stand right before the closing ones.
    from + bytes[from..].iter().take(2).take_while(|b| **b == quote).count()
}

fn unquoted(value: &str) -> &str {
    for quote in ["\"\"\"", "'''", "\"", "'"] {
        if let Some(rest) = value.strip_prefix(quote) {
            let inner = rest.strip_suffix(quote).unwrap_or(rest);
            return if inner.contains(quote) { value } else { inner };
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::{PlainFormat, shown};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&shown(PlainFormat::Toml, text));
    }

    #[test]
    fn tables_and_keys() {
        check(
            "top = 1 # one\n\n[a]\nx = 'C:\\'\n[a.b]\ny = [\n  \"]\", # [\n  2,\n]\n[c.\"d.e\"]\n[[f]]\nz.w = {g = 1}\n",
            expect![[r#"
                  section [1] top: 1
                  section [3-9] a
                    section [4] x: C:\
                    section [5-9] a.b
                      section [6-9] y: [ "]", # [ 2, ]
                    section [10] c."d.e"
                  section [11-12] f
                    section [12] z.w: {g = 1}
            "#]],
        );
    }

    #[test]
    fn long_strings() {
        check(
            "a = \"\"\"\n[no]\nx = \\\"\"\" y\n\"\"\"\"\nb = '''\n[no]'''\n[c]\n",
            expect![[r#"
                  section [1-4] a: """ [no] x = \""" y """"
                  section [5-6] b: [no]
                  section [7] c
            "#]],
        );
    }

    #[test]
    fn many_keys_are_named_only() {
        let text: String = (0..60).map(|n| format!("key{n} = {n}\n")).collect();
        let shown = shown(PlainFormat::Toml, &format!("[t]\n{text}"));
        assert_eq!(shown.lines().count(), 1);
        assert!(shown.contains("t: key0, key1, key2"), "{shown}");
    }

    #[test]
    fn broken_lines_are_stepped_over() {
        check(
            "no equals\n[open\n=\n[]\n[x]]\nok = 'unclosed\nlast = \"\"\"\n",
            expect![[r#"
                  section [5-7] x
                    section [6] ok: unclosed
                    section [7] last
            "#]],
        );
    }
}
