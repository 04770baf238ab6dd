//! Amazon's framing of streams: lengths, headers, payload, and two checksums.

/// One message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EventMessage {
    /// Headers that are strings, by name.
    pub(crate) headers: Vec<(String, String)>,
    /// The payload.
    pub(crate) payload: Vec<u8>,
}

impl EventMessage {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Length of the whole, length of the headers, checksum of both.
const PRELUDE: usize = 12;
/// The checksum of all that is before it.
const CHECKSUM: usize = 4;
/// No message is longer (24 MB, by the protocol).
const MAX_MESSAGE: usize = 24 << 20;

/// Collects bytes until a message is complete.
#[derive(Debug, Default)]
pub(crate) struct EventStream {
    bytes: Vec<u8>,
}

impl EventStream {
    /// Gives each message that the bytes complete to `each`; the error says what is damaged.
    pub(crate) fn push<E: From<String>>(
        &mut self,
        bytes: &[u8],
        mut each: impl FnMut(EventMessage) -> Result<(), E>,
    ) -> Result<(), E> {
        self.bytes.extend_from_slice(bytes);
        while let Some(message) = self.next().map_err(E::from)? {
            each(message)?;
        }
        Ok(())
    }

    /// Whether bytes are left that are no whole message.
    pub(crate) fn has_rest(&self) -> bool {
        !self.bytes.is_empty()
    }

    fn next(&mut self) -> Result<Option<EventMessage>, String> {
        if self.bytes.len() < PRELUDE {
            return Ok(None);
        }
        let (total, headers) = (number(&self.bytes, 0), number(&self.bytes, 4));
        if crc32(&self.bytes[..8]) != number(&self.bytes, 8) {
            return Err("a message's beginning does not match its checksum".to_owned());
        }
        let (total, headers) = (total as usize, headers as usize);
        if total > MAX_MESSAGE || headers.saturating_add(PRELUDE + CHECKSUM) > total {
            return Err(format!("a message of {total} bytes with {headers} bytes of headers"));
        }
        if self.bytes.len() < total {
            return Ok(None);
        }
        let message: Vec<u8> = self.bytes.drain(..total).collect();
        let (content, checksum) = message.split_at(total - CHECKSUM);
        if crc32(content) != number(checksum, 0) {
            return Err("a message does not match its checksum".to_owned());
        }
        let (headers, payload) = content[PRELUDE..].split_at(headers);
        let headers = read_headers(headers).ok_or("a message with broken headers")?;
        Ok(Some(EventMessage { headers, payload: payload.to_vec() }))
    }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    let mut four = [0; 4];
    four.copy_from_slice(&bytes[at..at + 4]);
    u32::from_be_bytes(four)
}

/// Name length, name, type, value. Types: 0 and 1 booleans, 2 to 5 numbers, 6 bytes, 7 string, 8 time,
/// 9 UUID.
fn read_headers(mut bytes: &[u8]) -> Option<Vec<(String, String)>> {
    let mut headers = Vec::new();
    while !bytes.is_empty() {
        let name_length = take(&mut bytes, 1)?[0].into();
        let name = String::from_utf8(take(&mut bytes, name_length)?.to_vec()).ok()?;
        let kind = take(&mut bytes, 1)?[0];
        let length = match kind {
            0 | 1 => 0,
            2 => 1,
            3 => 2,
            4 => 4,
            5 | 8 => 8,
            9 => 16,
            6 | 7 => {
                let length = take(&mut bytes, 2)?;
                usize::from(u16::from_be_bytes([length[0], length[1]]))
            }
            _ => return None,
        };
        let value = take(&mut bytes, length)?;
        if kind == 7 {
            headers.push((name, String::from_utf8(value.to_vec()).ok()?));
        }
    }
    Some(headers)
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

/// The CRC-32 of zip files.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| (crc >> 8) ^ TABLE[usize::from(crc as u8 ^ byte)];
    !bytes.iter().fold(u32::MAX, step)
}

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let mut crc = at as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[at] = crc;
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn message(headers: &[(&str, &str)], payload: &[u8]) -> Vec<u8> {
        let mut head = Vec::new();
        for (name, value) in headers {
            head.push(name.len() as u8);
            head.extend(name.as_bytes());
            head.push(7);
            head.extend((value.len() as u16).to_be_bytes());
            head.extend(value.as_bytes());
        }
        let total = (PRELUDE + head.len() + payload.len() + CHECKSUM) as u32;
        let mut bytes = total.to_be_bytes().to_vec();
        bytes.extend((head.len() as u32).to_be_bytes());
        bytes.extend(crc32(&bytes).to_be_bytes());
        bytes.extend(head);
        bytes.extend(payload);
        bytes.extend(crc32(&bytes).to_be_bytes());
        bytes
    }

    fn decode(pieces: &[&[u8]]) -> Result<Vec<EventMessage>, String> {
        let (mut stream, mut messages) = (EventStream::default(), Vec::new());
        for piece in pieces {
            stream.push(piece, |message| {
                messages.push(message);
                Ok::<(), String>(())
            })?;
        }
        Ok(messages)
    }

    #[test]
    fn the_published_vectors() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        // An empty message, and one whose payload is `{'foo':'bar'}`, as the protocol's test suite has them.
        let empty = [0, 0, 0, 16, 0, 0, 0, 0, 5, 194, 72, 235, 125, 152, 200, 255];
        assert_eq!(decode(&[&empty]).unwrap(), [EventMessage::default()]);
        let payload = [
            0, 0, 0, 29, 0, 0, 0, 0, 0xfd, 0x52, 0x8c, 0x5a, 0x7b, 0x27, 0x66, 0x6f, 0x6f, 0x27,
            0x3a, 0x27, 0x62, 0x61, 0x72, 0x27, 0x7d, 0xc3, 0x65, 0x39, 0x36,
        ];
        assert_eq!(decode(&[&payload]).unwrap()[0].payload, b"{'foo':'bar'}");
    }

    #[test]
    fn damage_is_found() {
        let good = message(&[(":event-type", "messageStop")], b"{}");
        assert_eq!(decode(&[&good]).unwrap()[0].header(":event-type"), Some("messageStop"));
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x20;
            assert!(decode(&[&bad]).is_err(), "byte {at}");
        }
    }

    proptest! {
        #[test]
        fn any_cut_gives_the_same_messages(
            payloads in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 1..5),
            size in 1_usize..50,
        ) {
            let bytes: Vec<u8> =
                payloads.iter().flat_map(|p| message(&[("a", "b"), ("c", "é")], p)).collect();
            let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
            let messages = decode(&pieces).unwrap();
            let decoded: Vec<&Vec<u8>> = messages.iter().map(|message| &message.payload).collect();
            prop_assert_eq!(decoded, payloads.iter().collect::<Vec<_>>());
            prop_assert_eq!(messages[0].header("c"), Some("é"));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(&[&bytes]);
        }
    }
}
