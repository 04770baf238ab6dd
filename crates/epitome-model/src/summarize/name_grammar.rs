//! A function's name as a phrase: its verb, its object, and what completes them.
//!
//! `addItem` on a basket adds *the item to the basket*; `isEmpty` *tells whether the basket is
//! empty*; `to_json` *converts the basket to JSON*. Every kind of name ends as one verb with its
//! object, so that the same phrase can be bent to "adds", "add" and "adding".

use crate::text::Text;

use super::lexicon::entry;
use super::lone_verbs::{acts_alone, completed};
use super::noun_phrases::{is_preposition, object};
use super::questions::{complement, predicate};
use super::words::{
    gerund, is_adjective, is_determiner, join, said, split, third_person, with_article, with_the,
};

/// A verb with its object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Phrase {
    /// The verb as in "to parse".
    pub(super) verb: Text,
    /// A second verb of the same object: "read and parse".
    pub(super) second: Option<Text>,
    /// Object and complements, articles included.
    pub(super) rest: String,
    /// Whether the second verb is done instead of the first.
    pub(super) either: bool,
    /// Whether the verb was in the name, so that the name itself says what is done.
    pub(super) from_name: bool,
}

impl Phrase {
    pub(super) fn new(verb: &str, rest: impl Into<String>) -> Phrase {
        Phrase {
            verb: verb.into(),
            second: None,
            rest: rest.into(),
            either: false,
            from_name: true,
        }
    }

    /// "parses the header".
    pub(super) fn third(&self) -> String {
        self.bent(third_person)
    }

    /// "parse the header".
    pub(super) fn base(&self) -> String {
        self.bent(str::to_owned)
    }

    /// "parsing the header".
    pub(super) fn going(&self) -> String {
        self.bent(gerund)
    }

    fn bent(&self, bend: impl Fn(&str) -> String) -> String {
        let mut out = match self.verb.split_once(' ') {
            Some((verb, particle)) => format!("{} {particle}", bend(verb)),
            None => bend(&self.verb),
        };
        // "responds the request" is no English.
        if let Some(particle) = particle(&self.verb)
            && self.second.is_none()
            && self
                .rest
                .split(' ')
                .next()
                .is_some_and(|word| is_determiner(word) && word != "whether")
        {
            out.push(' ');
            out.push_str(particle);
        }
        if let Some(second) = &self.second {
            out.push_str(if self.either { " or " } else { " and " });
            out.push_str(&bend(second));
        }
        if !self.rest.is_empty() {
            out.push(' ');
            out.push_str(&self.rest);
        }
        out
    }
}

/// The small word that a verb needs before its object.
fn particle(verb: &str) -> Option<&'static str> {
    Some(match verb {
        "respond" | "reply" | "listen" | "subscribe" | "react" | "conform" | "correspond"
        | "contribute" | "navigate" => "to",
        "wait" => "for",
        "iterate" => "over",
        "complain" => "about",
        "rely" => "on",
        "communicate" => "with",
        _ => return None,
    })
}

/// What stands around a name and completes it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around<'a> {
    /// The class or type it belongs to, in words.
    pub(super) owner: Option<&'a str>,
    /// The first parameter (or argument, or receiver) that may be its object, in words.
    pub(super) subject: Option<&'a str>,
    /// Whether it gives something back.
    pub(super) returns: bool,
    /// Whether names begin with the library's name, as in C.
    pub(super) prefixed: bool,
    /// Whether it may answer a question: it is not known to give back anything but a truth.
    pub(super) asks: bool,
    /// What it gives back, in words, where its type tells.
    pub(super) made: Option<&'a str>,
}

/// The words of a function's name, without endings that say nothing; a name with a question mark
/// asks.
pub(super) fn words_of(name: &str) -> Vec<Text> {
    let mut words = split(name);
    while words.len() > 1
        && words.last().is_some_and(|last| {
            matches!(last.as_str(), "impl" | "inner" | "internal" | "helper" | "fn" | "func")
        })
    {
        words.pop();
    }
    let first = words.first().map_or("", Text::as_str);
    let asks = name.ends_with('?')
        && !matches!(
            first,
            "" | "is"
                | "has"
                | "can"
                | "should"
                | "must"
                | "was"
                | "are"
                | "will"
                | "includes"
                | "contains"
                | "matches"
                | "respond"
                | "exist"
                | "key"
                | "include"
        );
    if asks {
        words.insert(0, "is".into());
    }
    words
}

