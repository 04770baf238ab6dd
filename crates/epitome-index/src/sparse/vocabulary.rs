//! `vocab.json`: an object, a term and its column a line, sorted by the terms' bytes.
//!
//! It is JSON to everybody else and a sorted table to us: a term is found by halving the bytes, with
//! nothing parsed beforehand and nothing kept beside the file.

use std::borrow::Cow;
use std::cmp::Ordering;

use memchr::{memchr, memrchr};

const BEFORE: &[u8] = b"{\n";
const AFTER: &[u8] = b"\n}\n";
const EMPTY: &[u8] = b"{}\n";

/// The lines of some terms that follow each other, from `first` on; every one ends with a comma.
pub(super) fn lines<'t>(terms: impl Iterator<Item = &'t [u8]>, first: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for (term, column) in terms.zip(first..) {
        out.push(b'"');
        let is_plain = |&byte: &u8| byte >= b' ' && byte != b'"' && byte != b'\\';
        if term.iter().all(is_plain) {
            out.extend_from_slice(term);
        } else {
            let text = serde_json::to_string(&String::from_utf8_lossy(term)).unwrap_or_default();
            out.extend_from_slice(&text.as_bytes()[1..text.len() - 1]);
        }
        out.extend_from_slice(b"\": ");
        let mut digits = [0; 20];
        out.extend_from_slice(decimal(column, &mut digits));
        out.extend_from_slice(b",\n");
    }
    out
}

/// The file, from the [`lines`] of all terms.
pub(super) fn frame(lines: &[Vec<u8>]) -> impl Iterator<Item = &[u8]> {
    let total: usize = lines.iter().map(Vec::len).sum();
    // The comma and line end after the last term.
    let last = total.saturating_sub(2);
    let mut before = 0;
    let parts = lines.iter().map(move |part| {
        let end = part.len().min(last.saturating_sub(before));
        before += part.len();
        &part[..end]
    });
    let (head, tail): (&[u8], &[u8]) = if total == 0 { (EMPTY, b"") } else { (BEFORE, AFTER) };
    std::iter::once(head).chain(parts).chain(std::iter::once(tail))
}

/// The part of the file that has the lines; none if it is not framed as we do.
pub(super) fn body(bytes: &[u8]) -> Option<&[u8]> {
    if bytes == EMPTY {
        return Some(&[]);
    }
    bytes.strip_prefix(BEFORE)?.strip_suffix(AFTER)
}

/// The column of a term in the lines of a file.
pub(super) fn find(body: &[u8], term: &[u8]) -> Option<usize> {
    let (mut low, mut high) = (0, body.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = line_start(body, low, middle);
        let end = line_end(body, middle);
        let (found, column) = line(&body[start..end])?;
        match (*found).cmp(term) {
            Ordering::Equal => return Some(column),
            Ordering::Less => low = end + 1,
            Ordering::Greater => high = start,
        }
    }
    None
}

/// All terms with their columns, in order; none where a line is not ours.
pub(super) fn all(body: &[u8]) -> impl Iterator<Item = Option<(Cow<'_, [u8]>, usize)>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        (at < body.len()).then(|| {
            let end = line_end(body, at);
            let found = line(&body[at..end]);
            at = end + 1;
            found
        })
    })
}

/// A line's term and column: `"term": 12`, with a comma but for the last one.
fn line(line: &[u8]) -> Option<(Cow<'_, [u8]>, usize)> {
    let line = line.strip_suffix(b",").unwrap_or(line);
    let digits = line.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (head, number) = line.split_at(line.len() - digits);
    let quoted = head.strip_suffix(b": ")?;
    let term = quoted.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let column = std::str::from_utf8(number).ok()?.parse().ok()?;
    if !term.contains(&b'\\') {
        return Some((Cow::Borrowed(term), column));
    }
    let text: String = serde_json::from_slice(quoted).ok()?;
    Some((Cow::Owned(text.into_bytes()), column))
}

/// Where the line begins that has the byte `at`, not before `low`.
fn line_start(body: &[u8], low: usize, at: usize) -> usize {
    memrchr(b'\n', &body[low..at]).map_or(low, |end| low + end + 1)
}

/// Where the line ends that has the byte `at`: at its line end, or the end of all.
fn line_end(body: &[u8], at: usize) -> usize {
    memchr(b'\n', &body[at..]).map_or(body.len(), |end| at + end)
}

fn decimal(mut number: usize, digits: &mut [u8; 20]) -> &[u8] {
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &digits[at..];
        }
    }
}
