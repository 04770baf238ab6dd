//! The first sentence: the author's where there is one, else the name's, completed by its class and
//! parameters. And the purpose in one phrase.

use crate::outline::{DocKind, Symbol, SymbolKind};

use super::bounds::clipped;
use super::doc_words::DocWords;
use super::function::{File, subject};
use super::name_grammar::{Around, Phrase, is_verb, phrase};
use super::neutral::{Known, neutral};
use super::returns::gives_value;
use super::special_names::special;
use super::test_names::test_sentence;
use super::types::type_noun;
use super::words::{capitalized, spoken, with_article};

/// What a summary opens with.
pub(super) struct Lead {
    /// One whole sentence.
    pub(super) sentence: String,
    /// Further sentences of the author.
    pub(super) more: Vec<String>,
    /// The purpose without the mechanics.
    pub(super) intent: String,
    /// Whether the author wrote it.
    pub(super) from_doc: bool,
}

/// The opening of a function's summary.
pub(super) fn lead(
    symbol: &Symbol,
    file: &File<'_>,
    doc: &DocWords,
    owner: Option<&str>,
    known: &Known<'_>,
) -> Lead {
    let own = by_name(symbol, file, owner);
    let mut said = author_sentences(symbol, doc, known);
    if said.is_empty() {
        let intent = format!("{}{}.", own.intent, place(&own.intent, file, owner));
        return Lead {
            sentence: format!("{}.", own.sentence),
            more: Vec::new(),
            intent: clipped(&intent, 240),
            from_doc: false,
        };
    }
    // When it is called is no answer to what it does.
    let about_callers = ["Called ", "Used ", "Invoked ", "Internal ", "Private "]
        .iter()
        .any(|start| said[0].starts_with(start));
    if about_callers {
        let intent = format!("{}{}.", own.intent, place(&own.intent, file, owner));
        return Lead {
            sentence: format!("{}.", own.sentence),
            more: said,
            intent: clipped(&intent, 240),
            from_doc: true,
        };
    }
    let sentence = said.remove(0);
    let mut intent = imperative(&sentence);
    // A sentence of two or three words says less than the name completed by its class.
    if sentence.split(' ').count() < 4 {
        intent = format!("{}{}.", own.intent, place(&own.intent, file, owner));
    }
    Lead { sentence, more: said, intent: clipped(&intent, 240), from_doc: true }
}

/// C and its like put the library's name first: `fmt_from_str` in `fmt-c.h`.
fn without_prefix<'a>(name: &'a str, file: &File<'_>) -> &'a str {
    if !matches!(file.outline.language.as_str(), "c" | "cpp" | "bash" | "lua") {
        return name;
    }
    let Some((prefix, rest)) = name.trim_start_matches('_').split_once('_') else { return name };
    let stem = file.path.rsplit('/').next().unwrap_or("");
    let matches_stem = prefix.len() > 1
        && stem.len() >= prefix.len()
        && stem.is_char_boundary(prefix.len())
        && stem[..prefix.len()].eq_ignore_ascii_case(prefix)
        && !stem[prefix.len()..].starts_with(char::is_alphanumeric);
    if matches_stem && rest.chars().any(char::is_alphabetic) { rest } else { name }
}

struct Own {
    sentence: String,
    intent: String,
}

