//! Text to parts, in one pass over its bytes: words, the parts of identifiers, and the whole of them.
//!
//! `readFile`, `read_file` and `ReadFile` all give `read`, `file` and the whole `readfile`;
//! `utf8_name` gives `utf`, `8`, `name`, the joined `utf8` and the whole `utf8name`. Which of these
//! count is for the vocabulary to say: this module knows none, so that the same code can also learn
//! one. No allocation, no regular expression, and no byte sequence that it refuses.

use std::ops::ControlFlow;

use crate::characters::{Class, class, decode, fold, narrow};

/// What a part is of the text it comes from. Its bytes are lower case and without accents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// A whole identifier that has several parts, without its underscores.
    Whole,
    /// Letters with the digits behind them, inside a longer identifier: `utf8`, `int64`.
    Joined,
    /// A run of letters: a word, or one hump of an identifier.
    Letters,
    /// A run of digits.
    Digits,
    /// One character of a script without blanks.
    Ideograph,
    /// Two neighbouring characters of such a script.
    Pair,
}

/// Bytes of an identifier that are looked at; what is longer is data, not a name.
const MAX_RUN: usize = 192;
/// Parts of an identifier that are looked at.
const MAX_SEGMENTS: usize = 32;

/// Hands each part of `text` to `sink`, until it breaks off.
///
/// Of an identifier the whole comes first, then its parts from left to right, each with the joined
/// form before it. Bytes that are not UTF-8 separate words.
pub fn split(text: &[u8], mut sink: impl FnMut(Part, &[u8]) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut run = Run::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match ASCII[usize::from(byte)] {
            Ascii::Separator => at += 1,
            Ascii::Lower => {
                let rest = &text[at..];
                let length = rest
                    .iter()
                    .position(|&b| !matches!(ASCII[usize::from(b)], Ascii::Lower))
                    .unwrap_or(rest.len());
                // The most common run by far is a plain word, and needs no copy.
                let ends = rest
                    .get(length)
                    .is_none_or(|&b| matches!(ASCII[usize::from(b)], Ascii::Separator));
                if ends && length <= MAX_RUN {
                    sink(Part::Letters, &rest[..length])?;
                    at += length;
                } else {
                    at += run.take(rest);
                    run.emit(&mut sink)?;
                }
            }
            Ascii::Upper | Ascii::Digit | Ascii::Underscore => {
                at += run.take(&text[at..]);
                run.emit(&mut sink)?;
            }
            Ascii::Beyond => match decode(&text[at..]) {
                None => at += 1,
                Some((c, length)) => match class(narrow(c)) {
                    Class::Separator | Class::Silent => at += length,
                    Class::Ideograph => at += ideographs(&text[at..], &mut sink)?,
                    Class::Lower | Class::Upper | Class::Digit => {
                        at += run.take(&text[at..]);
                        run.emit(&mut sink)?;
                    }
                },
            },
        }
    }
    ControlFlow::Continue(())
}

/// The characters of a run without blanks, and each pair of neighbours; how many bytes that took.
fn ideographs(
    text: &[u8],
    sink: &mut impl FnMut(Part, &[u8]) -> ControlFlow<()>,
) -> ControlFlow<(), usize> {
    let (mut at, mut before) = (0, None);
    while let Some((c, length)) = decode(&text[at..]) {
        if class(narrow(c)) != Class::Ideograph {
            break;
        }
        sink(Part::Ideograph, &text[at..at + length])?;
        if let Some(before) = before {
            sink(Part::Pair, &text[before..at + length])?;
        }
        before = Some(at);
        at += length;
    }
    ControlFlow::Continue(at)
}

/// What a byte does by itself.
#[derive(Clone, Copy)]
enum Ascii {
    Separator,
    Lower,
    Upper,
    Digit,
    Underscore,
    /// The start, or a piece, of a character beyond ASCII.
    Beyond,
}

const ASCII: [Ascii; 256] = {
    let mut table = [Ascii::Separator; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' => Ascii::Lower,
            b'A'..=b'Z' => Ascii::Upper,
            b'0'..=b'9' => Ascii::Digit,
            b'_' => Ascii::Underscore,
            0x80.. => Ascii::Beyond,
            _ => Ascii::Separator,
        };
        byte += 1;
    }
    table
};

/// A part of an identifier, as a range of the buffer.
#[derive(Clone, Copy, Default)]
struct Segment {
    start: u8,
    end: u8,
    digits: bool,
    /// Digits that touch the letters before them.
    joined: bool,
}

/// An identifier, folded and cut.
struct Run {
    text: [u8; MAX_RUN],
    length: usize,
    segments: [Segment; MAX_SEGMENTS],
    count: usize,
    /// Where the open segment begins, and what it is made of.
    start: usize,
    open: Open,
    /// Where the last upper-case letter of the open segment begins.
    last_upper: usize,
}