/// The same for a name that is cut already.
pub(super) fn phrase_of(words: &[Text], around: Around<'_>) -> Option<Phrase> {
    let (first, rest) = words.split_first()?;
    if rest.is_empty() && first.len() == 1 {
        return None;
    }
    let first = first.as_str();
    if let Some(predicate) = predicate(first, rest, around) {
        return Some(predicate);
    }
    Some(match first {
        "to" | "into" if !rest.is_empty() => {
            Phrase::new("convert", format!("{} to {}", self_or_subject(around), target(rest)))
        }
        "as" if !rest.is_empty() => {
            Phrase::new("give", format!("{} as {}", self_or_subject(around), target(rest)))
        }
        "from" if !rest.is_empty() => {
            let made = around.owner.map_or_else(|| "a value".to_owned(), with_article);
            Phrase::new("make", format!("{made} from {}", target(rest)))
        }
        "from" => Phrase::new("make", made_from(around)),
        "new" => {
            let made = if rest.is_empty() {
                around.owner.or(around.made).unwrap_or("value").to_owned()
            } else {
                join(rest)
            };
            Phrase::new("make", format!("a new {made}"))
        }
        "with" if !rest.is_empty() => match around.owner {
            Some(owner) => {
                Phrase::new("set", format!("{} of the {owner}, which is given back", object(rest)))
            }
            None => Phrase::new("work", format!("with {}", object(rest))),
        },
        "on" if !rest.is_empty() => Phrase::new("react", format!("to {}", object(rest))),
        "try" if rest.len() > 1 || rest.first().is_some_and(|w| is_verb(w)) => {
            let inner = phrase_of(rest, around)?;
            Phrase::new("try", format!("to {}", inner.base()))
        }
        "do" | "maybe" | "lazy" | "really" | "just" if rest.first().is_some_and(|w| is_verb(w)) => {
            let mut inner = phrase_of(rest, around)?;
            if first == "maybe" {
                inner.rest.push_str(" if needed");
            }
            inner
        }
        "ensure" if rest.len() == 1 && is_adjective(&rest[0]) => {
            Phrase::new("make sure", format!("{} is {}", self_or_subject(around), said(&rest[0])))
        }
        "init" | "initialise" | "initialize" | "setup" => {
            let what = if rest.is_empty() { self_or_subject(around) } else { object(rest) };
            Phrase::new("set up", what)
        }
        "teardown" | "cleanup" if rest.is_empty() && around.owner.or(around.subject).is_none() => {
            Phrase::new("run", "the cleanup")
        }
        "teardown" | "cleanup" => {
            let what = if rest.is_empty() { self_or_subject(around) } else { object(rest) };
            Phrase::new("clean up", what)
        }
        "tear" if rest.len() > 1 && rest[0] == "down" => {
            Phrase::new("clean up", object(&rest[1..]))
        }
        "exec" => verb_phrase("execute", rest, around),
        "concat" => verb_phrase("concatenate", rest, around),
        "stringify" => verb_phrase("turn", rest, around).then_push(" into a string"),
        "lookup" => verb_phrase("look up", rest, around),
        "glob" => verb_phrase("expand", rest, around).then_push(" as a file pattern"),
        "del" => verb_phrase("delete", rest, around),
        "rm" => verb_phrase("remove", rest, around),
        "cmp" => verb_phrase("compare", rest, around),
        "calc" => verb_phrase("calculate", rest, around),
        "gen" => verb_phrase("generate", rest, around),
        "fmt" => verb_phrase("format", rest, around),
        "recv" => verb_phrase("receive", rest, around),
        "alloc" => verb_phrase("allocate", rest, around),
        "dealloc" => verb_phrase("free", rest, around),
        "deinit" => verb_phrase("clean up", rest, around),
        "use" if !rest.is_empty() && around.returns => {
            Phrase { from_name: true, ..Phrase::new("provide", object(rest)) }
        }
        // `debugPrintWarning`: what kind of printing, not debugging of a print.
        _ if is_noun_too(first) && rest.len() > 1 && is_plain_verb(&rest[0]) => {
            verb_phrase(&rest[0], &rest[1..], around).then_push(" for ").then_push(said(first))
        }
        "return" if matches!(rest.first().map(Text::as_str), Some("type" | "value")) => {
            noun(words, around)
        }
        // `go_dec`: the inner loop of something.
        "go" if !rest.is_empty() => noun(rest, around),
        _ if is_verb(first)
            && !(rest.is_empty()
                && around.returns
                && is_noun_too(first)
                && !(around.subject.is_some() && acts_alone(first))) =>
        {
            verb_phrase(first, rest, around)
        }
        // `nvm_sanitize_path`: a prefix, then the phrase. `image_resize`: the object, then the verb.
        _ if around.prefixed
            && rest.len() > 1
            && words.iter().skip(1).take(2).any(|word| is_verb(word)) =>
        {
            let at = (1..words.len().min(3))
                .find(|at| is_verb(&words[*at]) && !is_noun_too(&words[*at]))
                .or_else(|| (1..words.len()).find(|at| is_verb(&words[*at])))
                .unwrap_or(1);
            let prefix = join(&words[..at]);
            if at + 1 == words.len() && is_noun_too(&words[at]) {
                noun(words, around)
            } else if at + 1 == words.len() {
                Phrase::new(written_out(&words[at]), with_the(&prefix))
            } else {
                verb_phrase(&words[at], &words[at + 1..], around)
                    .then_push(" for ")
                    .then_push(&prefix)
            }
        }
        _ if rest.len() > 1 && (is_plain_verb(&rest[0]) || rest[0] == "set" && !around.returns)
            || rest.len() == 1
                && (!around.returns || around.prefixed && is_plain_verb(&rest[0]))
                && is_verb(&rest[0])
                && !is_noun_too(&rest[0]) =>
        {
            let prefix = said(first);
            if rest.len() == 1 {
                Phrase::new(written_out(&rest[0]), with_the(prefix))
            } else {
                verb_phrase(&rest[0], &rest[1..], around).then_push(" for ").then_push(prefix)
            }
        }
        // `nvim_buf_get_lines`: a prefix of two words.
        _ if rest.len() > 2 && is_plain_verb(&rest[1]) => {
            let prefix = join(&words[..2]);
            verb_phrase(&rest[1], &rest[2..], around).then_push(" for ").then_push(&prefix)
        }
        // `curl_vquic_ctx_init`: what is done stands last.
        _ if around.prefixed
            && words.len() > 2
            && matches!(
                rest[rest.len() - 1].as_str(),
                "init"
                    | "setup"
                    | "cleanup"
                    | "destroy"
                    | "create"
                    | "close"
                    | "open"
                    | "start"
                    | "stop"
            ) =>
        {
            let at = words.len() - 1;
            Phrase::new(written_out(&words[at]), with_the(&join(&words[..at])))
        }
        // `buf_is_valid`: a question with its subject before it.
        _ if around.returns
            && words.len() > 2
            && words[1..words.len() - 1].iter().any(|word| word == "is" || word == "has") =>
        {
            let at = words.iter().position(|word| word == "is" || word == "has").unwrap_or(1);
            let subject = join(&words[..at]);
            return predicate(
                &words[at],
                &words[at + 1..],
                Around { owner: Some(&subject), ..around },
            );
        }
        _ => noun(words, around),
    })
}

