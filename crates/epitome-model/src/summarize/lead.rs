//! The first sentence: the author's where there is one, else the name's, completed by its class and
//! parameters. And the purpose in one phrase.

use crate::outline::{Symbol, SymbolKind};
use crate::text::Text;

use super::author_words::author_sentences;
use super::bounds::clipped;
use super::certainty::{is_certain, is_noun};
use super::doc_words::DocWords;
use super::file_context::File;
use super::imperatives::imperative;
use super::inputs::real_parameters;
use super::name_grammar::{Around, Phrase, is_plain_verb, phrase_of, words_of};
use super::neutral::Known;
use super::owners::subject;
use super::places::place;
use super::returns::gives_value;
use super::special_names::special;
use super::test_names::test_sentence;
use super::types::type_noun;
use super::words::{are_words, capitalized, spoken, with_article};

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
    let fixed = special(symbol, owner, subject.as_deref());
    let capitals = symbol.name.len() > 6
        && symbol.name.contains('_')
        && !symbol.name.chars().any(char::is_lowercase);
    if capitals
        && symbol.kind != SymbolKind::Macro
        && matches!(file.outline.language.as_str(), "c" | "cpp")
    {
        // The parser took the macro around a definition for its name.
        let kind = symbol.kind.word();
        let name = symbol.name.replace('`', "'");
        return Own {
            sentence: format!("Is a {kind} that is defined through the macro `{name}`"),
            intent: format!("Define a {kind} through the macro `{name}`"),
        };
    }
    let around = Around {
        owner,
        subject: subject.as_deref(),
        returns,
        prefixed: false,
        asks: asks(symbol),
        made: made.as_deref(),
    };
    let phrase = fixed.or_else(|| certain_phrase(name, around, symbol, file));
    let Some(phrase) = phrase else { return named(symbol, owner) };
    let mut phrase = completed(phrase, symbol, owner);
    let draws = matches!(file.outline.language.as_str(), "tsx" | "javascript")
        && symbol.kind == SymbolKind::Function
        && symbol.name.starts_with(char::is_uppercase);
    if draws && phrase.verb == "return" && !file.source.span(symbol.span).contains("</") {
        return named(symbol, owner);
    }
    if draws && returns && file.source.span(symbol.span).contains("</") {
        let drawn = spoken(&symbol.name);
        phrase.rest = super::words::with_the(drawn.strip_prefix("my ").unwrap_or(&drawn));
        phrase.verb = "render".into();
        phrase.second = None;
    }
    Own { sentence: capitalized(&phrase.third()), intent: capitalized(&phrase.base()) }
}

/// The phrase of a name whose grammar is beyond doubt.
fn certain_phrase(
    name: &str,
    around: Around<'_>,
    symbol: &Symbol,
    file: &File<'_>,
) -> Option<Phrase> {
    let constant = name.len() > 1 && !name.chars().any(char::is_lowercase);
    if constant
        || name.starts_with("operator")
        || matches!(name, "func" | "fn" | "function" | "callback" | "cb" | "handler" | "default")
        || symbol.kind == SymbolKind::Macro && name.chars().all(|c| !c.is_lowercase())
    {
        return None;
    }
    let mut words = words_of(name);
    // `nvm_sanitize_path`: before the verb stands the library.
    if file.has_prefixes()
        && let Some(at) = words.iter().take(4).position(|word| is_plain_verb(word))
        && at + 1 < words.len()
    {
        words.drain(..at);
    }
    let phrase = phrase_of(&words, around)?;
    let certain = if name.ends_with('?') && phrase.verb != "tell" {
        false
    } else if phrase.from_name {
        is_certain(&words, &phrase)
    } else {
        match phrase.verb.as_str() {
            "return" => {
                let given = real_parameters(symbol).next().is_some();
                let ty = symbol.return_type.as_deref();
                // In C and its kin an integer, a truth or a code says how it went.
                let status = file.has_prefixes()
                    && ty.is_some_and(|ty| {
                        let ty = ty.to_ascii_lowercase();
                        ty.contains("int") || ty.contains("bool") || ty.contains("code")
                    });
                let lone = given && (words.len() == 1 || ty.is_none() || status);
                (is_noun(&words) || is_noun_with_place(&words)) && !does(&words, symbol) && !lone
            }
            "convert" => are_words(&words),
            _ => false,
        }
    };
    certain.then_some(phrase)
}

/// "the number of rows": nouns on both sides of a small word.
fn is_noun_with_place(words: &[Text]) -> bool {
    let at = words.iter().position(|word| matches!(word.as_str(), "of" | "for" | "by" | "in"));
    at.is_some_and(|at| is_noun(&words[..at]) && is_noun(&words[at + 1..]))
}

/// `entry_maker(entry)` makes entries; it gives back no maker.
fn does(words: &[Text], symbol: &Symbol) -> bool {
    let last = words.last().map_or("", Text::as_str);
    let doer = last.len() > 4
        && (last.ends_with("er") || last.ends_with("or"))
        && !matches!(
            last,
            "number"
                | "header"
                | "buffer"
                | "parameter"
                | "order"
                | "error"
                | "user"
                | "color"
                | "vector"
                | "factor"
                | "character"
                | "pointer"
                | "layer"
                | "folder"
                | "server"
                | "member"
                | "owner"
                | "letter"
                | "border"
                | "cursor"
                | "author"
                | "editor"
                | "center"
                | "power"
                | "answer"
                | "driver"
                | "footer"
                | "separator"
                | "anchor"
                | "trailer"
                | "integer"
                | "identifier"
                | "master"
                | "other"
                | "prior"
                | "ancestor"
                | "cluster"
                | "container"
                | "counter"
                | "delimiter"
                | "remainder"
                | "register"
                | "matrix"
                | "after"
                | "former"
                | "descriptor"
                | "indicator"
                | "meter"
                | "constructor"
        );
    doer && (!symbol.parameters.is_empty() || matches!(last, "handler" | "callback" | "listener"))
}

/// A name that cannot be said is shown.
fn named(symbol: &Symbol, owner: Option<&str>) -> Own {
    let kind = symbol.kind.word();
    let name = symbol.name.replace('`', "'");
    let of = owner.map(|owner| format!(" of the {owner}")).unwrap_or_default();
    Own {
        sentence: format!("Is the {kind} `{name}`{of}"),
        intent: format!("Offer the {kind} `{name}`{of}"),
    }
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
