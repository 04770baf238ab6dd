//! The compact protocol of Apache Thrift, in which Parquet tells of itself: a field is a byte with its
//! type and how far its number is from the last one's, then its value.

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A structure under way. Fields are added in the order of their numbers.
#[derive(Default)]
pub(super) struct Thrift {
    bytes: Vec<u8>,
    last: u8,
}

impl Thrift {
    pub(super) fn int(&mut self, field: u8, value: i32) {
        self.head(field, I32);
        push_signed(&mut self.bytes, value.into());
    }

    pub(super) fn long(&mut self, field: u8, value: u64) {
        self.head(field, I64);
        // No file reaches half of 64 bits.
        push_signed(&mut self.bytes, value as i64);
    }

    pub(super) fn text(&mut self, field: u8, text: &str) {
        self.head(field, BINARY);
        push_text(&mut self.bytes, text);
    }

    pub(super) fn structure(&mut self, field: u8, fill: impl FnOnce(&mut Thrift)) {
        self.head(field, STRUCT);
        self.bytes.extend(whole(fill));
    }

    pub(super) fn structures<T>(&mut self, field: u8, items: &[T], fill: impl Fn(&mut Thrift, &T)) {
        self.list(field, STRUCT, items.len());
        for item in items {
            self.bytes.extend(whole(|structure| fill(structure, item)));
        }
    }

    pub(super) fn ints(&mut self, field: u8, items: &[i32]) {
        self.list(field, I32, items.len());
        for &item in items {
            push_signed(&mut self.bytes, item.into());
        }
    }

    pub(super) fn texts(&mut self, field: u8, items: &[&str]) {
        self.list(field, BINARY, items.len());
        for item in items {
            push_text(&mut self.bytes, item);
        }
    }

    /// The bytes, with the mark of the structure's end.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    fn list(&mut self, field: u8, of_type: u8, length: usize) {
        self.head(field, LIST);
        if length < 15 {
            self.bytes.push((length as u8) << 4 | of_type);
        } else {
            self.bytes.push(0xf0 | of_type);
            push_varint(&mut self.bytes, length as u64);
        }
    }

    /// No structure of Parquet has a field fifteen numbers from the one before.
    fn head(&mut self, field: u8, of_type: u8) {
        debug_assert!(field > self.last && field - self.last < 16);
        self.bytes.push((field - self.last) << 4 | of_type);
        self.last = field;
    }
}

fn whole(fill: impl FnOnce(&mut Thrift)) -> Vec<u8> {
    let mut structure = Thrift::default();
    fill(&mut structure);
    structure.finish()
}

fn push_text(bytes: &mut Vec<u8>, text: &str) {
    push_varint(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// Small numbers of either sign become small ones without a sign.
fn push_signed(bytes: &mut Vec<u8>, value: i64) {
    push_varint(bytes, ((value << 1) ^ (value >> 63)) as u64);
}

/// Seven bits a byte, the least first; the eighth says that more follow.
pub(super) fn push_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value > 0x7f {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        for (value, expected) in [
            (0_i64, &[0_u8][..]),
            (1, &[2]),
            (-1, &[1]),
            (63, &[126]),
            (64, &[0x80, 1]),
            (300, &[0xd8, 4]),
        ] {
            let mut bytes = Vec::new();
            push_signed(&mut bytes, value);
            assert_eq!(bytes, expected, "{value}");
        }
    }

    #[test]
    fn a_structure_is_its_fields_and_an_end() {
        let mut outer = Thrift::default();
        outer.int(1, 3);
        outer.structure(5, |inner| inner.text(2, "a"));
        outer.ints(6, &[1, 2]);
        assert_eq!(outer.finish(), [0x15, 6, 0x4c, 0x28, 1, b'a', 0, 0x19, 0x25, 2, 4, 0]);
    }
}
