//! Markdown's inline marks, taken away so that words remain.

use super::html_tags::entity;

/// What remains of links and images.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// The text of links; no images.
    Links,
    /// The text of links and the description of images.
    LinksAndImages,
    /// Neither, so that what remains is the author's running text.
    Neither,
}

/// The words of `source`, which the caller has cut to a reasonable length.
pub(crate) fn words(source: &str, keep: Keep) -> String {
    let mut inline = Inline {
        source,
        bytes: source.as_bytes(),
        keep,
        out: String::with_capacity(source.len()),
        brackets: Vec::new(),
        has_stars: source.matches('*').nth(1).is_some(),
        has_scores: source.matches('_').nth(1).is_some(),
        no_paren: false,
    };
    let mut at = 0;
    while at < source.len() {
        at = inline.step(at);
    }
    inline.out
}

/// The words of a heading; the description of an image where there is nothing else.
pub(crate) fn title(source: &str) -> String {
    let title = words(without_attributes(source), Keep::Links);
    if title.trim().is_empty() { words(source, Keep::LinksAndImages) } else { title }
}

/// Takes away a trailing `{#anchor}` or `{.class}`.
fn without_attributes(source: &str) -> &str {
    let trimmed = source.trim_end();
    let cut = trimmed.strip_suffix('}').and_then(|head| head.rfind('{').map(|at| (head, at)));
    match cut {
        Some((head, at)) if head[at + 1..].starts_with(['#', '.', ':']) => &source[..at],
        _ => source,
    }
}

struct Inline<'s> {
    source: &'s str,
    bytes: &'s [u8],
    keep: Keep,
    out: String,
    /// Where in `out` each open bracket stands, and whether it opens an image.
    brackets: Vec<(usize, bool)>,
    has_stars: bool,
    has_scores: bool,
    /// Set once a target did not close: no later one is looked for, which keeps this linear.
    no_paren: bool,
}

