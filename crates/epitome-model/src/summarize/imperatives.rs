//! Sentences bent to what is to be done: "Returns the sum." is "Return the sum."

use super::name_grammar::{is_noun_too, is_verb};
use super::words::capitalized;

/// "Returns the sum." is "Return the sum."
pub(super) fn imperative(sentence: &str) -> String {
    let mut words = sentence.split(' ');
    let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    // "Names cut into words", "Paths below the root": things, not something that is done to them.
    let is_thing = |base: &String| is_noun_too(base) && follows_a_noun(second);
    let base = base_of(&first.to_lowercase()).filter(|base| !is_thing(base)).or_else(|| {
        // "Sows a crop": an unknown word before an article is a verb all the same.
        let second = sentence.split(' ').nth(1)?;
        let verb = first.to_lowercase();
        let bent = super::words::is_determiner(second)
            && verb.len() > 4
            && verb.ends_with('s')
            && !verb.ends_with("ss")
            && verb.chars().all(char::is_alphabetic);
        bent.then(|| unbent(&verb))
    });
    match base {
        Some(base) => capitalized(&format!("{base}{}", second_verb_bent(&sentence[first.len()..]))),
        None => sentence.to_owned(),
    }
}

/// Whether what comes before this word is a thing: a participle or a place follows it.
pub(super) fn follows_a_noun(word: &str) -> bool {
    matches!(
        word,
        "above"
            | "after"
            | "are"
            | "before"
            | "behind"
            | "below"
            | "between"
            | "cut"
            | "given"
            | "inside"
            | "is"
            | "made"
            | "of"
            | "outside"
            | "that"
            | "under"
            | "were"
            | "which"
            | "written"
    ) || word.len() > 4 && word.ends_with("ed")
}

/// " jobs and runs a few" is " jobs and run a few": a verb before an article.
fn second_verb_bent(tail: &str) -> std::borrow::Cow<'_, str> {
    let Some((head, rest)) = tail.split_once(" and ") else { return tail.into() };
    let mut words = rest.splitn(3, ' ');
    let (Some(verb), Some(next)) = (words.next(), words.next()) else { return tail.into() };
    let leads = matches!(
        next.trim_end_matches(['.', ',']),
        "a" | "an" | "the" | "it" | "its" | "them" | "all"
    );
    match base_of(verb).filter(|_| leads) {
        Some(base) => format!("{head} and {base}{}", &rest[verb.len()..]).into(),
        None => tail.into(),
    }
}

pub(super) fn unbent(verb: &str) -> String {
    if let Some(stem) = verb.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for end in ["sses", "shes", "ches", "xes", "zes"] {
        if verb.ends_with(end) {
            return verb[..verb.len() - 2].to_owned();
        }
    }
    verb[..verb.len() - 1].to_owned()
}

/// The verb whose third person this is.
pub(super) fn base_of(word: &str) -> Option<String> {
    match word {
        "has" => return Some("have".to_owned()),
        "says" => return Some("say".to_owned()),
        "stores" | "lets" | "keeps" | "styles" | "introduces" | "lists" | "ties" => {
            return Some(word[..word.len() - 1].to_owned());
        }
        "does" => return Some("do".to_owned()),
        "tells" | "gives" | "returns" => return Some(word[..word.len() - 1].to_owned()),
        _ => {}
    }
    let stem = word.strip_suffix('s')?;
    let candidates = [
        stem.to_owned(),
        stem.strip_suffix('e').unwrap_or("").to_owned(),
        stem.strip_suffix("ie").map(|s| format!("{s}y")).unwrap_or_default(),
    ];
    candidates.into_iter().find(|candidate| is_verb(candidate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intents_are_imperative() {
        let check = |sentence: &str, expected: &str| assert_eq!(imperative(sentence), expected);
        check("Returns the sum.", "Return the sum.");
        check("Applies it.", "Apply it.");
        check("Pushes it.", "Push it.");
        check("The sum.", "The sum.");
        check("Names cut into words.", "Names cut into words.");
        check("Names the thing.", "Name the thing.");
        check("Pulls messages and returns them.", "Pull messages and return them.");
        check("Keeps jobs and runs a few.", "Keep jobs and run a few.");
    }
}
