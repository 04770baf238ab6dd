//! What a file is for, as one phrase that begins with a verb.

use crate::summary::Summary;

use super::imperatives::imperative;
use super::parts::FileRole;
use super::words::capitalized;

/// The purpose of a file of code. `authors` are the sentences of its own doc, `actions` what its
/// functions do, `first` the summary of what carries it.
pub(super) fn code_intent(
    authors: &[String],
    actions: &[String],
    own: &str,
    first: Option<&Summary>,
    stem: &str,
    role: FileRole,
) -> String {
    if let Some(author) = authors.first().filter(|first| first.split(' ').count() > 3) {
        return purpose(author, &format!("Provide {stem}"));
    }
    if role == FileRole::Test {
        return format!("Test {}.", tested(stem));
    }
    match (actions, first) {
        ([one, ..], _) if names(one, stem) => format!("{}.", capitalized(one)),
        ([one, ..], _) => format!("Provide {stem}: {one}."),
        ([], Some(summary)) => {
            let intent = summary.business_intent.trim_end_matches('.');
            let intent = intent.split(", as part of ").next().unwrap_or(intent);
            format!("{}.", purpose(intent, &format!("Provide {stem}")).trim_end_matches('.'))
        }
        ([], None) => imperative(own),
    }
}

/// The purpose of a plain file: the author's first sentence, or what the kind of file does.
pub(super) fn plain_intent(claim: Option<&String>, own: &str, stem: &str, is_text: bool) -> String {
    match claim {
        Some(claim) if claim.split(' ').count() > 3 && is_text => {
            purpose(claim, &format!("Explain {stem}"))
        }
        Some(claim) if claim.split(' ').count() > 3 => {
            purpose(claim, imperative(own).trim_end_matches('.'))
        }
        _ => imperative(own),
    }
}

/// A sentence as something to do: one that does not begin with a verb is what the file is about.
fn purpose(sentence: &str, otherwise: &str) -> String {
    let bent = imperative(sentence);
    let first = bent.split(' ').next().unwrap_or("").to_lowercase();
    if super::name_grammar::is_verb(&first)
        || matches!(first.as_str(), "have" | "say" | "represent" | "stand" | "write" | "style")
        || bent != sentence
    {
        return bent;
    }
    if let Some(rest) = bent.strip_prefix("Stands for ") {
        return format!("Define {rest}");
    }
    for start in ["A ", "An ", "The "] {
        if let Some(rest) = bent.strip_prefix(start).filter(|rest| !says_what_it_does(rest)) {
            return format!("Provide {}{rest}", start.to_lowercase());
        }
    }
    // "Sells things": an unknown word before a noun is a verb all the same.
    let mut words = bent.split(' ');
    if let (Some(verb), Some(next)) = (words.next(), words.next())
        && first.len() > 4
        && first.ends_with('s')
        && !first.ends_with("ss")
        && !first.ends_with("us")
        && first.chars().all(char::is_alphabetic)
        && next.trim_end_matches('.').chars().all(char::is_lowercase)
        && !super::noun_phrases::is_preposition(next)
        && !super::imperatives::follows_a_noun(next)
        && !matches!(next, "about" | "which" | "has" | "have" | "can" | "should" | "used" | "you")
    {
        return capitalized(&format!(
            "{}{}",
            super::imperatives::unbent(&first),
            &bent[verb.len()..]
        ));
    }
    format!("{otherwise}: {bent}")
}

/// "flask object implements a thing": a verb before an article, so a sentence and no name.
fn says_what_it_does(rest: &str) -> bool {
    let words: Vec<&str> = rest.split(' ').take(6).collect();
    words.windows(2).any(|two| {
        super::imperatives::base_of(two[0]).is_some() && super::words::is_determiner(two[1])
    })
}

fn names(words: &str, stem: &str) -> bool {
    words.to_lowercase().contains(&stem.to_lowercase())
}

/// What a test file is about, without the word "test".
pub(super) fn tested(stem: &str) -> &str {
    let bare = stem
        .trim_end_matches(" tests")
        .trim_end_matches(" test")
        .trim_end_matches(" spec")
        .trim_start_matches("test ");
    if bare.is_empty() { stem } else { bare }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purposes_begin_with_a_verb() {
        let check = |sentence: &str, expected: &str| {
            assert_eq!(purpose(sentence, "Explain pumps"), expected)
        };
        check("Returns the level.", "Return the level.");
        check("A store of levels.", "Provide a store of levels.");
        check("The pump lifts the water.", "Explain pumps: The pump lifts the water.");
        check("The pump checks a valve.", "Explain pumps: The pump checks a valve.");
        check("Stands for a pump.", "Define a pump.");
        check("Sells things.", "Sell things.");
        check("Paths below the root.", "Explain pumps: Paths below the root.");
        check("Options for pumps.", "Explain pumps: Options for pumps.");
        check("Python has pumps.", "Explain pumps: Python has pumps.");
    }
}
