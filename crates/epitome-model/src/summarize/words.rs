//! Names cut into words, and the small grammar of English that sentences need.
//!
//! Everything works on short pieces and static tables: a summary is made for every symbol of a
//! repository, so nothing here may cost more than a few lookups.

use crate::text::Text;

use super::lexicon::{Entry, entry};

/// The words of an identifier in lower case: `HTTPServer_name2` is `http`, `server`, `name2`.
pub(super) fn split(name: &str) -> Vec<Text> {
    let mut words: Vec<Text> = Vec::with_capacity(4);
    if !name.is_ascii() {
        split_any(name, &mut words);
        return words;
    }
    let bytes = name.as_bytes();
    let mut start = 0;
    let push = |words: &mut Vec<Text>, range: std::ops::Range<usize>| {
        if !range.is_empty() {
            let mut word = Text::from(&name[range]);
            word.make_ascii_lowercase();
            words.push(word);
        }
    };
    for (at, byte) in bytes.iter().enumerate() {
        if !byte.is_ascii_alphanumeric() {
            push(&mut words, start..at);
            start = at + 1;
            continue;
        }
        if byte.is_ascii_uppercase() && at > start && starts_word(bytes, at) {
            // `CURLcode` is a code of curl, where `HTTPServer` is a server.
            let end = if is_acronym_before_word(bytes, start, at) { at + 1 } else { at };
            push(&mut words, start..end);
            start = end;
        }
    }
    push(&mut words, start..bytes.len());
    words
}

/// Whether the capital at `at` begins a word, given that something stands before it.
fn starts_word(bytes: &[u8], at: usize) -> bool {
    if !bytes[at - 1].is_ascii_uppercase() {
        return true;
    }
    let next = bytes.get(at + 1).copied().unwrap_or(b'_');
    // `IDs` and `URLs` are one word each.
    let plural_acronym = next == b's' && !bytes.get(at + 2).is_some_and(u8::is_ascii_lowercase);
    next.is_ascii_lowercase() && !plural_acronym
}

/// Whether the capitals from `start` to `at` are an acronym that a word in lower case follows.
fn is_acronym_before_word(bytes: &[u8], start: usize, at: usize) -> bool {
    let tail = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
    if tail < 4 || at == start || !bytes[start..=at].iter().all(u8::is_ascii_uppercase) {
        return false;
    }
    let known = |run: &[u8]| {
        std::str::from_utf8(run).is_ok_and(|run| {
            let run = run.to_ascii_lowercase();
            super::word_tables::ACRONYMS.binary_search_by(|(short, _)| (*short).cmp(&run)).is_ok()
        })
    };
    // No English word begins with "hc" or "lc": the capital belongs to what stands before it.
    let next = bytes[at + 1];
    let vowel = matches!(next, b'a' | b'e' | b'i' | b'o' | b'u' | b'y');
    let no_word = at - start > 1
        && !vowel
        && next != b'h'
        && matches!(bytes[at], b'H' | b'L' | b'M' | b'N' | b'R' | b'J' | b'V' | b'X');
    no_word || known(&bytes[start..=at]) && !known(&bytes[start..at])
}

fn split_any(name: &str, words: &mut Vec<Text>) {
    let mut word = Text::default();
    let mut previous = ' ';
    for c in name.chars() {
        let cuts = !c.is_alphanumeric() || c.is_uppercase() && !previous.is_uppercase();
        if cuts && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        previous = c;
    }
    if !word.is_empty() {
        words.push(word);
    }
}

/// How a word of a name is written in a sentence: `msg` is "message", `json` is "JSON".
pub(super) fn said(word: &str) -> &str {
    entry(word).said.unwrap_or(word)
}

/// Whether a reader knows the word: English, or short for it.
pub(super) fn is_word(word: &str) -> bool {
    is_known(entry(word), word)
}

/// The same for a word whose entry is at hand.
pub(super) fn is_known(known: Entry, word: &str) -> bool {
    known.english
        || known.said.is_some()
        || known.verb
        || known.adjective
        || known.mass
        || super::noun_phrases::is_preposition(word)
        || is_determiner(word)
        || singulars(word).any(|one| {
            let known = entry(&one);
            known.english || known.verb
        })
}

/// What a word may be the plural of, or a verb the third person of.
fn singulars(word: &str) -> impl Iterator<Item = Text> + '_ {
    let plural = word.len() > 3 && word.ends_with('s');
    [("s", ""), ("es", ""), ("ies", "y")].into_iter().filter_map(move |(end, one)| {
        let stem = word.strip_suffix(end).filter(|stem| plural && stem.len() > 2)?;
        let mut whole = Text::from(stem);
        whole.push_str(one);
        Some(whole)
    })
}

/// Whether all of them are words that a sentence can hold as they are.
pub(super) fn are_words(words: &[Text]) -> bool {
    !words.is_empty() && words.iter().all(|word| is_word(word))
}

