//! Tags and entities of HTML.

use memchr::{memchr, memchr3};

use super::bytes::{clip, find, has_word, past};
use super::sections::MAX_WORDS;

/// How far the end of a title or heading may be from its beginning.
pub(crate) const MAX_HEADING: usize = 4_000;

/// Elements that stand inside a word as well as between words.
const INLINE: &str = "\
    a abbr b cite code em font i kbd mark q s small span strong sub sup u var";

/// One tag.
pub(crate) struct Tag<'t> {
    pub(crate) name: &'t str,
    pub(crate) attributes: &'t str,
    pub(crate) is_end: bool,
    /// One past its `>`.
    pub(crate) end: usize,
}

impl<'t> Tag<'t> {
    /// Whether this is its name, in any case of letters.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Whether it stands inside a word as well as between words.
    pub(crate) fn is_inline(&self) -> bool {
        INLINE.split(' ').any(|name| self.is(name))
    }

    /// The level, where this begins a heading.
    pub(crate) fn heading(&self) -> Option<u8> {
        match self.name.as_bytes() {
            [b'h' | b'H', level @ b'1'..=b'6'] if !self.is_end => Some(level - b'0'),
            _ => None,
        }
    }

    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&'t str> {
        let mut rest = self.attributes;
        while let Some(at) = rest.find(|c: char| !c.is_whitespace() && c != '/') {
            rest = &rest[at..];
            let is_end = |c: char| c.is_whitespace() || c == '=' || c == '/';
            let end = rest.char_indices().skip(1).find(|(_, c)| is_end(*c));
            let (key, tail) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
            let Some(value) = tail.trim_start().strip_prefix('=').map(str::trim_start) else {
                rest = tail;
                continue;
            };
            let quote = value.chars().next().filter(|c| ['"', '\''].contains(c));
            let (value, tail) = match quote {
                Some(quote) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
                None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
            };
            if key.eq_ignore_ascii_case(name) {
                return Some(value);
            }
            rest = tail;
        }
        None
    }
}

/// The tag whose `<` stands at `start`; `None` for text, comments and declarations.
pub(crate) fn tag(text: &str, start: usize) -> Option<Tag<'_>> {
    let bytes = text.as_bytes();
    let is_end = bytes.get(start + 1) == Some(&b'/');
    let from = start + 1 + usize::from(is_end);
    if from >= bytes.len() {
        return None;
    }
    let is_name = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'-' || **b == b':';
    let len = bytes[from..].iter().take_while(is_name).count();
    if len == 0 || !bytes[from].is_ascii_alphabetic() {
        return None;
    }
    let mut at = from + len;
    while let Some(n) = memchr3(b'>', b'"', b'\'', &bytes[at..]) {
        at += n + 1;
        let found = bytes[at - 1];
        if found == b'>' {
            let attributes = &text[from + len..at - 1];
            return Some(Tag { name: &text[from..from + len], attributes, is_end, end: at });
        }
        at = memchr(found, &bytes[at..]).map_or(bytes.len(), |n| at + n + 1);
    }
    let (name, attributes) = (&text[from..from + len], &text[from + len..]);
    Some(Tag { name, attributes, is_end, end: bytes.len() })
}

/// One past the comment, declaration or lone `<` at `start`.
pub(crate) fn past_other(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    match bytes.get(start + 1) {
        Some(b'!') if text[start..].starts_with("<!--") => past(bytes, start + 4, b"-->"),
        Some(b'!') => past(bytes, start, b">"),
        Some(b'?') => past(bytes, start, b"?>"),
        _ => start + 1,
    }
}

/// Where the closing tag of the raw element `name` begins.
pub(crate) fn raw_end(text: &str, from: usize, name: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(n) = find(bytes, at, b"</") {
        if has_word(bytes, n + 2, name) {
            return n;
        }
        at = n + 2;
    }
    bytes.len()
}

/// The words of the heading or title at `start` and the end of its closing tag.
pub(crate) fn heading_at(text: &str, start: usize) -> Option<(String, usize)> {
    let near = clip(&text[start..], MAX_HEADING);
    let opening = tag(near, 0)?;
    let end = raw_end(near, opening.end, opening.name);
    let closing = tag(near, end)?;
    Some((text_of(&near[opening.end..end]), start + closing.end))
}

/// The words between the tags; the description of an image where there are none.
pub(crate) fn text_of(html: &str) -> String {
    let (mut words, mut described) = (String::new(), "");
    let mut at = 0;
    while let Some(n) = memchr(b'<', &html.as_bytes()[at..]) {
        push_text(&mut words, &html[at..at + n]);
        let start = at + n;
        at = match tag(html, start) {
            Some(tag) => {
                if !tag.is_inline() {
                    words.push(' ');
                }
                if tag.is("img") {
                    described = tag.attribute("alt").unwrap_or(described);
                }
                tag.end
            }
            None => past_other(html, start),
        };
    }
    push_text(&mut words, &html[at..]);
    if words.trim().is_empty() { described.to_owned() } else { words }
}

/// Adds text with its entities decoded, as far as it can matter.
pub(crate) fn push_text(words: &mut String, text: &str) {
    let mut rest = clip(text, MAX_WORDS);
    while let Some(n) = memchr(b'&', rest.as_bytes()) {
        words.push_str(&rest[..n]);
        let (decoded, len) = entity(&rest[n..]).unwrap_or(('&', 1));
        words.push(decoded);
        rest = &rest[n + len..];
    }
    words.push_str(rest);
}

/// The character that the entity at the beginning of `text` stands for, and the entity's length.
pub(crate) fn entity(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(10).position(|b| b == b';')?;
    let name = text.get(1..end)?;
    let decoded = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "copy" => '©',
        "hellip" => '…',
        "mdash" => '—',
        "ndash" => '–',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((decoded, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities() {
        assert_eq!(entity("&amp;x"), Some(('&', 5)));
        assert_eq!(entity("&#x41;"), Some(('A', 6)));
        assert_eq!(entity("&#xFFFFFFF;"), None);
        assert_eq!(entity("& b;"), None);
        assert_eq!(entity("&éé;"), None);
    }

    #[test]
    fn attributes() {
        let tag = tag("<a x='1>2' y=3 Z = \"q\" w>", 0).expect("a tag");
        assert_eq!(tag.attribute("x"), Some("1>2"));
        assert_eq!(tag.attribute("Y"), Some("3"));
        assert_eq!(tag.attribute("z"), Some("q"));
        assert_eq!(tag.attribute("w"), None);
        assert_eq!(tag.end, 25);
    }
}
