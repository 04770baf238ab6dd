//! An author's documentation, cleaned of every markup, in parts: what it says first, and what it
//! says of parameters, results and errors.
//!
//! One reader for all markups (reST, Google, NumPy, Javadoc, JSDoc, rustdoc, XML, YARD, Doxygen,
//! Markdown): their marks do not collide, and authors mix them.

use super::inline_markup::cleaned;

/// What a doc comment says.
#[derive(Debug, Default)]
pub(super) struct DocWords {
    /// Sentences before the first section or tag, without markup.
    pub(super) sentences: Vec<String>,
    /// What it says of each parameter.
    pub(super) parameters: Vec<(String, String)>,
    /// What it says of the result.
    pub(super) returns: Option<String>,
    /// Errors it names, with when they come.
    pub(super) raises: Vec<(String, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Lead,
    Parameters,
    Returns,
    Raises,
    Other,
}

/// Sentences kept of the lead.
const SENTENCES: usize = 3;
/// Characters of a doc that are read at all; what matters stands first.
const READ: usize = 4_000;

/// Reads a doc comment.
pub(super) fn read(text: &str) -> DocWords {
    let mut words = DocWords::default();
    let text = match text.char_indices().nth(READ) {
        Some((at, _)) => &text[..at],
        None => text,
    };
    let base = text
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let mut reader = Reader {
        base,
        after_blank: false,
        part: Part::Lead,
        lead: String::new(),
        item: None,
        fenced: false,
        literal_below: None,
        done: false,
    };
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let below = lines.peek().map_or("", |line| line.trim());
        let underlined =
            below.len() >= 3 && below.bytes().all(|b| matches!(b, b'-' | b'=' | b'~' | b'^'));
        reader.line(line, underlined && !line.trim().is_empty(), &mut words);
    }
    reader.close(&mut words);
    words.sentences = sentences(&cleaned(&reader.lead), SENTENCES);
    words
}

struct Reader {
    /// How far the prose is indented.
    base: usize,
    /// Whether the line before was empty.
    after_blank: bool,
    part: Part,
    lead: String,
    /// The item that following lines belong to: its name, its text, how far it is indented.
    item: Option<(String, String, usize)>,
    fenced: bool,
    /// Inside a literal block whose lines are indented deeper than this.
    literal_below: Option<usize>,
    /// The lead is over: a list, a table or a section came.
    done: bool,
}

impl Reader {
    fn line(&mut self, line: &str, underlined: bool, words: &mut DocWords) {
        let trimmed = line.trim();
        let indent = line.len() - line.trim_start().len();
        if trimmed.starts_with("{{{") || trimmed.starts_with("}}}") {
            self.fenced = trimmed.starts_with("{{{") && !trimmed.contains("}}}");
            self.end_lead();
            return;
        }
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            self.fenced = !self.fenced;
            self.end_lead();
            return;
        }
        let session = [">>>", "$ ", "iex>", "scala>", "irb>"];
        if self.fenced || session.iter().any(|prompt| trimmed.starts_with(prompt)) {
            self.end_lead();
            return;
        }
        if let Some(depth) = self.literal_below {
            if trimmed.is_empty() || indent > depth {
                return;
            }
            self.literal_below = None;
        }
        let after_blank = std::mem::replace(&mut self.after_blank, trimmed.is_empty());
        // Code in Markdown is indented by four.
        if after_blank
            && self.part == Part::Lead
            && indent >= self.base + 4
            && !self.lead.is_empty()
        {
            self.end_lead();
            return;
        }
        if trimmed.is_empty() {
            if self.part == Part::Lead && !self.lead.is_empty() && !self.lead.ends_with("\n") {
                // A paragraph ends like a sentence.
                self.lead.push('\n');
            }
            return;
        }
        if trimmed.bytes().all(|b| matches!(b, b'-' | b'=' | b'~' | b'^' | b'*' | b'#' | b'/')) {
            return;
        }
        if let Some(tag) = trimmed
            .strip_prefix(['@', '\\'])
            .filter(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
        {
            self.tag(tag, indent, words);
            return;
        }
        if trimmed.starts_with(':') && self.sphinx_field(trimmed, indent, words) {
            return;
        }
        if trimmed.starts_with('<') && self.xml_tag(trimmed, indent, words) {
            return;
        }
        if let Some(part) = section_heading(trimmed, underlined) {
            self.close(words);
            self.part = part;
            return;
        }
        if trimmed.starts_with(".. ") {
            self.end_lead();
            self.literal_below = Some(indent);
            return;
        }
        match self.part {
            Part::Lead => self.lead_line(trimmed, indent),
            Part::Parameters | Part::Raises => self.item_line(trimmed, indent, words),
            Part::Returns => self.returns_line(trimmed),
            Part::Other => {}
        }
        if trimmed.ends_with("::") {
            self.literal_below = Some(indent);
        }
    }