impl Phrase {
    fn then_push(mut self, tail: &str) -> Phrase {
        self.rest.push_str(tail);
        self
    }
}

/// Whether a name may begin with this word and mean an action.
pub(super) fn is_verb(word: &str) -> bool {
    entry(word).verb
}

/// A verb even in second place, where most words that can be nouns are.
pub(super) fn is_plain_verb(word: &str) -> bool {
    let known = entry(word);
    known.verb && !known.noun_too && !known.noun_second
}

pub(super) fn is_noun_too(word: &str) -> bool {
    entry(word).noun_too
}

/// Verbs that only programs write, as English has them.
fn written_out(verb: &str) -> &str {
    match verb {
        "init" | "initialize" | "initialise" | "setup" => "set up",
        "cleanup" | "deinit" => "clean up",
        "exec" => "execute",
        other => other,
    }
}

fn verb_phrase(verb: &str, rest: &[Text], around: Around<'_>) -> Phrase {
    let verb = written_out(verb);
    // `get_in_list_regex`: the small word belongs to the noun.
    if matches!(verb, "get" | "set" | "make")
        && rest.len() > 2
        && matches!(rest[0].as_str(), "in" | "on" | "at")
    {
        return Phrase::new(verb, format!("the {}", join(rest)));
    }
    // `read_and_parse_header`: two verbs, one object.
    if let [and, second, tail @ ..] = rest
        && matches!(and.as_str(), "and" | "or")
        && is_verb(second)
    {
        let alone = tail.is_empty() && around.owner.or(around.subject).is_none();
        let mut inner = if alone {
            Phrase::new(written_out(second), "")
        } else {
            verb_phrase(second, tail, around)
        };
        inner.second = Some(inner.verb);
        inner.either = and == "or";
        inner.verb = verb.into();
        return inner;
    }
    let mut rest = rest;
    while let [init @ .., last] = rest
        && is_preposition(last)
    {
        rest = init;
    }
    if rest.is_empty() {
        return completed(verb, around);
    }
    let all_adjectives = rest.iter().all(|word| is_adjective(word));
    if all_adjectives
        && matches!(
            verb,
            "make"
                | "mark"
                | "set"
                | "keep"
                | "turn"
                | "force"
                | "assert"
                | "check"
                | "assume"
                | "become"
        )
    {
        let subject = self_or_subject(around);
        let state = join(rest);
        return match verb {
            "assert" | "check" | "assume" => {
                Phrase::new(verb, format!("that {subject} is {state}"))
            }
            "mark" => Phrase::new(verb, format!("{subject} as {state}")),
            _ => Phrase::new("make", format!("{subject} {state}")),
        };
    }
    if all_adjectives && rest.len() == 1 && rest[0] != "all" {
        let subject = around.subject.or(around.owner).unwrap_or("value");
        return Phrase::new(verb, format!("the {} {subject}", said(&rest[0])));
    }
    if matches!(rest[0].as_str(), "all" | "each" | "any" | "every") && rest.len() == 1 {
        let subject = around
            .subject
            .or(around.owner)
            .map_or_else(|| "items".to_owned(), super::words::plural);
        return Phrase::new(verb, format!("all {subject}"));
    }
    if verb == "check" && rest[0] == "is" && rest.len() > 1 {
        return Phrase::new(
            "check",
            format!("whether {} is {}", self_or_subject(around), complement(&rest[1..])),
        );
    }
    if verb == "check" && matches!(rest[0].as_str(), "if" | "whether" | "that") && rest.len() > 1 {
        return Phrase::new("check", format!("{} {}", rest[0], join(&rest[1..])));
    }
    Phrase::new(verb, object(rest))
}

