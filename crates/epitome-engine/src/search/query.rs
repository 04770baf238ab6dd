//! What is asked: which kind of question it is, which terms it has, and how much each counts.

use std::collections::BTreeMap;

use super::said::Said;
use super::terms::Splitter;
use super::words::{BOILERPLATE, STOP_WORDS, VERBS};

/// What kind of question is asked. Each kind weighs the evidence in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum QueryClass {
    /// A name: `JsonReader`, `Rack::Builder`, `parse_args`.
    Symbol,
    /// A sentence that says what one function does: "Returns the first match."
    Sentence,
    /// A topic or a question about a part of the system: "how routes are matched".
    Topic,
    /// A report: several lines, with code, messages, a stack trace.
    Issue,
}

impl QueryClass {
    /// All of them.
    pub const ALL: [QueryClass; 4] =
        [QueryClass::Symbol, QueryClass::Sentence, QueryClass::Topic, QueryClass::Issue];
}

/// A longer line than this is a report, not a question.
const LONGEST_QUESTION: usize = 300;
/// What a report says beyond this is not read.
const LONGEST_QUERY: usize = 64 * 1024;

/// A query, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) class: QueryClass,
    /// The text without what a form asked for.
    pub(crate) text: String,
    /// Its first line.
    pub(crate) title: String,
    /// Terms of the text and of the title, each with its weight.
    pub(crate) terms: Vec<QueryTerm>,
    /// What it names as it is written.
    pub(crate) said: Said,
}

/// A term of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QueryTerm {
    pub(crate) term: String,
    /// What the query says for it, as written.
    pub(crate) word: String,
    /// How much it counts in the whole text.
    pub(crate) in_text: f32,
    /// How much it counts in the title; 0 where it is not there.
    pub(crate) in_title: f32,
}

impl Query {
    /// Whether it asks for tests, examples, prose or the like, which otherwise stand back.
    pub(crate) fn asks_for(&self, words: &[&str]) -> bool {
        let says = |word: &str| self.terms.iter().any(|term| term.term == word);
        self.class != QueryClass::Issue && words.iter().any(|word| says(word))
    }

    pub(crate) fn of(query: &str) -> Query {
        let query = &query[..query.floor_char_boundary(LONGEST_QUERY)];
        let class = class_of(query);
        let text = without_forms(query);
        let title =
            text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().to_owned();
        let said = Said::of(&text);
        let terms = terms_of(&text, &title);
        Query { class, text, title, terms, said }
    }
}

/// More of the same term counts less and less: by the square root.
fn terms_of(text: &str, title: &str) -> Vec<QueryTerm> {
    let (mut splitter, mut tokens) = (Splitter::default(), Vec::new());
    let mut counts: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    let mut words: BTreeMap<String, &str> = BTreeMap::new();
    splitter.split(text, &mut tokens);
    for token in &tokens {
        let term = splitter.term(token.term);
        words.entry(term.to_owned()).or_insert_with(|| word_at(text, token.start as usize));
        counts.entry(term.to_owned()).or_default().0 += 1;
    }
    tokens.clear();
    splitter.split(title, &mut tokens);
    for token in &tokens {
        counts.entry(splitter.term(token.term).to_owned()).or_default().1 += 1;
    }
    let all: Vec<QueryTerm> = counts
        .into_iter()
        .map(|(term, (text, title))| QueryTerm {
            word: words.get(&term).map_or_else(|| term.clone(), |word| (*word).to_owned()),
            term,
            in_text: (text as f32).sqrt(),
            in_title: (title as f32).sqrt(),
        })
        .collect();
    let telling: Vec<QueryTerm> =
        all.iter().filter(|term| !STOP_WORDS.contains(&term.term.as_str())).cloned().collect();
    // A query of nothing but common words is asked as it is.
    if telling.is_empty() { all } else { telling }
}

/// The run of letters, digits and underscores that begins there.
fn word_at(text: &str, start: usize) -> &str {
    let rest = &text[start..];
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    &rest[..end]
}

