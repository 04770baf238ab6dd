//! Macros in capitals that stand where the language has no word: `class API Foo`, `EXPORT int f();`,
//! `Q_OBJECT`.

use std::ops::Range;

use super::scan::{Kind, Scanner, Token};

/// Longest argument list of an annotation.
const MAX_ARGUMENTS: usize = 400;

/// Words that can only begin a declaration, so that what stands before is none of it.
const STARTERS: [&str; 30] = [
    "template",
    "explicit",
    "constexpr",
    "consteval",
    "constinit",
    "static",
    "inline",
    "virtual",
    "operator",
    "class",
    "struct",
    "enum",
    "union",
    "namespace",
    "using",
    "typedef",
    "extern",
    "friend",
    "void",
    "int",
    "char",
    "bool",
    "auto",
    "unsigned",
    "signed",
    "long",
    "short",
    "float",
    "double",
    "const",
];
const HOLDERS: [&str; 5] = ["class", "struct", "union", "enum", "namespace"];
const SPECIFIERS: [&str; 9] = [
    "static",
    "inline",
    "extern",
    "virtual",
    "constexpr",
    "explicit",
    "friend",
    "const",
    "template",
];

struct Walk<'a> {
    bytes: &'a [u8],
    out: Vec<Range<usize>>,
    /// For each open brace: whether it holds statements.
    blocks: Vec<bool>,
    /// The words of the statement so far that decide what its `{` opens.
    holder: bool,
    before: Before,
}

/// What stands before the current token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The start of a statement, and of nothing else.
    Start,
    /// `class` and its kin.
    Holder,
    /// `static` and its kin, at the start.
    Specifier,
    Other,
}

pub(super) fn ranges(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut walk =
        Walk { bytes, out: Vec::new(), blocks: Vec::new(), holder: false, before: Before::Start };
    let mut scanner = Scanner::new(bytes, 0);
    while let Some(token) = scanner.next() {
        if let Some(end) = walk.step(&token) {
            scanner = Scanner::new(bytes, end);
        }
    }
    walk.out
}

