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
    let bound = nesting_bound(text.as_bytes());
    if bound <= MAX_NESTING / 2 { bound } else { exact_nesting(text) }
}

/// No less than the depth, and at most a block's brackets more. Counting the brackets of a block at
/// once is several times faster than following each of them.
fn nesting_bound(bytes: &[u8]) -> u32 {
    let mut depth = 0_u32;
    let mut bound = 0_u32;
    for block in bytes.chunks(BLOCK) {
        let mut openers = 0_u8;
        let mut closers = 0_u8;
        for &byte in block {
            openers += u8::from(matches!(byte, b'(' | b'[' | b'{'));
            closers += u8::from(matches!(byte, b')' | b']' | b'}'));
        }
        bound = bound.max(depth.saturating_add(u32::from(openers)));
        depth = depth.saturating_sub(u32::from(closers)).saturating_add(u32::from(openers));
    }
    bound
}

/// Its brackets can be counted in a byte.
const BLOCK: usize = 64;

fn exact_nesting(text: &str) -> u32 {
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
    use super::{MAX_NESTING, deepest_nesting};

    #[test]
    fn depth_is_counted_over_all_brackets() {
        for (text, depth) in [
            (String::new(), 0),
            ("(".repeat(900), 900),
            ("()".repeat(900), 1),
            ("f([{}])".repeat(900), 3),
            (format!("{}{}", ")".repeat(50), "(".repeat(600)), 600),
            ("(".repeat(200_000), 200_000),
            (format!("{}{}", "()".repeat(900), "(".repeat(501)), 501),
        ] {
            let found = deepest_nesting(&text);
            if depth > MAX_NESTING / 2 {
                assert_eq!(found, depth, "{text:.20}");
            } else {
                // A text that does not nest deep gets a bound.
                assert!((depth..=depth + 64).contains(&found), "{text:.20}: {found}");
            }
        }
    }
}
