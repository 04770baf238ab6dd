//! Words after a verb as nouns with their articles: "the header from the file", "all users by name".

use crate::text::Text;

use super::name_grammar::is_verb;
use super::words::{article, is_adjective, is_determiner, is_mass, is_plural, said};

/// Whether the word joins two parts of a name.
pub(super) fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "to" | "from"
            | "by"
            | "for"
            | "in"
            | "on"
            | "of"
            | "at"
            | "with"
            | "without"
            | "into"
            | "as"
            | "if"
            | "when"
            | "unless"
            | "until"
            | "while"
            | "via"
            | "per"
            | "and"
            | "or"
            | "not"
            | "than"
            | "over"
            | "under"
            | "between"
            | "after"
            | "before"
            | "against"
            | "through"
            | "inside"
            | "within"
            | "out"
            | "up"
            | "down"
            | "is"
            | "are"
            | "that"
            | "where"
            | "using"
    )
}

/// Words after a verb as its object, with articles: "the header from the file", "all users by name".
pub(super) fn object(words: &[Text]) -> String {
    let mut out = String::with_capacity(words.len() * 8 + 8);
    let mut start = 0;
    let mut after: Option<&str> = None;
    for at in 0..=words.len() {
        let joint = words.get(at).filter(|word| is_preposition(word));
        if at < words.len() && joint.is_none() {
            continue;
        }
        let part = &words[start..at];
        if let (Some(first), Some(last)) = (part.first(), part.last()) {
            if !out.is_empty() {
                out.push(' ');
            }
            if wants_the(after, said(first), said(last)) {
                out.push_str("the ");
            } else if after.is_some_and(|p| matches!(p, "to" | "into" | "as"))
                && !is_mass(said(last))
                && !is_plural(last)
                && !is_determiner(first)
                && !is_adjective(last)
                && !is_verb(first)
            {
                out.push_str(article(said(first)));
                out.push(' ');
            }
            for (index, word) in part.iter().enumerate() {
                if index > 0 {
                    out.push(' ');
                }
                out.push_str(said(word));
            }
        }
        if let Some(word) = joint {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
            after = Some(word);
        }
        start = at + 1;
    }
    out
}

fn wants_the(after: Option<&str>, first: &str, last: &str) -> bool {
    if is_determiner(first) {
        return false;
    }
    match after {
        None => !(first == last && matches!(first, "JSON" | "HTML" | "XML" | "CSS" | "SQL")),
        Some(
            "from" | "of" | "for" | "in" | "on" | "at" | "over" | "under" | "between" | "after"
            | "before" | "against" | "through" | "inside" | "within" | "until",
        ) => !is_mass(last),
        Some(_) => false,
    }
}
