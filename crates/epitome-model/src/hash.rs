//! The hashes that decide what is done again (G12–G14, D3): whole hex digests, never cut.

use sha1::{Digest, Sha1};
use sha2::Sha256;

use crate::summarize::OFFLINE_PROMPT;

/// `sha1` of already normalised source (G12).
#[must_use]
pub fn content_hash(normalized_source: &[u8]) -> [u8; 20] {
    Sha1::digest(normalized_source).into()
}

/// `sha1` of the normalised context (G13); see [`crate::normalize::normalize_context`].
#[must_use]
pub fn graph_hash(normalized_context: &str) -> String {
    hex(&Sha1::digest(normalized_context.as_bytes()))
}

/// `sha1(prompt + normalised source)` (G14).
#[must_use]
pub fn summary_hash(prompt: &str, normalized_source: &str) -> String {
    let mut hasher = Sha1::new();
    hasher.update(prompt.as_bytes());
    hasher.update(normalized_source.as_bytes());
    hex(&hasher.finalize())
}

/// The same for a summary made without a model, whose prompt is fixed.
#[must_use]
pub fn offline_summary_hash(normalized_source: &[u8]) -> [u8; 20] {
    let mut hasher = Sha1::new();
    hasher.update(OFFLINE_PROMPT.as_bytes());
    hasher.update(normalized_source);
    hasher.finalize().into()
}

/// `sha256` of the raw span, kept beside the normalised hashes as evidence (D3).
#[must_use]
pub fn source_sha256(raw: &[u8]) -> [u8; 32] {
    Sha256::digest(raw).into()
}

/// Lower-case hex of a digest.
#[must_use]
pub fn hex(digest: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut out = String::with_capacity(digest.len() * 2);
    for byte in digest {
        out.push(char::from(DIGITS[usize::from(byte >> 4)]));
        out.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    // G12
    #[test]
    fn content_hash_is_plain_sha1() {
        assert_eq!(hex(&content_hash(b"abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert_eq!(hex(&content_hash(b"")), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    }

    // G13
    #[test]
    fn graph_hash_is_sha1_of_the_normalised_context() {
        let context = crate::normalize::normalize_context(&["b", "a"], &["c"]);
        assert_eq!(context, "called_by=a|b\ncalls=c");
        assert_eq!(graph_hash(&context), hex(&Sha1::digest(b"called_by=a|b\ncalls=c")));
    }

    // G14
    #[test]
    fn summary_hash_joins_prompt_and_source_with_nothing_between() {
        assert_eq!(summary_hash("ab", "c"), hex(&Sha1::digest(b"abc")));
        assert_eq!(summary_hash("a", "bc"), summary_hash("ab", "c"));
        assert_ne!(summary_hash("x", "c"), summary_hash("y", "c"));
        assert_eq!(hex(&offline_summary_hash(b"c")), summary_hash(OFFLINE_PROMPT, "c"));
    }

    // D3
    #[test]
    fn source_hash_is_a_whole_sha256() {
        assert_eq!(
            hex(&source_sha256(b"abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
