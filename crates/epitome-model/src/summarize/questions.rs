//! Names that ask: `isEmpty`, `hasChildren`, `startsWith`. They tell whether something is so.

use crate::text::Text;

use super::name_grammar::{Around, Phrase, is_verb};
use super::noun_phrases::{is_preposition, object};
use super::words::{
    article, is_adjective, is_determiner, is_mass, is_plural, join, said, with_article, with_the,
};

/// The question that a name asks, or `None` where it asks nothing.
pub(super) fn predicate(first: &str, rest: &[Text], around: Around<'_>) -> Option<Phrase> {
    let subject = match (around.owner, around.subject) {
        // `isDefault(summary)` of a column: which of the two is asked about cannot be known.
        (Some(_), Some(_)) if matches!(first, "is" | "are" | "was") && !rest.is_empty() => {
            return Some(Phrase { from_name: false, ..Phrase::new("run", "the question") });
        }
        // A free predicate is about what it is given; a method about its own object.
        (Some(owner), _) => with_the(owner),
        (None, Some(subject)) => with_the(subject),
        (None, None) => "it".to_owned(),
    };
    let tail = || join(rest);
    let said = match first {
        "is" | "was" | "are" | "be" if !rest.is_empty() => {
            let many = is_plural(subject.rsplit(' ').next().unwrap_or(""));
            let be = match (first, many) {
                ("was", false) => "was",
                ("was", true) => "were",
                (_, false) => "is",
                (_, true) => "are",
            };
            format!("{subject} {be} {}", complement(rest))
        }
        "has" | "have" if !rest.is_empty() => {
            let negated = rest[0] == "no" || rest[0] == "any";
            let noun = join(rest);
            let noun = if negated || is_adjective(&rest[rest.len() - 1]) {
                noun
            } else {
                with_article(&noun)
            };
            format!("{subject} has {noun}")
        }
        "can" | "should" | "must" | "may" | "could" | "might" | "will" | "would"
            if !rest.is_empty() =>
        {
            if is_verb(&rest[0]) || rest[0] == "be" || rest[0] == "not" || rest[0] == "have" {
                format!("{subject} {first} {}", tail())
            } else {
                format!("{subject} {first} be {}", tail())
            }
        }
        "contains" | "includes" | "starts" | "ends" | "equals" | "exists" | "matches" | "needs"
        | "supports" | "allows" | "accepts" | "requires" | "wants" | "belongs" | "intersects"
        | "overlaps" | "implements" | "extends" | "inherits" | "owns" | "fits" => {
            if !around.returns || !around.asks {
                return None;
            }
            // `startsWith(prefix)`: the small word waits for what is given.
            if !rest.is_empty() && rest.iter().all(|word| is_preposition(word)) {
                let it = around.owner.map_or_else(|| "the value".to_owned(), with_the);
                let given = around.subject.map_or_else(|| "what is given".to_owned(), with_the);
                return Some(Phrase::new(
                    "tell",
                    format!("whether {it} {first} {} {given}", join(rest)),
                ));
            }
            let object_words = match (rest.is_empty(), around.owner.is_some(), around.subject) {
                (false, ..) => object(rest),
                (true, true, Some(subject)) => with_the(subject),
                _ => String::new(),
            };
            format!("{subject} {first} {object_words}")
        }
        _ => return None,
    };
    Some(Phrase::new("tell", format!("whether {}", said.trim_end())))
}

/// What stands after "is": an adjective as it is, a noun with its article.
pub(super) fn complement(words: &[Text]) -> String {
    let text = join(words);
    let last = words.last().map_or("", |word| said(word));
    let first = words[0].as_str();
    let bare = is_adjective(last)
        || is_adjective(first) && words.len() == 1
        || is_preposition(first)
        || first == "not"
        || is_mass(last)
        || is_plural(last)
        || is_determiner(first)
        || words.iter().any(|word| is_preposition(word))
        || last.ends_with("ing") && words.len() == 1;
    if bare { text } else { format!("{} {text}", article(&text)) }
}