    fn end_lead(&mut self) {
        if self.part == Part::Lead && !self.lead.is_empty() {
            self.done = true;
        }
    }

    fn lead_line(&mut self, trimmed: &str, _indent: usize) {
        let bullet = trimmed.starts_with("- ")
            || trimmed.starts_with("* ")
            || trimmed.starts_with("+ ")
            || trimmed.starts_with('|')
            || trimmed.starts_with("1. ")
            || trimmed.starts_with("1) ");
        if bullet {
            self.end_lead();
        }
        if self.done || bullet {
            return;
        }
        if !self.lead.is_empty() && !self.lead.ends_with('\n') {
            self.lead.push(' ');
        }
        self.lead.push_str(trimmed);
    }

    fn returns_line(&mut self, trimmed: &str) {
        match &mut self.item {
            Some((_, text, _)) => {
                text.push(' ');
                text.push_str(trimmed);
            }
            None => self.item = Some((String::new(), trimmed.to_owned(), 0)),
        }
    }

    /// `name (type): text` of Google, or `name : type` of NumPy, or a bullet of Markdown.
    fn item_line(&mut self, trimmed: &str, indent: usize, words: &mut DocWords) {
        let deeper = self.item.as_ref().is_some_and(|(_, _, at)| indent > *at);
        if deeper && let Some((_, text, _)) = &mut self.item {
            text.push(' ');
            text.push_str(trimmed);
            return;
        }
        let part = self.part;
        self.close(words);
        self.part = part;
        let bare = trimmed.trim_start_matches(['*', '-', ' ']).trim_start_matches('`');
        let end = bare
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '*')))
            .unwrap_or(bare.len());
        let (name, rest) = bare.split_at(end);
        let text = match rest.split_once(": ") {
            // NumPy writes the type after " : "; the words come below.
            Some((before, after)) if !before.ends_with(' ') => after,
            Some(_) => "",
            None => rest.trim_start_matches(['`', ' ', '-']).strip_prefix(": ").unwrap_or(""),
        };
        if !name.is_empty() {
            self.item = Some((name.to_owned(), text.to_owned(), indent));
        }
    }

    fn close(&mut self, words: &mut DocWords) {
        if let Some((name, text, _)) = self.item.take() {
            let text = cleaned(text.trim());
            let text = text.trim().trim_end_matches('.').trim().to_owned();
            match self.part {
                _ if text.is_empty() => {}
                Part::Parameters => {
                    words.parameters.push((name.trim_start_matches('*').to_owned(), text))
                }
                Part::Raises => words.raises.push((name, text)),
                Part::Returns => {
                    words.returns.get_or_insert(text);
                }
                Part::Lead | Part::Other => {}
            }
        }
        if self.part == Part::Lead && !self.lead.is_empty() {
            self.done = true;
        }
        self.part = Part::Other;
    }

    fn start(&mut self, part: Part, name: &str, text: &str, indent: usize, words: &mut DocWords) {
        self.close(words);
        self.part = part;
        self.item = Some((name.to_owned(), text.to_owned(), indent));
    }

    fn tag(&mut self, tag: &str, indent: usize, words: &mut DocWords) {
        let (word, rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let word = word.split('[').next().unwrap_or(word);
        let rest = rest.trim();
        match word {
            "param" | "arg" | "argument" | "tparam" | "parameter" => {
                let rest = without_type(rest);
                let (name, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let name =
                    name.trim_matches(['[', ']', '$', '`', ',']).split('=').next().unwrap_or("");
                let text = without_type(text.trim().trim_start_matches(['-', ':']).trim());
                self.start(Part::Parameters, name, text, indent, words);
            }
            "return" | "returns" | "result" => {
                self.start(Part::Returns, "", without_type(rest), indent, words)
            }
            "throws" | "throw" | "exception" | "raise" | "raises" => {
                let rest = rest.trim_start_matches(['{', '[']);
                let (name, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.start(Part::Raises, name.trim_end_matches(['}', ']']), text, indent, words);
            }
            "brief" | "short" | "summary" | "description" | "desc" | "abstract" | "details"
                if !rest.is_empty() =>
            {
                if self.lead.is_empty() || word == "brief" {
                    self.part = Part::Lead;
                    self.done = false;
                    self.lead_line(rest, indent);
                }
            }
            _ => self.close(words),
        }
    }

    /// `:param int x: text`; false where it is no field.
    fn sphinx_field(&mut self, line: &str, indent: usize, words: &mut DocWords) -> bool {
        let Some((field, text)) = line[1..].split_once(':') else { return false };
        let mut parts = field.split_whitespace();
        let Some(kind) = parts.next() else { return false };
        if text.starts_with('`') {
            return false;
        }
        let name = parts.next_back().unwrap_or("");
        match kind {
            "param" | "parameter" | "arg" | "argument" | "key" | "keyword" => {
                self.start(Part::Parameters, name, text, indent, words)
            }
            "return" | "returns" => self.start(Part::Returns, "", text, indent, words),
            "raises" | "raise" | "except" | "exception" => {
                self.start(Part::Raises, name, text, indent, words)
            }
            "type" | "rtype" | "vartype" | "var" | "ivar" | "cvar" | "meta" => self.close(words),
            _ => return false,
        }
        true
    }

    /// An XML doc comment's element; false where the line is prose.
    fn xml_tag(&mut self, line: &str, indent: usize, words: &mut DocWords) -> bool {
        let Some(end) = line.find('>') else { return false };
        let head = &line[1..end];
        let body = line[end + 1..].split("</").next().unwrap_or("").trim();
        let attribute = || head.split('"').nth(1).unwrap_or("");
        match head.split([' ', '/']).next().unwrap_or("") {
            "summary" => {
                self.part = Part::Lead;
                if !body.is_empty() {
                    self.lead_line(body, indent);
                }
            }
            "param" | "typeparam" => self.start(Part::Parameters, attribute(), body, 0, words),
            "returns" | "value" => self.start(Part::Returns, "", body, 0, words),
            "exception" => {
                let name = attribute().rsplit(['.', ':']).next().unwrap_or("").to_owned();
                self.start(Part::Raises, &name, body, 0, words);
            }
            "remarks" | "example" | "code" | "see" | "seealso" | "inheritdoc" | "pre" | "ul"
            | "ol" | "table" | "li" | "dl" => {
                self.close(words);
            }
            "" if head.starts_with("/summary") => self.close(words),
            "" => {}
            _ => return false,
        }
        true
    }
}

/// Without a leading `{Type}` or `[Type]`.
fn without_type(text: &str) -> &str {
    let close = match text.bytes().next() {
        Some(b'{') => '}',
        Some(b'[') if !text.starts_with("[`") => ']',
        _ => return text,
    };
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let inside_is_name = close == ']' && !text[at + 1..].starts_with(' ');
            return if inside_is_name { text } else { text[at + 1..].trim_start() };
        }
    }
    text
}

