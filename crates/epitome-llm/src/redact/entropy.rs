//! How evenly the characters of a text are spread.

/// Bits a byte, after Shannon.
pub(super) fn entropy(text: &[u8]) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in text {
        counts[usize::from(*byte)] += 1;
    }
    let total = text.len() as f64;
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| {
            let share = f64::from(*count) / total;
            -share * share.log2()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts() {
        let check = |text: &str, expected: f64| {
            assert!((entropy(text.as_bytes()) - expected).abs() < 1e-9, "{text}");
        };
        check("", 0.0);
        check("aaaa", 0.0);
        check("abab", 1.0);
        check("abcd", 2.0);
    }
}