impl Inline<'_> {
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(b' ')
    }

    /// Takes what stands at `at` and gives the place after it.
    fn step(&mut self, at: usize) -> usize {
        match self.bytes[at] {
            b'\\' if self.byte(at + 1).is_ascii_punctuation() => {
                self.out.push(char::from(self.byte(at + 1)));
                at + 2
            }
            b'`' => self.code(at),
            b'!' if self.byte(at + 1) == b'[' => self.bracket(at + 1, true),
            b'[' => self.bracket(at, false),
            b']' => self.end_of_link(at),
            b'<' => self.tag(at),
            b'&' => match entity(&self.source[at..]) {
                Some((decoded, len)) => {
                    self.out.push(decoded);
                    at + len
                }
                None => self.copy(at),
            },
            b'*' if self.has_stars => self.emphasis(at),
            b'_' if self.has_scores => self.emphasis(at),
            b'~' if self.byte(at + 1) == b'~' => at + 2,
            _ => self.copy(at),
        }
    }

    /// Copies the byte at `at` and everything up to the next mark.
    fn copy(&mut self, at: usize) -> usize {
        let is_mark = |b: &u8| b"\\`![]<&*_~".contains(b);
        let end = self.bytes[at + 1..].iter().position(is_mark);
        let mut end = end.map_or(self.bytes.len(), |n| at + 1 + n);
        while !self.source.is_char_boundary(end) {
            end += 1;
        }
        self.out.push_str(&self.source[at..end]);
        end
    }

    fn code(&mut self, at: usize) -> usize {
        let run = self.bytes[at..].iter().take_while(|b| **b == b'`').count();
        let inside = at + run;
        let mut end = inside;
        while let Some(n) = memchr::memchr(b'`', &self.bytes[end..]) {
            end += n;
            let closing = self.bytes[end..].iter().take_while(|b| **b == b'`').count();
            if closing == run {
                self.out.push_str(&self.source[inside..end]);
                return end + run;
            }
            end += closing;
        }
        inside
    }

    fn bracket(&mut self, at: usize, is_image: bool) -> usize {
        self.brackets.push((self.out.len(), is_image));
        self.out.push('[');
        at + 1
    }

    fn end_of_link(&mut self, at: usize) -> usize {
        let Some((start, is_image)) = self.brackets.pop() else {
            self.out.push(']');
            return at + 1;
        };
        let end = self.end_of_target(at + 1);
        let is_dropped = match self.keep {
            Keep::Neither => true,
            Keep::Links => is_image && end.is_some(),
            Keep::LinksAndImages => false,
        };
        if is_dropped {
            self.out.truncate(start);
        } else if end.is_some() {
            self.out.remove(start);
        } else {
            self.out.push(']');
        }
        end.unwrap_or(at + 1)
    }

    /// One past `(target)` or `[reference]` at `at`.
    fn end_of_target(&mut self, at: usize) -> Option<usize> {
        let (opening, closing) = match self.byte(at) {
            b'(' => (b'(', b')'),
            b'[' => (b'[', b']'),
            _ => return None,
        };
        if self.no_paren {
            return None;
        }
        let mut depth = 0;
        for (n, byte) in self.bytes[at..].iter().enumerate() {
            if *byte == opening {
                depth += 1;
            } else if *byte == closing {
                depth -= 1;
                if depth == 0 {
                    return Some(at + n + 1);
                }
            }
        }
        self.no_paren = true;
        None
    }

    /// Skips a tag; an address in angle brackets is kept.
    fn tag(&mut self, at: usize) -> usize {
        let is_tag = self.byte(at + 1).is_ascii_alphabetic() || b"/!".contains(&self.byte(at + 1));
        let end = memchr::memchr(b'>', &self.bytes[at..]).filter(|_| is_tag);
        let Some(end) = end.map(|n| at + n) else { return self.copy(at) };
        let inside = &self.source[at + 1..end];
        if inside.contains("://") && !inside.contains([' ', '"', '\'']) {
            self.out.push_str(inside);
        }
        end + 1
    }

    /// Skips a run of marks that can begin or end emphasis: `a * b` and `snake_case` do not.
    fn emphasis(&mut self, at: usize) -> usize {
        let mark = self.bytes[at];
        let end = at + self.bytes[at..].iter().take_while(|b| **b == mark).count();
        let before = if at == 0 { b' ' } else { self.bytes[at - 1] };
        let after = self.byte(end);
        let is_word = |b: u8| b.is_ascii_alphanumeric() || b >= 0x80;
        let is_inside_word = mark == b'_' && is_word(before) && is_word(after);
        if is_inside_word || (before.is_ascii_whitespace() && after.is_ascii_whitespace()) {
            self.out.push_str(&self.source[at..end]);
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_words_of_titles() {
        let check = |source: &str, expected: &str| assert_eq!(title(source).trim(), expected);
        check("The *quick* **brown** __fox__ _jumps_", "The quick brown fox jumps");
        check("`__init__` and ``a`b``", "__init__ and a`b");
        check("[Link](https://a.b/c_(d)) and [ref][x]", "Link and ref");
        check("[1.0.0] - 2024-01-01", "[1.0.0] - 2024-01-01");
        check("Epitome [![build](a.svg)](https://ci)", "Epitome");
        check("![Epitome](logo.svg)", "Epitome");
        check("snake_case_name, 2 * 3 * 4, SELECT *", "snake_case_name, 2 * 3 * 4, SELECT *");
        check(r"\*literal\* &amp; a < b", "*literal* & a < b");
        check("<a name=\"x\"></a>Anchor ~~old~~ <https://e.org>", "Anchor old https://e.org");
        check("Set-up {#set-up}", "Set-up");
        check("a ](x [y](z", "a ](x [y](z");
        check("Grüße *süß*", "Grüße süß");
    }

    #[test]
    fn running_text_is_what_stands_outside_links() {
        let rest = words("[Docs](a) | [Site][b] | ![x](y)", Keep::Neither);
        assert!(!rest.contains(char::is_alphabetic), "{rest}");
    }
}