impl Walk<'_> {
    fn word(&self, token: &Token) -> &[u8] {
        &self.bytes[token.range.clone()]
    }

    fn is_one_of(&self, token: &Token, words: &[&str]) -> bool {
        token.kind == Kind::Word && words.iter().any(|word| word.as_bytes() == self.word(token))
    }

    /// Takes one token; where an annotation was blanked, its end.
    fn step(&mut self, token: &Token) -> Option<usize> {
        match token.kind {
            Kind::Directive => return None,
            Kind::Mark(b'{') => {
                self.blocks.push(!self.holder);
                self.restart();
            }
            Kind::Mark(b'}') => {
                self.blocks.pop();
                self.restart();
            }
            Kind::Mark(b';') => self.restart(),
            // A label, an access mark; the bases of a class do no harm.
            Kind::Mark(b':') if !self.holder => self.before = Before::Start,
            // The end of `template <…>`.
            Kind::Mark(b'>') => self.before = Before::Start,
            Kind::Mark(b')') => {
                self.holder = false;
                self.before = Before::Other;
            }
            Kind::Word => return self.name(token),
            // `extern "C" {`
            Kind::Quoted => {}
            Kind::Mark(_) => self.before = Before::Other,
        }
        None
    }

    fn restart(&mut self) {
        self.holder = false;
        self.before = Before::Start;
    }

    fn name(&mut self, token: &Token) -> Option<usize> {
        if self.before != Before::Other
            && is_capitals(self.word(token))
            && let Some(end) = self.annotation(token)
        {
            self.out.push(token.range.start..end);
            return Some(end);
        }
        self.before = if self.is_one_of(token, &HOLDERS) {
            self.holder = true;
            Before::Holder
        } else if self.is_one_of(token, &SPECIFIERS) && self.before != Before::Other {
            self.holder |= self.word(token) == b"extern";
            Before::Specifier
        } else {
            Before::Other
        };
        None
    }

    /// The end of the annotation that begins with `token`, if it is one.
    fn annotation(&self, token: &Token) -> Option<usize> {
        let mut ahead = Scanner::new(self.bytes, token.range.end);
        let mut end = token.range.end;
        let mut next = ahead.next();
        let mut has_arguments = false;
        if next.as_ref().is_some_and(|next| next.kind == Kind::Mark(b'(')) {
            end = close(&mut ahead, b'(', b')')?;
            has_arguments = true;
            next = ahead.next();
        }
        let next = next?;
        if self.before == Before::Holder {
            let after = ahead.next()?;
            let opens = matches!(after.kind, Kind::Mark(b'{' | b':' | b'<'))
                || self.word(&after) == b"final";
            return (next.kind == Kind::Word && opens).then_some(end);
        }
        let alone = self.breaks_line(end, next.range.start) && self.before == Before::Start;
        if self.blocks.last() == Some(&true) {
            // In code a macro with arguments is a call.
            return (alone && !has_arguments && next.kind == Kind::Word).then_some(end);
        }
        let fits = match next.kind {
            Kind::Mark(b'~') => true,
            Kind::Directive | Kind::Mark(b'[') => alone,
            Kind::Mark(b'}') => alone && has_arguments,
            Kind::Word if self.is_one_of(&next, &STARTERS) => true,
            Kind::Word if alone && is_capitals(self.word(&next)) => true,
            Kind::Word => {
                let (after, is_call) = self.after_type(&mut ahead);
                match after.map(|after| after.kind) {
                    Some(Kind::Word) => !is_call,
                    // A constructor's `: field(…)`.
                    Some(Kind::Mark(b':')) => is_call || alone,
                    _ => false,
                }
            }
            _ => false,
        };
        fits.then_some(end)
    }

    fn breaks_line(&self, from: usize, to: usize) -> bool {
        memchr::memchr(b'\n', &self.bytes[from..to]).is_some()
    }

    /// What follows a type, or a call's parentheses, and whether it was a call.
    fn after_type(&self, ahead: &mut Scanner<'_>) -> (Option<Token>, bool) {
        let mut is_call = false;
        for _ in 0..64 {
            let Some(token) = ahead.next() else { return (None, is_call) };
            match token.kind {
                Kind::Mark(b'(') if !is_call => {
                    if close(ahead, b'(', b')').is_none() {
                        return (None, true);
                    }
                    is_call = true;
                }
                Kind::Mark(b'<') if !is_call => {
                    if close(ahead, b'<', b'>').is_none() {
                        return (None, false);
                    }
                }
                Kind::Mark(b'*' | b'&') if !is_call => {}
                Kind::Mark(b':') if self.bytes.get(token.range.end) == Some(&b':') => {
                    // `a::b` goes on behind its second part.
                    ahead.next();
                    ahead.next();
                }
                Kind::Word if is_call && self.word(&token) == b"noexcept" => {}
                _ => return (Some(token), is_call),
            }
        }
        (None, is_call)
    }
}

/// The end of the brackets that were just opened.
fn close(ahead: &mut Scanner<'_>, open: u8, shut: u8) -> Option<usize> {
    let from = ahead.at;
    let mut depth = 1;
    for token in ahead {
        match token.kind {
            Kind::Mark(mark) if mark == open => depth += 1,
            Kind::Mark(mark) if mark == shut => depth -= 1,
            Kind::Mark(b';' | b'{' | b'}') | Kind::Directive => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(token.range.end);
        }
        if token.range.end > from + MAX_ARGUMENTS {
            return None;
        }
    }
    None
}

/// `FMT_API`, `UNITTEST`, `FMT_CONSTEXPR20`: at least three capitals.
fn is_capitals(word: &[u8]) -> bool {
    word.len() >= 3
        && word[0].is_ascii_uppercase()
        && word.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_')
}