fn self_or_subject(around: Around<'_>) -> String {
    match around.owner.or(around.subject) {
        Some(it) => with_the(it),
        None => "the value".to_owned(),
    }
}

fn made_from(around: Around<'_>) -> String {
    let made = around.owner.map_or_else(|| "a value".to_owned(), with_article);
    match around.subject {
        Some(subject) => format!("{made} from {}", with_article(subject)),
        None => format!("{made} from another value"),
    }
}

/// What something is turned into: "a string", "JSON".
fn target(words: &[Text]) -> String {
    if words.iter().any(|word| is_preposition(word)) {
        return object(words).trim_start_matches("the ").to_owned();
    }
    with_article(&join(words))
}

/// A name without a verb: what is given back, or what is taken care of.
fn noun(words: &[Text], around: Around<'_>) -> Phrase {
    if let Some(at) = words.iter().position(|word| word == "to" || word == "2")
        && at > 0
        && at <= 3
        && at + 1 < words.len()
        && around.returns
        && !is_verb(&words[at - 1])
    {
        let from = with_the(&join(&words[..at]));
        let mut phrase = Phrase::new("convert", format!("{from} to {}", target(&words[at + 1..])));
        phrase.from_name = false;
        return phrase;
    }
    let only_small_words = words.iter().all(|word| is_preposition(word));
    if only_small_words {
        let text = format!("{} {}", join(words), around.subject.map(with_the).unwrap_or_default());
        let verb = if around.returns { "give" } else { "work" };
        let what = if around.returns {
            format!("what is {}", text.trim_end())
        } else {
            text.trim_end().to_owned()
        };
        return Phrase { from_name: false, ..Phrase::new(verb, what) };
    }
    let all_adjectives = words.iter().all(|word| is_adjective(word));
    let mut what = if all_adjectives {
        match (around.subject, around.owner) {
            (_, Some(owner)) => {
                format!("the {} of the {owner}", super::words::as_noun(join(words)))
            }
            (Some(subject), None) => format!("the {} {subject}", join(words)),
            // `default: function () { … }`: what is done where nothing else fits.
            (None, None) if !around.returns && words[0] == "default" => {
                "the default case".to_owned()
            }
            (None, None) => format!("the {} value", join(words)),
        }
    } else {
        object(words)
    };
    // "the size of the shelf" says more than "the size".
    if let Some(owner) = around.owner
        && !words.iter().any(|word| is_preposition(word))
        && !all_adjectives
        && !what.ends_with(owner)
    {
        what.push_str(" of the ");
        what.push_str(owner);
    }
    let verb = if around.returns { "return" } else { "handle" };
    Phrase { from_name: false, ..Phrase::new(verb, what) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHELF: Around<'_> = Around {
        owner: Some("shelf"),
        subject: None,
        returns: true,
        prefixed: false,
        asks: true,
        made: None,
    };
    const BOOK_TO_SHELF: Around<'_> = Around {
        owner: Some("shelf"),
        subject: Some("book"),
        returns: false,
        prefixed: false,
        asks: true,
        made: None,
    };
    const FREE: Around<'_> = Around {
        owner: None,
        subject: Some("text"),
        returns: true,
        prefixed: false,
        asks: true,
        made: None,
    };

    fn check(name: &str, around: Around<'_>, expected: &str) {
        assert_eq!(
            phrase_of(&words_of(name), around).unwrap_or_default().third(),
            expected,
            "{name}"
        );
    }

    #[test]
    fn verbs_take_their_objects() {
        check("add", BOOK_TO_SHELF, "adds the book to the shelf");
        check("parse", FREE, "parses the text");
        check("readHeaderFromFile", FREE, "reads the header from the file");
        check("get_all_users_by_name", FREE, "gets all users by name");
        check("read_and_parse_header", FREE, "reads and parses the header");
        check("try_parse_int", FREE, "tries to parse the integer");
        check("mark_dirty", SHELF, "marks the shelf as dirty");
        check("close", SHELF, "closes the shelf");
        check("_do_send_msg", FREE, "sends the message");
        check("setupEnv", FREE, "sets up the environment");
    }

    #[test]
    fn predicates_are_questions() {
        check("isEmpty", SHELF, "tells whether the shelf is empty");
        check("isAccount", FREE, "tells whether the text is an account");
        check("hasChildren", SHELF, "tells whether the shelf has children");
        check("can_lend_book", SHELF, "tells whether the shelf can lend book");
        check(
            "contains",
            Around { subject: Some("key"), ..SHELF },
            "tells whether the shelf contains the key",
        );
    }

    #[test]
    fn converters_and_factories() {
        check("to_json", SHELF, "converts the shelf to JSON");
        check("from_str", SHELF, "makes a shelf from a string");
        check("asBytes", SHELF, "gives the shelf as bytes");
        check("new", SHELF, "makes a new shelf");
        check("hex_to_rgb", FREE, "converts the hex to an RGB");
    }

    #[test]
    fn nouns_are_given_back() {
        check("shelf_mark", SHELF, "returns the shelf mark of the shelf");
        check("size", SHELF, "returns the size of the shelf");
        check("size", Around { returns: false, ..SHELF }, "handles the size of the shelf");
    }
}
