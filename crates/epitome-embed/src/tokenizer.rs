//! Text to the numbers of its tokens: what the embedding adds up, and what training sees.
//!
//! An unknown word is not lost. It is cut into two known words if it can be, or else, from the left,
//! into the longest words and pieces that are known, which say what it may mean; and it is hashed into
//! two buckets, which say that it is this word and no other. Two, because then two unknown words
//! seldom share both.
//!
//! How much a token counts that comes again is not decided here: tokens are listed as they come, or
//! each once with how often it came.

use std::ops::ControlFlow;

use crate::split::{Part, split};
use crate::vocabulary::{Kind, MAX_TOKEN_BYTES, Vocabulary, hash_byte, seed};

/// Tokens kept of one text; what comes after them is not read.
pub const MAX_TOKENS: usize = 2048;
/// Shortest beginning that an unknown word may be cut after, and shortest word inside one.
const MIN_HEAD: usize = 3;
/// Tokens one unknown word may be cut into; a longer list is noise.
const MAX_CUTS: usize = 4;
/// Buckets an unknown word is hashed into.
const BUCKETS: u32 = 2;

/// Memory that is used again from one text to the next.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// How often each token has come in this text; all zero between texts.
    counts: Vec<u16>,
    /// The tokens that came, each once.
    bag: Vec<(u16, u16)>,
    /// The tokens as they came.
    tokens: Vec<u16>,
}

/// Turns text into tokens of a vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Tokenizer<'a> {
    vocabulary: Vocabulary<'a>,
}

impl<'a> Tokenizer<'a> {
    /// A tokenizer of this vocabulary.
    pub fn new(vocabulary: Vocabulary<'a>) -> Tokenizer<'a> {
        Tokenizer { vocabulary }
    }

    /// The vocabulary.
    pub fn vocabulary(&self) -> Vocabulary<'a> {
        self.vocabulary
    }

    /// The tokens of a text, in the order of their coming; at most [`MAX_TOKENS`].
    pub fn tokens<'s>(&self, text: &[u8], scratch: &'s mut Scratch) -> &'s [u16] {
        self.bag(text, scratch);
        &scratch.tokens
    }

    /// Each token of a text once, with how often it comes, in the order of their first coming.
    pub fn bag<'s>(&self, text: &[u8], scratch: &'s mut Scratch) -> &'s [(u16, u16)] {
        scratch.counts.resize(self.vocabulary.len(), 0);
        scratch.tokens.clear();
        scratch.bag.clear();
        // Breaking off means the text has enough tokens; the result is the same either way.
        let _ = split(text, |part, text| self.part(part, text, scratch));
        for (token, times) in &mut scratch.bag {
            *times = std::mem::take(&mut scratch.counts[usize::from(*token)]);
        }
        &scratch.bag
    }

    fn part(&self, part: Part, text: &[u8], out: &mut Scratch) -> ControlFlow<()> {
        let known = self.vocabulary.find(Kind::Word, text);
        match (known, part) {
            (Some(token), _) => out.add(token),
            (None, Part::Letters) if text.len() > 1 => self.unknown(text, out),
            // A pair that is nowhere else says more than its characters do.
            (None, Part::Pair) => self.bucket(text, 0, out),
            (None, _) => ControlFlow::Continue(()),
        }
    }

    /// An unknown word: its known parts, and its buckets.
    fn unknown(&self, word: &[u8], out: &mut Scratch) -> ControlFlow<()> {
        match self.compound(word) {
            Some(words) => words.into_iter().try_for_each(|token| out.add(token))?,
            None => self.cut(word, out)?,
        }
        for nth in 0..BUCKETS {
            self.bucket(word, nth, out)?;
        }
        ControlFlow::Continue(())
    }

    /// Two known words written as one; of several ways the one with the longest beginning. Without
    /// this, `fieldspec` would be `fields` and a meaningless `pec`.
    fn compound(&self, word: &[u8]) -> Option<[u16; 2]> {
        let find = |text| self.vocabulary.find(Kind::Word, text);
        let ends = (MIN_HEAD..=word.len().checked_sub(MIN_HEAD)?).rev();
        ends.filter(|end| word.len() - end <= MAX_TOKEN_BYTES && *end <= MAX_TOKEN_BYTES)
            .find_map(|end| Some([find(&word[end..])?, find(&word[..end])?]))
            .map(|[tail, head]| [head, tail])
    }

    /// The longest tokens from the left; what is in none is passed over.
    fn cut(&self, word: &[u8], out: &mut Scratch) -> ControlFlow<()> {
        let (mut at, mut cuts) = (0, 0);
        while at < word.len() && cuts < MAX_CUTS {
            match self.longest(&word[at..], at == 0) {
                Some((token, length)) => {
                    out.add(token)?;
                    cuts += 1;
                    at += length;
                }
                None => at += 1,
            }
        }
        ControlFlow::Continue(())
    }

    fn bucket(&self, text: &[u8], nth: u32, out: &mut Scratch) -> ControlFlow<()> {
        match self.vocabulary.bucket(text, nth) {
            Some(token) => out.add(token),
            None => ControlFlow::Continue(()),
        }
    }

    /// The longest token that `text` begins with, and its length; a word where a piece is as long.
    fn longest(&self, text: &[u8], is_head: bool) -> Option<(u16, usize)> {
        let (mut word, mut piece) = (seed(Kind::Word), seed(Kind::Piece));
        let mut best = None;
        for (at, &byte) in text.iter().take(MAX_TOKEN_BYTES).enumerate() {
            let length = at + 1;
            word = hash_byte(word, byte);
            piece = hash_byte(piece, byte);
            let found = |kind, hash| self.vocabulary.find_hashed(kind, &text[..length], hash);
            let token = (length >= MIN_HEAD).then(|| found(Kind::Word, word)).flatten();
            let token = token.or_else(|| (!is_head).then(|| found(Kind::Piece, piece)).flatten());
            best = token.map(|token| (token, length)).or(best);
        }
        best
    }
}

impl Scratch {
    /// Takes note of a token.
    fn add(&mut self, token: u16) -> ControlFlow<()> {
        let Some(count) = self.counts.get_mut(usize::from(token)) else {
            return ControlFlow::Continue(());
        };
        if *count == 0 {
            self.bag.push((token, 0));
        }
        *count += 1;
        self.tokens.push(token);
        if self.tokens.len() < MAX_TOKENS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