fn by_name(symbol: &Symbol, file: &File<'_>, owner: Option<&str>) -> Own {
    if let Some(sentence) = test_sentence(symbol, file) {
        return Own { intent: imperative(&sentence), sentence };
    }
    let subject = subject(symbol);
    let returns = gives_value(symbol);
    let name = without_prefix(&symbol.name, file);
    let made = symbol
        .return_type
        .as_deref()
        .and_then(type_noun)
        .map(|noun| noun.split([',', '(']).next().unwrap_or("").replace(" or nothing", ""))
        .filter(|noun| noun != "value" && !noun.is_empty());
    let phrase = special(symbol, owner, subject.as_deref()).or_else(|| {
        phrase(
            name,
            Around {
                owner,
                subject: subject.as_deref(),
                returns,
                prefixed: file.has_prefixes(),
                asks: asks(symbol),
                made: made.as_deref(),
            },
        )
    });
    let capitals = symbol.name.len() > 6
        && symbol.name.contains('_')
        && !symbol.name.chars().any(char::is_lowercase);
    if capitals
        && symbol.kind != SymbolKind::Macro
        && matches!(file.outline.language.as_str(), "c" | "cpp")
    {
        // The parser took the macro around a definition for its name.
        let words = spoken(&symbol.name);
        let kind = symbol.kind.word();
        return Own {
            sentence: format!("Is a {kind} that is defined through the macro for {words}"),
            intent: format!("Define a {kind} through the macro for {words}"),
        };
    }
    if symbol.kind == SymbolKind::Macro
        && phrase
            .as_ref()
            .is_none_or(|phrase| !phrase.from_name || name.chars().all(|c| !c.is_lowercase()))
    {
        let words = spoken(name);
        return Own {
            sentence: format!("Is a macro for {words}"),
            intent: format!("Shorten code for {words}"),
        };
    }
    let Some(phrase) = phrase else {
        let words = with_article(symbol.kind.word());
        return Own {
            sentence: format!("Is {words} named `{}`", symbol.name.replace('`', "'")),
            intent: format!("Offer {words} named `{}`", symbol.name.replace('`', "'")),
        };
    };
    let mut phrase = completed(phrase, symbol, owner);
    let draws = matches!(file.outline.language.as_str(), "tsx" | "javascript")
        && symbol.kind == SymbolKind::Function
        && symbol.name.starts_with(char::is_uppercase);
    if draws && returns && file.source.span(symbol.span).contains("</") {
        let drawn = spoken(&symbol.name);
        phrase.rest = super::words::with_the(drawn.strip_prefix("my ").unwrap_or(&drawn));
        phrase.verb = "render".into();
        phrase.second = None;
    }
    Own { sentence: capitalized(&phrase.third()), intent: capitalized(&phrase.base()) }
}

/// Whether the result may be a truth.
fn asks(symbol: &Symbol) -> bool {
    symbol.return_type.as_deref().is_none_or(|ty| {
        ty.to_ascii_lowercase().contains("bool") || ty.contains(" is ") || ty == "int"
    })
}

/// Adds the class or the result's type to a phrase that has neither.
fn completed(mut phrase: Phrase, symbol: &Symbol, owner: Option<&str>) -> Phrase {
    if phrase.rest.is_empty() {
        phrase.rest = match owner {
            Some(owner) => format!("the {owner}"),
            None => symbol
                .return_type
                .as_deref()
                .and_then(type_noun)
                .filter(|noun| noun != "value" && !noun.contains(','))
                .map_or_else(|| "what it is given".to_owned(), |noun| with_article(&noun)),
        };
    }
    phrase
}

/// Where it belongs, for the intent: the class if the phrase does not name it, else the file.
fn place(said: &str, file: &File<'_>, owner: Option<&str>) -> String {
    let lower = said.to_lowercase();
    let mut out = String::new();
    if let Some(owner) = owner
        && !lower.contains(&owner.to_lowercase())
    {
        out.push_str(" for the ");
        out.push_str(owner);
    }
    if let Some(stem) = stem_words(file.path)
        && !lower.contains(&stem.to_lowercase())
        && !owner.is_some_and(|owner| owner.to_lowercase().contains(&stem.to_lowercase()))
    {
        out.push_str(", as part of ");
        out.push_str(&stem);
    }
    if out.is_empty() {
        // The folder, where class and file are said already.
        let folder = file
            .path
            .rsplit('/')
            .nth(1)
            .map(spoken)
            .filter(|words| words.len() > 2 && !lower.contains(&words.to_lowercase()));
        match folder {
            Some(folder) => out.push_str(&format!(", as part of {folder}")),
            None => out.push_str(" for the code around it"),
        }
    }
    out
}

