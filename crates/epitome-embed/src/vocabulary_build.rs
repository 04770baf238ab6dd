//! Strings to the bytes of a vocabulary.

use std::collections::BTreeSet;

use crate::bytes::{append, put_u32};
use crate::error::FormatError;
use crate::vocabulary::{
    FREE, HEADER, Kind, MAGIC, MAX_PROBES, MAX_TOKEN_BYTES, VERSION, hash, mixed, tag,
};

/// Lays out a vocabulary that [`Vocabulary::view`](crate::Vocabulary::view) reads. Token numbers
/// follow the order: words, pieces, buckets.
pub fn build_vocabulary(
    words: &[String],
    pieces: &[String],
    buckets: u32,
) -> Result<Vec<u8>, FormatError> {
    let named = words.len() + pieces.len();
    if named + buckets as usize >= usize::from(u16::MAX) {
        return Err(FormatError::Counts);
    }
    let (mut ends, mut strings) = (Vec::new(), Vec::new());
    let kinds = [(Kind::Word, words), (Kind::Piece, pieces)];
    let tokens =
        || kinds.iter().flat_map(|(kind, list)| list.iter().map(move |text| (*kind, text)));
    let mut seen = BTreeSet::new();
    for (kind, text) in tokens() {
        let fits = (1..=MAX_TOKEN_BYTES).contains(&text.len());
        if !fits || !seen.insert((kind, text)) {
            return Err(FormatError::Token { token: text.clone() });
        }
        strings.extend_from_slice(text.as_bytes());
        ends.extend_from_slice(&(strings.len() as u32).to_le_bytes());
    }
    let mut bytes = vec![0; HEADER];
    bytes[..8].copy_from_slice(MAGIC);
    put_u32(&mut bytes, 8, VERSION);
    put_u32(&mut bytes, 12, words.len() as u32);
    put_u32(&mut bytes, 16, pieces.len() as u32);
    put_u32(&mut bytes, 20, buckets);
    append(&mut bytes, 24, &ends)?;
    append(&mut bytes, 32, &strings)?;
    append(&mut bytes, 40, &table(tokens(), named).concat())?;
    Ok(bytes)
}

/// The hash table: at most two thirds full, larger if a string would be too far from its place.
fn table<'a>(
    tokens: impl Iterator<Item = (Kind, &'a String)> + Clone,
    named: usize,
) -> Vec<[u8; 4]> {
    let mut size = (named * 3 / 2).next_power_of_two().max(16);
    loop {
        if let Some(slots) = filled(tokens.clone(), size) {
            return slots;
        }
        size *= 2;
    }
}

fn filled<'a>(
    tokens: impl Iterator<Item = (Kind, &'a String)>,
    size: usize,
) -> Option<Vec<[u8; 4]>> {
    let mut slots = vec![FREE; size];
    for (id, (kind, text)) in tokens.enumerate() {
        let place = mixed(hash(kind, text.as_bytes()));
        let at = (0..MAX_PROBES)
            .map(|step| (place as usize).wrapping_add(step) & (size - 1))
            .find(|&at| slots[at] == FREE)?;
        let id = (id as u16).to_le_bytes();
        let tag = tag(place);
        slots[at] = [id[0], id[1], tag[0], tag[1]];
    }
    Some(slots)
}
