//! The author's sentences, made fit to stand in a summary.

use crate::outline::{DocKind, Symbol};

use super::bounds::clipped;
use super::doc_words::DocWords;
use super::imperatives::base_of;
use super::name_grammar::is_verb;
use super::neutral::{Known, neutral};
use super::words::capitalized;

/// The author's sentences, fit to stand in a summary.
pub(super) fn author_sentences(symbol: &Symbol, doc: &DocWords, known: &Known<'_>) -> Vec<String> {
    let is_comment = symbol.doc.as_ref().is_some_and(|doc| doc.kind == DocKind::Comment);
    let mut out: Vec<String> = Vec::new();
    // A line of dashes parts a file; it is not about what follows.
    if is_comment
        && symbol
            .doc
            .as_ref()
            .is_some_and(|doc| doc.text.contains("----") || doc.text.contains("===="))
    {
        return out;
    }
    for sentence in &doc.sentences {
        let lower = sentence.to_lowercase();
        let aside = [
            "see ",
            "todo",
            "fixme",
            "xxx",
            "hack",
            "note:",
            "deprecated",
            "eslint",
            "noqa",
            "pylint",
            "nolint",
            "copyright",
            "license",
            "-*-",
            "@",
            "type:",
            "region",
            "endregion",
            "for example",
            "example",
        ]
        .iter()
        .any(|start| lower.starts_with(start));
        let first = sentence.split(' ').next().unwrap_or("");
        let shouted = first.len() > 2 && first.chars().all(char::is_uppercase);
        let heading = (sentence.ends_with(':') || shouted) && sentence.split(' ').count() < 4;
        let code = ["let ", "var ", "const ", "import ", "scala> "]
            .iter()
            .any(|start| lower.starts_with(start))
            && sentence.contains(['=', '(', '>']);
        let code = code
            || [") {", "){", "};", "//", "/*"].iter().any(|mark| sentence.contains(mark))
                && !sentence.contains("://");
        if aside || heading || code || is_comment && looks_like_code_line(sentence) {
            continue;
        }
        let sentence = &without_plus_marks(sentence);
        let sentence = without_own_name(sentence, symbol);
        let sentence = neutral(&sentence, known);
        out.push(finished(&without_announcement(&sentence, symbol)));
    }
    out.retain(|sentence| {
        sentence.chars().filter(|c| c.is_alphabetic()).count() > 3
            && sentence.contains(' ')
            && !is_torn(sentence)
            && sentence.matches("another function").count() < 2
    });
    out
}