/// The file's name in words, or its folder's where the file's says nothing.
pub(super) fn stem_words(path: &str) -> Option<String> {
    let mut parts = path.rsplit('/');
    let file = parts.next()?;
    let stem = without_endings(file);
    let says_nothing = |stem: &str| {
        matches!(
            stem,
            "" | "index"
                | "mod"
                | "lib"
                | "main"
                | "__init__"
                | "utils"
                | "util"
                | "common"
                | "helpers"
                | "src"
                | "core"
                | "base"
                | "types"
                | "misc"
                | "init"
                | "app"
        )
    };
    let stem = if says_nothing(stem) { parts.find(|part| !says_nothing(part))? } else { stem };
    let words = spoken(stem);
    (!words.is_empty()).then_some(words)
}

/// `app.locals.test.js` is about `app.locals`.
fn without_endings(file: &str) -> &str {
    let mut stem = match file.rfind('.') {
        Some(at) if at > 0 => &file[..at],
        _ => file.trim_start_matches('.'),
    };
    while let Some((init, end)) = stem.rsplit_once('.') {
        let is_ending = matches!(
            end,
            "test"
                | "tests"
                | "spec"
                | "d"
                | "config"
                | "snap"
                | "stories"
                | "module"
                | "tar"
                | "min"
                | "in"
                | "blade"
                | "html"
                | "stress"
                | "e2e"
                | "bench"
        );
        if !is_ending || init.is_empty() {
            break;
        }
        stem = init;
    }
    stem
}

/// The author's sentences, fit to stand in a summary.
pub(super) fn author_sentences(symbol: &Symbol, doc: &DocWords, known: &Known<'_>) -> Vec<String> {
    let is_comment = symbol.doc.as_ref().is_some_and(|doc| doc.kind == DocKind::Comment);
    let mut out: Vec<String> = Vec::new();
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
        let heading = sentence.ends_with(':') && sentence.split(' ').count() < 4;
        if aside || heading || is_comment && looks_like_code_line(sentence) {
            continue;
        }
        let sentence = without_own_name(sentence, symbol);
        let sentence = neutral(&sentence, known);
        out.push(finished(&without_announcement(&sentence, symbol)));
    }
    out.retain(|sentence| {
        sentence.chars().filter(|c| c.is_alphabetic()).count() > 3
            && sentence.contains(' ')
            && !is_torn(sentence)
    });
    out
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
    let mut out =
        if sentence.starts_with('`') { sentence.to_owned() } else { capitalized(sentence) };
    if out.matches('`').count() % 2 == 1 {
        out = out.replace('`', "");
    }
    if !out.ends_with(['.', '!', '?', '…']) {
        out.push('.');
    }
    clipped(&out, 320)
}

/// "Returns the sum." is "Return the sum."
pub(super) fn imperative(sentence: &str) -> String {
    let first = sentence.split(' ').next().unwrap_or("");
    let base = base_of(&first.to_lowercase()).or_else(|| {
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

/// " jobs and runs a few" is " jobs and run a few": a verb before an article.
fn second_verb_bent(tail: &str) -> std::borrow::Cow<'_, str> {
    let Some((head, rest)) = tail.split_once(" and ") else { return tail.into() };
    let mut words = rest.splitn(3, ' ');
    let (Some(verb), Some(next)) = (words.next(), words.next()) else { return tail.into() };
    let leads = matches!(next, "a" | "an" | "the" | "it" | "its" | "them" | "all");
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
fn base_of(word: &str) -> Option<String> {
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

    #[test]
    fn intents_are_imperative() {
        let check = |sentence: &str, expected: &str| assert_eq!(imperative(sentence), expected);
        check("Returns the sum.", "Return the sum.");
        check("Applies it.", "Apply it.");
        check("Pushes it.", "Push it.");
        check("The sum.", "The sum.");
        check("Keeps jobs and runs a few.", "Keep jobs and run a few.");
    }
}