fn section_heading(line: &str, underlined: bool) -> Option<Part> {
    let marked = line.starts_with('#');
    let bare = line.trim_start_matches('#').trim().trim_end_matches(':');
    if !(marked || underlined || line.ends_with(':')) || bare.len() > 40 {
        return None;
    }
    let known = match bare.to_ascii_lowercase().as_str() {
        "args" | "arguments" | "parameters" | "params" | "keyword args" | "keyword arguments"
        | "other parameters" => Part::Parameters,
        "returns" | "return" | "yields" | "return value" => Part::Returns,
        "raises" | "throws" | "exceptions" => Part::Raises,
        "example" | "examples" | "note" | "notes" | "warning" | "warnings" | "see also"
        | "references" | "attributes" | "methods" | "panics" | "errors" | "safety" | "usage"
        | "todo" | "since" | "options" => Part::Other,
        _ if marked || underlined => Part::Other,
        _ => return None,
    };
    Some(known)
}

/// The first sentences of cleaned prose. A line break ends one, as paragraphs do.
pub(super) fn sentences(text: &str, limit: usize) -> Vec<String> {
    let mut found = Vec::new();
    for paragraph in text.split('\n') {
        let mut start = 0;
        let bytes = paragraph.as_bytes();
        for at in 0..bytes.len() {
            let ends = matches!(bytes[at], b'.' | b'!' | b'?')
                && (at + 1 == bytes.len()
                    || bytes[at + 1] == b' '
                        && starts_sentence(&paragraph[at + 1..])
                        && !is_short_form(&paragraph[start..at]));
            if ends {
                push_sentence(&mut found, &paragraph[start..=at]);
                start = at + 1;
                if found.len() >= limit {
                    return found;
                }
            }
        }
        push_sentence(&mut found, &paragraph[start..]);
        if found.len() >= limit {
            return found;
        }
    }
    found
}

