//! Private keys: blocks over many lines, or on one line with `\n` written out.

use std::ops::Range;

use memchr::memmem;

const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"-----END ";
/// No key is longer.
const LONGEST: usize = 32 * 1024;

/// The stretches of private keys, their first and last lines included. One that is cut off reaches as
/// far as its lines look like a key's.
pub(super) fn find(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    for start in memmem::find_iter(text, BEGIN) {
        if start < from {
            continue;
        }
        let header = &text[start + BEGIN.len()..text.len().min(start + BEGIN.len() + 80)];
        let Some(close) = memmem::find(header, b"-----") else { continue };
        if memmem::find(&header[..close], b"PRIVATE KEY").is_none() {
            continue;
        }
        let body = start + BEGIN.len() + close + 5;
        let limit = text.len().min(body + LONGEST);
        let end = memmem::find(&text[body..limit], END)
            .and_then(|at| {
                let tail = body + at + END.len();
                let closed = memmem::find(&text[tail..text.len().min(tail + 80)], b"-----")?;
                Some(tail + closed + 5)
            })
            .unwrap_or_else(|| body + key_like(&text[body..limit]));
        // A header that is only spoken of has nothing behind it.
        if end > body + 16 {
            found.push(start..end);
            from = end;
        }
    }
    found
}

/// How far a text goes on like the inside of a key: long runs of base64, line ends, quotes.
fn key_like(text: &[u8]) -> usize {
    let mut end = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let trimmed = line.trim_ascii();
        let strange = trimmed
            .iter()
            .filter(|byte| !(byte.is_ascii_alphanumeric() || b"+/=\\\"'`,;-:# *".contains(byte)));
        let blanks = trimmed.iter().filter(|byte| **byte == b' ').count();
        let has_header = trimmed.contains(&b':') && end < 400;
        if strange.count() > 0 || blanks > 3 && !has_header || trimmed.is_empty() && end > 400 {
            break;
        }
        end += line.len();
    }
    text[..end].trim_ascii_end().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> =
            find(text.as_bytes()).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected);
    }

    fn block(kind: &str, end: &str) -> String {
        let body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7".repeat(2);
        format!("-----BEGIN {kind}-----{end}{body}{end}{body}{end}-----END {kind}-----")
    }

    #[test]
    fn blocks_are_found_whole() {
        for kind in
            ["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"]
        {
            let key = block(kind, "\n");
            check(&format!("a\n{key}\nb"), &[&key]);
            let escaped = block(kind, "\\n");
            check(&format!("key = \"{escaped}\\n\""), &[&escaped]);
        }
        let two = block("PRIVATE KEY", "\n    ");
        check(&format!("{two}\n{two}"), &[&two, &two]);
        check(&block("PUBLIC KEY", "\n"), &[]);
        check(&block("CERTIFICATE", "\n"), &[]);
    }

    #[test]
    fn a_block_that_is_cut_off_goes_as_far_as_it_looks_like_a_key() {
        let key = block("PRIVATE KEY", "\n");
        let cut = &key[..key.len() - 40];
        check(cut, &[cut.trim_end()]);
        check(&format!("{cut}\nfn main() {{}}\n"), &[cut.trim_end()]);
        check("if line.startswith(\"-----BEGIN PRIVATE KEY-----\"):\n    return load(line)\n", &[]);
    }
}
