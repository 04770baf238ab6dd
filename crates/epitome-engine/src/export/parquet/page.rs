//! One page of values: which rows have one, then the values themselves, plain.

use super::thrift::Thrift;

/// How values lie in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Physical {
    Flag,
    Number,
    Bytes,
}

impl Physical {
    /// Its number in the format.
    pub(super) fn code(self) -> i32 {
        match self {
            Physical::Flag => 0,
            Physical::Number => 2,
            Physical::Bytes => 6,
        }
    }
}

/// The encodings used here, by their numbers in the format.
pub(super) const PLAIN: i32 = 0;
pub(super) const RUN_LENGTHS: i32 = 3;
const DATA_PAGE: i32 = 0;

/// A page under way.
pub(super) struct Page {
    physical: Physical,
    optional: bool,
    rows: u64,
    /// Runs of rows that have a value, or have none.
    runs: Vec<(bool, u64)>,
    values: Vec<u8>,
    /// Flags so far, of which eight share a byte.
    flags: usize,
}

impl Page {
    pub(super) fn new(physical: Physical, optional: bool) -> Page {
        Page { physical, optional, rows: 0, runs: Vec::new(), values: Vec::new(), flags: 0 }
    }

    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn push_nothing(&mut self) {
        self.push_row(false);
    }

    pub(super) fn push_number(&mut self, number: i64) {
        self.push_row(true);
        self.values.extend_from_slice(&number.to_le_bytes());
    }

    pub(super) fn push_flag(&mut self, flag: bool) {
        self.push_row(true);
        let bit = self.flags % 8;
        if bit == 0 {
            self.values.push(0);
        }
        if let Some(last) = self.values.last_mut() {
            *last |= u8::from(flag) << bit;
        }
        self.flags += 1;
    }

    /// Lengths are of 32 bits; a longer value makes a page that [`Page::take`] refuses.
    pub(super) fn push_bytes(&mut self, bytes: &[u8]) {
        self.push_row(true);
        self.values.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        self.values.extend_from_slice(bytes);
    }

    fn push_row(&mut self, has_value: bool) {
        self.rows += 1;
        match self.runs.last_mut() {
            Some((has, length)) if *has == has_value => *length += 1,
            _ => self.runs.push((has_value, 1)),
        }
    }

    /// Header and body; the page is then empty. None where it is larger than the format allows.
    pub(super) fn take(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        let page = std::mem::replace(self, Page::new(self.physical, self.optional));
        let mut body = Vec::with_capacity(page.values.len() + 64);
        if page.optional {
            let levels = levels(&page.runs);
            body.extend_from_slice(&u32::try_from(levels.len()).ok()?.to_le_bytes());
            body.extend_from_slice(&levels);
        }
        body.extend_from_slice(&page.values);
        let size = i32::try_from(body.len()).ok()?;
        let rows = i32::try_from(page.rows).ok()?;
        let mut header = Thrift::default();
        header.int(1, DATA_PAGE);
        header.int(2, size);
        header.int(3, size);
        header.structure(5, |data| {
            data.int(1, rows);
            data.int(2, PLAIN);
            data.int(3, RUN_LENGTHS);
            data.int(4, RUN_LENGTHS);
        });
        Some((header.finish(), body))
    }
}

/// For each run twice its length, as a number of as many bytes as it needs, and what it is a run of.
fn levels(runs: &[(bool, u64)]) -> Vec<u8> {
    let mut out = Vec::new();
    for &(has_value, length) in runs {
        super::thrift::push_varint(&mut out, length << 1);
        out.push(u8::from(has_value));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(physical: Physical, optional: bool, fill: impl Fn(&mut Page)) -> Vec<u8> {
        let mut page = Page::new(physical, optional);
        fill(&mut page);
        let (_, body) = page.take().unwrap();
        assert_eq!((page.rows(), page.len()), (0, 0));
        body
    }

    #[test]
    fn values_lie_as_the_format_says() {
        let numbers = body(Physical::Number, false, |page| page.push_number(258));
        assert_eq!(numbers, [2, 1, 0, 0, 0, 0, 0, 0]);
        let texts = body(Physical::Bytes, false, |page| page.push_bytes(b"ab"));
        assert_eq!(texts, [2, 0, 0, 0, b'a', b'b']);
        let flags = body(Physical::Flag, false, |page| {
            (0..9).for_each(|n| page.push_flag(n % 2 == 0));
        });
        assert_eq!(flags, [0b0101_0101, 1]);
    }

    #[test]
    fn rows_without_a_value_are_told_in_runs() {
        let some = body(Physical::Bytes, true, |page| {
            page.push_nothing();
            page.push_nothing();
            page.push_bytes(b"a");
        });
        assert_eq!(some, [4, 0, 0, 0, 4, 0, 2, 1, 1, 0, 0, 0, b'a']);
    }
}