/// The words of a name where they are words; else the name itself, as code.
pub(super) fn spoken_or_code(name: &str) -> String {
    let words = split(name);
    let says = are_words(&words) && name.len() > 1 || name.contains('`');
    if says { join(&words) } else { format!("`{name}`") }
}

/// Words as they are said, parted by spaces.
pub(super) fn join(words: &[Text]) -> String {
    let mut out = String::with_capacity(words.iter().map(|w| w.len() + 4).sum());
    for word in words {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(said(word));
    }
    out
}

/// The words of an identifier as they are said.
pub(super) fn spoken(name: &str) -> String {
    join(&split(name))
}

/// Whether the word is a plural, as far as its ending tells.
pub(super) fn is_plural(word: &str) -> bool {
    let word = said(word);
    let lower = word.len() > 3 || matches!(word, "IDs");
    lower
        && word.ends_with('s')
        && !["ss", "us", "is", "ys", "ous", "ics"].iter().any(|end| word.ends_with(end))
        && !entry(word).uninflected
        || matches!(
            word,
            "children"
                | "people"
                | "data"
                | "indices"
                | "vertices"
                | "keys"
                | "arrays"
                | "displays"
                | "days"
                | "ways"
                | "delays"
                | "entities"
        )
        || (word.ends_with("eys") || word.ends_with("ays")) && word.len() > 4
}

/// Many of them: "entry" is "entries".
pub(super) fn plural(noun: &str) -> String {
    let last = noun.rsplit(' ').next().unwrap_or(noun);
    if is_plural(last) || entry(last).mass || noun.ends_with('`') {
        return noun.to_owned();
    }
    if last == "child" {
        return format!("{noun}ren");
    }
    if let Some(stem) = noun.strip_suffix('y')
        && !stem.ends_with(['a', 'e', 'o', 'u'])
    {
        return format!("{stem}ies");
    }
    if noun.ends_with(['s', 'x', 'z']) || noun.ends_with("sh") || noun.ends_with("ch") {
        return format!("{noun}es");
    }
    format!("{noun}s")
}

/// Whether no article stands before it: a mass noun such as "JSON" or "text".
pub(super) fn is_mass(word: &str) -> bool {
    entry(word).mass
}

/// Whether it says how something is rather than what.
pub(super) fn is_adjective(word: &str) -> bool {
    entry(word).adjective
        || word.len() > 4
            && ["able", "ible", "ful", "less", "ous"].iter().any(|end| word.ends_with(end))
            && !matches!(
                word,
                "table"
                    | "variable"
                    | "cable"
                    | "executable"
                    | "unless"
                    | "iterable"
                    | "callable"
                    | "observable"
                    | "runnable"
                    | "disposable"
                    | "editable"
            )
        || word.len() > 4
            && word.ends_with("ed")
            && !matches!(
                word,
                "speed"
                    | "need"
                    | "feed"
                    | "seed"
                    | "embed"
                    | "proceed"
                    | "exceed"
                    | "succeed"
                    | "indeed"
            )
}

/// "a" or "an", by how the word is spoken.
pub(super) fn article(noun: &str) -> &'static str {
    let first = noun.split(' ').next().unwrap_or("");
    let lower = first.to_ascii_lowercase();
    if first.len() > 1
        && first.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '-' || c == '/')
    {
        // Letters are spelled: an HTML page, a URL.
        let spelled_with_vowel =
            first.starts_with(['A', 'E', 'F', 'H', 'I', 'L', 'M', 'N', 'O', 'R', 'S', 'X']);
        let read_as_word = matches!(
            first,
            "JSON"
                | "RAM"
                | "ROM"
                | "LAN"
                | "REST"
                | "SOAP"
                | "MIME"
                | "NAT"
                | "SAML"
                | "YAML"
                | "TOML"
        );
        return if spelled_with_vowel && !read_as_word { "an" } else { "a" };
    }
    if ["uni", "use", "usu", "uti", "ure", "eu", "one", "once"]
        .iter()
        .any(|start| lower.starts_with(start))
        && !lower.starts_with("unin")
        && !lower.starts_with("unim")
        && !lower.starts_with("unid")
    {
        return "a";
    }
    if ["hour", "honest", "honour", "heir"].iter().any(|start| lower.starts_with(start)) {
        return "an";
    }
    if lower.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// With "a" or "an" where English wants one: "an entry", "entries", "JSON".
pub(super) fn with_article(noun: &str) -> String {
    let last = noun.rsplit(' ').next().unwrap_or(noun);
    if is_plural(last) || is_mass(last) || noun.is_empty() || noun.starts_with('`') {
        return noun.to_owned();
    }
    format!("{} {noun}", article(noun))
}

