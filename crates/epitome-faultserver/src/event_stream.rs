//! Amazon's framing of streams, written.

/// A message with these headers, all strings, and this payload.
pub fn event_message(headers: &[(&str, &str)], payload: &[u8]) -> Vec<u8> {
    let mut head = Vec::new();
    for (name, value) in headers {
        head.push(u8::try_from(name.len()).unwrap_or(0));
        head.extend(name.bytes());
        head.push(7);
        head.extend(u16::try_from(value.len()).unwrap_or(0).to_be_bytes());
        head.extend(value.bytes());
    }
    let length = |bytes: usize| u32::try_from(bytes).unwrap_or(0).to_be_bytes();
    let mut message = length(12 + head.len() + payload.len() + 4).to_vec();
    message.extend(length(head.len()));
    message.extend(crc32(&message).to_be_bytes());
    message.extend(head);
    message.extend(payload);
    message.extend(crc32(&message).to_be_bytes());
    message
}

/// The CRC-32 of zip files. Not the reader's code, so that the two do not share a mistake.
fn crc32(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|at| {
        (0..8).fold(at as u32, |crc, _| (crc >> 1) ^ (0xEDB8_8320 * (crc & 1)))
    });
    !bytes.iter().fold(u32::MAX, |crc, byte| (crc >> 8) ^ table[usize::from((crc as u8) ^ byte)])
}
