//! YAML: mapping keys of the outer levels, documents, and list items that have a name.

use super::bytes::skip_space;
use super::leading::{self, Comments};
use super::lines::{Line, Lines, end_before};
use super::sections::Sections;
use super::yaml_lines::{
    Value, after_dash, is_block_head, is_document_start, key_and_value, scalar, without_properties,
};

/// From this many lines on, a file shows keys of two levels instead of three.
const LONG: usize = 500;
/// Deeper nesting is not followed.
const MAX_DEPTH: usize = 64;

/// Finds the keys of a text.
pub(crate) fn scan(sections: &mut Sections<'_>) {
    let text = sections.text();
    leading::take(sections, Comments { line: &["#"], block: false });
    let is_long = memchr::memchr_iter(b'\n', text.as_bytes()).nth(LONG - 1).is_some();
    let first = Lines::new(text, 0).find(|l| !l.is_blank() && !l.text.starts_with(['#', '%']));
    let from = first.map_or(text.len(), |line| line.end());
    let has_documents = Lines::new(text, from).any(|line| is_document_start(line.text));
    let mut yaml = Yaml {
        text,
        sections,
        max_depth: if is_long { 2 } else { 3 },
        documents: has_documents.then_some(0),
        document: None,
        nodes: Vec::new(),
        value: Value::Ended,
        content_end: 0,
    };
    for line in Lines::new(text, 0) {
        yaml.line(line);
    }
    yaml.end_document(end_before(text, text.len()));
}

struct Yaml<'s, 't> {
    text: &'t str,
    sections: &'s mut Sections<'t>,
    max_depth: usize,
    /// How many documents have begun, where there are several.
    documents: Option<usize>,
    document: Option<Document<'t>>,
    /// The keys and list items that the current line stands in.
    nodes: Vec<Node<'t>>,
    value: Value,
    /// One past the last line that held more than white space and a comment.
    content_end: usize,
}

/// A document among several, named by what it describes where it says so.
struct Document<'t> {
    id: Option<usize>,
    kind: &'t str,
    name: &'t str,
}

#[derive(Clone, Copy)]
struct Node<'t> {
    column: usize,
    /// `None` for a list item.
    key: Option<&'t str>,
    /// Its section.
    id: Option<usize>,
    /// The level of its section, or of the nearest around it.
    level: u8,
    is_in_list: bool,
}