fn class_of(query: &str) -> QueryClass {
    let query = query.trim();
    if query.contains('\n') || query.chars().count() > LONGEST_QUESTION {
        return QueryClass::Issue;
    }
    let words: Vec<&str> = query.split_whitespace().collect();
    let is_name = |word: &&str| {
        words.len() == 1
            || word.contains(|c: char| {
                c.is_ascii_uppercase() || c.is_ascii_digit() || "_.:".contains(c)
            })
    };
    if (1..=2).contains(&words.len()) && words.iter().all(is_name) {
        return QueryClass::Symbol;
    }
    let first = words.first().map(|word| word.to_lowercase()).unwrap_or_default();
    if query.ends_with('.') || is_verb(&first) {
        return QueryClass::Sentence;
    }
    QueryClass::Topic
}

/// Whether a sentence about a function begins so: "return", "returns".
fn is_verb(word: &str) -> bool {
    let known = |word: &str| VERBS.binary_search(&word).is_ok();
    known(word)
        || word.strip_suffix('s').is_some_and(known)
        || word.strip_suffix("es").is_some_and(known)
}

/// A report without ticked boxes, hidden comments and the headings of a form.
fn without_forms(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    let mut visible = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, hidden)) = rest.split_once("<!--") {
        visible.push_str(before);
        rest = hidden.split_once("-->").map_or("", |(_, after)| after);
    }
    visible.push_str(rest);
    let mut kept = String::with_capacity(visible.len());
    for line in visible.lines().filter(|line| !is_of_a_form(line)) {
        kept.push_str(line);
        kept.push('\n');
    }
    kept
}

fn is_of_a_form(line: &str) -> bool {
    let line = line.trim_start();
    let is_box = line.strip_prefix(['-', '*']).is_some_and(|rest| {
        let rest = rest.trim_start().as_bytes();
        matches!(rest, [b'[', b' ' | b'x' | b'X', b']', ..])
    });
    let heading = line.strip_prefix('#').filter(|rest| !rest.starts_with('!'));
    let is_heading = heading.is_some_and(|rest| {
        let heading = rest.trim_start_matches('#').trim().to_lowercase();
        BOILERPLATE.iter().any(|known| heading.starts_with(known))
    });
    is_box || is_heading
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, expected: QueryClass) {
        assert_eq!(class_of(query), expected, "{query}");
    }

    #[test]
    fn questions_are_told_apart() {
        check("JsonReader", QueryClass::Symbol);
        check("Rack::Builder", QueryClass::Symbol);
        check("router", QueryClass::Symbol);
        check("field_validator", QueryClass::Symbol);
        check("Returns the first match", QueryClass::Sentence);
        check("A hook for adding fields.", QueryClass::Sentence);
        check("parse the config file", QueryClass::Sentence);
        check("how routes are matched", QueryClass::Topic);
        check("request body parsing", QueryClass::Topic);
        check("crash on start\n\nTraceback (most recent call last):", QueryClass::Issue);
        check("", QueryClass::Topic);
    }

    #[test]
    fn verbs_are_in_order() {
        assert!(VERBS.is_sorted());
    }

    #[test]
    fn forms_are_left_out() {
        let text = "Title\n### Search before asking\n- [X] I searched\n<!-- hidden\nlines -->\nIt fails.\n### Version\n1.2";
        assert_eq!(without_forms(text), "Title\n\nIt fails.\n1.2\n");
        assert_eq!(without_forms("- [x] one line"), "- [x] one line");
    }

    #[test]
    fn terms_count_in_text_and_title() {
        let query = Query::of("parse config\nthe parser parses");
        let terms: Vec<(&str, f32, f32)> =
            query.terms.iter().map(|t| (t.term.as_str(), t.in_text, t.in_title)).collect();
        assert_eq!(
            terms,
            [("config", 1.0, 1.0), ("pars", 2.0_f32.sqrt(), 1.0), ("parser", 1.0, 0.0)]
        );
        assert_eq!(Query::of("what is it").terms.len(), 3);
    }
}
