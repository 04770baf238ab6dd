//! The vocabulary: which token a string is, looked up in bytes that are used as they lie.
//!
//! Nothing is built at start. The file holds an open-addressing hash table over the strings, so a
//! look-up is a hash, a probe or two, and one comparison. Numbers are little-endian and read where
//! they are, so the bytes need no alignment.
//!
//! Three kinds of tokens share one range of numbers: words first, then pieces (what a word goes on
//! with after another token), then buckets without a string, into which unknown words are hashed.

use crate::bytes::{Section, u32_at};
use crate::error::FormatError;

/// The first bytes of a vocabulary.
pub(crate) const MAGIC: &[u8; 8] = b"EPIVOCAB";
/// Grows when a reader of the old layout, or of the old splitting, would give other tokens.
pub(crate) const VERSION: u32 = 1;
/// Bytes before the first section.
pub(crate) const HEADER: usize = 64;
/// Marks a free place in the hash table.
pub(crate) const FREE: [u8; 4] = [0xff; 4];
/// Places looked at before a string counts as unknown; the builder keeps all within it.
pub(crate) const MAX_PROBES: usize = 64;
/// Longest string a vocabulary may hold.
pub const MAX_TOKEN_BYTES: usize = 40;

/// What a string is when it is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// It stands by itself, or begins a word.
    Word,
    /// It goes on with a word that another token began.
    Piece,
}

/// A view of a vocabulary's bytes.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary<'a> {
    words: u32,
    pieces: u32,
    buckets: u32,
    ends: &'a [[u8; 4]],
    strings: &'a [u8],
    slots: &'a [[u8; 4]],
    bytes: &'a [u8],
}

impl<'a> Vocabulary<'a> {
    /// Looks at the header of `bytes`; what it says is checked, the strings are not read.
    pub fn view(bytes: &'a [u8]) -> Result<Vocabulary<'a>, FormatError> {
        if bytes.get(..8) != Some(MAGIC) {
            return Err(FormatError::Magic { expected: "vocabulary" });
        }
        let version = u32_at(bytes, 8)?;
        if version != VERSION {
            return Err(FormatError::Version { found: version, known: VERSION });
        }
        let (words, pieces, buckets) = (u32_at(bytes, 12)?, u32_at(bytes, 16)?, u32_at(bytes, 20)?);
        let named = words.checked_add(pieces).ok_or(FormatError::Counts)?;
        let all = named.checked_add(buckets).ok_or(FormatError::Counts)?;
        // The last number marks a free place.
        if all >= u32::from(u16::MAX) {
            return Err(FormatError::Counts);
        }
        let section = |at| Section::at(bytes, at);
        let ends = section(24)?.of(bytes, "string ends")?.as_chunks().0;
        let strings = section(32)?.of(bytes, "strings")?;
        let slots = section(40)?.of(bytes, "hash table")?.as_chunks().0;
        if ends.len() != named as usize || !slots.len().is_power_of_two() {
            return Err(FormatError::Counts);
        }
        Ok(Vocabulary { words, pieces, buckets, ends, strings, slots, bytes })
    }

    /// The bytes this is a view of.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many tokens there are, of all kinds.
    pub fn len(&self) -> usize {
        (self.words + self.pieces + self.buckets) as usize
    }

    /// Whether there is no token at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many of the tokens are buckets; they are the last ones.
    pub fn buckets(&self) -> usize {
        self.buckets as usize
    }

    /// The kind and the string of a token; nothing for a bucket.
    pub fn token(&self, id: u16) -> Option<(Kind, &'a [u8])> {
        let kind = if u32::from(id) < self.words { Kind::Word } else { Kind::Piece };
        Some((kind, self.string(id)?))
    }

    fn string(&self, id: u16) -> Option<&'a [u8]> {
        let end = u32::from_le_bytes(*self.ends.get(usize::from(id))?) as usize;
        let start = match usize::from(id).checked_sub(1) {
            None => 0,
            Some(before) => u32::from_le_bytes(*self.ends.get(before)?) as usize,
        };
        self.strings.get(start..end)
    }

    /// The token that `text` is, if it is one.
    pub fn find(&self, kind: Kind, text: &[u8]) -> Option<u16> {
        self.find_hashed(kind, text, hash(kind, text))
    }

    /// The same, where the hash is known already.
    pub(crate) fn find_hashed(&self, kind: Kind, text: &[u8], hash: u64) -> Option<u16> {
        let mask = self.slots.len() - 1;
        let place = mixed(hash);
        let tag = tag(place);
        for step in 0..MAX_PROBES {
            let slot = *self.slots.get((place as usize).wrapping_add(step) & mask)?;
            if slot == FREE {
                return None;
            }
            let id = u16::from_le_bytes([slot[0], slot[1]]);
            if [slot[2], slot[3]] == tag
                && self.string(id) == Some(text)
                && (u32::from(id) < self.words) == (kind == Kind::Word)
            {
                return Some(id);
            }
        }
        None
    }

    /// The `nth` bucket of a word that is unknown; nothing if the vocabulary has no buckets.
    pub(crate) fn bucket(&self, text: &[u8], nth: u32) -> Option<u16> {
        let hash = mixed(hash(Kind::Word, text)).rotate_left(29 * nth + 17);
        let first = self.words + self.pieces;
        let within = (hash >> 32).checked_rem(u64::from(self.buckets))?;
        u16::try_from(u64::from(first) + within).ok()
    }
}

/// The hash of nothing; the two kinds begin differently, so that they share one table.
pub(crate) fn seed(kind: Kind) -> u64 {
    match kind {
        Kind::Word => 0xcbf2_9ce4_8422_2325,
        Kind::Piece => 0x9ae1_6a3b_2f90_404f,
    }
}

/// One byte more. Byte by byte, because then every beginning of a word has its hash on the way.
pub(crate) fn hash_byte(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
}

pub(crate) fn hash(kind: Kind, text: &[u8]) -> u64 {
    text.iter().fold(seed(kind), |hash, &byte| hash_byte(hash, byte))
}

/// Spreads what the last bytes did over all bits.
pub(crate) fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}

/// What a place in the table remembers of the hash, so that most strings need no comparison.
pub(crate) fn tag(place: u64) -> [u8; 2] {
    ((place >> 48) as u16).to_le_bytes()
}
