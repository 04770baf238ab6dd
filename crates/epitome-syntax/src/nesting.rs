//! A look at how deep brackets nest, before any parser sees the text.
//!
//! tree-sitter's cost grows with the square of unclosed brackets, inside error recovery, where its
//! own time-out is not asked (200,000 unclosed parentheses: over a minute). Nobody writes code that
//! nests hundreds of brackets; machines write data that does, and it has no symbols.

/// Deeper than any real code seen, and shallow enough to parse in a moment.
pub(crate) const MAX_NESTING: u32 = 1_000;

/// The deepest nesting of brackets, or a bound on it that is far below [`MAX_NESTING`]; strings and
/// comments are not told apart: a count, not a parse.
///
/// Unclosed openers stay open, so they count as depth; a closer without an opener is ignored.
pub(crate) fn deepest_nesting(text: &str) -> u32 {
    // What has few openers cannot be deep, and counting them is several times faster.
    let openers = text.as_bytes().iter().filter(|&&b| matches!(b, b'(' | b'[' | b'{')).count();
    if openers <= MAX_NESTING as usize / 2 {
        return u32::try_from(openers).unwrap_or(u32::MAX);
    }
    let mut depth: u32 = 0;
    let mut deepest: u32 = 0;
    for &byte in text.as_bytes() {
        // A table instead of a match: this loop sees every byte of the repository.
        let change = CHANGE[usize::from(byte)];
        depth = depth.saturating_add_signed(i32::from(change));
        deepest = deepest.max(depth);
    }
    deepest
}

const CHANGE: [i8; 256] = {
    let mut table = [0; 256];
    table[b'(' as usize] = 1;
    table[b'[' as usize] = 1;
    table[b'{' as usize] = 1;
    table[b')' as usize] = -1;
    table[b']' as usize] = -1;
    table[b'}' as usize] = -1;
    table
};

#[cfg(test)]
mod tests {
    use super::deepest_nesting;

    #[test]
    fn depth_is_counted_over_all_brackets() {
        for (text, depth) in [
            (String::new(), 0),
            ("(".repeat(900), 900),
            ("()".repeat(900), 1),
            ("f([{}])".repeat(900), 3),
            (format!("{}{}", ")".repeat(50), "(".repeat(600)), 600),
            ("(".repeat(200_000), 200_000),
        ] {
            assert_eq!(deepest_nesting(&text), depth, "{text:.20}");
        }
        // A text with few openers gets their number, which is no less than its depth.
        assert!((2..=4).contains(&deepest_nesting("(()())")));
    }
}