fn starts_sentence(rest: &str) -> bool {
    rest.trim_start()
        .chars()
        .next()
        .is_some_and(|c| c.is_uppercase() || matches!(c, '`' | '"' | '(') || c.is_ascii_digit())
}

fn is_short_form(before: &str) -> bool {
    let word = before.rsplit([' ', '(']).next().unwrap_or("");
    matches!(
        word,
        "e.g"
            | "i.e"
            | "etc"
            | "vs"
            | "cf"
            | "approx"
            | "Dr"
            | "Mr"
            | "No"
            | "resp"
            | "incl"
            | "eg"
            | "ie"
    ) || word.len() == 1 && word.chars().all(char::is_uppercase)
}

fn push_sentence(found: &mut Vec<String>, piece: &str) {
    // What announces a list or code says nothing without it.
    if piece.trim().ends_with(':') && !found.is_empty() {
        return;
    }
    let piece = piece.trim().trim_end_matches([':', ',', ';', '-']).trim();
    if piece.len() < 3 || !piece.chars().any(char::is_alphabetic) {
        return;
    }
    found.push(piece.to_owned());
}

#[cfg(test)]
mod tests {
    use super::read;

    fn check(text: &str, expected: &str) {
        let words = read(text);
        let mut said = words.sentences.join(" | ");
        for (name, text) in &words.parameters {
            said.push_str(&format!("; {name}={text}"));
        }
        if let Some(text) = &words.returns {
            said.push_str(&format!("; returns {text}"));
        }
        for (name, text) in &words.raises {
            said.push_str(&format!("; raises {name}: {text}"));
        }
        assert_eq!(said, expected, "{text}");
    }

    // G43
    #[test]
    fn every_markup_is_read() {
        check(
            "Adds :class:`~shop.Item` to it.\n\n:param int n: how many\n:returns: the *sum*\n:raises ValueError: if n < 0",
            "Adds `Item` to it.; n=how many; returns the sum; raises ValueError: if n < 0",
        );
        check(
            "Fetches rows.\n\nArgs:\n    url (str): where from,\n        as text\n    n: how many\n\nReturns:\n    The rows.\n",
            "Fetches rows.; url=where from, as text; n=how many; returns The rows",
        );
        check(
            "Mean.\n\nParameters\n----------\nx : array\n    The values.\n\nReturns\n-------\nfloat\n    The mean.\n",
            "Mean.; x=The values; returns float The mean",
        );
        check(
            "Gets {@link Foo#bar} of it.\n@param id the id\n@return the user\n@throws IOException if it fails",
            "Gets `Foo.bar` of it.; id=the id; returns the user; raises IOException: if it fails",
        );
        check(
            "Adds.\n@param {number} a - first\n@returns {number} the sum",
            "Adds.; a=first; returns the sum",
        );
        check(
            "Adds.\n@param [Integer] a the first\n@return [Integer] the sum",
            "Adds.; a=the first; returns the sum",
        );
        check(
            "<summary>\nFinds a user.\n</summary>\n<param name=\"id\">the id</param>\n<returns>the user</returns>",
            "Finds a user.; id=the id; returns the user",
        );
        check("Opens it.\n\n# Errors\n\nFails.\n\n```\nlet x = 1;\n```", "Opens it.");
        check("\\brief Opens it.\n\\param p the path", "Opens it.; p=the path");
        check(
            "Use it, e.g. for all. Then stop. See [docs](http://x.y).",
            "Use it, e.g. for all. | Then stop. | See docs.",
        );
    }
}
