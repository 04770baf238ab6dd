//! Whether the grammar of a name is certain. A name that may be read in two ways, or that holds
//! what is no English, is shown or left out rather than said.

use crate::text::Text;

use super::lexicon::entry;
use super::name_grammar::{Phrase, is_plain_verb, is_verb};
use super::noun_phrases::is_preposition;
use super::words::{are_words, is_adjective, is_determiner, is_known, said};

/// Whether a phrase that was made of these words can be said without a doubt.
pub(super) fn is_certain(words: &[Text], phrase: &Phrase) -> bool {
    if !are_words(words) {
        return false;
    }
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let asks = phrase.verb == "tell";
    // A name whose first word is no verb may be read in any way.
    let leads = is_verb(first)
        || asks
        || matches!(
            first.as_str(),
            "to" | "into"
                | "as"
                | "from"
                | "new"
                | "on"
                | "try"
                | "do"
                | "maybe"
                | "lazy"
                | "just"
                | "really"
                | "ensure"
                | "init"
                | "setup"
                | "teardown"
                | "tear"
                | "exec"
                | "concat"
                | "stringify"
                | "lookup"
                | "del"
                | "rm"
                | "cmp"
                | "calc"
                | "gen"
                | "fmt"
                | "recv"
                | "alloc"
                | "dealloc"
                | "deinit"
                | "glob"
                | "cleanup"
        );
    if !leads || first == "use" {
        return false;
    }
    if words.len() == 1 {
        return !asks || has_subject(&phrase.rest);
    }
    if is_preposition(last) || last == "non" || last == "no" {
        return false;
    }
    // `buffer_previewer_maker`: more often a noun than a verb, even in front.
    if !asks && is_noun_in_front(first) {
        return false;
    }
    // `concatMap`: two verbs that may be one word.
    if !asks
        && words.len() == 2
        && entry(&words[1]).noun_too
        && entry(first).verb
        && matches!(
            words[1].as_str(),
            "map" | "filter" | "sort" | "match" | "hash" | "test" | "format"
        )
    {
        return false;
    }
    // `debugPrint`, `listValue`, `sumToJSON`: which of the words is the verb?
    if !asks && entry(first).noun_too && (!acts(first) || is_verb(&words[1]) || words[1] == "to") {
        return false;
    }
    if !asks && words[1] == "no" {
        return false;
    }
    if !asks && is_preposition(&words[1]) && !leads_somewhere(first, &words[1]) {
        return false;
    }
    let states = matches!(
        phrase.verb.as_str(),
        "make" | "mark" | "keep" | "turn" | "assert" | "check" | "assume" | "make sure"
    );
    if is_adjective(last) && !asks && (!states || words.len() > 2) {
        return false;
    }
    for (at, word) in words.iter().enumerate().skip(1) {
        let joined = matches!(
            words[at - 1].as_str(),
            "and"
                | "or"
                | "to"
                | "not"
                | "can"
                | "should"
                | "must"
                | "will"
                | "try"
                | "do"
                | "maybe"
                | "if"
                | "when"
                | "lazy"
                | "just"
                | "really"
                | "that"
        );
        if is_plain_verb(word) && !joined {
            return false;
        }
    }
    !asks || has_subject(&phrase.rest)
}

/// Verbs that are mostly nouns where another noun follows.
fn is_noun_in_front(word: &str) -> bool {
    matches!(
        word,
        "block"
            | "buffer"
            | "bundle"
            | "chain"
            | "charge"
            | "click"
            | "clip"
            | "cluster"
            | "color"
            | "colour"
            | "contact"
            | "cover"
            | "cross"
            | "feed"
            | "fire"
            | "fold"
            | "fork"
            | "group"
            | "guard"
            | "guide"
            | "help"
            | "hit"
            | "lead"
            | "lint"
            | "login"
            | "mirror"
            | "miss"
            | "mock"
            | "offer"
            | "outline"
            | "pair"
            | "partition"
            | "ping"
            | "place"
            | "plot"
            | "poll"
            | "press"
            | "preview"
            | "pulse"
            | "share"
            | "shift"
            | "slice"
            | "stack"
            | "target"
            | "tick"
            | "touch"
            | "train"
            | "view"
            | "vote"
            | "work"
            | "file"
            | "image"
            | "index"
            | "message"
            | "queue"
            | "stage"
            | "stream"
            | "batch"
            | "base"
            | "pack"
            | "zip"
            | "query"
            | "store"
            | "panic"
            | "alias"
            | "glob"
            | "init"
    )
}