/// What the open segment is made of so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Digits,
    /// Letters, the last of them lower case.
    Lower,
    /// One upper-case letter.
    Upper,
    /// Several upper-case letters.
    Acronym,
    /// Several upper-case letters and an `s`: a plural, unless more letters follow.
    Plural,
}

impl Run {
    fn new() -> Run {
        Run {
            text: [0; MAX_RUN],
            length: 0,
            segments: [Segment::default(); MAX_SEGMENTS],
            count: 0,
            start: 0,
            open: Open::Nothing,
            last_upper: 0,
        }
    }

    /// Reads the identifier that `text` begins with; how many bytes it has.
    fn take(&mut self, text: &[u8]) -> usize {
        (self.length, self.count, self.start, self.open) = (0, 0, 0, Open::Nothing);
        self.segments[0].joined = false;
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            match ASCII[usize::from(byte)] {
                Ascii::Separator => break,
                Ascii::Underscore => {
                    self.close(self.length, false);
                    self.open = Open::Nothing;
                    at += 1;
                }
                Ascii::Lower => {
                    self.lower(byte == b's');
                    self.put(&[byte]);
                    at += 1;
                }
                Ascii::Upper => {
                    self.upper();
                    self.put(&[byte.to_ascii_lowercase()]);
                    at += 1;
                }
                Ascii::Digit => {
                    self.digit();
                    self.put(&[byte]);
                    at += 1;
                }
                Ascii::Beyond => {
                    let Some((c, length)) = decode(&text[at..]) else { break };
                    let c = narrow(c);
                    match class(c) {
                        Class::Separator | Class::Ideograph => break,
                        Class::Silent => {}
                        Class::Lower => self.lower(false),
                        Class::Upper => self.upper(),
                        Class::Digit => self.digit(),
                    }
                    if class(c) != Class::Silent {
                        fold(c, |bytes| self.put(bytes));
                    }
                    at += length;
                }
            }
        }
        self.close(self.length, false);
        at
    }

    fn lower(&mut self, is_s: bool) {
        self.open = match self.open {
            Open::Acronym if is_s => Open::Plural,
            Open::Acronym | Open::Plural => {
                // `HTTPServer`: the last upper-case letter begins the next word.
                self.close(self.last_upper, false);
                Open::Lower
            }
            Open::Digits => {
                self.close(self.length, false);
                Open::Lower
            }
            Open::Nothing | Open::Lower | Open::Upper => Open::Lower,
        };
    }

    fn upper(&mut self) {
        self.open = match self.open {
            Open::Upper | Open::Acronym => Open::Acronym,
            Open::Nothing => Open::Upper,
            Open::Lower | Open::Plural | Open::Digits => {
                self.close(self.length, false);
                Open::Upper
            }
        };
        self.last_upper = self.length;
    }

    fn digit(&mut self) {
        if !matches!(self.open, Open::Nothing | Open::Digits) {
            self.close(self.length, true);
        }
        self.open = Open::Digits;
    }

    /// Ends the open segment at `end`; `joins` says that digits follow its letters.
    fn close(&mut self, end: usize, joins: bool) {
        if end > self.start && self.count < MAX_SEGMENTS {
            let mut segment = self.segments[self.count];
            (segment.start, segment.end) = (self.start as u8, end as u8);
            segment.digits = self.open == Open::Digits;
            segment.joined &= segment.digits;
            self.segments[self.count] = segment;
            self.count += 1;
        }
        self.start = end;
        if let Some(next) = self.segments.get_mut(self.count) {
            next.joined = joins;
        }
    }

    fn put(&mut self, bytes: &[u8]) {
        if let Some(target) = self.text.get_mut(self.length..self.length + bytes.len()) {
            target.copy_from_slice(bytes);
            self.length += bytes.len();
        }
    }

    fn emit(&self, sink: &mut impl FnMut(Part, &[u8]) -> ControlFlow<()>) -> ControlFlow<()> {
        let segments = &self.segments[..self.count];
        if segments.len() > 1 {
            sink(Part::Whole, &self.text[..self.length])?;
        }
        let mut following = segments.iter().skip(1);
        for segment in segments {
            let text = &self.text[usize::from(segment.start)..usize::from(segment.end)];
            let next = following.next();
            if segment.digits {
                sink(Part::Digits, text)?;
                continue;
            }
            if let Some(next) = next
                && next.joined
                && segments.len() > 2
            {
                let joined = usize::from(segment.start)..usize::from(next.end);
                sink(Part::Joined, &self.text[joined])?;
            }
            sink(Part::Letters, text)?;
        }
        ControlFlow::Continue(())
    }
}
