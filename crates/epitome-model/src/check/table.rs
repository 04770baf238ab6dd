//! Which words stand on which lines, as one sorted list: built once for a file, asked for every
//! symbol in it.

/// Pairs of a word's hash and a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The hash above, the line below. With 32 bits one in 400,000 lookups in a file of 10,000
    /// different words is wrong, which no checker of sentences will notice.
    entries: Vec<u64>,
}

impl Table {
    pub(super) fn push(&mut self, hash: u32, line: u32) {
        self.entries.push(u64::from(hash) << 32 | u64::from(line));
    }

    /// Must be called once, after the last push.
    pub(super) fn finish(&mut self) {
        self.entries.sort_unstable();
        self.entries.dedup();
    }

    /// The first line from `first` on that has the word.
    pub(super) fn line_from(&self, hash: u32, first: u32) -> Option<u32> {
        let wanted = u64::from(hash) << 32 | u64::from(first);
        let at = self.entries.partition_point(|&entry| entry < wanted);
        let entry = *self.entries.get(at)?;
        ((entry >> 32) as u32 == hash).then_some(entry as u32)
    }

    /// Whether a line from `first` to `last` has the word.
    pub(super) fn has(&self, hash: u32, first: u32, last: u32) -> bool {
        self.line_from(hash, first).is_some_and(|line| line <= last)
    }
}

/// FNV-1a with a last stir; the same on every machine.
pub(super) fn hash(bytes: &[u8]) -> u32 {
    let mut state: u64 = 0xcbf2_9ce4_8422_2325;
    for &byte in bytes {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    (state ^ (state >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_words_on_their_lines_only() {
        let mut table = Table::default();
        for (word, line) in [("b", 7), ("a", 3), ("a", 9), ("a", 3)] {
            table.push(hash(word.as_bytes()), line);
        }
        table.finish();
        let has = |word: &str, first, last| table.has(hash(word.as_bytes()), first, last);
        assert!(has("a", 3, 3) && has("a", 4, 9) && has("b", 1, 7));
        assert!(!has("a", 4, 8) && !has("b", 8, 99) && !has("c", 1, 99));
    }
}
