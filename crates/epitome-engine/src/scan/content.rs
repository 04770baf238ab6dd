//! What a file's content gives away.

use super::class::{Class, SkipReason};
use super::marker::generated_marker;
use super::names::{is_readme, may_have_long_lines};
use super::text::{Encoding, Text};

/// Lines longer than this on average were not written by a person.
const MINIFIED_AVERAGE: usize = 500;
/// A file this small is never called minified.
const MINIFIED_FROM: usize = 2048;
/// How much of a file without NUL bytes is searched for other signs of a binary format.
const SAMPLE: usize = 8192;
/// Too short a sample proves nothing.
const SAMPLE_FROM: usize = 64;

/// Classifies bytes that were read, and decodes them.
pub(super) fn classify(name: &[u8], bytes: Vec<u8>) -> (Class, Text) {
    let stray_controls = has_stray_controls(&bytes);
    let text = Text::decode(bytes);
    let skipped = if is_binary(&text, stray_controls) {
        Some(SkipReason::Binary)
    } else if !is_readme(name)
        && let Some(marker) = generated_marker(&text.text)
    {
        Some(SkipReason::Generated { marker: marker.into() })
    } else if is_minified(name, &text.text) {
        Some(SkipReason::Minified)
    } else {
        None
    };
    (skipped.map_or(Class::Source, Class::Skipped), text)
}

/// NUL means binary. In UTF-16 every second byte is NUL, so the decoded text is asked: there a NUL
/// means that two bytes merely looked like a byte order mark (UTF-32 ends here too).
fn is_binary(text: &Text, stray_controls: bool) -> bool {
    let utf16 = matches!(text.encoding, Encoding::Utf16Le | Encoding::Utf16Be);
    memchr::memchr(0, text.text.as_bytes()).is_some() || (stray_controls && !utf16)
}

/// Compressed and encrypted data may happen to hold no NUL, but one byte in ten is a control
/// character that no text uses; text in any encoding has almost none.
fn has_stray_controls(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let stray = |byte: &&u8| matches!(byte, 0x01..=0x06 | 0x0e..=0x1a | 0x1c..=0x1f | 0x7f);
    sample.len() >= SAMPLE_FROM && sample.iter().filter(stray).count() * 20 > sample.len()
}

fn is_minified(name: &[u8], text: &str) -> bool {
    if text.len() <= MINIFIED_FROM || may_have_long_lines(name) {
        return false;
    }
    let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1;
    text.len() / lines > MINIFIED_AVERAGE
}