impl<'t> Yaml<'_, 't> {
    fn line(&mut self, line: Line<'t>) {
        let content = line.text.trim_start();
        let mut column = line.text.len() - content.len();
        if content.is_empty() {
            return;
        }
        if self.value.takes(column, content) {
            self.content_end = line.end();
            return;
        }
        if is_document_start(line.text) || line.text.trim_end() == "..." {
            return self.end_document(end_before(self.text, line.start));
        }
        if content.starts_with('#') || line.text.starts_with('%') {
            return;
        }
        self.begin_document(line.start);
        let before = end_before(self.text, line.start);
        let mut content = content;
        while let Some(rest) = after_dash(content) {
            self.leave(before, |node| {
                node.column > column || (node.column == column && node.key.is_none())
            });
            self.item(line.start + column, column, rest);
            column += content.len() - rest.len();
            content = rest;
        }
        match key_and_value(content) {
            Some((key, value)) => self.key(line, column, key, value),
            None => self.value = Value::of(column.saturating_sub(1), without_properties(content)),
        }
        self.content_end = line.end();
    }

    /// Leaves the nodes that the next one does not stand in.
    fn leave(&mut self, end: usize, is_left: impl Fn(&Node<'t>) -> bool) {
        while let Some(node) = self.nodes.pop_if(|node| is_left(node)) {
            if node.id.is_some() {
                self.sections.close_with_mark(node.level, self.content_end, end);
            }
        }
    }

    fn level(&self) -> u8 {
        let top = u8::from(self.documents.is_some());
        self.nodes.last().map_or(top, |node| node.level)
    }

    /// A list item. It has a section if it turns out to have a name.
    fn item(&mut self, start: usize, column: usize, rest: &str) {
        if self.nodes.len() >= MAX_DEPTH {
            return;
        }
        let is_mapping = rest.is_empty() || key_and_value(rest).is_some();
        let level = self.level() + 1;
        let id = if is_mapping { self.sections.open(level, start, "") } else { None };
        if let Some(id) = id {
            self.sections.set_below(id, skip_space(self.text.as_bytes(), start + 1));
        }
        let level = if id.is_some() { level } else { level - 1 };
        self.nodes.push(Node { column, key: None, id, level, is_in_list: true });
    }

    fn key(&mut self, line: Line<'t>, column: usize, key: &'t str, value: &'t str) {
        self.leave(end_before(self.text, line.start), |node| node.column >= column);
        let value = without_properties(value);
        let words = if is_block_head(value) { "" } else { scalar(value) };
        self.name_parent(line, scalar(key), words);
        self.value = Value::of(column, value);
        if self.nodes.len() >= MAX_DEPTH {
            return;
        }
        let is_in_list = self.nodes.last().is_some_and(|node| node.is_in_list);
        let mut node =
            Node { column, key: Some(scalar(key)), id: None, level: self.level(), is_in_list };
        if !is_in_list && self.nodes.len() < self.max_depth {
            let level = node.level + 1;
            node.id = self.sections.open(level, line.start + column, scalar(key));
            node.level = if node.id.is_some() { level } else { node.level };
        }
        if let Some(id) = node.id {
            if words.is_empty() || matches!(self.value, Value::Flow(..)) {
                let value_start = line.end() - value.len();
                let below = if words.is_empty() { line.end() } else { value_start };
                self.sections.set_below(id, skip_space(self.text.as_bytes(), below));
            } else {
                self.sections.set_excerpt(id, words);
            }
        }
        self.nodes.push(node);
    }

    /// Lets `name` name the item it stands in, and `kind` and `metadata.name` their document.
    fn name_parent(&mut self, line: Line<'t>, key: &str, value: &'t str) {
        let parent = self.nodes.last().copied();
        if value.is_empty() || !["name", "id", "kind"].contains(&key) {
            return;
        }
        match (parent, &mut self.document) {
            (Some(Node { key: None, id: Some(id), .. }), _) if key != "kind" => {
                let is_new = !self.sections.has_title(id);
                if is_new || key == "name" {
                    self.sections.set_title(id, value);
                }
                if is_new && after_dash(line.text.trim_start()).is_some() {
                    self.sections.set_below(id, skip_space(self.text.as_bytes(), line.end()));
                }
            }
            (None, Some(document)) if key == "kind" => document.kind = value,
            (None, Some(document)) if key == "name" => document.name = value,
            (Some(Node { key: Some("metadata"), .. }), Some(document))
                if self.nodes.len() == 1 && key == "name" =>
            {
                document.name = value;
            }
            _ => {}
        }
    }

    fn begin_document(&mut self, start: usize) {
        if let (Some(count), None) = (&mut self.documents, &self.document) {
            *count += 1;
            let id = self.sections.open(1, start, "");
            self.document = Some(Document { id, kind: "", name: "" });
        }
    }

    fn end_document(&mut self, end: usize) {
        self.value = Value::Ended;
        self.leave(end, |_| true);
        let Some(Document { id, kind, name }) = self.document.take() else { return };
        if let Some(id) = id {
            let title = match (kind, name) {
                ("", "") => format!("document {}", self.documents.unwrap_or_default()),
                _ => format!("{kind} {name}"),
            };
            self.sections.set_title(id, &title);
            self.sections.close(1, end);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::{PlainFormat, shown};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&shown(PlainFormat::Yaml, text));
    }

    #[test]
    fn keys_of_three_levels() {
        check(
            "a: 1 # one\nb:\n  c:\n    d: x\n    e:\n      f: no\n  'g h': [1,\n    i: 2\n  ]\nj:\n- 1\n- 2\n",
            expect![[r#"
                  section [1] a: 1
                  section [2-9] b
                    section [3-6] c
                      section [4] d: x
                      section [5-6] e: f: no
                    section [7-9] g h: [1, i: 2 ]
                  section [10-12] j: - 1 - 2
            "#]],
        );
    }

    #[test]
    fn text_is_not_read() {
        check(
            "a: |\n  no: 1\n\n  # no\nb: >-\n no: 2\nc: \"x\n  no: 3\"\nd: {e: 1}\n",
            expect![[r#"
                  section [1-4] a: no: 1 # no
                  section [5-6] b: no: 2
                  section [7-8] c: "x no: 3"
                  section [9] d: {e: 1}
            "#]],
        );
    }

    #[test]
    fn items_with_a_name() {
        check(
            "jobs:\n  build:\n    steps:\n    - uses: x\n    - name: Test it\n      run: |\n        y: 1\n    - run: z\n      name: Last\n",
            expect![[r#"
                  section [1-9] jobs
                    section [2-9] build
                      section [3-9] steps
                        section [5-7] Test it: run: | y: 1
                        section [8-9] Last: run: z name: Last
            "#]],
        );
        check(
            "- hosts: all\n  tasks:\n    - name: One\n      id: two\n- - id: deep\n",
            expect![[r#"
                  section [3-4] One: id: two
                  section [5] deep
            "#]],
        );
    }

    #[test]
    fn documents() {
        check(
            "---\nkind: Service\nmetadata:\n  name: web\n---\na: 1\n---\n",
            expect![[r#"
                  section [2-4] Service web
                    section [2] kind: Service
                    section [3-4] metadata
                      section [4] name: web
                  section [6] document 2
                    section [6] a: 1
            "#]],
        );
    }
}