/// With "the", unless a word that stands for it leads already.
pub(super) fn with_the(noun: &str) -> String {
    let first = noun.split(' ').next().unwrap_or("");
    if noun.is_empty()
        || is_determiner(first)
        || noun.starts_with('`')
        || noun == "JSON"
        || noun == "HTML"
    {
        return noun.to_owned();
    }
    format!("the {noun}")
}

/// Whether an article before it would be one too many.
pub(super) fn is_determiner(word: &str) -> bool {
    matches!(
        word,
        "a" | "an"
            | "the"
            | "all"
            | "any"
            | "each"
            | "every"
            | "both"
            | "no"
            | "some"
            | "this"
            | "its"
            | "either"
            | "whether"
            | "many"
            | "several"
    )
}

/// The verb with "he, she, it": "parse" is "parses".
pub(super) fn third_person(verb: &str) -> String {
    match verb {
        "have" => return "has".to_owned(),
        "do" => return "does".to_owned(),
        "be" => return "is".to_owned(),
        "undo" => return "undoes".to_owned(),
        _ => {}
    }
    if let Some(stem) = verb.strip_suffix('y')
        && !stem.ends_with(['a', 'e', 'i', 'o', 'u'])
    {
        return format!("{stem}ies");
    }
    if verb.ends_with(['s', 'x', 'z', 'o']) || verb.ends_with("sh") || verb.ends_with("ch") {
        return format!("{verb}es");
    }
    format!("{verb}s")
}

/// The verb as something going on: "parse" is "parsing".
pub(super) fn gerund(verb: &str) -> String {
    if entry(verb).doubled {
        let last = verb.chars().last().unwrap_or('t');
        return format!("{verb}{last}ing");
    }
    match verb.strip_suffix('e') {
        Some(stem) if !stem.ends_with(['e', 'o', 'y']) && stem.len() > 1 => format!("{stem}ing"),
        _ => format!("{verb}ing"),
    }
}

/// First letter upper case.
pub(super) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// A word that cannot stand as a noun gets one: "the other value".
pub(super) fn as_noun(mut words: String) -> String {
    let last = words.rsplit(' ').next().unwrap_or("");
    let known = entry(last);
    let lone_verb = known.verb
        && !known.noun_too
        && !words.contains(' ')
        && !last.ends_with('t')
        && !matches!(
            last,
            "call"
                | "file"
                | "set"
                | "view"
                | "group"
                | "block"
                | "mask"
                | "batch"
                | "base"
                | "buffer"
                | "chain"
                | "cluster"
                | "color"
                | "colour"
                | "pair"
                | "outline"
                | "pack"
                | "queue"
                | "guard"
                | "guide"
                | "stage"
                | "stack"
                | "stream"
                | "query"
                | "index"
                | "message"
                | "image"
        );
    if matches!(
        last,
        "total" | "maximum" | "minimum" | "root" | "base" | "default" | "constant" | "literal"
    ) {
        return words;
    }
    if known.adjective
        || is_adjective(last)
        || super::noun_phrases::is_preposition(last)
        || lone_verb
    {
        words.push_str(" value");
    }
    words
}

/// "a, b and c".
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        let check = |name: &str, expected: &str| assert_eq!(split(name).join(" "), expected);
        check("HTTPServer_name2", "http server name2");
        check("parseURLs", "parse urls");
        check("__init__", "init");
        check("getElementById", "get element by id");
        check("MAX_TERMS", "max terms");
        check("IDsOfX", "ids of x");
        check("CURLcode", "curl code");
        check("DOHcode", "doh code");
        check("HTTPServer", "http server");
        check("größeÄndern", "größe ändern");
    }

    #[test]
    fn verbs_bend() {
        let check = |verb: &str, third: &str, going: &str| {
            assert_eq!((third_person(verb).as_str(), gerund(verb).as_str()), (third, going));
        };
        check("parse", "parses", "parsing");
        check("get", "gets", "getting");
        check("apply", "applies", "applying");
        check("display", "displays", "displaying");
        check("push", "pushes", "pushing");
        check("do", "does", "doing");
        check("see", "sees", "seeing");
    }

    #[test]
    fn nouns_bend() {
        let check = |one: &str, many: &str| assert_eq!(plural(one), many);
        check("entry", "entries");
        check("box", "boxes");
        check("key", "keys");
        check("child", "children");
        check("match", "matches");
        assert!(is_plural("entries") && !is_plural("status"));
    }

    #[test]
    fn articles_follow_the_sound() {
        let check = |noun: &str, expected: &str| assert_eq!(with_article(noun), expected);
        check("entry", "an entry");
        check("URL", "a URL");
        check("HTML page", "an HTML page");
        check("unit", "a unit");
        check("uninstalled app", "an uninstalled app");
        check("hour", "an hour");
        check("rows", "rows");
        check("JSON", "JSON");
    }
}