/// RDoc marks code by a plus on both sides: `+path+`.
fn without_plus_marks(sentence: &str) -> String {
    if sentence.matches('+').count() < 2 {
        return sentence.to_owned();
    }
    sentence
        .split(' ')
        .map(|word| {
            let bare = word.trim_end_matches(['.', ',', ':', ';', ')']);
            match bare.strip_prefix('+').and_then(|rest| rest.strip_suffix('+')) {
                Some(code) if !code.is_empty() => format!("`{code}`{}", &word[bare.len()..]),
                _ => word.to_owned(),
            }
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether a sentence lost the link or the code that it was about.
pub(super) fn is_torn(sentence: &str) -> bool {
    let bare = sentence.trim_end_matches(['.', ':', ',']);
    let open_end = [
        " on",
        " at",
        " from",
        " by",
        " of",
        " see",
        " the",
        " via",
        " due to",
        " like this",
        " as follows",
        " following",
        " of the form",
        " for",
        " using",
        " with",
        " and",
        " or",
    ]
    .iter()
    .any(|end| bare.ends_with(end));
    if open_end && !bare.ends_with("depends on") && !bare.ends_with("turned on") {
        return true;
    }
    [
        " see for ",
        " see.",
        " at for ",
        " in for ",
        " the.",
        " the,",
        " a.",
        " an.",
        " from.",
        " by.",
    ]
    .iter()
    .any(|tear| sentence.contains(tear))
        || expression_out_of_place(sentence)
}

/// "RFC 5424 an expression": what took the place of code or a link stands after no word that could
/// lead to it.
fn expression_out_of_place(sentence: &str) -> bool {
    let Some((head, _)) = sentence.split_once(" an expression") else { return false };
    !matches!(
        head.rsplit(' ').next().unwrap_or(""),
        "to" | "of"
            | "in"
            | "for"
            | "by"
            | "with"
            | "as"
            | "is"
            | "are"
            | "from"
            | "into"
            | "like"
            | "than"
            | "use"
            | "using"
            | "returns"
            | "return"
            | "via"
            | "or"
            | "and"
            | "be"
            | "on"
            | "calls"
            | "if"
            | "when"
            | "that"
            | "Returns"
            | "Return"
            | "uses"
            | "where"
            | "has"
    )
}

/// Commented-out code is no documentation.
pub(super) fn looks_like_code_line(text: &str) -> bool {
    let text = text.trim();
    text.ends_with([';', '{', '}', ')', ','])
        && (text.contains('(') || text.contains('=') || text.contains('{'))
        || text.contains(" = ") && !text.contains(". ")
        || text.contains("=>")
        || text.starts_with("if (")
        || text.starts_with("return ") && text.split(' ').count() < 3
        || !text.contains(' ')
}

/// Go and Rust authors begin with the name: "New makes a station."
fn without_own_name(sentence: &str, symbol: &Symbol) -> String {
    let bare = sentence.trim_start_matches('`');
    let Some(rest) = bare.strip_prefix(symbol.name.as_str()) else { return sentence.to_owned() };
    let rest = rest.trim_start_matches("()").trim_start_matches('`');
    let Some(rest) = rest.strip_prefix(' ') else { return sentence.to_owned() };
    let rest = rest.trim_start_matches("- ").trim_start_matches(": ");
    let first = rest.split(' ').next().unwrap_or("");
    let is_verb_like = base_of(first).is_some()
        || first.len() > 3 && first.ends_with('s') && first.chars().all(char::is_lowercase);
    if is_verb_like {
        return capitalized(rest);
    }
    if let Some(tail) = rest.strip_prefix("is ").or_else(|| rest.strip_prefix("are "))
        && (tail.starts_with("a ") || tail.starts_with("an ") || tail.starts_with("the "))
    {
        return capitalized(tail);
    }
    sentence.to_owned()
}

/// "This function returns" is "Returns" (O2).
fn without_announcement(sentence: &str, symbol: &Symbol) -> String {
    let lower = sentence.to_lowercase();
    for start in [
        "this function ",
        "this method ",
        "this class ",
        "this macro ",
        "this constructor ",
        "this struct ",
        "this type ",
        "this interface ",
        "this module ",
        "this ",
        "a function that ",
        "function that ",
        "function to ",
        "a method that ",
        "method that ",
        "method to ",
        "helper function to ",
        "helper function that ",
        "helper method to ",
        "helper to ",
        "utility function to ",
        "convenience method to ",
        "used to ",
    ] {
        let Some(_) = lower.strip_prefix(start) else { continue };
        let rest = &sentence[start.len()..];
        let first = rest.split(' ').next().unwrap_or("");
        if start == "this " && base_of(&first.to_lowercase()).is_none() {
            return sentence.to_owned();
        }
        if start.ends_with("to ") && is_verb(&first.to_lowercase()) {
            let third = super::words::third_person(&first.to_lowercase());
            return capitalized(&format!("{third}{}", &rest[first.len()..]));
        }
        for used in ["is used to ", "can be used to ", "is responsible for ", "will ", "should "] {
            if let Some(tail) = rest.strip_prefix(used) {
                let verb = tail.split(' ').next().unwrap_or("");
                if is_verb(verb) {
                    return capitalized(&format!(
                        "{}{}",
                        super::words::third_person(verb),
                        &tail[verb.len()..]
                    ));
                }
            }
        }
        if base_of(&first.to_lowercase()).is_some() || first.ends_with('s') && first != "is" {
            return capitalized(rest);
        }
        let kind = symbol.kind.word();
        return format!("The {kind} {rest}");
    }
    sentence.to_owned()
}

/// Upper case at the start, one full stop at the end.
pub(super) fn finished(sentence: &str) -> String {
    let sentence = sentence.trim().trim_end_matches([':', ',', ';', ' ', '-', '–']);
    let lower = sentence.get(..16).unwrap_or("").to_ascii_lowercase();
    let announces =
        ["this function", "this method", "this class"].iter().any(|start| lower.starts_with(start));
    let owned;
    let sentence = if announces {
        owned = format!("The{}", &sentence[4..]);
        owned.as_str()
    } else {
        sentence
    };
    let first = sentence.split(' ').next().unwrap_or("");
    let is_code = first.starts_with('`')
        || crate::mention::looks_like_code(first)
        || first.contains(['.', '(', '/']);
    let mut out = if is_code { sentence.to_owned() } else { capitalized(sentence) };
    if out.matches('`').count() % 2 == 1 {
        out = out.replace('`', "");
    }
    if !out.ends_with(['.', '!', '?', '…']) {
        out.push('.');
    }
    clipped(&out, 320)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcements_go() {
        let symbol = Symbol { name: "At".into(), ..Symbol::default() };
        let check = |sentence: &str, expected: &str| {
            let named = without_own_name(sentence, &symbol);
            assert_eq!(finished(&without_announcement(&named, &symbol)), expected);
        };
        // O2
        check("This function returns the sum", "Returns the sum.");
        check("This method is used to parse it.", "Parses it.");
        check("At predicts the level.", "Predicts the level.");
        check("Helper function to parse dates", "Parses dates.");
        check("This should hold", "This should hold.");
    }
}
