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
        // The last entry of each term, to find it again where a document repeats it.
        let mut last: Vec<u32> = Vec::new();
        for (_, bag) in documents {
            let first = entries.len() as u32;
            for (term, quarters) in bag.iter() {
                let id = terms.id(term.as_bytes());
                match last.get_mut(id as usize) {
                    Some(at) if *at >= first => {
                        let count = &mut entries[*at as usize].1;
                        *count = count.saturating_add(quarters);
                        continue;
                    }
                    Some(at) => *at = entries.len() as u32,
                    None => last.push(entries.len() as u32),
                }
                entries.push((id, quarters));
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
            for &(id, quarters) in &entries[start..end] {
                let place = &mut next[ranks[id as usize] as usize];
                rows[*place as usize] = *row;
                counts[*place as usize] = quarters;
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
    places: Vec<(u32, u32)>,
    hashes: Vec<u64>,
    /// Numbers of terms plus one, at the place their hash says or after it; a power of two of them.
    slots: Vec<u32>,
}

impl Interner {
    fn new(seed: u64) -> Self {
        Self {
            seed,
            text: Vec::new(),
            places: Vec::new(),
            hashes: Vec::new(),
            slots: vec![0; 1 << 12],
        }
    }

    fn id(&mut self, term: &[u8]) -> u32 {
        let hash = xxhash_rust::xxh3::xxh3_64_with_seed(term, self.seed);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let Some(id) = self.slots[slot].checked_sub(1) else { break };
            if self.hashes[id as usize] == hash {
                let (start, end) = self.places[id as usize];
                if &self.text[start as usize..end as usize] == term {
                    return id;
                }
            }
            slot = (slot + 1) & mask;
        }
        let (id, start) = (self.places.len() as u32, self.text.len() as u32);
        self.text.extend_from_slice(term);
        self.places.push((start, self.text.len() as u32));
        self.hashes.push(hash);
        self.slots[slot] = id + 1;
        if self.places.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 4 - 1;
        self.slots = vec![0; mask + 1];
        for (hash, id) in self.hashes.iter().zip(1..) {
            let mut slot = *hash as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = id;
        }
    }

    /// The places of the terms sorted by bytes, and for each number its rank among them.
    fn sorted(&self) -> (Vec<(u32, u32)>, Vec<u32>) {
        let term = |id: u32| {
            let (start, end) = self.places[id as usize];
            &self.text[start as usize..end as usize]
        };
        let mut order: Vec<(u64, u32)> =
            (0..self.places.len() as u32).map(|id| (prefix(term(id)), id)).collect();
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| term(a.1).cmp(term(b.1))));
        let mut ranks = vec![0; order.len()];
        for (&(_, id), rank) in order.iter().zip(0..) {
            ranks[id as usize] = rank;
        }
        (order.iter().map(|&(_, id)| self.places[id as usize]).collect(), ranks)
    }
}
