//! The postings of some new documents, by term: the part of the work that every core can do for itself.

use super::bag::Bag;

/// Postings of documents that follow each other. Terms are sorted by bytes, rows ascend.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    text: Vec<u8>,
    /// Where each term lies in `text`.
    places: Vec<(u32, u32)>,
    /// Where the postings of each term begin, and the end of all.
    starts: Vec<u32>,
    rows: Vec<i32>,
    counts: Vec<u16>,
}

impl Chunk {
    /// Gathers the postings of documents, each with its row.
    pub(super) fn of(documents: &[(i32, Bag)], seed: u64) -> Self {
        let mut terms = Interner::new(seed);
        // The entries of all documents, one document after the other.
        let mut entries: Vec<(u32, u16)> =
            Vec::with_capacity(documents.iter().map(|(_, bag)| bag.len()).sum());
        let mut ends = Vec::with_capacity(documents.len());
        for (_, bag) in documents {
            let first = entries.len() as u32;
            for (term, parts) in bag.iter() {
                let id = terms.id(term.as_bytes());
                // Found again where a document repeats it.
                let last = &mut terms.terms[id as usize].last;
                if *last >= first && *last != u32::MAX {
                    let count = &mut entries[*last as usize].1;
                    *count = count.saturating_add(parts);
                } else {
                    *last = entries.len() as u32;
                    entries.push((id, parts));
                }
            }
            ends.push(entries.len());
        }
        let (places, ranks) = terms.sorted();
        let mut starts = vec![0_u32; places.len() + 1];
        for &(id, _) in &entries {
            starts[ranks[id as usize] as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let (mut rows, mut counts) = (vec![0; entries.len()], vec![0; entries.len()]);
        let mut start = 0;
        for ((row, _), end) in documents.iter().zip(ends) {
            for &(id, parts) in &entries[start..end] {
                let place = &mut next[ranks[id as usize] as usize];
                rows[*place as usize] = *row;
                counts[*place as usize] = parts;
                *place += 1;
            }
            start = end;
        }
        Self { text: terms.text, places, starts, rows, counts }
    }

    /// How many terms there are.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn term(&self, at: usize) -> &[u8] {
        let (start, end) = self.places[at];
        &self.text[start as usize..end as usize]
    }

    /// Rows and counts of a term.
    pub(super) fn postings(&self, at: usize) -> (&[i32], &[u16]) {
        let range = self.starts[at] as usize..self.starts[at + 1] as usize;
        (&self.rows[range.clone()], &self.counts[range])
    }
}

/// The first eight bytes of a term as a number that sorts as they do; most comparisons end there.
pub(super) fn prefix(term: &[u8]) -> u64 {
    match term.first_chunk() {
        Some(eight) => u64::from_be_bytes(*eight),
        None => {
            let mut eight = [0; 8];
            eight[..term.len()].copy_from_slice(term);
            u64::from_be_bytes(eight)
        }
    }
}

/// Terms and their numbers, in the order they first came.
///
/// Strangers choose terms, so the hash is seeded: terms that collide in one run do not in the next.
/// Numbers do not depend on it, as they are given in order.
struct Interner {
    seed: u64,
    text: Vec<u8>,
    terms: Vec<Term>,
    /// At the place a term's hash says, or after it; a power of two of them.
    slots: Vec<Slot>,
}

/// A term. Nearly all that a comparison needs is here: each look elsewhere costs more than the rest.
struct Term {
    prefix: u64,
    start: u32,
    length: u32,
    /// The last entry that has it.
    last: u32,
}

/// The number of a term plus one, zero where there is none, and a part of its hash.
#[derive(Clone, Copy, Default)]
struct Slot {
    id: u32,
    tag: u32,
}

impl Interner {
    fn new(seed: u64) -> Self {
        Self { seed, text: Vec::new(), terms: Vec::new(), slots: vec![Slot::default(); 1 << 12] }
    }

    fn id(&mut self, term: &[u8]) -> u32 {
        let hash = xxhash_rust::xxh3::xxh3_64_with_seed(term, self.seed);
        let tag = (hash >> 32) as u32;
        let prefix = prefix(term);
        let mask = self.slots.len() - 1;
        let mut slot = tag as usize & mask;
        loop {
            let Slot { id, tag: found } = self.slots[slot];
            let Some(id) = id.checked_sub(1) else { break };
            if found == tag {
                let known = &self.terms[id as usize];
                if known.prefix == prefix
                    && known.length as usize == term.len()
                    && (term.len() <= 8 || &self.text[known.range()] == term)
                {
                    return id;
                }
            }
            slot = (slot + 1) & mask;
        }
        let (id, start) = (self.terms.len() as u32, self.text.len() as u32);
        self.text.extend_from_slice(term);
        self.terms.push(Term { prefix, start, length: term.len() as u32, last: u32::MAX });
        self.slots[slot] = Slot { id: id + 1, tag };
        if self.terms.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 4 - 1;
        let old = std::mem::replace(&mut self.slots, vec![Slot::default(); mask + 1]);
        for known in old.into_iter().filter(|slot| slot.id != 0) {
            let mut slot = known.tag as usize & mask;
            while self.slots[slot].id != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = known;
        }
    }

    /// The places of the terms sorted by bytes, and for each number its rank among them.
    fn sorted(&self) -> (Vec<(u32, u32)>, Vec<u32>) {
        let mut order: Vec<(u64, u32)> =
            self.terms.iter().map(|term| term.prefix).zip(0..).collect();
        let text = |id: u32| &self.text[self.terms[id as usize].range()];
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| text(a.1).cmp(text(b.1))));
        let mut ranks = vec![0; order.len()];
        for (&(_, id), rank) in order.iter().zip(0..) {
            ranks[id as usize] = rank;
        }
        let place = |id: u32| {
            let Term { start, length, .. } = self.terms[id as usize];
            (start, start + length)
        };
        (order.iter().map(|&(_, id)| place(id)).collect(), ranks)
    }
}

impl Term {
    fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}
