//! Lines around a place in a text.

use std::ops::Range;

/// A line longer than this is cut: what is meant stands near.
const LONGEST: usize = 4096;

/// From `before` lines before the line of `at` to `after` lines after it.
pub(super) fn around(text: &[u8], at: usize, before: usize, after: usize) -> Range<usize> {
    let mut start = at;
    for _ in 0..=before {
        let floor = start.saturating_sub(LONGEST);
        match text[floor..start].iter().rposition(|byte| *byte == b'\n') {
            Some(found) => start = floor + found,
            None => {
                start = floor;
                break;
            }
        }
    }
    // Not the line end itself.
    if start < at && text[start] == b'\n' {
        start += 1;
    }
    let mut end = at;
    for i in 0..=after {
        let from = if i == 0 { end } else { (end + 1).min(text.len()) };
        let ceiling = (from + LONGEST).min(text.len());
        match text[from..ceiling].iter().position(|byte| *byte == b'\n') {
            Some(found) => end = from + found,
            None => {
                end = ceiling;
                break;
            }
        }
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines() {
        let text = b"one\ntwo\nthree\nfour\n";
        let check = |at: usize, before, after, expected: &str| {
            let range = around(text, at, before, after);
            assert_eq!(std::str::from_utf8(&text[range]).unwrap(), expected, "{at}");
        };
        check(5, 0, 0, "two");
        check(4, 0, 0, "two");
        check(5, 1, 1, "one\ntwo\nthree");
        check(0, 1, 0, "one");
        check(9, 9, 9, "one\ntwo\nthree\nfour\n");
        check(18, 0, 0, "four");
    }
}