/// `write_to`, `read_from`: verbs that go with a small word. `getAs`, `withText` do not.
fn leads_somewhere(verb: &str, small: &str) -> bool {
    matches!(verb, "to" | "from" | "try" | "on" | "is" | "has" | "as")
        || matches!(small, "and" | "or" | "if" | "all" | "not" | "up" | "out" | "down")
        || matches!(small, "to" | "from" | "into" | "over" | "for" | "in" | "on")
            && matches!(
                verb,
                "write"
                    | "read"
                    | "send"
                    | "add"
                    | "move"
                    | "convert"
                    | "copy"
                    | "append"
                    | "go"
                    | "scroll"
                    | "return"
                    | "remove"
                    | "load"
                    | "save"
                    | "redirect"
                    | "navigate"
                    | "connect"
                    | "listen"
                    | "subscribe"
                    | "wait"
                    | "apply"
                    | "attach"
                    | "sign"
                    | "iterate"
                    | "loop"
                    | "delegate"
                    | "log"
                    | "print"
                    | "switch"
                    | "respond"
                    | "reply"
                    | "search"
                    | "look"
                    | "check"
                    | "test"
            )
}

/// Words among the nouns that mean the action where they lead a name.
fn acts(word: &str) -> bool {
    matches!(
        word,
        "change"
            | "copy"
            | "export"
            | "format"
            | "import"
            | "log"
            | "match"
            | "process"
            | "release"
            | "report"
            | "reset"
            | "search"
            | "sort"
            | "support"
            | "test"
            | "trigger"
            | "upload"
            | "upgrade"
            | "switch"
            | "display"
            | "count"
            | "filter"
            | "schedule"
            | "track"
    )
}

/// "whether it is …" is said of something; "whether it …" with nothing after it is not.
fn has_subject(rest: &str) -> bool {
    rest.split(' ').count() > 3
}

/// Whether the words are a noun that an article may precede: "the client position parameters".
pub(super) fn is_noun(words: &[Text]) -> bool {
    let Some(last) = words.last() else { return false };
    for (at, word) in words.iter().enumerate() {
        let known = entry(word);
        let verb =
            known.verb && !known.noun_too && (!known.noun_second || at == 0 && words.len() > 1);
        if verb || is_preposition(word) || is_determiner(word) || !is_known(known, word) {
            return false;
        }
    }
    !is_adjective(said(last))
        && !last.strip_suffix('s').is_some_and(is_plain_verb)
        && !["ly", "ize", "ify"].iter().any(|end| last.ends_with(end))
        && !matches!(
            last.as_str(),
            "now"
                | "later"
                | "here"
                | "there"
                | "always"
                | "never"
                | "once"
                | "plus"
                | "minus"
                | "times"
                | "like"
                | "just"
                | "also"
                | "only"
                | "again"
                | "if"
                | "else"
                | "then"
                | "self"
                | "this"
                | "null"
                | "nil"
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summarize::name_grammar::{Around, phrase_of};
    use crate::summarize::words::split;

    fn check(name: &str, expected: bool) {
        let words = split(name);
        let around =
            Around { subject: Some("text"), returns: true, asks: true, ..Around::default() };
        let phrase = phrase_of(&words, around).unwrap_or_default();
        assert_eq!(is_certain(&words, &phrase), expected, "{name} as {}", phrase.third());
    }

    #[test]
    fn doubtful_names_are_known() {
        check("read_header", true);
        check("getUserById", true);
        check("debugPrint", false);
        check("switchMapTo", false);
        check("parseParamEx", false);
        check("get_or_create_user", true);
        check("put_new", false);
    }

    #[test]
    fn nouns_are_known() {
        let check = |name: &str, expected: bool| {
            assert_eq!(is_noun(&split(name)), expected, "{name}");
        };
        check("client_position_params", true);
        check("JsonArray", true);
        check("strcopy", false);
        check("rest_of", false);
    }
}
