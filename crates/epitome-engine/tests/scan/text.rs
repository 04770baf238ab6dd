//! Decoding never moves a line.

use epitome_engine::scan::{Encoding, Text};
use proptest::prelude::*;

fn check(bytes: &[u8], encoding: Encoding, text: &str) {
    let decoded = Text::decode(bytes.to_vec());
    assert_eq!((decoded.encoding, decoded.text.as_str()), (encoding, text));
    assert_eq!(decoded.raw_hash, *blake3::hash(bytes).as_bytes());
}

#[test]
fn encodings() {
    check(b"", Encoding::Utf8, "");
    check("a\r\né\n".as_bytes(), Encoding::Utf8, "a\r\né\n");
    check(b"\xef\xbb\xbfa\n", Encoding::Utf8Bom, "a\n");
    check(b"\xef\xbb\xbf", Encoding::Utf8Bom, "");
    check(b"\xef\xbb\xbf\xff\n", Encoding::Lossy, "\u{fffd}\n");
    check(b"\xff\xfea\0\n\0", Encoding::Utf16Le, "a\n");
    check(b"\xfe\xff\0a\0\n", Encoding::Utf16Be, "a\n");
    check(b"caf\xe9\nx", Encoding::Lossy, "caf\u{fffd}\nx");
    // A sequence cut short by a newline does not take the newline with it.
    check(b"\xe2\x82\nx\n\xf0\x9f\n", Encoding::Lossy, "\u{fffd}\nx\n\u{fffd}\n");
    // A lone surrogate before a newline, and half a unit at the end.
    check(b"\xff\xfe\x00\xd8\n\0b", Encoding::Utf16Le, "\u{fffd}\n\u{fffd}");
    // Bytes 0x0A that are no newline in UTF-16.
    check(b"\xff\xfe\x0a\x0a\n\0", Encoding::Utf16Le, "\u{a0a}\n");
}

/// The lines of the raw bytes, cut at `\n`.
fn raw_lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split(|&b| b == b'\n').collect()
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    // Many newlines and many broken sequences.
    let byte = prop_oneof![
        Just(b'\n'),
        Just(b'\r'),
        Just(0xe2),
        Just(0x82),
        Just(0xf0),
        Just(0xd8),
        any::<u8>()
    ];
    prop::collection::vec(byte, 0..200)
}

proptest! {
    #[test]
    fn each_line_is_decoded_on_its_own(bytes in bytes()) {
        prop_assume!(!bytes.starts_with(b"\xff\xfe") && !bytes.starts_with(b"\xfe\xff"));
        let text = Text::decode(bytes.clone()).text;
        let body = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let expected: Vec<_> = raw_lines(body).into_iter().map(String::from_utf8_lossy).collect();
        prop_assert_eq!(text.split('\n').collect::<Vec<_>>(), expected);
    }

    #[test]
    fn utf16_keeps_its_lines(units in prop::collection::vec(
        prop_oneof![Just(0x0au16), Just(0xd83d), Just(0xde00), any::<u16>()], 0..200), big: bool)
    {
        let mut bytes = if big { vec![0xfe, 0xff] } else { vec![0xff, 0xfe] };
        let spell = if big { u16::to_be_bytes } else { u16::to_le_bytes };
        bytes.extend(units.iter().flat_map(|&unit| spell(unit)));
        let text = Text::decode(bytes).text;
        let expected: Vec<_> = units.split(|&unit| unit == 0x0a).map(String::from_utf16_lossy).collect();
        prop_assert_eq!(text.split('\n').collect::<Vec<_>>(), expected);
    }

    #[test]
    fn valid_text_is_untouched(text: String) {
        prop_assume!(!text.starts_with('\u{feff}'));
        prop_assert_eq!(Text::decode(text.clone().into_bytes()).text, text);
    }
}
